// Several threads call every kernel on the same columns: each gets what one alone gets, and under the thread sanitizer
// (see `make fuzz-native`) no two touch the same memory.
#include <thread>
#include <vector>

#include "all_kernels.hpp"
#include "check.hpp"

int main() {
  const seamark::testing::SharedInput input(7, 300);
  const auto alone = seamark::testing::digest_all_kernels(input);
  std::vector<std::vector<seamark::testing::Digest>> results(4);
  std::vector<std::thread> threads;
  for (auto& result : results) {
    threads.emplace_back([&input, &result] { result = seamark::testing::digest_all_kernels(input); });
  }
  for (std::thread& thread : threads) thread.join();
  for (const auto& result : results) CHECK(result == alone);
  return seamark::testing::checks_summary();
}
