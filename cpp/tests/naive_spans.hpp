// Spans, slowly: unit by unit, pair by pair, all sets, all assignments.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

#include "seamark/spans.hpp"

namespace naive {

using seamark::CategoryLengths;
using seamark::CodedSpans;
using seamark::SpanColumn;

inline bool near(double one, double other) { return std::abs(one - other) <= 1e-9 * std::max(1.0, std::abs(other)); }

// For every unit of a coding the number of its span, or -1.
inline std::vector<int> span_of_units(const CodedSpans& spans, std::int64_t length) {
  std::vector<int> units(static_cast<std::size_t>(length), -1);
  for (std::size_t i = 0; i < spans.size(); ++i) {
    for (std::int64_t unit = spans.starts[i]; unit < spans.ends[i]; ++unit) units[static_cast<std::size_t>(unit)] = static_cast<int>(i);
  }
  return units;
}

inline std::vector<CategoryLengths> lengths_unit_by_unit(const SpanColumn& column, std::size_t categories, double& gaps) {
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

// Every unit of one coder against every unit of another.
inline double differences_pair_by_pair(const SpanColumn& column, std::int32_t code) {
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

using Set = std::vector<std::int32_t>;

// All sets with at most one span of a coder that no cut makes cheaper or as cheap, with their costs.
inline std::map<Set, double> all_sets(const SpanColumn& column, const seamark::SpanDissimilarity& unlike) {
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

// The least cost of pairs from this row on, columns being taken or not.
inline double cheapest(const std::vector<std::vector<double>>& costs, std::size_t row, std::vector<bool>& taken) {
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

}  // namespace naive
