// Boundary edit distance: what each edit costs, and the exact alignment of two segmentations at least cost.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numeric>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "seamark/columns.hpp"

namespace seamark {

// How the cost of a transposition grows with the distance d it spans.
enum class Scale : std::uint8_t {
  te,      // 2 - (1/2)^(d-1): Fournier & Inkpen 2012
  linear,  // d / n: Fournier 2013
  unit,    // 1, whatever the distance
};

struct EditCosts {
  double addition = 1.0;
  double substitution = 1.0;
  double transposition = 1.0;
  Scale scale = Scale::te;
  std::int64_t n = 2;
  // One value per type code when the distance between types counts; empty when all types are equally far apart.
  std::span<const double> type_values = {};
  double type_span = 1.0;

  // The largest distance that still counts as a near miss: n adjacent potential boundaries.
  [[nodiscard]] std::int64_t reach() const { return n - 1; }

  [[nodiscard]] double scaled(std::int64_t distance) const {
    switch (scale) {
      case Scale::te:
        return 2.0 - std::ldexp(1.0, static_cast<int>(1 - std::clamp<std::int64_t>(distance, 1, 1024)));
      case Scale::linear:
        return static_cast<double>(distance) / static_cast<double>(n);
      case Scale::unit:
        break;
    }
    return 1.0;
  }

  [[nodiscard]] double near_miss(std::int64_t distance) const { return transposition * scaled(distance); }

  [[nodiscard]] double type_distance(std::int32_t one, std::int32_t other) const {
    if (type_values.empty()) return 1.0;
    return std::abs(type_values[static_cast<std::size_t>(one)] - type_values[static_cast<std::size_t>(other)]) / type_span;
  }
};

// Costs are sums of at most a few products of the weights, so two different sums that a user could mean apart lie
// further apart than this; closer ones are equal up to rounding, and the number of edits decides between them.
inline constexpr double tie_width = 1e-10;

// Which of two partial alignments is better: the cheaper, or at equal cost the one with fewer edits.
// Returns a negative number when the first is better, a positive one when the second is, 0 at a tie.
inline int compare_alignments(double cost, std::int64_t edits, double other_cost, std::int64_t other_edits) {
  if (cost < other_cost - tie_width) return -1;
  if (cost > other_cost + tie_width) return 1;
  return edits < other_edits ? -1 : (edits > other_edits ? 1 : 0);
}

// Sufficient statistics of one alignment.
struct EditCounts {
  std::int64_t matches = 0;
  std::int64_t additions_a = 0;  // boundaries that only the first segmentation has
  std::int64_t additions_b = 0;
  std::int64_t substitutions = 0;
  std::int64_t transpositions = 0;
  double substitution_weight = 0.0;
  double transposition_weight = 0.0;
  double transposed_distance = 0.0;

  // Matches and edits together.
  [[nodiscard]] std::int64_t aligned() const { return matches + additions_a + additions_b + substitutions + transpositions; }

  [[nodiscard]] double cost(const EditCosts& costs) const {
    return costs.addition * static_cast<double>(additions_a + additions_b) + costs.substitution * substitution_weight +
           costs.transposition * transposition_weight;
  }
};

// A visitor of edits that only counts them.
class EditCounter {
 public:
  explicit EditCounter(const EditCosts& costs) : costs_(costs) {}

  void matches(std::int64_t count) { counts_.matches += count; }
  void match(std::int64_t, std::int32_t) { ++counts_.matches; }

  void addition(std::int64_t, std::int32_t, int side) { ++(side == 0 ? counts_.additions_a : counts_.additions_b); }

  void substitution(std::int64_t, std::int32_t type_a, std::int32_t type_b) {
    ++counts_.substitutions;
    counts_.substitution_weight += costs_.type_distance(type_a, type_b);
  }

  void transposition(std::int64_t start, std::int64_t end, std::int32_t, int) {
    ++counts_.transpositions;
    counts_.transposed_distance += static_cast<double>(end - start);
    if (costs_.scale == Scale::te) counts_.transposition_weight += costs_.scaled(end - start);
  }

  // Linear weights are divided once, at the end, so that their sum does not depend on the order of the edits.
  [[nodiscard]] EditCounts counts() const {
    EditCounts result = counts_;
    if (costs_.scale == Scale::linear) result.transposition_weight = result.transposed_distance / static_cast<double>(costs_.n);
    if (costs_.scale == Scale::unit) result.transposition_weight = static_cast<double>(result.transpositions);
    return result;
  }

 private:
  const EditCosts& costs_;
  EditCounts counts_;
};

// ----------------------------------------------------------------------------------------------------- one boundary type
//
// A boundary that both segmentations place is a match and never moves. What is left is one sorted list of unmatched
// boundaries, each on one side. A near miss joins two of them; joining across a third is never better than joining with
// the third itself (shorter distance, same number of edits), so only neighbours are considered, and a linear dynamic
// programme over the list is exact.

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
inline std::size_t collect_unmatched(Positions a, Positions b, Unmatched* out) {
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
void align_one_type(Positions a, Positions b, const EditCosts& costs, OneTypeWorkspace& workspace, Visitor& visitor) {
  workspace.reserve(a.size() + b.size());
  const std::size_t count = collect_unmatched(a, b, workspace.unmatched.data());
  const std::span<const Unmatched> list(workspace.unmatched.data(), count);
  visitor.matches(static_cast<std::int64_t>((a.size() + b.size() - count) / 2));
  join_near_misses(list, costs, workspace.joined.data());
  visit_joined(list, workspace.joined.data(), 0, visitor);
}

// --------------------------------------------------------------------------------------------- clusters of several types
//
// The exact optimum for one cluster of unmatched boundaries of several types.
//
// Types interact only where both sides keep different types at one potential boundary (PB), since those become
// substitutions. So the cluster's PBs are visited from right to left, and a state says, per type, which occurrence waits
// for its left partner in a transposition (or none). At a PB every occurrence either stays (and takes part in the PB's
// substitutions and additions), closes the waiting transposition of its type, or starts to wait itself. States that agree
// keep only the best way to them.
//
// Cost: PBs x states x 2^(occurrences at a PB), where the states number at most the product over the types of
// (1 + occurrences of that type within reach). Past `max_states` it stops with an error instead of approximating.
// What can still take long passes a checkpoint.

// One boundary of one type that the other side does not have at the same place.
struct Occurrence {
  std::int64_t position;
  std::int32_t type;
  std::int32_t side;
};

inline constexpr std::size_t max_states = std::size_t{1} << 18;
inline constexpr std::size_t max_nodes = std::size_t{1} << 24;
// Numbers in all states of a layer, one per type: with many types there may be fewer states.
inline constexpr std::size_t max_state_numbers = std::size_t{1} << 27;
inline constexpr std::size_t max_types_at_once = 24;
// A few seconds of work on one cluster; a long cluster may have more, in proportion to its length.
inline constexpr std::size_t max_transitions = std::size_t{1} << 25, transitions_per_member = 64;

// The segmentations interleave too many types for the exact optimum.
struct TooManyStates : std::length_error {
  TooManyStates(std::int64_t position, std::size_t types)
      : std::length_error("the exact alignment near position " + std::to_string(position) + " has to weigh too many ways in which " +
                          std::to_string(types) + " boundary types interleave; use a smaller n or fewer types") {}
};

// The pairing of what two sides keep at one PB: min(|A|, |B|) substitutions of least total type distance, and additions.
class Substituter {
 public:
  // Kept types of each side, ascending.
  std::vector<std::int32_t> a, b;
  // The partner of each of the few (the shorter side), as an index into the many.
  std::vector<std::size_t> partner;

  [[nodiscard]] bool a_is_few() const { return a.size() <= b.size(); }
  [[nodiscard]] const std::vector<std::int32_t>& few() const { return a_is_few() ? a : b; }
  [[nodiscard]] const std::vector<std::int32_t>& many() const { return a_is_few() ? b : a; }
  [[nodiscard]] std::int64_t edits() const { return static_cast<std::int64_t>(many().size()); }

  // Fills `partner` and returns the cost of this PB.
  double solve(const EditCosts& costs) {
    partner.resize(few().size());
    const double additions = costs.addition * static_cast<double>(many().size() - few().size());
    if (costs.type_values.empty()) {
      for (std::size_t i = 0; i < partner.size(); ++i) partner[i] = i;
      return additions + costs.substitution * static_cast<double>(partner.size());
    }
    return additions + costs.substitution * assign_by_distance(costs);
  }

 private:
  std::vector<double> table_;

  // Least total distance on a line: some optimal assignment of ascending values never crosses, so rows and columns
  // are matched in order. table(i, j): the first i of the few among the first j of the many.
  double assign_by_distance(const EditCosts& costs) {
    const std::size_t rows = few().size(), columns = many().size();
    const auto at = [columns](std::size_t i, std::size_t j) { return i * (columns + 1) + j; };
    table_.assign((rows + 1) * (columns + 1), std::numeric_limits<double>::infinity());
    for (std::size_t j = 0; j <= columns; ++j) table_[at(0, j)] = 0.0;
    for (std::size_t i = 1; i <= rows; ++i) {
      for (std::size_t j = i; j <= columns; ++j) {
        const double take = table_[at(i - 1, j - 1)] + costs.type_distance(few()[i - 1], many()[j - 1]);
        table_[at(i, j)] = std::min(table_[at(i, j - 1)], take);
      }
    }
    for (std::size_t i = rows, j = columns; i > 0; --i) {
      while (j > i && table_[at(i, j - 1)] <= table_[at(i, j)]) --j;
      partner[i - 1] = --j;
    }
    return table_[at(rows, columns)];
  }
};

class ClusterSolver {
 public:
  explicit ClusterSolver(Checkpoint* checkpoint = nullptr) : checkpoint_(checkpoint) {}

  // `members` are sorted by position, then type. Shows the optimal edits to the visitor from left to right.
  template <class Visitor>
  void solve(std::span<const Occurrence> members, const EditCosts& costs, Visitor& visitor) {
    members_ = members;
    costs_ = &costs;
    number_types();
    find_farthest_partners();
    start();
    for (std::size_t end = members.size(); end > 0;) {
      std::size_t begin = end - 1;
      while (begin > 0 && members[begin - 1].position == members[begin].position) --begin;
      step(begin, end);
      end = begin;
    }
    trace(visitor);
  }

 private:
  static constexpr std::int32_t none = -1;
  static constexpr std::int64_t nowhere = std::numeric_limits<std::int64_t>::max();

  // A way of treating the PBs visited so far; `used` has a bit for each occurrence of the last PB that is transposed.
  struct Node {
    double cost;
    std::int64_t edits;
    std::int32_t parent;
    std::uint32_t used;
  };

  // Members of one type on one side, in order.
  struct Chain {
    std::int32_t first_within_reach = none, last = none;
  };

  void number_types() {
    types_.clear();
    for (const Occurrence& o : members_) types_.push_back(o.type);
    std::sort(types_.begin(), types_.end());
    types_.erase(std::unique(types_.begin(), types_.end()), types_.end());
    local_.resize(members_.size());
    for (std::size_t i = 0; i < members_.size(); ++i) {
      local_[i] = static_cast<std::size_t>(std::lower_bound(types_.begin(), types_.end(), members_[i].type) - types_.begin());
    }
    width_ = types_.size();
  }

  // For every occurrence, the leftmost place where it could find its partner when it waits for one. Linear: of each type
  // and side there is a chain, and its first member within reach only moves to the right.
  void find_farthest_partners() {
    farthest_.assign(members_.size(), nowhere);
    next_alike_.assign(members_.size(), none);
    chains_.assign(2 * width_, Chain{});
    for (std::size_t i = 0; i < members_.size(); ++i) {
      const Occurrence& o = members_[i];
      const std::size_t own = 2 * local_[i] + static_cast<std::size_t>(o.side);
      std::int32_t& first = chains_[own ^ 1].first_within_reach;
      while (first != none && o.position - members_[static_cast<std::size_t>(first)].position > costs_->reach()) {
        first = next_alike_[static_cast<std::size_t>(first)];
      }
      if (first != none) farthest_[i] = members_[static_cast<std::size_t>(first)].position;
      append(chains_[own], static_cast<std::int32_t>(i));
    }
  }

  void append(Chain& chain, std::int32_t member) {
    if (chain.last != none) next_alike_[static_cast<std::size_t>(chain.last)] = member;
    if (chain.first_within_reach == none) chain.first_within_reach = member;
    chain.last = member;
  }

  void start() {
    nodes_.assign(1, Node{0.0, 0, none, 0});
    layer_begin_ = 0;
    transitions_left_ = max_transitions + transitions_per_member * members_.size();
    waiting_.assign(width_, none);
  }

  // Visits the PB of members [begin, end): makes the next layer of states from the current one.
  void step(std::size_t begin, std::size_t end) {
    if (end - begin > max_types_at_once) throw TooManyStates(members_[begin].position, end - begin);
    const std::size_t layer_end = nodes_.size();
    next_waiting_.clear();
    next_layer_ = layer_end;
    slots_.assign(64, none);
    for (std::size_t node = layer_begin_; node < layer_end; ++node) expand(node, begin, end);
    layer_begin_ = layer_end;
    rebase_layer();
    std::swap(waiting_, next_waiting_);
  }

  // Only differences within a layer matter: kept small, they round the same however long the cluster is.
  void rebase_layer() {
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t node = layer_begin_; node < nodes_.size(); ++node) least = std::min(least, nodes_[node].cost);
    for (std::size_t node = layer_begin_; node < nodes_.size(); ++node) nodes_[node].cost -= least;
  }

  [[nodiscard]] const std::int32_t* waiting_of(std::size_t node) const { return waiting_.data() + (node - layer_begin_) * width_; }

  [[nodiscard]] bool can_close(std::int32_t waiting, const Occurrence& o) const {
    const Occurrence& right = members_[static_cast<std::size_t>(waiting)];
    return right.side != o.side && right.position - o.position <= costs_->reach();
  }

  void expand(std::size_t node, std::size_t begin, std::size_t end) {
    const std::int32_t* before = waiting_of(node);
    std::uint32_t choices = 0, last_chances = 0;
    for (std::size_t i = begin; i < end; ++i) {
      const std::int32_t waiting = before[local_[i]];
      const std::uint32_t bit = std::uint32_t{1} << (i - begin);
      if (waiting == none) {
        if (farthest_[i] != nowhere) choices |= bit;
      } else if (can_close(waiting, members_[i])) {
        const bool last = farthest_[static_cast<std::size_t>(waiting)] == members_[i].position;
        (last ? last_chances : choices) |= bit;
      }
    }
    const std::size_t transitions = std::size_t{1} << std::popcount(choices);
    if (transitions > transitions_left_) throw TooManyStates(members_[begin].position, width_);
    transitions_left_ -= transitions;
    pass(checkpoint_, transitions * width_);
    // All subsets of the choices, the empty one last.
    for (std::uint32_t chosen = choices;; chosen = (chosen - 1) & choices) {
      try_transition(node, chosen | last_chances, begin, end);
      if (chosen == 0) break;
    }
  }

  void try_transition(std::size_t node, std::uint32_t used, std::size_t begin, std::size_t end) {
    const std::int32_t* before = waiting_of(node);
    after_.assign(before, before + width_);
    substituter_.a.clear();
    substituter_.b.clear();
    double cost = nodes_[node].cost;
    std::int64_t edits = nodes_[node].edits;
    for (std::size_t i = begin; i < end; ++i) {
      std::int32_t& waiting = after_[local_[i]];
      if ((used >> (i - begin) & 1U) == 0) {
        (members_[i].side == 0 ? substituter_.a : substituter_.b).push_back(members_[i].type);
      } else if (waiting == none) {
        waiting = static_cast<std::int32_t>(i);
      } else {
        cost += costs_->near_miss(members_[static_cast<std::size_t>(waiting)].position - members_[i].position);
        ++edits;
        waiting = none;
      }
    }
    if (!all_can_still_close(members_[begin].position)) return;
    cost += substituter_.solve(*costs_);
    edits += substituter_.edits();
    keep(Node{cost, edits, static_cast<std::int32_t>(node), used}, begin, end);
  }

  [[nodiscard]] bool all_can_still_close(std::int64_t position) const {
    return std::all_of(after_.begin(), after_.end(), [&](std::int32_t waiting) {
      return waiting == none || farthest_[static_cast<std::size_t>(waiting)] < position;
    });
  }

  // Adds a node for the state `after_`, or keeps the better of it and the one already there.
  void keep(const Node& node, std::size_t begin, std::size_t end) {
    const std::size_t slot = find_slot();
    if (slots_[slot] == none) {
      const std::size_t count = nodes_.size() - next_layer_;
      if (count >= max_states || count * width_ >= max_state_numbers || nodes_.size() >= max_nodes) throw TooManyStates(members_[begin].position, width_);
      slots_[slot] = static_cast<std::int32_t>(count);
      nodes_.push_back(node);
      next_waiting_.insert(next_waiting_.end(), after_.begin(), after_.end());
      if ((count + 1) * 2 > slots_.size()) grow_slots();
      return;
    }
    Node& present = nodes_[next_layer_ + static_cast<std::size_t>(slots_[slot])];
    const int order = compare_alignments(node.cost, node.edits, present.cost, present.edits);
    if (order < 0 || (order == 0 && starts_further_left(node, present, begin, end))) present = node;
  }

  // Between equally good ways to one state: the one that begins a transposition here wins, the shorter one first.
  [[nodiscard]] bool starts_further_left(const Node& one, const Node& other, std::size_t begin, std::size_t end) const {
    for (std::size_t i = begin; i < end; ++i) {
      const std::int64_t x = end_of_transposition_from(one, i, begin), y = end_of_transposition_from(other, i, begin);
      if (x != y) return x < y;
    }
    return false;
  }

  [[nodiscard]] std::int64_t end_of_transposition_from(const Node& node, std::size_t i, std::size_t begin) const {
    const std::int32_t waiting = waiting_of(static_cast<std::size_t>(node.parent))[local_[i]];
    const bool closes = (node.used >> (i - begin) & 1U) != 0 && waiting != none;
    return closes ? members_[static_cast<std::size_t>(waiting)].position : nowhere;
  }

  [[nodiscard]] std::size_t hash(const std::int32_t* state) const {
    std::uint64_t value = 0x9e3779b97f4a7c15ULL;
    for (std::size_t i = 0; i < width_; ++i) {
      value = (value ^ static_cast<std::uint32_t>(state[i])) * 0xff51afd7ed558ccdULL;
      value ^= value >> 32;
    }
    return static_cast<std::size_t>(value);
  }

  [[nodiscard]] std::size_t find_slot() const {
    const std::size_t mask = slots_.size() - 1;
    for (std::size_t slot = hash(after_.data()) & mask;; slot = (slot + 1) & mask) {
      if (slots_[slot] == none) return slot;
      const std::int32_t* state = next_waiting_.data() + static_cast<std::size_t>(slots_[slot]) * width_;
      if (std::equal(after_.begin(), after_.end(), state)) return slot;
    }
  }

  void grow_slots() {
    const std::size_t count = nodes_.size() - next_layer_, mask = slots_.size() * 2 - 1;
    slots_.assign(mask + 1, none);
    for (std::size_t i = 0; i < count; ++i) {
      std::size_t slot = hash(next_waiting_.data() + i * width_) & mask;
      while (slots_[slot] != none) slot = (slot + 1) & mask;
      slots_[slot] = static_cast<std::int32_t>(i);
    }
  }

  // The last layer has one state, in which nothing waits; its chain of parents runs from the leftmost PB to the right.
  template <class Visitor>
  void trace(Visitor& visitor) {
    after_.assign(width_, none);  // per type, the left end of the transposition being traced
    std::size_t begin = 0;
    for (std::size_t node = nodes_.size() - 1; nodes_[node].parent != none; node = static_cast<std::size_t>(nodes_[node].parent)) {
      std::size_t end = begin + 1;
      while (end < members_.size() && members_[end].position == members_[begin].position) ++end;
      trace_step(begin, end, nodes_[node].used, visitor);
      begin = end;
    }
  }

  template <class Visitor>
  void trace_step(std::size_t begin, std::size_t end, std::uint32_t used, Visitor& visitor) {
    substituter_.a.clear();
    substituter_.b.clear();
    for (std::size_t i = begin; i < end; ++i) {
      const Occurrence& o = members_[i];
      std::int32_t& left = after_[local_[i]];
      if ((used >> (i - begin) & 1U) == 0) {
        (o.side == 0 ? substituter_.a : substituter_.b).push_back(o.type);
      } else if (left == none) {
        left = static_cast<std::int32_t>(i);
      } else {
        const Occurrence& from = members_[static_cast<std::size_t>(left)];
        visitor.transposition(from.position, o.position, o.type, from.side);
        left = none;
      }
    }
    visit_kept(members_[begin].position, visitor);
  }

  template <class Visitor>
  void visit_kept(std::int64_t position, Visitor& visitor) {
    substituter_.solve(*costs_);
    const bool a_is_few = substituter_.a_is_few();
    const auto &few = substituter_.few(), &many = substituter_.many();
    for (std::size_t i = 0, j = 0; j < many.size(); ++j) {
      if (i < few.size() && substituter_.partner[i] == j) {
        visitor.substitution(position, a_is_few ? few[i] : many[j], a_is_few ? many[j] : few[i]);
        ++i;
      } else {
        visitor.addition(position, many[j], a_is_few ? 1 : 0);
      }
    }
  }

  Checkpoint* checkpoint_;
  std::span<const Occurrence> members_;
  const EditCosts* costs_ = nullptr;
  std::size_t width_ = 0;                 // number of types in the cluster
  std::vector<std::int32_t> types_;       // their codes, ascending
  std::vector<std::size_t> local_;        // per member, the place of its type in types_
  std::vector<std::int64_t> farthest_;    // per member, see find_farthest_partners
  std::vector<std::int32_t> next_alike_;  // per member, the next of its type and side
  std::vector<Chain> chains_;
  std::vector<Node> nodes_;               // all layers, for tracing back
  std::size_t layer_begin_ = 0, next_layer_ = 0, transitions_left_ = 0;
  std::vector<std::int32_t> waiting_, next_waiting_;  // states of the current and the next layer, width_ numbers each
  std::vector<std::int32_t> after_;
  std::vector<std::int32_t> slots_;       // hash table over the next layer
  Substituter substituter_;
};

// ------------------------------------------------------------------------------------------------ several boundary types

// Splits a pair into clusters that cannot influence each other and solves each exactly, with the linear programme for one type
// where a cluster holds one type.
class TypedAligner {
 public:
  explicit TypedAligner(Checkpoint* checkpoint = nullptr) : solver_(checkpoint) {}

  template <class Visitor>
  void align(TypedBoundaries a, TypedBoundaries b, const EditCosts& costs, Visitor& visitor) {
    collect(a, b, visitor);
    parent_.resize(occurrences_.size());
    std::iota(parent_.begin(), parent_.end(), std::size_t{0});
    link_near_misses(costs.reach());
    link_shared_positions();
    sort_into_clusters();
    for (std::size_t begin = 0; begin < members_.size();) {
      std::size_t end = begin + 1;
      while (end < members_.size() && cluster_[end] == cluster_[begin]) ++end;
      solve(std::span<const Occurrence>(members_).subspan(begin, end - begin), costs, visitor);
      begin = end;
    }
  }

 private:
  // What one type has shown so far: the run of occurrences on one side that is still going on.
  struct Run {
    std::size_t previous_last = unset;  // last occurrence on the other side
    std::vector<std::size_t> current;
  };
  static constexpr std::size_t unset = static_cast<std::size_t>(-1);

  template <class Visitor>
  void collect(TypedBoundaries a, TypedBoundaries b, Visitor& visitor) {
    occurrences_.clear();
    std::size_t i = 0, j = 0;
    while (i < a.positions.size() || j < b.positions.size()) {
      const int order = compare(a, i, b, j);
      if (order == 0) visitor.match(a.positions[i], a.types[i]);
      if (order < 0) occurrences_.push_back({a.positions[i], a.types[i], 0});
      if (order > 0) occurrences_.push_back({b.positions[j], b.types[j], 1});
      i += order <= 0;
      j += order >= 0;
    }
  }

  static int compare(TypedBoundaries a, std::size_t i, TypedBoundaries b, std::size_t j) {
    if (i == a.positions.size()) return 1;
    if (j == b.positions.size()) return -1;
    if (a.positions[i] != b.positions[j]) return a.positions[i] < b.positions[j] ? -1 : 1;
    return a.types[i] == b.types[j] ? 0 : (a.types[i] < b.types[j] ? -1 : 1);
  }

  std::size_t root(std::size_t i) {
    while (parent_[i] != i) i = parent_[i] = parent_[parent_[i]];
    return i;
  }

  void link(std::size_t i, std::size_t j) {
    const std::size_t x = root(i), y = root(j);
    if (x < y) parent_[y] = x;
    else parent_[x] = y;
  }

  // Every occurrence is linked with the nearest one of its type on the other side, before and after it, within reach.
  // Any two that could be transposed, or whose transpositions could collide, are then in one cluster.
  void link_near_misses(std::int64_t reach) {
    for (Run& run : runs_) {
      run.previous_last = unset;
      run.current.clear();
    }
    for (std::size_t i = 0; i < occurrences_.size(); ++i) {
      const Occurrence& o = occurrences_[i];
      if (static_cast<std::size_t>(o.type) >= runs_.size()) runs_.resize(static_cast<std::size_t>(o.type) + 1);
      Run& run = runs_[static_cast<std::size_t>(o.type)];
      const auto within = [&](std::size_t j) { return o.position - occurrences_[j].position <= reach; };
      if (!run.current.empty() && occurrences_[run.current.front()].side != o.side) {
        for (const std::size_t j : run.current) {
          if (within(j)) link(i, j);
        }
        run.previous_last = run.current.back();
        run.current.clear();
      } else if (run.previous_last != unset && within(run.previous_last)) {
        link(i, run.previous_last);
      }
      run.current.push_back(i);
    }
  }

  // Types meet where both sides keep something at one potential boundary: there they may become substitutions.
  void link_shared_positions() {
    for (std::size_t begin = 0; begin < occurrences_.size();) {
      std::size_t end = begin + 1;
      bool both_sides = false;
      while (end < occurrences_.size() && occurrences_[end].position == occurrences_[begin].position) {
        both_sides = both_sides || occurrences_[end].side != occurrences_[begin].side;
        ++end;
      }
      for (std::size_t i = begin + 1; both_sides && i < end; ++i) link(begin, i);
      begin = end;
    }
  }

  // A counting sort by cluster; within a cluster the order by position and type stays.
  void sort_into_clusters() {
    const std::size_t count = occurrences_.size();
    start_.assign(count + 1, 0);
    for (std::size_t i = 0; i < count; ++i) ++start_[root(i) + 1];
    std::partial_sum(start_.begin(), start_.end(), start_.begin());
    members_.resize(count);
    cluster_.resize(count);
    for (std::size_t i = 0; i < count; ++i) {
      const std::size_t place = start_[root(i)]++;
      members_[place] = occurrences_[i];
      cluster_[place] = root(i);
    }
  }

  template <class Visitor>
  void solve(std::span<const Occurrence> members, const EditCosts& costs, Visitor& visitor) {
    bool one_type = true;
    for (const Occurrence& o : members) one_type = one_type && o.type == members.front().type;
    if (!one_type) {
      solver_.solve(members, costs, visitor);
      return;
    }
    workspace_.reserve(members.size());
    for (std::size_t i = 0; i < members.size(); ++i) workspace_.unmatched[i] = unmatched(members[i].position, members[i].side);
    const std::span<const Unmatched> list(workspace_.unmatched.data(), members.size());
    join_near_misses(list, costs, workspace_.joined.data());
    visit_joined(list, workspace_.joined.data(), members.front().type, visitor);
  }

  std::vector<Occurrence> occurrences_;
  std::vector<std::size_t> parent_;
  std::vector<Run> runs_;
  std::vector<std::size_t> start_, cluster_;
  std::vector<Occurrence> members_;
  OneTypeWorkspace workspace_;
  ClusterSolver solver_;
};

}  // namespace seamark
