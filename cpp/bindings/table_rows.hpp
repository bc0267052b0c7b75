// A column of segmentations, or some rows of one, as Python hands it over.
#pragma once

#include <nanobind/nanobind.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "arrays.hpp"
#include "seamark/row_readers.hpp"

namespace seamark::bindings {

using Integers = nb::ndarray<nb::ro, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Marks = Input<std::uint8_t>;

template <class T, class Array>
std::span<const T> view_as(const Array& array) {
  return {aligned<const T>(array), array.size()};
}

// Marks of so many rows or values, or none at all.
inline std::span<const std::uint8_t> marks_of(const Marks& marks, std::size_t size) {
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

// Any integer type goes to the kernel as it is.
struct TableRows {
  enum Form : int { of_masses, of_positions, of_characters };

  int form;
  Integers values, offsets;
  Marks row_present, value_present;
  // The number of units of every row; none with masses, and perhaps none with characters.
  Input<std::int64_t> masses;
  Marks mass_present;

  TableRows(int form, Integers values, Integers offsets, Marks row_present, Marks value_present, Input<std::int64_t> masses, Marks mass_present)
      : form(form), values(values), offsets(offsets), row_present(row_present), value_present(value_present), masses(masses), mass_present(mass_present) {
    require(form >= of_masses && form <= of_characters, "there is no form of rows of this number");
    require(offsets.size() > 0, "there are no offsets; expected one more than there are rows");
    if (form == of_characters && values.dtype() != nb::dtype<std::uint8_t>()) throw nb::type_error("characters must be bytes");
  }

 private:
  template <class Value, class Offset>
  [[nodiscard]] ListRows<Value, Offset> list() const {
    return {view_as<Value>(values), view_as<Offset>(offsets), marks_of(row_present, offsets.size() - 1), marks_of(value_present, values.size())};
  }

  [[nodiscard]] RowMasses units() const {
    if (form == of_positions || masses.size() > 0) require_size("masses", masses.size(), offsets.size() - 1);
    return {view(masses), marks_of(mass_present, masses.size())};
  }

 public:
  [[nodiscard]] std::unique_ptr<RowReader> reader() const {
    return with_offset_type(offsets, [&](auto offset) -> std::unique_ptr<RowReader> {
      using Offset = decltype(offset);
      if (form == of_characters) return std::make_unique<StringRows<Offset>>(list<std::uint8_t, Offset>(), units());
      return with_integer_type(values, [&](auto value) -> std::unique_ptr<RowReader> {
        using Value = decltype(value);
        if (form == of_masses) return std::make_unique<MassRows<Value, Offset>>(list<Value, Offset>());
        return std::make_unique<PositionRows<Value, Offset>>(list<Value, Offset>(), units());
      });
    });
  }
};

// Room for rows that are read.
struct ReadRows {
  Output<std::int64_t> positions, offsets, masses;

  // There may be more room than rows.
  [[nodiscard]] RowsOut out(std::size_t rows) const {
    require(offsets.size() > rows && masses.size() >= rows, "there is not enough room for so many rows");
    return {{aligned<std::int64_t>(positions), positions.size()},
            {aligned<std::int64_t>(offsets), offsets.size()},
            {aligned<std::int64_t>(masses), masses.size()}};
  }
};

}  // namespace seamark::bindings
