// Pairing boundaries: tolerance matching against augmenting paths, the generalized Hamming distance against a full
// table and against every possible assignment.
#include <algorithm>
#include <cmath>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <limits>
#include <vector>

#include "check.hpp"
#include "random_pairs.hpp"
#include "seamark/hamming.hpp"
#include "seamark/tolerance_matching.hpp"

namespace {

using seamark::HammingCosts;
using seamark::testing::Positions;
using seamark::testing::RandomPairs;

// Maximum bipartite matching that knows nothing of order.
std::int64_t naive_matches(const Positions& reference, const Positions& hypothesis, std::int64_t tolerance) {
  constexpr std::size_t nobody = std::numeric_limits<std::size_t>::max();
  std::vector<std::size_t> partner(hypothesis.size(), nobody);
  std::vector<bool> seen;
  const std::function<bool(std::size_t)> place = [&](std::size_t i) {
    for (std::size_t j = 0; j < hypothesis.size(); ++j) {
      if (seen[j] || std::abs(reference[i] - hypothesis[j]) > tolerance) continue;
      seen[j] = true;
      if (partner[j] != nobody && !place(partner[j])) continue;
      partner[j] = i;
      return true;
    }
    return false;
  };
  std::int64_t matches = 0;
  for (std::size_t i = 0; i < reference.size(); ++i) {
    seen.assign(hypothesis.size(), false);
    matches += place(i);
  }
  return matches;
}

double shift_cost(std::int64_t from, std::int64_t to, const HammingCosts& costs) {
  return costs.shift * static_cast<double>(std::abs(from - to));
}

// Compared by cost, then by insertions and deletions.
struct Cheapest {
  double cost = 0.0;
  std::int64_t unpaired = 0;

  [[nodiscard]] Cheapest plus(double more, std::int64_t boundaries) const {
    return {cost + more, unpaired + boundaries};
  }
  auto operator<=>(const Cheapest&) const = default;
};

// The whole table over both lists.
Cheapest by_table(const Positions& reference, const Positions& hypothesis, const HammingCosts& costs) {
  std::vector<Cheapest> row(hypothesis.size() + 1);
  for (std::size_t j = 0; j < hypothesis.size(); ++j) row[j + 1] = row[j].plus(costs.deletion, 1);
  for (const std::int64_t boundary : reference) {
    std::vector<Cheapest> next(row.size(), row[0].plus(costs.insertion, 1));
    for (std::size_t j = 0; j < hypothesis.size(); ++j) {
      next[j + 1] = std::min({row[j + 1].plus(costs.insertion, 1), next[j].plus(costs.deletion, 1),
                              row[j].plus(shift_cost(hypothesis[j], boundary, costs), 0)});
    }
    row = next;
  }
  return row.back();
}

// Every assignment, crossing or not.
double cheapest_assignment(const Positions& reference, const Positions& hypothesis, const HammingCosts& costs) {
  std::vector<bool> used(hypothesis.size(), false);
  const std::function<double(std::size_t)> rest = [&](std::size_t i) -> double {
    if (i == reference.size()) {
      return costs.deletion * static_cast<double>(std::count(used.begin(), used.end(), false));
    }
    double best = costs.insertion + rest(i + 1);
    for (std::size_t j = 0; j < hypothesis.size(); ++j) {
      if (used[j]) continue;
      used[j] = true;
      best = std::min(best, shift_cost(hypothesis[j], reference[i], costs) + rest(i + 1));
      used[j] = false;
    }
    return best;
  };
  return rest(0);
}

void check_hamming(const Positions& reference, const Positions& hypothesis, std::int64_t mass,
                   const HammingCosts& costs, double expected, seamark::HammingWorkspace& workspace) {
  const auto edits = seamark::hamming_edits(reference, hypothesis, costs, workspace);
  const auto shifts_and_matches = static_cast<std::int64_t>(reference.size()) - edits.insertions;
  bool good = CHECK(std::abs(edits.cost(costs) - expected) <= 1e-12 * std::max(1.0, expected));
  good &= CHECK(edits.insertions >= 0 && edits.deletions >= 0 && edits.shifted >= 0.0 && shifts_and_matches >= 0);
  good &= CHECK(shifts_and_matches == static_cast<std::int64_t>(hypothesis.size()) - edits.deletions);
  if (good) return;
  seamark::testing::print_pair(reference, hypothesis, mass);
  std::fprintf(stderr, "  costs %g %g %g: expected %.17g\n", costs.insertion, costs.deletion, costs.shift, expected);
}

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
    const std::int64_t expected = naive_matches(reference, hypothesis, tolerance);
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
    if (CHECK(edits.cost(costs) == expected.cost && edits.insertions + edits.deletions == expected.unpaired)) continue;
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
  CHECK(edits.insertions == 1 && edits.deletions == 0 && edits.shifted == 1.0 && edits.cost({}) == 3.0);
  const HammingCosts half{1.0, 1.0, 0.5};
  CHECK(seamark::hamming_edits(reference, hypothesis, half, workspace).cost(half) == 1.5);
  // The hypothesis is turned into the reference: what only the reference has is inserted.
  const HammingCosts uneven{1.0, 5.0, 0.5};
  CHECK(seamark::hamming_edits(reference, Positions{}, uneven, workspace).cost(uneven) == 3.0);
  CHECK(seamark::hamming_edits(Positions{}, reference, uneven, workspace).cost(uneven) == 15.0);
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
