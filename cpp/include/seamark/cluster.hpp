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
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "seamark/checkpoint.hpp"
#include "seamark/edit_costs.hpp"

namespace seamark {

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
  // Partner of each element of the shorter side, as an index into the longer side.
  std::vector<std::size_t> partner;

  [[nodiscard]] std::int64_t edits() const { return static_cast<std::int64_t>(std::max(a.size(), b.size())); }

  // Fills `partner` and returns the cost of this PB.
  double solve(const EditCosts& costs) {
    const auto& few = a.size() <= b.size() ? a : b;
    const auto& many = a.size() <= b.size() ? b : a;
    partner.resize(few.size());
    const double additions = costs.addition * static_cast<double>(many.size() - few.size());
    if (costs.type_values.empty()) {
      for (std::size_t i = 0; i < few.size(); ++i) partner[i] = i;
      return additions + costs.substitution * static_cast<double>(few.size());
    }
    return additions + costs.substitution * assign_by_distance(few, many, costs);
  }

 private:
  std::vector<double> table_;

  // Least total distance on a line: some optimal assignment of ascending values never crosses, so rows and columns
  // are matched in order. table(i, j): the first i of the few among the first j of the many.
  double assign_by_distance(const std::vector<std::int32_t>& few, const std::vector<std::int32_t>& many, const EditCosts& costs) {
    const std::size_t rows = few.size(), columns = many.size();
    const auto at = [columns](std::size_t i, std::size_t j) { return i * (columns + 1) + j; };
    table_.assign((rows + 1) * (columns + 1), std::numeric_limits<double>::infinity());
    for (std::size_t j = 0; j <= columns; ++j) table_[at(0, j)] = 0.0;
    for (std::size_t i = 1; i <= rows; ++i) {
      for (std::size_t j = i; j <= columns; ++j) {
        const double take = table_[at(i - 1, j - 1)] + costs.type_distance(few[i - 1], many[j - 1]);
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
    if (checkpoint_ != nullptr) checkpoint_->pass(transitions * width_);
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
    const bool a_is_few = substituter_.a.size() <= substituter_.b.size();
    const auto& few = a_is_few ? substituter_.a : substituter_.b;
    const auto& many = a_is_few ? substituter_.b : substituter_.a;
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

}  // namespace seamark
