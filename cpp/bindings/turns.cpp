// Kernels on pairs of codings with spans: turns of speakers, and spans that match.
#include <nanobind/nanobind.h>

#include <array>
#include <cstddef>
#include <cstdint>

#include "arrays.hpp"
#include "bindings.hpp"
#include "pair_rows.hpp"
#include "seamark/span_matching.hpp"
#include "seamark/turns.hpp"
#include "span_columns.hpp"

namespace seamark::bindings {

using namespace nb::literals;

namespace {

// Calls count(spans of the reference, spans of the hypothesis, length, pass) for every pair.
template <std::size_t Width, class Count>
void fill_from_spans(const SpanArrays& a, const SpanArrays& b, std::size_t categories, const OutputRows<double>& out, Count&& count) {
  const SpanColumn reference = a.checked(categories), hypothesis = b.checked(categories);
  require_size("codings of the hypothesis", hypothesis.size(), reference.size());
  for (std::size_t i = 0; i < reference.size(); ++i) require(reference.lengths[i] == hypothesis.lengths[i], "the two lines of a pair differ in length");
  fill_pair_rows<Width>(reference.size(), out, [&](std::size_t i, auto&& pass) {
    pass(reference[i].size() + hypothesis[i].size() + 1);
    return count(reference[i], hypothesis[i], reference.lengths[i], pass);
  });
}

TurnRules turn_rules(std::int64_t collar, bool skip_overlap) {
  require(collar >= 0, "the collar must be 0 or more");
  return {collar, skip_overlap};
}

void turn_errors(const SpanArrays& a, const SpanArrays& b, std::size_t categories, std::int64_t collar, bool skip_overlap,
                 bool map_on_all_places, const OutputRows<double>& out) {
  const TurnRules rules = turn_rules(collar, skip_overlap);
  fill_from_spans<5>(a, b, categories, out, [&](CodedSpans reference, CodedSpans hypothesis, std::int64_t length, auto&&) {
    const TurnErrors errors = seamark::turn_errors(reference, hypothesis, length, rules, map_on_all_places);
    return std::array{errors.total, errors.correct, errors.false_alarm, errors.missed, errors.confusion};
  });
}

void jaccard_errors(const SpanArrays& a, const SpanArrays& b, std::size_t categories, std::int64_t collar, bool skip_overlap, bool map_by_time,
                    const OutputRows<double>& out) {
  const TurnRules rules = turn_rules(collar, skip_overlap);
  fill_from_spans<2>(a, b, categories, out, [&](CodedSpans reference, CodedSpans hypothesis, std::int64_t length, auto&&) {
    const JaccardErrors errors = seamark::jaccard_errors(reference, hypothesis, length, rules, map_by_time);
    return std::array{errors.error, errors.labels};
  });
}

void span_matches(const SpanArrays& a, const SpanArrays& b, std::size_t categories, double least_share, bool labels, const OutputRows<double>& out) {
  const SpanMatchRules rules{least_share, labels};
  fill_from_spans<1>(a, b, categories, out, [&](CodedSpans reference, CodedSpans hypothesis, std::int64_t, auto&& pass) {
    return std::array{static_cast<double>(count_span_matches(reference, hypothesis, rules, pass))};
  });
}

}  // namespace

void bind_turns(nb::module_& m) {
  m.def("turn_errors", &turn_errors, "a"_a, "b"_a, "categories"_a, "collar"_a, "skip_overlap"_a, "map_on_all_places"_a, "out"_a.noconvert());
  m.def("jaccard_errors", &jaccard_errors, "a"_a, "b"_a, "categories"_a, "collar"_a, "skip_overlap"_a, "map_by_time"_a, "out"_a.noconvert());
  m.def("span_matches", &span_matches, "a"_a, "b"_a, "categories"_a, "least_share"_a, "labels"_a, "out"_a.noconvert());
}

}  // namespace seamark::bindings
