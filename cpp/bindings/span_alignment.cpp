// Aligning the spans of several coders: which sets of spans can stand together, and the best pairs of two coders.
#include <nanobind/nanobind.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "arrays.hpp"
#include "bindings.hpp"
#include "seamark/columns.hpp"
#include "seamark/span_candidates.hpp"
#include "seamark/sparse_assignment.hpp"
#include "stopping.hpp"

namespace seamark::bindings {

using namespace nb::literals;

namespace {

// The spans of all coders of an item; unlike those of a corpus they may run past the end of the line.
std::vector<CodedSpans> checked_coders(const Input<std::int64_t>& starts, const Input<std::int64_t>& ends, const Input<std::int32_t>& codes,
                                       const Input<std::int64_t>& offsets, std::size_t categories) {
  const SpanColumn column{view(starts), view(ends), view(codes), view(offsets), {}};
  require_size("ends", column.ends.size(), column.starts.size());
  require_size("codes", column.codes.size(), column.starts.size());
  require(sound_offsets(column.offsets, column.starts.size()), "offsets must ascend from 0 or more to at most the number of spans");
  for (std::size_t i = 0; i < column.starts.size(); ++i) {
    require(column.starts[i] >= 0 && column.starts[i] < column.ends[i], "a span must begin at 0 or later, and end after it begins");
    require(column.codes[i] >= 0 && static_cast<std::size_t>(column.codes[i]) < categories, "a code has no category");
  }
  std::vector<CodedSpans> coders;
  for (std::size_t coder = 0; coder + 1 < column.offsets.size(); ++coder) coders.push_back(column[coder]);
  return coders;
}

nb::object span_candidates(const Input<std::int64_t>& starts, const Input<std::int64_t>& ends, const Input<std::int32_t>& codes,
                           const Input<std::int64_t>& offsets, double position, double category, double empty, const Input<double>& distances,
                           std::size_t categories, std::size_t most) {
  require(categories <= distances.size() && distances.size() / std::max<std::size_t>(categories, 1) == categories &&
              distances.size() == categories * categories,
          "distances of categories must be a square table");
  const auto sound = [](double weight) { return std::isfinite(weight) && weight >= 0.0; };
  require(sound(position) && sound(category) && sound(empty), "weights must be finite and at least 0");
  require(std::ranges::all_of(view(distances), sound), "distances must be finite and at least 0");
  const std::vector<CodedSpans> coders = checked_coders(starts, ends, codes, offsets, categories);
  const SpanDissimilarity dissimilarity{position, category, empty, view(distances), categories};
  SpanCandidates found;
  {
    SignalCheckpoint checkpoint;
    const nb::gil_scoped_release unlocked;
    found = CandidateSearch(coders, dissimilarity, most, &checkpoint).run();
  }
  return nb::make_tuple(to_array(std::move(found.members)), to_array(std::move(found.ends)), to_array(std::move(found.costs)));
}

Made<std::int32_t> assign_pairs(const Input<std::int64_t>& offsets, const Input<std::int32_t>& columns, const Input<double>& costs, std::size_t column_count) {
  const AssignmentCosts given{view(offsets), view(columns), view(costs)};
  require_size("costs", given.costs.size(), given.columns.size());
  require(sound_offsets(given.offsets, given.columns.size()), "offsets must ascend from 0 or more to at most the number of pairs");
  for (const std::int32_t column : given.columns) require(column >= 0 && static_cast<std::size_t>(column) < column_count, "there is no such column");
  for (const double cost : given.costs) require(std::isfinite(cost), "costs must be finite");
  require(column_count <= std::size_t{1} << 24, "there are more columns than 2**24");
  std::vector<std::int32_t> column_of;
  {
    SignalCheckpoint checkpoint;
    const nb::gil_scoped_release unlocked;
    column_of = SparseAssignment(given, column_count).run(&checkpoint);
  }
  return to_array(std::move(column_of));
}

}  // namespace

void bind_span_alignment(nb::module_& m) {
  m.def("span_candidates", &span_candidates, "starts"_a.noconvert(), "ends"_a.noconvert(), "codes"_a.noconvert(), "offsets"_a.noconvert(),
        "position"_a, "category"_a, "empty"_a, "distances"_a.noconvert(), "categories"_a, "most"_a,
        nb::sig("def span_candidates(starts: numpy.typing.NDArray[numpy.int64], ends: numpy.typing.NDArray[numpy.int64], "
                "codes: numpy.typing.NDArray[numpy.int32], offsets: numpy.typing.NDArray[numpy.int64], position: float, category: float, "
                "empty: float, distances: numpy.typing.NDArray[numpy.float64], categories: int, most: int) -> "
                "tuple[numpy.typing.NDArray[numpy.int32], numpy.typing.NDArray[numpy.int64], numpy.typing.NDArray[numpy.float64]]"));
  m.def("assign_pairs", &assign_pairs, "offsets"_a.noconvert(), "columns"_a.noconvert(), "costs"_a.noconvert(), "column_count"_a);
}

}  // namespace seamark::bindings
