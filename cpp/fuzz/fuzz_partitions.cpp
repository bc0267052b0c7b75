// Partition views, R_FN / R_FP and P_mu against looking at every unit and every pair of units; in large masses, laws they obey.
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "check.hpp"
#include "fuzzed_input.hpp"
#include "naive_partitions.hpp"
#include "seamark/partitions.hpp"

namespace {

// Parts are not larger than wholes, sums not larger than what they are sums of, and nothing is lost on the way to a double.
void check_laws(const fuzz::FuzzedPair& pair, double mu) {
  constexpr double rounding = 1e-9;
  const auto& [mass, reference, hypothesis] = pair;
  const auto counts = seamark::pair_counts(seamark::SegmentGroups{reference, hypothesis, mass});
  CHECK(0 <= counts.same_both && counts.same_both <= counts.same_reference && counts.same_reference <= counts.pairs);
  CHECK(counts.same_both <= counts.same_hypothesis && counts.same_hypothesis <= counts.pairs);
  // Each pair of units that one side has together and the other has not is seen once looking forward, twice looking both ways.
  const auto both = seamark::unit_errors(reference, hypothesis, mass, false), forward = seamark::unit_errors(reference, hypothesis, mass, true);
  CHECK(both.false_negative == 2 * forward.false_negative && both.false_positive == 2 * forward.false_positive);
  CHECK(naive::close(forward.false_negative / counts.pairs, (counts.same_reference - counts.same_both) / counts.pairs, rounding) ||
        counts.pairs == 0);
  const double covering = seamark::covering_sum(reference, hypothesis, mass), covered = seamark::covering_sum(hypothesis, reference, mass);
  const double whole = static_cast<double>(mass) * (1 + rounding);
  CHECK(0 < covering && covering <= whole && covered <= whole);
  const auto entropies = seamark::group_entropies(seamark::SegmentGroups{reference, hypothesis, mass});
  CHECK(0 <= entropies.reference_given_hypothesis && entropies.reference_given_hypothesis <= entropies.reference * (1 + rounding) + rounding);
  CHECK(naive::close(entropies.reference + entropies.hypothesis_given_reference, entropies.hypothesis + entropies.reference_given_hypothesis, rounding));
  const double agreement = naive::agreement(seamark::pair_weights(reference, hypothesis, mass, mu));
  CHECK(-rounding <= agreement && agreement <= 1 + rounding);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::FuzzedInput input(data, size);
  const std::int64_t largest = input.one_of<std::int64_t>({8, 40, 100'000, seamark::largest_mass});
  const double mu = std::ldexp(static_cast<double>(input.byte()), -static_cast<int>(input.byte() % 80));
  const fuzz::FuzzedPair pair(input, largest, 60);
  if (largest <= 40) naive::check_all_partitions(pair.reference, pair.hypothesis, pair.mass, mu);
  check_laws(pair, mu);
  fuzz::stop_if_failed(pair.reference, pair.hypothesis, pair.mass);
  return 0;
}
