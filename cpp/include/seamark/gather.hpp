// Rows of a column by number, one after the other: what pairs of codings are compared as.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "seamark/checkpoint.hpp"
#include "seamark/columns.hpp"

namespace seamark {

// How many boundaries the rows have, each as often as it stands there. Every number is one of a row.
inline std::size_t boundaries_of_rows(const Column& column, std::span<const std::int64_t> rows) {
  std::size_t sum = 0;
  for (const std::int64_t row : rows) sum += column[static_cast<std::size_t>(row)].size();
  return sum;
}

// Copies the rows into `positions` (and `types`, where there are any), which have room for their boundaries, and writes one offset
// more than there are rows.
inline void gather_rows(const Column& column, std::span<const std::int64_t> rows, std::int64_t* positions, std::int32_t* types, std::int64_t* offsets,
                        Checkpoint* checkpoint = nullptr) {
  std::int64_t written = 0;
  *offsets++ = 0;
  for (const std::int64_t row : rows) {
    const TypedBoundaries boundaries = column.typed(static_cast<std::size_t>(row));
    if (checkpoint != nullptr) checkpoint->pass(1 + boundaries.positions.size() / 8);
    positions = std::copy(boundaries.positions.begin(), boundaries.positions.end(), positions);
    if (types != nullptr) types = std::copy(boundaries.types.begin(), boundaries.types.end(), types);
    *offsets++ = written += static_cast<std::int64_t>(boundaries.positions.size());
  }
}

// Where pairs of rows are cut into blocks: a block ends before its larger side would hold more than `most` boundaries, but
// has one pair at least. Both have as many rows.
inline std::vector<std::int64_t> block_ends(const Column& a, std::span<const std::int64_t> rows_a, const Column& b,
                                            std::span<const std::int64_t> rows_b, std::size_t most) {
  std::vector<std::int64_t> ends;
  std::size_t held = 0;
  for (std::size_t pair = 0; pair < rows_a.size(); ++pair) {
    const std::size_t size = std::max(a[static_cast<std::size_t>(rows_a[pair])].size(), b[static_cast<std::size_t>(rows_b[pair])].size());
    if (pair > 0 && (size > most || held > most - size)) {
      ends.push_back(static_cast<std::int64_t>(pair));
      held = 0;
    }
    held += size;
  }
  if (!rows_a.empty()) ends.push_back(static_cast<std::int64_t>(rows_a.size()));
  return ends;
}

}  // namespace seamark
