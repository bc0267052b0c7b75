// A row of counts for every pair of segmentations with one boundary type: windows, boundaries and partitions.
#include <nanobind/stl/optional.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "border.hpp"
#include "seamark/boundaries.hpp"
#include "seamark/partitions.hpp"
#include "seamark/windows.hpp"

namespace seamark::bindings {

namespace {

// Adds a kernel that gives count(reference, hypothesis, mass, options...) for every pair.
template <class... Options, class Count, class... Names>
void def_counts(nb::module_& m, const char* name, Count count, const Names&... names) {
  m.def(
      name,
      [count](const ColumnArrays& a, const ColumnArrays& b, Options... options) {
        const CheckedPairs pairs(a, b);
        return pairs.rows([&](std::size_t i, Checkpoint*) { return count(pairs.a[i], pairs.b[i], pairs.masses[i], options...); });
      },
      "a"_a.noconvert(), "b"_a.noconvert(), names...);
}

// -------------------------------------------------------------------------------------------------------------- windows

Windows made_windows(std::int64_t units_less, bool per_boundary, int rounding, std::int64_t less, std::int64_t least, bool below_units,
                     std::int64_t width_less, std::int64_t first, std::int64_t last_shift, bool closing, bool padded, std::int64_t extra_windows,
                     std::int64_t least_k, std::optional<std::int64_t> k) {
  require(rounding >= 0 && rounding <= static_cast<int>(Rounding::half_odd), "there is no rounding of this number");
  for (const std::int64_t step : {units_less, less, least, width_less, first, last_shift, extra_windows, least_k})
    require(step >= -2 && step <= 2, "a layout of windows moves them by at most 2 places");
  require(!k || (*k >= 1 && *k <= largest_mass / 2), "k must lie within 1..2**61");
  const WindowSizeRule rule{units_less, per_boundary, static_cast<Rounding>(rounding), less, least, below_units};
  return {{rule, width_less, first, last_shift, closing, padded, extra_windows, least_k}, k};
}

// The window size of every reference.
Made<std::int64_t> window_sizes(const Windows& windows, const ColumnArrays& references) {
  const auto& [positions, offsets, masses, types] = references;
  const std::span<const std::int64_t> ends = checked_offsets(offsets, positions.size()), totals = checked_masses(masses, ends.size() - 1);
  std::vector<std::int64_t> sizes(totals.size());
  for (std::size_t i = 0; i < totals.size(); ++i) sizes[i] = windows.size(totals[i], static_cast<std::size_t>(ends[i + 1] - ends[i]));
  return to_array(std::move(sizes));
}

// Windows; those with more boundaries in the reference; with more in the hypothesis; 1 where windows are missing.
std::array<double, 4> window_differences(Positions a, Positions b, std::int64_t mass, const Windows& windows) {
  thread_local WindowWorkspace workspace;
  const LaidWindows laid = windows.over(mass, a.size());
  const auto counts = seamark::window_differences(a, b, laid.frame, workspace);
  return {real(laid.windows), real(counts.more_in_reference), real(counts.more_in_hypothesis), laid.undefined(mass) ? 1.0 : 0.0};
}

// Windows; those with a boundary in the reference; only in it; only in the hypothesis; 1 where windows are missing.
std::array<double, 5> window_presence(Positions a, Positions b, std::int64_t mass, const Windows& windows) {
  const LaidWindows laid = windows.over(mass, a.size());
  const auto counts = seamark::window_presence(a, b, laid.frame);
  return {real(laid.windows), real(counts.in_reference), real(counts.miss()), real(counts.false_alarm()), laid.undefined(mass) ? 1.0 : 0.0};
}

nb::object window_sums(const ColumnArrays& a, const ColumnArrays& b, const Int64s& width) {
  const CheckedPairs pairs(a, b);
  const std::span<const std::int64_t> widths = view(width);
  require_size("window widths", widths.size(), pairs.masses.size());
  WindowWorkspace workspace;
  return pairs.rows([&](std::size_t i, Checkpoint*) {
    const Positions reference = pairs.a[i], hypothesis = pairs.b[i];
    require(widths[i] >= 0 && widths[i] <= largest_mass, "window widths must lie within 0..2**62");
    if (!window_sums_fit(std::max(reference.size(), hypothesis.size()), widths[i])) throw std::length_error("k times the number of boundaries passes 2^63");
    const auto sums = seamark::window_sums(reference, hypothesis, pairs.masses[i], widths[i], workspace);
    return std::array{real(sums.true_positive), real(sums.false_positive), real(sums.false_negative)};
  });
}

// ------------------------------------------------------------------------------------------------ boundaries, partitions

double tolerance_matches(Positions a, Positions b, std::int64_t, std::int64_t tolerance) {
  require(tolerance >= 0, "the tolerance must be 0 or more");
  return real(count_matches(a, b, tolerance));
}

std::array<double, 3> hamming_edits(Positions a, Positions b, std::int64_t, double insertion, double deletion, double shift) {
  thread_local HammingWorkspace workspace;
  const auto edits = seamark::hamming_edits(a, b, {insertion, deletion, shift}, workspace);
  return {real(edits.insertions), real(edits.deletions), edits.shifted};
}

nb::object pair_weights(const ColumnArrays& a, const ColumnArrays& b, const Doubles& mu) {
  const CheckedPairs pairs(a, b);
  require_size("rates mu", mu.size(), pairs.masses.size());
  return pairs.rows([&, rates = view(mu)](std::size_t i, Checkpoint*) { return seamark::pair_weights(pairs.a[i], pairs.b[i], pairs.masses[i], rates[i]); });
}

}  // namespace

void bind_pairs(nb::module_& m) {
  nb::class_<Windows>(m, "Windows")
      .def_static("of", &made_windows, "units_less"_a, "per_boundary"_a, "rounding"_a, "less"_a, "least"_a, "below_units"_a, "width_less"_a,
                  "first"_a, "last_shift"_a, "closing"_a, "padded"_a, "extra_windows"_a, "least_k"_a, "k"_a.none());
  m.def("window_sizes", &window_sizes, "windows"_a, "references"_a.noconvert());
  def_counts<const Windows&>(m, "window_differences", &window_differences, "windows"_a);
  def_counts<const Windows&>(m, "window_presence", &window_presence, "windows"_a);
  m.def("window_sums", &window_sums, "a"_a.noconvert(), "b"_a.noconvert(), "width"_a.noconvert());
  def_counts<std::int64_t>(m, "tolerance_matches", &tolerance_matches, "tolerance"_a);
  def_counts<bool, std::int64_t>(
      m, "boundary_distances",
      [](Positions a, Positions b, std::int64_t, bool in_order, std::int64_t tolerance) { return boundary_distances(a, b, in_order, tolerance); },
      "in_order"_a, "tolerance"_a);
  def_counts<double, double, double>(m, "hamming_edits", &hamming_edits, "insertion"_a, "deletion"_a, "shift"_a);
  def_counts<bool>(m, "unit_errors", &unit_errors, "forward"_a);
  def_counts(m, "covering_sums", &covering_sum);
  def_counts(m, "pair_counts", [](Positions a, Positions b, std::int64_t mass) { return pair_counts(SegmentGroups{a, b, mass}); });
  def_counts(m, "segment_entropies", [](Positions a, Positions b, std::int64_t mass) { return group_entropies(SegmentGroups{a, b, mass}); });
  m.def("pair_weights", &pair_weights, "a"_a.noconvert(), "b"_a.noconvert(), "mu"_a.noconvert());
}

}  // namespace seamark::bindings
