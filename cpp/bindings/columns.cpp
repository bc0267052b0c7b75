// Columns of segmentations: made from segment masses, checked, and gathered by row number.
#include <nanobind/stl/optional.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "border.hpp"
#include "pair_reader.hpp"
#include "seamark/rows.hpp"

namespace seamark::bindings {

namespace {

// (positions, offsets, masses) of a plain list of plain lists of masses, or None for anything else.
std::optional<std::tuple<Made<std::int64_t>, Made<std::int64_t>, Made<std::int64_t>>> columns_of_masses(const nb::typed<nb::list, nb::any>& segmentations) {
  std::vector<std::int64_t> positions, offsets{0}, masses;
  offsets.reserve(segmentations.size() + 1);
  masses.reserve(segmentations.size());
  for (const nb::handle segmentation : segmentations) {
    const std::int64_t mass = append_plain_masses(segmentation, positions).value_or(0);
    if (mass < 1) return std::nullopt;
    offsets.push_back(static_cast<std::int64_t>(positions.size()));
    masses.push_back(mass);
  }
  return std::tuple(to_array(std::move(positions)), to_array(std::move(offsets)), to_array(std::move(masses)));
}

// (mass, positions as the bytes of an array) of one plain list of masses, or None for anything else. An array over
// bytes takes a third of the time of one that is made here.
std::optional<std::tuple<std::int64_t, nb::bytes>> positions_of_masses(nb::handle masses) {
  thread_local std::vector<std::int64_t> positions;
  positions.clear();
  const std::int64_t mass = append_plain_masses(masses, positions).value_or(0);
  if (mass < 1) return std::nullopt;
  return std::tuple(mass, nb::bytes(positions.data(), positions.size() * sizeof(std::int64_t)));
}

// (positions, offsets, masses, row) of masses that already are columns; row is the first with a fault, or -1.
std::tuple<Made<std::int64_t>, Made<std::int64_t>, Made<std::int64_t>, std::int64_t> columns_of_mass_values(const Int64s& values, const Int64s& offsets) {
  const Column rows{view(values), checked_offsets(offsets, values.size()), {}};
  std::vector<std::int64_t> positions(rows.positions.size()), new_offsets(rows.size() + 1), masses(rows.size());
  RowsOut out{positions, new_offsets, masses};
  const bool sound = without_gil([&](Checkpoint*) {
    for (std::size_t row = 0; row < rows.size(); ++row) {
      const RowRead read = read_masses(rows[row], out.place(rows[row].size()));
      if (read.fault != RowFault::none) return false;
      out.add(read);
    }
    return true;
  });
  positions.resize(out.written);
  return {to_array(std::move(positions)), to_array(std::move(new_offsets)), to_array(std::move(masses)),
          sound ? -1 : static_cast<std::int64_t>(out.rows)};
}

// The first row whose boundaries are not ascending within 1..mass-1 (by position, then type), or -1.
std::int64_t first_bad_row(const ColumnArrays& columns) {
  const Column column = checked_column(columns);
  const Int64s& masses = std::get<2>(columns);
  require_size("masses", masses.size(), column.size());
  return without_gil([&](Checkpoint*) { return seamark::first_bad_row(column, view(masses)); });
}

// (positions, offsets, types) of the rows with these numbers.
std::tuple<Made<std::int64_t>, Made<std::int64_t>, Made<std::int32_t>> gather_rows(const ColumnArrays& columns, const Int64s& rows) {
  const Column column = checked_column(columns);
  require(all_below(view(rows), column.size()), "numbers of rows must lie within 0..rows-1");
  OwnedColumn made = without_gil([&](Checkpoint* checkpoint) { return seamark::gather_rows(column, view(rows), checkpoint); });
  return {to_array(std::move(made.positions)), to_array(std::move(made.offsets)), to_array(std::move(made.types))};
}

}  // namespace

void bind_columns(nb::module_& m) {
  m.def("columns_of_masses", &columns_of_masses, "segmentations"_a);
  m.def("positions_of_masses", &positions_of_masses, "masses"_a.none());
  m.def("columns_of_mass_values", &columns_of_mass_values, "values"_a.noconvert(), "offsets"_a.noconvert());
  m.def("first_bad_row", &first_bad_row, "columns"_a.noconvert());
  m.def("gather_rows", &gather_rows, "columns"_a.noconvert(), "rows"_a.noconvert());
}

}  // namespace seamark::bindings
