// Columns that do not fit together are found, positions in any order lead no kernel outside of its memory (the sanitizers
// watch), a checkpoint stops long loops, and rows are gathered by number as the definitions say.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <vector>

#include "check.hpp"
#include "pair_columns.hpp"
#include "random_pairs.hpp"
#include "seamark/boundaries.hpp"
#include "seamark/columns.hpp"
#include "seamark/edit.hpp"
#include "seamark/fused.hpp"
#include "seamark/partitions.hpp"
#include "seamark/windows.hpp"

namespace {

using seamark::testing::Positions;
using seamark::testing::RandomPairs;

constexpr std::int64_t least = std::numeric_limits<std::int64_t>::min(), most = std::numeric_limits<std::int64_t>::max();

bool plainly_sound(const Positions& offsets, std::size_t size) {
  if (offsets.empty() || offsets.front() < 0) return false;
  return std::is_sorted(offsets.begin(), offsets.end()) && offsets.back() <= static_cast<std::int64_t>(size);
}

void test_offsets_and_masses() {
  RandomPairs random(1);
  const std::vector<std::int64_t> numbers{0, 0, 1, 2, 3, 3, 4, 5, -1, -2, most, least, most - 1, least + 1};
  for (int round = 0; round < 100000; ++round) {
    Positions offsets;
    for (std::int64_t n = random.between(0, 5); n > 0; --n) offsets.push_back(random.one_of(numbers));
    if (random.between(0, 1) == 0) std::sort(offsets.begin(), offsets.end());
    const auto size = static_cast<std::size_t>(random.between(0, 6));
    CHECK(seamark::sound_offsets(offsets, size) == plainly_sound(offsets, size));
    const bool sound = std::all_of(offsets.begin(), offsets.end(), [](std::int64_t m) { return m >= 1 && m <= seamark::largest_mass; });
    CHECK(seamark::sound_masses(offsets) == sound);
  }
  CHECK(seamark::sound_masses(Positions{1, seamark::largest_mass}));
  CHECK(!seamark::sound_masses(Positions{1, seamark::largest_mass + 1}));
  CHECK(!seamark::sound_offsets(Positions{0, most, -2, 0}, 3));
}

void test_rows_ascend() {
  RandomPairs random(3);
  int sound = 0;
  for (int round = 0; round < 100000; ++round) {
    Positions positions, offsets{0}, masses;
    for (std::int64_t rows = random.between(0, 3); rows > 0; --rows) {
      masses.push_back(random.one_of<std::int64_t>({1, 4, 9, seamark::largest_mass}));
      for (std::int64_t n = random.between(0, 3); n > 0; --n) positions.push_back(random.between(0, 20) == 0 ? random.one_of<std::int64_t>({least, most, 0}) : random.between(1, 8));
      if (random.between(0, 3) != 0) std::sort(positions.begin() + offsets.back(), positions.end());
      offsets.push_back(static_cast<std::int64_t>(positions.size()));
    }
    std::vector<std::int32_t> types;
    if (random.between(0, 1) == 0) types.resize(positions.size());
    for (std::int32_t& type : types) type = static_cast<std::int32_t>(random.between(0, 2));
    const seamark::Column column{positions, offsets, types};
    bool expected = true;
    for (std::size_t row = 0; row < masses.size(); ++row) {
      const auto [places, codes] = column.typed(row);
      for (std::size_t i = 0; i < places.size(); ++i) {
        expected &= places[i] >= 0 && places[i] <= masses[row];
        if (i > 0) expected &= places[i] > places[i - 1] || (places[i] == places[i - 1] && !codes.empty() && codes[i] > codes[i - 1]);
      }
    }
    CHECK(seamark::all_ascend(column, masses) == expected);
    sound += expected;
  }
  CHECK(sound > 1000);
}

Positions in_any_order(RandomPairs& random, std::int64_t mass) {
  Positions positions;
  for (std::int64_t n = random.between(0, 40); n > 0; --n) positions.push_back(random.between(1, mass - 1));
  return positions;
}

void test_positions_in_any_order_stay_inside() {
  RandomPairs random(2);
  seamark::WindowWorkspace windows;
  seamark::HammingWorkspace hamming;
  for (int round = 0; round < 4000; ++round) {
    const std::int64_t mass = random.one_of<std::int64_t>({2, 9, 64, 300, 512, 5000, std::int64_t{1} << 40});
    const Positions a = in_any_order(random, mass), b = in_any_order(random, mass);
    const std::int64_t width = random.between(1, std::min<std::int64_t>(mass, 200));
    const seamark::WindowFrame frame{-random.between(0, width), mass - 1 - random.between(0, width), width, 0};
    (void)seamark::swept_window_differences(a, b, frame, windows);
    (void)seamark::window_differences(a, b, frame, windows);
    (void)seamark::window_presence(a, b, frame);
    seamark::window_sums(a, b, mass, std::min<std::int64_t>(width, 1000), windows);
    seamark::EditCosts costs{.n = random.one_of<std::int64_t>({2, 3, 20})};
    seamark::EditCounting counting(costs);
    (void)counting.one_type(a, b, mass);
    CHECK(seamark::count_matches(a, b, random.between(0, 5)) <= static_cast<std::int64_t>(std::min(a.size(), b.size())));
    (void)seamark::hamming_edits(a, b, {}, hamming);
    (void)seamark::unit_errors(a, b, mass, false);
    (void)seamark::covering_sum(a, b, mass);
    (void)seamark::pair_counts(seamark::SegmentGroups{a, b, mass});
    (void)seamark::group_entropies(seamark::SegmentGroups{a, b, mass});
    (void)seamark::pair_weights(a, b, mass, 0.1);
    std::vector<std::int32_t> types_a(a.size()), types_b(b.size());
    for (auto* types : {&types_a, &types_b}) {
      for (std::int32_t& type : *types) type = static_cast<std::int32_t>(random.between(0, 2));
    }
    try {
      (void)counting.several_types({a, types_a}, {b, types_b});
    } catch (const seamark::TooManyStates&) {
      // Rightly so, when a small text holds a place many times.
    }
  }
}

struct Stopped : std::runtime_error {
  Stopped() : std::runtime_error("stopped") {}
};

class StopAt final : public seamark::Checkpoint {
 public:
  explicit StopAt(int looks) : looks_(looks) {}

 protected:
  void look_around() override {
    if (--looks_ == 0) throw Stopped();
  }

 private:
  int looks_;
};

template <class Work>
bool stops(Work&& work) {
  try {
    work();
  } catch (const Stopped&) {
    return true;
  }
  return false;
}

void test_checkpoint_stops_loops_over_pairs() {
  const std::size_t pairs = 200000;
  Positions positions, offsets{0};
  for (std::size_t i = 0; i < pairs; ++i) {
    positions.push_back(5);
    offsets.push_back(static_cast<std::int64_t>(positions.size()));
  }
  const Positions masses(pairs, 10);
  const seamark::Column column{positions, offsets, {}};
  const seamark::EditCosts costs;
  std::size_t counted = 0;
  const auto count = [&](seamark::Checkpoint* checkpoint) {
    counted = 0;
    seamark::count_edits(column, column, masses, costs, [&](std::size_t, const seamark::EditCounts&) { ++counted; }, checkpoint);
  };
  count(nullptr);
  CHECK(counted == pairs);
  StopAt second(2), never(1000);
  CHECK(stops([&] { count(&second); }));
  CHECK(counted > 0 && counted < pairs);
  CHECK(!stops([&] { count(&never); }));
  CHECK(counted == pairs);

  seamark::testing::JobColumns columns(pairs);
  const std::vector<seamark::EditJob> jobs{columns.edits(costs, 0.0)};
  const seamark::ListReader<std::int64_t, std::int64_t> rows(seamark::RowForm::positions, {column.positions, column.offsets, {}, {}}, {masses, {}});
  std::vector<std::uint8_t> status(pairs);
  StopAt first(1);
  CHECK(stops([&] { seamark::FusedCounting(jobs, {}).count(rows, rows, status, nullptr, &first); }));
}

// One pair, whose types interleave so that there are many states.
void test_checkpoint_stops_one_long_pair() {
  RandomPairs random(3);
  Positions a, b;
  std::vector<std::int32_t> types_a, types_b;
  for (std::int64_t p = 1; p < 800; ++p) {
    for (const bool in_a : {true, false}) {
      if (random.between(0, 1) == 0) continue;
      (in_a ? a : b).push_back(p);
      (in_a ? types_a : types_b).push_back(static_cast<std::int32_t>(random.between(0, 4)));
    }
  }
  const seamark::EditCosts costs{.n = 40};
  StopAt second(2);
  CHECK(stops([&] { (void)seamark::EditCounting(costs, &second).several_types({a, types_a}, {b, types_b}); }));
}

void test_rows_are_those_of_the_column() {
  seamark::testing::RandomPairs random(41);
  for (int round = 0; round < 50; ++round) {
    const auto pairs = random_pairs(random, 20);
    std::vector<std::int32_t> types(pairs.positions_a.size());
    for (std::int32_t& type : types) type = static_cast<std::int32_t>(random.between(0, 4));
    const seamark::Column column{pairs.positions_a, pairs.offsets_a, types};
    Positions rows(static_cast<std::size_t>(random.between(0, 40))), places;
    std::vector<std::int32_t> codes;
    for (std::int64_t& row : rows) {
      row = random.between(0, 19);
      const auto one = column.typed(static_cast<std::size_t>(row));
      places.insert(places.end(), one.positions.begin(), one.positions.end());
      codes.insert(codes.end(), one.types.begin(), one.types.end());
    }
    const auto [found, offsets, found_codes] = seamark::gather_rows(column, rows);
    CHECK(found == places);
    CHECK(found_codes == codes);
    CHECK(offsets.size() == rows.size() + 1 && offsets.front() == 0);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      CHECK(static_cast<std::size_t>(offsets[i + 1] - offsets[i]) == column[static_cast<std::size_t>(rows[i])].size());
    }
  }
}

}  // namespace

int main() {
  test_offsets_and_masses();
  test_rows_ascend();
  test_positions_in_any_order_stay_inside();
  test_checkpoint_stops_loops_over_pairs();
  test_checkpoint_stops_one_long_pair();
  test_rows_are_those_of_the_column();
  return seamark::testing::checks_summary();
}
