// An edit script as the records of an alignment, by kind and from left to right.
#pragma once

#include <nanobind/nanobind.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <stdexcept>
#include <tuple>
#include <utility>
#include <vector>

#include "seamark/edit.hpp"

namespace seamark::bindings {

namespace nb = nanobind;

// What a call of Python's C API returned, if it succeeded.
inline nb::object owned(PyObject* made) {
  if (made == nullptr) throw nb::python_error();
  return nb::steal(made);
}

inline nb::object new_tuple(std::size_t size) { return owned(PyTuple_New(static_cast<Py_ssize_t>(size))); }

inline nb::object interned(const char* text) { return owned(PyUnicode_InternFromString(text)); }

inline void require_tuple_type(nb::handle type) {
  if (PyType_Check(type.ptr()) == 0 || PyType_IsSubtype(reinterpret_cast<PyTypeObject*>(type.ptr()), &PyTuple_Type) == 0) {
    throw nb::type_error("records are tuples");
  }
}

// Makes a named tuple, as tuple.__new__(type, values) does, in a third of the time of type(*values).
inline nb::object named_tuple(nb::handle type, nb::handle values) {
  static const auto made_by = reinterpret_cast<newfunc>(PyType_GetSlot(&PyTuple_Type, Py_tp_new));
  const nb::tuple arguments = nb::make_tuple(values);
  return owned(made_by(reinterpret_cast<PyTypeObject*>(type.ptr()), arguments.ptr(), nullptr));
}

// The types of the records, which are named tuples.
class EditRecords {
 public:
  EditRecords(nb::object match, nb::object addition, nb::object substitution, nb::object transposition)
      : types_{std::move(match), std::move(addition), std::move(substitution), std::move(transposition)} {
    for (const nb::object& type : types_) require_tuple_type(type);
  }

  // (matches, additions, substitutions, transpositions, cost); `labels` are those of the types, by their codes.
  [[nodiscard]] nb::object of(std::vector<Edit>& script, std::span<PyObject* const> labels, double cost) const {
    const auto order = [](const Edit& edit) { return std::tuple(edit.kind, edit.position, edit.end); };
    std::stable_sort(script.begin(), script.end(), [&](const Edit& one, const Edit& other) { return order(one) < order(other); });
    const nb::object all = new_tuple(types_.size() + 1);
    auto begin = script.begin();
    for (std::size_t kind = 0; kind < types_.size(); ++kind) {
      const auto end = std::find_if(begin, script.end(), [kind](const Edit& edit) { return edit.kind != static_cast<EditKind>(kind); });
      nb::object records = new_tuple(static_cast<std::size_t>(end - begin));
      for (Py_ssize_t i = 0; begin != end; ++begin, ++i) {
        PyTuple_SetItem(records.ptr(), i, named_tuple(types_[kind], values(*begin, labels)).release().ptr());
      }
      PyTuple_SetItem(all.ptr(), static_cast<Py_ssize_t>(kind), records.release().ptr());
    }
    PyTuple_SetItem(all.ptr(), static_cast<Py_ssize_t>(types_.size()), nb::float_(cost).release().ptr());
    return all;
  }

 private:
  [[nodiscard]] nb::object values(const Edit& edit, std::span<PyObject* const> labels) const {
    const auto label = [&](std::int32_t code) {
      if (static_cast<std::size_t>(code) >= labels.size()) throw std::invalid_argument("there is no boundary type of this code");
      return nb::borrow(labels[static_cast<std::size_t>(code)]);
    };
    const nb::object& side = edit.side == 0 ? first_ : second_;
    switch (edit.kind) {
      case EditKind::match:
        return nb::make_tuple(edit.position, label(edit.type));
      case EditKind::addition:
        return nb::make_tuple(edit.position, label(edit.type), side);
      case EditKind::substitution:
        return nb::make_tuple(edit.position, label(edit.type), label(edit.other));
      case EditKind::transposition:
        break;
    }
    return nb::make_tuple(edit.position, edit.end, label(edit.type), side);
  }

  std::array<nb::object, 4> types_;  // by EditKind
  nb::object first_ = interned("a"), second_ = interned("b");
};

}  // namespace seamark::bindings
