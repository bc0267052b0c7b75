// Boundary edit distance the slow way, in whole numbers: every set of transpositions (for a few potential boundaries), and a
// plain walk over states (for some dozens). Shares nothing with the kernel but the names of its options.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <utility>
#include <vector>

#include "seamark/edit_alignment.hpp"

namespace naive {

// One bit per type and potential boundary (PB).
using Sets = std::vector<std::uint32_t>;
inline constexpr int most_types = 4;

// Weights in twentieths; costs in 1/(20 * 960 * span), which holds every scale for n = 2..6 without rounding.
struct Options {
  int n = 2;
  seamark::Scale scale = seamark::Scale::te;
  std::int64_t addition = 20, substitution = 20, transposition = 20;
  std::vector<std::int64_t> values;  // of the types, ascending; empty: all types are equally far apart

  [[nodiscard]] std::int64_t span() const { return values.empty() ? 1 : values.back() - values.front() + 1; }
  [[nodiscard]] std::int64_t whole() const { return 20 * 960 * span(); }
  [[nodiscard]] std::int64_t added() const { return addition * 960 * span(); }
  [[nodiscard]] std::int64_t transposed(std::int64_t d) const {
    std::int64_t scaled = 960;
    if (scale == seamark::Scale::te) scaled = 2 * 960 - (960 >> (d - 1));
    if (scale == seamark::Scale::linear) scaled = 960 * d / n;
    return transposition * scaled * span();
  }
  [[nodiscard]] std::int64_t substituted(int one, int other) const {
    return substitution * 960 * (values.empty() ? 1 : std::abs(values[one] - values[other]));
  }
};

struct Best {
  std::int64_t cost = 0;
  std::int64_t edits = 0;
  auto operator<=>(const Best&) const = default;
};

// What one PB costs with the types kept on each side, for every pair of sets: all ways to pair them up are tried.
class Kept {
 public:
  explicit Kept(const Options& options) : options_(options) {
    for (std::uint32_t a = 0; a < table_.size(); ++a) {
      for (std::uint32_t b = 0; b < table_.size(); ++b) {
        const bool a_is_few = std::popcount(a) <= std::popcount(b);
        table_[a][b] = cheapest(a_is_few ? a : b, a_is_few ? b : a);
      }
    }
  }

  [[nodiscard]] Best operator()(std::uint32_t a, std::uint32_t b) const {
    return {table_[a][b], std::max(std::popcount(a), std::popcount(b))};
  }

 private:
  [[nodiscard]] std::int64_t cheapest(std::uint32_t few, std::uint32_t many) const {
    if (few == 0) return std::popcount(many) * options_.added();
    const int one = std::countr_zero(few);
    std::int64_t least = INT64_MAX;
    for (int other = 0; other < most_types; ++other) {
      if ((many >> other & 1U) == 0) continue;
      least = std::min(least, options_.substituted(one, other) + cheapest(few & (few - 1), many & ~(1U << other)));
    }
    return least;
  }

  const Options& options_;
  std::array<std::array<std::int64_t, 1U << most_types>, 1U << most_types> table_{};
};

// Tries every set of transpositions of every type together.
class Enumeration {
 public:
  Enumeration(const Sets& a, const Sets& b, const Options& options) : options_(options), kept_(options), a_(a), b_(b) {
    for (std::size_t p = 0; p < a.size(); ++p) {
      a_[p] &= ~b[p];
      b_[p] &= ~a[p];
    }
    choose(0, 0, {});
  }

  [[nodiscard]] Best best() const { return best_; }

 private:
  // Decides about transpositions of `type` whose left end is at `from` or after it, then about the next types.
  void choose(int type, std::size_t from, Best moved) {
    if (type == most_types) return finish(moved);
    choose(type + 1, 0, moved);
    for (std::size_t p = from; p < a_.size(); ++p) {
      for (std::size_t q = p + 1; q < a_.size() && q - p < static_cast<std::size_t>(options_.n); ++q) {
        transpose(a_[p], b_[q], type, p, q, moved);
        transpose(b_[p], a_[q], type, p, q, moved);
      }
    }
  }

  void transpose(std::uint32_t& left, std::uint32_t& right, int type, std::size_t p, std::size_t q, Best moved) {
    const std::uint32_t bit = 1U << type;
    if ((left & bit) == 0 || (right & bit) == 0) return;
    left ^= bit;
    right ^= bit;
    choose(type, q + 1, {moved.cost + options_.transposed(static_cast<std::int64_t>(q - p)), moved.edits + 1});
    left ^= bit;
    right ^= bit;
  }

  void finish(Best total) {
    for (std::size_t p = 0; p < a_.size(); ++p) {
      const Best here = kept_(a_[p], b_[p]);
      total = {total.cost + here.cost, total.edits + here.edits};
    }
    if (!found_ || total < best_) best_ = total;
    found_ = true;
  }

  const Options& options_;
  Kept kept_;
  Sets a_, b_;
  Best best_;
  bool found_ = false;
};

// From left to right with, per type, the place and side of the boundary that waits for its right partner.
class Walk {
 public:
  Walk(const Sets& a, const Sets& b, const Options& options) : options_(options), kept_(options) {
    ways_[{}] = {};
    for (std::size_t p = 0; p < a.size(); ++p) visit(static_cast<int>(p) + 1, a[p] & ~b[p], b[p] & ~a[p]);
  }

  [[nodiscard]] Best best() const { return ways_.at({}); }

 private:
  using State = std::array<int, most_types>;  // 0: none waits; +p or -p: the one at PB p of side a or b

  void visit(int p, std::uint32_t a, std::uint32_t b) {
    std::map<State, Best> before;
    before.swap(ways_);
    for (const auto& [state, best] : before) decide(0, p, a, b, state, best);
  }

  void decide(int type, int p, std::uint32_t a, std::uint32_t b, State state, Best best) {
    if (type == most_types) return arrive(p, a, b, state, best);
    decide(type + 1, p, a, b, state, best);
    const std::uint32_t bit = 1U << type;
    if (((a | b) & bit) == 0) return;
    const int here = (a & bit) != 0 ? p : -p;
    const int waiting = state[static_cast<std::size_t>(type)];
    if (waiting == 0) {
      state[static_cast<std::size_t>(type)] = here;
    } else {
      const int distance = p - std::abs(waiting);
      if ((waiting > 0) == (here > 0) || distance >= options_.n) return;
      state[static_cast<std::size_t>(type)] = 0;
      best = {best.cost + options_.transposed(distance), best.edits + 1};
    }
    decide(type + 1, p, a & ~bit, b & ~bit, state, best);
  }

  void arrive(int p, std::uint32_t a, std::uint32_t b, const State& state, Best best) {
    for (const int waiting : state) {
      if (waiting != 0 && p - std::abs(waiting) >= options_.n) return;
    }
    const Best here = kept_(a, b);
    best = {best.cost + here.cost, best.edits + here.edits};
    const auto [place, is_new] = ways_.try_emplace(state, best);
    if (!is_new) place->second = std::min(place->second, best);
  }

  const Options& options_;
  Kept kept_;
  std::map<State, Best> ways_;
};

}  // namespace naive
