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

  // Looks at the number `likely` first, such as the one after that of the pair before.
  [[nodiscard]] std::size_t operator()(std::int64_t one, std::int64_t other, std::size_t likely = 0) const {
    const std::int64_t first = std::min(one, other), second = std::max(one, other);
    const auto begin = static_cast<std::size_t>(starts_[static_cast<std::size_t>(first)]),
               end = static_cast<std::size_t>(starts_[static_cast<std::size_t>(first) + 1]);
    if (begin <= likely && likely < end && seconds_[likely] == second) return likely;
    const auto stop = seconds_.begin() + static_cast<std::ptrdiff_t>(end);
    const auto found = std::lower_bound(seconds_.begin() + static_cast<std::ptrdiff_t>(begin), stop, second);
    return found != stop && *found == second ? static_cast<std::size_t>(found - seconds_.begin()) : unknown;
  }

 private:
  std::span<const std::int64_t> starts_, seconds_;
};

// Adds rows of numbers of pairs to the sums of both codings, and to those of their two coders. Returns whether all of these met.
inline bool add_pair_rows(std::span<const std::int64_t> rows_a, std::span<const std::int64_t> rows_b, const double* counts, std::size_t width,
                          std::span<const std::int64_t> coder, const MeetingNumbers& met, double* of_codings, double* of_coders) {
  for (std::size_t pair = 0, number = 0; pair < rows_a.size(); ++pair, counts += width) {
    const auto a = static_cast<std::size_t>(rows_a[pair]), b = static_cast<std::size_t>(rows_b[pair]);
    number = met(coder[a], coder[b], number + 1);
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

// Adds the edits between every two codings of an item to the sums of both, and to those of their two coders. All rows of an item have its
// mass. Returns whether all coders of an item are among those who met.
inline bool add_edit_sums(const Column& column, const CodedItems& coded, std::span<const std::int64_t> masses, const EditCosts& costs,
                          const MeetingNumbers& met, std::span<EditSum> of_codings, std::span<EditSum> of_coders, Checkpoint* checkpoint = nullptr) {
  EditCounting counting(costs, checkpoint);
  bool all_met = true;
  std::size_t number = 0;
  for (std::size_t item = 0; item < coded.items(); ++item) {
    const std::size_t begin = coded.begin(item), end = coded.end(item);
    if (begin == end) continue;
    const std::int64_t mass = masses[begin];
    counting.every_two(column, begin, end, mass, [&](std::size_t a, std::size_t b, const EditCounts& counts) {
      number = met(coded.coder[a], coded.coder[b], number + 1);
      if (number == MeetingNumbers::unknown) {
        all_met = false;
        return;
      }
      const auto real = [](std::int64_t count) { return static_cast<double>(count); };
      const EditSum row{real(mass - 1),              real(counts.matches),        real(counts.additions_a + counts.additions_b),
                        real(counts.substitutions),  real(counts.transpositions), counts.substitution_weight,
                        counts.transposition_weight};
      for (EditSum* sum : {&of_codings[a], &of_codings[b], &of_coders[number]}) {
        for (std::size_t i = 0; i < row.size(); ++i) (*sum)[i] += row[i];
      }
    });
  }
  return all_met;
}

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
