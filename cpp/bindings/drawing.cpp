// What is drawn at random: which items are swapped, how often each counts, and where boundaries stand.
#include <nanobind/nanobind.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include "arrays.hpp"
#include "bindings.hpp"
#include "seamark/columns.hpp"
#include "seamark/random_places.hpp"
#include "seamark/swapped_sums.hpp"
#include "seamark/table_draws.hpp"
#include "stopping.hpp"

namespace seamark::bindings {

using namespace nb::literals;

namespace {

// `words` has a row per arrangement and as many words as the rows of numbers need; `sums` a row per arrangement.
void subset_sums(const nb::ndarray<const std::uint64_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>& words,
                 const nb::ndarray<const double, nb::ndim<2>, nb::c_contig, nb::device::cpu>& rows, const OutputRows<double>& sums) {
  const std::size_t width = rows.shape(1);
  require_size("words per arrangement", words.shape(1), (rows.shape(0) + 63) / 64);
  double* out = place_for(sums, words.shape(0), width);
  const std::span<const std::uint64_t> bits{aligned<const std::uint64_t>(words), words.size()};
  const std::span<const double> numbers{aligned<const double>(rows), rows.size()};
  SignalCheckpoint checkpoint;
  const nb::gil_scoped_release unlocked;
  std::fill(out, out + sums.size(), 0.0);
  seamark::add_subset_sums(bits, numbers, width, out, &checkpoint);
}

void random_places(const Input<std::int64_t>& numbers, const Input<std::int64_t>& places, const Input<std::uint64_t>& counters, std::uint64_t key,
                   std::uint64_t draw, const Output<std::int64_t>& out) {
  const std::span<const std::int64_t> wanted = view(numbers), room = view(places);
  const std::span<const std::uint64_t> rows = view(counters);
  require_size("places", room.size(), wanted.size());
  require_size("counters of rows", rows.size(), wanted.size());
  std::uint64_t sum = 0;
  for (std::size_t row = 0; row < wanted.size(); ++row) {
    require(wanted[row] >= 0 && wanted[row] <= room[row] && room[row] <= largest_mass, "a number of places must lie within 0..places");
    sum += static_cast<std::uint64_t>(wanted[row]);
    require(sum <= out.size(), "there is no room for so many places");
  }
  std::int64_t* drawn = place_for(out, static_cast<std::size_t>(sum));
  SignalCheckpoint checkpoint;
  const nb::gil_scoped_release unlocked;
  seamark::random_places(wanted, room, rows, key, draw, drawn, &checkpoint);
}

// `out` has a row per draw and a column per counter.
void draw_by_table(const Input<std::uint64_t>& counters, const Input<std::uint64_t>& limits, std::uint64_t key, std::uint64_t first,
                   const OutputRows<double>& out) {
  const std::span<const std::uint64_t> columns = view(counters), table = view(limits);
  require(std::is_sorted(table.begin(), table.end()), "limits must ascend");
  double* drawn = place_for(out, out.shape(0), columns.size());
  SignalCheckpoint checkpoint;
  const nb::gil_scoped_release unlocked;
  seamark::draw_by_table(columns, table, key, first, out.shape(0), drawn, &checkpoint);
}

}  // namespace

void bind_drawing(nb::module_& m) {
  m.def("subset_sums", &subset_sums, "words"_a.noconvert(), "rows"_a.noconvert(), "sums"_a.noconvert());
  m.def("random_places", &random_places, "numbers"_a.noconvert(), "places"_a.noconvert(), "counters"_a.noconvert(), "key"_a, "draw"_a,
        "out"_a.noconvert());
  m.def("draw_by_table", &draw_by_table, "counters"_a.noconvert(), "limits"_a.noconvert(), "key"_a, "first"_a, "out"_a.noconvert());
}

}  // namespace seamark::bindings
