// The sums behind Krippendorff's alpha for unitizing.
#include <nanobind/nanobind.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "arrays.hpp"
#include "bindings.hpp"
#include "seamark/unitizing.hpp"
#include "span_columns.hpp"
#include "stopping.hpp"

namespace seamark::bindings {

using namespace nb::literals;

namespace {

// Calls count(item, first row, row after the last) for all items with two codings or more, without the GIL.
template <class Count>
void for_each_item(std::span<const std::int64_t> items, Count&& count) {
  SignalCheckpoint checkpoint;
  const nb::gil_scoped_release unlocked;
  for (std::size_t item = 0; item + 1 < items.size(); ++item) {
    const auto begin = static_cast<std::size_t>(items[item]), end = static_cast<std::size_t>(items[item + 1]);
    checkpoint.pass(1);
    if (end - begin >= 2) count(item, begin, end, &checkpoint);
  }
}

void unitizing_lengths(const SpanArrays& spans, const Input<std::int64_t>& items, std::size_t categories, const Output<double>& gaps,
                       const OutputRows<double>& out) {
  const SpanColumn column = spans.checked(categories);
  const auto rows = checked_items(items, column);
  double* gap = place_for(gaps, rows.size() - 1);
  double* lengths = place_for(out, rows.size() - 1, categories * CategoryLengths::width);
  std::vector<CategoryLengths> found(categories);
  for_each_item(rows, [&](std::size_t item, std::size_t begin, std::size_t end, Checkpoint* checkpoint) {
    gap[item] = category_lengths(column, begin, end, found, checkpoint);
    double* place = lengths + item * categories * CategoryLengths::width;
    for (const CategoryLengths& one : found) {
      for (const double value : {one.length, one.same, one.other, one.gap, one.squared, one.pairable}) *place++ = value;
    }
  });
}

void unitizing_differences(const SpanArrays& spans, const Input<std::int64_t>& items, std::size_t categories, const OutputRows<double>& out) {
  const SpanColumn column = spans.checked(categories);
  const auto rows = checked_items(items, column);
  double* differences = place_for(out, rows.size() - 1, categories);
  for_each_item(rows, [&](std::size_t item, std::size_t begin, std::size_t end, Checkpoint* checkpoint) {
    category_differences(column, begin, end, {differences + item * categories, categories}, checkpoint);
  });
}

}  // namespace

void bind_unitizing(nb::module_& m) {
  nb::class_<SpanArrays>(m, "SpanArrays")
      .def(nb::init<Input<std::int64_t>, Input<std::int64_t>, Input<std::int32_t>, Input<std::int64_t>, Input<std::int64_t>>(),
           "starts"_a.noconvert(), "ends"_a.noconvert(), "codes"_a.noconvert(), "offsets"_a.noconvert(), "lengths"_a.noconvert());
  m.def("unitizing_lengths", &unitizing_lengths, "spans"_a, "items"_a.noconvert(), "categories"_a, "gaps"_a.noconvert(),
        "out"_a.noconvert());
  m.def("unitizing_differences", &unitizing_differences, "spans"_a, "items"_a.noconvert(), "categories"_a, "out"_a.noconvert());
}

}  // namespace seamark::bindings
