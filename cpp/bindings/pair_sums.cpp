// Sums over every two codings of an item.
#include "seamark/pair_sums.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/stl/tuple.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include "arrays.hpp"
#include "bindings.hpp"
#include "columns.hpp"
#include "stopping.hpp"
#include "weights.hpp"

namespace seamark::bindings {

using namespace nb::literals;

namespace {

// More coders than any study has: memory is kept for each.
constexpr std::size_t most_coders = std::size_t{1} << 24;

bool all_below(std::span<const std::int64_t> numbers, std::size_t limit) {
  bool sound = true;
  for (const std::int64_t number : numbers) sound &= static_cast<std::uint64_t>(number) < limit;
  return sound;
}

CodedItems checked_items(const Input<std::int64_t>& starts, const Input<std::int64_t>& coder, std::size_t coders) {
  const CodedItems coded{view(starts), view(coder), coders};
  require(sound_offsets(coded.starts, coded.coder.size()), "items must start at ascending rows");
  require(coded.starts.front() == 0 && static_cast<std::size_t>(coded.starts.back()) == coded.coder.size(), "items must hold all rows");
  require(coders <= most_coders && all_below(coded.coder, coders), "numbers of coders must lie within 0..coders-1");
  return coded;
}

// Everybody who met whom, as coder_meetings gave it; numbers that make no sense are found out as pairs who did not meet.
MeetingNumbers checked_meetings(const Input<std::int64_t>& starts, const Input<std::int64_t>& seconds, std::size_t coders) {
  require_size("starts of meetings", starts.size(), coders + 1);
  require(sound_offsets(view(starts), seconds.size()), "meetings must start at ascending places");
  return {view(starts), view(seconds)};
}

void require_met(bool all_met) { require(all_met, "two coders of an item are not among those who met"); }

// Where every coder's meetings start, with whom they are, and on how many items.
std::tuple<Made<std::int64_t>, Made<std::int64_t>, Made<std::int64_t>> coder_meetings(const Input<std::int64_t>& item_starts,
                                                                                      const Input<std::int64_t>& coder, std::size_t coders) {
  const CodedItems coded = checked_items(item_starts, coder, coders);
  CoderMeetings met;
  {
    SignalCheckpoint checkpoint;
    const nb::gil_scoped_release unlocked;
    met = seamark::coder_meetings(coded, &checkpoint);
  }
  return {to_array(std::move(met.starts)), to_array(std::move(met.seconds)), to_array(std::move(met.items))};
}

// Writes pairs of rows from a place on; how many, and the place after them (item, first row, second row).
std::tuple<std::size_t, std::size_t, std::size_t, std::size_t> next_pairs(const Input<std::int64_t>& positions, const Input<std::int64_t>& offsets,
                                                                          const Input<std::int64_t>& item_starts, std::size_t item, std::size_t a,
                                                                          std::size_t b, std::size_t most, const Output<std::int64_t>& rows_a,
                                                                          const Output<std::int64_t>& rows_b) {
  const Column column = checked_column(view(positions), view(offsets), {});
  const CodedItems coded{view(item_starts), {}, 0};
  require(sound_offsets(coded.starts, column.offsets.size() - 1), "items must start at ascending rows");
  PairCursor at{item, a, b};
  require(item >= coded.items() || (a >= coded.begin(item) && b > a && b <= std::max(coded.end(item), a + 1)), "there is no such pair of rows");
  std::int64_t* in_a = place_for(rows_a, rows_a.size());
  std::int64_t* in_b = place_for(rows_b, rows_a.size());
  const std::size_t written = seamark::next_pairs(column, coded, at, most, rows_a.size(), in_a, in_b);
  return {written, at.item, at.a, at.b};
}

void add_pair_rows(const Input<std::int64_t>& rows_a, const Input<std::int64_t>& rows_b, const OutputRows<const double>& counts,
                   const Input<std::int64_t>& coder, const Input<std::int64_t>& met_starts, const Input<std::int64_t>& met_seconds,
                   const OutputRows<double>& of_codings, const OutputRows<double>& of_coders) {
  const std::span<const std::int64_t> in_a = view(rows_a), in_b = view(rows_b), coders = view(coder);
  require_size("rows of the second side", in_b.size(), in_a.size());
  require_size("rows of counts", counts.shape(0), in_a.size());
  require(met_starts.size() > 0, "there are no starts of meetings");
  const std::size_t width = counts.shape(1), number = met_starts.size() - 1;
  require(all_below(in_a, coders.size()) && all_below(in_b, coders.size()), "numbers of rows must lie within 0..rows-1");
  require(all_below(coders, number), "numbers of coders must lie within 0..coders-1");
  const MeetingNumbers met = checked_meetings(met_starts, met_seconds, number);
  double* codings = place_for(of_codings, coders.size(), width);
  double* pairs = place_for(of_coders, met_seconds.size(), width);
  const auto* rows = aligned<const double>(counts);
  bool all_met = true;
  {
    const nb::gil_scoped_release unlocked;
    all_met = seamark::add_pair_rows(in_a, in_b, rows, width, coders, met, codings, pairs);
  }
  require_met(all_met);
}

void sum_edits(const Input<std::int64_t>& positions, const Input<std::int64_t>& offsets, const Input<std::int32_t>& types,
               const Input<std::int64_t>& masses, const Input<std::int64_t>& item_starts, const Input<std::int64_t>& coder,
               const Input<std::int64_t>& met_starts, const Input<std::int64_t>& met_seconds, const Weights& weights,
               const Input<double>& type_values, double type_span, const OutputRows<double>& of_codings, const OutputRows<double>& of_coders) {
  const Column column = checked_column(view(positions), view(offsets), view(types));
  require(met_starts.size() > 0, "there are no starts of meetings");
  const std::size_t coders = met_starts.size() - 1;
  const CodedItems coded = checked_items(item_starts, coder, coders);
  const std::span<const std::int64_t> lengths = view(masses);
  require_size("coders", coded.coder.size(), column.offsets.size() - 1);
  require_size("masses", lengths.size(), coded.coder.size());
  require(sound_masses(lengths), "masses must lie within 1..2**62");
  bool alike = true;
  for (std::size_t item = 0; item < coded.items(); ++item) {
    for (std::size_t row = coded.begin(item); row < coded.end(item); ++row) alike &= lengths[row] == lengths[coded.begin(item)];
  }
  require(alike, "all codings of an item must cover as many units");
  const MeetingNumbers met = checked_meetings(met_starts, met_seconds, coders);
  const EditCosts costs = weights.costs(view(type_values), type_span);
  const std::span codings{reinterpret_cast<EditSum*>(place_for(of_codings, coded.coder.size(), edit_sum_width)), coded.coder.size()};
  const std::span pairs{reinterpret_cast<EditSum*>(place_for(of_coders, met_seconds.size(), edit_sum_width)), met_seconds.size()};
  bool all_met = true;
  {
    SignalCheckpoint checkpoint;
    const nb::gil_scoped_release unlocked;
    check_type_values(column.types, costs.type_values);
    all_met = EditSums(column, coded, lengths, costs, met, codings, pairs, &checkpoint).add();
  }
  require_met(all_met);
}

}  // namespace

void bind_pair_sums(nb::module_& m) {
  m.def("coder_meetings", &coder_meetings, "item_starts"_a.noconvert(), "coder"_a.noconvert(), "coders"_a);
  m.def("next_pairs", &next_pairs, "positions"_a.noconvert(), "offsets"_a.noconvert(), "item_starts"_a.noconvert(), "item"_a, "a"_a, "b"_a, "most"_a,
        "rows_a"_a.noconvert(), "rows_b"_a.noconvert());
  m.def("add_pair_rows", &add_pair_rows, "rows_a"_a.noconvert(), "rows_b"_a.noconvert(), "counts"_a.noconvert(), "coder"_a.noconvert(),
        "met_starts"_a.noconvert(), "met_seconds"_a.noconvert(), "of_codings"_a.noconvert(), "of_coders"_a.noconvert());
  m.def("sum_edits", &sum_edits, "positions"_a.noconvert(), "offsets"_a.noconvert(), "types"_a.noconvert(), "masses"_a.noconvert(),
        "item_starts"_a.noconvert(), "coder"_a.noconvert(), "met_starts"_a.noconvert(), "met_seconds"_a.noconvert(), "weights"_a,
        "type_values"_a.noconvert(), "type_span"_a, "of_codings"_a.noconvert(), "of_coders"_a.noconvert());
}

}  // namespace seamark::bindings
