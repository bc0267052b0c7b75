// The edit distance against its naive versions for up to four types, and its short cuts against the general path.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "check.hpp"
#include "edit_cases.hpp"
#include "fuzzed_input.hpp"
#include "naive_edit.hpp"
#include "seamark/edit.hpp"

namespace {

using namespace edit_cases;
using fuzz::FuzzedInput;

Options fuzzed_options(FuzzedInput& input, int types) {
  Options options;
  options.n = static_cast<int>(input.between(2, 6));
  options.scale = input.one_of({seamark::Scale::te, seamark::Scale::linear, seamark::Scale::unit});
  options.addition = input.between(0, 40);
  options.substitution = input.between(0, 40);
  options.transposition = input.between(0, 40);
  if (types > 1 && input.byte() % 2 == 0) {
    for (std::int64_t value = 1; options.values.size() < naive::most_types; value += input.between(1, 5)) options.values.push_back(value);
  }
  return options;
}

// Sets for both sides in the two halves of a byte, as long as there are bytes: short ones are tried in all ways.
void compare_with_naive(FuzzedInput& input) {
  const int types = static_cast<int>(input.between(1, naive::most_types));
  const Options options = fuzzed_options(input, types);
  const std::uint32_t all = (1U << types) - 1;
  Pair pair;
  while (!input.empty() && pair.a.size() < 24) {
    const std::uint8_t both = input.byte();
    pair.a.push_back(both & all);
    pair.b.push_back(both >> 4 & all);
  }
  const bool few = pair.a.size() * static_cast<std::size_t>(types) <= 10;
  const Best best = naive::Walk(pair.a, pair.b, options).best();
  if (few) CHECK(naive::Enumeration(pair.a, pair.b, options).best() == best);
  const Costs costs(options);
  seamark::EditCounting counting(costs.costs);
  const std::int64_t base = pair.a.size() % 3 == 0 ? edit_cases::largest_mass - 1 - static_cast<std::int64_t>(pair.a.size()) : 0;
  check_pair(pair, options, best, types == 1, counting, costs.costs, base);
  fuzz::stop_if_failed({}, {}, 0);
}

// Two-wise near misses in masses with a short cut: the same counts as those of the general path.
void compare_dense_with_general(FuzzedInput& input) {
  const fuzz::FuzzedPair pair(input, input.one_of<std::int64_t>({64, 128, 256, 384, 512, 600}), 600);
  const seamark::EditCosts costs{.scale = input.one_of({seamark::Scale::te, seamark::Scale::linear, seamark::Scale::unit})};
  seamark::EditCounting counting(costs);
  seamark::OneTypeWorkspace workspace;
  seamark::EditCounter counter(costs);
  seamark::align_one_type(pair.reference, pair.hypothesis, costs, workspace, counter);
  const seamark::EditCounts general = counter.counts();
  const auto same = [&](const seamark::EditCounts& counts) {
    CHECK(counts.matches == general.matches && counts.additions_a == general.additions_a && counts.additions_b == general.additions_b);
    CHECK(counts.transpositions == general.transpositions && counts.transposed_distance == general.transposed_distance);
    CHECK(counts.transposition_weight == general.transposition_weight);
  };
  same(counting.one_type(pair.reference, pair.hypothesis, pair.mass));
  if (pair.mass <= seamark::dense_word_mass) {
    same(counting.from_adjacent(seamark::count_in_words(pair.reference, pair.hypothesis), pair.reference.size(), pair.hypothesis.size()));
  }
  fuzz::stop_if_failed(pair.reference, pair.hypothesis, pair.mass);
}

// More types than the naive versions can follow, and any weights: the counts account for every boundary, are the same from both
// sides, and the script has as many rows; or the pair is refused for its states.
void many_types(FuzzedInput& input) {
  const auto types = static_cast<std::int32_t>(input.between(2, 40));
  const fuzz::Positions places = input.positions(edit_cases::largest_mass, 30);
  Boundaries a, b;
  for (const std::int64_t place : places) {
    for (Boundaries* side : {&a, &b}) {
      std::vector<std::int32_t> here;
      for (std::uint8_t count = input.byte() % 6; count > 0; --count) here.push_back(static_cast<std::int32_t>(input.between(0, types - 1)));
      std::sort(here.begin(), here.end());
      here.erase(std::unique(here.begin(), here.end()), here.end());
      for (const std::int32_t type : here) {
        side->positions.push_back(place);
        side->types.push_back(type);
      }
    }
  }
  const seamark::EditCosts costs{.addition = static_cast<double>(input.byte()) / 64,
                                 .substitution = static_cast<double>(input.byte()) / 64,
                                 .transposition = static_cast<double>(input.byte()) / 64,
                                 .scale = input.one_of({seamark::Scale::te, seamark::Scale::linear, seamark::Scale::unit}),
                                 .n = input.between(2, 8)};
  try {
    seamark::EditCounting counting(costs);
    const seamark::EditCounts counts = counting.several_types(a.view(), b.view()), mirrored = counting.several_types(b.view(), a.view());
    const auto used = [](const seamark::EditCounts& c) { return c.matches + c.substitutions + c.transpositions; };
    CHECK(used(counts) + counts.additions_a == static_cast<std::int64_t>(a.positions.size()));
    CHECK(used(counts) + counts.additions_b == static_cast<std::int64_t>(b.positions.size()));
    CHECK(std::abs(counts.cost(costs) - mirrored.cost(costs)) < 1e-9 * std::max(1.0, counts.cost(costs)));
    CHECK(edits_of(counts) == edits_of(mirrored));
    const auto rows = seamark::edit_script(a.view(), b.view(), costs);
    CHECK(rows.size() == static_cast<std::size_t>(counts.matches + edits_of(counts)));
  } catch (const seamark::TooManyStates&) {
  }
  fuzz::stop_if_failed(a.positions, b.positions, edit_cases::largest_mass);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  FuzzedInput input(data, size);
  switch (input.byte() % 3) {
    case 0: compare_with_naive(input); break;
    case 1: compare_dense_with_general(input); break;
    default: many_types(input);
  }
  return 0;
}
