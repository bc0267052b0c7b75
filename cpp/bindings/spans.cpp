// Spans: turns of speakers, spans that match, the sums of alpha for unitizing, and the alignment of several coders.
#include "seamark/spans.hpp"

#include <nanobind/stl/pair.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "border.hpp"
#include "seamark/assignment.hpp"

namespace seamark::bindings {

namespace {

SpanColumn checked_spans(const Int64s& starts, const Int64s& ends, const Int32s& codes, const Int64s& offsets) {
  const SpanColumn column{view(starts), view(ends), view(codes), view(offsets), {}};
  require_size("ends", column.ends.size(), column.starts.size());
  require_size("codes", column.codes.size(), column.starts.size());
  require(sound_offsets(column.offsets, column.starts.size()), "offsets must ascend from 0 or more to at most the number of spans");
  return column;
}

struct SpanArrays {
  Int64s starts, ends;
  Int32s codes;
  Int64s offsets, lengths;

  [[nodiscard]] SpanColumn checked(std::size_t categories) const {
    SpanColumn column = checked_spans(starts, ends, codes, offsets);
    column.lengths = view(lengths);
    require_size("lengths", column.lengths.size(), column.offsets.size() - 1);
    require(sound_spans(column, categories), "spans must lie within their line, and their codes within the categories");
    return column;
  }
};

// ------------------------------------------------------------------------------------------------------ pairs of codings

// Writes count(row of the reference, row of the hypothesis, number of the row, checkpoint) into a row of `out` for every pair.
template <class Count>
void fill_from_spans(const SpanArrays& a, const SpanArrays& b, std::size_t categories, const OutputRows<double>& out, Count&& count) {
  const SpanColumn reference = a.checked(categories), hypothesis = b.checked(categories);
  require_size("codings of the hypothesis", hypothesis.size(), reference.size());
  require(std::ranges::equal(reference.lengths, hypothesis.lengths), "the two lines of a pair differ in length");
  fill_rows(reference.size(), out, [&](std::size_t i, Checkpoint* checkpoint) {
    pass(checkpoint, reference[i].size() + hypothesis[i].size() + 1);
    return count(reference[i], hypothesis[i], i, checkpoint);
  });
}

// What turns are compared by, beside their labels.
struct TurnOptions {
  std::size_t categories;
  std::int64_t collar;
  bool skip_overlap;
  // The regions that are scored, a row of spans for every pair; without any everything is.
  const SpanArrays* uem;
};

SpanColumn checked_regions(const SpanArrays* uem, const SpanArrays& a) {
  if (uem == nullptr) return {};
  const SpanColumn regions = uem->checked(1);
  require(std::ranges::equal(regions.lengths, view(a.lengths)), "the regions and the turns of a pair lie on lines of different lengths");
  return regions;
}

// Writes count(times of the pair) into a row of `out` for every pair.
template <class Count>
void fill_from_turns(const SpanArrays& a, const SpanArrays& b, const TurnOptions& options, const OutputRows<double>& out, Count&& count) {
  require(options.collar >= 0, "the collar must be 0 or more");
  const SpanColumn regions = checked_regions(options.uem, a);
  const auto lengths = view(a.lengths);
  fill_from_spans(a, b, options.categories, out, [&](CodedSpans reference, CodedSpans hypothesis, std::size_t i, Checkpoint*) {
    const CodedSpans within = options.uem == nullptr ? CodedSpans{} : regions[i];
    const TurnRules rules{options.collar, options.skip_overlap, options.uem == nullptr ? nullptr : &within};
    return count(TurnTimes(reference, hypothesis, lengths[i], rules));
  });
}

LabelMapping label_mapping(int by) {
  require(0 <= by && by <= static_cast<int>(LabelMapping::named), "there is no such mapping");
  return static_cast<LabelMapping>(by);
}

void turn_errors(const SpanArrays& a, const SpanArrays& b, const TurnOptions& options, int by, const OutputRows<double>& out) {
  fill_from_turns(a, b, options, out, [by = label_mapping(by)](const TurnTimes& times) { return seamark::turn_errors(times, by); });
}

void jaccard_errors(const SpanArrays& a, const SpanArrays& b, const TurnOptions& options, int by, const OutputRows<double>& out) {
  fill_from_turns(a, b, options, out, [by = label_mapping(by)](const TurnTimes& times) { return seamark::jaccard_errors(times, by); });
}

void label_times(const SpanArrays& a, const SpanArrays& b, const TurnOptions& options, const OutputRows<double>& out) {
  fill_from_turns(a, b, options, out, [](const TurnTimes& times) { return seamark::label_times(times); });
}

// For every label of the reference of a single pair that is mapped: its code and that of the hypothesis.
std::vector<std::pair<std::int32_t, std::int32_t>> mapped_labels(const SpanArrays& a, const SpanArrays& b, const TurnOptions& options, int by) {
  std::vector<std::pair<std::int32_t, std::int32_t>> pairs;
  std::vector<double> none(1);
  const OutputRows<double> out(none.data(), {1, 1});
  fill_from_turns(a, b, options, out, [&](const TurnTimes& times) {
    const auto mapped = times.mapping(label_mapping(by));
    for (std::size_t i = 0; i < mapped.size(); ++i) {
      if (mapped[i] == times.labels_b()) continue;
      const bool anywhere = label_mapping(by) == LabelMapping::anywhere;
      if ((anywhere ? times.common_anywhere(i, mapped[i]) : times.common(i, mapped[i])) > 0) pairs.emplace_back(times.code_a(i), times.code_b(mapped[i]));
    }
    return 0.0;
  });
  return pairs;
}

void segment_parts(const SpanArrays& a, const SpanArrays& b, const TurnOptions& options, std::int64_t fill, const OutputRows<double>& out) {
  const SpanColumn regions = checked_regions(options.uem, a);
  fill_from_spans(a, b, options.categories, out, [&](CodedSpans reference, CodedSpans hypothesis, std::size_t i, Checkpoint*) {
    const CodedSpans within = options.uem == nullptr ? CodedSpans{} : regions[i];
    return seamark::segment_parts(reference, hypothesis, options.uem == nullptr ? nullptr : &within, fill, options.categories);
  });
}

void span_matches(const SpanArrays& a, const SpanArrays& b, std::size_t categories, double least_share, bool labels, const OutputRows<double>& out) {
  const SpanMatchRules rules{least_share, labels};
  fill_from_spans(a, b, categories, out, [&](CodedSpans reference, CodedSpans hypothesis, std::size_t, Checkpoint* checkpoint) {
    return count_span_matches(reference, hypothesis, rules, checkpoint);
  });
}

void entity_pairs(const SpanArrays& a, const SpanArrays& b, std::size_t categories, bool ends, bool labels, const OutputRows<double>& out) {
  fill_from_spans(a, b, categories, out, [&](CodedSpans reference, CodedSpans hypothesis, std::size_t, Checkpoint* checkpoint) {
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

// Which rows of a column are the codings of each item.
std::span<const std::int64_t> checked_items(const Int64s& items, const SpanColumn& column) {
  require(sound_offsets(view(items), column.size()), "items must ascend from 0 or more to at most the number of codings");
  return view(items);
}

void unitizing_lengths(const SpanArrays& spans, const Int64s& items, std::size_t categories, const Output<double>& gaps, const OutputRows<double>& out) {
  const SpanColumn column = spans.checked(categories);
  const auto rows = checked_items(items, column);
  double* gap = place_for(gaps, rows.size() - 1);
  auto* lengths = reinterpret_cast<CategoryLengths*>(place_for(out, rows.size() - 1, categories * CategoryLengths::width));
  for_each_item(rows, [&](std::size_t item, std::size_t begin, std::size_t end, Checkpoint* checkpoint) {
    gap[item] = category_lengths(column, begin, end, {lengths + item * categories, categories}, checkpoint);
  });
}

void unitizing_differences(const SpanArrays& spans, const Int64s& items, std::size_t categories, const OutputRows<double>& out) {
  const SpanColumn column = spans.checked(categories);
  const auto rows = checked_items(items, column);
  double* differences = place_for(out, rows.size() - 1, categories);
  for_each_item(rows, [&](std::size_t item, std::size_t begin, std::size_t end, Checkpoint* checkpoint) {
    category_differences(column, begin, end, {differences + item * categories, categories}, checkpoint);
  });
}

// ------------------------------------------------------------------------------------------------------------ alignment

// The spans of each coder of an item are a row; unlike those of a corpus they may run past the end of the line.
nb::object span_candidates(const Int64s& starts, const Int64s& ends, const Int32s& codes, const Int64s& offsets, double position, double category,
                           double empty, const Doubles& distances, std::size_t categories, std::size_t most) {
  require(categories <= distances.size() && distances.size() / std::max<std::size_t>(categories, 1) == categories &&
              distances.size() == categories * categories,
          "distances of categories must be a square table");
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
  return nb::make_tuple(to_array(std::move(found.members)), to_array(std::move(found.ends)), to_array(std::move(found.costs)));
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
  nb::class_<SpanArrays>(m, "SpanArrays")
      .def(nb::init<Int64s, Int64s, Int32s, Int64s, Int64s>(), "starts"_a.noconvert(), "ends"_a.noconvert(), "codes"_a.noconvert(),
           "offsets"_a.noconvert(), "lengths"_a.noconvert());
  nb::class_<TurnOptions>(m, "TurnOptions")
      .def("__init__", [](TurnOptions* made, std::size_t categories, std::int64_t collar, bool skip_overlap, const SpanArrays* uem) {
        new (made) TurnOptions{categories, collar, skip_overlap, uem};
      }, "categories"_a, "collar"_a, "skip_overlap"_a, "uem"_a.none(), nb::keep_alive<1, 5>());
  m.def("turn_errors", &turn_errors, "a"_a, "b"_a, "options"_a, "by"_a, "out"_a.noconvert());
  m.def("jaccard_errors", &jaccard_errors, "a"_a, "b"_a, "options"_a, "by"_a, "out"_a.noconvert());
  m.def("label_times", &label_times, "a"_a, "b"_a, "options"_a, "out"_a.noconvert());
  m.def("mapped_labels", &mapped_labels, "a"_a, "b"_a, "options"_a, "by"_a);
  m.def("segment_parts", &segment_parts, "a"_a, "b"_a, "options"_a, "fill"_a, "out"_a.noconvert());
  m.def("span_matches", &span_matches, "a"_a, "b"_a, "categories"_a, "least_share"_a, "labels"_a, "out"_a.noconvert());
  m.def("entity_pairs", &entity_pairs, "a"_a, "b"_a, "categories"_a, "ends"_a, "labels"_a, "out"_a.noconvert());
  m.def("unitizing_lengths", &unitizing_lengths, "spans"_a, "items"_a.noconvert(), "categories"_a, "gaps"_a.noconvert(), "out"_a.noconvert());
  m.def("unitizing_differences", &unitizing_differences, "spans"_a, "items"_a.noconvert(), "categories"_a, "out"_a.noconvert());
  m.def("span_candidates", &span_candidates, "starts"_a.noconvert(), "ends"_a.noconvert(), "codes"_a.noconvert(), "offsets"_a.noconvert(),
        "position"_a, "category"_a, "empty"_a, "distances"_a.noconvert(), "categories"_a, "most"_a,
        nb::sig("def span_candidates(starts: numpy.typing.NDArray[numpy.int64], ends: numpy.typing.NDArray[numpy.int64], "
                "codes: numpy.typing.NDArray[numpy.int32], offsets: numpy.typing.NDArray[numpy.int64], position: float, category: float, "
                "empty: float, distances: numpy.typing.NDArray[numpy.float64], categories: int, most: int) -> "
                "tuple[numpy.typing.NDArray[numpy.int32], numpy.typing.NDArray[numpy.int64], numpy.typing.NDArray[numpy.float64]]"));
  m.def("assign_pairs", &assign_pairs, "offsets"_a.noconvert(), "columns"_a.noconvert(), "costs"_a.noconvert(), "column_count"_a);
}

}  // namespace seamark::bindings
