// Boundary edit distance with several boundary types: splits a pair into clusters that cannot influence each other and
// solves each exactly, with the linear programme of one_type.hpp where a cluster holds one type.
#pragma once

#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

#include "seamark/cluster.hpp"
#include "seamark/columns.hpp"
#include "seamark/edit_costs.hpp"
#include "seamark/one_type.hpp"

namespace seamark {

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
