// Reads the two sides of one pair from what people write: lists of masses and Segmentations.
#pragma once

#include <nanobind/nanobind.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "edit_records.hpp"
#include "seamark/columns.hpp"

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

// The buffer of an array of 64-bit integers, for as long as it is read.
class Buffer {
 public:
  explicit Buffer(PyObject* object) : held_(PyObject_GetBuffer(object, &buffer_, PyBUF_SIMPLE) == 0) {
    if (!held_) PyErr_Clear();
  }
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;
  ~Buffer() {
    if (held_) PyBuffer_Release(&buffer_);
  }

  // Nothing when it holds something else.
  [[nodiscard]] std::optional<Positions> numbers() const {
    if (!held_ || buffer_.itemsize != sizeof(std::int64_t) || reinterpret_cast<std::uintptr_t>(buffer_.buf) % alignof(std::int64_t) != 0)
      return std::nullopt;
    return Positions(static_cast<const std::int64_t*>(buffer_.buf), static_cast<std::size_t>(buffer_.len) / sizeof(std::int64_t));
  }

 private:
  Py_buffer buffer_{};
  bool held_;
};

// A pair that was read, of one boundary type. Its spans are valid until the thread reads the next one.
struct Pair {
  Positions a, b;
  std::int64_t mass;
};

// Reads boundaries of the default type. The batch path takes everything else.
class PairReader {
 public:
  explicit PairReader(nb::object segmentation_type) : segmentation_(std::move(segmentation_type)) {}

  // The type of all boundaries.
  [[nodiscard]] PyObject* type() const { return default_type_.ptr(); }

  [[nodiscard]] std::optional<Pair> read(nb::handle a, nb::handle b) const {
    thread_local std::vector<std::int64_t> positions;
    positions.clear();
    const std::int64_t mass = append(a, positions);
    const std::size_t split = positions.size();
    if (mass < 1 || append(b, positions) != mass || positions.size() > most_boundaries) return std::nullopt;
    const Positions all(positions);
    return Pair{all.first(split), all.subspan(split), mass};
  }

 private:
  // Longer pairs take the batch path, which releases the GIL and checks for Ctrl-C.
  static constexpr std::size_t most_boundaries = 4096;

  // Appends the boundary positions of one side; its mass, 0 when it is not read here.
  std::int64_t append(nb::handle given, std::vector<std::int64_t>& positions) const {
    if (const auto mass = append_plain_masses(given, positions)) return *mass;
    if (!given.type().is(segmentation_)) return 0;
    const nb::object labels = given.attr(labels_), places = given.attr(positions_), mass = given.attr(mass_);
    if (PyTuple_CheckExact(labels.ptr()) == 0) return 0;
    const Py_ssize_t types = PyTuple_Size(labels.ptr());
    if (types > 1 || (types == 1 && PyTuple_GetItem(labels.ptr(), 0) != type())) return 0;
    const Buffer buffer(places.ptr());
    const auto numbers = buffer.numbers();
    if (!numbers) return 0;
    positions.insert(positions.end(), numbers->begin(), numbers->end());
    const std::int64_t units = PyLong_AsLongLong(mass.ptr());
    if (units == -1 && PyErr_Occurred() != nullptr) throw nb::python_error();
    return units;
  }

  nb::object segmentation_;
  nb::object labels_ = interned("_labels"), positions_ = interned("_positions"), mass_ = interned("_mass");
  nb::object default_type_ = nb::int_(1);
};

}  // namespace seamark::bindings
