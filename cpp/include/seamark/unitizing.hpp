// The sums behind Krippendorff's alpha for unitizing: how long coders say the same, and how far their units differ.
//
// The spans of a coder do not overlap (in the second kernel: those of one category do not), so that two coders have no more
// overlapping pairs than spans, and two pointers find them.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <stdexcept>
#include <vector>

#include "seamark/checkpoint.hpp"
#include "seamark/span_columns.hpp"
#include "seamark/wide_integer.hpp"

namespace seamark {

// Of one category on one item, summed over its coders; lengths of pairs of coders are divided by the number of others.
struct CategoryLengths {
  static constexpr std::size_t width = 6;
  double length = 0.0;    // of its units
  double same = 0.0;      // where another coder says the same,
  double other = 0.0;     // another category,
  double gap = 0.0;       // or nothing
  double squared = 0.0;   // of the units' lengths, the squares
  double pairable = 0.0;  // of the lengths of units that another coder gives any category to, the squares
};

// Calls meet(i, j, length) for all overlaps of a span of one coder with a span of another.
template <class Meet>
void for_each_meeting(const CodedSpans& one, const CodedSpans& other, Meet&& meet) {
  for (std::size_t i = 0, j = 0; i < one.size() && j < other.size();) {
    const std::int64_t begin = std::max(one.starts[i], other.starts[j]), end = std::min(one.ends[i], other.ends[j]);
    if (begin < end) meet(i, j, end - begin);
    const bool one_ends = one.ends[i] == end, other_ends = other.ends[j] == end;
    i += one_ends ? 1 : 0;
    j += other_ends ? 1 : 0;
  }
}

// The lengths of all categories on an item whose codings are the rows from `begin` to before `end`, at least two of them.
// Returns the length of all gaps.
inline double category_lengths(const SpanColumn& column, std::size_t begin, std::size_t end, std::span<CategoryLengths> out, Checkpoint* checkpoint) {
  struct Sums {
    WideInteger length = 0, same = 0, other = 0, gap = 0;
  };
  std::vector<Sums> sums(out.size());
  std::fill(out.begin(), out.end(), CategoryLengths{});
  const auto others = static_cast<std::int64_t>(end - begin) - 1;
  WideInteger gaps = 0;
  std::vector<std::vector<WideInteger>> met;  // by coder and span, the length that others give a category to
  for (std::size_t row = begin; row < end; ++row) met.emplace_back(column[row].size(), WideInteger{0});
  for (std::size_t row = begin; row < end; ++row) {
    const CodedSpans one = column[row];
    for (std::size_t next = row + 1; next < end; ++next) {
      const CodedSpans other = column[next];
      if (checkpoint != nullptr) checkpoint->pass(one.size() + other.size() + 1);
      for_each_meeting(one, other, [&](std::size_t i, std::size_t j, std::int64_t length) {
        met[row - begin][i] += length;
        met[next - begin][j] += length;
        Sums &mine = sums[static_cast<std::size_t>(one.codes[i])], &theirs = sums[static_cast<std::size_t>(other.codes[j])];
        const bool same = one.codes[i] == other.codes[j];
        (same ? mine.same : mine.other) += length;
        (same ? theirs.same : theirs.other) += length;
      });
    }
    gaps += column.lengths[row];
    for (std::size_t i = 0; i < one.size(); ++i) {
      const auto code = static_cast<std::size_t>(one.codes[i]);
      const WideInteger length = one.length(i), pairable = met[row - begin][i];
      gaps += -length;
      sums[code].length += length;
      sums[code].gap += length * WideInteger{others} - pairable;
      const double whole = static_cast<double>(length), part = static_cast<double>(pairable) / static_cast<double>(others);
      out[code].squared += whole * whole;
      out[code].pairable += part * part;
    }
  }
  for (std::size_t code = 0; code < out.size(); ++code) {
    const auto mean = [&](WideInteger sum) { return static_cast<double>(sum) / static_cast<double>(others); };
    out[code].length = static_cast<double>(sums[code].length);
    out[code].same = mean(sums[code].same);
    out[code].other = mean(sums[code].other);
    out[code].gap = mean(sums[code].gap);
  }
  return static_cast<double>(gaps);
}

inline WideInteger squared_length(std::int64_t length) { return WideInteger{length} * WideInteger{length}; }

// How far the units of two coders differ: for two that overlap the squares of what lies between their starts and between their
// ends, for one that the other coder has nothing beside the square of its length.
inline WideInteger squared_differences(const CodedSpans& one, const CodedSpans& other) {
  WideInteger sum = 0;
  std::size_t i = 0, j = 0;
  bool one_met = false, other_met = false;
  while (i < one.size() || j < other.size()) {
    const bool only_one = j == other.size(), only_other = i == one.size();
    if (!only_one && !only_other && one.starts[i] < other.ends[j] && other.starts[j] < one.ends[i]) {
      sum += squared_length(one.starts[i] - other.starts[j]) + squared_length(one.ends[i] - other.ends[j]);
      one_met = other_met = true;
    }
    const bool one_ends = only_one || (!only_other && one.ends[i] <= other.ends[j]);
    const bool other_ends = only_other || (!only_one && other.ends[j] <= one.ends[i]);
    if (one_ends) {
      if (!one_met) sum += squared_length(one.length(i));
      one_met = false;
      ++i;
    }
    if (other_ends) {
      if (!other_met) sum += squared_length(other.length(j));
      other_met = false;
      ++j;
    }
  }
  return sum;
}

// The squared differences of all categories on an item, over ordered pairs of coders, divided by the number of others.
inline void category_differences(const SpanColumn& column, std::size_t begin, std::size_t end, std::span<double> out, Checkpoint* checkpoint) {
  const std::size_t coders = end - begin;
  const auto first = static_cast<std::size_t>(column.offsets[begin]), last = static_cast<std::size_t>(column.offsets[end]);
  const int bits = 2 * std::bit_width(static_cast<std::uint64_t>(column.lengths[begin])) + std::bit_width(coders) + std::bit_width(last - first);
  if (bits > 124) throw std::length_error("the line is too long for variant 2004; use a coarser resolution");
  std::fill(out.begin(), out.end(), 0.0);
  // The spans in the order of category, coder, start.
  std::vector<std::size_t> starts_at(out.size() + 1, 0);
  for (std::size_t i = first; i < last; ++i) ++starts_at[static_cast<std::size_t>(column.codes[i]) + 1];
  std::partial_sum(starts_at.begin(), starts_at.end(), starts_at.begin());
  std::vector<std::int64_t> starts(last - first), ends(last - first);
  std::vector<std::size_t> filled = starts_at, coder_of(last - first);
  for (std::size_t row = begin; row < end; ++row) {
    const CodedSpans spans = column[row];
    for (std::size_t i = 0; i < spans.size(); ++i) {
      const std::size_t place = filled[static_cast<std::size_t>(spans.codes[i])]++;
      starts[place] = spans.starts[i];
      ends[place] = spans.ends[i];
      coder_of[place] = row;
    }
  }
  for (std::size_t code = 0; code < out.size(); ++code) {
    std::vector<CodedSpans> marked;  // by those who marked this category at all
    WideInteger alone = 0;
    for (std::size_t i = starts_at[code]; i < starts_at[code + 1];) {
      std::size_t stop = i;
      while (stop < starts_at[code + 1] && coder_of[stop] == coder_of[i]) alone += squared_length(ends[stop] - starts[stop]), ++stop;
      marked.push_back({{starts.data() + i, stop - i}, {ends.data() + i, stop - i}, {}});
      i = stop;
    }
    WideInteger sum = alone * WideInteger{static_cast<std::int64_t>(coders - marked.size())};
    for (std::size_t i = 0; i < marked.size(); ++i) {
      for (std::size_t j = i + 1; j < marked.size(); ++j) {
        if (checkpoint != nullptr) checkpoint->pass(marked[i].size() + marked[j].size());
        sum += squared_differences(marked[i], marked[j]);
      }
    }
    out[code] = 2.0 * static_cast<double>(sum) / static_cast<double>(coders - 1);
  }
}

}  // namespace seamark
