// Boundaries of two segmentations set against each other: pairs within a tolerance, and the generalized Hamming distance.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "seamark/columns.hpp"
#include "seamark/platform.hpp"

namespace seamark {

// The size of a maximum matching in which paired positions are at most `tolerance` (>= 0) apart.
//
// The two smallest boundaries left are paired when they may be. That loses nothing: each of them reaches at most as far
// right as any later boundary, so a matching that pairs them otherwise can be exchanged for one that pairs them with
// each other. When they may not be paired, the smaller one is out of everybody's reach. Linear in boundaries.
[[nodiscard]] inline std::int64_t count_matches(Positions reference, Positions hypothesis, std::int64_t tolerance) {
  std::size_t i = 0, j = 0;
  std::int64_t matches = 0;
  while (i < reference.size() && j < hypothesis.size()) {
    // Without branches: which side comes next is as good as random.
    const std::int64_t ahead = reference[i] - hypothesis[j];
    const bool hypothesis_lost = ahead > tolerance, reference_lost = ahead < -tolerance;
    matches += !(hypothesis_lost | reference_lost);
    i += !hypothesis_lost;
    j += !reference_lost;
  }
  return matches;
}

// ------------------------------------------------------------------------------------------------- distances of boundaries

// From every boundary to the nearest one of the other side, or to the one of the same number. Of a side without any boundary, and
// towards such a side, all is 0.
struct BoundaryDistances {
  double count_a = 0.0, count_b = 0.0;    // boundaries of the reference, of the hypothesis
  double sum_a = 0.0, sum_b = 0.0;        // from these to the other side
  double median_a = 0.0, median_b = 0.0;
  double within_a = 0.0, within_b = 0.0;  // boundaries at most the tolerance away from the other side
  double largest = 0.0;                   // of both directions
  double ahead = 0.0;                     // hypothesis minus reference, summed, in order
};

[[nodiscard]] inline BoundaryDistances boundary_distances(Positions reference, Positions hypothesis, bool in_order, std::int64_t tolerance) {
  BoundaryDistances found{static_cast<double>(reference.size()), static_cast<double>(hypothesis.size())};
  if (reference.empty() || hypothesis.empty()) return found;
  std::vector<std::int64_t> distances;
  const auto look = [&](Positions from, Positions to, double& total, double& median, double& within) {
    WideInteger sum = 0;
    distances.clear();
    for (std::size_t i = 0, j = 0; i < from.size(); ++i) {
      const auto apart = [&](std::size_t k) { return from[i] < to[k] ? to[k] - from[i] : from[i] - to[k]; };
      while (!in_order && j + 1 < to.size() && apart(j + 1) <= apart(j)) ++j;
      distances.push_back(apart(in_order ? std::min(i, to.size() - 1) : j));
      sum += WideInteger{distances.back()};
      within += distances.back() <= tolerance ? 1.0 : 0.0;
      found.largest = std::max(found.largest, static_cast<double>(distances.back()));
    }
    total = static_cast<double>(sum);
    const auto middle = distances.begin() + static_cast<std::ptrdiff_t>(distances.size() / 2);
    std::nth_element(distances.begin(), middle, distances.end());
    median = static_cast<double>(*middle);
    if (distances.size() % 2 == 0) median = (median + static_cast<double>(*std::max_element(distances.begin(), middle))) / 2.0;
  };
  look(reference, hypothesis, found.sum_a, found.median_a, found.within_a);
  look(hypothesis, reference, found.sum_b, found.median_b, found.within_b);
  WideInteger ahead = 0;
  for (std::size_t i = 0; i < std::min(reference.size(), hypothesis.size()); ++i) ahead += WideInteger{hypothesis[i] - reference[i]};
  found.ahead = static_cast<double>(ahead);
  return found;
}

// -------------------------------------------------------------------------------------------- generalized Hamming distance
//
// The cheapest way to turn the hypothesis into the reference by inserting, deleting and shifting boundaries, where a shift costs
// in proportion to its length.
//
// Going along the text, let cost(f) be the least cost of everything up to here when f reference boundaries still wait
// for a partner further right (negative: hypothesis boundaries wait). It is convex in f, so its slopes say all:
//   - moving right by g adds shift * g to the slopes above f = 0 and takes it from those below;
//   - a reference boundary (waits for free, or is inserted) adds the slope -insertion among the slopes;
//   - a hypothesis boundary (waits for free, or is deleted) adds the slope +deletion.
// Each boundary hands one slope over from one half to the other: the largest below f = 0, or the smallest above, the
// new slope being one of them. What is handed over is next to f = 0 again on the other side, so both halves are stacks.
// A new slope that stays behind can be forgotten: it only moves away, and the next new one is always nearer. The whole
// is linear in the number of boundaries for any costs: no table, no band.

// Finite and >= 0.
struct HammingCosts {
  double insertion = 2.0;
  double deletion = 2.0;
  double shift = 1.0;
};

// A cheapest set of edits; of equally cheap ones, one with the fewest insertions and deletions. `shifted` is the summed
// length of all shifts: an integer, held in a double because it can pass 2^63; exact up to 2^53.
struct HammingEdits {
  std::int64_t insertions = 0;
  std::int64_t deletions = 0;
  double shifted = 0.0;
};

// A slope of the cost, kept as what it is made of so that nothing is rounded before it is compared:
// minus an insertion or plus a deletion, and `distance` times the shift, as of the position `since`.
struct HammingSlope {
  std::int64_t distance = 0;
  std::int64_t since = 0;
  bool of_deletion = false;

  [[nodiscard]] double value(const HammingCosts& costs) const {
    return (of_deletion ? costs.deletion : -costs.insertion) + costs.shift * static_cast<double>(distance);
  }
};

// Grows to the largest pair seen and is then reused.
struct HammingWorkspace {
  std::vector<HammingSlope> below, above;
};

// The generalized Hamming distance of one pair. Linear in boundaries.
[[nodiscard]] inline HammingEdits hamming_edits(Positions reference, Positions hypothesis, const HammingCosts& costs, HammingWorkspace& workspace) {
  workspace.below.clear();
  workspace.above.clear();
  HammingEdits edits;
  WideInteger shifted = 0;
  const auto take = [&](std::int64_t position, bool in_hypothesis) {
    const std::int64_t direction = in_hypothesis ? 1 : -1;
    auto& from = in_hypothesis ? workspace.above : workspace.below;
    HammingSlope slope{0, position, in_hypothesis};
    if (!from.empty()) {
      HammingSlope top = from.back();
      top.distance += direction * (position - top.since);
      top.since = position;
      // On a tie the waiting boundary is taken: one shift instead of an insertion and a deletion.
      const double waiting = top.value(costs), alone = slope.value(costs);
      if (in_hypothesis ? waiting <= alone : waiting >= alone) {
        slope = top;
        from.pop_back();
      }
    }
    (in_hypothesis ? workspace.below : workspace.above).push_back(slope);
    // The cost at f = 0 changes by the slope that crosses over.
    if (slope.of_deletion) edits.deletions += direction;
    else edits.insertions -= direction;
    shifted += static_cast<WideInteger>(direction) * slope.distance;
  };
  std::size_t i = 0, j = 0;
  while (i < reference.size() || j < hypothesis.size()) {
    const bool take_reference = j == hypothesis.size() || (i < reference.size() && reference[i] <= hypothesis[j]);
    if (take_reference) take(reference[i++], false);
    else take(hypothesis[j++], true);
  }
  edits.shifted = static_cast<double>(shifted);
  return edits;
}

}  // namespace seamark
