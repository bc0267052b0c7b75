// Generalized Hamming distance: the cheapest way to turn the hypothesis into the reference by inserting, deleting and
// shifting boundaries, where a shift costs in proportion to its length.
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
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "seamark/wide_integer.hpp"

namespace seamark {

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

  [[nodiscard]] double cost(const HammingCosts& costs) const {
    return costs.insertion * static_cast<double>(insertions) + costs.deletion * static_cast<double>(deletions) +
           costs.shift * shifted;
  }
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
  std::vector<HammingSlope> below;
  std::vector<HammingSlope> above;
};

class HammingSweep {
 public:
  HammingSweep(const HammingCosts& costs, HammingWorkspace& workspace)
      : costs_(costs), below_(workspace.below), above_(workspace.above) {
    below_.clear();
    above_.clear();
  }

  void reference_boundary(std::int64_t position) {
    HammingSlope slope{0, position, false};
    if (!below_.empty()) {
      const HammingSlope top = moved(below_.back(), position, -1);
      // On a tie the waiting boundary is taken: one shift instead of an insertion and a deletion.
      if (top.value(costs_) >= slope.value(costs_)) {
        slope = top;
        below_.pop_back();
      }
    }
    above_.push_back(slope);
    count(slope, -1);
  }

  void hypothesis_boundary(std::int64_t position) {
    HammingSlope slope{0, position, true};
    if (!above_.empty()) {
      const HammingSlope top = moved(above_.back(), position, +1);
      if (top.value(costs_) <= slope.value(costs_)) {
        slope = top;
        above_.pop_back();
      }
    }
    below_.push_back(slope);
    count(slope, +1);
  }

  [[nodiscard]] HammingEdits edits() const { return {insertions_, deletions_, static_cast<double>(shifted_)}; }

 private:
  static HammingSlope moved(HammingSlope slope, std::int64_t position, std::int64_t direction) {
    slope.distance += direction * (position - slope.since);
    slope.since = position;
    return slope;
  }

  // The cost at f = 0 changes by the slope that crosses over.
  void count(const HammingSlope& slope, std::int64_t sign) {
    if (slope.of_deletion) deletions_ += sign;
    else insertions_ -= sign;
    shifted_ += static_cast<WideInteger>(sign) * slope.distance;
  }

  HammingCosts costs_;
  std::vector<HammingSlope>& below_;
  std::vector<HammingSlope>& above_;
  std::int64_t insertions_ = 0;
  std::int64_t deletions_ = 0;
  WideInteger shifted_ = 0;
};

// The generalized Hamming distance of one pair. Linear in boundaries.
[[nodiscard]] inline HammingEdits hamming_edits(std::span<const std::int64_t> reference,
                                                std::span<const std::int64_t> hypothesis, const HammingCosts& costs,
                                                HammingWorkspace& workspace) {
  HammingSweep sweep(costs, workspace);
  std::size_t i = 0, j = 0;
  while (i < reference.size() || j < hypothesis.size()) {
    const bool take_reference = j == hypothesis.size() || (i < reference.size() && reference[i] <= hypothesis[j]);
    if (take_reference) sweep.reference_boundary(reference[i++]);
    else sweep.hypothesis_boundary(hypothesis[j++]);
  }
  return sweep.edits();
}

}  // namespace seamark
