// Pairing boundaries: tolerance matching against augmenting paths, the generalized Hamming distance against a full
// table and against every possible assignment.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "check.hpp"
#include "naive_boundaries.hpp"
#include "random_pairs.hpp"
#include "seamark/boundaries.hpp"

namespace {

using naive::by_table;
using naive::check_hamming;
using naive::cheapest_assignment;
using naive::Cheapest;
using naive::maximum_matching;
using seamark::HammingCosts;
using seamark::testing::Positions;
using seamark::testing::RandomPairs;

HammingCosts random_costs(RandomPairs& random) {
  const std::vector<double> values{0.0, 0.25, 0.5, 1.0, 2.0, 3.0, 0.1, 10.0};
  return {random.one_of(values), random.one_of(values), random.one_of(values)};
}

void test_tolerance() {
  RandomPairs random(11);
  for (int trial = 0; trial < 40000; ++trial) {
    const std::int64_t mass = random.between(1, random.one_of<std::int64_t>({2, 12, 40}));
    const Positions reference = random.dense(mass);
    const Positions hypothesis = random.between(0, 1) == 0 ? random.dense(mass) : random.perturbed(reference, mass);
    constexpr std::int64_t no_limit = std::numeric_limits<std::int64_t>::max();
    const std::int64_t tolerance = random.one_of<std::int64_t>({0, 1, 2, 3, 7, mass, no_limit});
    const std::int64_t expected = maximum_matching(reference, hypothesis, tolerance);
    naive::check_distances(reference, hypothesis, tolerance);
    if (CHECK(seamark::count_matches(reference, hypothesis, tolerance) == expected)) continue;
    seamark::testing::print_pair(reference, hypothesis, mass);
  }
  constexpr std::int64_t largest = std::int64_t{1} << 62;
  CHECK(seamark::count_matches(Positions{1, largest - 1}, Positions{2, 3, largest - 2}, 1) == 2);
  CHECK(seamark::count_matches(Positions{1}, Positions{largest - 1}, largest - 2) == 1);
  CHECK(seamark::count_matches(Positions{1}, Positions{largest - 1}, largest - 3) == 0);
}

void test_hamming_table() {
  RandomPairs random(12);
  seamark::HammingWorkspace workspace;
  for (int trial = 0; trial < 40000; ++trial) {
    const std::int64_t mass = random.between(1, random.one_of<std::int64_t>({2, 8, 30}));
    const Positions reference = random.dense(mass);
    const Positions hypothesis = random.between(0, 1) == 0 ? random.dense(mass) : random.perturbed(reference, mass);
    const HammingCosts costs = random_costs(random);
    check_hamming(reference, hypothesis, mass, costs, by_table(reference, hypothesis, costs).cost, workspace);
  }
}

// Costs that add up without rounding, so that ties are ties.
void test_hamming_ties() {
  RandomPairs random(15);
  seamark::HammingWorkspace workspace;
  for (int trial = 0; trial < 20000; ++trial) {
    const std::int64_t mass = random.between(1, random.one_of<std::int64_t>({6, 12, 30}));
    const Positions reference = random.dense(mass), hypothesis = random.dense(mass);
    const std::vector<double> values{0.0, 0.5, 1.0, 2.0};
    const HammingCosts costs{random.one_of(values), random.one_of(values), random.one_of(values)};
    const auto edits = seamark::hamming_edits(reference, hypothesis, costs, workspace);
    const Cheapest expected = by_table(reference, hypothesis, costs);
    if (CHECK(naive::cost_of(edits, costs) == expected.cost && edits.insertions + edits.deletions == expected.unpaired)) continue;
    seamark::testing::print_pair(reference, hypothesis, mass);
  }
}

void test_hamming_assignments() {
  RandomPairs random(13);
  seamark::HammingWorkspace workspace;
  for (int trial = 0; trial < 5000; ++trial) {
    const std::int64_t mass = random.between(1, 14);
    const Positions reference = random.sparse(mass, 4), hypothesis = random.sparse(mass, 5);
    const HammingCosts costs = random_costs(random);
    check_hamming(reference, hypothesis, mass, costs, cheapest_assignment(reference, hypothesis, costs), workspace);
  }
}

void test_hamming_extremes() {
  RandomPairs random(14);
  seamark::HammingWorkspace workspace;
  constexpr std::int64_t largest = std::int64_t{1} << 62;
  for (int trial = 0; trial < 2000; ++trial) {
    const Positions reference = random.sparse(largest, 30), hypothesis = random.sparse(largest, 30);
    const HammingCosts costs{2.0, 2.0, random.one_of<double>({0.0, 1e-30, 1e-18, 1e-17, 1.0})};
    check_hamming(reference, hypothesis, largest, costs, by_table(reference, hypothesis, costs).cost, workspace);
  }
}

void test_worked_example() {
  seamark::HammingWorkspace workspace;
  const Positions reference{5, 10, 15}, hypothesis{5, 11};
  const auto edits = seamark::hamming_edits(reference, hypothesis, {}, workspace);
  CHECK(edits.insertions == 1 && edits.deletions == 0 && edits.shifted == 1.0 && naive::cost_of(edits, {}) == 3.0);
  const HammingCosts half{1.0, 1.0, 0.5};
  CHECK(naive::cost_of(seamark::hamming_edits(reference, hypothesis, half, workspace), half) == 1.5);
  // The hypothesis is turned into the reference: what only the reference has is inserted.
  const HammingCosts uneven{1.0, 5.0, 0.5};
  CHECK(naive::cost_of(seamark::hamming_edits(reference, Positions{}, uneven, workspace), uneven) == 3.0);
  CHECK(naive::cost_of(seamark::hamming_edits(Positions{}, reference, uneven, workspace), uneven) == 15.0);
  CHECK(seamark::count_matches(reference, hypothesis, 0) == 1);
  CHECK(seamark::count_matches(reference, hypothesis, 1) == 2);
}

}  // namespace

int main() {
  test_worked_example();
  test_tolerance();
  test_hamming_table();
  test_hamming_ties();
  test_hamming_assignments();
  test_hamming_extremes();
  return seamark::testing::checks_summary();
}
