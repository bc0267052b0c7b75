// Boundary edit distance with one boundary type.
//
// A boundary that both segmentations place is a match and never moves. What is left is one sorted list of unmatched
// boundaries, each on one side. A near miss joins two of them; joining across a third is never better than joining with
// the third itself (shorter distance, same number of edits), so only neighbours are considered, and a linear dynamic
// programme over the list is exact.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "seamark/edit_costs.hpp"

namespace seamark {

// An unmatched boundary with its side in the lowest bit; positions stay below 2^62, so the shift is safe.
using Unmatched = std::int64_t;
inline std::int64_t position_of(Unmatched u) { return u >> 1; }
inline int side_of(Unmatched u) { return static_cast<int>(u & 1); }
inline Unmatched unmatched(std::int64_t position, int side) { return (position << 1) | side; }

// Buffers that grow to the largest pair seen and are then reused.
struct OneTypeWorkspace {
  std::vector<Unmatched> unmatched;
  std::vector<std::uint8_t> joined;

  void reserve(std::size_t boundaries) {
    if (unmatched.size() < boundaries) {
      unmatched.resize(boundaries);
      joined.resize(boundaries);
    }
  }
};

// Merges two sorted boundary lists into `out`, leaving out what both have; returns how many were written.
inline std::size_t collect_unmatched(std::span<const std::int64_t> a, std::span<const std::int64_t> b, Unmatched* out) {
  std::size_t i = 0, j = 0, count = 0;
  while (i < a.size() && j < b.size()) {
    // Written without branches: which side comes next is as good as random, and mispredictions would cost more.
    const std::int64_t x = a[i], y = b[j];
    const bool a_first = x < y, b_first = y < x;
    out[count] = a_first ? unmatched(x, 0) : unmatched(y, 1);
    count += static_cast<std::size_t>(a_first | b_first);
    i += static_cast<std::size_t>(!b_first);
    j += static_cast<std::size_t>(!a_first);
  }
  for (; i < a.size(); ++i) out[count++] = unmatched(a[i], 0);
  for (; j < b.size(); ++j) out[count++] = unmatched(b[j], 1);
  return count;
}

// Two-wise near misses all cost the same, so taking the leftmost possible one each time is optimal.
inline void join_adjacent(std::span<const Unmatched> list, const EditCosts& costs, std::uint8_t* joined) {
  const bool worthwhile = costs.near_miss(1) <= 2.0 * costs.addition + tie_width;
  for (std::size_t i = 0; i < list.size(); ++i) {
    joined[i] = worthwhile && i + 1 < list.size() && position_of(list[i + 1]) - position_of(list[i]) == 1 &&
                side_of(list[i + 1]) != side_of(list[i]);
    if (joined[i]) joined[++i] = 0;
  }
}

// How many near misses join_adjacent would make. Without branches, as collect_unmatched.
inline std::int64_t count_adjacent(std::span<const Unmatched> list) {
  std::int64_t count = 0;
  Unmatched previous = unmatched(-2, 0);
  for (const Unmatched u : list) {
    const int joins = static_cast<int>(position_of(u) - position_of(previous) == 1) & (side_of(u) ^ side_of(previous));
    count += joins;
    previous = joins ? unmatched(-2, 0) : u;
  }
  return count;
}

// Decides, for every unmatched boundary, whether it is joined with its right neighbour in a transposition.
// Runs from the right, so that a tie can be given to the leftmost transposition.
inline void join_near_misses(std::span<const Unmatched> list, const EditCosts& costs, std::uint8_t* joined) {
  if (costs.n == 2) return join_adjacent(list, costs, joined);
  struct Best {
    double cost = 0.0;
    std::int64_t edits = 0;
  };
  Best next, after_next;  // best for the lists that start one and two places further right
  for (std::size_t i = list.size(); i-- > 0;) {
    joined[i] = 0;
    bool can_join = false;
    std::int64_t distance = 0;
    if (i + 1 < list.size()) {
      distance = position_of(list[i + 1]) - position_of(list[i]);
      // Beyond reach nothing interacts: starting again from zero keeps sums small and rounding harmless.
      if (distance > costs.reach()) next = Best{};
      else can_join = side_of(list[i + 1]) != side_of(list[i]);
    }
    Best best{next.cost + costs.addition, next.edits + 1};
    if (can_join) {
      const Best pair{after_next.cost + costs.near_miss(distance), after_next.edits + 1};
      if (compare_alignments(pair.cost, pair.edits, best.cost, best.edits) <= 0) {
        best = pair;
        joined[i] = 1;
      }
    }
    // Only differences matter: counted from `next`, costs stay small and round the same however long the chain is.
    best.cost -= next.cost;
    after_next = {0.0, next.edits};
    next = best;
  }
}

// Shows the edits of a decided list to the visitor, from left to right.
template <class Visitor>
void visit_joined(std::span<const Unmatched> list, const std::uint8_t* joined, std::int32_t type, Visitor& visitor) {
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (joined[i]) {
      visitor.transposition(position_of(list[i]), position_of(list[i + 1]), type, side_of(list[i]));
      ++i;
    } else {
      visitor.addition(position_of(list[i]), type, side_of(list[i]));
    }
  }
}

// The optimal alignment of two segmentations with one boundary type. Linear in the number of boundaries.
template <class Visitor>
void align_one_type(std::span<const std::int64_t> a, std::span<const std::int64_t> b, const EditCosts& costs,
                    OneTypeWorkspace& workspace, Visitor& visitor) {
  workspace.reserve(a.size() + b.size());
  const std::size_t count = collect_unmatched(a, b, workspace.unmatched.data());
  const std::span<const Unmatched> list(workspace.unmatched.data(), count);
  visitor.matches(static_cast<std::int64_t>((a.size() + b.size() - count) / 2));
  join_near_misses(list, costs, workspace.joined.data());
  visit_joined(list, workspace.joined.data(), 0, visitor);
}

}  // namespace seamark
