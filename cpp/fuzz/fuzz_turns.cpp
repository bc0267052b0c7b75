// Errors of turns, parts of segments and pairs of entities against looking at every unit, every mapping and every way to pair.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <tuple>
#include <vector>

#include "check.hpp"
#include "fuzzed_input.hpp"
#include "naive_spans.hpp"
#include "naive_turns.hpp"
#include "seamark/spans.hpp"

namespace {

// Anywhere on the line, by start and length.
naive::TurnList turns(fuzz::FuzzedInput& input, std::int64_t length, std::int64_t most) {
  std::vector<std::tuple<std::int64_t, std::int64_t, std::int32_t>> rows;
  for (std::int64_t left = input.between(0, most); left > 0; --left) {
    const std::int64_t start = input.between(0, length - 1), end = start + input.between(1, length - start);
    rows.emplace_back(start, end, static_cast<std::int32_t>(input.between(0, naive::labels - 1)));
  }
  return naive::TurnList(rows);
}

// On lines too long to look at every unit: nothing is lost, and no label agrees more than it lasts.
void check_laws(const naive::TurnList& a, const naive::TurnList& b, std::int64_t length, const seamark::TurnRules& rules) {
  using seamark::LabelMapping;
  const seamark::TurnTimes times(a.spans(), b.spans(), length, rules);
  double most = 0.0;
  for (const LabelMapping by : {LabelMapping::scored, LabelMapping::anywhere, LabelMapping::jaccard, LabelMapping::named}) {
    const auto errors = seamark::turn_errors(times, by);
    CHECK(errors.correct >= 0.0 && errors.missed >= 0.0 && errors.false_alarm >= 0.0 && errors.confusion >= 0.0);
    CHECK(naive::near(errors.correct + errors.missed + errors.confusion, errors.total));
    if (by == LabelMapping::scored) most = errors.correct;
    CHECK(errors.correct <= most);
    const auto jaccard = seamark::jaccard_errors(times, by);
    CHECK(jaccard.error >= 0.0 && jaccard.error <= std::max(jaccard.labels, 1.0));
  }
  const auto parts = seamark::segment_parts(a.spans(), b.spans(), rules.regions, rules.collar, naive::labels);
  CHECK(parts.purity >= 0.0 && parts.purity <= parts.total && parts.coverage >= 0.0 && parts.coverage <= parts.total);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::FuzzedInput input(data, size);
  const std::int64_t length = input.between(1, input.one_of<std::int64_t>({8, 40, 100'000, seamark::largest_mass}));
  const std::int64_t collar = input.one_of<std::int64_t>({0, 1, 3, length, seamark::largest_mass});
  const bool skip_overlap = input.byte() % 2 == 0, in_regions = input.byte() % 2 == 0;
  const naive::TurnList within = turns(input, length, 3), a = turns(input, length, 6), b = turns(input, length, 6);
  const seamark::CodedSpans regions = within.spans();
  check_laws(a, b, length, {collar, skip_overlap, in_regions ? &regions : nullptr});
  naive::check_entities(a, b, collar % 2 == 0, skip_overlap);
  naive::check_matches(a, b, {input.one_of<double>({0.0, 0.3, 0.5, 1.0}), in_regions});
  if (length <= 40) {
    naive::check_turns(a, b, length, {std::min(collar, length), skip_overlap, in_regions ? &regions : nullptr});
    naive::check_segments(a, b, length, std::min(collar, length));
  }
  if (seamark::testing::tally().failed > 0) std::abort();
  return 0;
}
