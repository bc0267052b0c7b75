// Rows by number, and where pairs of them are cut, against what the definitions say.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "check.hpp"
#include "pair_columns.hpp"
#include "random_pairs.hpp"
#include "seamark/gather.hpp"

namespace {

using seamark::testing::Positions;

void test_rows_are_those_of_the_column() {
  seamark::testing::RandomPairs random(41);
  for (int round = 0; round < 50; ++round) {
    const auto pairs = random_pairs(random, 20);
    std::vector<std::int32_t> types(pairs.positions_a.size());
    for (std::int32_t& type : types) type = static_cast<std::int32_t>(random.between(0, 4));
    const seamark::Column column{pairs.positions_a, pairs.offsets_a, types};
    Positions rows(static_cast<std::size_t>(random.between(0, 40))), offsets(rows.size() + 1, -1), places;
    std::vector<std::int32_t> codes;
    for (std::int64_t& row : rows) {
      row = random.between(0, 19);
      const auto one = column.typed(static_cast<std::size_t>(row));
      places.insert(places.end(), one.positions.begin(), one.positions.end());
      codes.insert(codes.end(), one.types.begin(), one.types.end());
    }
    CHECK(seamark::boundaries_of_rows(column, rows) == places.size());
    Positions found(places.size());
    std::vector<std::int32_t> found_codes(places.size());
    seamark::gather_rows(column, rows, found.data(), found_codes.data(), offsets.data());
    CHECK(found == places);
    CHECK(found_codes == codes);
    CHECK(offsets.front() == 0);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      CHECK(static_cast<std::size_t>(offsets[i + 1] - offsets[i]) == column[static_cast<std::size_t>(rows[i])].size());
    }
  }
}

// No block is larger than it may be, unless it is a single pair, and none could take the next pair too.
void test_blocks_are_as_large_as_they_may_be() {
  seamark::testing::RandomPairs random(42);
  for (int round = 0; round < 200; ++round) {
    const auto pairs = random_pairs(random, 20);
    const seamark::Column a = pairs.a(), b = pairs.b();
    Positions rows_a(static_cast<std::size_t>(random.between(0, 30))), rows_b(rows_a.size());
    std::vector<std::size_t> sizes;
    for (std::size_t i = 0; i < rows_a.size(); ++i) {
      rows_a[i] = random.between(0, 19);
      rows_b[i] = random.between(0, 19);
      sizes.push_back(std::max(a[static_cast<std::size_t>(rows_a[i])].size(), b[static_cast<std::size_t>(rows_b[i])].size()));
    }
    const auto most = static_cast<std::size_t>(random.one_of<std::int64_t>({0, 1, 10, 40, 200, 100'000}));
    const std::vector<std::int64_t> ends = seamark::block_ends(a, rows_a, b, rows_b, most);
    CHECK(ends.empty() == rows_a.empty());
    std::size_t start = 0;
    for (const std::int64_t end : ends) {
      const auto stop = static_cast<std::size_t>(end);
      if (!CHECK(stop > start && stop <= sizes.size())) return;
      std::size_t held = 0;
      for (std::size_t i = start; i < stop; ++i) held += sizes[i];
      CHECK(held <= most || stop == start + 1);
      CHECK(stop == sizes.size() || held + sizes[stop] > most);
      start = stop;
    }
    CHECK(start == sizes.size());
  }
}

}  // namespace

int main() {
  test_rows_are_those_of_the_column();
  test_blocks_are_as_large_as_they_may_be();
  return seamark::testing::checks_summary();
}
