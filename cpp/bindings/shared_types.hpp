// The boundary types of a pair in the order in which the package numbers them: whole numbers by value, then texts.
#pragma once

#include <nanobind/nanobind.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace seamark::bindings {

// A type as Python has it, which holds the reference; its value if it is a number.
class BoundaryType {
 public:
  // Nothing for what is neither a plain int that a double holds exactly nor a plain str.
  [[nodiscard]] static std::optional<BoundaryType> read(PyObject* label) {
    if (PyUnicode_CheckExact(label) != 0) return BoundaryType(label, std::nullopt);
    if (PyLong_CheckExact(label) == 0) return std::nullopt;
    int overflow = 0;
    const long long value = PyLong_AsLongLongAndOverflow(label, &overflow);
    if (overflow != 0 || value > largest || value < -largest) return std::nullopt;
    return BoundaryType(label, value);
  }

  [[nodiscard]] PyObject* label() const { return label_; }
  [[nodiscard]] std::optional<std::int64_t> number() const { return number_; }

  [[nodiscard]] bool operator<(const BoundaryType& other) const {
    if (number_ && other.number_) return *number_ < *other.number_;
    if (number_ || other.number_) return number_.has_value();
    return PyUnicode_Compare(label_, other.label_) < 0;
  }

 private:
  static constexpr long long largest = 1LL << 53;

  BoundaryType(PyObject* label, std::optional<std::int64_t> number) : label_(label), number_(number) {}

  PyObject* label_;
  std::optional<std::int64_t> number_;
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
  // Nearly always a type is one and the same object wherever it stands.
  [[nodiscard]] std::vector<BoundaryType>::const_iterator place_of(PyObject* label) const {
    return std::find_if(types_.begin(), types_.end(), [label](const BoundaryType& type) { return type.label() == label; });
  }

  std::vector<BoundaryType> types_;
};

}  // namespace seamark::bindings
