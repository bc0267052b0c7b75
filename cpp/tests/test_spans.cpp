// Spans: lengths and differences of unitizing alpha unit by unit, candidates of alignments against all sets, the assignment
// problem against all assignments.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <set>
#include <stdexcept>
#include <vector>

#include "check.hpp"
#include "random_pairs.hpp"
#include "random_spans.hpp"
#include "seamark/span_candidates.hpp"
#include "seamark/sparse_assignment.hpp"
#include "seamark/unitizing.hpp"

namespace {

using seamark::CategoryLengths;
using seamark::CodedSpans;
using seamark::SpanColumn;
using seamark::testing::RandomPairs;
using seamark::testing::SpansInColumns;

constexpr std::int32_t categories = 3;

bool near(double one, double other) { return std::abs(one - other) <= 1e-9 * std::max(1.0, std::abs(other)); }

// For every unit of a coding the number of its span, or -1.
std::vector<int> span_of_units(const CodedSpans& spans, std::int64_t length) {
  std::vector<int> units(static_cast<std::size_t>(length), -1);
  for (std::size_t i = 0; i < spans.size(); ++i) {
    for (std::int64_t unit = spans.starts[i]; unit < spans.ends[i]; ++unit) units[static_cast<std::size_t>(unit)] = static_cast<int>(i);
  }
  return units;
}

std::vector<CategoryLengths> lengths_unit_by_unit(const SpanColumn& column, double& gaps) {
  std::vector<CategoryLengths> sums(categories);
  const double others = static_cast<double>(column.size()) - 1.0;
  gaps = 0.0;
  for (std::size_t row = 0; row < column.size(); ++row) {
    const CodedSpans spans = column[row];
    const auto units = span_of_units(spans, column.lengths[row]);
    std::vector<double> pairable(spans.size(), 0.0);
    for (std::size_t unit = 0; unit < units.size(); ++unit) {
      if (units[unit] < 0) {
        gaps += 1.0;
        continue;
      }
      const auto mine = static_cast<std::size_t>(units[unit]);
      CategoryLengths& sum = sums[static_cast<std::size_t>(spans.codes[mine])];
      sum.length += 1.0;
      for (std::size_t other = 0; other < column.size(); ++other) {
        if (other == row) continue;
        const int theirs = span_of_units(column[other], column.lengths[row])[unit];
        if (theirs < 0) sum.gap += 1.0 / others;
        else if (column[other].codes[static_cast<std::size_t>(theirs)] == spans.codes[mine]) sum.same += 1.0 / others;
        else sum.other += 1.0 / others;
        if (theirs >= 0) pairable[mine] += 1.0 / others;
      }
    }
    for (std::size_t i = 0; i < spans.size(); ++i) {
      CategoryLengths& sum = sums[static_cast<std::size_t>(spans.codes[i])];
      sum.squared += static_cast<double>(spans.length(i) * spans.length(i));
      sum.pairable += pairable[i] * pairable[i];
    }
  }
  return sums;
}

void test_lengths() {
  RandomPairs random(31);
  for (int trial = 0; trial < 3000; ++trial) {
    const std::int64_t length = random.between(1, 30);
    SpansInColumns spans;
    for (std::int64_t coder = random.between(2, 4); coder > 0; --coder) spans.add_coding(apart(random, length, categories), length);
    double gaps = 0.0;
    const auto expected = lengths_unit_by_unit(spans.column(), gaps);
    std::vector<CategoryLengths> found(categories);
    CHECK(near(seamark::category_lengths(spans.column(), 0, spans.lengths.size(), found, nullptr), gaps));
    for (std::size_t c = 0; c < found.size(); ++c) {
      CHECK(near(found[c].length, expected[c].length) && near(found[c].same, expected[c].same) && near(found[c].other, expected[c].other));
      CHECK(near(found[c].gap, expected[c].gap) && near(found[c].squared, expected[c].squared) && near(found[c].pairable, expected[c].pairable));
    }
  }
}

// Every unit of one coder against every unit of another.
double differences_pair_by_pair(const SpanColumn& column, std::int32_t code) {
  double sum = 0.0;
  for (std::size_t row = 0; row < column.size(); ++row) {
    for (std::size_t next = 0; next < column.size(); ++next) {
      if (row == next) continue;
      const CodedSpans one = column[row], other = column[next];
      for (std::size_t i = 0; i < one.size(); ++i) {
        if (one.codes[i] != code) continue;
        bool met = false;
        for (std::size_t j = 0; j < other.size(); ++j) {
          if (other.codes[j] != code || one.starts[i] >= other.ends[j] || other.starts[j] >= one.ends[i]) continue;
          met = true;
          const auto start = static_cast<double>(one.starts[i] - other.starts[j]), end = static_cast<double>(one.ends[i] - other.ends[j]);
          sum += start * start + end * end;
        }
        // In both orders of the two coders the unit lies in a gap of the other.
        if (!met) sum += 2.0 * static_cast<double>(one.length(i) * one.length(i));
      }
    }
  }
  return sum / (static_cast<double>(column.size()) - 1.0);
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

using Set = std::vector<std::int32_t>;

// All sets with at most one span of a coder that no cut makes cheaper or as cheap, with their costs.
std::map<Set, double> all_sets(const SpanColumn& column, const seamark::SpanDissimilarity& unlike) {
  const auto coders = static_cast<double>(column.size());
  const double pairs = coders * (coders - 1.0) / 2.0;
  std::vector<Set> sets{{}};
  std::vector<std::size_t> coder_of;
  for (std::size_t row = 0, number = 0; row < column.size(); ++row) {
    const std::size_t before = sets.size();
    for (std::size_t i = 0; i < column[row].size(); ++i, ++number) {
      coder_of.push_back(row);
      for (std::size_t set = 0; set < before; ++set) {
        sets.push_back(sets[set]);
        sets.back().push_back(static_cast<std::int32_t>(number));
      }
    }
  }
  const auto between = [&](std::int32_t a, std::int32_t b) {
    const auto one = static_cast<std::size_t>(a), other = static_cast<std::size_t>(b);
    const auto first = [&](std::size_t n) { return n - static_cast<std::size_t>(column.offsets[coder_of[n]]); };
    return unlike(column[coder_of[one]], first(one), column[coder_of[other]], first(other));
  };
  std::map<Set, double> kept;
  for (const Set& set : sets) {
    if (set.empty()) continue;
    double sum = 0.0;
    bool stands = true;
    for (std::size_t i = 0; i < set.size(); ++i) {
      for (std::size_t j = i + 1; j < set.size(); ++j) sum += between(set[i], set[j]);
    }
    for (std::size_t cut = 1; cut + 1 < (std::size_t{1} << set.size()); ++cut) {
      double across = 0.0, number = 0.0;
      for (std::size_t i = 0; i < set.size(); ++i) {
        for (std::size_t j = 0; j < set.size(); ++j) {
          if ((cut >> i & 1) == 0 || (cut >> j & 1) != 0) continue;
          across += between(set[i], set[j]);
          number += 1.0;
        }
      }
      if (across >= (number + pairs) * unlike.empty) stands = false;
    }
    const double nothing = pairs - static_cast<double>(set.size() * (set.size() - 1)) / 2.0;
    if (stands) kept[set] = (sum + nothing * unlike.empty) / pairs;
  }
  return kept;
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

// The least cost of pairs from this row on, columns being taken or not.
double cheapest(const std::vector<std::vector<double>>& costs, std::size_t row, std::vector<bool>& taken) {
  if (row == costs.size()) return 0.0;
  double best = cheapest(costs, row + 1, taken);
  for (std::size_t column = 0; column < taken.size(); ++column) {
    if (taken[column] || std::isnan(costs[row][column])) continue;
    taken[column] = true;
    best = std::min(best, costs[row][column] + cheapest(costs, row + 1, taken));
    taken[column] = false;
  }
  return best;
}

void test_assignment() {
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

}  // namespace

int main() {
  test_lengths();
  test_differences();
  test_candidates();
  test_too_many_candidates();
  test_assignment();
  return seamark::testing::checks_summary();
}
