// Segments in a random order.
#include "seamark/shuffle.hpp"

#include <nanobind/nanobind.h>

#include <cstdint>
#include <span>

#include "arrays.hpp"
#include "bindings.hpp"
#include "columns.hpp"
#include "stopping.hpp"

namespace seamark::bindings {

using namespace nb::literals;

namespace {

void shuffle_rows(const Input<std::int64_t>& positions, const Input<std::int64_t>& offsets, const Input<std::int32_t>& types,
                  const Input<std::int64_t>& masses, const Input<std::uint64_t>& rows, std::uint64_t key, std::uint64_t first, std::size_t draws,
                  const Output<std::int64_t>& new_positions, const Output<std::int32_t>& new_types) {
  const Column column = checked_column(view(positions), view(offsets), view(types));
  const std::span<const std::int64_t> totals = view(masses);
  const std::span<const std::uint64_t> counters = view(rows);
  const std::size_t count = column.offsets.size() - 1, boundaries = column.boundaries(0, count);
  require_size("masses", totals.size(), count);
  require_size("counters of rows", counters.size(), count);
  require(sound_masses(totals), "masses must lie within 1..2**62");
  require(draws == 0 || boundaries <= new_positions.size() / draws, "there is no room for so many draws");
  std::int64_t* places = place_for(new_positions, boundaries * draws);
  std::int32_t* codes = column.types.empty() ? nullptr : place_for(new_types, boundaries * draws);
  SignalCheckpoint checkpoint;
  const nb::gil_scoped_release unlocked;
  seamark::shuffle_rows(column, totals, counters, key, first, draws, places, codes, &checkpoint);
}

}  // namespace

void bind_shuffle(nb::module_& m) {
  m.def("shuffle_rows", &shuffle_rows, "positions"_a.noconvert(), "offsets"_a.noconvert(), "types"_a.noconvert(), "masses"_a.noconvert(),
        "rows"_a.noconvert(), "key"_a, "first"_a, "draws"_a, "new_positions"_a.noconvert(), "new_types"_a.noconvert());
}

}  // namespace seamark::bindings
