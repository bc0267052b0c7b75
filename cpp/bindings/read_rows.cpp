// The border for columns that other programs made.
#include <nanobind/nanobind.h>

#include <cstddef>
#include <cstdint>

#include "arrays.hpp"
#include "bindings.hpp"
#include "seamark/row_readers.hpp"
#include "table_rows.hpp"

namespace seamark::bindings {

using namespace nb::literals;

namespace {

std::size_t read_rows(const TableRows& source, const ReadRows& read, const Output<std::uint8_t>& faults) {
  const auto reader = source.reader();
  const RowsOut out = read.out(reader->size());
  const std::span<std::uint8_t> places(place_for(faults, reader->size()), reader->size());
  const nb::gil_scoped_release unlocked;
  return seamark::read_rows(*reader, out, places);
}

}  // namespace

void bind_read_rows(nb::module_& m) {
  nb::class_<TableRows>(m, "TableRows")
      .def(nb::init<int, Integers, Integers, Marks, Marks, Input<std::int64_t>, Marks>(), "form"_a, "values"_a.noconvert(),
           "offsets"_a.noconvert(), "row_present"_a.noconvert(), "value_present"_a.noconvert(), "masses"_a.noconvert(),
           "mass_present"_a.noconvert(),
           nb::sig("def __init__(self, form: int, values: numpy.typing.NDArray[numpy.integer[typing.Any]], "
                   "offsets: numpy.typing.NDArray[numpy.integer[typing.Any]], row_present: numpy.typing.NDArray[numpy.uint8], "
                   "value_present: numpy.typing.NDArray[numpy.uint8], masses: numpy.typing.NDArray[numpy.int64], "
                   "mass_present: numpy.typing.NDArray[numpy.uint8]) -> None"));
  nb::class_<ReadRows>(m, "ReadRows")
      .def(nb::init<Output<std::int64_t>, Output<std::int64_t>, Output<std::int64_t>>(), "positions"_a.noconvert(), "offsets"_a.noconvert(),
           "masses"_a.noconvert());
  m.def("read_rows", &read_rows, "source"_a, "read"_a, "faults"_a.noconvert());
}

}  // namespace seamark::bindings
