// Shuffled rows against a shuffle that is written down step by step, and the laws of a fair shuffle.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "check.hpp"
#include "pair_columns.hpp"
#include "random_pairs.hpp"
#include "seamark/shuffle.hpp"

namespace {

using Positions = std::vector<std::int64_t>;

Positions segments_of(const Positions& positions, std::int64_t mass) {
  Positions segments;
  std::int64_t before = 0;
  for (const std::int64_t place : positions) {
    segments.push_back(place - before);
    before = place;
  }
  segments.push_back(mass - before);
  return segments;
}

// From the last segment to the first, each changes places with one that is not behind it.
Positions naive_shuffle(const Positions& positions, std::int64_t mass, seamark::CounterRandom random) {
  Positions segments = segments_of(positions, mass);
  for (std::size_t last = segments.size() - 1; last >= 1; --last) {
    const std::size_t chosen = random.below(last + 1);
    const std::int64_t kept = segments[last];
    segments[last] = segments[chosen];
    segments[chosen] = kept;
  }
  Positions places;
  std::int64_t place = 0;
  for (std::size_t i = 0; i + 1 < segments.size(); ++i) places.push_back(place += segments[i]);
  return places;
}

void test_rows_equal_the_naive_shuffle() {
  seamark::testing::RandomPairs random(31);
  for (int round = 0; round < 20; ++round) {
    const auto pairs = random_pairs(random, 50);
    const seamark::Column column = pairs.a();
    const std::size_t count = pairs.masses.size(), boundaries = column.boundaries(0, count);
    std::vector<std::uint64_t> rows(count);
    for (std::size_t i = 0; i < count; ++i) rows[i] = 7 * i + 1;
    constexpr std::size_t draws = 3;
    Positions all(boundaries * draws), one(boundaries);
    seamark::shuffle_rows(column, pairs.masses, rows, 5, 0, draws, all.data(), nullptr);
    // Any draw by itself is the same.
    seamark::shuffle_rows(column, pairs.masses, rows, 5, 1, 1, one.data(), nullptr);
    CHECK(std::equal(one.begin(), one.end(), all.begin() + static_cast<std::ptrdiff_t>(boundaries)));
    std::size_t at = 0;
    for (std::size_t draw = 0; draw < draws; ++draw) {
      for (std::size_t i = 0; i < count; ++i) {
        const Positions before(column[i].begin(), column[i].end());
        const Positions expected = naive_shuffle(before, pairs.masses[i], seamark::CounterRandom(5, draw, rows[i]));
        CHECK(std::equal(expected.begin(), expected.end(), all.begin() + static_cast<std::ptrdiff_t>(at)));
        at += before.size();
      }
    }
  }
}

void test_every_order_comes_equally_often() {
  const Positions positions{1, 3}, offsets{0, 2}, masses{7};
  const std::vector<std::uint64_t> rows{4};
  constexpr std::size_t draws = 60'000;
  Positions all(2 * draws);
  seamark::shuffle_rows({positions, offsets, {}}, masses, rows, 9, 0, draws, all.data(), nullptr);
  std::map<std::pair<std::int64_t, std::int64_t>, int> found;
  for (std::size_t draw = 0; draw < draws; ++draw) ++found[{all[2 * draw], all[2 * draw + 1]}];
  CHECK(found.size() == 6);
  // The standard deviation of a count is 91.
  for (const auto& [order, times] : found) CHECK(std::abs(times - 10'000) < 5 * 91);
}

void test_types_that_share_a_place_stay_together() {
  // Places 2 (types 0 and 1), 5 (type 1), 6 (types 0, 1 and 2).
  const Positions positions{2, 2, 5, 6, 6, 6}, offsets{0, 6}, masses{9};
  const std::vector<std::int32_t> types{0, 1, 1, 0, 1, 2};
  const std::vector<std::uint64_t> rows{0};
  constexpr std::size_t draws = 5'000;
  Positions places(6 * draws);
  std::vector<std::int32_t> codes(6 * draws);
  seamark::shuffle_rows({positions, offsets, types}, masses, rows, 1, 0, draws, places.data(), codes.data());
  int first_is_alone = 0;
  for (std::size_t draw = 0; draw < draws; ++draw) {
    const std::span<const std::int64_t> where(places.data() + 6 * draw, 6);
    const std::span<const std::int32_t> which(codes.data() + 6 * draw, 6);
    CHECK(seamark::well_formed({where, which}, 9));
    std::map<std::int64_t, std::vector<std::int32_t>> sets;
    for (std::size_t i = 0; i < 6; ++i) sets[where[i]].push_back(which[i]);
    Positions distinct;
    std::vector<std::vector<std::int32_t>> held;
    for (const auto& [place, set] : sets) {
      distinct.push_back(place);
      held.push_back(set);
    }
    first_is_alone += held.front().size() == 1 ? 1 : 0;
    std::sort(held.begin(), held.end());
    CHECK(held == std::vector<std::vector<std::int32_t>>{{0, 1}, {0, 1, 2}, {1}});
    Positions sizes = segments_of(distinct, 9);
    std::sort(sizes.begin(), sizes.end());
    CHECK(sizes == Positions{1, 2, 3, 3});
  }
  CHECK(std::abs(first_is_alone - 5'000 / 3.0) < 5 * 33.4);
}

void test_bounds_of_random_numbers() {
  seamark::CounterRandom random(1, 2, 3);
  for (const std::size_t bound : {std::size_t{1}, std::size_t{2}, std::size_t{3}, std::size_t{1000}, (std::size_t{1} << 31) - 1}) {
    for (int i = 0; i < 1000; ++i) CHECK(random.below(bound) < bound);
  }
}

// Positions that make no sense stay inside the arrays; segments wrap.
void test_positions_without_order() {
  const Positions positions{9, -4, 9, 2}, offsets{0, 4}, masses{3};
  const std::vector<std::uint64_t> rows{0};
  Positions places(4);
  seamark::shuffle_rows({positions, offsets, {}}, masses, rows, 1, 0, 1, places.data(), nullptr);
  const std::vector<std::int32_t> types{0, 0, 0, 0};
  std::vector<std::int32_t> codes(4, -1);
  seamark::shuffle_rows({positions, offsets, types}, masses, rows, 1, 0, 1, places.data(), codes.data());
  CHECK(codes == types);
}

}  // namespace

int main() {
  test_rows_equal_the_naive_shuffle();
  test_every_order_comes_equally_often();
  test_types_that_share_a_place_stay_together();
  test_bounds_of_random_numbers();
  test_positions_without_order();
  return seamark::testing::checks_summary();
}
