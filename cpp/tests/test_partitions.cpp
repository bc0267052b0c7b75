// Partition views, R_FN / R_FP and P_mu against versions that look at every unit or every pair of units.
#include <cmath>
#include <cstdint>

#include "check.hpp"
#include "naive_partitions.hpp"
#include "random_pairs.hpp"
#include "seamark/partitions.hpp"

namespace {

using naive::close;
using seamark::testing::Positions;
using seamark::testing::RandomPairs;

constexpr std::int64_t largest = std::int64_t{1} << 62;

void test_small() {
  RandomPairs random(21);
  for (int trial = 0; trial < 12000; ++trial) {
    const std::int64_t mass = random.between(1, random.one_of<std::int64_t>({1, 2, 6, 25}));
    const Positions reference = random.dense(mass);
    const Positions hypothesis = random.between(0, 1) == 0 ? random.dense(mass) : random.perturbed(reference, mass);
    const double mu = random.one_of<double>({0.0, 1e-300, 1e-12, 1e-3, 0.02, 0.2, 1.0, 5.0, 1000.0});
    const long failed = seamark::testing::tally().failed;
    naive::check_all_partitions(reference, hypothesis, mass, mu);
    if (seamark::testing::tally().failed != failed) seamark::testing::print_pair(reference, hypothesis, mass);
  }
}

void test_identity() {
  RandomPairs random(22);
  for (int trial = 0; trial < 1000; ++trial) {
    const std::int64_t mass = random.one_of<std::int64_t>({1, 2, 50, largest});
    const Positions positions = random.sparse(mass, 20);
    CHECK(seamark::unit_errors(positions, positions, mass, false).false_negative == 0.0);
    CHECK(naive::agreement(seamark::pair_weights(positions, positions, mass, 0.1)) == 1.0);
    const auto entropies = seamark::group_entropies(seamark::SegmentGroups{positions, positions, mass});
    CHECK(entropies.reference_given_hypothesis == 0.0 && entropies.hypothesis_given_reference == 0.0);
    CHECK(entropies.reference == entropies.hypothesis);
    const auto pairs = seamark::pair_counts(seamark::SegmentGroups{positions, positions, mass});
    CHECK(pairs.same_reference == pairs.same_both && pairs.same_hypothesis == pairs.same_both);
  }
}

// Sums that pass 2^63: nothing wraps, and small parts of large wholes keep their digits.
void test_largest_mass() {
  const double n = static_cast<double>(largest);
  const Positions nothing, half{largest / 2}, one_off{1};
  CHECK(close(seamark::pair_counts(seamark::SegmentGroups{nothing, half, largest}).pairs / n / n, 0.5));
  CHECK(close(seamark::pair_counts(seamark::SegmentGroups{nothing, half, largest}).same_hypothesis / n / n, 0.25));
  CHECK(close(seamark::unit_errors(nothing, half, largest, false).false_negative / n / n, 0.5));
  CHECK(close(seamark::unit_errors(nothing, half, largest, true).false_negative / n / n, 0.25));
  CHECK(close(seamark::covering_sum(nothing, half, largest) / n, 0.5));
  CHECK(close(seamark::group_entropies(seamark::SegmentGroups{nothing, half, largest}).hypothesis, std::log(2.0)));
  // -(1/n) log(1/n) - (1 - 1/n) log(1 - 1/n), whose second half is 1/n to all digits.
  CHECK(close(seamark::group_entropies(seamark::SegmentGroups{nothing, one_off, largest}).hypothesis * n, std::log(n) + 1.0));
  CHECK(close(seamark::group_entropies(seamark::SegmentGroups{nothing, one_off, largest}).hypothesis_given_reference * n, std::log(n) + 1.0));
  CHECK(close(naive::agreement(seamark::pair_weights(nothing, half, largest, 0.0)), 0.5));
  // With mu * n = 2 the sums are integrals: pairs within the halves weigh 2 / e, all pairs 1 + 1 / e^2.
  CHECK(close(naive::agreement(seamark::pair_weights(nothing, half, largest, 2.0 / n)), 1.0 / std::cosh(1.0)));
}

// The closed form against the sum it stands for, on both sides of where the series takes over.
void test_closed_form() {
  for (const std::int64_t units : {1, 2, 3, 10, 1000, 20000}) {
    for (const double reach : {0.0, 1e-9, 1e-3, 0.1, 0.49, 0.4999999, 0.5, 0.51, 1.0, 10.0, 1e4}) {
      const double mu = reach / static_cast<double>(units);
      long double expected = 0.0L;
      for (std::int64_t d = units - 1; d >= 1; --d) {
        const long double decay = std::exp(-static_cast<long double>(mu) * static_cast<long double>(d - 1));
        expected += static_cast<long double>(units - d) * decay;
      }
      CHECK(close(seamark::WeightOfPairs(mu)(units), static_cast<double>(expected), 1e-13));
    }
  }
}

void test_worked_example() {
  const Positions reference{5, 10, 15}, hypothesis{5, 11};
  const auto both = seamark::unit_errors(reference, hypothesis, 20, false);
  const auto forward = seamark::unit_errors(reference, hypothesis, 20, true);
  CHECK(both.false_negative == 8.0 && both.false_positive == 50.0);
  CHECK(forward.false_negative == 4.0 && forward.false_positive == 25.0);
  CHECK(close(seamark::covering_sum(reference, hypothesis, 20) / 20.0, 0.6972, 1e-4));
  CHECK(close(seamark::covering_sum(hypothesis, reference, 20) / 20.0, 0.75));
  const auto pairs = seamark::pair_counts(seamark::SegmentGroups{reference, hypothesis, 20});
  CHECK(close(pairs.same_both / pairs.same_hypothesis, 0.5902, 1e-4));
  CHECK(close(pairs.same_both / pairs.same_reference, 0.9));
  CHECK(close(naive::agreement(seamark::pair_weights(reference, hypothesis, 20, 0.2)), 0.7872, 1e-4));
}

}  // namespace

int main() {
  test_worked_example();
  test_small();
  test_identity();
  test_largest_mass();
  test_closed_form();
  return seamark::testing::checks_summary();
}
