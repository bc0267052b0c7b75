// Rows and columns paired one to one at least cost: from a full table, or from the pairs that are possible.
//
// The two solvers for costs do what the other cannot. The full table is exact in any numbers, also in the 128-bit integers of common
// time, which have no infinity and no rounding; every row gets a column, and of equally good ones always the same. It takes
// rows^2 * columns steps, which is nothing for the speakers of a recording. The sparse one takes steps by the pairs that are possible:
// for 10,000 spans a side the table alone would hold 10^8 numbers, nearly all of them impossible.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <queue>
#include <span>
#include <utility>
#include <vector>

#include "seamark/columns.hpp"

namespace seamark {

// The column of every row in an assignment of least cost, cost(row, column) being a number of any sign. Every row gets a column,
// so there must be at least as many columns as rows. Shortest augmenting paths, O(rows^2 * columns); of several best assignments
// always the same one.
template <class Number, class Cost>
[[nodiscard]] std::vector<std::size_t> least_assignment(std::size_t rows, std::size_t columns, Cost&& cost) {
  constexpr std::size_t start = 0;  // a column in front of all others, where every path begins
  const std::size_t nobody = rows;
  std::vector<Number> of_row(rows + 1, Number(0)), of_column(columns + 1, Number(0)), least(columns + 1, Number(0));
  std::vector<std::size_t> row_of(columns + 1, nobody), before(columns + 1, start);
  std::vector<char> reached(columns + 1), visited(columns + 1);
  for (std::size_t row = 0; row < rows; ++row) {
    row_of[start] = row;
    std::fill(reached.begin(), reached.end(), char{0});
    std::fill(visited.begin(), visited.end(), char{0});
    std::size_t column = start;
    while (row_of[column] != nobody) {
      visited[column] = 1;
      const std::size_t here = row_of[column];
      std::size_t nearest = start;
      for (std::size_t j = 1; j <= columns; ++j) {
        if (visited[j] != 0) continue;
        const Number reduced = cost(here, j - 1) - of_row[here] - of_column[j];
        if (reached[j] == 0 || reduced < least[j]) {
          reached[j] = 1;
          least[j] = reduced;
          before[j] = column;
        }
        if (nearest == start || least[j] < least[nearest]) nearest = j;
      }
      const Number step = least[nearest];
      for (std::size_t j = 0; j <= columns; ++j) {
        if (visited[j] != 0) {
          of_row[row_of[j]] = of_row[row_of[j]] + step;
          of_column[j] = of_column[j] - step;
        } else {
          least[j] = least[j] - step;
        }
      }
      column = nearest;
    }
    while (column != start) {
      row_of[column] = row_of[before[column]];
      column = before[column];
    }
  }
  std::vector<std::size_t> column_of(rows);
  for (std::size_t j = 1; j <= columns; ++j) {
    if (row_of[j] != nobody) column_of[row_of[j]] = j - 1;
  }
  return column_of;
}

// -------------------------------------------------------------------------------------- from the pairs that are possible

// What the rows may be paired with: columns[k] at costs[k] for k from offsets[row] to before offsets[row+1]. A row may stay alone
// at cost 0, so that only negative costs matter.
struct AssignmentCosts {
  std::span<const std::int64_t> offsets;
  std::span<const std::int32_t> columns;
  std::span<const double> costs;
};

// For every row its column, or -1. Jonker & Volgenant's method; every row has, beside its columns, one of its own at cost 0.
class SparseAssignment {
 public:
  SparseAssignment(const AssignmentCosts& given, std::size_t columns)
      : given_(given), row_price_(given.offsets.size() - 1, 0.0), column_price_(columns, 0.0), column_of_(row_price_.size(), -1),
        row_of_(columns, -1), distance_(columns, infinite), reached_from_(columns, -1), settled_(columns, false) {}

  [[nodiscard]] std::vector<std::int32_t> run(Checkpoint* checkpoint) {
    for (std::size_t row = 0; row < row_price_.size(); ++row) {
      pass(checkpoint, 16);
      augment(row, checkpoint);
    }
    return std::move(column_of_);
  }

 private:
  static constexpr double infinite = std::numeric_limits<double>::infinity();
  using Reached = std::pair<double, std::int32_t>;

  void augment(std::size_t first, Checkpoint* checkpoint) {
    double cheapest = 0.0;
    for_each_column(first, [&](std::size_t column, double cost) { cheapest = std::min(cheapest, cost - column_price_[column]); });
    row_price_[first] = cheapest;
    std::priority_queue<Reached, std::vector<Reached>, std::greater<>> heap;
    std::vector<std::size_t> touched, settled;
    double length = 0.0, alone_length = infinite;
    std::size_t row = first, alone = first;
    std::int32_t end = -1;
    while (true) {
      if (length - row_price_[row] < alone_length) {
        alone_length = length - row_price_[row];
        alone = row;
      }
      for_each_column(row, [&](std::size_t column, double cost) {
        if (settled_[column]) return;
        const double through = length + ((cost - row_price_[row]) - column_price_[column]);
        if (through >= distance_[column]) return;
        if (distance_[column] == infinite) touched.push_back(column);
        distance_[column] = through;
        reached_from_[column] = static_cast<std::int32_t>(row);
        heap.emplace(through, static_cast<std::int32_t>(column));
      });
      while (!heap.empty() && settled_[static_cast<std::size_t>(heap.top().second)]) heap.pop();
      if (heap.empty() || heap.top().first >= alone_length) {
        length = alone_length;
        break;
      }
      pass(checkpoint, 16);
      length = heap.top().first;
      const auto column = static_cast<std::size_t>(heap.top().second);
      heap.pop();
      if (row_of_[column] < 0) {
        end = static_cast<std::int32_t>(column);
        break;
      }
      settled_[column] = true;
      settled.push_back(column);
      row = static_cast<std::size_t>(row_of_[column]);
    }
    row_price_[first] += length;
    for (const std::size_t column : settled) {
      row_price_[static_cast<std::size_t>(row_of_[column])] += length - distance_[column];
      column_price_[column] -= length - distance_[column];
    }
    // A row that stays alone gives its column away.
    if (end < 0) std::swap(end, column_of_[alone]);
    while (end >= 0) {
      const std::int32_t from = reached_from_[static_cast<std::size_t>(end)];
      row_of_[static_cast<std::size_t>(end)] = from;
      std::swap(end, column_of_[static_cast<std::size_t>(from)]);
    }
    for (const std::size_t column : touched) distance_[column] = infinite;
    for (const std::size_t column : settled) settled_[column] = false;
  }

  template <class Visit>
  void for_each_column(std::size_t row, Visit&& visit) const {
    for (auto k = static_cast<std::size_t>(given_.offsets[row]); k < static_cast<std::size_t>(given_.offsets[row + 1]); ++k) {
      visit(static_cast<std::size_t>(given_.columns[k]), given_.costs[k]);
    }
  }

  AssignmentCosts given_;
  std::vector<double> row_price_, column_price_;
  std::vector<std::int32_t> column_of_, row_of_;
  std::vector<double> distance_;
  std::vector<std::int32_t> reached_from_;
  std::vector<bool> settled_;
};

}  // namespace seamark
