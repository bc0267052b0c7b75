// An edit script as the records of an alignment, by kind and from left to right.
#pragma once

#include <nanobind/nanobind.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

#include "seamark/edit_script.hpp"

namespace seamark::bindings {

namespace nb = nanobind;

// The types of the records, which are named tuples.
class EditRecords {
 public:
  EditRecords(nb::type_object match, nb::type_object addition, nb::type_object substitution, nb::type_object transposition)
      : types_{std::move(match), std::move(addition), std::move(substitution), std::move(transposition)} {
    for (const nb::type_object& type : types_) {
      if (PyType_IsSubtype(type_of(type), &PyTuple_Type) == 0) throw nb::type_error("records of edits are tuples");
    }
  }

  // (matches, additions, substitutions, transpositions, cost); `labels` are those of the types, by their codes.
  [[nodiscard]] nb::object of(std::span<const EditRow> script, std::span<PyObject* const> labels, double cost) const {
    std::vector<const EditRow*> rows;
    rows.reserve(script.size() / edit_row_width);
    for (std::size_t i = 0; i < script.size(); i += edit_row_width) rows.push_back(script.data() + i);
    std::stable_sort(rows.begin(), rows.end(), [](const EditRow* one, const EditRow* other) {
      return std::lexicographical_compare(one, one + 3, other, other + 3);  // kind, position, end
    });
    nb::object all = made_tuple(types_.size() + 1);
    auto begin = rows.begin();
    for (std::size_t kind = 0; kind < types_.size(); ++kind) {
      const auto end = std::find_if(begin, rows.end(), [kind](const EditRow* row) { return row[0] != static_cast<EditRow>(kind); });
      nb::object records = made_tuple(static_cast<std::size_t>(end - begin));
      for (Py_ssize_t i = 0; begin != end; ++begin, ++i) {
        PyTuple_SetItem(records.ptr(), i, record(type_of(types_[kind]), values(*begin, labels)).release().ptr());
      }
      PyTuple_SetItem(all.ptr(), static_cast<Py_ssize_t>(kind), records.release().ptr());
    }
    PyTuple_SetItem(all.ptr(), static_cast<Py_ssize_t>(types_.size()), nb::float_(cost).release().ptr());
    return all;
  }

 private:
  [[nodiscard]] nb::object values(const EditRow* row, std::span<PyObject* const> labels) const {
    const auto label = [&](std::int64_t code) {
      if (static_cast<std::size_t>(code) >= labels.size()) throw std::invalid_argument("there is no boundary type of this code");
      return nb::borrow(labels[static_cast<std::size_t>(code)]);
    };
    const nb::object& side = row[5] == 0 ? first_ : second_;
    switch (static_cast<EditKind>(row[0])) {
      case EditKind::match:
        return nb::make_tuple(row[1], label(row[3]));
      case EditKind::addition:
        return nb::make_tuple(row[1], label(row[3]), side);
      case EditKind::substitution:
        return nb::make_tuple(row[1], label(row[3]), label(row[4]));
      case EditKind::transposition:
        break;
    }
    return nb::make_tuple(row[1], row[2], label(row[3]), side);
  }

  // As tuple.__new__(type, values).
  [[nodiscard]] static nb::object record(PyTypeObject* type, const nb::object& values) {
    static const auto make = reinterpret_cast<newfunc>(PyType_GetSlot(&PyTuple_Type, Py_tp_new));
    const nb::tuple arguments = nb::make_tuple(values);
    return owned(make(type, arguments.ptr(), nullptr));
  }

  [[nodiscard]] static PyTypeObject* type_of(const nb::type_object& type) { return reinterpret_cast<PyTypeObject*>(type.ptr()); }
  [[nodiscard]] static nb::object made_tuple(std::size_t size) { return owned(PyTuple_New(static_cast<Py_ssize_t>(size))); }

  [[nodiscard]] static nb::object owned(PyObject* made) {
    if (made == nullptr) throw nb::python_error();
    return nb::steal(made);
  }

  std::array<nb::type_object, 4> types_;  // by EditKind
  nb::object first_ = owned(PyUnicode_InternFromString("a")), second_ = owned(PyUnicode_InternFromString("b"));
};

}  // namespace seamark::bindings
