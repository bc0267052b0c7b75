// All codings of an item together: sums over every two of them, and their median.
#include "seamark/pair_sums.hpp"

#include <nanobind/stl/array.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <tuple>
#include <utility>

#include "border.hpp"
#include "seamark/medians.hpp"

namespace seamark::bindings {

namespace {

// More coders than any study has: memory is kept for each.
constexpr std::size_t most_coders = std::size_t{1} << 24;

CodedItems checked_items(const Int64s& starts, const Int64s& coder, std::size_t coders) {
  const CodedItems coded{view(starts), view(coder), coders};
  require(sound_offsets(coded.starts, coded.coder.size()), "items must start at ascending rows");
  require(coded.starts.front() == 0 && static_cast<std::size_t>(coded.starts.back()) == coded.coder.size(), "items must hold all rows");
  require(coders <= most_coders && all_below(coded.coder, coders), "numbers of coders must lie within 0..coders-1");
  return coded;
}

// Which coders met, as coder_meetings returns it; invalid numbers are found as pairs who did not meet.
MeetingNumbers checked_meetings(const Int64s& starts, const Int64s& seconds) {
  require(sound_offsets(view(starts), seconds.size()), "meetings must start at ascending places");
  return {view(starts), view(seconds)};
}

void require_met(bool all_met) { require(all_met, "two coders of an item are not among those who met"); }

// Where every coder's meetings start, with whom they are, and on how many items.
std::tuple<Made<std::int64_t>, Made<std::int64_t>, Made<std::int64_t>> coder_meetings(const Int64s& item_starts, const Int64s& coder, std::size_t coders) {
  const CodedItems coded = checked_items(item_starts, coder, coders);
  CoderMeetings met = without_gil([&](Checkpoint* checkpoint) { return seamark::coder_meetings(coded, checkpoint); });
  return {to_array(std::move(met.starts)), to_array(std::move(met.seconds)), to_array(std::move(met.items))};
}

void add_pair_rows(const Int64s& rows_a, const Int64s& rows_b, const InputRows<double>& counts, const Int64s& coder, const Int64s& met_starts,
                   const Int64s& met_seconds, const OutputRows<double>& of_codings, const OutputRows<double>& of_coders) {
  const std::span<const std::int64_t> in_a = view(rows_a), in_b = view(rows_b), coders = view(coder);
  require_size("rows of the second side", in_b.size(), in_a.size());
  require_size("rows of counts", counts.shape(0), in_a.size());
  require(all_below(in_a, coders.size()) && all_below(in_b, coders.size()), "numbers of rows must lie within 0..rows-1");
  const MeetingNumbers met = checked_meetings(met_starts, met_seconds);
  require(all_below(coders, met_starts.size() - 1), "numbers of coders must lie within 0..coders-1");
  const std::size_t width = counts.shape(1);
  double* codings = place_for(of_codings, coders.size(), width);
  double* pairs = place_for(of_coders, met_seconds.size(), width);
  require_met(without_gil([&](Checkpoint*) { return seamark::add_pair_rows(in_a, in_b, view(counts).data(), width, coders, met, codings, pairs); }));
}

// The masses of the codings; those of an item are the same.
std::span<const std::int64_t> checked_lengths(const Int64s& masses, const CodedItems& coded) {
  const std::span<const std::int64_t> lengths = checked_masses(masses, static_cast<std::size_t>(coded.starts.back()));
  bool alike = true;
  for (std::size_t item = 0; item < coded.items(); ++item) {
    for (std::size_t row = coded.begin(item); row < coded.end(item); ++row) alike &= lengths[row] == lengths[coded.begin(item)];
  }
  require(alike, "all codings of an item must cover as many units");
  return lengths;
}

std::span<EditSum> place_for_sums(const OutputRows<double>& out, std::size_t rows) {
  return {reinterpret_cast<EditSum*>(place_for(out, rows, edit_sum_width)), rows};
}

void sum_edits(const ColumnArrays& columns, const Int64s& item_starts, const Int64s& coder, const Int64s& met_starts, const Int64s& met_seconds,
               const EditParameters& parameters, const OutputRows<double>& of_codings, const OutputRows<double>& of_coders) {
  const Column column = checked_column(columns);
  const MeetingNumbers met = checked_meetings(met_starts, met_seconds);
  const CodedItems coded = checked_items(item_starts, coder, met_starts.size() - 1);
  require_size("coders", coded.coder.size(), column.size());
  const std::span<const std::int64_t> lengths = checked_lengths(std::get<2>(columns), coded);
  require_ascending(column, lengths);
  const EditCosts costs = checked_costs(parameters, {column.types});
  const std::span<EditSum> codings = place_for_sums(of_codings, column.size()), pairs = place_for_sums(of_coders, met_seconds.size());
  require_met(without_gil([&](Checkpoint* checkpoint) { return add_edit_sums(column, coded, lengths, costs, met, codings, pairs, checkpoint); }));
}

using MadeNumbers = Made<std::int64_t>;

// The rows of items, all of them.
CodedItems checked_rows(const Int64s& item_starts, std::size_t rows) {
  const CodedItems coded{view(item_starts), {}, 0};
  require(sound_offsets(coded.starts, rows), "items must start at ascending rows");
  require_size("rows of items", static_cast<std::size_t>(coded.starts.back()), rows);
  return coded;
}

// Links between every two codings of an item: the item, both positions, both types, and how many pairs have it.
std::array<MadeNumbers, 6> count_links(const ColumnArrays& columns, const Int64s& item_starts, const EditParameters& parameters) {
  const Column column = checked_column(columns);
  const CodedItems coded = checked_rows(item_starts, column.size());
  const EditCosts costs = checked_costs(parameters, {column.types});
  std::array<std::vector<std::int64_t>, 6> found;
  without_gil([&](Checkpoint* checkpoint) {
    for (std::size_t item = 0; item < coded.items(); ++item) {
      for (std::size_t row = coded.begin(item); row < coded.end(item); ++row)
        require(well_formed(column.typed(row), largest_mass), "boundaries must ascend, each once per type");
      for (const auto& [link, pairs] : seamark::count_links(column, coded.begin(item), coded.end(item), costs, checkpoint)) {
        const auto& [one, other, type, other_type] = link;
        const std::array<std::int64_t, 6> row{static_cast<std::int64_t>(item), one, other, type, other_type, pairs};
        for (std::size_t i = 0; i < row.size(); ++i) found[i].push_back(row[i]);
      }
    }
  });
  return {to_array(std::move(found[0])), to_array(std::move(found[1])), to_array(std::move(found[2])),
          to_array(std::move(found[3])), to_array(std::move(found[4])), to_array(std::move(found[5]))};
}

using MadeColumn = std::tuple<Made<std::int64_t>, Made<std::int64_t>, Made<std::int32_t>>;

// The median of every item that has a coding: its boundaries, where those of each item begin, and their types.
MadeColumn medians(const ColumnArrays& columns, const Int64s& item_starts, const ColumnArrays& voted, const EditParameters& parameters,
                   const MedianOptions& options) {
  const Column column = checked_column(columns), votes = checked_column(voted);
  const CodedItems coded = checked_rows(item_starts, column.size());
  require_size("votes", votes.size(), coded.items());
  require(options.most_places > 0 && options.smallest_gain > 0.0, "places and the smallest gain must be more than 0");
  const bool typed = !column.types.empty();
  require(column.types.size() == typed * column.positions.size() && votes.types.size() == typed * votes.positions.size(), "codings and votes must both have types, or none");
  const std::span<const std::int64_t> lengths = checked_lengths(std::get<2>(columns), coded);
  require_ascending(column, lengths);
  const EditCosts costs = checked_costs(parameters, {column.types, votes.types});
  OwnedColumn found;
  without_gil([&](Checkpoint* checkpoint) {
    MedianSearch search(costs, options, typed, checkpoint);
    std::vector<TypedBoundaries> codings;
    for (std::size_t item = 0; item < coded.items(); ++item) {
      codings.clear();
      for (std::size_t row = coded.begin(item); row < coded.end(item); ++row) codings.push_back(column.typed(row));
      require(!codings.empty(), "an item has no coding");
      require(well_formed(votes.typed(item), lengths[coded.begin(item)]), "votes must ascend within the mass of their item");
      for (const auto& [position, type] : search(codings, votes.typed(item), lengths[coded.begin(item)])) {
        found.positions.push_back(position);
        if (typed) found.types.push_back(type);
      }
      found.offsets.push_back(static_cast<std::int64_t>(found.positions.size()));
    }
  });
  return {to_array(std::move(found.positions)), to_array(std::move(found.offsets)), to_array(std::move(found.types))};
}

}  // namespace

void bind_pair_sums(nb::module_& m) {
  m.def("coder_meetings", &coder_meetings, "item_starts"_a.noconvert(), "coder"_a.noconvert(), "coders"_a);
  m.def("add_pair_rows", &add_pair_rows, "rows_a"_a.noconvert(), "rows_b"_a.noconvert(), "counts"_a.noconvert(), "coder"_a.noconvert(),
        "met_starts"_a.noconvert(), "met_seconds"_a.noconvert(), "of_codings"_a.noconvert(), "of_coders"_a.noconvert());
  m.def("sum_edits", &sum_edits, "columns"_a.noconvert(), "item_starts"_a.noconvert(), "coder"_a.noconvert(), "met_starts"_a.noconvert(),
        "met_seconds"_a.noconvert(), "parameters"_a.noconvert(), "of_codings"_a.noconvert(), "of_coders"_a.noconvert());
  m.def("count_links", &count_links, "columns"_a.noconvert(), "item_starts"_a.noconvert(), "parameters"_a.noconvert());
  nb::class_<MedianOptions>(m, "MedianOptions")
      .def(nb::init<bool, double, std::size_t, double>(), "per_boundary"_a, "types"_a, "most_places"_a, "smallest_gain"_a);
  m.def("medians", &medians, "columns"_a.noconvert(), "item_starts"_a.noconvert(), "votes"_a.noconvert(), "parameters"_a.noconvert(), "options"_a);
}

}  // namespace seamark::bindings
