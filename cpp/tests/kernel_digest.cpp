// Prints one line per kernel with a digest of all it gives for fixed inputs. The output is the same wherever it is run.
#include <cstdio>

#include "all_kernels.hpp"

int main() {
  const seamark::testing::SharedInput input(2026, 2000);
  for (const auto& digest : seamark::testing::digest_all_kernels(input)) {
    std::printf("%-14s %016llx\n", digest.name().c_str(), static_cast<unsigned long long>(digest.value()));
  }
}
