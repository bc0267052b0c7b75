// Edit distance over many pairs held in columns. Nothing is allocated per pair: buffers grow to the largest pair and stay.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include "seamark/columns.hpp"
#include "seamark/dense.hpp"
#include "seamark/edit_costs.hpp"
#include "seamark/one_type.hpp"
#include "seamark/several_types.hpp"

namespace seamark {

// Counts the edits of one pair after another with the same costs.
class EditCounting {
 public:
  explicit EditCounting(const EditCosts& costs, Checkpoint* checkpoint = nullptr)
      : costs_(costs),
        shortcut_(dense_shortcut()),
        adjacent_only_(costs.n == 2 && costs.near_miss(1) <= 2.0 * costs.addition + tie_width),
        adjacent_weight_(costs.scaled(1)),
        aligner_(checkpoint) {}

  [[nodiscard]] EditCounts one_type(std::span<const std::int64_t> a, std::span<const std::int64_t> b, std::int64_t mass) {
    if (adjacent_only_) {
      // With less than a boundary per word of the short cut, the general path is quicker.
      const auto boundaries = static_cast<std::int64_t>(a.size() + b.size());
      const bool dense = mass <= std::min(shortcut_.limit, dense_word_mass * boundaries);
      return from_adjacent(dense ? shortcut_.count(a, b, mass) : count_sparse(a, b), a.size());
    }
    EditCounter counter(costs_);
    align_one_type(a, b, costs_, workspace_, counter);
    return counter.counts();
  }

  [[nodiscard]] EditCounts several_types(TypedBoundaries a, TypedBoundaries b) {
    EditCounter counter(costs_);
    aligner_.align(a, b, costs_, counter);
    return counter.counts();
  }

  // Whether only neighbouring potential boundaries can be near misses, so that AdjacentCounts say everything.
  [[nodiscard]] bool adjacent_only() const { return adjacent_only_; }

  [[nodiscard]] EditCounts from_adjacent(const AdjacentCounts& adjacent, std::size_t boundaries_a) const {
    EditCounts counts;
    counts.matches = static_cast<std::int64_t>(boundaries_a) - adjacent.unmatched_a;
    counts.additions_a = adjacent.unmatched_a - adjacent.near_misses;
    counts.additions_b = adjacent.unmatched_b - adjacent.near_misses;
    counts.transpositions = adjacent.near_misses;
    counts.transposed_distance = static_cast<double>(adjacent.near_misses);
    counts.transposition_weight = adjacent_weight_ * static_cast<double>(adjacent.near_misses);
    return counts;
  }

 private:
  [[nodiscard]] AdjacentCounts count_sparse(std::span<const std::int64_t> a, std::span<const std::int64_t> b) {
    workspace_.reserve(a.size() + b.size());
    const std::size_t unmatched = collect_unmatched(a, b, workspace_.unmatched.data());
    const std::size_t matched = (a.size() + b.size() - unmatched) / 2;
    return {static_cast<std::int64_t>(a.size() - matched), static_cast<std::int64_t>(b.size() - matched),
            count_adjacent({workspace_.unmatched.data(), unmatched})};
  }

  const EditCosts& costs_;
  DenseShortcut shortcut_;
  bool adjacent_only_;
  double adjacent_weight_;
  OneTypeWorkspace workspace_;
  TypedAligner aligner_;
};

// Calls sink(pair, counts) for every pair. Both columns and `masses` describe the same number of pairs.
template <class Sink>
void count_edits(const Column& a, const Column& b, std::span<const std::int64_t> masses, const EditCosts& costs, Sink&& sink,
                 Checkpoint* checkpoint = nullptr) {
  EditCounting counting(costs, checkpoint);
  if (a.types.empty() && b.types.empty()) {
    for_each_pair(a, b, masses.size(), checkpoint, [&](std::size_t i) { sink(i, counting.one_type(a[i], b[i], masses[i])); });
  } else {
    for_each_pair(a, b, masses.size(), checkpoint, [&](std::size_t i) { sink(i, counting.several_types(a.typed(i), b.typed(i))); });
  }
}

}  // namespace seamark
