// The border for columns that other programs made: any integer type goes to the kernel as it is.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <cstddef>
#include <cstdint>
#include <span>

#include "seamark/read_rows.hpp"

namespace seamark::bindings {

namespace nb = nanobind;
using namespace nb::literals;

using Integers = nb::ndarray<nb::ro, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Marks = nb::ndarray<const std::uint8_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Masses = nb::ndarray<const std::int64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using LongsOut = nb::ndarray<std::int64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using BytesOut = nb::ndarray<std::uint8_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

struct SourceRows {
  Integers values, offsets;
  Marks row_present, value_present;
};

struct ReadRows {
  LongsOut positions, offsets, masses;
  BytesOut faults;

  [[nodiscard]] RowsOut out() const {
    return {{positions.data(), positions.size()}, {offsets.data(), offsets.size()}, {masses.data(), masses.size()}, {faults.data(), faults.size()}};
  }
};

template <class T, class Array>
std::span<const T> view_as(const Array& array) {
  return {static_cast<const T*>(array.data()), array.size()};
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
  return {view_as<Value>(source.values), view_as<Offset>(source.offsets), view_as<std::uint8_t>(source.row_present),
          view_as<std::uint8_t>(source.value_present)};
}

inline std::size_t read_masses(const SourceRows& source, const ReadRows& read) {
  return with_integer_type(source.values, [&](auto value) {
    return with_offset_type(source.offsets, [&](auto offset) {
      const nb::gil_scoped_release unlocked;
      return read_mass_rows(rows_of<decltype(value), decltype(offset)>(source), read.out());
    });
  });
}

inline std::size_t read_positions(const SourceRows& source, const Masses& masses, const Marks& mass_present, const ReadRows& read) {
  return with_integer_type(source.values, [&](auto value) {
    return with_offset_type(source.offsets, [&](auto offset) {
      const nb::gil_scoped_release unlocked;
      return read_position_rows(rows_of<decltype(value), decltype(offset)>(source), view_as<std::int64_t>(masses),
                                view_as<std::uint8_t>(mass_present), read.out());
    });
  });
}

inline std::size_t read_strings(const SourceRows& source, const ReadRows& read) {
  if (source.values.dtype() != nb::dtype<std::uint8_t>()) throw nb::type_error("characters must be bytes");
  return with_offset_type(source.offsets, [&](auto offset) {
    const nb::gil_scoped_release unlocked;
    return read_string_rows(rows_of<std::uint8_t, decltype(offset)>(source), read.out());
  });
}

inline void bind_reading(nb::module_& m) {
  nb::class_<SourceRows>(m, "SourceRows")
      .def(nb::init<Integers, Integers, Marks, Marks>(), "values"_a.noconvert(), "offsets"_a.noconvert(), "row_present"_a.noconvert(),
           "value_present"_a.noconvert(),
           nb::sig("def __init__(self, values: numpy.typing.NDArray[numpy.integer[typing.Any]], "
                   "offsets: numpy.typing.NDArray[numpy.integer[typing.Any]], row_present: numpy.typing.NDArray[numpy.uint8], "
                   "value_present: numpy.typing.NDArray[numpy.uint8]) -> None"));
  nb::class_<ReadRows>(m, "ReadRows")
      .def(nb::init<LongsOut, LongsOut, LongsOut, BytesOut>(), "positions"_a.noconvert(), "offsets"_a.noconvert(),
           "masses"_a.noconvert(), "faults"_a.noconvert());
  m.def("read_masses", &read_masses, "source"_a, "read"_a);
  m.def("read_positions", &read_positions, "source"_a, "masses"_a.noconvert(), "mass_present"_a.noconvert(), "read"_a);
  m.def("read_strings", &read_strings, "source"_a, "read"_a);
}

}  // namespace seamark::bindings
