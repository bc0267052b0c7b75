// The border between Python and the kernel: types and sizes are checked here, the GIL is released, and nothing is computed.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <span>
#include <stdexcept>
#include <vector>

#include "columns.hpp"
#include "read_rows.hpp"
#include "seamark/beeferman.hpp"
#include "seamark/columns.hpp"
#include "seamark/edit_batch.hpp"
#include "seamark/edit_costs.hpp"
#include "seamark/edit_script.hpp"
#include "seamark/franz.hpp"
#include "seamark/hamming.hpp"
#include "seamark/partitions.hpp"
#include "seamark/shuffle.hpp"
#include "seamark/together.hpp"
#include "seamark/tolerance_matching.hpp"
#include "seamark/windows.hpp"
#include "stopping.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace {

using namespace seamark::bindings;

template <class T>
using Made = nb::ndarray<nb::numpy, T, nb::ndim<1>>;

// Hands a vector over to Python as a one-dimensional array, without copying.
template <class T>
Made<T> to_array(std::vector<T>&& values) {
  auto* kept = new std::vector<T>(std::move(values));
  const nb::capsule owner(kept, [](void* p) noexcept { delete static_cast<std::vector<T>*>(p); });
  return Made<T>(kept->data(), {kept->size()}, owner);
}

// ---------------------------------------------------------------------------------------------------- edit distance

struct Weights {
  double addition, substitution, transposition;
  seamark::Scale scale;
  std::int64_t n;

  Weights(double addition, double substitution, double transposition, int scale, std::int64_t n)
      : addition(addition), substitution(substitution), transposition(transposition), scale(static_cast<seamark::Scale>(scale)), n(n) {
    require(scale >= 0 && scale <= static_cast<int>(seamark::Scale::unit), "there is no scale of this number");
    require(n >= 1 && n <= seamark::largest_mass, "n must lie within 1..2**62");
  }
};

seamark::EditCosts costs_from(const Weights& weights, const Input<double>& type_values, double type_span) {
  return {.addition = weights.addition,
          .substitution = weights.substitution,
          .transposition = weights.transposition,
          .scale = weights.scale,
          .n = weights.n,
          .type_values = view(type_values),
          .type_span = type_span};
}

// Costs where there is one boundary type only.
seamark::EditCosts untyped_costs(const Weights& weights) {
  return {.addition = weights.addition,
          .substitution = weights.substitution,
          .transposition = weights.transposition,
          .scale = weights.scale,
          .n = weights.n};
}

// Calls sink(pair, counts, costs) for every pair, without the GIL.
template <class Sink>
void count_edits(const CheckedPairs& pairs, const Weights& weights, const Input<double>& type_values, double type_span, Sink&& sink) {
  const seamark::EditCosts costs = costs_from(weights, type_values, type_span);
  SignalCheckpoint checkpoint;
  const nb::gil_scoped_release unlocked;
  check_type_values(pairs.a.types, costs.type_values);
  check_type_values(pairs.b.types, costs.type_values);
  seamark::count_edits(
      pairs.a, pairs.b, pairs.masses, costs, [&](std::size_t i, const seamark::EditCounts& counts) { sink(i, counts, costs); }, &checkpoint);
}

void edit_costs(const PairColumns& columns, const Weights& weights, const Input<double>& type_values, double type_span,
                const Output<double>& out) {
  const CheckedPairs pairs = columns.checked();
  double* cost = place_for(out, pairs.size());
  count_edits(pairs, weights, type_values, type_span,
              [&](std::size_t i, const seamark::EditCounts& counts, const seamark::EditCosts& costs) { cost[i] = counts.cost(costs); });
}

void edit_counts(const PairColumns& columns, const Weights& weights, const Input<double>& type_values, double type_span,
                 const OutputRows<double>& out) {
  const CheckedPairs pairs = columns.checked();
  double* rows = place_for(out, pairs.size(), 8);
  count_edits(pairs, weights, type_values, type_span, [&](std::size_t i, const seamark::EditCounts& counts, const seamark::EditCosts&) {
    double* row = rows + i * 8;
    row[0] = static_cast<double>(counts.matches);
    row[1] = static_cast<double>(counts.additions_a);
    row[2] = static_cast<double>(counts.additions_b);
    row[3] = static_cast<double>(counts.substitutions);
    row[4] = static_cast<double>(counts.transpositions);
    row[5] = counts.substitution_weight;
    row[6] = counts.transposition_weight;
    row[7] = counts.transposed_distance;
  });
}

// The edit scripts of all pairs one after another, in `ends` how many numbers there are up to the end of each, and in `out` what they cost.
Made<std::int64_t> edit_scripts(const PairColumns& columns, const Weights& weights, const Input<double>& type_values, double type_span,
                                const Output<std::int64_t>& ends, const Output<double>& out) {
  const CheckedPairs pairs = columns.checked();
  const seamark::EditCosts costs = costs_from(weights, type_values, type_span);
  std::int64_t* end = place_for(ends, pairs.size());
  double* cost = place_for(out, pairs.size());
  std::vector<seamark::EditRow> rows;
  {
    SignalCheckpoint checkpoint;
    const nb::gil_scoped_release unlocked;
    check_type_values(pairs.a.types, costs.type_values);
    check_type_values(pairs.b.types, costs.type_values);
    seamark::for_each_pair(pairs.a, pairs.b, pairs.size(), &checkpoint, [&](std::size_t i) {
      const auto script = seamark::edit_script(pairs.a.typed(i), pairs.b.typed(i), costs, &checkpoint);
      rows.insert(rows.end(), script.begin(), script.end());
      end[i] = static_cast<std::int64_t>(rows.size());
    });
    seamark::count_edits(
        pairs.a, pairs.b, pairs.masses, costs, [&](std::size_t i, const seamark::EditCounts& counts) { cost[i] = counts.cost(costs); }, &checkpoint);
  }
  return to_array(std::move(rows));
}

// -------------------------------------------------------------------------------------------- one row for every pair

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
  seamark::WindowWorkspace workspace;
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

// What count_together is to do, as Python gives it.
struct EditWork {
  Weights weights;
  Output<double> sizes, distances;
};

struct WindowWork {
  bool presence;
  Frames frames;
  Output<double> differ;
};

void count_together(const PairColumns& columns, const nb::list& edits, const nb::list& windows) {
  const CheckedPairs pairs = columns.checked();
  // Copies of what the lists hold keep the arrays alive whatever happens to the lists meanwhile.
  std::vector<EditWork> edit_work;
  std::vector<seamark::EditJob> edit_jobs;
  for (const nb::handle item : edits) {
    const EditWork& work = edit_work.emplace_back(nb::cast<const EditWork&>(item));
    edit_jobs.push_back({untyped_costs(work.weights), place_for(work.sizes, pairs.size()), place_for(work.distances, pairs.size())});
  }
  std::vector<WindowWork> window_work;
  std::vector<seamark::WindowJob> window_jobs;
  for (const nb::handle item : windows) {
    const WindowWork& work = window_work.emplace_back(nb::cast<const WindowWork&>(item));
    const auto kind = work.presence ? seamark::WindowJob::Kind::presence : seamark::WindowJob::Kind::differences;
    const Frames* before = window_work.size() > 1 ? &window_work[window_work.size() - 2].frames : nullptr;
    const CheckedFrames frames = work.frames.checked(pairs.masses, before);
    window_jobs.push_back({kind, frames.first, frames.last, frames.width, frames.closing, place_for(work.differ, pairs.size())});
  }
  SignalCheckpoint checkpoint;
  const nb::gil_scoped_release unlocked;
  seamark::Together(edit_jobs, window_jobs).count(pairs.a, pairs.b, pairs.masses, &checkpoint);
}

void window_sums(const PairColumns& columns, const Input<std::int64_t>& width, const OutputRows<double>& out) {
  const CheckedPairs pairs = columns.checked();
  const std::span<const std::int64_t> widths = view(width);
  require_size("window widths", widths.size(), pairs.size());
  seamark::WindowWorkspace workspace;
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
  seamark::HammingWorkspace workspace;
  const seamark::HammingCosts costs{insertion, deletion, shift};
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
  fill_rows<4>(columns.checked(), out, [&](Positions a, Positions b, std::int64_t mass, std::size_t) {
    const auto entropies = seamark::segment_entropies(a, b, mass);
    return std::array{entropies.reference, entropies.hypothesis, entropies.reference_given_hypothesis,
                      entropies.hypothesis_given_reference};
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

// --------------------------------------------------------------------------------------------- segments shuffled

void shuffle_rows(const Input<std::int64_t>& positions, const Input<std::int64_t>& offsets, const Input<std::int32_t>& types,
                  const Input<std::int64_t>& masses, const Input<std::uint64_t>& rows, std::uint64_t key, std::uint64_t first, std::size_t draws,
                  const Output<std::int64_t>& new_positions, const Output<std::int32_t>& new_types) {
  const seamark::Column column = checked_column(view(positions), view(offsets), view(types));
  const std::span<const std::int64_t> totals = view(masses);
  const std::span<const std::uint64_t> counters = view(rows);
  const std::size_t count = column.offsets.size() - 1, boundaries = column.boundaries(0, count);
  require_size("masses", totals.size(), count);
  require_size("counters of rows", counters.size(), count);
  require(seamark::sound_masses(totals), "masses must lie within 1..2**62");
  require(draws == 0 || boundaries <= new_positions.size() / draws, "there is no room for so many draws");
  std::int64_t* places = place_for(new_positions, boundaries * draws);
  std::int32_t* codes = column.types.empty() ? nullptr : place_for(new_types, boundaries * draws);
  SignalCheckpoint checkpoint;
  const nb::gil_scoped_release unlocked;
  seamark::shuffle_rows(column, totals, counters, key, first, draws, places, codes, &checkpoint);
}

// ------------------------------------------------------------------------------------------- plain lists of masses

// A list or tuple of plain ints, read without making Python objects of them.
class PlainInts {
 public:
  explicit PlainInts(nb::handle object) : object_(object.ptr()), is_list_(PyList_CheckExact(object_) != 0) {
    if (is_list_) size_ = PyList_Size(object_);
    else if (PyTuple_CheckExact(object_) != 0) size_ = PyTuple_Size(object_);
  }

  [[nodiscard]] bool plain() const { return size_ >= 0; }
  [[nodiscard]] Py_ssize_t size() const { return size_; }

  // Appends the boundary positions of these masses and returns their total, or 0 when anything is not a mass.
  std::int64_t append_positions(std::vector<std::int64_t>& positions) const {
    std::int64_t total = 0;
    for (Py_ssize_t i = 0; i < size_; ++i) {
      PyObject* item = is_list_ ? PyList_GetItem(object_, i) : PyTuple_GetItem(object_, i);
      if (item == nullptr || !PyLong_CheckExact(item)) return fail();
      int overflow = 0;
      const long long mass = PyLong_AsLongLongAndOverflow(item, &overflow);
      if (overflow != 0 || mass < 1 || mass > seamark::largest_mass - total) return fail();
      if (i > 0) positions.push_back(total);
      total += mass;
    }
    return total;
  }

 private:
  static std::int64_t fail() {
    PyErr_Clear();
    return 0;
  }

  PyObject* object_;
  bool is_list_;
  Py_ssize_t size_ = -1;
};

// (mass, edit distance) of two plain lists of masses, or None for anything that needs a closer look.
nb::object distance_of_masses(nb::handle a, nb::handle b, const Weights& weights) {
  const PlainInts plain_a(a), plain_b(b);
  if (!plain_a.plain() || !plain_b.plain()) return nb::none();
  std::vector<std::int64_t> positions;
  positions.reserve(static_cast<std::size_t>(plain_a.size() + plain_b.size()));
  const std::int64_t mass = plain_a.append_positions(positions);
  const std::size_t split = positions.size();
  if (mass < 1 || plain_b.append_positions(positions) != mass) return nb::none();
  const seamark::EditCosts costs = untyped_costs(weights);
  seamark::EditCounting counting(costs);
  const std::span<const std::int64_t> all(positions);
  return nb::make_tuple(mass, counting.one_type(all.first(split), all.subspan(split), mass).cost(costs));
}

// (positions, offsets, masses) of a plain list of plain lists of masses, or None for anything that needs a closer look.
nb::object columns_of_masses(const nb::list& segmentations) {
  std::vector<std::int64_t> positions, offsets{0}, masses;
  offsets.reserve(segmentations.size() + 1);
  masses.reserve(segmentations.size());
  for (const nb::handle segmentation : segmentations) {
    const PlainInts plain(segmentation);
    if (!plain.plain()) return nb::none();
    const std::int64_t mass = plain.append_positions(positions);
    if (mass < 1) return nb::none();
    offsets.push_back(static_cast<std::int64_t>(positions.size()));
    masses.push_back(mass);
  }
  return nb::make_tuple(to_array(std::move(positions)), to_array(std::move(offsets)), to_array(std::move(masses)));
}

// (positions, offsets, masses, row) of masses that already are columns; row is the first with a fault, or -1.
nb::object columns_of_mass_values(const Input<std::int64_t>& values, const Input<std::int64_t>& offsets) {
  std::vector<std::int64_t> positions, new_offsets, masses;
  const seamark::Column rows = checked_column(view(values), view(offsets), {});
  std::int64_t bad = -1;
  {
    const nb::gil_scoped_release unlocked;
    bad = seamark::positions_of_masses(rows.positions, rows.offsets, positions, new_offsets, masses);
  }
  return nb::make_tuple(to_array(std::move(positions)), to_array(std::move(new_offsets)), to_array(std::move(masses)), bad);
}

// The first row whose boundaries are not ascending within 1..mass-1 (by position, then type), or -1.
std::int64_t first_bad_row(const Input<std::int64_t>& positions, const Input<std::int64_t>& offsets, const Input<std::int32_t>& types,
                           const Input<std::int64_t>& masses) {
  const seamark::Column column = checked_column(view(positions), view(offsets), view(types));
  require_size("masses", masses.size(), column.offsets.size() - 1);
  const std::span<const std::int64_t> totals = view(masses);
  const nb::gil_scoped_release unlocked;
  return seamark::first_bad_row(column, totals);
}

}  // namespace

NB_MODULE(_kernel, m) {
  // Objects that Python still holds when it ends (module constants) are no leak that a user should read about.
  nb::set_leak_warnings(false);

  nb::class_<Weights>(m, "Weights")
      .def(nb::init<double, double, double, int, std::int64_t>(), "addition"_a, "substitution"_a, "transposition"_a, "scale"_a, "n"_a);
  nb::class_<PairColumns>(m, "PairColumns")
      .def(nb::init<Input<std::int64_t>, Input<std::int64_t>, Input<std::int32_t>, Input<std::int64_t>, Input<std::int64_t>,
                    Input<std::int32_t>, Input<std::int64_t>>(),
           "positions_a"_a.noconvert(), "offsets_a"_a.noconvert(), "types_a"_a.noconvert(), "positions_b"_a.noconvert(),
           "offsets_b"_a.noconvert(), "types_b"_a.noconvert(), "masses"_a.noconvert());

  m.def("edit_costs", &edit_costs, "pairs"_a, "weights"_a, "type_values"_a.noconvert(), "type_span"_a, "out"_a.noconvert());
  m.def("edit_counts", &edit_counts, "pairs"_a, "weights"_a, "type_values"_a.noconvert(), "type_span"_a, "out"_a.noconvert());
  m.def("edit_scripts", &edit_scripts, "pairs"_a, "weights"_a, "type_values"_a.noconvert(), "type_span"_a, "ends"_a.noconvert(), "out"_a.noconvert());
  nb::class_<Frames>(m, "Frames")
      .def(nb::init<Input<std::int64_t>, Input<std::int64_t>, Input<std::int64_t>, Input<std::int64_t>>(), "first"_a.noconvert(),
           "last"_a.noconvert(), "width"_a.noconvert(), "closing"_a.noconvert());
  m.def("window_differences", &window_differences, "pairs"_a, "frames"_a, "out"_a.noconvert());
  m.def("window_presence", &window_presence, "pairs"_a, "frames"_a, "out"_a.noconvert());
  nb::class_<EditWork>(m, "EditWork")
      .def(nb::init<Weights, Output<double>, Output<double>>(), "weights"_a, "sizes"_a.noconvert(), "distances"_a.noconvert());
  nb::class_<WindowWork>(m, "WindowWork")
      .def(nb::init<bool, Frames, Output<double>>(), "presence"_a, "frames"_a, "differ"_a.noconvert());
  m.def("count_together", &count_together, "pairs"_a, "edits"_a, "windows"_a,
        nb::sig("def count_together(pairs: PairColumns, edits: list[EditWork], windows: list[WindowWork]) -> None"));
  m.def("window_sums", &window_sums, "pairs"_a, "width"_a.noconvert(), "out"_a.noconvert());
  m.def("tolerance_matches", &tolerance_matches, "pairs"_a, "tolerance"_a, "out"_a.noconvert());
  m.def("hamming_edits", &hamming_edits, "pairs"_a, "insertion"_a, "deletion"_a, "shift"_a, "out"_a.noconvert());
  m.def("unit_errors", &unit_errors, "pairs"_a, "forward"_a, "out"_a.noconvert());
  m.def("covering_sums", &covering_sums, "pairs"_a, "out"_a.noconvert());
  m.def("pair_counts", &pair_counts, "pairs"_a, "out"_a.noconvert());
  m.def("segment_entropies", &segment_entropies, "pairs"_a, "out"_a.noconvert());
  m.def("pair_weights", &pair_weights, "pairs"_a, "mu"_a.noconvert(), "out"_a.noconvert());

  m.def("shuffle_rows", &shuffle_rows, "positions"_a.noconvert(), "offsets"_a.noconvert(), "types"_a.noconvert(), "masses"_a.noconvert(),
        "rows"_a.noconvert(), "key"_a, "first"_a, "draws"_a, "new_positions"_a.noconvert(), "new_types"_a.noconvert());

  m.def("distance_of_masses", &distance_of_masses, "a"_a, "b"_a, "weights"_a,
        nb::sig("def distance_of_masses(a: object, b: object, weights: Weights) -> tuple[int, float] | None"));
  m.def("columns_of_masses", &columns_of_masses, "segmentations"_a,
        nb::sig("def columns_of_masses(segmentations: list[typing.Any]) -> tuple[numpy.typing.NDArray[numpy.int64], "
                "numpy.typing.NDArray[numpy.int64], numpy.typing.NDArray[numpy.int64]] | None"));
  m.def("columns_of_mass_values", &columns_of_mass_values, "values"_a.noconvert(), "offsets"_a.noconvert(),
        nb::sig("def columns_of_mass_values(values: numpy.typing.NDArray[numpy.int64], offsets: numpy.typing.NDArray[numpy.int64]) "
                "-> tuple[numpy.typing.NDArray[numpy.int64], numpy.typing.NDArray[numpy.int64], "
                "numpy.typing.NDArray[numpy.int64], int]"));
  m.def("first_bad_row", &first_bad_row, "positions"_a.noconvert(), "offsets"_a.noconvert(), "types"_a.noconvert(),
        "masses"_a.noconvert());
  bind_reading(m);
  bind_stopping(m);
}
