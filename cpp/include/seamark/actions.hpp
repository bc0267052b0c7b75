// Runs of one label, as action segmentation compares them: their order, and whether they lie in the same places.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "seamark/labels.hpp"

namespace seamark {

// Units begin, ..., end - 1 with one label, counted from 0.
struct Run {
  std::int64_t begin = 0, end = 0;
  std::int32_t label = 0;
};

struct RunRules {
  // The codes of labels that stand for nothing, ascending.
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
    const auto over = [&](const Run& other) {
      return std::pair(other.label, other.end) <= std::pair(run.label, run.begin);
    };
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

// Insertions, deletions and substitutions of labels that turn one sequence of runs into the other. `pass` is told how much work
// comes next.
template <class Pass>
[[nodiscard]] std::int64_t run_edit_distance(std::span<const Run> a, std::span<const Run> b, std::vector<std::int64_t>& row, Pass&& pass) {
  row.resize(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = static_cast<std::int64_t>(j);
  for (std::size_t i = 0; i < a.size(); ++i) {
    pass(b.size() + 1);
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

}  // namespace seamark
