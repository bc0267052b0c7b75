// Labelled segments: how long two labels stand together, and what follows for labels as clusters of units.
//
// A labelled segmentation of N units is a row of typed boundaries of mass N + 1: one boundary before every segment, moved on by
// a place so that the first segment has one too, whose type code is the label. No type codes mean that there is one label.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "seamark/columns.hpp"
#include "seamark/partitions.hpp"
#include "seamark/wide_integer.hpp"

namespace seamark {

[[nodiscard]] inline std::int32_t label_of(TypedBoundaries row, std::size_t segment) {
  return row.types.empty() ? 0 : row.types[segment];
}

// The units before the end of a segment.
[[nodiscard]] inline std::int64_t segment_end(TypedBoundaries row, std::size_t segment, std::int64_t mass) {
  return (segment + 1 < row.positions.size() ? row.positions[segment + 1] : mass) - 1;
}

// Calls visit(label of the reference, label of the hypothesis, length) for every overlap, from left to right.
template <class Visit>
void for_each_label_overlap(TypedBoundaries reference, TypedBoundaries hypothesis, std::int64_t mass, Visit&& visit) {
  std::size_t i = 0, j = 0;
  std::int64_t begin = 0;
  while (i < reference.positions.size() && j < hypothesis.positions.size()) {
    const std::int64_t end_a = segment_end(reference, i, mass), end_b = segment_end(hypothesis, j, mass), end = std::min(end_a, end_b);
    visit(label_of(reference, i), label_of(hypothesis, j), end - begin);
    if (end_a == end) ++i;
    if (end_b == end) ++j;
    begin = end;
  }
}

[[nodiscard]] inline std::int64_t equally_labelled(TypedBoundaries reference, TypedBoundaries hypothesis, std::int64_t mass) {
  std::int64_t units = 0;
  for_each_label_overlap(reference, hypothesis, mass, [&](std::int32_t a, std::int32_t b, std::int64_t length) {
    if (a == b) units += length;
  });
  return units;
}

// How many units have one label in the reference and one in the hypothesis, for all pairs of labels that meet.
class LabelTable {
 public:
  struct Cell {
    std::int32_t reference, hypothesis;
    std::int64_t length;
    // Of all units with the same label on that side.
    std::int64_t reference_length = 0, hypothesis_length = 0;
  };

  void fill(TypedBoundaries reference, TypedBoundaries hypothesis, std::int64_t mass) {
    cells_.clear();
    for_each_label_overlap(reference, hypothesis, mass,
                           [&](std::int32_t a, std::int32_t b, std::int64_t length) { cells_.push_back({a, b, length}); });
    units_ = mass - 1;
    sum_equal_cells();
    sum_sides<&Cell::hypothesis, &Cell::hypothesis_length>(hypothesis_lengths_);
    sum_sides<&Cell::reference, &Cell::reference_length>(reference_lengths_);
  }

  [[nodiscard]] const std::vector<Cell>& cells() const { return cells_; }
  [[nodiscard]] const std::vector<std::int64_t>& reference_lengths() const { return reference_lengths_; }
  [[nodiscard]] const std::vector<std::int64_t>& hypothesis_lengths() const { return hypothesis_lengths_; }
  [[nodiscard]] std::int64_t units() const { return units_; }

 private:
  void sum_equal_cells() {
    std::sort(cells_.begin(), cells_.end(),
              [](const Cell& a, const Cell& b) { return std::pair(a.reference, a.hypothesis) < std::pair(b.reference, b.hypothesis); });
    std::size_t kept = 0;
    for (const Cell& cell : cells_) {
      if (kept > 0 && cells_[kept - 1].reference == cell.reference && cells_[kept - 1].hypothesis == cell.hypothesis) {
        cells_[kept - 1].length += cell.length;
      } else {
        cells_[kept++] = cell;
      }
    }
    cells_.resize(kept);
  }

  // Sorts by one side, sums the lengths of each of its labels, and writes the sums beside the cells.
  template <std::int32_t Cell::* Label, std::int64_t Cell::* Length>
  void sum_sides(std::vector<std::int64_t>& lengths) {
    std::stable_sort(cells_.begin(), cells_.end(), [](const Cell& a, const Cell& b) { return a.*Label < b.*Label; });
    lengths.clear();
    for (std::size_t begin = 0, end = 0; begin < cells_.size(); begin = end) {
      std::int64_t length = 0;
      while (end < cells_.size() && cells_[end].*Label == cells_[begin].*Label) length += cells_[end++].length;
      for (std::size_t i = begin; i < end; ++i) cells_[i].*Length = length;
      lengths.push_back(length);
    }
  }

  std::vector<Cell> cells_;
  std::vector<std::int64_t> reference_lengths_, hypothesis_lengths_;
  std::int64_t units_ = 0;
};

[[nodiscard]] inline PairCounts pair_counts(const LabelTable& table) {
  WideInteger same_reference = 0, same_hypothesis = 0, same_both = 0;
  for (const std::int64_t length : table.reference_lengths()) same_reference += pairs_of(length);
  for (const std::int64_t length : table.hypothesis_lengths()) same_hypothesis += pairs_of(length);
  for (const auto& cell : table.cells()) same_both += pairs_of(cell.length);
  return {static_cast<double>(same_reference), static_cast<double>(same_hypothesis), static_cast<double>(same_both),
          static_cast<double>(pairs_of(table.units()))};
}

// Entropies in nats of the label of a random unit, and the largest that so many labels can have.
[[nodiscard]] inline SegmentEntropies label_entropies(const LabelTable& table) {
  const auto share = [&](std::int64_t units) { return static_cast<double>(units) / static_cast<double>(table.units()); };
  SegmentEntropies entropies;
  entropies.largest_reference = largest_entropy(table.reference_lengths().size());
  entropies.largest_hypothesis = largest_entropy(table.hypothesis_lengths().size());
  for (const std::int64_t length : table.reference_lengths()) entropies.reference += share(length) * surprise(length, table.units());
  for (const std::int64_t length : table.hypothesis_lengths()) entropies.hypothesis += share(length) * surprise(length, table.units());
  for (const auto& cell : table.cells()) {
    entropies.reference_given_hypothesis += share(cell.length) * surprise(cell.length, cell.hypothesis_length);
    entropies.hypothesis_given_reference += share(cell.length) * surprise(cell.length, cell.reference_length);
  }
  return entropies;
}

// What a label of `a` units and one of `b` units, thrown at random on `units`, contribute to the mutual information on average.
//
// The number of units that they share has a hypergeometric distribution. Its weights follow from each other, so one walks away
// from the most likely number until they no longer count: about the square root of the units, where a sum over all numbers would
// take the units themselves.
template <class Pass>
[[nodiscard]] double expected_information(std::int64_t a, std::int64_t b, std::int64_t units, Pass&& pass) {
  if (a < 1 || b < 1 || a > units || b > units) return 0.0;  // no lengths of labels
  const double real_a = static_cast<double>(a), real_b = static_cast<double>(b), real_units = static_cast<double>(units);
  const std::int64_t least = std::max<std::int64_t>(0, a - (units - b)), most = std::min(a, b);
  const auto likeliest = static_cast<std::int64_t>((real_a + 1.0) * ((real_b + 1.0) / (real_units + 2.0)));
  const std::int64_t mode = std::clamp(likeliest, least, most);
  // How much likelier `shared + 1` is than `shared`.
  const auto next = [&](std::int64_t shared) {
    const double rest = static_cast<double>(units - a - (b - shared - 1));
    return static_cast<double>(a - shared) / static_cast<double>(shared + 1) * (static_cast<double>(b - shared) / rest);
  };
  constexpr double negligible = 1e-22;
  double weights = 0.0, sum = 0.0;
  const auto add = [&](std::int64_t shared, double weight) {
    weights += weight;
    if (shared == 0) return;
    const double ratio = static_cast<double>(shared) / real_a * (real_units / real_b);
    sum += weight * (static_cast<double>(shared) / real_units) * std::log(ratio);
  };
  double weight = 1.0;
  for (std::int64_t shared = mode; weight > negligible; ++shared) {
    pass(1);
    add(shared, weight);
    if (shared == most) break;
    weight *= next(shared);
  }
  weight = 1.0;
  for (std::int64_t shared = mode; shared > least; --shared) {
    pass(1);
    weight /= next(shared - 1);
    if (weight <= negligible) break;
    add(shared - 1, weight);
  }
  return sum / weights;
}

// The mutual information that labels of the same lengths have on average when they stand at random places.
template <class Pass>
[[nodiscard]] double expected_information(const LabelTable& table, Pass&& pass) {
  double sum = 0.0;
  for (const std::int64_t a : table.reference_lengths()) {
    for (const std::int64_t b : table.hypothesis_lengths()) sum += expected_information(a, b, table.units(), pass);
  }
  return sum;
}

}  // namespace seamark
