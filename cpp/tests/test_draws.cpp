// Shuffles, places and numbers drawn at random, and sums over subsets, against versions that go step by step, and the laws of a fair
// draw.
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
#include "seamark/draws.hpp"

namespace {

using seamark::testing::Positions;

void test_subset_sums_equal_sums_one_by_one() {
  seamark::testing::RandomPairs random(51);
  for (int round = 0; round < 100; ++round) {
    const auto count = static_cast<std::size_t>(random.one_of<std::int64_t>({1, 2, 7, 8, 9, 63, 64, 65, 130}));
    const auto width = static_cast<std::size_t>(random.between(1, 5)), arrangements = static_cast<std::size_t>(random.between(0, 6));
    const std::size_t per_arrangement = (count + 63) / 64;
    std::vector<double> rows(count * width);
    for (double& number : rows) number = static_cast<double>(random.between(-1000, 1000)) / 8.0;  // sums are exact
    std::vector<std::uint64_t> words(arrangements * per_arrangement);
    for (std::uint64_t& word : words) word = static_cast<std::uint64_t>(random.between(0, INT64_MAX - 1)) * 2 + static_cast<std::uint64_t>(random.between(0, 1));
    std::vector<double> sums(arrangements * width, 3.0);
    seamark::add_subset_sums(words, rows, width, sums.data());
    for (std::size_t arrangement = 0; arrangement < arrangements; ++arrangement) {
      for (std::size_t column = 0; column < width; ++column) {
        double expected = 3.0;
        for (std::size_t row = 0; row < count; ++row) {
          if (words[arrangement * per_arrangement + row / 64] >> (row % 64) & 1) expected += rows[row * width + column];
        }
        CHECK(sums[arrangement * width + column] == expected);
      }
    }
  }
}

void test_places_ascend_within_bounds_and_stay_the_same() {
  seamark::testing::RandomPairs random(52);
  for (int round = 0; round < 200; ++round) {
    Positions numbers, places;
    std::vector<std::uint64_t> counters;
    std::size_t all = 0;
    for (std::uint64_t row = 0; row < 8; ++row) {
      places.push_back(random.one_of<std::int64_t>({0, 1, 2, 5, 100, 1000, std::int64_t{1} << 40, std::int64_t{1} << 62}));
      numbers.push_back(random.between(0, places.back() < 50 ? places.back() : 50));
      counters.push_back(17 * row);
      all += static_cast<std::size_t>(numbers.back());
    }
    Positions drawn(all);
    seamark::random_places(numbers, places, counters, 7, 2, drawn.data());
    std::size_t at = 0;
    for (std::size_t row = 0; row < 8; ++row) {
      const auto number = static_cast<std::size_t>(numbers[row]);
      // A row by itself has the same places.
      Positions alone(number);
      seamark::random_places({&numbers[row], 1}, {&places[row], 1}, {&counters[row], 1}, 7, 2, alone.data());
      for (std::size_t i = 0; i < number; ++i) {
        CHECK(drawn[at + i] >= 1 && drawn[at + i] <= places[row]);
        CHECK(i == 0 || drawn[at + i - 1] < drawn[at + i]);
        CHECK(drawn[at + i] == alone[i]);
      }
      at += number;
    }
  }
}

// Of 5 places, every set of as many is as likely as any other: within five standard errors.
void test_every_set_of_places_is_as_likely() {
  constexpr int draws = 20'000;
  constexpr std::int64_t sets[] = {1, 5, 10, 10, 5, 1};
  for (std::int64_t number = 0; number <= 5; ++number) {
    std::map<Positions, int> seen;
    const std::int64_t places = 5;
    const std::uint64_t counter = 1;
    for (int draw = 0; draw < draws; ++draw) {
      Positions drawn(static_cast<std::size_t>(number));
      seamark::random_places({&number, 1}, {&places, 1}, {&counter, 1}, 99, static_cast<std::uint64_t>(draw), drawn.data());
      ++seen[drawn];
    }
    const auto kinds = static_cast<std::size_t>(sets[number]);
    const double expected = draws / static_cast<double>(kinds);
    CHECK(seen.size() == kinds);
    for (const auto& [_, times] : seen) CHECK(std::abs(times - expected) <= 5 * std::sqrt(expected) * (kinds > 1));
  }
}

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
  test_subset_sums_equal_sums_one_by_one();
  test_places_ascend_within_bounds_and_stay_the_same();
  test_every_set_of_places_is_as_likely();
  test_rows_equal_the_naive_shuffle();
  test_every_order_comes_equally_often();
  test_types_that_share_a_place_stay_together();
  test_bounds_of_random_numbers();
  test_positions_without_order();
  return seamark::testing::checks_summary();
}
