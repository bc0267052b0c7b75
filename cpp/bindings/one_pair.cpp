// One pair of segmentations, read and measured or aligned in one crossing of the border.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

#include "border.hpp"
#include "edit_records.hpp"
#include "pair_reader.hpp"
#include "seamark/boundaries.hpp"
#include "seamark/edit.hpp"
#include "seamark/labels.hpp"
#include "seamark/partitions.hpp"
#include "seamark/windows.hpp"

namespace seamark::bindings {

namespace {

// Costs that hold for all pairs, and whether the distance between types counts, which have to be numbers then.
struct EditPricing {
  EditCosts costs;
  bool ordinal;
};

// Ends an alignment that takes longer than a moment: batches let other threads run and listen for Ctrl-C.
class ShortWork final : public Checkpoint {
 public:
  struct Over {};

 protected:
  void look_around() override { throw Over{}; }
};

// What solve(costs, checkpoint) makes of the costs of a pair; nothing for what needs a closer look elsewhere.
template <class Solve>
auto priced(const Pair& pair, const EditPricing& pricing, Solve&& solve)
    -> std::optional<std::invoke_result_t<Solve, const EditCosts&, Checkpoint*>> {
  EditCosts costs = pricing.costs;
  std::vector<double> values;
  if (pricing.ordinal && !pair.one_type()) {
    for (const BoundaryType& type : pair.types) {
      if (!type.number()) return std::nullopt;
      values.push_back(static_cast<double>(*type.number()));
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

std::optional<EditCounts> edits_of(const Pair& pair, const EditPricing& pricing) {
  return priced(pair, pricing, [&](const EditCosts& costs, Checkpoint* checkpoint) { return count_edits(pair, costs, checkpoint); });
}

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
  // Of a measure of edits, which takes several types and can also list the edits.
  std::optional<EditPricing> pricing = std::nullopt;
};

class OnePair {
 public:
  OnePair(nb::object segmentation_type, nb::object labelled_type, nb::object array_type)
      : reader_(std::move(segmentation_type), std::move(array_type)), labelled_(std::move(labelled_type)) {}

  // The value of the measure, several as a tuple, or None for what needs a closer look elsewhere.
  [[nodiscard]] nb::object measure(const Measure& measure, nb::handle a, nb::handle b) const {
    if (a.type().is(labelled_) && b.type().is(labelled_)) return measure_labels(measure, a, b);
    const auto pair = reader_.read(a, b);
    if (!pair || !(pair->one_type() || measure.pricing)) return nb::none();
    return given_back(measure.of(*pair));
  }

  // The edits of the cheapest alignment and its cost, as EditRecords gives them, or None.
  [[nodiscard]] nb::object align(const Measure& measure, const EditRecords& records, nb::handle a, nb::handle b) const {
    const auto pair = reader_.read(a, b);
    if (!pair || !measure.pricing) return nb::none();
    std::vector<Edit> script;
    const auto cost = priced(*pair, *measure.pricing, [&](const EditCosts& costs, Checkpoint* checkpoint) {
      script = seamark::edit_script(pair->typed_a(), pair->typed_b(), costs, checkpoint);
      return count_edits(*pair, costs, checkpoint).cost(costs);
    });
    if (!cost) return nb::none();
    std::vector<PyObject*> labels;
    for (const BoundaryType& type : pair->types) labels.push_back(type.label());
    return records.of(script, labels, *cost);
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
    nb::object tuple = new_tuple(values.size);
    for (std::size_t i = 0; i < values.size; ++i) PyTuple_SetItem(tuple.ptr(), static_cast<Py_ssize_t>(i), PyFloat_FromDouble(values.values[i]));
    return tuple;
  }

  PairReader reader_;
  nb::object labelled_;
  nb::object coded_ = interned("_coded");
};

// A metric as its plain function calls it. The measure of the last options is kept, since most calls have the same ones: the same
// objects, so that 1 and True are told apart.
class SingleCall {
 public:
  // `measure_of(*options)` gives the measure or None, `otherwise(a, b, *options)` the result for what needs a closer look; `record` is
  // the named tuple for a measure with several values, or None.
  SingleCall(nb::object pair, nb::object measure_of, nb::object otherwise, nb::object record)
      : held_(std::move(pair)),
        pair_(nb::cast<const OnePair&>(held_)),
        measure_of_(std::move(measure_of)),
        otherwise_(std::move(otherwise)),
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
      // An option that is not hashable or of the wrong kind: what is wrong with it is said elsewhere.
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

constexpr double real(std::int64_t count) { return static_cast<double>(count); }
constexpr double real(std::size_t count) { return static_cast<double>(count); }

// ------------------------------------------------------------------------------------------------ boundary edit distance

// A score of the edits of a pair, whatever types it has.
template <class Score>
Measure of_edits(const EditCosts& weights, bool ordinal, Score score) {
  const EditPricing pricing{weights, ordinal};
  const auto of = [pricing, score](const Pair& pair) {
    const auto counts = edits_of(pair, pricing);
    return Values{counts ? score(pair, *counts, counts->cost(pricing.costs)) : undefined_score};
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
    const double potential = real(pair.mass - 1) * count;
    return count < present ? undefined_score : similarity_of(cost, potential);
  });
}

Measure boundary_similarity(const EditCosts& weights, bool ordinal) {
  return of_edits(weights, ordinal, [](const Pair&, const EditCounts& counts, double cost) {
    return boundary_similarity_of(cost, real(counts.aligned()));
  });
}

// True, false and missed boundaries of one type, with part credit for near misses.
Measure boundary_confusion(const EditCosts& weights) {
  return {[costs = weights](const Pair& pair) {
    const EditCounts counts = count_edits(pair, costs, nullptr);
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
    // Added as the columns of a batch are, which beyond 2^53 windows rounds otherwise than the sum of whole numbers.
    return Values{laid.share(real(counts.more_in_reference) + real(counts.more_in_hypothesis), pair.mass)};
  }};
}

Measure pk(const Windows& windows) {
  return {[windows](const Pair& pair) {
    const LaidWindows laid = laid_over(pair, windows);
    const auto counts = seamark::window_presence(pair.a, pair.b, laid.frame);
    return Values{laid.share(real(counts.miss()) + real(counts.false_alarm()), pair.mass)};
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
    const auto errors = seamark::unit_errors(pair.a, pair.b, pair.mass, forward);
    return Values{errors.false_negative / pair.units(), errors.false_positive / pair.units()};
  }};
}

Values covering(const Pair& pair) { return {seamark::covering_sum(pair.a, pair.b, pair.mass) / pair.units()}; }

// A score of the pairs of units in one group, of segments and of labels alike.
template <class Score>
Measure of_pair_counts(Score score) {
  return {[score](const Pair& pair) { return score(seamark::pair_counts(SegmentGroups{pair.a, pair.b, pair.mass})); },
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

// A score of the entropies of segments or labels, each times the units, as the rows of a batch have them.
template <class Score>
Measure of_entropies(Score score) {
  return {[score](const Pair& pair) { return score(group_entropies(SegmentGroups{pair.a, pair.b, pair.mass}), pair.units()); },
          [score](const LabelTable& table) { return score(group_entropies(table), real(table.units())); }};
}

Values v_measure(const GroupEntropies& entropies, double units) {
  const double homogeneity = known_share(entropies.reference_given_hypothesis * units, entropies.reference * units);
  const double completeness = known_share(entropies.hypothesis_given_reference * units, entropies.hypothesis * units);
  return {homogeneity, completeness, harmonic_mean(homogeneity, completeness)};
}

Values nce(const GroupEntropies& entropies, double units) {
  const double over = known_share(entropies.hypothesis_given_reference * units, entropies.largest_hypothesis * units);
  const double under = known_share(entropies.reference_given_hypothesis * units, entropies.largest_reference * units);
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
           nb::sig("def measure(self, measure: Measure, a: object, b: object) -> typing.Any"))
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
