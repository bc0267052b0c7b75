// A row of counts for every pair of segmentations with one boundary type: windows, boundaries and partitions.
#include <nanobind/stl/optional.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <stdexcept>

#include "border.hpp"
#include "seamark/boundaries.hpp"
#include "seamark/partitions.hpp"
#include "seamark/windows.hpp"

namespace seamark::bindings {

namespace {

// Writes count(reference, hypothesis, mass) into a row of `out` for every pair.
template <class Count>
void fill_positions_rows(const PairColumns& columns, const OutputRows<double>& out, Count&& count) {
  const CheckedPairs pairs = columns.checked();
  fill_pair_rows(pairs, out, [&](std::size_t i, Checkpoint*) { return count(pairs.a[i], pairs.b[i], pairs.masses[i]); });
}

constexpr double real(std::int64_t count) { return static_cast<double>(count); }

// -------------------------------------------------------------------------------------------------------------- windows

WindowLayout made_layout(std::int64_t units_less, bool per_boundary, int rounding, std::int64_t less, std::int64_t least, bool below_units,
                         std::int64_t width_less, std::int64_t first, std::int64_t last_shift, bool closing, bool padded,
                         std::int64_t extra_windows, std::int64_t least_k) {
  require(rounding >= 0 && rounding <= static_cast<int>(Rounding::half_odd), "there is no rounding of this number");
  for (const std::int64_t step : {units_less, less, least, width_less, first, last_shift, extra_windows, least_k})
    require(step >= -2 && step <= 2, "a layout of windows moves them by at most 2 places");
  return {{units_less, per_boundary, static_cast<Rounding>(rounding), less, least, below_units},
          width_less, first, last_shift, closing, padded, extra_windows, least_k};
}

Windows made_windows(const WindowLayout& layout, std::optional<std::int64_t> k) {
  require(!k || (*k >= 1 && *k <= largest_mass / 2), "k must lie within 1..2**61");
  return {layout, k};
}

// The window size of every reference.
void window_sizes(const Windows& windows, const Int64s& offsets, const Int64s& masses, const Output<std::int64_t>& out) {
  const std::span<const std::int64_t> ends = view(offsets);
  require(sound_offsets(ends, static_cast<std::size_t>(largest_mass)), "offsets must ascend");
  const std::span<const std::int64_t> totals = checked_masses(masses, ends.size() - 1);
  std::int64_t* sizes = place_for(out, totals.size());
  for (std::size_t i = 0; i < totals.size(); ++i) sizes[i] = windows.size(totals[i], static_cast<std::size_t>(ends[i + 1] - ends[i]));
}

// Windows, what `count` finds in them, and whether there are none where there should be.
template <std::size_t Counts, class Count>
void fill_window_rows(const PairColumns& columns, const Windows& windows, const OutputRows<double>& out, Count&& count) {
  fill_positions_rows(columns, out, [&](Positions a, Positions b, std::int64_t mass) {
    const LaidWindows laid = windows.over(mass, a.size());
    const std::array<double, Counts> counts = count(a, b, laid.frame);
    std::array<double, Counts + 2> row{real(laid.windows)};
    std::copy(counts.begin(), counts.end(), row.begin() + 1);
    row.back() = laid.undefined(mass) ? 1.0 : 0.0;
    return row;
  });
}

void window_differences(const PairColumns& columns, const Windows& windows, const OutputRows<double>& out) {
  WindowWorkspace workspace;
  fill_window_rows<2>(columns, windows, out, [&](Positions a, Positions b, const WindowFrame& frame) {
    const auto counts = seamark::window_differences(a, b, frame, workspace);
    return std::array{real(counts.more_in_reference), real(counts.more_in_hypothesis)};
  });
}

void window_presence(const PairColumns& columns, const Windows& windows, const OutputRows<double>& out) {
  fill_window_rows<3>(columns, windows, out, [&](Positions a, Positions b, const WindowFrame& frame) {
    const auto counts = seamark::window_presence(a, b, frame);
    return std::array{real(counts.in_reference), real(counts.miss()), real(counts.false_alarm())};
  });
}

void window_sums(const PairColumns& columns, const Int64s& width, const OutputRows<double>& out) {
  const CheckedPairs pairs = columns.checked();
  const std::span<const std::int64_t> widths = view(width);
  require_size("window widths", widths.size(), pairs.size());
  WindowWorkspace workspace;
  fill_pair_rows(pairs, out, [&](std::size_t i, Checkpoint*) {
    const Positions a = pairs.a[i], b = pairs.b[i];
    require(widths[i] >= 0 && widths[i] <= largest_mass, "window widths must lie within 0..2**62");
    if (!window_sums_fit(std::max(a.size(), b.size()), widths[i])) throw std::length_error("k times the number of boundaries passes 2^63");
    const auto sums = seamark::window_sums(a, b, pairs.masses[i], widths[i], workspace);
    return std::array{real(sums.true_positive), real(sums.false_positive), real(sums.false_negative)};
  });
}

// ------------------------------------------------------------------------------------------------ boundaries, partitions

void tolerance_matches(const PairColumns& columns, std::int64_t tolerance, const OutputRows<double>& out) {
  require(tolerance >= 0, "the tolerance must be 0 or more");
  fill_positions_rows(columns, out, [&](Positions a, Positions b, std::int64_t) { return real(count_matches(a, b, tolerance)); });
}

void boundary_distances(const PairColumns& columns, bool in_order, std::int64_t tolerance, const OutputRows<double>& out) {
  fill_positions_rows(columns, out, [&](Positions a, Positions b, std::int64_t) { return seamark::boundary_distances(a, b, in_order, tolerance); });
}

void hamming_edits(const PairColumns& columns, double insertion, double deletion, double shift, const OutputRows<double>& out) {
  HammingWorkspace workspace;
  const HammingCosts costs{insertion, deletion, shift};
  fill_positions_rows(columns, out, [&](Positions a, Positions b, std::int64_t) {
    const auto edits = seamark::hamming_edits(a, b, costs, workspace);
    return std::array{real(edits.insertions), real(edits.deletions), edits.shifted};
  });
}

void unit_errors(const PairColumns& columns, bool forward, const OutputRows<double>& out) {
  fill_positions_rows(columns, out, [&](Positions a, Positions b, std::int64_t mass) { return seamark::unit_errors(a, b, mass, forward); });
}

void covering_sums(const PairColumns& columns, const OutputRows<double>& out) {
  fill_positions_rows(columns, out, [](Positions a, Positions b, std::int64_t mass) { return covering_sum(a, b, mass); });
}

void pair_counts(const PairColumns& columns, const OutputRows<double>& out) {
  fill_positions_rows(columns, out, [](Positions a, Positions b, std::int64_t mass) { return seamark::pair_counts(SegmentGroups{a, b, mass}); });
}

void segment_entropies(const PairColumns& columns, const OutputRows<double>& out) {
  fill_positions_rows(columns, out, [](Positions a, Positions b, std::int64_t mass) { return group_entropies(SegmentGroups{a, b, mass}); });
}

void pair_weights(const PairColumns& columns, const Doubles& mu, const OutputRows<double>& out) {
  const CheckedPairs pairs = columns.checked();
  const std::span<const double> rates = view(mu);
  require_size("rates mu", rates.size(), pairs.size());
  fill_pair_rows(pairs, out, [&](std::size_t i, Checkpoint*) { return seamark::pair_weights(pairs.a[i], pairs.b[i], pairs.masses[i], rates[i]); });
}

}  // namespace

void bind_pairs(nb::module_& m) {
  nb::class_<WindowLayout>(m, "WindowLayout")
      .def_static("of", &made_layout, "units_less"_a, "per_boundary"_a, "rounding"_a, "less"_a, "least"_a, "below_units"_a, "width_less"_a,
                  "first"_a, "last_shift"_a, "closing"_a, "padded"_a, "extra_windows"_a, "least_k"_a);
  nb::class_<Windows>(m, "Windows").def_static("of", &made_windows, "layout"_a, "k"_a.none());
  m.def("window_sizes", &window_sizes, "windows"_a, "offsets"_a.noconvert(), "masses"_a.noconvert(), "out"_a.noconvert());
  m.def("window_differences", &window_differences, "pairs"_a, "windows"_a, "out"_a.noconvert());
  m.def("window_presence", &window_presence, "pairs"_a, "windows"_a, "out"_a.noconvert());
  m.def("window_sums", &window_sums, "pairs"_a, "width"_a.noconvert(), "out"_a.noconvert());
  m.def("tolerance_matches", &tolerance_matches, "pairs"_a, "tolerance"_a, "out"_a.noconvert());
  m.def("boundary_distances", &boundary_distances, "pairs"_a, "in_order"_a, "tolerance"_a, "out"_a.noconvert());
  m.def("hamming_edits", &hamming_edits, "pairs"_a, "insertion"_a, "deletion"_a, "shift"_a, "out"_a.noconvert());
  m.def("unit_errors", &unit_errors, "pairs"_a, "forward"_a, "out"_a.noconvert());
  m.def("covering_sums", &covering_sums, "pairs"_a, "out"_a.noconvert());
  m.def("pair_counts", &pair_counts, "pairs"_a, "out"_a.noconvert());
  m.def("segment_entropies", &segment_entropies, "pairs"_a, "out"_a.noconvert());
  m.def("pair_weights", &pair_weights, "pairs"_a, "mu"_a.noconvert(), "out"_a.noconvert());
}

}  // namespace seamark::bindings
