// How many spans of two codings can be paired one to one: the same ones, those that overlap, or those that overlap enough.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <queue>
#include <vector>

#include "seamark/span_columns.hpp"

namespace seamark {

struct SpanMatchRules {
  // Least intersection over union; 1 asks for the same start and end, 0 for any overlap.
  double least_share = 1.0;
  // Whether the labels must be equal too.
  bool labels = true;
};

// The largest number of pairs in a graph with two sides, given the neighbours of each on the left (Hopcroft and Karp).
class BipartiteMatching {
 public:
  BipartiteMatching(const std::vector<std::vector<std::size_t>>& neighbours, std::size_t right)
      : neighbours_(neighbours), partner_left_(neighbours.size(), nobody), partner_right_(right, nobody), layer_(neighbours.size()), next_(neighbours.size()) {}

  // `pass` is told how much work comes next.
  template <class Pass>
  [[nodiscard]] std::int64_t count(Pass&& pass) {
    std::int64_t pairs = 0;
    while (lay_out(pass)) {
      std::fill(next_.begin(), next_.end(), std::size_t{0});
      for (std::size_t left = 0; left < neighbours_.size(); ++left) {
        if (partner_left_[left] == nobody && augment(left)) ++pairs;
      }
    }
    return pairs;
  }

 private:
  static constexpr std::size_t nobody = static_cast<std::size_t>(-1);

  // Numbers the layers of shortest alternating paths from those without a partner; false when no path ends in another such.
  template <class Pass>
  bool lay_out(Pass&& pass) {
    std::queue<std::size_t> waiting;
    for (std::size_t left = 0; left < neighbours_.size(); ++left) {
      layer_[left] = partner_left_[left] == nobody ? 0 : nobody;
      if (layer_[left] == 0) waiting.push(left);
    }
    bool found = false;
    while (!waiting.empty()) {
      const std::size_t left = waiting.front();
      waiting.pop();
      pass(neighbours_[left].size() + 1);
      for (const std::size_t right : neighbours_[left]) {
        const std::size_t other = partner_right_[right];
        if (other == nobody) {
          found = true;
        } else if (layer_[other] == nobody) {
          layer_[other] = layer_[left] + 1;
          waiting.push(other);
        }
      }
    }
    return found;
  }

  // Looks for a path along the layers that ends without a partner, and exchanges the pairs on it. With a stack of its own: a
  // path may be as long as there are spans.
  bool augment(std::size_t root) {
    std::vector<std::size_t> path{root};
    while (!path.empty()) {
      const std::size_t left = path.back();
      if (next_[left] == neighbours_[left].size()) {
        path.pop_back();
        if (!path.empty()) ++next_[path.back()];
        continue;
      }
      const std::size_t other = partner_right_[neighbours_[left][next_[left]]];
      if (other == nobody) {
        for (const std::size_t one : path) {
          const std::size_t right = neighbours_[one][next_[one]];
          partner_left_[one] = right;
          partner_right_[right] = one;
        }
        return true;
      }
      if (layer_[other] == layer_[left] + 1 && layer_[left] != nobody) {
        path.push_back(other);
      } else {
        ++next_[left];
      }
    }
    return false;
  }

  const std::vector<std::vector<std::size_t>>& neighbours_;
  std::vector<std::size_t> partner_left_, partner_right_, layer_, next_;
};

template <class Pass>
[[nodiscard]] std::int64_t count_span_matches(CodedSpans reference, CodedSpans hypothesis, SpanMatchRules rules, Pass&& pass) {
  // The furthest end so far tells how far back a span can reach that overlaps what comes.
  std::vector<std::int64_t> furthest(reference.size());
  std::int64_t end = 0;
  for (std::size_t i = 0; i < reference.size(); ++i) furthest[i] = end = std::max(end, reference.ends[i]);
  const auto match = [&](std::size_t i, std::size_t j) {
    if (rules.labels && reference.codes[i] != hypothesis.codes[j]) return false;
    const std::int64_t both = std::min(reference.ends[i], hypothesis.ends[j]) - std::max(reference.starts[i], hypothesis.starts[j]);
    if (both <= 0) return false;
    const std::int64_t either = reference.length(i) + (hypothesis.length(j) - both);
    if (rules.least_share >= 1.0) return both == either;
    return static_cast<double>(both) / static_cast<double>(either) >= rules.least_share;
  };
  std::vector<std::vector<std::size_t>> neighbours(hypothesis.size());
  for (std::size_t j = 0; j < hypothesis.size(); ++j) {
    const auto first = std::upper_bound(furthest.begin(), furthest.end(), hypothesis.starts[j]) - furthest.begin();
    const auto last = std::lower_bound(reference.starts.begin(), reference.starts.end(), hypothesis.ends[j]) - reference.starts.begin();
    pass(static_cast<std::size_t>(std::max<std::ptrdiff_t>(last - first, 0)) + 1);
    for (auto i = first; i < last; ++i) {
      if (match(static_cast<std::size_t>(i), j)) neighbours[j].push_back(static_cast<std::size_t>(i));
    }
  }
  return BipartiteMatching(neighbours, reference.size()).count(pass);
}

}  // namespace seamark
