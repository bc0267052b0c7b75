// One pair of segmentations, read from what people write and measured, in one crossing of the border.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <initializer_list>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "arrays.hpp"
#include "bindings.hpp"
#include "plain_ints.hpp"
#include "seamark/beeferman.hpp"
#include "seamark/columns.hpp"
#include "seamark/edit_batch.hpp"
#include "seamark/franz.hpp"
#include "seamark/hamming.hpp"
#include "seamark/labels.hpp"
#include "seamark/partitions.hpp"
#include "seamark/ratios.hpp"
#include "seamark/tolerance_matching.hpp"
#include "seamark/window_layout.hpp"
#include "seamark/windows.hpp"
#include "weights.hpp"

namespace seamark::bindings {

using namespace nb::literals;

namespace {

using Positions = std::span<const std::int64_t>;

struct Pair {
  Positions a, b;
  std::int64_t mass;

  [[nodiscard]] double units() const { return static_cast<double>(mass); }
};

// What a measure makes of a pair; not a number where it is undefined.
struct Values {
  std::array<double, 8> values;
  std::size_t size;

  Values(std::initializer_list<double> given) : size(given.size()) { std::copy(given.begin(), given.end(), values.begin()); }

  [[nodiscard]] bool defined() const {
    return std::none_of(values.begin(), values.begin() + size, [](double value) { return std::isnan(value); });
  }
};

// A metric with its options; some also measure labelled segments.
struct Measure {
  std::function<Values(const Pair&)> of;
  std::function<Values(const LabelTable&)> of_labels = nullptr;
};

// Longer pairs take the way of batches, which releases the GIL and listens for Ctrl-C.
constexpr std::size_t most_boundaries = 4096;
constexpr Py_ssize_t longest_string = Py_ssize_t{1} << 16;

// The buffer of an array, for as long as it is read.
class Buffer {
 public:
  Buffer(PyObject* object, int flags) : held_(PyObject_GetBuffer(object, &buffer_, flags) == 0) {
    if (!held_) PyErr_Clear();
  }
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;
  ~Buffer() {
    if (held_) PyBuffer_Release(&buffer_);
  }

  // The numbers, or nothing when they are none of this width in a row.
  template <class Number>
  [[nodiscard]] std::optional<std::span<const Number>> numbers() const {
    if (!held_ || buffer_.itemsize != sizeof(Number) || reinterpret_cast<std::uintptr_t>(buffer_.buf) % alignof(Number) != 0)
      return std::nullopt;
    return std::span(static_cast<const Number*>(buffer_.buf), static_cast<std::size_t>(buffer_.len) / sizeof(Number));
  }

  [[nodiscard]] bool one_dimension_of_int64() const {
    return held_ && buffer_.ndim == 1 && buffer_.format != nullptr &&
           (std::strcmp(buffer_.format, "q") == 0 || (sizeof(long) == 8 && std::strcmp(buffer_.format, "l") == 0));
  }

 private:
  Py_buffer buffer_{};
  bool held_;
};

// A labelled segmentation as the kernel has it, for as long as it is read.
class CodedLabels {
 public:
  explicit CodedLabels(nb::handle coded)
      : mass_(PyLong_AsLongLong(nb::object(coded.attr("_mass")).ptr())), positions_(nb::object(coded.attr("_positions")).ptr(), PyBUF_SIMPLE),
        codes_(nb::object(coded.attr("_codes")).ptr(), PyBUF_SIMPLE) {
    if (PyErr_Occurred() != nullptr) throw nb::python_error();
  }

  // A boundary before every segment, with its label; nothing when it is not that, or too long.
  [[nodiscard]] std::optional<TypedBoundaries> segments() const {
    const auto places = positions_.numbers<std::int64_t>();
    const auto labels = codes_.numbers<std::int32_t>();
    if (!places || !labels || places->empty() || places->size() > most_boundaries) return std::nullopt;
    if (!labels->empty() && labels->size() != places->size()) return std::nullopt;
    const bool ascending = std::adjacent_find(places->begin(), places->end(), std::greater_equal<>()) == places->end();
    if (!ascending || places->front() != 1 || places->back() >= mass_ || mass_ > seamark::largest_mass) return std::nullopt;
    return TypedBoundaries{*places, *labels};
  }

  [[nodiscard]] std::int64_t mass() const { return mass_; }

 private:
  std::int64_t mass_;
  Buffer positions_, codes_;
};

// Reads what stands for a segmentation with boundaries of the default type, or for labelled segments; anything else needs a closer look
// elsewhere.
class OnePair {
 public:
  OnePair(nb::object segmentation_type, nb::object labelled_type, nb::object array_type)
      : segmentation_(std::move(segmentation_type)), labelled_(std::move(labelled_type)), array_(std::move(array_type)) {}

  // The value of the measure, several as a tuple, or None.
  [[nodiscard]] nb::object measure(const Measure& measure, nb::handle a, nb::handle b) const {
    if (a.type().is(labelled_) && b.type().is(labelled_)) return measure_labels(measure, a, b);
    thread_local std::vector<std::int64_t> positions;
    positions.clear();
    const std::int64_t mass = append(a, positions);
    const std::size_t split = positions.size();
    if (mass < 1 || append(b, positions) != mass || positions.size() > most_boundaries) return nb::none();
    const Positions all(positions);
    return given_back(measure.of({all.first(split), all.subspan(split), mass}));
  }

 private:
  [[nodiscard]] nb::object measure_labels(const Measure& measure, nb::handle a, nb::handle b) const {
    if (!measure.of_labels) return nb::none();
    const CodedLabels one(nb::object(a.attr(coded_))), other(nb::object(b.attr(coded_)));
    const auto reference = one.segments(), hypothesis = other.segments();
    if (!reference || !hypothesis || one.mass() != other.mass()) return nb::none();
    thread_local LabelTable table;
    table.fill(*reference, *hypothesis, one.mass());
    return given_back(measure.of_labels(table));
  }

  [[nodiscard]] static nb::object given_back(const Values& values) {
    if (!values.defined()) return nb::none();
    if (values.size == 1) return nb::float_(values.values[0]);
    PyObject* tuple = PyTuple_New(static_cast<Py_ssize_t>(values.size));
    if (tuple == nullptr) throw nb::python_error();
    for (std::size_t i = 0; i < values.size; ++i)
      PyTuple_SetItem(tuple, static_cast<Py_ssize_t>(i), PyFloat_FromDouble(values.values[i]));
    return nb::steal(tuple);
  }

  // Appends the boundary positions and returns the mass, or 0.
  std::int64_t append(nb::handle given, std::vector<std::int64_t>& positions) const {
    const PlainInts plain(given);
    if (plain.plain()) return plain.append_positions(positions);
    if (given.type().is(segmentation_)) return append_segmentation(given, positions);
    if (PyUnicode_CheckExact(given.ptr()) != 0) return append_string(given.ptr(), positions);
    if (given.type().is(array_)) return append_masses(given.ptr(), positions);
    return 0;
  }

  std::int64_t append_segmentation(nb::handle given, std::vector<std::int64_t>& positions) const {
    const nb::object labels = given.attr(labels_), places = given.attr(positions_), mass = given.attr(mass_);
    if (PyTuple_CheckExact(labels.ptr()) == 0 || PyTuple_Size(labels.ptr()) > 1) return 0;
    if (PyTuple_Size(labels.ptr()) == 1 && !is_default_type(PyTuple_GetItem(labels.ptr(), 0))) return 0;
    const Buffer buffer(places.ptr(), PyBUF_SIMPLE);
    const auto numbers = buffer.numbers<std::int64_t>();
    if (!numbers) return 0;
    positions.insert(positions.end(), numbers->begin(), numbers->end());
    return PyLong_AsLongLong(mass.ptr());
  }

  static bool is_default_type(PyObject* label) {
    int overflow = 0;
    return PyLong_CheckExact(label) != 0 && PyLong_AsLongLongAndOverflow(label, &overflow) == 1;
  }

  static std::int64_t append_string(PyObject* given, std::vector<std::int64_t>& positions) {
    Py_ssize_t size = 0;
    const char* text = PyUnicode_AsUTF8AndSize(given, &size);
    if (text == nullptr) PyErr_Clear();
    if (text == nullptr || size > longest_string) return 0;
    for (Py_ssize_t i = 0; i < size; ++i) {
      if (text[i] == '1') positions.push_back(i + 1);
      else if (text[i] != '0') return 0;
    }
    return size + 1;
  }

  static std::int64_t append_masses(PyObject* given, std::vector<std::int64_t>& positions) {
    const Buffer buffer(given, PyBUF_ND | PyBUF_FORMAT);
    const auto numbers = buffer.one_dimension_of_int64() ? buffer.numbers<std::int64_t>() : std::nullopt;
    if (!numbers) return 0;
    std::int64_t total = 0;
    for (const std::int64_t mass : *numbers) {
      if (mass < 1 || mass > seamark::largest_mass - total) return 0;
      if (total > 0) positions.push_back(total);
      total += mass;
    }
    return total;
  }

  nb::object segmentation_, labelled_, array_;
  nb::object coded_ = interned("_coded"), labels_ = interned("_labels"), positions_ = interned("_positions"), mass_ = interned("_mass");

  static nb::object interned(const char* name) { return nb::steal(PyUnicode_InternFromString(name)); }
};

constexpr double real(std::int64_t count) { return static_cast<double>(count); }
constexpr double real(std::size_t count) { return static_cast<double>(count); }

// ------------------------------------------------------------------------------------------------ boundary edit distance

EditCounts edits_of(const Pair& pair, const EditCosts& costs) { return EditCounting(costs).one_type(pair.a, pair.b, pair.mass); }

Measure edit_distance(const Weights& weights) {
  return {[costs = weights.costs()](const Pair& pair) { return Values{edits_of(pair, costs).cost(costs)}; }};
}

Measure similarity(const Weights& weights, double types) {
  return {[costs = weights.costs(), types](const Pair& pair) {
    const double potential = real(pair.mass - 1) * types;
    return Values{similarity_of(edits_of(pair, costs).cost(costs), potential)};
  }};
}

Measure boundary_similarity(const Weights& weights) {
  return {[costs = weights.costs()](const Pair& pair) {
    const EditCounts counts = edits_of(pair, costs);
    return Values{boundary_similarity_of(counts.cost(costs), real(counts.aligned()))};
  }};
}

// True, false and missed boundaries, with part credit for near misses.
Measure boundary_confusion(const Weights& weights) {
  return {[costs = weights.costs()](const Pair& pair) {
    const EditCounts counts = edits_of(pair, costs);
    const double credit = real(counts.transpositions) - counts.transposed_distance / real(costs.n);
    return Values{real(counts.matches) + credit, real(counts.additions_b), real(counts.additions_a)};
  }};
}

// -------------------------------------------------------------------------------------------------------------- windows

LaidWindows laid_over(const Pair& pair, const Windows& windows) { return windows.over(pair.mass, pair.a.size()); }

WindowWorkspace& window_workspace() {
  thread_local WindowWorkspace workspace;
  return workspace;
}

Measure window_diff(const Windows& windows) {
  return {[windows](const Pair& pair) {
    const LaidWindows laid = laid_over(pair, windows);
    const auto counts = seamark::window_differences(pair.a, pair.b, laid.frame, window_workspace());
    return Values{laid.share(real(counts.differ()), pair.mass)};
  }};
}

Measure pk(const Windows& windows) {
  return {[windows](const Pair& pair) {
    const LaidWindows laid = laid_over(pair, windows);
    const auto counts = seamark::window_presence(pair.a, pair.b, laid.frame);
    return Values{laid.share(real(counts.differ()), pair.mass)};
  }};
}

Measure georgescul(const Windows& windows) {
  return {[windows](const Pair& pair) {
    const LaidWindows laid = laid_over(pair, windows);
    const auto differences = seamark::window_differences(pair.a, pair.b, laid.frame, window_workspace());
    const auto presence = seamark::window_presence(pair.a, pair.b, laid.frame);
    const double miss = ratio_or(real(differences.more_in_reference), real(presence.in_reference));
    const double false_alarm = ratio_or(real(differences.more_in_hypothesis), real(laid.windows));
    return Values{miss, false_alarm, (miss + false_alarm) / 2.0};
  }};
}

Measure c_seg(const Windows& windows, double c_miss, double c_fa, double p_seg) {
  return {[=](const Pair& pair) {
    const LaidWindows laid = laid_over(pair, windows);
    const auto presence = seamark::window_presence(pair.a, pair.b, laid.frame);
    const double p_miss = ratio_or(real(presence.miss()), real(presence.in_reference));
    const double p_fa = ratio_or(real(presence.false_alarm()), real(laid.windows) - real(presence.in_reference));
    const double cost = p_miss * c_miss * p_seg + p_fa * c_fa * (1.0 - p_seg);
    return Values{p_miss, p_fa, cost, ratio_or(cost, std::min(c_miss * p_seg, c_fa * (1.0 - p_seg)))};
  }};
}

Measure win_pr(const Windows& windows) {
  return {[windows](const Pair& pair) {
    const std::int64_t k = std::max<std::int64_t>(windows.size(pair.mass, pair.a.size()), 1);
    if (!seamark::window_sums_fit(std::max(pair.a.size(), pair.b.size()), k)) return Values{undefined_score};
    const auto sums = seamark::window_sums(pair.a, pair.b, pair.mass, k, window_workspace());
    const double tp = real(sums.true_positive) / real(k), fp = real(sums.false_positive) / real(k), fn = real(sums.false_negative) / real(k);
    const double tn = real(pair.mass - 1) - (tp + fp + fn);
    return Values{tp, fp, fn, tn, precision_of(tp, fp, fn), precision_of(tp, fn, fp), f_of(tp, fp, fn)};
  }};
}

// ----------------------------------------------------------------------------------------------------------- boundaries

// `zero_division` is not a number when a ratio without a denominator is 1 on two empty sides and 0 otherwise.
Measure precision_recall(std::int64_t tolerance, double beta_squared, double zero_division) {
  require(tolerance >= 0, "the tolerance must be 0 or more");
  return {[=](const Pair& pair) {
    const double matched = real(seamark::count_matches(pair.a, pair.b, tolerance));
    const double reference = real(pair.a.size()), hypothesis = real(pair.b.size());
    const bool nothing = pair.a.empty() && pair.b.empty();
    const double empty = std::isnan(zero_division) ? (nothing ? 1.0 : 0.0) : zero_division;
    const double f = f_of(matched, hypothesis - matched, reference - matched, beta_squared);
    return Values{ratio_or(matched, hypothesis, empty), ratio_or(matched, reference, empty), nothing ? empty : f};
  }};
}

Measure ghd(double insertion, double deletion, double shift) {
  return {[costs = HammingCosts{insertion, deletion, shift}](const Pair& pair) {
    HammingWorkspace workspace;
    const auto edits = seamark::hamming_edits(pair.a, pair.b, costs, workspace);
    return Values{costs.insertion * real(edits.insertions) + costs.deletion * real(edits.deletions) + costs.shift * edits.shifted};
  }};
}

// ---------------------------------------------------------------------------------------------- segments as groups of units

Measure franz(bool forward) {
  return {[forward](const Pair& pair) {
    const auto errors = forward ? seamark::unit_errors_forward(pair.a, pair.b, pair.mass) : seamark::unit_errors(pair.a, pair.b, pair.mass);
    return Values{errors.false_negative / pair.units(), errors.false_positive / pair.units()};
  }};
}

Values covering(const Pair& pair) { return {seamark::covering_sums(pair.a, pair.b, pair.mass).reference_by_hypothesis / pair.units()}; }

// A score of the pairs of units in one group, of segments and of labels alike.
template <class Score>
Measure of_pair_counts(Score score) {
  return {[score](const Pair& pair) { return score(seamark::pair_counts(pair.a, pair.b, pair.mass)); },
          [score](const LabelTable& table) { return score(seamark::pair_counts(table)); }};
}

Values rand(const PairCounts& counts) {
  const double unlike = (counts.same_reference - counts.same_both) + (counts.same_hypothesis - counts.same_both);
  return {ratio_or(counts.pairs - unlike, counts.pairs, 1.0)};
}

Values adjusted_rand(const PairCounts& counts) {
  const double expected = counts.same_reference * ratio_or(counts.same_hypothesis, counts.pairs, 0.0);
  const double mean = (counts.same_reference + counts.same_hypothesis) / 2.0;
  return {ratio_or(counts.same_both - expected, mean - expected, 1.0)};
}

Values pairwise_f(const PairCounts& counts) {
  const double both = counts.same_both, wrong = counts.same_hypothesis - both, missed = counts.same_reference - both;
  return {precision_of(both, wrong, missed), precision_of(both, missed, wrong), f_of(both, wrong, missed)};
}

// Entropies of segments or labels, with their numbers.
struct GroupEntropies {
  SegmentEntropies entropies;
  double units, groups_a, groups_b;
};

template <class Score>
Measure of_entropies(Score score) {
  return {[score](const Pair& pair) {
            return score({seamark::segment_entropies(pair.a, pair.b, pair.mass), pair.units(), real(pair.a.size()) + 1.0, real(pair.b.size()) + 1.0});
          },
          [score](const LabelTable& table) {
            return score({seamark::label_entropies(table), real(table.units()), real(table.reference_lengths().size()),
                          real(table.hypothesis_lengths().size())});
          }};
}

Values v_measure(const GroupEntropies& found) {
  const auto& [entropies, units, groups_a, groups_b] = found;
  const double homogeneity = known_share(entropies.reference_given_hypothesis * units, entropies.reference * units);
  const double completeness = known_share(entropies.hypothesis_given_reference * units, entropies.hypothesis * units);
  return {homogeneity, completeness, harmonic_mean(homogeneity, completeness)};
}

Values nce(const GroupEntropies& found) {
  const auto& [entropies, units, groups_a, groups_b] = found;
  const double over = known_share(entropies.hypothesis_given_reference * units, std::log(groups_b) * units);
  const double under = known_share(entropies.reference_given_hypothesis * units, std::log(groups_a) * units);
  return {over, under, harmonic_mean(over, under)};
}

// `mu` is not a number when it is 1 over the mean reference segment.
Measure p_mu(double mu) {
  return {[mu](const Pair& pair) {
    const double rate = std::isnan(mu) ? (real(pair.a.size()) + 1.0) / pair.units() : mu;
    const auto weights = seamark::pair_weights(pair.a, pair.b, pair.mass, rate);
    const double unlike = (weights.same_reference - weights.same_both) + (weights.same_hypothesis - weights.same_both);
    return Values{ratio_or(weights.total - unlike, weights.total, 1.0)};
  }};
}

}  // namespace

void bind_one_pair(nb::module_& m) {
  nb::class_<Measure>(m, "Measure");
  nb::class_<OnePair>(m, "OnePair")
      .def(nb::init<nb::object, nb::object, nb::object>(), "segmentation_type"_a, "labelled_type"_a, "array_type"_a)
      .def("measure", &OnePair::measure, "measure"_a, "a"_a.none(), "b"_a.none(),
           nb::sig("def measure(self, measure: Measure, a: object, b: object) -> typing.Any"));
  m.def("edit_distance", &edit_distance, "weights"_a);
  m.def("similarity", &similarity, "weights"_a, "types"_a);
  m.def("boundary_similarity", &boundary_similarity, "weights"_a);
  m.def("boundary_confusion", &boundary_confusion, "weights"_a);
  m.def("window_diff", &window_diff, "windows"_a);
  m.def("pk", &pk, "windows"_a);
  m.def("georgescul", &georgescul, "windows"_a);
  m.def("c_seg", &c_seg, "windows"_a, "c_miss"_a, "c_fa"_a, "p_seg"_a);
  m.def("win_pr", &win_pr, "windows"_a);
  m.def("precision_recall", &precision_recall, "tolerance"_a, "beta_squared"_a, "zero_division"_a);
  m.def("ghd", &ghd, "insertion"_a, "deletion"_a, "shift"_a);
  m.def("franz", &franz, "forward"_a);
  m.def("p_mu", &p_mu, "mu"_a);
  m.def("covering", [] { return Measure{&covering}; });
  m.def("rand", [] { return of_pair_counts(&rand); });
  m.def("adjusted_rand", [] { return of_pair_counts(&adjusted_rand); });
  m.def("pairwise_f", [] { return of_pair_counts(&pairwise_f); });
  m.def("v_measure", [] { return of_entropies(&v_measure); });
  m.def("nce", [] { return of_entropies(&nce); });
}

}  // namespace seamark::bindings
