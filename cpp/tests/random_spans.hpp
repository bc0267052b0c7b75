// Random codings of spans for the native tests, as columns.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <tuple>
#include <vector>

#include "random_pairs.hpp"
#include "seamark/spans.hpp"

namespace seamark::testing {

struct SpansInColumns {
  std::vector<std::int64_t> starts, ends, offsets{0}, lengths;
  std::vector<std::int32_t> codes;

  using Row = std::tuple<std::int64_t, std::int64_t, std::int32_t>;

  void add_coding(std::vector<Row> rows, std::int64_t length) {
    std::sort(rows.begin(), rows.end());
    for (const auto& [start, end, code] : rows) {
      starts.push_back(start);
      ends.push_back(end);
      codes.push_back(code);
    }
    offsets.push_back(static_cast<std::int64_t>(starts.size()));
    lengths.push_back(length);
  }

  [[nodiscard]] SpanColumn column() const { return {starts, ends, codes, offsets, lengths}; }
};

// Spans that do not overlap; some touch.
inline std::vector<SpansInColumns::Row> apart(RandomPairs& random, std::int64_t length, std::int32_t categories) {
  std::vector<SpansInColumns::Row> rows;
  for (std::int64_t place = random.between(0, 3); place < length;) {
    const std::int64_t end = std::min(length, place + random.between(1, 6));
    if (random.between(0, 2) != 0) rows.emplace_back(place, end, static_cast<std::int32_t>(random.between(0, categories - 1)));
    place = end + random.one_of<std::int64_t>({0, 0, 1, 4});
  }
  return rows;
}

// Spans anywhere.
inline std::vector<SpansInColumns::Row> anywhere(RandomPairs& random, std::int64_t length, std::int32_t categories, std::int64_t most) {
  std::vector<SpansInColumns::Row> rows;
  for (std::int64_t n = random.between(0, most); n > 0; --n) {
    const std::int64_t start = random.between(0, length - 1);
    rows.emplace_back(start, random.between(start + 1, std::min(length, start + 12)), static_cast<std::int32_t>(random.between(0, categories - 1)));
  }
  return rows;
}

}  // namespace seamark::testing
