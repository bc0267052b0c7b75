// Kernels that give one row of counts for every pair, with one boundary type.
#include <nanobind/nanobind.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
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

void window_differences(const PairColumns& columns, const Frames& windows, const OutputRows<double>& out) {
  const CheckedPairs pairs = columns.checked();
  const CheckedFrames frames = windows.checked(pairs.masses);
  WindowWorkspace workspace;
  fill_rows<3>(pairs, out, [&](Positions a, Positions b, std::int64_t, std::size_t i) {
    const auto counts = seamark::window_differences(a, b, frames[i], workspace);
    return std::array{real(counts.windows), real(counts.more_in_reference), real(counts.more_in_hypothesis)};
  });
}

void window_presence(const PairColumns& columns, const Frames& windows, const OutputRows<double>& out) {
  const CheckedPairs pairs = columns.checked();
  const CheckedFrames frames = windows.checked(pairs.masses);
  fill_rows<4>(pairs, out, [&](Positions a, Positions b, std::int64_t, std::size_t i) {
    const auto counts = seamark::window_presence(a, b, frames[i]);
    return std::array{real(counts.windows), real(counts.in_reference), real(counts.miss()), real(counts.false_alarm())};
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
  nb::class_<Frames>(m, "Frames")
      .def(nb::init<Input<std::int64_t>, Input<std::int64_t>, Input<std::int64_t>, Input<std::int64_t>>(), "first"_a.noconvert(),
           "last"_a.noconvert(), "width"_a.noconvert(), "closing"_a.noconvert());
  m.def("window_differences", &window_differences, "pairs"_a, "frames"_a, "out"_a.noconvert());
  m.def("window_presence", &window_presence, "pairs"_a, "frames"_a, "out"_a.noconvert());
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
