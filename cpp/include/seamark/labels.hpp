// Labelled segments: labels as groups of units, runs of one label, and hierarchies of labelled segments.
//
// A labelled segmentation of N units is a row of typed boundaries of mass N + 1: one boundary before every segment, moved on by
// a place so that the first segment has one too, whose type code is the label. No type codes mean that there is one label.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include "seamark/columns.hpp"
#include "seamark/partitions.hpp"
#include "seamark/platform.hpp"

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
  void fill(TypedBoundaries reference, TypedBoundaries hypothesis, std::int64_t mass) {
    cells_.clear();
    for_each_label_overlap(reference, hypothesis, mass,
                           [&](std::int32_t a, std::int32_t b, std::int64_t length) { cells_.push_back({a, b, length}); });
    units_ = mass - 1;
    sum_equal_cells();
    sum_sides<&Cell::hypothesis, &Cell::hypothesis_length>(hypothesis_lengths_);
    sum_sides<&Cell::reference, &Cell::reference_length>(reference_lengths_);
    // By their content: sums of logarithms are the same bits whatever the labels are called.
    std::sort(reference_lengths_.begin(), reference_lengths_.end());
    std::sort(hypothesis_lengths_.begin(), hypothesis_lengths_.end());
    const auto content = [](const Cell& cell) { return std::tuple(cell.reference_length, cell.hypothesis_length, cell.length); };
    std::sort(cells_.begin(), cells_.end(), [&](const Cell& a, const Cell& b) { return content(a) < content(b); });
  }

  // Groups of units, as partitions.hpp counts them.
  [[nodiscard]] std::int64_t units() const { return units_; }
  [[nodiscard]] std::size_t reference_groups() const { return reference_lengths_.size(); }
  [[nodiscard]] std::size_t hypothesis_groups() const { return hypothesis_lengths_.size(); }
  void for_each_reference(auto&& visit) const { std::for_each(reference_lengths_.begin(), reference_lengths_.end(), visit); }
  void for_each_hypothesis(auto&& visit) const { std::for_each(hypothesis_lengths_.begin(), hypothesis_lengths_.end(), visit); }
  void for_each_cell(auto&& visit) const {
    for (const Cell& cell : cells_) visit(cell.length, cell.reference_length, cell.hypothesis_length);
  }

 private:
  struct Cell {
    std::int32_t reference, hypothesis;
    std::int64_t length;
    // Of all units with the same label on that side.
    std::int64_t reference_length = 0, hypothesis_length = 0;
  };

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

// What a label of `a` units and one of `b` units, thrown at random on `units`, contribute to the mutual information on average.
//
// The number of units that they share has a hypergeometric distribution. Its weights follow from each other, so one walks away
// from the most likely number until they no longer count: about the square root of the units, where a sum over all numbers would
// take the units themselves.
[[nodiscard]] inline double expected_information(std::int64_t a, std::int64_t b, std::int64_t units, Checkpoint* checkpoint) {
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
    pass(checkpoint, 1);
    add(shared, weight);
    if (shared == most) break;
    weight *= next(shared);
  }
  weight = 1.0;
  for (std::int64_t shared = mode; shared > least; --shared) {
    pass(checkpoint, 1);
    weight /= next(shared - 1);
    if (weight <= negligible) break;
    add(shared - 1, weight);
  }
  return sum / weights;
}

// The mutual information that labels of the same lengths have on average when they stand at random places.
[[nodiscard]] inline double expected_information(const LabelTable& table, Checkpoint* checkpoint) {
  double sum = 0.0;
  table.for_each_reference([&](std::int64_t a) {
    table.for_each_hypothesis([&](std::int64_t b) { sum += expected_information(a, b, table.units(), checkpoint); });
  });
  return sum;
}

// ------------------------------------------------------------------------------------------------------- runs of one label
//
// As action segmentation compares them: their order, and whether they lie in the same places.

// Units begin, ..., end - 1 with one label, counted from 0.
struct Run {
  std::int64_t begin = 0, end = 0;
  std::int32_t label = 0;
};

struct RunRules {
  // The codes of labels that mean background, ascending.
  std::span<const std::int32_t> background;
  // Whether the last run ends one unit early, as in a release whose numbers many papers print.
  bool last_run_short = false;
};

// Neighbours with one label joined, background left out. A run of background parts two runs of one label.
inline void runs_of(TypedBoundaries row, std::int64_t mass, RunRules rules, std::vector<Run>& runs) {
  runs.clear();
  std::int64_t begin = 0;
  for (std::size_t segment = 0; segment < row.positions.size(); ++segment) {
    const std::int32_t label = label_of(row, segment);
    const std::int64_t end = segment_end(row, segment, mass);
    if (!std::binary_search(rules.background.begin(), rules.background.end(), label)) {
      if (!runs.empty() && runs.back().label == label && runs.back().end == begin) {
        runs.back().end = end;
      } else {
        runs.push_back({begin, end, label});
      }
    }
    begin = end;
  }
  if (rules.last_run_short && !runs.empty() && runs.back().end == mass - 1) --runs.back().end;
}

struct ActionMatches {
  std::int64_t true_positive = 0, false_positive = 0, false_negative = 0;
};

// Every run of the hypothesis, from left to right, takes the reference run of its label with the largest intersection over union
// (the first of equals), if that is at least the threshold and the run is free. Greedy, as published.
[[nodiscard]] inline ActionMatches action_matches(std::vector<Run>& reference, std::vector<Run>& hypothesis, double threshold) {
  // Runs of different labels have nothing to do with each other, and those of one label ascend on both sides.
  const auto by_label = [](const Run& a, const Run& b) { return std::pair(a.label, a.begin) < std::pair(b.label, b.begin); };
  std::sort(reference.begin(), reference.end(), by_label);
  std::sort(hypothesis.begin(), hypothesis.end(), by_label);
  std::vector<char> taken(reference.size(), 0);
  ActionMatches matches;
  std::size_t first = 0;
  for (const Run& run : hypothesis) {
    const auto over = [&](const Run& other) { return std::pair(other.label, other.end) <= std::pair(run.label, run.begin); };
    while (first < reference.size() && over(reference[first])) ++first;
    std::size_t best = reference.size();
    double best_share = 0.0;
    for (std::size_t i = first; i < reference.size() && reference[i].label == run.label && reference[i].begin < run.end; ++i) {
      const std::int64_t both = std::min(run.end, reference[i].end) - std::max(run.begin, reference[i].begin);
      const std::int64_t hull = std::max(run.end, reference[i].end) - std::min(run.begin, reference[i].begin);
      const double share = static_cast<double>(both) / static_cast<double>(hull);
      if (both > 0 && share > best_share) {
        best = i;
        best_share = share;
      }
    }
    if (best < reference.size() && best_share >= threshold && taken[best] == 0) {
      taken[best] = 1;
      ++matches.true_positive;
    } else {
      ++matches.false_positive;
    }
  }
  matches.false_negative = static_cast<std::int64_t>(reference.size()) - matches.true_positive;
  return matches;
}

// Insertions, deletions and substitutions of labels that turn one sequence of runs into the other.
[[nodiscard]] inline std::int64_t run_edit_distance(std::span<const Run> a, std::span<const Run> b, std::vector<std::int64_t>& row, Checkpoint* checkpoint) {
  row.resize(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = static_cast<std::int64_t>(j);
  for (std::size_t i = 0; i < a.size(); ++i) {
    pass(checkpoint, b.size() + 1);
    std::int64_t diagonal = row[0];
    row[0] = static_cast<std::int64_t>(i) + 1;
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::int64_t substituted = diagonal + (a[i].label == b[j].label ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({substituted, diagonal + 1, row[j] + 1});
    }
  }
  return row[b.size()];
}

// ------------------------------------------------------------------------------------------------------------- hierarchies
//
// For every unit, how well one hierarchy orders the other units as the other one does (T-measure and L-measure).
//
// The depth of two units is the deepest level at which they share a segment (T) or a label (L), 0 if none. Of all pairs of units of
// which the first hierarchy puts one deeper than the other under a unit, that unit's share is of those that the second does too.

// Shares summed over the units that have a pair, and how many these are. The hypothesis decides the pairs of precision, the
// reference those of recall.
struct LevelScores {
  double precision_sum = 0.0, precision_units = 0.0, recall_sum = 0.0, recall_units = 0.0;
};

// How many units have some depth in the reference and some depth in the hypothesis under one unit.
class DepthCounts {
 public:
  DepthCounts(std::size_t levels_a, std::size_t levels_b) : depths_a_(levels_a + 1), depths_b_(levels_b + 1), counts_(depths_a_ * depths_b_) {}

  [[nodiscard]] double& at(std::size_t a, std::size_t b) { return counts_[a * depths_b_ + b]; }
  void clear() { std::fill(counts_.begin(), counts_.end(), 0.0); }

  // Adds the share of so many units with these counts.
  void add_to(LevelScores& scores, double units, bool transitive) {
    add(depths_a_, depths_b_, [this](std::size_t a, std::size_t b) { return at(a, b); }, units, transitive, scores.recall_sum, scores.recall_units);
    add(depths_b_, depths_a_, [this](std::size_t b, std::size_t a) { return at(a, b); }, units, transitive, scores.precision_sum,
        scores.precision_units);
  }

 private:
  template <class Count>
  void add(std::size_t depths, std::size_t others, Count&& count, double units, bool transitive, double& sum, double& queries) {
    double pairs = 0.0, kept = 0.0, less_deep = 0.0;
    below_.assign(others, 0.0);
    for (std::size_t depth = 0; depth < depths; ++depth) {
      double here = 0.0, below = 0.0;
      for (std::size_t other = 0; other < others; ++other) {
        const double units_here = count(depth, other);
        here += units_here;
        kept += units_here * below;
        below += below_[other];
      }
      pairs += here * less_deep;
      less_deep = transitive ? less_deep + here : here;
      for (std::size_t other = 0; other < others; ++other) below_[other] = (transitive ? below_[other] : 0.0) + count(depth, other);
    }
    if (pairs == 0.0) return;
    sum += units * (kept / pairs);
    queries += units;
  }

  std::size_t depths_a_, depths_b_;
  std::vector<double> counts_, below_;
};

// The segmentations of every level, from coarse to fine: rows of labels for L, plain boundaries for T.
using Levels = std::vector<TypedBoundaries>;

struct TreeRules {
  bool transitive = true;
  // Only units from q - window to before q + window are looked at under unit q.
  std::optional<std::int64_t> window;
};

// Units begin, ..., end - 1, counted from 0.
struct Stretch {
  std::int64_t begin = 0, end = 0;

  [[nodiscard]] Stretch meet(Stretch other) const { return {std::max(begin, other.begin), std::min(end, other.end)}; }
  [[nodiscard]] Stretch hull(Stretch other) const { return {std::min(begin, other.begin), std::max(end, other.end)}; }
};

// Around one unit, the stretch of units of every depth or deeper. Levels need not be nested: a union of stretches that share a unit
// is one stretch.
class DepthStretches {
 public:
  DepthStretches(const Levels& levels, std::int64_t mass) : levels_(levels), mass_(mass), next_(levels.size()), around_(levels.size() + 1) {}

  // Units must come in ascending order.
  void go_to(std::int64_t unit) {
    Stretch deeper{unit, unit + 1};
    for (std::size_t level = levels_.size(); level-- > 0;) {
      const Positions boundaries = levels_[level].positions;
      std::size_t& next = next_[level];
      while (next < boundaries.size() && boundaries[next] <= unit) ++next;
      deeper = deeper.hull({next == 0 ? 0 : boundaries[next - 1], next < boundaries.size() ? boundaries[next] : mass_});
      around_[level + 1] = deeper;
    }
    around_[0] = {0, mass_};
  }

  [[nodiscard]] const std::vector<Stretch>& around() const { return around_; }

 private:
  const Levels& levels_;
  std::int64_t mass_;
  std::vector<std::size_t> next_;
  std::vector<Stretch> around_;
};

// T: depth by shared segments. The counts are the same for all units between two boundaries; with a window, between two places where
// a window ends at a boundary, unless just one end of a stretch moves with the window: then every unit is counted by itself.
[[nodiscard]] inline LevelScores tree_scores(const Levels& reference, const Levels& hypothesis, std::int64_t mass, TreeRules rules,
                                             Checkpoint* checkpoint) {
  std::vector<std::int64_t> edges{0, mass};
  for (const auto* levels : {&reference, &hypothesis}) {
    for (const TypedBoundaries& level : *levels) edges.insert(edges.end(), level.positions.begin(), level.positions.end());
  }
  const std::int64_t window = std::min(rules.window.value_or(mass), mass);
  if (window < mass) {
    for (std::size_t i = 0, count = edges.size(); i < count; ++i) {
      const std::int64_t edge = edges[i];
      if (edge > window) edges.push_back(edge - window);
      if (edge < mass - window) edges.push_back(edge + window);
    }
  }
  std::sort(edges.begin(), edges.end());
  edges.erase(std::unique(edges.begin(), edges.end()), edges.end());

  DepthStretches a(reference, mass), b(hypothesis, mass);
  DepthCounts counts(reference.size(), hypothesis.size());
  LevelScores scores;
  const std::size_t depths_a = reference.size() + 1, depths_b = hypothesis.size() + 1;
  std::vector<double> reached((depths_a + 1) * (depths_b + 1), 0.0);
  const auto count_around = [&](std::int64_t unit) {
    const Stretch seen{unit > window ? unit - window : 0, unit < mass - window ? unit + window : mass};
    const auto at = [&](std::size_t i, std::size_t j) -> double& { return reached[i * (depths_b + 1) + j]; };
    for (std::size_t i = 0; i < depths_a; ++i) {
      for (std::size_t j = 0; j < depths_b; ++j) {
        const Stretch both = a.around()[i].meet(b.around()[j]).meet(seen);
        at(i, j) = static_cast<double>(both.end - both.begin);
      }
    }
    for (std::size_t i = 0; i < depths_a; ++i) {
      for (std::size_t j = 0; j < depths_b; ++j) counts.at(i, j) = (at(i, j) - at(i + 1, j)) - (at(i, j + 1) - at(i + 1, j + 1));
    }
    counts.at(depths_a - 1, depths_b - 1) -= 1.0;  // the unit itself
  };
  // Whether one end of a stretch stands still while the window moves over these units.
  const auto moves = [&](std::int64_t unit) {
    if (window == mass) return false;
    for (const Stretch one : a.around()) {
      for (const Stretch other : b.around()) {
        const Stretch both = one.meet(other);
        if ((unit - both.begin >= window) != (both.end - unit > window)) return true;
      }
    }
    return false;
  };
  for (std::size_t i = 0; i + 1 < edges.size(); ++i) {
    a.go_to(edges[i]);
    b.go_to(edges[i]);
    const bool one_by_one = edges[i + 1] - edges[i] > 1 && moves(edges[i]);
    const std::int64_t step = one_by_one ? 1 : edges[i + 1] - edges[i];
    for (std::int64_t unit = edges[i]; unit < edges[i + 1]; unit += step) {
      pass(checkpoint, depths_a * depths_b);
      count_around(unit);
      counts.add_to(scores, static_cast<double>(step), rules.transitive);
    }
  }
  return scores;
}

// L: depth by equal labels. Units with the same labels at all levels of both hierarchies are alike. `mass` is the number of units.
[[nodiscard]] inline LevelScores label_scores(const Levels& reference, const Levels& hypothesis, std::int64_t mass, Checkpoint* checkpoint) {
  Levels levels(reference);
  levels.insert(levels.end(), hypothesis.begin(), hypothesis.end());
  std::map<std::vector<std::int32_t>, std::int64_t> kinds;
  std::vector<std::size_t> segment(levels.size());
  std::vector<std::int32_t> labels(levels.size());
  for (std::int64_t begin = 0; begin < mass;) {
    std::int64_t end = mass;
    for (std::size_t level = 0; level < levels.size(); ++level) {
      while (segment[level] + 1 < levels[level].positions.size() && segment_end(levels[level], segment[level], mass + 1) <= begin) ++segment[level];
      end = std::min(end, std::max(begin + 1, segment_end(levels[level], segment[level], mass + 1)));
      labels[level] = label_of(levels[level], segment[level]);
    }
    pass(checkpoint, levels.size() + 1);
    kinds[labels] += end - begin;
    begin = end;
  }
  const auto depth = [&](const std::vector<std::int32_t>& one, const std::vector<std::int32_t>& other, std::size_t first, std::size_t last) {
    for (std::size_t level = last; level-- > first;) {
      if (one[level] == other[level]) return level - first + 1;
    }
    return std::size_t{0};
  };
  DepthCounts counts(reference.size(), hypothesis.size());
  LevelScores scores;
  for (const auto& [mine, units] : kinds) {
    pass(checkpoint, kinds.size() * levels.size());
    counts.clear();
    for (const auto& [other, others] : kinds) {
      counts.at(depth(mine, other, 0, reference.size()), depth(mine, other, reference.size(), levels.size())) += static_cast<double>(others);
    }
    counts.at(reference.size(), hypothesis.size()) -= 1.0;  // the unit itself
    counts.add_to(scores, static_cast<double>(units), true);
  }
  return scores;
}

}  // namespace seamark
