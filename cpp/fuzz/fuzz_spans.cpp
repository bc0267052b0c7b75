// Lengths and differences of unitizing alpha unit by unit, and candidates of alignments against all sets.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <set>
#include <vector>

#include "check.hpp"
#include "fuzzed_input.hpp"
#include "naive_spans.hpp"
#include "random_spans.hpp"
#include "seamark/spans.hpp"

namespace {

constexpr std::int32_t categories = 3;

using Row = seamark::testing::SpansInColumns::Row;

// Spans by the gap before them and their length; they do not overlap.
std::vector<Row> apart(fuzz::FuzzedInput& input, std::int64_t length) {
  std::vector<Row> rows;
  for (std::int64_t place = input.between(0, 7); place < length && !input.empty();) {
    const std::int64_t end = std::min(length, place + input.between(1, 8));
    rows.emplace_back(place, end, static_cast<std::int32_t>(input.between(0, categories - 1)));
    place = end + input.between(0, 7);
  }
  return rows;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::FuzzedInput input(data, size);
  const std::int64_t length = input.between(1, 64);
  const std::int64_t coders = input.between(2, 4);
  const double empty = input.one_of<double>({0.5, 1.0, 2.0}), position = input.one_of<double>({0.0, 0.5, 1.0, 4.0}) * empty;
  seamark::testing::SpansInColumns spans;
  for (std::int64_t coder = 0; coder < coders; ++coder) spans.add_coding(apart(input, length), length);
  const seamark::SpanColumn column = spans.column();

  double gaps = 0.0;
  const auto expected = naive::lengths_unit_by_unit(column, categories, gaps);
  std::vector<seamark::CategoryLengths> lengths(categories);
  std::vector<double> differences(categories);
  CHECK(naive::near(seamark::category_lengths(column, 0, column.size(), lengths, nullptr), gaps));
  seamark::category_differences(column, 0, column.size(), differences, nullptr);
  for (std::size_t c = 0; c < lengths.size(); ++c) {
    CHECK(naive::near(lengths[c].same, expected[c].same) && naive::near(lengths[c].other, expected[c].other));
    CHECK(naive::near(lengths[c].gap, expected[c].gap) && naive::near(lengths[c].pairable, expected[c].pairable));
    CHECK(naive::near(differences[c], naive::differences_pair_by_pair(column, static_cast<std::int32_t>(c))));
  }

  // All sets of many spans are too many to list.
  if (spans.starts.size() <= 14) {
    const std::vector<double> distances{0.0, 1.0, 0.5, 1.0, 0.0, 0.25, 0.5, 0.25, 0.0};
    const seamark::SpanDissimilarity unlike{position, empty, empty, distances, 3};
    std::vector<seamark::CodedSpans> sides;
    for (std::size_t row = 0; row < column.size(); ++row) sides.push_back(column[row]);
    const auto found = seamark::CandidateSearch(sides, unlike, 1'000'000, nullptr).run();
    std::set<naive::Set> seen;
    for (std::size_t i = 0; i < found.costs.size(); ++i) seen.insert({found.members.begin() + found.ends[i], found.members.begin() + found.ends[i + 1]});
    std::size_t missing = 0;
    for (const auto& [set, cost] : naive::all_sets(column, unlike)) missing += seen.contains(set) ? 0 : 1;
    CHECK(missing == 0 && seen.size() == found.costs.size());
  }
  if (seamark::testing::tally().failed > 0) std::abort();
  return 0;
}
