// What is drawn at random: shuffled segments, boundaries at random places, numbers from a table, and sums over subsets.
#include "seamark/draws.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include "border.hpp"

namespace seamark::bindings {

namespace {

using Counters = Input<std::uint64_t>;

void shuffle_rows(const ColumnArrays& columns, const Counters& rows, std::uint64_t key, std::uint64_t first, std::size_t draws,
                  const Output<std::int64_t>& new_positions, const Output<std::int32_t>& new_types) {
  const Column column = checked_column(columns);
  const std::size_t boundaries = column.boundaries(0, column.size());
  const std::span<const std::int64_t> totals = checked_masses(std::get<2>(columns), column.size());
  require_ascending(column, totals);
  require_size("counters of rows", rows.size(), column.size());
  require(draws == 0 || boundaries <= new_positions.size() / draws, "there is no room for so many draws");
  std::int64_t* places = place_for(new_positions, boundaries * draws);
  std::int32_t* codes = column.types.empty() ? nullptr : place_for(new_types, boundaries * draws);
  without_gil([&](Checkpoint* checkpoint) { seamark::shuffle_rows(column, totals, view(rows), key, first, draws, places, codes, checkpoint); });
}

// `words` has a row per arrangement and as many words as the rows of numbers need; `sums` a row per arrangement.
void subset_sums(const InputRows<std::uint64_t>& words, const InputRows<double>& rows, const OutputRows<double>& sums) {
  const std::size_t width = rows.shape(1);
  require_size("words per arrangement", words.shape(1), (rows.shape(0) + 63) / 64);
  double* out = place_for(sums, words.shape(0), width);
  without_gil([&](Checkpoint* checkpoint) {
    std::fill(out, out + sums.size(), 0.0);
    seamark::add_subset_sums(view(words), view(rows), width, out, checkpoint);
  });
}

void random_places(const Int64s& numbers, const Int64s& places, const Counters& counters, std::uint64_t key, std::uint64_t draw,
                   const Output<std::int64_t>& out) {
  const std::span<const std::int64_t> wanted = view(numbers), room = view(places);
  require_size("places", room.size(), wanted.size());
  require_size("counters of rows", counters.size(), wanted.size());
  std::uint64_t sum = 0;
  for (std::size_t row = 0; row < wanted.size(); ++row) {
    require(wanted[row] >= 0 && wanted[row] <= room[row] && room[row] <= largest_mass, "a number of places must lie within 0..places");
    sum += static_cast<std::uint64_t>(wanted[row]);
    require(sum <= out.size(), "there is no room for so many places");
  }
  std::int64_t* drawn = place_for(out, static_cast<std::size_t>(sum));
  without_gil([&](Checkpoint* checkpoint) { seamark::random_places(wanted, room, view(counters), key, draw, drawn, checkpoint); });
}

}  // namespace

void bind_draws(nb::module_& m) {
  m.def("shuffle_rows", &shuffle_rows, "columns"_a.noconvert(), "rows"_a.noconvert(), "key"_a, "first"_a, "draws"_a, "new_positions"_a.noconvert(),
        "new_types"_a.noconvert());
  m.def("subset_sums", &subset_sums, "words"_a.noconvert(), "rows"_a.noconvert(), "sums"_a.noconvert());
  m.def("random_places", &random_places, "numbers"_a.noconvert(), "places"_a.noconvert(), "counters"_a.noconvert(), "key"_a, "draw"_a,
        "out"_a.noconvert());
}

}  // namespace seamark::bindings
