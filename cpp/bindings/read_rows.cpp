// The border for columns that other programs made: any integer type goes to the kernel as it is.
#include <nanobind/nanobind.h>

#include <cstddef>
#include <cstdint>
#include <span>

#include "arrays.hpp"
#include "bindings.hpp"
#include "seamark/read_rows.hpp"

namespace seamark::bindings {

using namespace nb::literals;

namespace {

using Integers = nb::ndarray<nb::ro, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Marks = Input<std::uint8_t>;

struct SourceRows {
  Integers values, offsets;
  Marks row_present, value_present;
};

struct ReadRows {
  Output<std::int64_t> positions, offsets, masses;
  Output<std::uint8_t> faults;

  // There may be more room than rows.
  [[nodiscard]] RowsOut out(std::size_t rows) const {
    require(offsets.size() > rows && masses.size() >= rows && faults.size() >= rows, "there is not enough room for so many rows");
    return {{aligned<std::int64_t>(positions), positions.size()},
            {aligned<std::int64_t>(offsets), offsets.size()},
            {aligned<std::int64_t>(masses), masses.size()},
            {faults.data(), faults.size()}};
  }
};

template <class T, class Array>
std::span<const T> view_as(const Array& array) {
  return {aligned<const T>(array), array.size()};
}

// Marks of so many rows or values, or none at all.
std::span<const std::uint8_t> marks_of(const Marks& marks, std::size_t size) {
  if (marks.size() != 0) require_size("marks of what is present", marks.size(), size);
  return view_as<std::uint8_t>(marks);
}

// Calls use(a value of the array's own integer type).
template <class Use>
auto with_integer_type(const Integers& array, Use&& use) {
  const nb::dlpack::dtype type = array.dtype();
  if (type == nb::dtype<std::int64_t>()) return use(std::int64_t{});
  if (type == nb::dtype<std::int32_t>()) return use(std::int32_t{});
  if (type == nb::dtype<std::int16_t>()) return use(std::int16_t{});
  if (type == nb::dtype<std::int8_t>()) return use(std::int8_t{});
  if (type == nb::dtype<std::uint64_t>()) return use(std::uint64_t{});
  if (type == nb::dtype<std::uint32_t>()) return use(std::uint32_t{});
  if (type == nb::dtype<std::uint16_t>()) return use(std::uint16_t{});
  if (type == nb::dtype<std::uint8_t>()) return use(std::uint8_t{});
  throw nb::type_error("values must be whole numbers");
}

template <class Use>
auto with_offset_type(const Integers& array, Use&& use) {
  const nb::dlpack::dtype type = array.dtype();
  if (type == nb::dtype<std::int32_t>()) return use(std::int32_t{});
  if (type == nb::dtype<std::int64_t>()) return use(std::int64_t{});
  throw nb::type_error("offsets must be int32 or int64");
}

template <class Value, class Offset>
ListRows<Value, Offset> rows_of(const SourceRows& source) {
  require(source.offsets.size() > 0, "there are no offsets; expected one more than there are rows");
  return {view_as<Value>(source.values), view_as<Offset>(source.offsets), marks_of(source.row_present, source.offsets.size() - 1),
          marks_of(source.value_present, source.values.size())};
}

std::size_t read_masses(const SourceRows& source, const ReadRows& read) {
  return with_integer_type(source.values, [&](auto value) {
    return with_offset_type(source.offsets, [&](auto offset) {
      const auto rows = rows_of<decltype(value), decltype(offset)>(source);
      const RowsOut out = read.out(rows.size());
      const nb::gil_scoped_release unlocked;
      return read_mass_rows(rows, out);
    });
  });
}

std::size_t read_positions(const SourceRows& source, const Input<std::int64_t>& masses, const Marks& mass_present, const ReadRows& read) {
  return with_integer_type(source.values, [&](auto value) {
    return with_offset_type(source.offsets, [&](auto offset) {
      const auto rows = rows_of<decltype(value), decltype(offset)>(source);
      const RowsOut out = read.out(rows.size());
      require_size("masses", masses.size(), rows.size());
      const auto totals = view_as<std::int64_t>(masses);
      const auto present = marks_of(mass_present, rows.size());
      const nb::gil_scoped_release unlocked;
      return read_position_rows(rows, totals, present, out);
    });
  });
}

std::size_t read_strings(const SourceRows& source, const ReadRows& read) {
  if (source.values.dtype() != nb::dtype<std::uint8_t>()) throw nb::type_error("characters must be bytes");
  return with_offset_type(source.offsets, [&](auto offset) {
    const auto rows = rows_of<std::uint8_t, decltype(offset)>(source);
    const RowsOut out = read.out(rows.size());
    const nb::gil_scoped_release unlocked;
    return read_string_rows(rows, out);
  });
}

}  // namespace

void bind_read_rows(nb::module_& m) {
  nb::class_<SourceRows>(m, "SourceRows")
      .def(nb::init<Integers, Integers, Marks, Marks>(), "values"_a.noconvert(), "offsets"_a.noconvert(), "row_present"_a.noconvert(),
           "value_present"_a.noconvert(),
           nb::sig("def __init__(self, values: numpy.typing.NDArray[numpy.integer[typing.Any]], "
                   "offsets: numpy.typing.NDArray[numpy.integer[typing.Any]], row_present: numpy.typing.NDArray[numpy.uint8], "
                   "value_present: numpy.typing.NDArray[numpy.uint8]) -> None"));
  nb::class_<ReadRows>(m, "ReadRows")
      .def(nb::init<Output<std::int64_t>, Output<std::int64_t>, Output<std::int64_t>, Output<std::uint8_t>>(), "positions"_a.noconvert(), "offsets"_a.noconvert(),
           "masses"_a.noconvert(), "faults"_a.noconvert());
  m.def("read_masses", &read_masses, "source"_a, "read"_a);
  m.def("read_positions", &read_positions, "source"_a, "masses"_a.noconvert(), "mass_present"_a.noconvert(), "read"_a);
  m.def("read_strings", &read_strings, "source"_a, "read"_a);
}

}  // namespace seamark::bindings
