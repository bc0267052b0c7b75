// An edit script as tuples of Python, by kind and from left to right: what the records of an alignment are made of.
#pragma once

#include <nanobind/nanobind.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <stdexcept>
#include <vector>

#include "seamark/edit_script.hpp"

namespace seamark::bindings {

namespace nb = nanobind;

class EditRecords {
 public:
  // The labels of the types, by their codes; borrowed.
  explicit EditRecords(std::span<PyObject* const> labels) : labels_(labels) {}

  // (matches, additions, substitutions, transpositions, cost)
  [[nodiscard]] nb::object of(std::span<const EditRow> script, double cost) const {
    std::vector<const EditRow*> rows;
    rows.reserve(script.size() / edit_row_width);
    for (std::size_t i = 0; i < script.size(); i += edit_row_width) rows.push_back(script.data() + i);
    std::stable_sort(rows.begin(), rows.end(), [](const EditRow* one, const EditRow* other) {
      return std::lexicographical_compare(one, one + 3, other, other + 3);  // kind, position, end
    });
    const nb::object all = made_tuple(5);
    auto begin = rows.begin();
    for (std::int64_t kind = 0; kind < 4; ++kind) {
      const auto end = std::find_if(begin, rows.end(), [kind](const EditRow* row) { return row[0] != kind; });
      PyTuple_SetItem(all.ptr(), kind, records(std::span(begin, end)).release().ptr());
      begin = end;
    }
    PyTuple_SetItem(all.ptr(), 4, owned(PyFloat_FromDouble(cost)));
    return all;
  }

 private:
  [[nodiscard]] nb::object records(std::span<const EditRow* const> rows) const {
    nb::object made = made_tuple(rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i) PyTuple_SetItem(made.ptr(), static_cast<Py_ssize_t>(i), record(rows[i]).release().ptr());
    return made;
  }

  [[nodiscard]] nb::object record(const EditRow* row) const {
    switch (static_cast<EditKind>(row[0])) {
      case EditKind::match:
        return filled({number(row[1]), label(row[3])});
      case EditKind::addition:
        return filled({number(row[1]), label(row[3]), side(row[5])});
      case EditKind::substitution:
        return filled({number(row[1]), label(row[3]), label(row[4])});
      case EditKind::transposition:
        break;
    }
    return filled({number(row[1]), number(row[2]), label(row[3]), side(row[5])});
  }

  // Takes the references over.
  [[nodiscard]] static nb::object filled(std::initializer_list<PyObject*> values) {
    nb::object made = made_tuple(values.size());
    Py_ssize_t place = 0;
    for (PyObject* value : values) PyTuple_SetItem(made.ptr(), place++, value);
    return made;
  }

  [[nodiscard]] static nb::object made_tuple(std::size_t size) { return nb::steal(owned(PyTuple_New(static_cast<Py_ssize_t>(size)))); }
  [[nodiscard]] static PyObject* number(std::int64_t value) { return owned(PyLong_FromLongLong(value)); }
  [[nodiscard]] PyObject* side(std::int64_t side) const { return nb::object(side == 0 ? first_ : second_).release().ptr(); }

  [[nodiscard]] PyObject* label(std::int64_t code) const {
    if (static_cast<std::size_t>(code) >= labels_.size()) throw std::invalid_argument("there is no boundary type of this code");
    return nb::borrow(labels_[static_cast<std::size_t>(code)]).release().ptr();
  }

  [[nodiscard]] static PyObject* owned(PyObject* made) {
    if (made == nullptr) throw nb::python_error();
    return made;
  }

  std::span<PyObject* const> labels_;
  nb::object first_ = nb::steal(owned(PyUnicode_InternFromString("a"))), second_ = nb::steal(owned(PyUnicode_InternFromString("b")));
};

}  // namespace seamark::bindings
