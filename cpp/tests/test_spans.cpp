// Spans against versions that look at every unit, every set, every mapping and every matching: unitizing, candidates of alignments,
// assignments, turns and matching spans.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <numeric>
#include <set>
#include <stdexcept>
#include <tuple>
#include <utility>
#include <vector>

#include "check.hpp"
#include "naive_spans.hpp"
#include "random_pairs.hpp"
#include "random_spans.hpp"
#include "seamark/assignment.hpp"
#include "seamark/spans.hpp"

namespace {

using naive::Set;
using naive::all_sets;
using naive::cheapest;
using naive::differences_pair_by_pair;
using naive::lengths_unit_by_unit;
using naive::near;
using seamark::CategoryLengths;
using seamark::CodedSpans;
using seamark::SpanColumn;
using seamark::TurnRules;
using seamark::testing::RandomPairs;
using seamark::testing::SpansInColumns;

constexpr std::int32_t categories = 3;

void test_lengths() {
  RandomPairs random(31);
  for (int trial = 0; trial < 3000; ++trial) {
    const std::int64_t length = random.between(1, 30);
    SpansInColumns spans;
    for (std::int64_t coder = random.between(2, 4); coder > 0; --coder) spans.add_coding(apart(random, length, categories), length);
    double gaps = 0.0;
    const auto expected = lengths_unit_by_unit(spans.column(), categories, gaps);
    std::vector<CategoryLengths> found(categories);
    CHECK(near(seamark::category_lengths(spans.column(), 0, spans.lengths.size(), found, nullptr), gaps));
    for (std::size_t c = 0; c < found.size(); ++c) {
      CHECK(near(found[c].length, expected[c].length) && near(found[c].same, expected[c].same) && near(found[c].other, expected[c].other));
      CHECK(near(found[c].gap, expected[c].gap) && near(found[c].squared, expected[c].squared) && near(found[c].pairable, expected[c].pairable));
    }
  }
}

void test_differences() {
  RandomPairs random(32);
  for (int trial = 0; trial < 3000; ++trial) {
    const std::int64_t length = random.between(1, 40);
    SpansInColumns spans;
    for (std::int64_t coder = random.between(2, 4); coder > 0; --coder) {
      // Spans of different categories may overlap.
      std::vector<SpansInColumns::Row> rows;
      for (std::int32_t code = 0; code < categories; ++code) {
        for (auto [start, end, _] : apart(random, length, 1)) rows.emplace_back(start, end, code);
      }
      spans.add_coding(rows, length);
    }
    std::vector<double> found(categories);
    seamark::category_differences(spans.column(), 0, spans.lengths.size(), found, nullptr);
    for (std::int32_t code = 0; code < categories; ++code) {
      CHECK(near(found[static_cast<std::size_t>(code)], differences_pair_by_pair(spans.column(), code)));
    }
  }
  SpansInColumns longest;
  for (int coder = 0; coder < 2; ++coder) longest.add_coding({{0, std::int64_t{1} << 62, 0}}, std::int64_t{1} << 62);
  std::vector<double> found(1);
  bool refused = false;
  try {
    seamark::category_differences(longest.column(), 0, 2, found, nullptr);
  } catch (const std::length_error&) {
    refused = true;
  }
  CHECK(refused);
}

void test_candidates() {
  RandomPairs random(33);
  // Halves and quarters, so that sums are exact and ties are ties.
  const std::vector<double> distances{0.0, 1.0, 0.5, 1.0, 0.0, 0.25, 0.5, 0.25, 0.0};
  for (int trial = 0; trial < 1500; ++trial) {
    const std::int64_t length = random.one_of<std::int64_t>({8, 30, 100});
    const std::int64_t count = random.between(2, 5);
    SpansInColumns spans;
    for (std::int64_t coder = 0; coder < count; ++coder) spans.add_coding(anywhere(random, length, categories, count > 3 ? 2 : 4), length);
    const SpanColumn column = spans.column();
    std::vector<CodedSpans> coders;
    for (std::size_t row = 0; row < column.size(); ++row) coders.push_back(column[row]);
    const double empty = random.one_of<double>({0.5, 1.0, 2.0});
    const seamark::SpanDissimilarity unlike{random.one_of<double>({0.0, 0.5, 1.0, 3.0}) * empty, random.one_of<double>({0.0, 1.0, 2.0}) * empty, empty, distances, 3};
    const auto found = seamark::CandidateSearch(coders, unlike, 1'000'000, nullptr).run();
    const auto expected = all_sets(column, unlike);
    std::set<Set> seen;
    for (std::size_t i = 0; i < found.costs.size(); ++i) {
      const Set set(found.members.begin() + found.ends[i], found.members.begin() + found.ends[i + 1]);
      CHECK(seen.insert(set).second);
      const auto place = expected.find(set);
      // A sum that is right at the limit may be rounded to either side.
      if (place != expected.end()) CHECK(near(found.costs[i], place->second));
    }
    std::size_t missing = 0;
    for (const auto& [set, cost] : expected) missing += seen.contains(set) ? 0 : 1;
    CHECK(missing == 0 && seen.size() == expected.size());
  }
}

void test_too_many_candidates() {
  SpansInColumns spans;
  for (int coder = 0; coder < 4; ++coder) spans.add_coding({{0, 9, 0}, {1, 9, 0}, {2, 9, 0}}, 20);
  const SpanColumn column = spans.column();
  const std::vector<CodedSpans> coders{column[0], column[1], column[2], column[3]};
  const std::vector<double> distances{0.0};
  bool refused = false;
  try {
    (void)seamark::CandidateSearch(coders, {1.0, 1.0, 1.0, distances, 1}, 50, nullptr).run();
  } catch (const std::length_error&) {
    refused = true;
  }
  CHECK(refused);
}

void test_sparse_assignment() {
  RandomPairs random(34);
  for (int trial = 0; trial < 5000; ++trial) {
    const auto rows = static_cast<std::size_t>(random.between(0, 6)), columns = static_cast<std::size_t>(random.between(0, 6));
    std::vector<std::vector<double>> costs(rows, std::vector<double>(columns, std::numeric_limits<double>::quiet_NaN()));
    std::vector<std::int64_t> offsets{0};
    std::vector<std::int32_t> places;
    std::vector<double> given;
    for (auto& row : costs) {
      for (std::size_t column = 0; column < columns; ++column) {
        if (random.between(0, 2) == 0) continue;
        row[column] = -static_cast<double>(random.between(-4, 20)) / 4.0;
        places.push_back(static_cast<std::int32_t>(column));
        given.push_back(row[column]);
      }
      offsets.push_back(static_cast<std::int64_t>(places.size()));
    }
    const auto column_of = seamark::SparseAssignment({offsets, places, given}, columns).run(nullptr);
    double total = 0.0;
    std::set<std::int32_t> used;
    for (std::size_t row = 0; row < rows; ++row) {
      if (column_of[row] < 0) continue;
      CHECK(used.insert(column_of[row]).second);
      total += costs[row][static_cast<std::size_t>(column_of[row])];
    }
    std::vector<bool> taken(columns, false);
    CHECK(total == cheapest(costs, 0, taken));
  }
}

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
  bool inside = rules.regions == nullptr;
  for (std::size_t i = 0; rules.regions != nullptr && i < rules.regions->size(); ++i) {
    inside |= rules.regions->starts[i] <= unit && unit < rules.regions->ends[i];
  }
  if (!inside) return false;
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
  const seamark::TurnTimes times(a.spans(), b.spans(), length, rules);
  const auto errors = seamark::turn_errors(times, seamark::LabelMapping::scored);
  CHECK(errors.total == total && errors.missed == missed && errors.false_alarm == false_alarm);
  CHECK(errors.correct == most && errors.confusion == shared - most);
  const auto shares = seamark::label_times(times);
  double sums[4] = {};
  for (std::int32_t x = 0; x < labels; ++x) {
    double most_a = 0.0, most_b = 0.0;
    for (std::int32_t y = 0; y < labels; ++y) {
      most_a = std::max(most_a, common[x][y]);
      most_b = std::max(most_b, common[y][x]);
    }
    sums[0] += most_b;
    sums[1] += time_b[x];
    sums[2] += most_a;
    sums[3] += time_a[x];
  }
  CHECK(shares.largest_b == sums[0] && shares.total_b == sums[1] && shares.largest_a == sums[2] && shares.total_a == sums[3]);
  const auto jaccard = seamark::jaccard_errors(times, seamark::LabelMapping::jaccard);
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

// The most correct pairs, then the most others, over all ways to pair.
std::pair<int, int> best_pairs(const RandomSpans& a, const RandomSpans& b, bool ends, bool categories, std::size_t j, std::vector<bool>& free) {
  if (j == b.starts.size()) return {0, 0};
  auto best = best_pairs(a, b, ends, categories, j + 1, free);
  for (std::size_t i = 0; i < a.starts.size(); ++i) {
    if (!free[i] || std::min(a.ends[i], b.ends[j]) <= std::max(a.starts[i], b.starts[j])) continue;
    const bool correct = (!ends || (a.starts[i] == b.starts[j] && a.ends[i] == b.ends[j])) && (!categories || a.codes[i] == b.codes[j]);
    free[i] = false;
    auto [right, other] = best_pairs(a, b, ends, categories, j + 1, free);
    free[i] = true;
    best = std::max(best, correct ? std::pair{right + 1, other} : std::pair{right, other + 1});
  }
  return best;
}

void check_entities(const RandomSpans& a, const RandomSpans& b, bool ends, bool categories) {
  std::vector<bool> free(a.starts.size(), true);
  const auto [correct, others] = best_pairs(a, b, ends, categories, 0, free);
  const auto found = seamark::entity_pairs(a.spans(), b.spans(), ends, categories, nullptr);
  CHECK(found.correct == correct && found.others == others);
}

// Unit by unit: the piece of either side that each unit of the union lies in.
void check_segments(const RandomSpans& a, const RandomSpans& b, std::int64_t length, std::int64_t fill) {
  std::vector<std::vector<bool>> has(labels, std::vector<bool>(static_cast<std::size_t>(length), false));
  for (std::int32_t label = 0; label < labels; ++label) {
    std::int64_t last = -1;
    for (std::int64_t unit = 0; unit < length; ++unit) {
      if (!a.has(label, unit)) continue;
      const bool joins = last >= 0 && unit - last - 1 < fill;
      for (std::int64_t between = joins ? last : unit; between <= unit; ++between) has[static_cast<std::size_t>(label)][static_cast<std::size_t>(between)] = true;
      last = unit;
    }
  }
  std::map<std::pair<int, int>, double> cells;
  int piece_a = 0, piece_b = 0;
  double total = 0.0;
  for (std::size_t unit = 0; unit < static_cast<std::size_t>(length); ++unit) {
    bool any = false, cut_a = unit == 0, cut_b = false;
    for (const auto& label : has) {
      any |= label[unit];
      cut_a |= unit > 0 && label[unit] != label[unit - 1];
    }
    for (const auto& places : {b.starts, b.ends}) {
      for (const std::int64_t place : places) cut_b |= place == static_cast<std::int64_t>(unit);
    }
    if (!any) {
      ++piece_a, ++piece_b;
      continue;
    }
    piece_a += cut_a, piece_b += cut_b;
    cells[{piece_a, piece_b}] += 1.0;
    total += 1.0;
  }
  std::map<int, double> of_a, of_b;
  for (const auto& [cell, size] : cells) {
    of_a[cell.first] = std::max(of_a[cell.first], size);
    of_b[cell.second] = std::max(of_b[cell.second], size);
  }
  const auto sum = [](const std::map<int, double>& parts) {
    return std::accumulate(parts.begin(), parts.end(), 0.0, [](double so_far, const auto& part) { return so_far + part.second; });
  };
  const auto found = seamark::segment_parts(a.spans(), b.spans(), nullptr, fill, labels);
  CHECK(found.total == total && found.coverage == sum(of_a) && found.purity == sum(of_b));
}

void test_least_assignment() {
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

void test_turns_and_matches() {
  RandomPairs random(32);
  for (int trial = 0; trial < 3000; ++trial) {
    const std::int64_t length = random.between(1, random.one_of<std::int64_t>({2, 8, 25}));
    const RandomSpans a(random, length, 6), b(random, length, 6);
    const std::int64_t collar = random.one_of<std::int64_t>({0, 0, 1, 3, std::int64_t{1} << 62});
    const RandomSpans within(random, length, 3);
    const CodedSpans regions = within.spans();
    check_turns(a, b, length, {std::min(collar, length), random.between(0, 1) == 0, random.between(0, 1) == 0 ? &regions : nullptr});
    const auto huge = seamark::turn_errors({a.spans(), b.spans(), length, {collar, false, nullptr}}, seamark::LabelMapping::anywhere);
    CHECK(huge.total == huge.correct + huge.missed + huge.confusion);
    const seamark::SpanMatchRules rules{random.one_of<double>({0.0, 0.3, 0.5, 1.0}), random.between(0, 1) == 0};
    std::vector<bool> free(a.starts.size(), true);
    CHECK(seamark::count_span_matches(a.spans(), b.spans(), rules, nullptr) == static_cast<double>(most_matches(a, b, rules, 0, free)));
    check_entities(a, b, random.between(0, 1) == 0, random.between(0, 1) == 0);
    check_segments(a, b, length, random.between(0, 4));
  }
}

}  // namespace

int main() {
  test_lengths();
  test_differences();
  test_candidates();
  test_too_many_candidates();
  test_sparse_assignment();
  test_least_assignment();
  test_turns_and_matches();
  return seamark::testing::checks_summary();
}
