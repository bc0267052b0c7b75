// The border between Python and the kernel: numpy arrays as a kernel reads and writes them, columns that are checked before a kernel
// sees them, and the way Ctrl-C reaches a kernel. Whatever Python hands over, no kernel reads or writes outside of an array.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/tuple.h>

#include <atomic>
#include <chrono>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "seamark/columns.hpp"
#include "seamark/edit_alignment.hpp"

namespace seamark::bindings {

namespace nb = nanobind;
using namespace nb::literals;

constexpr double real(std::integral auto count) { return static_cast<double>(count); }

// What each file adds to the Python module.
void bind_columns(nb::module_& m);
void bind_draws(nb::module_& m);
void bind_edit(nb::module_& m);
void bind_labels(nb::module_& m);
void bind_one_pair(nb::module_& m);
void bind_pair_sums(nb::module_& m);
void bind_pairs(nb::module_& m);
void bind_spans(nb::module_& m);
void bind_tables(nb::module_& m);

// --------------------------------------------------------------------------------------------------------------- arrays

template <class T>
using Input = nb::ndarray<const T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
template <class T>
using InputRows = nb::ndarray<const T, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
template <class T>
using Output = nb::ndarray<T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
template <class T>
using OutputRows = nb::ndarray<T, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

using Int64s = Input<std::int64_t>;
using Int32s = Input<std::int32_t>;
using Doubles = Input<double>;

inline void require(bool sound, const char* otherwise) {
  if (!sound) throw std::invalid_argument(otherwise);
}

inline void require_size(const char* what, std::size_t size, std::size_t expected) {
  if (size != expected) throw std::invalid_argument(std::string(what) + ": " + std::to_string(size) + ", expected " + std::to_string(expected));
}

// Whether all numbers lie within 0..limit-1.
template <class Number>
bool all_below(std::span<const Number> numbers, std::size_t limit) {
  bool sound = true;
  for (const Number number : numbers) sound &= static_cast<std::uint64_t>(number) < limit;
  return sound;
}

template <class T, class Array>
T* aligned(const Array& array) {
  auto* data = static_cast<T*>(array.data());
  require(reinterpret_cast<std::uintptr_t>(data) % alignof(T) == 0, "an array is not aligned in memory");
  return data;
}

template <class T, class... Shape>
std::span<const T> view(const nb::ndarray<const T, Shape...>& array) {
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

// --------------------------------------------------------------------------------------------------------------- Ctrl-C

// Tells the kernels of those threads that watch it to stop.
class StopFlag {
 public:
  void set() { *raised_ = true; }
  // From now on kernels called by this thread stop soon after the flag is set.
  void watch() const { watched() = raised_; }

  [[nodiscard]] static bool raised_for_this_thread() {
    const auto& flag = watched();
    return flag != nullptr && *flag;
  }

 private:
  // Shared, since a thread may outlive the flag.
  static std::shared_ptr<std::atomic<bool>>& watched() {
    thread_local std::shared_ptr<std::atomic<bool>> flag;
    return flag;
  }

  std::shared_ptr<std::atomic<bool>> raised_ = std::make_shared<std::atomic<bool>>(false);
};

// For a kernel that has released the GIL: the main thread asks Python for signals now and then, threads that work for it look at the
// flag that it sets.
class SignalCheckpoint final : public Checkpoint {
 protected:
  void look_around() override {
    if (StopFlag::raised_for_this_thread()) {
      const nb::gil_scoped_acquire locked;
      PyErr_SetNone(PyExc_KeyboardInterrupt);
      throw nb::python_error();
    }
    const auto now = std::chrono::steady_clock::now();
    if (last_ == Time{}) last_ = now;
    if (now - last_ < std::chrono::milliseconds(100)) return;
    last_ = now;
    const nb::gil_scoped_acquire locked;
    // Does nothing but in the main thread; what the handler raised is raised again here.
    if (PyErr_CheckSignals() != 0) throw nb::python_error();
  }

 private:
  using Time = std::chrono::steady_clock::time_point;
  Time last_{};
};

// What work(checkpoint) returns, computed without the GIL.
template <class Work>
auto without_gil(Work&& work) {
  SignalCheckpoint checkpoint;
  const nb::gil_scoped_release unlocked;
  return work(&checkpoint);
}

// A row of numbers for each of so many pairs, which fill(rows, checkpoint) computes without the GIL: a table, or a tuple of the numbers of a
// single pair, which is made in a tenth of the time. A row is a struct or an array of doubles and nothing else.
template <class Row, class Fill>
nb::object made_rows(std::size_t count, Fill&& fill) {
  static_assert(std::is_trivially_copyable_v<Row> && sizeof(Row) % sizeof(double) == 0 && alignof(Row) == alignof(double));
  constexpr std::size_t width = sizeof(Row) / sizeof(double);
  std::unique_ptr<Row[]> rows(new Row[count]);
  without_gil([&](Checkpoint* checkpoint) { fill(rows.get(), checkpoint); });
  auto* numbers = reinterpret_cast<double*>(rows.get());
  if (count == 1) {
    nb::object made = nb::steal(PyTuple_New(width));
    if (!made.is_valid()) throw nb::python_error();
    for (std::size_t i = 0; i < width; ++i) PyTuple_SetItem(made.ptr(), static_cast<Py_ssize_t>(i), nb::float_(numbers[i]).release().ptr());
    return made;
  }
  const nb::capsule owner(rows.get(), [](void* kept) noexcept { delete[] static_cast<Row*>(kept); });
  rows.release();
  return nb::cast(nb::ndarray<nb::numpy, double, nb::ndim<2>>(numbers, {count, width}, owner));
}

// The same where the row of pair i is count(i, checkpoint).
template <class Count>
nb::object made_rows_of(std::size_t pairs, Count&& count) {
  using Row = std::invoke_result_t<Count&, std::size_t, Checkpoint*>;
  return made_rows<Row>(pairs, [&](Row* rows, Checkpoint* checkpoint) {
    for (std::size_t i = 0; i < pairs; ++i) rows[i] = count(i, checkpoint);
  });
}

// -------------------------------------------------------------------------------------------------------------- columns
//
// One pass over a column, at every use: others may hold the arrays too and change them after a segmentation was made of them. Kernels
// stay inside their arrays also when another thread changes positions during a call, and then give numbers that make no sense.

// A limit on types: the kernel keeps some memory for each.
inline constexpr std::uint32_t most_types = std::uint32_t{1} << 20;

// Segmentations as Python holds them (kernels/columns.py): positions, offsets, masses, types.
using ColumnArrays = std::tuple<Int64s, Int64s, Int64s, Int32s>;

inline std::span<const std::int64_t> checked_offsets(const Int64s& offsets, std::size_t size) {
  require(sound_offsets(view(offsets), size), "offsets must ascend from 0 or more to at most the number of values");
  return view(offsets);
}

inline Column checked_column(const ColumnArrays& arrays) {
  const auto& [positions, offsets, masses, types] = arrays;
  const Column column{view(positions), checked_offsets(offsets, positions.size()), view(types)};
  if (!column.types.empty()) require_size("type codes", column.types.size(), column.positions.size());
  require(all_below(column.types, most_types), "type codes must lie within 0..2**20-1");
  return column;
}

inline std::span<const std::int64_t> checked_masses(const Int64s& masses, std::size_t rows) {
  require_size("masses", masses.size(), rows);
  require(sound_masses(view(masses)), "masses must lie within 1..2**62");
  return view(masses);
}

inline void require_ascending(const Column& column, std::span<const std::int64_t> masses) {
  require(all_ascend(column, masses), "boundaries must ascend within their mass, each once per type");
}

// Two columns, row beside row; the masses are those of the first.
struct CheckedPairs {
  Column a, b;
  std::span<const std::int64_t> masses;

  // Positions may be left unchecked for a kernel that reads a boundary in two nanoseconds and takes any numbers for them.
  CheckedPairs(const ColumnArrays& one, const ColumnArrays& other, bool positions = true)
      : a(checked_column(one)), b(checked_column(other)), masses(checked_masses(std::get<2>(one), a.size())) {
    if (a.size() != b.size()) throw std::invalid_argument(std::to_string(a.size()) + " segmentations cannot be paired with " + std::to_string(b.size()));
    const bool typed = !a.types.empty() || !b.types.empty();
    require(!typed || (a.types.size() == a.positions.size() && b.types.size() == b.positions.size()),
            "one side has boundary types and the other has none");
    if (!positions) return;
    require_ascending(a, masses);
    require_ascending(b, masses);
  }

  // A row of numbers, count(i, checkpoint), for every pair.
  template <class Count>
  [[nodiscard]] nb::object rows(Count&& count) const {
    using Row = std::invoke_result_t<Count&, std::size_t, Checkpoint*>;
    return made_rows<Row>(masses.size(), [&](Row* rows, Checkpoint* checkpoint) {
      for_each_pair(a, b, masses.size(), checkpoint, [&](std::size_t i) { rows[i] = count(i, checkpoint); });
    });
  }
};

// Costs of edits, a value for each type code where the distance between types counts, and the range of these values.
using EditParameters = std::tuple<EditCosts, Doubles, double>;

inline EditCosts checked_costs(const EditParameters& parameters, std::initializer_list<std::span<const std::int32_t>> types) {
  auto [costs, values, span] = parameters;
  costs.type_values = view(values);
  costs.type_span = span;
  for (const auto& codes : types) {
    require(costs.type_values.empty() || all_below(codes, costs.type_values.size()), "a type code has no value");
  }
  return costs;
}

}  // namespace seamark::bindings
