// Spans: turns of speakers, spans that match, the sums of alpha for unitizing, and the alignment of several coders.
#include "seamark/spans.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include "border.hpp"
#include "seamark/assignment.hpp"

namespace seamark::bindings {

namespace {

// Spans of many codings as Python holds them (kernels/columns.py): starts, ends, codes, offsets, lengths of lines.
using SpanArrays = std::tuple<Int64s, Int64s, Int32s, Int64s, Int64s>;

SpanColumn checked_spans(const Int64s& starts, const Int64s& ends, const Int32s& codes, const Int64s& offsets) {
  require_size("ends", ends.size(), starts.size());
  require_size("codes", codes.size(), starts.size());
  return {view(starts), view(ends), view(codes), checked_offsets(offsets, starts.size()), {}};
}

SpanColumn checked_spans(const SpanArrays& arrays, std::size_t categories) {
  const auto& [starts, ends, codes, offsets, lengths] = arrays;
  SpanColumn column = checked_spans(starts, ends, codes, offsets);
  column.lengths = view(lengths);
  require_size("lengths", column.lengths.size(), column.offsets.size() - 1);
  require(sound_spans(column, categories), "spans must lie within their line, and their codes within the categories");
  return column;
}

// ------------------------------------------------------------------------------------------------------ pairs of codings

// A row of numbers, count(row of the reference, row of the hypothesis, number of the row, checkpoint), for every pair.
template <class Count>
nb::object rows_of_spans(const SpanArrays& a, const SpanArrays& b, std::size_t categories, Count&& count) {
  const SpanColumn reference = checked_spans(a, categories), hypothesis = checked_spans(b, categories);
  require_size("codings of the hypothesis", hypothesis.size(), reference.size());
  require(std::ranges::equal(reference.lengths, hypothesis.lengths), "the two lines of a pair differ in length");
  return made_rows_of(reference.size(), [&](std::size_t i, Checkpoint* checkpoint) {
    pass(checkpoint, reference[i].size() + hypothesis[i].size() + 1);
    return count(reference[i], hypothesis[i], i, checkpoint);
  });
}

// Turns of the reference, and the regions that are scored, a row of spans for every pair; without any everything is.
using ScoredTurns = std::tuple<SpanArrays, std::optional<SpanArrays>>;

// The same with count(reference, hypothesis, regions or null, length of the line).
template <class Count>
nb::object rows_within_regions(const ScoredTurns& a, const SpanArrays& b, std::size_t categories, Count&& count) {
  const auto& [turns, uem] = a;
  const std::span<const std::int64_t> lengths = view(std::get<4>(turns));
  const SpanColumn regions = uem ? checked_spans(*uem, 1) : SpanColumn{};
  require(!uem || std::ranges::equal(regions.lengths, lengths), "the regions and the turns of a pair lie on lines of different lengths");
  return rows_of_spans(turns, b, categories, [&, &uem = uem](CodedSpans reference, CodedSpans hypothesis, std::size_t i, Checkpoint*) {
    const CodedSpans within = uem ? regions[i] : CodedSpans{};
    return count(reference, hypothesis, uem ? &within : nullptr, lengths[i]);
  });
}

// The same with count(times of the pair).
template <class Count>
nb::object rows_of_turns(const ScoredTurns& a, const SpanArrays& b, std::size_t categories, std::int64_t collar, bool skip_overlap, Count&& count) {
  require(collar >= 0, "the collar must be 0 or more");
  return rows_within_regions(a, b, categories, [&](CodedSpans reference, CodedSpans hypothesis, const CodedSpans* regions, std::int64_t length) {
    return count(TurnTimes(reference, hypothesis, length, {collar, skip_overlap, regions}));
  });
}

LabelMapping label_mapping(int by) {
  require(0 <= by && by <= static_cast<int>(LabelMapping::named), "there is no such mapping");
  return static_cast<LabelMapping>(by);
}

nb::object turn_errors(const ScoredTurns& a, const SpanArrays& b, std::size_t categories, std::int64_t collar, bool skip_overlap, int by) {
  return rows_of_turns(a, b, categories, collar, skip_overlap,
                       [by = label_mapping(by)](const TurnTimes& times) { return seamark::turn_errors(times, by); });
}

nb::object jaccard_errors(const ScoredTurns& a, const SpanArrays& b, std::size_t categories, std::int64_t collar, bool skip_overlap, int by) {
  return rows_of_turns(a, b, categories, collar, skip_overlap,
                       [by = label_mapping(by)](const TurnTimes& times) { return seamark::jaccard_errors(times, by); });
}

nb::object label_times(const ScoredTurns& a, const SpanArrays& b, std::size_t categories, std::int64_t collar, bool skip_overlap) {
  return rows_of_turns(a, b, categories, collar, skip_overlap, [](const TurnTimes& times) { return seamark::label_times(times); });
}

// For every label of the reference of a single pair that is mapped: its code and that of the hypothesis.
std::vector<std::pair<std::int32_t, std::int32_t>> mapped_labels(const ScoredTurns& a, const SpanArrays& b, std::size_t categories, std::int64_t collar,
                                                                 bool skip_overlap, int by) {
  std::vector<std::pair<std::int32_t, std::int32_t>> pairs;
  const LabelMapping rule = label_mapping(by);
  rows_of_turns(a, b, categories, collar, skip_overlap, [&](const TurnTimes& times) {
    const auto mapped = times.mapping(rule);
    for (std::size_t i = 0; i < mapped.size(); ++i) {
      if (mapped[i] == times.labels_b()) continue;
      const bool anywhere = rule == LabelMapping::anywhere;
      if ((anywhere ? times.common_anywhere(i, mapped[i]) : times.common(i, mapped[i])) > 0) pairs.emplace_back(times.code_a(i), times.code_b(mapped[i]));
    }
    return 0.0;
  });
  return pairs;
}

nb::object segment_parts(const ScoredTurns& a, const SpanArrays& b, std::size_t categories, std::int64_t fill) {
  return rows_within_regions(a, b, categories, [&](CodedSpans reference, CodedSpans hypothesis, const CodedSpans* regions, std::int64_t) {
    return seamark::segment_parts(reference, hypothesis, regions, fill, categories);
  });
}

nb::object span_matches(const SpanArrays& a, const SpanArrays& b, std::size_t categories, double least_share, bool labels) {
  const SpanMatchRules rules{least_share, labels};
  return rows_of_spans(a, b, categories, [&](CodedSpans reference, CodedSpans hypothesis, std::size_t, Checkpoint* checkpoint) {
    return count_span_matches(reference, hypothesis, rules, checkpoint);
  });
}

nb::object entity_pairs(const SpanArrays& a, const SpanArrays& b, std::size_t categories, bool ends, bool labels) {
  return rows_of_spans(a, b, categories, [&](CodedSpans reference, CodedSpans hypothesis, std::size_t, Checkpoint* checkpoint) {
    return seamark::entity_pairs(reference, hypothesis, ends, labels, checkpoint);
  });
}

// ------------------------------------------------------------------------------------------------------ codings of items

// Calls count(item, first row, row after the last, checkpoint) for all items with two codings or more, without the GIL.
template <class Count>
void for_each_item(std::span<const std::int64_t> items, Count&& count) {
  without_gil([&](Checkpoint* checkpoint) {
    for (std::size_t item = 0; item + 1 < items.size(); ++item) {
      const auto begin = static_cast<std::size_t>(items[item]), end = static_cast<std::size_t>(items[item + 1]);
      pass(checkpoint, 1);
      if (end - begin >= 2) count(item, begin, end, checkpoint);
    }
  });
}

void unitizing_lengths(const SpanArrays& spans, const Int64s& items, std::size_t categories, const Output<double>& gaps, const OutputRows<double>& out) {
  const SpanColumn column = checked_spans(spans, categories);
  const auto rows = checked_offsets(items, column.size());
  double* gap = place_for(gaps, rows.size() - 1);
  auto* lengths = reinterpret_cast<CategoryLengths*>(place_for(out, rows.size() - 1, categories * CategoryLengths::width));
  for_each_item(rows, [&](std::size_t item, std::size_t begin, std::size_t end, Checkpoint* checkpoint) {
    gap[item] = category_lengths(column, begin, end, {lengths + item * categories, categories}, checkpoint);
  });
}

void unitizing_differences(const SpanArrays& spans, const Int64s& items, std::size_t categories, const OutputRows<double>& out) {
  const SpanColumn column = checked_spans(spans, categories);
  const auto rows = checked_offsets(items, column.size());
  double* differences = place_for(out, rows.size() - 1, categories);
  for_each_item(rows, [&](std::size_t item, std::size_t begin, std::size_t end, Checkpoint* checkpoint) {
    category_differences(column, begin, end, {differences + item * categories, categories}, checkpoint);
  });
}

// ------------------------------------------------------------------------------------------------------------ alignment

// The spans of each coder of an item are a row; unlike those of a corpus they may run past the end of the line.
std::tuple<Made<std::int32_t>, Made<std::int64_t>, Made<double>> span_candidates(const Int64s& starts, const Int64s& ends, const Int32s& codes,
                                                                                 const Int64s& offsets, double position, double category, double empty,
                                                                                 const Doubles& distances, std::size_t categories, std::size_t most) {
  require(categories < most_types && distances.size() == categories * categories, "distances of categories must be a square table");
  const auto sound = [](double weight) { return std::isfinite(weight) && weight >= 0.0; };
  require(sound(position) && sound(category) && sound(empty), "weights must be finite and at least 0");
  require(std::ranges::all_of(view(distances), sound), "distances must be finite and at least 0");
  const SpanColumn column = checked_spans(starts, ends, codes, offsets);
  require(all_below(column.codes, categories), "a code has no category");
  for (std::size_t i = 0; i < column.starts.size(); ++i) {
    require(column.starts[i] >= 0 && column.starts[i] < column.ends[i], "a span must begin at 0 or later, and end after it begins");
  }
  std::vector<CodedSpans> coders;
  for (std::size_t coder = 0; coder + 1 < column.offsets.size(); ++coder) coders.push_back(column[coder]);
  const SpanDissimilarity dissimilarity{position, category, empty, view(distances), categories};
  SpanCandidates found = without_gil([&](Checkpoint* checkpoint) { return CandidateSearch(coders, dissimilarity, most, checkpoint).run(); });
  return {to_array(std::move(found.members)), to_array(std::move(found.ends)), to_array(std::move(found.costs))};
}

Made<std::int32_t> assign_pairs(const Int64s& offsets, const Int32s& columns, const Doubles& costs, std::size_t column_count) {
  const AssignmentCosts given{view(offsets), view(columns), view(costs)};
  require_size("costs", given.costs.size(), given.columns.size());
  require(sound_offsets(given.offsets, given.columns.size()), "offsets must ascend from 0 or more to at most the number of pairs");
  require(all_below(given.columns, column_count), "there is no such column");
  require(std::ranges::all_of(given.costs, [](double cost) { return std::isfinite(cost); }), "costs must be finite");
  require(column_count <= std::size_t{1} << 24, "there are more columns than 2**24");
  return to_array(without_gil([&](Checkpoint* checkpoint) { return SparseAssignment(given, column_count).run(checkpoint); }));
}

}  // namespace

void bind_spans(nb::module_& m) {
  m.def("turn_errors", &turn_errors, "a"_a.noconvert(), "b"_a.noconvert(), "categories"_a, "collar"_a, "skip_overlap"_a, "by"_a);
  m.def("jaccard_errors", &jaccard_errors, "a"_a.noconvert(), "b"_a.noconvert(), "categories"_a, "collar"_a, "skip_overlap"_a, "by"_a);
  m.def("label_times", &label_times, "a"_a.noconvert(), "b"_a.noconvert(), "categories"_a, "collar"_a, "skip_overlap"_a);
  m.def("mapped_labels", &mapped_labels, "a"_a.noconvert(), "b"_a.noconvert(), "categories"_a, "collar"_a, "skip_overlap"_a, "by"_a);
  m.def("segment_parts", &segment_parts, "a"_a.noconvert(), "b"_a.noconvert(), "categories"_a, "fill"_a);
  m.def("span_matches", &span_matches, "a"_a.noconvert(), "b"_a.noconvert(), "categories"_a, "least_share"_a, "labels"_a);
  m.def("entity_pairs", &entity_pairs, "a"_a.noconvert(), "b"_a.noconvert(), "categories"_a, "ends"_a, "labels"_a);
  m.def("unitizing_lengths", &unitizing_lengths, "spans"_a.noconvert(), "items"_a.noconvert(), "categories"_a, "gaps"_a.noconvert(), "out"_a.noconvert());
  m.def("unitizing_differences", &unitizing_differences, "spans"_a.noconvert(), "items"_a.noconvert(), "categories"_a, "out"_a.noconvert());
  m.def("span_candidates", &span_candidates, "starts"_a.noconvert(), "ends"_a.noconvert(), "codes"_a.noconvert(), "offsets"_a.noconvert(),
        "position"_a, "category"_a, "empty"_a, "distances"_a.noconvert(), "categories"_a, "most"_a);
  m.def("assign_pairs", &assign_pairs, "offsets"_a.noconvert(), "columns"_a.noconvert(), "costs"_a.noconvert(), "column_count"_a);
}

}  // namespace seamark::bindings
