// The edit distance at its limits: a million boundaries, chains and clusters without a gap, the ends of the number range, and too
// many types at once.
// Indexing past a vector's end is then an error even within its capacity, where the address sanitizer is blind.
#define _GLIBCXX_ASSERTIONS 1

#include <cstdint>
#include <utility>
#include <vector>

#include "check.hpp"
#include "edit_cases.hpp"
#include "naive_edit.hpp"
#include "seamark/edit.hpp"

namespace {

using namespace edit_cases;

// The two ends of the longest segmentation are one near miss when n reaches that far, and two additions otherwise. So far
// apart, d/n is 1 and te(d) is 2, to the last bit of a double.
void test_farthest_positions() {
  const std::vector<std::int64_t> first = {1}, last = {largest_mass - 1};
  const std::vector<std::int32_t> type = {0};
  for (const seamark::Scale scale : {seamark::Scale::te, seamark::Scale::linear, seamark::Scale::unit}) {
    const seamark::EditCosts far{.scale = scale, .n = largest_mass}, near{.scale = scale, .n = largest_mass - 2};
    for (const auto& [costs, transpositions] : {std::pair(far, 1), std::pair(near, 0)}) {
      seamark::EditCounting counting(costs);
      const seamark::EditCounts one = counting.one_type(first, last, largest_mass);
      const seamark::EditCounts typed = counting.several_types({first, type}, {last, type});
      for (const seamark::EditCounts& counts : {one, typed}) {
        CHECK(counts.transpositions == transpositions);
        CHECK(counts.additions_a + counts.additions_b == 2 - 2 * transpositions);
        CHECK(counts.cost(costs) == (transpositions == 1 && scale != seamark::Scale::te ? 1.0 : 2.0));
      }
    }
  }
}

// A million boundaries a side, in blocks out of reach of each other: the sum of what the naive version says of each block.
void test_many_blocks(int types) {
  Random random(31 + static_cast<std::uint64_t>(types));
  const Options options{.n = 4, .addition = 14, .transposition = 15, .values = {}};
  constexpr std::size_t block = 6, gap = 4;
  std::vector<Pair> pairs;
  std::vector<Best> bests;
  for (int i = 0; i < 100; ++i) {
    pairs.push_back(random_pair(random, block, types));
    bests.push_back(naive::Enumeration(pairs.back().a, pairs.back().b, options).best());
  }
  Boundaries a, b;
  Best total;
  for (std::int64_t base = 0; a.positions.size() < 1'000'000 || b.positions.size() < 1'000'000; base += block + gap) {
    const auto i = static_cast<std::size_t>(random.below(100));
    for (const auto& [sets, into] : {std::pair(&pairs[i].a, &a), std::pair(&pairs[i].b, &b)}) {
      const Boundaries more = to_boundaries(*sets, base);
      into->positions.insert(into->positions.end(), more.positions.begin(), more.positions.end());
      into->types.insert(into->types.end(), more.types.begin(), more.types.end());
    }
    total = {total.cost + bests[i].cost, total.edits + bests[i].edits};
  }
  const Costs costs(options);
  seamark::EditCounting counting(costs.costs);
  check_counts(counting.several_types(a.view(), b.view()), total, options, costs.costs);
  if (types == 1) check_counts(counting.one_type(a.positions, b.positions, largest_mass), total, options, costs.costs);
}

// One chain in which everything is in reach of something: pairs and additions cost the same, so the fewest edits decide,
// and rounding must not, however long the chain.
void test_long_chain(std::int64_t length) {
  for (const std::int64_t addition : {2, 6, 8, 10}) {
    const Options options{
        .n = 3, .scale = seamark::Scale::unit, .addition = addition, .transposition = 2 * addition, .values = {}};
    std::vector<std::int64_t> a, b;
    for (std::int64_t p = 1; p <= length; ++p) (p % 2 == 1 ? a : b).push_back(p);
    const Costs costs(options);
    seamark::EditCounting counting(costs.costs);
    check_counts(counting.one_type(a, b, largest_mass), {length * options.added(), (length + 1) / 2}, options, costs.costs);
  }
}

// Two types that change places all along: one cluster of 30,000 PBs.
void test_long_cluster() {
  Random random(9);
  constexpr std::size_t length = 30'000;
  for (const std::int64_t addition : {2, 6, 20}) {
    const std::int64_t substitution = std::min<std::int64_t>(2 * addition, 20);
    const Options options{.n = 3, .addition = addition, .substitution = substitution, .transposition = 6, .values = {}};
    Pair pair{Sets(length), Sets(length)};
    for (std::size_t p = 0; p < length; ++p) {
      pair.a[p] = static_cast<std::uint32_t>(random.between(1, 2));
      pair.b[p] = 3 - pair.a[p];
    }
    const Best best = naive::Walk(pair.a, pair.b, options).best();
    const Costs costs(options);
    seamark::EditCounting counting(costs.costs);
    check_pair(pair, options, best, false, counting, costs.costs, 0);
  }
}

// Past the limit there is an error, and the object still counts the next pair.
void test_too_many_states() {
  Boundaries a, b;
  for (std::int64_t p = 1; p <= 40; ++p) {
    for (std::int32_t type = 0; type < 20; ++type) {
      Boundaries& side = (p + type) % 2 == 0 ? a : b;
      side.positions.push_back(p);
      side.types.push_back(type);
    }
  }
  const Options options{.n = 6, .values = {}};
  const Costs costs(options);
  seamark::EditCounting counting(costs.costs);
  bool refused = false;
  try {
    static_cast<void>(counting.several_types(a.view(), b.view()));
  } catch (const seamark::TooManyStates&) {
    refused = true;
  }
  CHECK(refused);
  const Pair pair{{1, 1, 0}, {0, 2, 1}};
  check_pair(pair, options, naive::Enumeration(pair.a, pair.b, options).best(), false, counting, costs.costs, 0);
}

}  // namespace

int main() {
  test_farthest_positions();
  test_many_blocks(1);
  test_many_blocks(3);
  test_long_chain(3'000'000);
  test_long_cluster();
  test_too_many_states();
  return seamark::testing::checks_summary();
}
