// Segment masses, as plain lists or as columns, turned into boundary positions.
#include <nanobind/nanobind.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "arrays.hpp"
#include "bindings.hpp"
#include "columns.hpp"
#include "plain_ints.hpp"
#include "seamark/columns.hpp"

namespace seamark::bindings {

using namespace nb::literals;

namespace {

// (positions, offsets, masses) of a plain list of plain lists of masses, or None for anything that needs a closer look.
nb::object columns_of_masses(const nb::list& segmentations) {
  std::vector<std::int64_t> positions, offsets{0}, masses;
  offsets.reserve(segmentations.size() + 1);
  masses.reserve(segmentations.size());
  for (const nb::handle segmentation : segmentations) {
    const PlainInts plain(segmentation);
    if (!plain.plain()) return nb::none();
    const std::int64_t mass = plain.append_positions(positions);
    if (mass < 1) return nb::none();
    offsets.push_back(static_cast<std::int64_t>(positions.size()));
    masses.push_back(mass);
  }
  return nb::make_tuple(to_array(std::move(positions)), to_array(std::move(offsets)), to_array(std::move(masses)));
}

// (mass, positions as the bytes of an array) of one plain list of masses, or None for anything that needs a closer look. An array over
// bytes takes a third of the time of one that is made here.
nb::object positions_of_masses(nb::handle masses) {
  thread_local std::vector<std::int64_t> positions;
  positions.clear();
  const PlainInts plain(masses);
  const std::int64_t mass = plain.plain() ? plain.append_positions(positions) : 0;
  if (mass < 1) return nb::none();
  return nb::make_tuple(mass, nb::bytes(positions.data(), positions.size() * sizeof(std::int64_t)));
}

// (positions, offsets, masses, row) of masses that already are columns; row is the first with a fault, or -1.
nb::object columns_of_mass_values(const Input<std::int64_t>& values, const Input<std::int64_t>& offsets) {
  std::vector<std::int64_t> positions, new_offsets, masses;
  const Column rows = checked_column(view(values), view(offsets), {});
  std::int64_t bad = -1;
  {
    const nb::gil_scoped_release unlocked;
    bad = seamark::positions_of_masses(rows.positions, rows.offsets, positions, new_offsets, masses);
  }
  return nb::make_tuple(to_array(std::move(positions)), to_array(std::move(new_offsets)), to_array(std::move(masses)), bad);
}

// The first row whose boundaries are not ascending within 1..mass-1 (by position, then type), or -1.
std::int64_t first_bad_row(const Input<std::int64_t>& positions, const Input<std::int64_t>& offsets, const Input<std::int32_t>& types,
                           const Input<std::int64_t>& masses) {
  const Column column = checked_column(view(positions), view(offsets), view(types));
  require_size("masses", masses.size(), column.offsets.size() - 1);
  const std::span<const std::int64_t> totals = view(masses);
  const nb::gil_scoped_release unlocked;
  return seamark::first_bad_row(column, totals);
}

}  // namespace

void bind_masses(nb::module_& m) {
  m.def("columns_of_masses", &columns_of_masses, "segmentations"_a,
        nb::sig("def columns_of_masses(segmentations: list[typing.Any]) -> tuple[numpy.typing.NDArray[numpy.int64], "
                "numpy.typing.NDArray[numpy.int64], numpy.typing.NDArray[numpy.int64]] | None"));
  m.def("positions_of_masses", &positions_of_masses, "masses"_a.none(),
        nb::sig("def positions_of_masses(masses: object) -> tuple[int, bytes] | None"));
  m.def("columns_of_mass_values", &columns_of_mass_values, "values"_a.noconvert(), "offsets"_a.noconvert(),
        nb::sig("def columns_of_mass_values(values: numpy.typing.NDArray[numpy.int64], offsets: numpy.typing.NDArray[numpy.int64]) "
                "-> tuple[numpy.typing.NDArray[numpy.int64], numpy.typing.NDArray[numpy.int64], "
                "numpy.typing.NDArray[numpy.int64], int]"));
  m.def("first_bad_row", &first_bad_row, "positions"_a.noconvert(), "offsets"_a.noconvert(), "types"_a.noconvert(),
        "masses"_a.noconvert());
}

}  // namespace seamark::bindings
