// Spans against versions that look at every unit, every set, every mapping and every matching: unitizing, candidates of alignments,
// assignments, turns and matching spans.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numeric>
#include <set>
#include <stdexcept>
#include <utility>
#include <vector>

#include "check.hpp"
#include "naive_spans.hpp"
#include "naive_turns.hpp"
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
    const auto turns = [&](std::int64_t most) { return naive::TurnList(seamark::testing::anywhere(random, length, naive::labels, most)); };
    const naive::TurnList a = turns(6), b = turns(6), within = turns(3);
    const std::int64_t collar = random.one_of<std::int64_t>({0, 0, 1, 3, std::int64_t{1} << 62});
    const CodedSpans regions = within.spans();
    naive::check_turns(a, b, length, {std::min(collar, length), random.between(0, 1) == 0, random.between(0, 1) == 0 ? &regions : nullptr});
    const auto huge = seamark::turn_errors({a.spans(), b.spans(), length, {collar, false, nullptr}}, seamark::LabelMapping::anywhere);
    CHECK(huge.total == huge.correct + huge.missed + huge.confusion);
    naive::check_matches(a, b, {random.one_of<double>({0.0, 0.3, 0.5, 1.0}), random.between(0, 1) == 0});
    naive::check_entities(a, b, random.between(0, 1) == 0, random.between(0, 1) == 0);
    naive::check_segments(a, b, length, random.between(0, 4));
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
