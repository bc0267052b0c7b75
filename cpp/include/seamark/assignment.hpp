// The assignment problem: rows and columns brought together one to one at the least cost, from a full table.
//
// There is a second solver, sparse_assignment.hpp, and each does what the other cannot. This one is exact in any numbers, also in the
// 128-bit integers of common time, which have no infinity and no rounding; every row gets a column, and of equally good ones always
// the same. It takes rows^2 * columns steps, which is nothing for the speakers of a recording. The other takes steps by the pairs that
// are possible: for 10,000 spans a side the table alone would hold 10^8 numbers, nearly all of them impossible.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

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

}  // namespace seamark
