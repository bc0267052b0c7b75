// T and L measures, against versions that look at every pair of results of every query.
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "check.hpp"
#include "naive_partitions.hpp"
#include "random_pairs.hpp"
#include "seamark/levels.hpp"

namespace {

using naive::close;
using seamark::LevelScores;
using seamark::testing::Positions;
using seamark::testing::RandomPairs;
// What every unit shares with others, level by level: the number of its segment, or its label.
using Shared = std::vector<std::vector<std::int64_t>>;

constexpr auto ignore = [](std::size_t) {};

std::size_t depth(const Shared& levels, std::size_t q, std::size_t i) {
  for (std::size_t level = levels.size(); level-- > 0;) {
    if (levels[level][q] == levels[level][i]) return level + 1;
  }
  return 0;
}

void add_recall(const Shared& a, const Shared& b, bool transitive, std::optional<std::int64_t> window, double& sum, double& units) {
  const auto size = static_cast<std::int64_t>(a[0].size());
  for (std::int64_t q = 0; q < size; ++q) {
    double pairs = 0.0, kept = 0.0;
    const auto seen = [&](std::int64_t i) { return i != q && (!window.has_value() || (q - *window <= i && i < q + *window)); };
    for (std::int64_t i = 0; i < size; ++i) {
      for (std::int64_t j = 0; j < size; ++j) {
        if (!seen(i) || !seen(j)) continue;
        const auto of = [&](const Shared& levels, std::int64_t other) {
          return depth(levels, static_cast<std::size_t>(q), static_cast<std::size_t>(other));
        };
        const bool deeper = transitive ? of(a, i) > of(a, j) : of(a, i) == of(a, j) + 1;
        pairs += deeper;
        kept += deeper && of(b, i) > of(b, j);
      }
    }
    if (pairs == 0.0) continue;
    sum += kept / pairs;
    ++units;
  }
}

void check(const LevelScores& found, const Shared& a, const Shared& b, bool transitive, std::optional<std::int64_t> window) {
  LevelScores expected;
  add_recall(a, b, transitive, window, expected.recall_sum, expected.recall_units);
  add_recall(b, a, transitive, window, expected.precision_sum, expected.precision_units);
  CHECK(close(found.recall_sum, expected.recall_sum) && found.recall_units == expected.recall_units);
  CHECK(close(found.precision_sum, expected.precision_sum) && found.precision_units == expected.precision_units);
}

void test_trees() {
  RandomPairs random(34);
  for (int trial = 0; trial < 1500; ++trial) {
    const std::int64_t mass = random.between(1, random.one_of<std::int64_t>({1, 3, 9, 18}));
    std::vector<Positions> boundaries[2];
    seamark::LevelBoundaries levels[2];
    Shared shared[2];
    for (int side = 0; side < 2; ++side) {
      for (std::int64_t level = random.between(1, 3); level > 0; --level) boundaries[side].push_back(random.dense(mass));
      for (const Positions& positions : boundaries[side]) {
        levels[side].emplace_back(positions);
        shared[side].push_back(naive::labels_of(positions, mass));
      }
    }
    const auto window = random.one_of<std::optional<std::int64_t>>({std::nullopt, 1, 2, 5, std::int64_t{1} << 62});
    const bool transitive = random.between(0, 1) == 0;
    check(seamark::tree_scores(levels[0], levels[1], mass, {transitive, window}, ignore), shared[0], shared[1], transitive,
          window.has_value() && *window > mass ? std::nullopt : window);
  }
}

void test_labels() {
  RandomPairs random(35);
  for (int trial = 0; trial < 1500; ++trial) {
    const std::int64_t mass = random.between(1, random.one_of<std::int64_t>({1, 3, 9, 15}));
    std::vector<Positions> starts[2];
    std::vector<std::vector<std::int32_t>> types[2];
    seamark::LevelLabels levels[2];
    Shared shared[2];
    for (int side = 0; side < 2; ++side) {
      for (std::int64_t level = random.between(1, 3); level > 0; --level) {
        starts[side].emplace_back();
        types[side].emplace_back();
        shared[side].emplace_back();
        for (std::int64_t unit = 0; unit < mass; ++unit) {
          if (unit == 0 || random.between(0, 2) == 0) {
            starts[side].back().push_back(unit + 1);
            types[side].back().push_back(static_cast<std::int32_t>(random.between(0, 2)));
          }
          shared[side].back().push_back(types[side].back().back());
        }
      }
      for (std::size_t level = 0; level < starts[side].size(); ++level) levels[side].push_back({starts[side][level], types[side][level]});
    }
    check(seamark::label_scores(levels[0], levels[1], mass, ignore), shared[0], shared[1], true, std::nullopt);
  }
}

// The cost does not follow the mass.
void test_largest_mass() {
  constexpr std::int64_t largest = std::int64_t{1} << 62;
  const Positions half{largest / 2}, quarters{largest / 4, largest / 2};
  const seamark::LevelBoundaries levels{half, quarters};
  const LevelScores scores = seamark::tree_scores(levels, levels, largest, {}, ignore);
  CHECK(close(scores.recall_sum / scores.recall_units, 1.0) && close(scores.precision_units, static_cast<double>(largest)));
}

}  // namespace

int main() {
  test_trees();
  test_labels();
  test_largest_mass();
  return seamark::testing::checks_summary();
}
