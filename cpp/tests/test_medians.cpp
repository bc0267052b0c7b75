// Medians of codings: known ones, and random items against a search that compares everything anew.
#include "seamark/medians.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "check.hpp"
#include "naive_medians.hpp"
#include "random_pairs.hpp"

namespace {

using seamark::EditCosts;
using seamark::MedianSearch;
using seamark::Place;
using seamark::TypedBoundaries;
using seamark::testing::Positions;
using seamark::testing::RandomPairs;

std::vector<Place> median(MedianSearch& search, const std::vector<Positions>& codings, const Positions& vote, std::int64_t mass) {
  std::vector<TypedBoundaries> rows;
  for (const Positions& coding : codings) rows.push_back({coding, {}});
  return search(rows, {vote, {}}, mass);
}

// Three neighbours have the middle one, as B says (0.5 + 1 + 0.5) / 3; nobody has a boundary where nobody placed one.
void test_known() {
  const EditCosts costs{.scale = seamark::Scale::linear, .n = 2};
  MedianSearch search(costs, {true, 1.0, 200, 1e-12}, false);
  CHECK((median(search, {{4}, {5}, {6}}, {}, 10) == std::vector<Place>{{5, 0}}));
  CHECK((median(search, {{3, 8}}, {3, 8}, 12) == std::vector<Place>{{3, 0}, {8, 0}}));
  CHECK(median(search, {{}, {}, {7}}, {}, 12).empty());
  CHECK(median(search, {{}, {}}, {}, 1).empty());
}

void test_random() {
  RandomPairs random(61);
  for (int trial = 0; trial < 300; ++trial) {
    const EditCosts costs{.scale = random.one_of<seamark::Scale>({seamark::Scale::linear, seamark::Scale::te}), .n = random.one_of<std::int64_t>({2, 2, 3, 9})};
    const bool per_boundary = random.between(0, 1) == 1;
    MedianSearch search(costs, {per_boundary, 1.0, 200, 1e-12}, false);
    // The second item is searched with what the first one left behind.
    for (int item = 0; item < 2; ++item) {
      const std::int64_t mass = random.between(1, 16);
      std::vector<Positions> codings(1, random.dense(mass));
      for (std::int64_t coder = random.between(0, 4); coder > 0; --coder) codings.push_back(random.perturbed(codings.front(), mass));
      std::vector<naive::Median> sets;
      for (const Positions& coding : codings) {
        sets.emplace_back();
        for (const std::int64_t position : coding) sets.back().insert({position, 0});
      }
      const naive::Median expected = naive::Medians(costs, per_boundary, 1.0, sets, mass).best(sets.back());
      const std::vector<Place> found = median(search, codings, codings.back(), mass);
      CHECK(std::equal(found.begin(), found.end(), expected.begin(), expected.end()));
    }
  }
}

}  // namespace

int main() {
  test_known();
  test_random();
  return seamark::testing::checks_summary();
}
