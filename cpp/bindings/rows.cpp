// Kernels that give one row of counts for every pair, with one boundary type.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <stdexcept>

#include "arrays.hpp"
#include "bindings.hpp"
#include "columns.hpp"
#include "seamark/beeferman.hpp"
#include "seamark/columns.hpp"
#include "seamark/franz.hpp"
#include "seamark/hamming.hpp"
#include "seamark/partitions.hpp"
#include "seamark/tolerance_matching.hpp"
#include "seamark/window_layout.hpp"
#include "seamark/windows.hpp"
#include "stopping.hpp"

namespace seamark::bindings {

using namespace nb::literals;

namespace {

// Writes count(reference, hypothesis, mass, pair) into a row of `out` for every pair, without the GIL.
template <std::size_t Width, class Count>
void fill_rows(const CheckedPairs& pairs, const OutputRows<double>& out, Count&& count) {
  double* rows = place_for(out, pairs.size(), Width);
  SignalCheckpoint checkpoint;
  const nb::gil_scoped_release unlocked;
  seamark::for_each_pair(pairs.a, pairs.b, pairs.size(), &checkpoint, [&](std::size_t i) {
    const std::array<double, Width> counts = count(pairs.a[i], pairs.b[i], pairs.masses[i], i);
    std::copy(counts.begin(), counts.end(), rows + i * Width);
  });
}

using Positions = std::span<const std::int64_t>;

constexpr double real(std::int64_t count) { return static_cast<double>(count); }

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
  require(!k || (*k >= 1 && *k <= seamark::largest_mass / 2), "k must lie within 1..2**61");
  return {layout, k};
}

// The window size of every reference.
void window_sizes(const Windows& windows, const Input<std::int64_t>& offsets, const Input<std::int64_t>& masses, const Output<std::int64_t>& out) {
  const std::span<const std::int64_t> ends = view(offsets), totals = view(masses);
  require(sound_offsets(ends, static_cast<std::size_t>(largest_mass)) && sound_masses(totals), "offsets must ascend, and masses lie within 1..2**62");
  require_size("masses", totals.size(), ends.size() - 1);
  std::int64_t* sizes = place_for(out, totals.size());
  const nb::gil_scoped_release unlocked;
  for (std::size_t i = 0; i < totals.size(); ++i) sizes[i] = windows.size(totals[i], static_cast<std::size_t>(ends[i + 1] - ends[i]));
}

// Windows, what `count` finds in them, and whether there are none where there should be.
template <std::size_t Counts, class Count>
void fill_window_rows(const PairColumns& columns, const Windows& windows, const OutputRows<double>& out, Count&& count) {
  fill_rows<Counts + 2>(columns.checked(), out, [&](Positions a, Positions b, std::int64_t mass, std::size_t) {
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

void window_sums(const PairColumns& columns, const Input<std::int64_t>& width, const OutputRows<double>& out) {
  const CheckedPairs pairs = columns.checked();
  const std::span<const std::int64_t> widths = view(width);
  require_size("window widths", widths.size(), pairs.size());
  WindowWorkspace workspace;
  fill_rows<3>(pairs, out, [&](Positions a, Positions b, std::int64_t mass, std::size_t i) {
    const std::int64_t k = widths[i];
    require(k >= 0 && k <= seamark::largest_mass, "window widths must lie within 0..2**62");
    if (!seamark::window_sums_fit(std::max(a.size(), b.size()), k)) throw std::length_error("k times the number of boundaries passes 2^63");
    const auto sums = seamark::window_sums(a, b, mass, k, workspace);
    return std::array{real(sums.true_positive), real(sums.false_positive), real(sums.false_negative)};
  });
}

void tolerance_matches(const PairColumns& columns, std::int64_t tolerance, const OutputRows<double>& out) {
  require(tolerance >= 0, "the tolerance must be 0 or more");
  fill_rows<1>(columns.checked(), out, [&](Positions a, Positions b, std::int64_t, std::size_t) {
    return std::array{real(seamark::count_matches(a, b, tolerance))};
  });
}

void hamming_edits(const PairColumns& columns, double insertion, double deletion, double shift, const OutputRows<double>& out) {
  HammingWorkspace workspace;
  const HammingCosts costs{insertion, deletion, shift};
  fill_rows<3>(columns.checked(), out, [&](Positions a, Positions b, std::int64_t, std::size_t) {
    const auto edits = seamark::hamming_edits(a, b, costs, workspace);
    return std::array{real(edits.insertions), real(edits.deletions), edits.shifted};
  });
}

void unit_errors(const PairColumns& columns, bool forward, const OutputRows<double>& out) {
  fill_rows<2>(columns.checked(), out, [&](Positions a, Positions b, std::int64_t mass, std::size_t) {
    const auto errors = forward ? seamark::unit_errors_forward(a, b, mass) : seamark::unit_errors(a, b, mass);
    return std::array{errors.false_negative, errors.false_positive};
  });
}

void covering_sums(const PairColumns& columns, const OutputRows<double>& out) {
  fill_rows<1>(columns.checked(), out, [&](Positions a, Positions b, std::int64_t mass, std::size_t) {
    return std::array{seamark::covering_sums(a, b, mass).reference_by_hypothesis};
  });
}

void pair_counts(const PairColumns& columns, const OutputRows<double>& out) {
  fill_rows<4>(columns.checked(), out, [&](Positions a, Positions b, std::int64_t mass, std::size_t) {
    const auto counts = seamark::pair_counts(a, b, mass);
    return std::array{counts.same_reference, counts.same_hypothesis, counts.same_both, counts.pairs};
  });
}

void segment_entropies(const PairColumns& columns, const OutputRows<double>& out) {
  fill_rows<6>(columns.checked(), out, [&](Positions a, Positions b, std::int64_t mass, std::size_t) {
    const auto entropies = seamark::segment_entropies(a, b, mass);
    return std::array{entropies.reference,
                      entropies.hypothesis,
                      entropies.reference_given_hypothesis,
                      entropies.hypothesis_given_reference,
                      entropies.largest_reference,
                      entropies.largest_hypothesis};
  });
}

void pair_weights(const PairColumns& columns, const Input<double>& mu, const OutputRows<double>& out) {
  const CheckedPairs pairs = columns.checked();
  const std::span<const double> rates = view(mu);
  require_size("rates mu", rates.size(), pairs.size());
  fill_rows<4>(pairs, out, [&](Positions a, Positions b, std::int64_t mass, std::size_t i) {
    const auto weights = seamark::pair_weights(a, b, mass, rates[i]);
    return std::array{weights.same_reference, weights.same_hypothesis, weights.same_both, weights.total};
  });
}

}  // namespace

void bind_rows(nb::module_& m) {
  nb::class_<PairColumns>(m, "PairColumns")
      .def(nb::init<Input<std::int64_t>, Input<std::int64_t>, Input<std::int32_t>, Input<std::int64_t>, Input<std::int64_t>,
                    Input<std::int32_t>, Input<std::int64_t>>(),
           "positions_a"_a.noconvert(), "offsets_a"_a.noconvert(), "types_a"_a.noconvert(), "positions_b"_a.noconvert(),
           "offsets_b"_a.noconvert(), "types_b"_a.noconvert(), "masses"_a.noconvert());
  nb::class_<WindowLayout>(m, "WindowLayout")
      .def_static("of", &made_layout, "units_less"_a, "per_boundary"_a, "rounding"_a, "less"_a, "least"_a, "below_units"_a, "width_less"_a,
                  "first"_a, "last_shift"_a, "closing"_a, "padded"_a, "extra_windows"_a, "least_k"_a);
  nb::class_<Windows>(m, "Windows").def_static("of", &made_windows, "layout"_a, "k"_a.none());
  m.def("window_sizes", &window_sizes, "windows"_a, "offsets"_a.noconvert(), "masses"_a.noconvert(), "out"_a.noconvert());
  m.def("window_differences", &window_differences, "pairs"_a, "windows"_a, "out"_a.noconvert());
  m.def("window_presence", &window_presence, "pairs"_a, "windows"_a, "out"_a.noconvert());
  m.def("window_sums", &window_sums, "pairs"_a, "width"_a.noconvert(), "out"_a.noconvert());
  m.def("tolerance_matches", &tolerance_matches, "pairs"_a, "tolerance"_a, "out"_a.noconvert());
  m.def("hamming_edits", &hamming_edits, "pairs"_a, "insertion"_a, "deletion"_a, "shift"_a, "out"_a.noconvert());
  m.def("unit_errors", &unit_errors, "pairs"_a, "forward"_a, "out"_a.noconvert());
  m.def("covering_sums", &covering_sums, "pairs"_a, "out"_a.noconvert());
  m.def("pair_counts", &pair_counts, "pairs"_a, "out"_a.noconvert());
  m.def("segment_entropies", &segment_entropies, "pairs"_a, "out"_a.noconvert());
  m.def("pair_weights", &pair_weights, "pairs"_a, "mu"_a.noconvert(), "out"_a.noconvert());
}

}  // namespace seamark::bindings
