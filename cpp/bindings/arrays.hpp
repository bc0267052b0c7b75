// Arrays of numpy at the border: what a kernel reads, where it writes, and what it hands over.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace seamark::bindings {

namespace nb = nanobind;

template <class T>
using Input = nb::ndarray<const T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
template <class T>
using Output = nb::ndarray<T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
template <class T>
using OutputRows = nb::ndarray<T, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

inline void require(bool sound, const char* otherwise) {
  if (!sound) throw std::invalid_argument(otherwise);
}

inline void require_size(const char* what, std::size_t size, std::size_t expected) {
  if (size != expected) throw std::invalid_argument(std::string(what) + ": " + std::to_string(size) + ", expected " + std::to_string(expected));
}

template <class T, class Array>
T* aligned(const Array& array) {
  auto* data = static_cast<T*>(array.data());
  if (reinterpret_cast<std::uintptr_t>(data) % alignof(T) != 0) throw std::invalid_argument("an array is not aligned in memory");
  return data;
}

template <class T>
std::span<const T> view(const Input<T>& array) {
  return {aligned<const T>(array), array.size()};
}

// Where a kernel writes a number for each of so many pairs.
template <class T>
T* place_for(const Output<T>& out, std::size_t pairs) {
  require_size("places for results", out.size(), pairs);
  return aligned<T>(out);
}

template <class T>
T* place_for(const OutputRows<T>& out, std::size_t pairs, std::size_t width) {
  require_size("rows for results", out.shape(0), pairs);
  require_size("columns for results", out.shape(1), width);
  return aligned<T>(out);
}

template <class T>
using Made = nb::ndarray<nb::numpy, T, nb::ndim<1>>;

// Hands a vector over to Python as a one-dimensional array, without copying.
template <class T>
Made<T> to_array(std::vector<T>&& values) {
  auto* kept = new std::vector<T>(std::move(values));
  const nb::capsule owner(kept, [](void* p) noexcept { delete static_cast<std::vector<T>*>(p); });
  return Made<T>(kept->data(), {kept->size()}, owner);
}

}  // namespace seamark::bindings
