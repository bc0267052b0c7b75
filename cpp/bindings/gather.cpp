// Rows by number.
#include "seamark/gather.hpp"

#include <nanobind/nanobind.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "arrays.hpp"
#include "bindings.hpp"
#include "columns.hpp"
#include "stopping.hpp"

namespace seamark::bindings {

using namespace nb::literals;

namespace {

std::span<const std::int64_t> checked_rows(const Input<std::int64_t>& rows, const Column& column) {
  const std::span<const std::int64_t> numbers = view(rows);
  const auto count = static_cast<std::uint64_t>(column.offsets.size() - 1);
  bool sound = true;
  for (const std::int64_t row : numbers) sound &= static_cast<std::uint64_t>(row) < count;
  require(sound, "numbers of rows must lie within 0..rows-1");
  return numbers;
}

std::size_t boundaries_of_rows(const Input<std::int64_t>& positions, const Input<std::int64_t>& offsets, const Input<std::int64_t>& rows) {
  const Column column = checked_column(view(positions), view(offsets), {});
  return seamark::boundaries_of_rows(column, checked_rows(rows, column));
}

void gather_rows(const Input<std::int64_t>& positions, const Input<std::int64_t>& offsets, const Input<std::int32_t>& types,
                 const Input<std::int64_t>& rows, const Output<std::int64_t>& new_positions, const Output<std::int32_t>& new_types,
                 const Output<std::int64_t>& new_offsets) {
  const Column column = checked_column(view(positions), view(offsets), view(types));
  const std::span<const std::int64_t> numbers = checked_rows(rows, column);
  const std::size_t boundaries = seamark::boundaries_of_rows(column, numbers);
  std::int64_t* places = place_for(new_positions, boundaries);
  std::int32_t* codes = column.types.empty() ? nullptr : place_for(new_types, boundaries);
  std::int64_t* ends = place_for(new_offsets, numbers.size() + 1);
  SignalCheckpoint checkpoint;
  const nb::gil_scoped_release unlocked;
  seamark::gather_rows(column, numbers, places, codes, ends, &checkpoint);
}

Made<std::int64_t> block_ends(const Input<std::int64_t>& positions_a, const Input<std::int64_t>& offsets_a, const Input<std::int64_t>& rows_a,
                              const Input<std::int64_t>& positions_b, const Input<std::int64_t>& offsets_b, const Input<std::int64_t>& rows_b,
                              std::size_t most) {
  const Column a = checked_column(view(positions_a), view(offsets_a), {}), b = checked_column(view(positions_b), view(offsets_b), {});
  const std::span<const std::int64_t> in_a = checked_rows(rows_a, a), in_b = checked_rows(rows_b, b);
  require_size("rows of the second side", in_b.size(), in_a.size());
  std::vector<std::int64_t> ends;
  {
    const nb::gil_scoped_release unlocked;
    ends = seamark::block_ends(a, in_a, b, in_b, most);
  }
  return to_array(std::move(ends));
}

}  // namespace

void bind_gather(nb::module_& m) {
  m.def("boundaries_of_rows", &boundaries_of_rows, "positions"_a.noconvert(), "offsets"_a.noconvert(), "rows"_a.noconvert());
  m.def("gather_rows", &gather_rows, "positions"_a.noconvert(), "offsets"_a.noconvert(), "types"_a.noconvert(), "rows"_a.noconvert(),
        "new_positions"_a.noconvert(), "new_types"_a.noconvert(), "new_offsets"_a.noconvert());
  m.def("block_ends", &block_ends, "positions_a"_a.noconvert(), "offsets_a"_a.noconvert(), "rows_a"_a.noconvert(),
        "positions_b"_a.noconvert(), "offsets_b"_a.noconvert(), "rows_b"_a.noconvert(), "most"_a);
}

}  // namespace seamark::bindings
