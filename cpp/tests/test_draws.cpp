// Sums over subsets against sums one by one, and the laws of places drawn at random.
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

#include "check.hpp"
#include "random_pairs.hpp"
#include "seamark/random_places.hpp"
#include "seamark/swapped_sums.hpp"
#include "seamark/table_draws.hpp"

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

// Limits one by one, for any table: with limits that are equal, next to each other, or at either end.
void test_numbers_by_table_count_the_limits_reached() {
  constexpr std::uint64_t most = UINT64_MAX;
  const std::vector<std::vector<std::uint64_t>> tables = {
      {}, {0}, {most}, {std::uint64_t{1} << 63}, {0, 0, most}, {most / 3, most / 3 + 1, most / 2}, {1, 2, std::uint64_t{1} << 56, most - 1}};
  std::vector<std::uint64_t> counters;
  for (std::uint64_t counter = 0; counter < 500; ++counter) counters.push_back(counter * counter);
  for (const auto& limits : tables) {
    std::vector<double> drawn(3 * counters.size());
    seamark::draw_by_table(counters, limits, 11, 4, 3, drawn.data());
    for (std::size_t draw = 0; draw < 3; ++draw) {
      for (std::size_t column = 0; column < counters.size(); ++column) {
        const std::uint64_t word = seamark::CounterRandom(11, 4 + draw, counters[column]).next();
        double expected = 0;
        for (const std::uint64_t limit : limits) expected += word >= limit ? 1 : 0;
        CHECK(drawn[draw * counters.size() + column] == expected);
      }
    }
    const seamark::DrawTable table(limits);
    for (const std::uint64_t limit : limits) {
      for (const std::uint64_t word : {limit - 1, limit, limit + 1}) {
        std::size_t expected = 0;
        for (const std::uint64_t other : limits) expected += word >= other ? 1 : 0;
        CHECK(table(word) == expected);
      }
    }
  }
}

}  // namespace

int main() {
  test_numbers_by_table_count_the_limits_reached();
  test_subset_sums_equal_sums_one_by_one();
  test_places_ascend_within_bounds_and_stay_the_same();
  test_every_set_of_places_is_as_likely();
  return seamark::testing::checks_summary();
}
