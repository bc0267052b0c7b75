// The edit distance against the naive versions: random small and middling pairs, alone and in a batch, and the dense short cut.
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

// Small pairs at the beginning and at the far end of the number range; one counting object for ten pairs, as in a batch.
void test_small_pairs(int types, std::int64_t longest, int rounds) {
  Random random(1000 + static_cast<std::uint64_t>(types));
  for (int round = 0; round < rounds; ++round) {
    const Options options = random_options(random, types);
    const Costs costs(options);
    seamark::EditCounting counting(costs.costs);
    for (int i = 0; i < 10; ++i) {
      const Pair pair = random_pair(random, static_cast<std::size_t>(random.between(0, longest)), types);
      const Best best = naive::Enumeration(pair.a, pair.b, options).best();
      CHECK(naive::Walk(pair.a, pair.b, options).best() == best);
      const std::int64_t base = random.one_in(4) ? largest_mass - 1 - static_cast<std::int64_t>(pair.a.size()) : 0;
      check_pair(pair, options, best, types == 1, counting, costs.costs, base);
    }
  }
}

void test_middling_pairs() {
  Random random(77);
  for (int round = 0; round < 400; ++round) {
    const int types = static_cast<int>(random.between(1, 4));
    const Options options = random_options(random, types);
    const Costs costs(options);
    seamark::EditCounting counting(costs.costs);
    const Pair pair = random_pair(random, static_cast<std::size_t>(random.between(10, 60)), types);
    const Best best = naive::Walk(pair.a, pair.b, options).best();
    check_pair(pair, options, best, types == 1, counting, costs.costs, 0);
  }
}

void test_empty_sides() {
  const Options options{.n = 3, .values = {}};
  const Costs costs(options);
  seamark::EditCounting counting(costs.costs);
  const std::vector<Pair> pairs = {{{}, {}}, {{0, 0, 0}, {0, 0, 0}}, {{1, 0, 1}, {0, 0, 0}}, {{0, 0, 0}, {1, 1, 1}}, {{1}, {1}}};
  for (const Pair& pair : pairs) {
    const Best best = naive::Enumeration(pair.a, pair.b, options).best();
    check_pair(pair, options, best, true, counting, costs.costs, 0);
  }
  const auto never = [](std::size_t, const seamark::EditCounts&) { CHECK(!"a pair in an empty batch"); };
  seamark::count_edits({{}, {}, {}}, {{}, {}, {}}, {}, costs.costs, never);
}

// Past mass 512 the short cut must not be taken; below, it must agree with the general path.
void check_dense(const std::vector<std::int64_t>& a, const std::vector<std::int64_t>& b, std::int64_t mass) {
  static const seamark::EditCosts costs;
  static seamark::EditCounting counting(costs);
  static seamark::OneTypeWorkspace workspace;
  seamark::EditCounter counter(costs);
  seamark::align_one_type(a, b, costs, workspace, counter);
  const seamark::EditCounts general = counter.counts(), batch = counting.one_type(a, b, mass);
  CHECK(batch.matches == general.matches && batch.transpositions == general.transpositions);
  CHECK(batch.additions_a == general.additions_a && batch.additions_b == general.additions_b);
  CHECK(batch.transposition_weight == general.transposition_weight && batch.transposed_distance == general.transposed_distance);
  if (mass <= seamark::dense_word_mass) CHECK(seamark::count_in_words(a, b).near_misses == general.transpositions);
}

// Every case of words and carries: random words of all densities, and chains of every length at every place.
void test_dense_equals_general() {
  Random random(5);
  for (int round = 0; round < 30'000; ++round) {
    const std::int64_t mass = random.between(1, 600), sparseness = random.between(1, 6);
    std::vector<std::int64_t> a, b;
    for (std::int64_t p = 1; p < mass; ++p) {
      if (random.one_in(sparseness)) a.push_back(p);
      if (random.one_in(sparseness)) b.push_back(p);
    }
    check_dense(a, b, mass);
  }
  for (std::int64_t start = 1; start < 512; ++start) {
    for (std::int64_t length = 1; start + length <= 512; length += 1 + length / 4) {
      std::vector<std::int64_t> a, b;
      for (std::int64_t p = start; p < start + length; ++p) ((p - start) % 2 == 0 ? a : b).push_back(p);
      check_dense(a, b, start + length);
      check_dense(b, a, 512);
    }
  }
}

// The batch gives each pair the same counts as alone.
void test_batch() {
  Random random(3);
  const Options options{.n = 3, .values = {}};
  const Costs costs(options);
  Boundaries a, b;
  std::vector<std::int64_t> offsets_a = {0}, offsets_b = {0}, masses;
  std::vector<Best> bests;
  for (int i = 0; i < 500; ++i) {
    const Pair pair = random_pair(random, static_cast<std::size_t>(random.between(0, 7)), 3);
    bests.push_back(naive::Enumeration(pair.a, pair.b, options).best());
    for (const auto& [sets, into] : {std::pair(&pair.a, &a), std::pair(&pair.b, &b)}) {
      const Boundaries more = to_boundaries(*sets);
      into->positions.insert(into->positions.end(), more.positions.begin(), more.positions.end());
      into->types.insert(into->types.end(), more.types.begin(), more.types.end());
    }
    offsets_a.push_back(static_cast<std::int64_t>(a.positions.size()));
    offsets_b.push_back(static_cast<std::int64_t>(b.positions.size()));
    masses.push_back(static_cast<std::int64_t>(pair.a.size()) + 1);
  }
  std::size_t seen = 0;
  seamark::count_edits({a.positions, offsets_a, a.types}, {b.positions, offsets_b, b.types}, masses, costs.costs,
                       [&](std::size_t i, const seamark::EditCounts& counts) {
                         CHECK(i == seen++);
                         check_counts(counts, bests[i], options, costs.costs);
                       });
  CHECK(seen == bests.size());
}

}  // namespace

int main() {
  test_small_pairs(1, 12, 1500);
  test_small_pairs(2, 8, 1500);
  test_small_pairs(3, 7, 1000);
  test_small_pairs(4, 6, 500);
  test_middling_pairs();
  test_empty_sides();
  test_dense_equals_general();
  test_batch();
  return seamark::testing::checks_summary();
}
