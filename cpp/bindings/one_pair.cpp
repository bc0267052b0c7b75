// One pair of segmentations, read and measured or aligned in one crossing of the border: the plain functions for S, B, the edit
// distance, alignments, WindowDiff, Pk, precision and recall. Other input is compared as a batch of one pair.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <type_traits>
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

// --------------------------------------------------------------------------------------------- edits at the costs of a pair

// Costs that hold for all pairs, and whether the distance between types counts, which have to be numbers then.
struct EditPricing {
  EditCosts costs;
  bool ordinal;
};

// Ends a long alignment: the batch path lets other threads run and checks for Ctrl-C.
class ShortWork final : public Checkpoint {
 public:
  struct Over {};

 protected:
  void look_around() override { throw Over{}; }
};

// What solve(costs, checkpoint) makes of the costs of a pair; nothing for input that the batch path must check.
template <class Solve>
auto priced(const Pair& pair, const EditPricing& pricing, Solve&& solve)
    -> std::optional<std::invoke_result_t<Solve, const EditCosts&, Checkpoint*>> {
  EditCosts costs = pricing.costs;
  std::vector<double> values;
  if (pricing.ordinal && !pair.one_type()) {
    for (const BoundaryType& type : pair.types) {
      if (!type.number) return std::nullopt;
      values.push_back(static_cast<double>(*type.number));
    }
    costs.type_values = values;
    costs.type_span = values.back() - values.front() + 1.0;
  }
  ShortWork checkpoint;
  try {
    return solve(costs, &checkpoint);
  } catch (const ShortWork::Over&) {
  } catch (const TooManyStates&) {
  }
  return std::nullopt;
}

EditCounts count_edits(const Pair& pair, const EditCosts& costs, Checkpoint* checkpoint) {
  return EditCounting(costs, checkpoint)(pair.typed_a(), pair.typed_b(), pair.mass);
}

// ------------------------------------------------------------------------------------------------------------- measures

// What a measure makes of a pair: one value, or the three of precision and recall; not a number where it is undefined.
struct Values {
  std::array<double, 3> values;
  std::size_t size;

  Values(double value) : values{value}, size(1) {}  // NOLINT: a value is one of these
  Values(double precision, double recall, double f) : values{precision, recall, f}, size(3) {}
};

// A metric with its options.
struct Measure {
  std::function<Values(const Pair&)> of;
  // Of a measure of edits, which takes several types and can also list the edits.
  std::optional<EditPricing> pricing = std::nullopt;
};

constexpr double real(std::int64_t count) { return static_cast<double>(count); }
constexpr double real(std::size_t count) { return static_cast<double>(count); }

// A score of the edits of a pair, whatever types it has.
template <class Score>
Measure of_edits(const EditCosts& weights, bool ordinal, Score score) {
  const EditPricing pricing{weights, ordinal};
  const auto of = [pricing, score](const Pair& pair) {
    const auto counts = priced(pair, pricing, [&](const EditCosts& costs, Checkpoint* checkpoint) { return count_edits(pair, costs, checkpoint); });
    return Values(counts ? score(pair, *counts, counts->cost(pricing.costs)) : undefined_score);
  };
  return {.of = of, .pricing = pricing};
}

Measure edit_distance(const EditCosts& weights, bool ordinal) {
  return of_edits(weights, ordinal, [](const Pair&, const EditCounts&, double cost) { return cost; });
}

// `types` is 0 when those count that occur.
Measure similarity(const EditCosts& weights, bool ordinal, double types) {
  return of_edits(weights, ordinal, [types](const Pair& pair, const EditCounts&, double cost) {
    const double present = std::max(real(pair.types.size()), 1.0), count = types == 0.0 ? present : types;
    return count < present ? undefined_score : similarity_of(cost, real(pair.mass - 1) * count);
  });
}

Measure boundary_similarity(const EditCosts& weights, bool ordinal) {
  return of_edits(weights, ordinal, [](const Pair&, const EditCounts& counts, double cost) { return boundary_similarity_of(cost, real(counts.aligned())); });
}

Measure window_diff(const Windows& windows) {
  return {[windows](const Pair& pair) {
    thread_local WindowWorkspace workspace;
    const LaidWindows laid = windows.over(pair.mass, pair.a.size());
    const auto counts = window_differences(pair.a, pair.b, laid.frame, workspace);
    // Added as the columns of a batch are, which beyond 2^53 windows rounds otherwise than the sum of whole numbers.
    return Values(laid.share(real(counts.more_in_reference) + real(counts.more_in_hypothesis), pair.mass));
  }};
}

Measure pk(const Windows& windows) {
  return {[windows](const Pair& pair) {
    const LaidWindows laid = windows.over(pair.mass, pair.a.size());
    const auto counts = window_presence(pair.a, pair.b, laid.frame);
    return Values(laid.share(real(counts.miss()) + real(counts.false_alarm()), pair.mass));
  }};
}

// `zero_division` is not a number when a ratio without a denominator is 1 on two empty sides and 0 otherwise.
Measure precision_recall(std::int64_t tolerance, double beta_squared, double zero_division) {
  require(tolerance >= 0, "the tolerance must be 0 or more");
  return {[=](const Pair& pair) {
    const double matched = real(count_matches(pair.a, pair.b, tolerance)), reference = real(pair.a.size()), hypothesis = real(pair.b.size());
    const bool nothing = pair.a.empty() && pair.b.empty();
    const double empty = std::isnan(zero_division) ? (nothing ? 1.0 : 0.0) : zero_division;
    const double top = (1.0 + beta_squared) * matched;
    const double f = ratio_or(top, top + beta_squared * (reference - matched) + (hypothesis - matched), 1.0);
    return Values(ratio_or(matched, hypothesis, empty), ratio_or(matched, reference, empty), nothing ? empty : f);
  }};
}

// --------------------------------------------------------------------------------------------------------------- calls

// Measures or aligns two inputs that are segmentations.
class OnePair {
 public:
  OnePair(nb::object segmentation_type, nb::object array_type) : reader_(std::move(segmentation_type), std::move(array_type)) {}

  // The value of the measure, several as a tuple, or None for input that the batch path must check.
  [[nodiscard]] nb::object measure(const Measure& measure, nb::handle a, nb::handle b) const {
    const auto pair = reader_.read(a, b);
    if (!pair || !(pair->one_type() || measure.pricing)) return nb::none();
    const auto [values, size] = measure.of(*pair);
    if (std::any_of(values.begin(), values.begin() + size, [](double value) { return std::isnan(value); })) return nb::none();
    return size == 1 ? nb::object(nb::float_(values[0])) : nb::object(nb::make_tuple(values[0], values[1], values[2]));
  }

  // The edits of the cheapest alignment and its cost, as EditRecords gives them, or None.
  [[nodiscard]] nb::object align(const Measure& measure, const EditRecords& records, nb::handle a, nb::handle b) const {
    const auto pair = reader_.read(a, b);
    if (!pair || !measure.pricing) return nb::none();
    std::vector<Edit> script;
    const auto cost = priced(*pair, *measure.pricing, [&](const EditCosts& costs, Checkpoint* checkpoint) {
      script = edit_script(pair->typed_a(), pair->typed_b(), costs, checkpoint);
      return count_edits(*pair, costs, checkpoint).cost(costs);
    });
    if (!cost) return nb::none();
    std::vector<PyObject*> labels;
    for (const BoundaryType& type : pair->types) labels.push_back(type.label);
    return records.of(script, labels, *cost);
  }

 private:
  PairReader reader_;
};

// A metric as its plain function calls it. The measure of the last options is kept, since most calls have the same ones: the same
// objects, so that 1 and True differ.
class SingleCall {
 public:
  // `measure_of(*options)` gives the measure or None, `otherwise(a, b, *options)` the result for input that it cannot read; `record` is
  // the named tuple for a measure with several values, or None.
  SingleCall(nb::object pair, nb::object measure_of, nb::object otherwise, nb::object record)
      : held_(std::move(pair)), pair_(nb::cast<const OnePair&>(held_)), measure_of_(std::move(measure_of)), otherwise_(std::move(otherwise)),
        record_(std::move(record)) {
    if (!record_.is_none()) require_tuple_type(record_);
  }

  [[nodiscard]] nb::object operator()(nb::handle a, nb::handle b, const nb::tuple& options) {
    if (const Measure* measure = measure_for(options)) {
      nb::object found = pair_.measure(*measure, a, b);
      if (!record_.is_none() && PyTuple_CheckExact(found.ptr()) != 0) return named_tuple(record_, found);
      if (!found.is_none()) return found;
    }
    return otherwise_(a, b, *options);
  }

 private:
  // Null where there is none.
  [[nodiscard]] const Measure* measure_for(const nb::tuple& options) {
    if (last_held_.is_valid() && same_objects(options, last_options_)) return last_;
    nb::object measure;
    try {
      measure = measure_of_(*options);
    } catch (nb::python_error& error) {
      // An option that is not hashable or of the wrong kind: the batch path raises the error.
      if (!error.matches(PyExc_TypeError)) throw;
      return nullptr;
    }
    last_ = measure.is_none() ? nullptr : nb::cast<const Measure*>(measure);
    last_held_ = std::move(measure);
    last_options_ = options;
    return last_;
  }

  [[nodiscard]] static bool same_objects(const nb::tuple& one, const nb::tuple& other) {
    const Py_ssize_t size = PyTuple_Size(one.ptr());
    if (size != PyTuple_Size(other.ptr())) return false;
    for (Py_ssize_t i = 0; i < size; ++i) {
      if (PyTuple_GetItem(one.ptr(), i) != PyTuple_GetItem(other.ptr(), i)) return false;
    }
    return true;
  }

  nb::object held_;
  const OnePair& pair_;
  nb::object measure_of_, otherwise_, record_;
  nb::object last_held_;
  const Measure* last_ = nullptr;
  nb::tuple last_options_;
};

}  // namespace

void bind_one_pair(nb::module_& m) {
  nb::class_<Measure>(m, "Measure");
  nb::class_<OnePair>(m, "OnePair")
      .def(nb::init<nb::object, nb::object>(), "segmentation_type"_a, "array_type"_a)
      .def("align", &OnePair::align, "measure"_a, "records"_a, "a"_a.none(), "b"_a.none(),
           nb::sig("def align(self, measure: Measure, records: EditRecords, a: object, b: object) -> typing.Any"));
  nb::class_<SingleCall>(m, "SingleCall")
      .def(nb::init<nb::object, nb::object, nb::object, nb::object>(), "pair"_a, "measure_of"_a, "otherwise"_a, "record"_a.none(),
           nb::sig("def __init__(self, pair: OnePair, measure_of: typing.Callable[..., Measure | None], "
                   "otherwise: typing.Callable[..., object], record: type[tuple[typing.Any, ...]] | None) -> None"))
      .def("__call__", &SingleCall::operator(), "a"_a.none(), "b"_a.none(), "options"_a,
           nb::sig("def __call__(self, a: object, b: object, options: tuple[typing.Any, ...]) -> typing.Any"));
  m.def("edit_distance", &edit_distance, "weights"_a, "ordinal"_a);
  m.def("similarity", &similarity, "weights"_a, "ordinal"_a, "types"_a);
  m.def("boundary_similarity", &boundary_similarity, "weights"_a, "ordinal"_a);
  m.def("window_diff", &window_diff, "windows"_a);
  m.def("pk", &pk, "windows"_a);
  m.def("precision_recall", &precision_recall, "tolerance"_a, "beta_squared"_a, "zero_division"_a);
}

}  // namespace seamark::bindings
