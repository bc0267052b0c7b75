// Reads the two sides of one pair from what people write: lists of masses, arrays, strings of 0 and 1, Segmentations.
#pragma once

#include <nanobind/nanobind.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "edit_records.hpp"
#include "seamark/columns.hpp"
#include "seamark/rows.hpp"

namespace seamark::bindings {

namespace nb = nanobind;

// The total of a list or tuple of masses, whose boundary positions are appended; 0 when anything in it is not a plain int that is a
// mass, nothing when it is not a list or tuple.
inline std::optional<std::int64_t> append_plain_masses(nb::handle given, std::vector<std::int64_t>& positions) {
  PyObject* object = given.ptr();
  const bool is_list = PyList_CheckExact(object) != 0;
  if (!is_list && PyTuple_CheckExact(object) == 0) return std::nullopt;
  const Py_ssize_t size = is_list ? PyList_Size(object) : PyTuple_Size(object);
  std::int64_t total = 0;
  for (Py_ssize_t i = 0; i < size; ++i) {
    PyObject* item = is_list ? PyList_GetItem(object, i) : PyTuple_GetItem(object, i);
    int overflow = 0;
    const long long mass = item != nullptr && PyLong_CheckExact(item) ? PyLong_AsLongLongAndOverflow(item, &overflow) : 0;
    if (overflow != 0 || mass < 1 || mass > largest_mass - total) {
      PyErr_Clear();
      return 0;
    }
    if (i > 0) positions.push_back(total);
    total += mass;
  }
  return total;
}

// ------------------------------------------------------------------------------------------------------ boundary types
//
// The types of a pair in the order in which the package numbers them: whole numbers by value, then texts.

// A type as Python has it, which holds the reference; its value if it is a number.
struct BoundaryType {
  PyObject* label;
  std::optional<std::int64_t> number;

  // Nothing for what is neither a plain int that a double holds exactly nor a plain str.
  [[nodiscard]] static std::optional<BoundaryType> read(PyObject* label) {
    if (PyUnicode_CheckExact(label) != 0) return BoundaryType{label, std::nullopt};
    if (PyLong_CheckExact(label) == 0) return std::nullopt;
    constexpr long long largest = 1LL << 53;
    int overflow = 0;
    const long long value = PyLong_AsLongLongAndOverflow(label, &overflow);
    if (overflow != 0 || value > largest || value < -largest) return std::nullopt;
    return BoundaryType{label, value};
  }

  [[nodiscard]] bool operator<(const BoundaryType& other) const {
    if (number && other.number) return *number < *other.number;
    if (number || other.number) return number.has_value();
    return PyUnicode_Compare(label, other.label) < 0;
  }
};

class SharedTypes {
 public:
  void clear() { types_.clear(); }

  // False for a type that cannot be put in order here.
  [[nodiscard]] bool add(PyObject* label) {
    if (place_of(label) != types_.end()) return true;
    const auto type = BoundaryType::read(label);
    if (!type) return false;
    const auto place = std::lower_bound(types_.begin(), types_.end(), *type);
    if (place == types_.end() || *type < *place) types_.insert(place, *type);
    return true;
  }

  // The code of a type that was added.
  [[nodiscard]] std::int32_t code(PyObject* label) const {
    auto place = place_of(label);
    if (place == types_.end()) place = std::lower_bound(types_.begin(), types_.end(), *BoundaryType::read(label));
    return static_cast<std::int32_t>(place - types_.begin());
  }

  [[nodiscard]] std::size_t size() const { return types_.size(); }
  [[nodiscard]] auto begin() const { return types_.begin(); }
  [[nodiscard]] auto end() const { return types_.end(); }

 private:
  // Nearly always a type is one and the same object wherever it occurs.
  [[nodiscard]] std::vector<BoundaryType>::const_iterator place_of(PyObject* label) const {
    return std::find_if(types_.begin(), types_.end(), [label](const BoundaryType& type) { return type.label == label; });
  }

  std::vector<BoundaryType> types_;
};

// ---------------------------------------------------------------------------------------------------------------- pairs

// Longer pairs take the batch path, which releases the GIL and checks for Ctrl-C.
constexpr std::size_t most_boundaries = 4096;
constexpr Py_ssize_t longest_string = Py_ssize_t{1} << 16;

// The buffer of an array, for as long as it is read.
class Buffer {
 public:
  Buffer(PyObject* object, int flags) : held_(PyObject_GetBuffer(object, &buffer_, flags) == 0) {
    if (!held_) PyErr_Clear();
  }
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;
  ~Buffer() {
    if (held_) PyBuffer_Release(&buffer_);
  }

  // The numbers, or nothing when they are none of this width in a row.
  template <class Number>
  [[nodiscard]] std::optional<std::span<const Number>> numbers() const {
    if (!held_ || buffer_.itemsize != sizeof(Number) || reinterpret_cast<std::uintptr_t>(buffer_.buf) % alignof(Number) != 0)
      return std::nullopt;
    return std::span(static_cast<const Number*>(buffer_.buf), static_cast<std::size_t>(buffer_.len) / sizeof(Number));
  }

  [[nodiscard]] bool one_dimension_of_int64() const {
    return held_ && buffer_.ndim == 1 && buffer_.format != nullptr &&
           (std::strcmp(buffer_.format, "q") == 0 || (sizeof(long) == 8 && std::strcmp(buffer_.format, "l") == 0));
  }

 private:
  Py_buffer buffer_{};
  bool held_;
};

// A pair that was read. Its spans and types are valid until the thread reads the next one.
struct Pair {
  std::span<const std::int64_t> a, b;
  std::int64_t mass;
  const SharedTypes& types;
  std::span<const std::int32_t> types_a = {}, types_b = {};  // codes; empty when there is one type

  [[nodiscard]] bool one_type() const { return types.size() < 2; }
  [[nodiscard]] TypedBoundaries typed_a() const { return {a, types_a}; }
  [[nodiscard]] TypedBoundaries typed_b() const { return {b, types_b}; }
};

// Takes whole numbers and texts as boundary types. The batch path checks anything else.
class PairReader {
 public:
  PairReader(nb::object segmentation_type, nb::object array_type) : segmentation_(std::move(segmentation_type)), array_(std::move(array_type)) {}

  [[nodiscard]] std::optional<Pair> read(nb::handle a, nb::handle b) const {
    thread_local Columns columns;
    columns.clear();
    const Side one = append(a, columns.positions);
    const std::size_t split = columns.positions.size();
    if (one.mass < 1) return std::nullopt;
    const Side other = append(b, columns.positions);
    const std::span<const std::int64_t> all(columns.positions);
    if (other.mass != one.mass || all.size() > most_boundaries) return std::nullopt;
    Pair pair{all.first(split), all.subspan(split), one.mass, columns.types};
    return give_types(pair, one, other, columns) ? std::optional(pair) : std::nullopt;
  }

 private:
  // What is read into; kept by a thread, so that short pairs need no memory of their own.
  struct Columns {
    std::vector<std::int64_t> positions;
    std::vector<std::int32_t> codes, shared;
    SharedTypes types;

    void clear() {
      positions.clear();
      codes.clear();
      types.clear();
    }
  };

  // The mass of one side, 0 when it could not be read; if it is a Segmentation, that and its types.
  struct Side {
    std::int64_t mass = 0;
    nb::handle segmentation = {};
    nb::object labels = {};
  };

  [[nodiscard]] bool give_types(Pair& pair, const Side& a, const Side& b, Columns& columns) const {
    if (!add_types(pair.a, a, columns.types) || !add_types(pair.b, b, columns.types)) return false;
    if (pair.one_type()) return true;
    if (!append_codes(pair.a.size(), a, columns) || !append_codes(pair.b.size(), b, columns)) return false;
    const std::span<const std::int32_t> all(columns.codes);
    pair.types_a = all.first(pair.a.size());
    pair.types_b = all.subspan(pair.a.size());
    return well_formed(pair.typed_a(), pair.mass) && well_formed(pair.typed_b(), pair.mass);
  }

  [[nodiscard]] bool add_types(std::span<const std::int64_t> positions, const Side& side, SharedTypes& types) const {
    if (!side.segmentation) return positions.empty() || types.add(default_type_.ptr());
    const Py_ssize_t size = PyTuple_Size(side.labels.ptr());
    for (Py_ssize_t i = 0; i < size; ++i) {
      if (!types.add(PyTuple_GetItem(side.labels.ptr(), i))) return false;
    }
    return size > 0 || positions.empty();
  }

  // A code for every boundary of one side; a Segmentation has codes of its own, which count its own types.
  [[nodiscard]] bool append_codes(std::size_t boundaries, const Side& side, Columns& columns) const {
    if (boundaries == 0) return true;
    std::vector<std::int32_t>& codes = columns.codes;
    if (!side.segmentation) {
      codes.insert(codes.end(), boundaries, columns.types.code(default_type_.ptr()));
      return true;
    }
    std::vector<std::int32_t>& shared = columns.shared;
    shared.clear();
    for (Py_ssize_t i = 0; i < PyTuple_Size(side.labels.ptr()); ++i) shared.push_back(columns.types.code(PyTuple_GetItem(side.labels.ptr(), i)));
    const nb::object held = side.segmentation.attr(codes_);
    const Buffer buffer(held.ptr(), PyBUF_SIMPLE);
    const auto own = buffer.numbers<std::int32_t>();
    if (!own || own->size() != (shared.size() > 1 ? boundaries : 0)) return false;
    if (own->empty()) codes.insert(codes.end(), boundaries, shared[0]);
    for (const std::int32_t code : *own) {
      if (code < 0 || static_cast<std::size_t>(code) >= shared.size()) return false;
      codes.push_back(shared[static_cast<std::size_t>(code)]);
    }
    return true;
  }

  // Appends the boundary positions of one side.
  Side append(nb::handle given, std::vector<std::int64_t>& positions) const {
    if (const auto mass = append_plain_masses(given, positions)) return {*mass};
    if (given.type().is(segmentation_)) return append_segmentation(given, positions);
    if (PyUnicode_CheckExact(given.ptr()) != 0) return {append_string(given.ptr(), positions)};
    if (given.type().is(array_)) return {append_masses(given.ptr(), positions)};
    return {};
  }

  Side append_segmentation(nb::handle given, std::vector<std::int64_t>& positions) const {
    nb::object labels = given.attr(labels_);
    const nb::object places = given.attr(positions_), mass = given.attr(mass_);
    if (PyTuple_CheckExact(labels.ptr()) == 0) return {};
    const Buffer buffer(places.ptr(), PyBUF_SIMPLE);
    const auto numbers = buffer.numbers<std::int64_t>();
    if (!numbers) return {};
    positions.insert(positions.end(), numbers->begin(), numbers->end());
    const std::int64_t units = PyLong_AsLongLong(mass.ptr());
    if (units == -1 && PyErr_Occurred() != nullptr) throw nb::python_error();
    return {units, given, std::move(labels)};
  }

  static std::int64_t append_string(PyObject* given, std::vector<std::int64_t>& positions) {
    Py_ssize_t size = 0;
    const char* text = PyUnicode_AsUTF8AndSize(given, &size);
    if (text == nullptr) PyErr_Clear();
    if (text == nullptr || size > longest_string) return 0;
    const std::span characters(reinterpret_cast<const std::uint8_t*>(text), static_cast<std::size_t>(size));
    return append_row(characters.size(), positions, [&](std::int64_t* out) { return read_string(characters, out); });
  }

  static std::int64_t append_masses(PyObject* given, std::vector<std::int64_t>& positions) {
    const Buffer buffer(given, PyBUF_ND | PyBUF_FORMAT);
    const auto masses = buffer.one_dimension_of_int64() ? buffer.numbers<std::int64_t>() : std::nullopt;
    if (!masses) return 0;
    return append_row(masses->size(), positions, [&](std::int64_t* out) { return read_masses(*masses, out); });
  }

  // Appends what read(place for so many positions) writes; the mass, or 0 when there is a fault.
  template <class Read>
  static std::int64_t append_row(std::size_t most, std::vector<std::int64_t>& positions, Read&& read) {
    const std::size_t before = positions.size();
    positions.resize(before + most);
    const RowRead row = read(positions.data() + before);
    positions.resize(before + row.boundaries);
    return row.mass;
  }

  nb::object segmentation_, array_;
  nb::object labels_ = interned("_labels"), codes_ = interned("_codes"), positions_ = interned("_positions"), mass_ = interned("_mass");
  // The type of a boundary by default.
  nb::object default_type_ = nb::int_(1);
};

}  // namespace seamark::bindings
