// Every two codings of an item, by their row numbers: who met whom, and sums of what is counted in a pair, for each coding and for
// each two coders. Neither the pairs nor their counts are ever held all at once.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <numeric>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include "seamark/columns.hpp"
#include "seamark/dense.hpp"
#include "seamark/edit.hpp"

namespace seamark {

// Codings ordered by item: those of item i are the rows starts[i] .. starts[i+1]. Every row has a coder, from 0 to below `coders`.
struct CodedItems {
  std::span<const std::int64_t> starts;
  std::span<const std::int64_t> coder;
  std::size_t coders;

  [[nodiscard]] std::size_t items() const { return starts.size() - 1; }
  [[nodiscard]] std::size_t begin(std::size_t item) const { return static_cast<std::size_t>(starts[item]); }
  [[nodiscard]] std::size_t end(std::size_t item) const { return static_cast<std::size_t>(starts[item + 1]); }
};

// Every two coders who coded an item together, the lower number first: coder c and each of seconds[starts[c] .. starts[c+1]), which
// ascend; and on how many items.
struct CoderMeetings {
  std::vector<std::int64_t> starts, seconds, items;
};

inline CoderMeetings coder_meetings(const CodedItems& coded, Checkpoint* checkpoint = nullptr) {
  // The rows of each coder, with the item they are of.
  std::vector<std::size_t> first_row(coded.coders + 1, 0), item_of(coded.coder.size());
  for (const std::int64_t coder : coded.coder) ++first_row[static_cast<std::size_t>(coder) + 1];
  std::partial_sum(first_row.begin(), first_row.end(), first_row.begin());
  std::vector<std::size_t> next(first_row.begin(), first_row.end() - 1);
  for (std::size_t item = 0; item < coded.items(); ++item) {
    for (std::size_t row = coded.begin(item); row < coded.end(item); ++row) item_of[next[static_cast<std::size_t>(coded.coder[row])]++] = item;
  }
  CoderMeetings met{{0}, {}, {}};
  met.starts.reserve(coded.coders + 1);
  std::vector<std::int64_t> together(coded.coders, 0);
  for (std::size_t coder = 0; coder < coded.coders; ++coder) {
    const std::size_t before = met.seconds.size();
    for (std::size_t place = first_row[coder]; place < first_row[coder + 1]; ++place) {
      const std::size_t item = item_of[place];
      pass(checkpoint, 1 + coded.end(item) - coded.begin(item));
      for (std::size_t row = coded.begin(item); row < coded.end(item); ++row) {
        const auto other = static_cast<std::size_t>(coded.coder[row]);
        if (other > coder && together[other]++ == 0) met.seconds.push_back(static_cast<std::int64_t>(other));
      }
    }
    std::sort(met.seconds.begin() + static_cast<std::ptrdiff_t>(before), met.seconds.end());
    for (std::size_t place = before; place < met.seconds.size(); ++place) {
      met.items.push_back(std::exchange(together[static_cast<std::size_t>(met.seconds[place])], 0));
    }
    met.starts.push_back(static_cast<std::int64_t>(met.seconds.size()));
  }
  return met;
}

// The numbers that pairs of coders have among those who met.
class MeetingNumbers {
 public:
  // `starts` are as many as coders and one more.
  MeetingNumbers(std::span<const std::int64_t> starts, std::span<const std::int64_t> seconds) : starts_(starts), seconds_(seconds) {}

  static constexpr std::size_t unknown = static_cast<std::size_t>(-1);

  [[nodiscard]] std::size_t operator()(std::int64_t one, std::int64_t other) const {
    const std::int64_t first = std::min(one, other), second = std::max(one, other);
    const auto begin = static_cast<std::size_t>(starts_[static_cast<std::size_t>(first)]),
               end = static_cast<std::size_t>(starts_[static_cast<std::size_t>(first) + 1]);
    // Where everybody met everybody, seconds follow each other; nobody stands further back than that.
    const auto furthest = begin + static_cast<std::size_t>(std::max<std::int64_t>(0, second - first - 1));
    if (furthest < end && seconds_[furthest] == second) return furthest;
    const auto stop = seconds_.begin() + static_cast<std::ptrdiff_t>(std::min(furthest, end));
    const auto found = std::lower_bound(seconds_.begin() + static_cast<std::ptrdiff_t>(begin), stop, second);
    return found != stop && *found == second ? static_cast<std::size_t>(found - seconds_.begin()) : unknown;
  }

 private:
  std::span<const std::int64_t> starts_, seconds_;
};

// The state of a walk over all pairs of an item's rows: the next pair is (a, b), of this item.
struct PairCursor {
  std::size_t item = 0, a = 0, b = 1;
};

// Writes the row numbers of the next pairs, item after item and first row after first row: at most `room` of them, and no more than
// hold `most` boundaries on their larger sides, unless it is a single pair. Returns how many; 0 when there are no more.
inline std::size_t next_pairs(const Column& column, const CodedItems& coded, PairCursor& at, std::size_t most, std::size_t room,
                              std::int64_t* rows_a, std::int64_t* rows_b) {
  std::size_t written = 0, held = 0;
  while (at.item < coded.items()) {
    const std::size_t end = coded.end(at.item);
    for (; at.a + 1 < end; ++at.a, at.b = at.a + 1) {
      for (; at.b < end; ++at.b) {
        const std::size_t size = std::max(column[at.a].size(), column[at.b].size());
        if (written == room || (written > 0 && (size > most || held > most - size))) return written;
        held += size;
        rows_a[written] = static_cast<std::int64_t>(at.a);
        rows_b[written++] = static_cast<std::int64_t>(at.b);
      }
    }
    ++at.item;
    if (at.item < coded.items()) at.a = coded.begin(at.item);
    at.b = at.a + 1;
  }
  return written;
}

// Adds rows of numbers of pairs to the sums of both codings, and to those of their two coders. Returns whether all of these met.
inline bool add_pair_rows(std::span<const std::int64_t> rows_a, std::span<const std::int64_t> rows_b, const double* counts, std::size_t width,
                          std::span<const std::int64_t> coder, const MeetingNumbers& met, double* of_codings, double* of_coders) {
  for (std::size_t pair = 0; pair < rows_a.size(); ++pair, counts += width) {
    const auto a = static_cast<std::size_t>(rows_a[pair]), b = static_cast<std::size_t>(rows_b[pair]);
    const std::size_t number = met(coder[a], coder[b]);
    if (number == MeetingNumbers::unknown) return false;
    double *of_a = of_codings + a * width, *of_b = of_codings + b * width, *of_both = of_coders + number * width;
    for (std::size_t column = 0; column < width; ++column) {
      of_a[column] += counts[column];
      of_b[column] += counts[column];
      of_both[column] += counts[column];
    }
  }
  return true;
}

// Sums of edits over pairs: potential boundaries, matches, additions, substitutions, transpositions, and the weights of both last.
inline constexpr std::size_t edit_sum_width = 7;
using EditSum = std::array<double, edit_sum_width>;

namespace detail {

inline void add_edits(EditSum& sum, double potential, const EditCounts& counts) {
  sum[0] += potential;
  sum[1] += static_cast<double>(counts.matches);
  sum[2] += static_cast<double>(counts.additions_a + counts.additions_b);
  sum[3] += static_cast<double>(counts.substitutions);
  sum[4] += static_cast<double>(counts.transpositions);
  sum[5] += counts.substitution_weight;
  sum[6] += counts.transposition_weight;
}

// What short segmentations are summed as: whole numbers, from which everything else follows.
struct AdjacentSum {
  std::int64_t potential = 0, matches = 0, additions = 0, near_misses = 0;

  SEAMARK_ALWAYS_INLINE void operator+=(const AdjacentSum& other) {
    potential += other.potential;
    matches += other.matches;
    additions += other.additions;
    near_misses += other.near_misses;
  }

  void add_to(EditSum& sum, double weight) const {
    const auto near = static_cast<double>(near_misses);
    sum[0] += static_cast<double>(potential);
    sum[1] += static_cast<double>(matches);
    sum[2] += static_cast<double>(additions);
    sum[4] += near;
    sum[6] += weight * near;
  }
};

}  // namespace detail

// Adds the edits between every two codings of an item to the sums of both, and to those of their two coders.
class EditSums {
 public:
  // All rows of an item have its mass. `of_codings` has a sum per row, `of_coders` one per pair of coders who met.
  EditSums(const Column& column, const CodedItems& coded, std::span<const std::int64_t> masses, const EditCosts& costs, const MeetingNumbers& met,
           std::span<EditSum> of_codings, std::span<EditSum> of_coders, Checkpoint* checkpoint = nullptr)
      : column_(column),
        coded_(coded),
        masses_(masses),
        met_(met),
        of_codings_(of_codings),
        of_coders_(of_coders),
        checkpoint_(checkpoint),
        counting_(costs, checkpoint),
        shortcut_(dense_shortcut()),
        near_weight_(costs.scaled(1)),
        adjacent_of_coders_(of_coders.size()) {}

  // Returns whether all coders of an item are among those who met.
  [[nodiscard]] bool add() {
    bool all_met = true;
    for (std::size_t item = 0; item < coded_.items() && all_met; ++item) {
      const std::size_t begin = coded_.begin(item), end = coded_.end(item);
      if (end - begin < 2) continue;
      const bool dense = column_.types.empty() && counting_.adjacent_only() && masses_[begin] <= shortcut_.limit;
      all_met = dense ? add_dense(begin, end) : add_any(begin, end);
    }
    for (std::size_t pair = 0; pair < of_coders_.size(); ++pair) adjacent_of_coders_[pair].add_to(of_coders_[pair], near_weight_);
    return all_met;
  }

 private:
  // Each coding becomes bits once, for all pairs it is in.
  bool add_dense(std::size_t begin, std::size_t end) {
    const std::size_t rows = end - begin;
    const std::int64_t mass = masses_[begin];
    words_.clear();
    for (std::size_t row = begin; row < end; ++row) words_.push_back(dense_words(column_[row]));
    counts_.resize(rows);
    of_rows_.assign(rows, {});
    for (std::size_t a = 0; a + 1 < rows; ++a) {
      const std::span<const DenseWords> others = std::span<const DenseWords>(words_).subspan(a + 1);
      pass(checkpoint_, 4 * others.size());
      shortcut_.each(words_[a], others, mass, counts_.data());
      const auto boundaries = static_cast<std::int64_t>(column_[begin + a].size());
      detail::AdjacentSum own;
      for (std::size_t other = 0; other < others.size(); ++other) {
        const AdjacentCounts& count = counts_[other];
        const detail::AdjacentSum pair{mass - 1, boundaries - count.unmatched_a, count.unmatched_a + count.unmatched_b - 2 * count.near_misses,
                                       count.near_misses};
        const std::size_t b = a + 1 + other, number = met_(coded_.coder[begin + a], coded_.coder[begin + b]);
        if (number == MeetingNumbers::unknown) return false;
        own += pair;
        of_rows_[b] += pair;
        adjacent_of_coders_[number] += pair;
      }
      of_rows_[a] += own;
    }
    for (std::size_t row = 0; row < rows; ++row) of_rows_[row].add_to(of_codings_[begin + row], near_weight_);
    return true;
  }

  bool add_any(std::size_t begin, std::size_t end) {
    const auto potential = static_cast<double>(masses_[begin] - 1);
    for (std::size_t a = begin; a + 1 < end; ++a) {
      pass(checkpoint_, (end - a) * (1 + column_[a].size()) + column_.boundaries(a + 1, end));
      for (std::size_t b = a + 1; b < end; ++b) {
        const std::size_t number = met_(coded_.coder[a], coded_.coder[b]);
        if (number == MeetingNumbers::unknown) return false;
        const EditCounts counts = counting_(column_.typed(a), column_.typed(b), masses_[begin]);
        for (EditSum* sum : {&of_codings_[a], &of_codings_[b], &of_coders_[number]}) detail::add_edits(*sum, potential, counts);
      }
    }
    return true;
  }

  const Column& column_;
  const CodedItems& coded_;
  std::span<const std::int64_t> masses_;
  MeetingNumbers met_;
  std::span<EditSum> of_codings_, of_coders_;
  Checkpoint* checkpoint_;
  EditCounting counting_;
  DenseShortcut shortcut_;
  double near_weight_;
  std::vector<detail::AdjacentSum> adjacent_of_coders_, of_rows_;
  std::vector<DenseWords> words_;
  std::vector<AdjacentCounts> counts_;
};

// ---------------------------------------------------------------------------------------------------------------- links

// Two boundaries of different codings that are one, at different places or of different types: both positions, both types.
using Link = std::tuple<std::int64_t, std::int64_t, std::int32_t, std::int32_t>;

// The links between every two of the rows from `begin` to before `end`, and how many pairs of rows have each.
inline std::map<Link, std::int64_t> count_links(const Column& column, std::size_t begin, std::size_t end, const EditCosts& costs,
                                                Checkpoint* checkpoint = nullptr) {
  std::map<Link, std::int64_t> links;
  for (std::size_t a = begin; a < end; ++a) {
    for (std::size_t b = a + 1; b < end; ++b) {
      pass(checkpoint, 8 * (1 + column[a].size() + column[b].size()));
      for (const Edit& edit : edit_script(column.typed(a), column.typed(b), costs, checkpoint)) {
        if (edit.kind == EditKind::match || edit.kind == EditKind::addition) continue;
        ++links[{edit.position, edit.end, std::min(edit.type, edit.other), std::max(edit.type, edit.other)}];
      }
    }
  }
  return links;
}

}  // namespace seamark
