// Tolerance matching, distances and the generalized Hamming distance against augmenting paths, a full table and every assignment.
#include <cstddef>
#include <cstdint>
#include <limits>

#include "check.hpp"
#include "fuzzed_input.hpp"
#include "naive_boundaries.hpp"
#include "seamark/boundaries.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::FuzzedInput input(data, size);
  const std::int64_t largest = input.one_of<std::int64_t>({16, 256, 100'000, seamark::largest_mass});
  const std::int64_t tolerance = input.one_of<std::int64_t>({0, 1, 2, 5, 100, largest, std::numeric_limits<std::int64_t>::max()});
  // Eighths add up without rounding, so that ties are ties.
  const seamark::HammingCosts costs{static_cast<double>(input.byte()) / 8, static_cast<double>(input.byte()) / 8,
                                    static_cast<double>(input.byte() % 64) / 8};
  const fuzz::FuzzedPair pair(input, largest, 40);
  CHECK(seamark::count_matches(pair.reference, pair.hypothesis, tolerance) == naive::maximum_matching(pair.reference, pair.hypothesis, tolerance));
  // Sums of distances are exact in doubles as long as they are small.
  if (largest <= 100'000) naive::check_distances(pair.reference, pair.hypothesis, tolerance);
  (void)seamark::boundary_distances(pair.reference, pair.hypothesis, true, tolerance);
  seamark::HammingWorkspace workspace;
  const naive::Cheapest expected = naive::by_table(pair.reference, pair.hypothesis, costs);
  naive::check_hamming(pair.reference, pair.hypothesis, pair.mass, costs, expected.cost, workspace);
  if (largest <= 100'000) {
    const auto edits = seamark::hamming_edits(pair.reference, pair.hypothesis, costs, workspace);
    CHECK(naive::cost_of(edits, costs) == expected.cost && edits.insertions + edits.deletions == expected.unpaired);
  }
  if (pair.reference.size() <= 4 && pair.hypothesis.size() <= 4) {
    naive::check_hamming(pair.reference, pair.hypothesis, pair.mass, costs,
                         naive::cheapest_assignment(pair.reference, pair.hypothesis, costs), workspace);
  }
  fuzz::stop_if_failed(pair.reference, pair.hypothesis, pair.mass);
  return 0;
}
