// One pair of segmentations, read and measured or aligned in one crossing of the border: the plain functions for S, B, the edit
// distance, alignments, WindowDiff, Pk, precision and recall. Other input is compared as a batch of one pair.
#include <nanobind/stl/optional.h>

#include <cmath>
#include <cstdint>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "border.hpp"
#include "edit_records.hpp"
#include "pair_reader.hpp"
#include "seamark/boundaries.hpp"
#include "seamark/edit.hpp"
#include "seamark/windows.hpp"

namespace seamark::bindings {

namespace {

// A metric with its options: what it makes of a pair, None where that is undefined.
struct Measure {
  std::function<nb::object(const Pair&)> of;
};

nb::object defined(double value) { return std::isnan(value) ? nb::object(nb::none()) : nb::object(nb::float_(value)); }

EditCounts count_edits(const Pair& pair, const EditCosts& costs) { return EditCounting(costs).one_type(pair.a, pair.b, pair.mass); }

Measure edit_distance(const EditCosts& weights) {
  return {[weights](const Pair& pair) { return defined(count_edits(pair, weights).cost(weights)); }};
}

Measure similarity(const EditCosts& weights, double types) {
  return {[weights, types](const Pair& pair) { return defined(similarity_of(count_edits(pair, weights).cost(weights), real(pair.mass - 1) * types)); }};
}

Measure boundary_similarity(const EditCosts& weights) {
  return {[weights](const Pair& pair) {
    const EditCounts counts = count_edits(pair, weights);
    return defined(boundary_similarity_of(counts.cost(weights), real(counts.aligned())));
  }};
}

Measure window_diff(const Windows& windows) {
  return {[windows](const Pair& pair) {
    thread_local WindowWorkspace workspace;
    const LaidWindows laid = windows.over(pair.mass, pair.a.size());
    const auto counts = window_differences(pair.a, pair.b, laid.frame, workspace);
    // Added as the columns of a batch are, which beyond 2^53 windows rounds otherwise than the sum of whole numbers.
    return defined(laid.share(real(counts.more_in_reference) + real(counts.more_in_hypothesis), pair.mass));
  }};
}

Measure pk(const Windows& windows) {
  return {[windows](const Pair& pair) {
    const LaidWindows laid = windows.over(pair.mass, pair.a.size());
    const auto counts = window_presence(pair.a, pair.b, laid.frame);
    return defined(laid.share(real(counts.miss()) + real(counts.false_alarm()), pair.mass));
  }};
}

// Measures or aligns two inputs that are segmentations; None for input that the batch path must check.
class OnePair {
 public:
  OnePair(nb::object segmentation_type, nb::object precision_recall) : reader_(std::move(segmentation_type)), precision_recall_(std::move(precision_recall)) {
    require_tuple_type(precision_recall_);
  }

  [[nodiscard]] nb::object measure(const Measure& measure, nb::handle a, nb::handle b) const {
    const auto pair = reader_.read(a, b);
    return pair ? measure.of(*pair) : nb::object(nb::none());
  }

  // Precision, recall and F as their record; None for input and options that the batch path must check. Without a `zero_division` a
  // ratio without a denominator is 1 on two empty sides and 0 otherwise.
  [[nodiscard]] nb::object precision_recall(nb::handle a, nb::handle b, std::int64_t tolerance, double beta, std::optional<double> zero_division,
                                            bool ends) const {
    const auto pair = reader_.read(a, b);
    const double squared = std::pow(beta, 2), empty = zero_division.value_or(pair && pair->a.empty() && pair->b.empty() ? 1.0 : 0.0);
    if (!pair || ends || tolerance < 0 || tolerance > largest_mass || !(beta >= 1e-150 && beta <= 1e150 && empty >= 0 && empty <= 1)) return nb::none();
    const double matched = real(count_matches(pair->a, pair->b, tolerance)), reference = real(pair->a.size()), hypothesis = real(pair->b.size());
    const double top = (1.0 + squared) * matched, below = top + squared * (reference - matched) + (hypothesis - matched);
    const double f = reference + hypothesis == 0 ? empty : ratio_or(top, below, 1.0);
    return named_tuple(precision_recall_, nb::make_tuple(ratio_or(matched, hypothesis, empty), ratio_or(matched, reference, empty), f));
  }

  // The edits of the cheapest alignment and its cost, as EditRecords gives them.
  [[nodiscard]] nb::object align(const EditCosts& weights, const EditRecords& records, nb::handle a, nb::handle b) const {
    const auto pair = reader_.read(a, b);
    if (!pair) return nb::none();
    std::vector<Edit> script = edit_script({pair->a, {}}, {pair->b, {}}, weights);
    PyObject* const labels[] = {reader_.type()};
    return records.of(script, labels, count_edits(*pair, weights).cost(weights));
  }

 private:
  PairReader reader_;
  nb::object precision_recall_;
};

}  // namespace

void bind_one_pair(nb::module_& m) {
  nb::class_<Measure>(m, "Measure");
  nb::class_<OnePair>(m, "OnePair")
      .def(nb::init<nb::object, nb::object>(), "segmentation_type"_a, "precision_recall"_a)
      .def("measure", &OnePair::measure, "measure"_a, "a"_a.none(), "b"_a.none(),
           nb::sig("def measure(self, measure: Measure, a: object, b: object) -> typing.Any"))
      .def("precision_recall", &OnePair::precision_recall, "reference"_a.none(), "hypothesis"_a.none(), "tolerance"_a.noconvert(),
           "beta"_a.noconvert(), "zero_division"_a.noconvert().none(), "ends"_a.noconvert())
      .def("align", &OnePair::align, "weights"_a, "records"_a, "a"_a.none(), "b"_a.none(),
           nb::sig("def align(self, weights: Weights, records: EditRecords, a: object, b: object) -> typing.Any"));
  m.def("edit_distance", &edit_distance, "weights"_a);
  m.def("similarity", &similarity, "weights"_a, "types"_a);
  m.def("boundary_similarity", &boundary_similarity, "weights"_a);
  m.def("window_diff", &window_diff, "windows"_a);
  m.def("pk", &pk, "windows"_a);
}

}  // namespace seamark::bindings
