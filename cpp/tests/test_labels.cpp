// Labels as clusters, runs of actions, and the T and L measures of hierarchies, against versions that look at every unit or at every
// pair of results of every query.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "check.hpp"
#include "naive_partitions.hpp"
#include "random_pairs.hpp"
#include "seamark/labels.hpp"

namespace {

using naive::close;
using seamark::LevelScores;
using seamark::Run;
using seamark::TypedBoundaries;
using seamark::testing::Positions;
using seamark::testing::RandomPairs;
using Shared = std::vector<std::vector<std::int64_t>>;
using Units = std::vector<std::int32_t>;

// A labelled segmentation in the form of labels.hpp, and the label of every unit.
struct Labelled {
  Positions positions;
  std::vector<std::int32_t> types;
  Units units;

  Labelled(RandomPairs& random, std::int64_t mass) {
    for (std::int64_t unit = 0; unit < mass; ++unit) {
      if (unit == 0 || random.between(0, 3) == 0) {
        positions.push_back(unit + 1);
        types.push_back(static_cast<std::int32_t>(random.between(0, 3)));
      }
      units.push_back(types.back());
    }
  }

  [[nodiscard]] TypedBoundaries row() const { return {positions, types}; }
  [[nodiscard]] std::int64_t mass() const { return static_cast<std::int64_t>(units.size()) + 1; }
};

void check_clusters(const Labelled& a, const Labelled& b) {
  seamark::LabelTable table;
  table.fill(a.row(), b.row(), a.mass());
  std::int64_t same_a = 0, same_b = 0, both = 0, pairs = 0, equal = 0;
  for (std::size_t i = 0; i < a.units.size(); ++i) {
    equal += a.units[i] == b.units[i];
    for (std::size_t j = 0; j < i; ++j) {
      const bool in_a = a.units[i] == a.units[j], in_b = b.units[i] == b.units[j];
      same_a += in_a;
      same_b += in_b;
      both += in_a && in_b;
      ++pairs;
    }
  }
  const seamark::PairCounts counts = seamark::pair_counts(table);
  CHECK(counts.same_reference == static_cast<double>(same_a) && counts.same_hypothesis == static_cast<double>(same_b));
  CHECK(counts.same_both == static_cast<double>(both) && counts.pairs == static_cast<double>(pairs));
  CHECK(seamark::equally_labelled(a.row(), b.row(), a.mass()) == equal);
  std::map<std::int32_t, double> in_a, in_b;
  std::map<std::pair<std::int32_t, std::int32_t>, double> together;
  for (std::size_t i = 0; i < a.units.size(); ++i) {
    ++in_a[a.units[i]];
    ++in_b[b.units[i]];
    ++together[{a.units[i], b.units[i]}];
  }
  const auto n = static_cast<double>(a.units.size());
  double entropy_a = 0.0, given_b = 0.0;
  for (const auto& [label, units] : in_a) entropy_a -= units / n * std::log(units / n);
  for (const auto& [labels, units] : together) given_b -= units / n * std::log(units / in_b[labels.second]);
  const seamark::GroupEntropies entropies = seamark::group_entropies(table);
  CHECK(close(entropies.reference, entropy_a) && close(entropies.reference_given_hypothesis, given_b));
  CHECK(close(entropies.largest_reference, std::log(static_cast<double>(in_a.size()))));
  CHECK(close(entropies.largest_hypothesis, std::log(static_cast<double>(in_b.size()))));
  CHECK(table.reference_groups() == in_a.size() && table.hypothesis_groups() == in_b.size());
  // Every way in which the labels can meet, by the logarithms of factorials.
  double expected = 0.0;
  const auto log_choose = [](double m, double k) { return std::lgamma(m + 1) - std::lgamma(k + 1) - std::lgamma(m - k + 1); };
  for (const auto& [one, x] : in_a) {
    for (const auto& [other, y] : in_b) {
      for (double shared = std::max(1.0, x + y - n); shared <= std::min(x, y); ++shared) {
        const double chance = std::exp(log_choose(x, shared) + log_choose(n - x, y - shared) - log_choose(n, y));
        expected += chance * shared / n * std::log(n * shared / (x * y));
      }
    }
  }
  CHECK(close(seamark::expected_information(table, nullptr), expected, 1e-11));
}

std::vector<Run> naive_runs(const Units& units, const std::set<std::int32_t>& background, bool last_run_short) {
  std::vector<Run> runs;
  const auto size = static_cast<std::int64_t>(units.size());
  for (std::int64_t begin = 0, end = 0; begin < size; begin = end) {
    while (end < size && units[static_cast<std::size_t>(end)] == units[static_cast<std::size_t>(begin)]) ++end;
    const std::int32_t label = units[static_cast<std::size_t>(begin)];
    if (background.count(label) == 0) runs.push_back({begin, end - (last_run_short && end == size ? 1 : 0), label});
  }
  return runs;
}

// As published: every run of the hypothesis looks at all runs of the reference.
seamark::ActionMatches naive_matches(const std::vector<Run>& reference, const std::vector<Run>& hypothesis, double threshold) {
  std::vector<bool> taken(reference.size());
  seamark::ActionMatches matches;
  for (const Run& run : hypothesis) {
    std::size_t best = reference.size();
    double best_share = 0.0;
    for (std::size_t i = 0; i < reference.size(); ++i) {
      if (reference[i].label != run.label) continue;
      const auto both = static_cast<double>(std::min(run.end, reference[i].end) - std::max(run.begin, reference[i].begin));
      const auto hull = static_cast<double>(std::max(run.end, reference[i].end) - std::min(run.begin, reference[i].begin));
      if (hull > 0.0 && both / hull > best_share) {
        best = i;
        best_share = both / hull;
      }
    }
    const bool hit = best < reference.size() && best_share >= threshold && !taken[best];
    if (hit) taken[best] = true;
    ++(hit ? matches.true_positive : matches.false_positive);
  }
  matches.false_negative = static_cast<std::int64_t>(reference.size()) - matches.true_positive;
  return matches;
}

std::int64_t naive_distance(const std::vector<Run>& a, const std::vector<Run>& b) {
  std::vector<std::vector<std::int64_t>> table(a.size() + 1, std::vector<std::int64_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) {
    for (std::size_t j = 0; j <= b.size(); ++j) {
      if (i == 0 || j == 0) {
        table[i][j] = static_cast<std::int64_t>(i + j);
      } else {
        const std::int64_t other = a[i - 1].label == b[j - 1].label ? 0 : 1;
        table[i][j] = std::min({table[i - 1][j] + 1, table[i][j - 1] + 1, table[i - 1][j - 1] + other});
      }
    }
  }
  return table[a.size()][b.size()];
}

void check_actions(RandomPairs& random, const Labelled& a, const Labelled& b) {
  const std::set<std::int32_t> nothing = random.one_of<std::set<std::int32_t>>({{}, {0}, {1, 3}, {0, 1, 2, 3}});
  const std::vector<std::int32_t> codes(nothing.begin(), nothing.end());
  const bool last_run_short = random.between(0, 1) == 0;
  std::vector<Run> reference, hypothesis;
  seamark::runs_of(a.row(), a.mass(), {codes, last_run_short}, reference);
  seamark::runs_of(b.row(), b.mass(), {codes, last_run_short}, hypothesis);
  const auto runs_a = naive_runs(a.units, nothing, last_run_short), runs_b = naive_runs(b.units, nothing, last_run_short);
  const auto same = [](const Run& x, const Run& y) { return x.begin == y.begin && x.end == y.end && x.label == y.label; };
  CHECK(std::equal(reference.begin(), reference.end(), runs_a.begin(), runs_a.end(), same));
  std::vector<std::int64_t> workspace;
  CHECK(seamark::run_edit_distance(reference, hypothesis, workspace, nullptr) == naive_distance(runs_a, runs_b));
  const double threshold = random.one_of<double>({0.1, 0.25, 0.5, 0.75, 1.0});
  const auto expected = naive_matches(runs_a, runs_b, threshold), found = seamark::action_matches(reference, hypothesis, threshold);
  CHECK(found.true_positive == expected.true_positive && found.false_positive == expected.false_positive &&
        found.false_negative == expected.false_negative);
}

void test_clusters_and_actions() {
  RandomPairs random(31);
  for (int trial = 0; trial < 4000; ++trial) {
    const std::int64_t mass = random.between(1, random.one_of<std::int64_t>({1, 3, 12, 40}));
    const Labelled a(random, mass), b(random, mass);
    check_clusters(a, b);
    check_actions(random, a, b);
  }
}

// What every unit shares with others, level by level: the number of its segment, or its label.

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

void check_levels(const LevelScores& found, const Shared& a, const Shared& b, bool transitive, std::optional<std::int64_t> window) {
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
    seamark::Levels levels[2];
    Shared shared[2];
    for (int side = 0; side < 2; ++side) {
      for (std::int64_t level = random.between(1, 3); level > 0; --level) boundaries[side].push_back(random.dense(mass));
      for (const Positions& positions : boundaries[side]) {
        levels[side].push_back({positions, {}});
        shared[side].push_back(naive::labels_of(positions, mass));
      }
    }
    const auto window = random.one_of<std::optional<std::int64_t>>({std::nullopt, 1, 2, 5, std::int64_t{1} << 62});
    const bool transitive = random.between(0, 1) == 0;
    check_levels(seamark::tree_scores(levels[0], levels[1], mass, {transitive, window}, nullptr), shared[0], shared[1], transitive,
          window.has_value() && *window > mass ? std::nullopt : window);
  }
}

void test_levels_of_labels() {
  RandomPairs random(35);
  for (int trial = 0; trial < 1500; ++trial) {
    const std::int64_t mass = random.between(1, random.one_of<std::int64_t>({1, 3, 9, 15}));
    std::vector<Positions> starts[2];
    std::vector<std::vector<std::int32_t>> types[2];
    seamark::Levels levels[2];
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
    check_levels(seamark::label_scores(levels[0], levels[1], mass, nullptr), shared[0], shared[1], true, std::nullopt);
  }
}

// The cost does not follow the mass.
void test_largest_mass() {
  constexpr std::int64_t largest = std::int64_t{1} << 62;
  const Positions half{largest / 2}, quarters{largest / 4, largest / 2};
  const seamark::Levels levels{{half, {}}, {quarters, {}}};
  const LevelScores scores = seamark::tree_scores(levels, levels, largest, {}, nullptr);
  CHECK(close(scores.recall_sum / scores.recall_units, 1.0) && close(scores.precision_units, static_cast<double>(largest)));
}

}  // namespace

int main() {
  test_clusters_and_actions();
  test_trees();
  test_levels_of_labels();
  test_largest_mass();
  return seamark::testing::checks_summary();
}
