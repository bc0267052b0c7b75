// Random pairs and options for the tests of the edit distance, and the comparison of the kernel with the naive versions.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <map>
#include <random>
#include <utility>
#include <vector>

#include "check.hpp"
#include "naive_edit.hpp"
#include "seamark/edit.hpp"
#include "seamark/edit_alignment.hpp"

namespace edit_cases {

using naive::Best;
using naive::Options;
using naive::Sets;

inline constexpr std::int64_t largest_mass = std::int64_t{1} << 62;

// The standard's distributions differ between libraries; remainders do not.
class Random {
 public:
  explicit Random(std::uint64_t seed) : engine_(seed) {}
  std::int64_t below(std::int64_t limit) { return static_cast<std::int64_t>(engine_() % static_cast<std::uint64_t>(limit)); }
  std::int64_t between(std::int64_t low, std::int64_t high) { return low + below(high - low + 1); }
  bool one_in(std::int64_t chance) { return below(chance) == 0; }

 private:
  std::mt19937_64 engine_;
};

struct Boundaries {
  std::vector<std::int64_t> positions;
  std::vector<std::int32_t> types;
  [[nodiscard]] seamark::TypedBoundaries view() const { return {positions, types}; }
};

// PB p of the sets becomes position `base` + p + 1, type bit t becomes type code t * `stride`.
inline Boundaries to_boundaries(const Sets& sets, std::int64_t base = 0, std::int32_t stride = 1) {
  Boundaries result;
  for (std::size_t p = 0; p < sets.size(); ++p) {
    for (std::int32_t type = 0; type < naive::most_types; ++type) {
      if ((sets[p] >> type & 1U) == 0) continue;
      result.positions.push_back(base + static_cast<std::int64_t>(p) + 1);
      result.types.push_back(type * stride);
    }
  }
  return result;
}

struct Pair {
  Sets a, b;
};

inline Pair random_pair(Random& random, std::size_t length, int types) {
  const std::uint32_t all = (1U << types) - 1;
  const std::int64_t sparseness = random.between(1, 3);
  Pair pair{Sets(length), Sets(length)};
  for (std::size_t p = 0; p < length; ++p) {
    for (int i = 0; i < 2; ++i) {
      Sets& side = i == 0 ? pair.a : pair.b;
      side[p] = static_cast<std::uint32_t>(random.below(all + 1));
      for (std::int64_t j = 1; j < sparseness; ++j) side[p] &= static_cast<std::uint32_t>(random.below(all + 1));
    }
    if (random.one_in(6)) pair.b[p] = pair.a[p];
  }
  return pair;
}

inline Options random_options(Random& random, int types) {
  constexpr std::int64_t weights[] = {0, 1, 2, 4, 5, 6, 10, 14, 15, 19, 20};
  const auto weight = [&] { return weights[random.below(std::size(weights))]; };
  Options options;
  options.n = static_cast<int>(random.between(2, 6));
  options.scale = static_cast<seamark::Scale>(random.below(3));
  if (!random.one_in(4)) {
    options.addition = weight();
    options.substitution = weight();
    options.transposition = weight();
  }
  if (types > 1 && random.one_in(2)) {
    options.values = {1, 2, 3, 4};
    if (random.one_in(2)) options.values = {1, 2, 4, 7};
  }
  return options;
}

struct Costs {
  std::vector<double> values;
  seamark::EditCosts costs;

  explicit Costs(const Options& options) : values(options.values.begin(), options.values.end()) {
    costs = {.addition = static_cast<double>(options.addition) / 20,
             .substitution = static_cast<double>(options.substitution) / 20,
             .transposition = static_cast<double>(options.transposition) / 20,
             .scale = options.scale,
             .n = options.n,
             .type_values = values,
             .type_span = static_cast<double>(options.span())};
  }
  Costs(const Costs&) = delete;
  Costs& operator=(const Costs&) = delete;
};

inline std::int64_t edits_of(const seamark::EditCounts& counts) {
  return counts.additions_a + counts.additions_b + counts.substitutions + counts.transpositions;
}

inline bool check_counts(const seamark::EditCounts& counts, const Best& best, const Options& options,
                         const seamark::EditCosts& costs) {
  const double expected = static_cast<double>(best.cost) / static_cast<double>(options.whole());
  bool right = CHECK(std::abs(counts.cost(costs) - expected) < 1e-9 * std::max(1.0, expected));
  right &= CHECK(edits_of(counts) == best.edits);
  return right;
}

// Turns the rows of a script into counts, with an exact cost, while checking that each boundary is used once and by the rules.
class ScriptCheck {
 public:
  ScriptCheck(const Boundaries& a, const Boundaries& b, const Options& options) : options_(options) {
    fill(left_[0], a);
    fill(left_[1], b);
  }

  bool operator()(const std::vector<seamark::Edit>& edits, const Best& best) {
    bool right = true;
    for (const seamark::Edit& edit : edits) right &= check(edit);
    right &= CHECK(left_[0].empty() && left_[1].empty());
    right &= CHECK(total_ == best);
    for (const auto& [position, sides] : added_) right &= CHECK(sides != 3);
    for (auto& [type, intervals] : moved_) right &= disjoint(intervals);
    return right;
  }

 private:
  using Occurrences = std::map<std::pair<std::int64_t, std::int64_t>, bool>;  // (position, type): also on the other side

  void fill(Occurrences& into, const Boundaries& boundaries) {
    for (std::size_t i = 0; i < boundaries.positions.size(); ++i) {
      const std::pair<std::int64_t, std::int64_t> key(boundaries.positions[i], boundaries.types[i]);
      const auto twin = left_[0].find(key);
      into[key] = twin != left_[0].end() && &into != &left_[0];
      if (into[key]) twin->second = true;
    }
  }

  bool take(std::int64_t side, std::int64_t position, std::int64_t type, bool matched) {
    const auto found = left_[side].find({position, type});
    if (!CHECK(found != left_[side].end()) || !CHECK(found->second == matched)) return false;
    left_[side].erase(found);
    return true;
  }

  bool check(const seamark::Edit& edit) {
    const auto& [kind, start, end, type, other, side] = edit;
    if (!CHECK(side == 0 || side == 1)) return false;
    switch (kind) {
      case seamark::EditKind::match:
        return take(0, start, type, true) && take(1, start, type, true);
      case seamark::EditKind::addition:
        count(options_.added());
        added_[start] |= 1 << side;
        return take(side, start, type, false);
      case seamark::EditKind::substitution:
        count(options_.substituted(static_cast<int>(type), static_cast<int>(other)));
        return take(0, start, type, false) && take(1, start, other, false);
      case seamark::EditKind::transposition:
        if (!CHECK(start < end && end - start < options_.n)) return false;
        count(options_.transposed(end - start));
        moved_[type].emplace_back(start, end);
        return take(side, start, type, false) && take(1 - side, end, type, false);
    }
    return CHECK(!"a known kind of edit");
  }

  void count(std::int64_t cost) { total_ = {total_.cost + cost, total_.edits + 1}; }

  static bool disjoint(std::vector<std::pair<std::int64_t, std::int64_t>>& intervals) {
    std::sort(intervals.begin(), intervals.end());
    bool right = true;
    for (std::size_t i = 1; i < intervals.size(); ++i) right &= CHECK(intervals[i - 1].second < intervals[i].first);
    return right;
  }

  const Options& options_;
  Occurrences left_[2];
  Best total_;
  std::map<std::int64_t, int> added_;
  std::map<std::int64_t, std::vector<std::pair<std::int64_t, std::int64_t>>> moved_;
};

inline void print_case(const Pair& pair, const Options& options, const Best& best) {
  static int printed = 0;
  if (++printed > 5) return;
  const auto print_sets = [](const char* name, const Sets& sets) {
    std::fprintf(stderr, "  %s:", name);
    for (const std::uint32_t set : sets) std::fprintf(stderr, " %x", set);
  };
  print_sets("a", pair.a);
  print_sets("b", pair.b);
  const auto number = [](std::int64_t value) { return static_cast<long long>(value); };
  std::fprintf(stderr, "  n=%d scale=%d weights/20=%lld,%lld,%lld ordinal=%d expected %lld/%lld, %lld edits\n", options.n,
               static_cast<int>(options.scale), number(options.addition), number(options.substitution), number(options.transposition),
               static_cast<int>(options.values.size()), number(best.cost), number(options.whole()), number(best.edits));
}

// Counts and script of one pair through the path for several types, and for one type through all of its paths.
inline bool check_pair(const Pair& pair, const Options& options, const Best& best, bool one_type, seamark::EditCounting& counting,
                const seamark::EditCosts& costs, std::int64_t base) {
  const Boundaries a = to_boundaries(pair.a, base), b = to_boundaries(pair.b, base);
  bool right = check_counts(counting.several_types(a.view(), b.view()), best, options, costs);
  right &= ScriptCheck(a, b, options)(seamark::edit_script(a.view(), b.view(), costs), best);
  if (options.values.empty()) {
    const Boundaries sparse_a = to_boundaries(pair.a, base, 7), sparse_b = to_boundaries(pair.b, base, 7);
    right &= check_counts(counting.several_types(sparse_a.view(), sparse_b.view()), best, options, costs);
  }
  if (one_type) {
    const std::int64_t mass = base + static_cast<std::int64_t>(pair.a.size()) + 1;
    for (const std::int64_t stated_mass : {mass, std::max<std::int64_t>(mass, 1000)}) {
      right &= check_counts(counting.one_type(a.positions, b.positions, stated_mass), best, options, costs);
    }
    right &= ScriptCheck(a, b, options)(seamark::edit_script({a.positions, {}}, {b.positions, {}}, costs), best);
  }
  if (!right) print_case(pair, options, best);
  return right;
}

}  // namespace edit_cases
