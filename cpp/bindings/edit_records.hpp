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

// Makes named tuples, as tuple.__new__(type, values) does, in a third of the time of type(*values).
struct TupleType {
  static void require(nb::handle type) {
    if (PyType_Check(type.ptr()) == 0 || PyType_IsSubtype(reinterpret_cast<PyTypeObject*>(type.ptr()), &PyTuple_Type) == 0) {
      throw nb::type_error("records are tuples");
    }
  }

  [[nodiscard]] static nb::object make(nb::handle type, nb::handle values) {
    static const auto made_by = reinterpret_cast<newfunc>(PyType_GetSlot(&PyTuple_Type, Py_tp_new));
    const nb::tuple arguments = nb::make_tuple(values);
    PyObject* made = made_by(reinterpret_cast<PyTypeObject*>(type.ptr()), arguments.ptr(), nullptr);
    if (made == nullptr) throw nb::python_error();
    return nb::steal(made);
  }
};

// The types of the records, which are named tuples.
class EditRecords {
 public:
  EditRecords(nb::object match, nb::object addition, nb::object substitution, nb::object transposition)
      : types_{std::move(match), std::move(addition), std::move(substitution), std::move(transposition)} {
    for (const nb::object& type : types_) TupleType::require(type);
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
        PyTuple_SetItem(records.ptr(), i, TupleType::make(types_[kind], values(*begin, labels)).release().ptr());
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

  [[nodiscard]] static nb::object made_tuple(std::size_t size) { return owned(PyTuple_New(static_cast<Py_ssize_t>(size))); }

  [[nodiscard]] static nb::object owned(PyObject* made) {
    if (made == nullptr) throw nb::python_error();
    return nb::steal(made);
  }

  std::array<nb::object, 4> types_;  // by EditKind
  nb::object first_ = owned(PyUnicode_InternFromString("a")), second_ = owned(PyUnicode_InternFromString("b"));
};

}  // namespace seamark::bindings
