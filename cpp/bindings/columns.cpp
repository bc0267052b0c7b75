// Columns of segmentations: made from segment masses, checked, and gathered by row number.
#include <nanobind/stl/tuple.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include "border.hpp"
#include "pair_reader.hpp"
#include "seamark/rows.hpp"

namespace seamark::bindings {

namespace {

// (positions, offsets, masses) of a plain list of plain lists of masses, or None for anything else.
nb::object columns_of_masses(const nb::list& segmentations) {
  std::vector<std::int64_t> positions, offsets{0}, masses;
  offsets.reserve(segmentations.size() + 1);
  masses.reserve(segmentations.size());
  for (const nb::handle segmentation : segmentations) {
    const std::int64_t mass = append_plain_masses(segmentation, positions).value_or(0);
    if (mass < 1) return nb::none();
    offsets.push_back(static_cast<std::int64_t>(positions.size()));
    masses.push_back(mass);
  }
  return nb::make_tuple(to_array(std::move(positions)), to_array(std::move(offsets)), to_array(std::move(masses)));
}

// (mass, positions as the bytes of an array) of one plain list of masses, or None for anything else. An array over
// bytes takes a third of the time of one that is made here.
nb::object positions_of_masses(nb::handle masses) {
  thread_local std::vector<std::int64_t> positions;
  positions.clear();
  const std::int64_t mass = append_plain_masses(masses, positions).value_or(0);
  if (mass < 1) return nb::none();
  return nb::make_tuple(mass, nb::bytes(positions.data(), positions.size() * sizeof(std::int64_t)));
}

// (positions, offsets, masses, row) of masses that already are columns; row is the first with a fault, or -1.
nb::object columns_of_mass_values(const Int64s& values, const Int64s& offsets) {
  const Column rows = checked_column(values, offsets);
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
  return nb::make_tuple(to_array(std::move(positions)), to_array(std::move(new_offsets)), to_array(std::move(masses)),
                        sound ? std::int64_t{-1} : static_cast<std::int64_t>(out.rows));
}

// The first row whose boundaries are not ascending within 1..mass-1 (by position, then type), or -1.
std::int64_t first_bad_row(const Int64s& positions, const Int64s& offsets, const Int32s& types, const Int64s& masses) {
  const Column column = checked_column(positions, offsets, types);
  require_size("masses", masses.size(), column.size());
  return without_gil([&](Checkpoint*) { return seamark::first_bad_row(column, view(masses)); });
}

std::span<const std::int64_t> checked_rows(const Int64s& rows, const Column& column) {
  require(all_below(view(rows), column.size()), "numbers of rows must lie within 0..rows-1");
  return view(rows);
}

// (positions, offsets, types) of the rows with these numbers.
std::tuple<Made<std::int64_t>, Made<std::int64_t>, Made<std::int32_t>> gather_rows(const Int64s& positions, const Int64s& offsets, const Int32s& types,
                                                                                   const Int64s& rows) {
  const Column column = checked_column(positions, offsets, types);
  const std::span<const std::int64_t> numbers = checked_rows(rows, column);
  OwnedColumn made = without_gil([&](Checkpoint* checkpoint) { return seamark::gather_rows(column, numbers, checkpoint); });
  return {to_array(std::move(made.positions)), to_array(std::move(made.offsets)), to_array(std::move(made.types))};
}

Made<std::int64_t> block_ends(const Int64s& positions_a, const Int64s& offsets_a, const Int64s& rows_a, const Int64s& positions_b,
                              const Int64s& offsets_b, const Int64s& rows_b, std::size_t most) {
  const Column a = checked_column(positions_a, offsets_a), b = checked_column(positions_b, offsets_b);
  const std::span<const std::int64_t> in_a = checked_rows(rows_a, a), in_b = checked_rows(rows_b, b);
  require_size("rows of the second side", in_b.size(), in_a.size());
  return to_array(without_gil([&](Checkpoint*) { return seamark::block_ends(a, in_a, b, in_b, most); }));
}

}  // namespace

void bind_columns(nb::module_& m) {
  nb::class_<PairColumns>(m, "PairColumns")
      .def(nb::init<Int64s, Int64s, Int32s, Int64s, Int64s, Int32s, Int64s>(), "positions_a"_a.noconvert(), "offsets_a"_a.noconvert(),
           "types_a"_a.noconvert(), "positions_b"_a.noconvert(), "offsets_b"_a.noconvert(), "types_b"_a.noconvert(), "masses"_a.noconvert());
#define SEAMARK_INT64S "numpy.typing.NDArray[numpy.int64]"
  m.def("columns_of_masses", &columns_of_masses, "segmentations"_a,
        nb::sig("def columns_of_masses(segmentations: list[typing.Any]) "
                "-> tuple[" SEAMARK_INT64S ", " SEAMARK_INT64S ", " SEAMARK_INT64S "] | None"));
  m.def("positions_of_masses", &positions_of_masses, "masses"_a.none(),
        nb::sig("def positions_of_masses(masses: object) -> tuple[int, bytes] | None"));
  m.def("columns_of_mass_values", &columns_of_mass_values, "values"_a.noconvert(), "offsets"_a.noconvert(),
        nb::sig("def columns_of_mass_values(values: " SEAMARK_INT64S ", offsets: " SEAMARK_INT64S ") "
                "-> tuple[" SEAMARK_INT64S ", " SEAMARK_INT64S ", " SEAMARK_INT64S ", int]"));
#undef SEAMARK_INT64S
  m.def("first_bad_row", &first_bad_row, "positions"_a.noconvert(), "offsets"_a.noconvert(), "types"_a.noconvert(), "masses"_a.noconvert());
  m.def("gather_rows", &gather_rows, "positions"_a.noconvert(), "offsets"_a.noconvert(), "types"_a.noconvert(), "rows"_a.noconvert());
  m.def("block_ends", &block_ends, "positions_a"_a.noconvert(), "offsets_a"_a.noconvert(), "rows_a"_a.noconvert(), "positions_b"_a.noconvert(),
        "offsets_b"_a.noconvert(), "rows_b"_a.noconvert(), "most"_a);
}

}  // namespace seamark::bindings
