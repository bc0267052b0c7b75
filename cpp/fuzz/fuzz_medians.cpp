// Medians of codings against a search without tables.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <set>
#include <vector>

#include "check.hpp"
#include "fuzzed_input.hpp"
#include "naive_medians.hpp"
#include "seamark/medians.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::FuzzedInput input(data, size);
  const std::int64_t mass = input.between(1, 16), coders = input.between(1, 3), types = input.between(1, 3);
  seamark::EditCosts costs{.scale = input.one_of({seamark::Scale::te, seamark::Scale::linear, seamark::Scale::unit}), .n = input.one_of<std::int64_t>({2, 2, 4, 64})};
  costs.addition = input.one_of({1.0, 0.25});
  const bool per_boundary = input.between(0, 1) == 1, typed = types > 1;
  std::vector<naive::Median> codings(static_cast<std::size_t>(coders));
  std::map<seamark::Place, std::int64_t> votes;
  for (naive::Median& coding : codings) {
    for (const std::int64_t position : input.positions(mass, 4)) coding.insert({position, static_cast<std::int32_t>(typed ? input.between(0, types - 1) : 0)});
    for (const seamark::Place& place : coding) ++votes[place];
  }
  naive::Median vote;
  for (const auto& [place, count] : votes) {
    if (2 * count > coders) vote.insert(place);
  }
  codings.push_back(vote);
  std::vector<std::vector<std::int64_t>> positions(codings.size());
  std::vector<std::vector<std::int32_t>> kinds(codings.size());
  std::vector<seamark::TypedBoundaries> rows;
  for (std::size_t row = 0; row < codings.size(); ++row) {
    for (const auto& [position, type] : codings[row]) {
      positions[row].push_back(position);
      if (typed) kinds[row].push_back(type);
    }
    rows.push_back({positions[row], kinds[row]});
  }
  rows.pop_back();
  codings.pop_back();
  const auto count = static_cast<double>(types);
  seamark::MedianSearch search(costs, {per_boundary, count, 200, 1e-12}, typed);
  const naive::Median expected = naive::Medians(costs, per_boundary, count, codings, mass).best(vote);
  for (int again = 0; again < 2; ++again) {
    const std::vector<seamark::Place> found = search(rows, {positions.back(), kinds.back()}, mass);
    CHECK(std::equal(found.begin(), found.end(), expected.begin(), expected.end()));
  }
  if (seamark::testing::tally().failed > 0) std::abort();
  return 0;
}
