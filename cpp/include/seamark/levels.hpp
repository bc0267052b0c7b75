// Hierarchies: for every unit, how well one hierarchy orders the other units as the other one does (T-measure and L-measure).
//
// The depth of two units is the deepest level at which they share a segment (T) or a label (L), 0 if none. Of all pairs of units of
// which the first hierarchy puts one deeper than the other under a unit, that unit's share is of those that the second does too.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <vector>

#include "seamark/columns.hpp"
#include "seamark/labels.hpp"

namespace seamark {

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

// The boundaries of every level, from coarse to fine.
using LevelBoundaries = std::vector<std::span<const std::int64_t>>;

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
  DepthStretches(const LevelBoundaries& levels, std::int64_t mass) : levels_(levels), mass_(mass), next_(levels.size()), around_(levels.size() + 1) {}

  // Units must come in ascending order.
  void go_to(std::int64_t unit) {
    Stretch deeper{unit, unit + 1};
    for (std::size_t level = levels_.size(); level-- > 0;) {
      const auto& boundaries = levels_[level];
      std::size_t& next = next_[level];
      while (next < boundaries.size() && boundaries[next] <= unit) ++next;
      deeper = deeper.hull({next == 0 ? 0 : boundaries[next - 1], next < boundaries.size() ? boundaries[next] : mass_});
      around_[level + 1] = deeper;
    }
    around_[0] = {0, mass_};
  }

  [[nodiscard]] const std::vector<Stretch>& around() const { return around_; }

 private:
  const LevelBoundaries& levels_;
  std::int64_t mass_;
  std::vector<std::size_t> next_;
  std::vector<Stretch> around_;
};

// T: depth by shared segments. The counts are the same for all units between two boundaries; with a window, between two places where
// a window ends at a boundary, unless just one end of a stretch moves with the window: then every unit is counted by itself.
template <class Pass>
[[nodiscard]] LevelScores tree_scores(const LevelBoundaries& reference, const LevelBoundaries& hypothesis, std::int64_t mass, TreeRules rules, Pass&& pass) {
  std::vector<std::int64_t> edges{0, mass};
  for (const auto* levels : {&reference, &hypothesis}) {
    for (const auto& boundaries : *levels) edges.insert(edges.end(), boundaries.begin(), boundaries.end());
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
      pass(depths_a * depths_b);
      count_around(unit);
      counts.add_to(scores, static_cast<double>(step), rules.transitive);
    }
  }
  return scores;
}

// The labelled segments of every level, from coarse to fine, in the form of labels.hpp.
using LevelLabels = std::vector<TypedBoundaries>;

// L: depth by equal labels. Units with the same labels at all levels of both hierarchies are alike. `mass` is the number of units.
template <class Pass>
[[nodiscard]] LevelScores label_scores(const LevelLabels& reference, const LevelLabels& hypothesis, std::int64_t mass, Pass&& pass) {
  LevelLabels levels(reference);
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
    pass(levels.size() + 1);
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
    pass(kinds.size() * levels.size());
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
