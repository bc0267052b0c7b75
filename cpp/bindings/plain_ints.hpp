// A list or tuple of plain ints, read without making Python objects of them.
#pragma once

#include <nanobind/nanobind.h>

#include <cstdint>
#include <vector>

#include "seamark/columns.hpp"

namespace seamark::bindings {

class PlainInts {
 public:
  explicit PlainInts(nanobind::handle object) : object_(object.ptr()), is_list_(PyList_CheckExact(object_) != 0) {
    if (is_list_) size_ = PyList_Size(object_);
    else if (PyTuple_CheckExact(object_) != 0) size_ = PyTuple_Size(object_);
  }

  [[nodiscard]] bool plain() const { return size_ >= 0; }
  [[nodiscard]] Py_ssize_t size() const { return size_; }

  // Appends the boundary positions of these masses and returns their total, or 0 when anything is not a mass.
  std::int64_t append_positions(std::vector<std::int64_t>& positions) const {
    std::int64_t total = 0;
    for (Py_ssize_t i = 0; i < size_; ++i) {
      PyObject* item = is_list_ ? PyList_GetItem(object_, i) : PyTuple_GetItem(object_, i);
      if (item == nullptr || !PyLong_CheckExact(item)) return fail();
      int overflow = 0;
      const long long mass = PyLong_AsLongLongAndOverflow(item, &overflow);
      if (overflow != 0 || mass < 1 || mass > seamark::largest_mass - total) return fail();
      if (i > 0) positions.push_back(total);
      total += mass;
    }
    return total;
  }

 private:
  static std::int64_t fail() {
    PyErr_Clear();
    return 0;
  }

  PyObject* object_;
  bool is_list_;
  Py_ssize_t size_ = -1;
};

}  // namespace seamark::bindings
