// Boundaries paired the slow way: augmenting paths for the tolerance, a full table and every assignment for the generalized
// Hamming distance, every pair for distances; and the comparison of the kernel with them.
#pragma once

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
#include "seamark/boundaries.hpp"

namespace naive {

using seamark::HammingCosts;
using seamark::testing::Positions;

// Maximum bipartite matching that knows nothing of order.
inline std::int64_t maximum_matching(const Positions& reference, const Positions& hypothesis, std::int64_t tolerance) {
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

inline double shift_cost(std::int64_t from, std::int64_t to, const HammingCosts& costs) {
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
inline Cheapest by_table(const Positions& reference, const Positions& hypothesis, const HammingCosts& costs) {
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
inline double cheapest_assignment(const Positions& reference, const Positions& hypothesis, const HammingCosts& costs) {
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

inline double cost_of(const seamark::HammingEdits& edits, const HammingCosts& costs) {
  return costs.insertion * static_cast<double>(edits.insertions) + costs.deletion * static_cast<double>(edits.deletions) + costs.shift * edits.shifted;
}

inline void check_hamming(const Positions& reference, const Positions& hypothesis, std::int64_t mass,
                   const HammingCosts& costs, double expected, seamark::HammingWorkspace& workspace) {
  const auto edits = seamark::hamming_edits(reference, hypothesis, costs, workspace);
  const auto shifts_and_matches = static_cast<std::int64_t>(reference.size()) - edits.insertions;
  bool good = CHECK(std::abs(cost_of(edits, costs) - expected) <= 1e-12 * std::max(1.0, expected));
  good &= CHECK(edits.insertions >= 0 && edits.deletions >= 0 && edits.shifted >= 0.0 && shifts_and_matches >= 0);
  good &= CHECK(shifts_and_matches == static_cast<std::int64_t>(hypothesis.size()) - edits.deletions);
  if (good) return;
  seamark::testing::print_pair(reference, hypothesis, mass);
  std::fprintf(stderr, "  costs %g %g %g: expected %.17g\n", costs.insertion, costs.deletion, costs.shift, expected);
}

// From every boundary to all of the other side.
inline void check_distances(const Positions& reference, const Positions& hypothesis, std::int64_t tolerance) {
  const auto found = seamark::boundary_distances(reference, hypothesis, false, tolerance);
  double largest = 0.0;
  const auto side = [&](const Positions& from, const Positions& to, double sum, double median, double within) {
    std::vector<double> distances;
    for (const std::int64_t one : from) {
      double nearest = std::numeric_limits<double>::infinity();
      for (const std::int64_t other : to) nearest = std::min(nearest, static_cast<double>(one < other ? other - one : one - other));
      distances.push_back(nearest);
    }
    std::sort(distances.begin(), distances.end());
    double total = 0.0, near = 0.0;
    for (const double distance : distances) {
      total += distance;
      near += distance <= static_cast<double>(tolerance) ? 1.0 : 0.0;
      largest = std::max(largest, distance);
    }
    const std::size_t half = distances.size() / 2;
    const double middle = distances.size() % 2 == 1 ? distances[half] : (distances[half - 1] + distances[half]) / 2.0;
    CHECK(sum == total && median == middle && within == near);
  };
  CHECK(found.count_a == static_cast<double>(reference.size()) && found.count_b == static_cast<double>(hypothesis.size()));
  if (reference.empty() || hypothesis.empty()) return;
  side(reference, hypothesis, found.sum_a, found.median_a, found.within_a);
  side(hypothesis, reference, found.sum_b, found.median_b, found.within_b);
  CHECK(found.largest == largest);
}

}  // namespace naive
