// Turns and matching spans, against versions that look at every unit, and try every mapping and every matching.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <set>
#include <tuple>
#include <vector>

#include "check.hpp"
#include "random_pairs.hpp"
#include "seamark/assignment.hpp"
#include "seamark/span_matching.hpp"
#include "seamark/turns.hpp"

namespace {

using seamark::CodedSpans;
using seamark::TurnRules;
using seamark::testing::RandomPairs;

constexpr auto ignore = [](std::size_t) {};
constexpr std::int32_t labels = 3;

struct RandomSpans {
  std::vector<std::int64_t> starts, ends;
  std::vector<std::int32_t> codes;

  RandomSpans(RandomPairs& random, std::int64_t length, std::int64_t most) {
    std::vector<std::tuple<std::int64_t, std::int64_t, std::int32_t>> rows;
    for (std::int64_t n = random.between(0, most); n > 0; --n) {
      const std::int64_t start = random.between(0, length - 1);
      rows.emplace_back(start, random.between(start + 1, length), static_cast<std::int32_t>(random.between(0, labels - 1)));
    }
    std::sort(rows.begin(), rows.end());
    for (const auto& [start, end, code] : rows) {
      starts.push_back(start);
      ends.push_back(end);
      codes.push_back(code);
    }
  }

  [[nodiscard]] CodedSpans spans() const { return {starts, ends, codes}; }
  [[nodiscard]] bool has(std::int32_t label, std::int64_t unit) const {
    for (std::size_t i = 0; i < starts.size(); ++i) {
      if (codes[i] == label && starts[i] <= unit && unit < ends[i]) return true;
    }
    return false;
  }
  [[nodiscard]] std::int64_t at(std::int64_t unit) const {
    std::int64_t count = 0;
    for (std::int32_t label = 0; label < labels; ++label) count += has(label, unit);
    return count;
  }
};

bool is_scored(const RandomSpans& reference, std::int64_t unit, TurnRules rules) {
  for (const auto& edges : {reference.starts, reference.ends}) {
    for (const std::int64_t edge : edges) {
      if (edge - rules.collar <= unit && unit < edge + rules.collar) return false;
    }
  }
  return !(rules.skip_overlap && reference.at(unit) > 1);
}

void check_turns(const RandomSpans& a, const RandomSpans& b, std::int64_t length, TurnRules rules) {
  double total = 0.0, missed = 0.0, false_alarm = 0.0, shared = 0.0;
  double common[labels][labels] = {}, time_a[labels] = {}, time_b[labels] = {};
  for (std::int64_t unit = 0; unit < length; ++unit) {
    if (!is_scored(a, unit, rules)) continue;
    const auto in_a = static_cast<double>(a.at(unit)), in_b = static_cast<double>(b.at(unit));
    total += in_a;
    missed += std::max(0.0, in_a - in_b);
    false_alarm += std::max(0.0, in_b - in_a);
    shared += std::min(in_a, in_b);
    for (std::int32_t x = 0; x < labels; ++x) {
      time_a[x] += a.has(x, unit);
      time_b[x] += b.has(x, unit);
      for (std::int32_t y = 0; y < labels; ++y) common[x][y] += a.has(x, unit) && b.has(y, unit);
    }
  }
  std::vector<std::size_t> order(labels);
  std::iota(order.begin(), order.end(), std::size_t{0});
  double most = 0.0, least = 1e9, counted = 0.0;
  for (std::int32_t x = 0; x < labels; ++x) counted += time_a[x] > 0.0;
  do {
    double time = 0.0, error = 0.0;
    for (std::size_t x = 0; x < labels; ++x) {
      const double both = common[x][order[x]], either = time_a[x] + time_b[order[x]] - both;
      time += both;
      if (time_a[x] > 0.0) error += 1.0 - both / either;
    }
    most = std::max(most, time);
    least = std::min(least, error);
  } while (std::next_permutation(order.begin(), order.end()));
  const auto errors = seamark::turn_errors(a.spans(), b.spans(), length, rules, false);
  CHECK(errors.total == total && errors.missed == missed && errors.false_alarm == false_alarm);
  CHECK(errors.correct == most && errors.confusion == shared - most);
  const auto jaccard = seamark::jaccard_errors(a.spans(), b.spans(), length, rules, false);
  CHECK(jaccard.labels == counted);
  CHECK(std::abs(jaccard.error - (counted > 0.0 ? least : (false_alarm > 0.0 ? 1.0 : 0.0))) < 1e-12);
}

std::int64_t most_matches(const RandomSpans& a, const RandomSpans& b, seamark::SpanMatchRules rules, std::size_t j, std::vector<bool>& free) {
  if (j == b.starts.size()) return 0;
  std::int64_t most = most_matches(a, b, rules, j + 1, free);
  for (std::size_t i = 0; i < a.starts.size(); ++i) {
    if (!free[i] || (rules.labels && a.codes[i] != b.codes[j])) continue;
    const auto both = static_cast<double>(std::min(a.ends[i], b.ends[j]) - std::max(a.starts[i], b.starts[j]));
    const auto either = static_cast<double>((a.ends[i] - a.starts[i]) + (b.ends[j] - b.starts[j])) - both;
    if (both <= 0.0 || both / either < rules.least_share) continue;
    free[i] = false;
    most = std::max(most, 1 + most_matches(a, b, rules, j + 1, free));
    free[i] = true;
  }
  return most;
}

void test_assignment() {
  RandomPairs random(33);
  for (int trial = 0; trial < 3000; ++trial) {
    const auto rows = static_cast<std::size_t>(random.between(0, 5)), columns = rows + static_cast<std::size_t>(random.between(0, 2));
    std::vector<std::int64_t> costs;
    for (std::size_t i = 0; i < rows * columns; ++i) costs.push_back(random.between(-9, 9));
    const auto total = [&](const std::vector<std::size_t>& column_of) {
      std::int64_t sum = 0;
      for (std::size_t row = 0; row < rows; ++row) sum += costs[row * columns + column_of[row]];
      return sum;
    };
    const auto found = seamark::least_assignment<seamark::WideInteger>(
        rows, columns, [&](std::size_t row, std::size_t column) { return seamark::WideInteger{costs[row * columns + column]}; });
    CHECK(std::set<std::size_t>(found.begin(), found.end()).size() == rows);
    std::vector<std::size_t> order(columns);
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::int64_t least = total(found);
    do least = std::min(least, total(order));
    while (std::next_permutation(order.begin(), order.end()));
    CHECK(total(found) == least);
  }
}

}  // namespace

int main() {
  test_assignment();
  RandomPairs random(32);
  for (int trial = 0; trial < 3000; ++trial) {
    const std::int64_t length = random.between(1, random.one_of<std::int64_t>({2, 8, 25}));
    const RandomSpans a(random, length, 6), b(random, length, 6);
    const std::int64_t collar = random.one_of<std::int64_t>({0, 0, 1, 3, std::int64_t{1} << 62});
    check_turns(a, b, length, {std::min(collar, length), random.between(0, 1) == 0});
    const auto huge = seamark::turn_errors(a.spans(), b.spans(), length, {collar, false}, true);
    CHECK(huge.total == huge.correct + huge.missed + huge.confusion);
    const seamark::SpanMatchRules rules{random.one_of<double>({0.0, 0.3, 0.5, 1.0}), random.between(0, 1) == 0};
    std::vector<bool> free(a.starts.size(), true);
    CHECK(seamark::count_span_matches(a.spans(), b.spans(), rules, ignore) == most_matches(a, b, rules, 0, free));
  }
  return seamark::testing::checks_summary();
}
