// Rows and columns paired one to one: at least cost from a full table, at least cost from the pairs that are possible, and as many
// pairs as possible.
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

// --------------------------------------------------------------------------------------------- as many pairs as possible

// The largest number of pairs in a graph with two sides, given the neighbours of each on the left (Hopcroft and Karp).
class BipartiteMatching {
 public:
  BipartiteMatching(const std::vector<std::vector<std::size_t>>& neighbours, std::size_t right)
      : neighbours_(neighbours), partner_left_(neighbours.size(), nobody), partner_right_(right, nobody), layer_(neighbours.size()), next_(neighbours.size()) {}

  [[nodiscard]] std::int64_t count(Checkpoint* checkpoint) {
    std::int64_t pairs = 0;
    while (lay_out(checkpoint)) {
      std::fill(next_.begin(), next_.end(), std::size_t{0});
      for (std::size_t left = 0; left < neighbours_.size(); ++left) {
        if (partner_left_[left] == nobody && augment(left)) ++pairs;
      }
    }
    return pairs;
  }

 private:
  static constexpr std::size_t nobody = static_cast<std::size_t>(-1);

  // Numbers the layers of shortest alternating paths from those without a partner; false when no path ends in another such.
  bool lay_out(Checkpoint* checkpoint) {
    std::queue<std::size_t> waiting;
    for (std::size_t left = 0; left < neighbours_.size(); ++left) {
      layer_[left] = partner_left_[left] == nobody ? 0 : nobody;
      if (layer_[left] == 0) waiting.push(left);
    }
    bool found = false;
    while (!waiting.empty()) {
      const std::size_t left = waiting.front();
      waiting.pop();
      pass(checkpoint, neighbours_[left].size() + 1);
      for (const std::size_t right : neighbours_[left]) {
        const std::size_t other = partner_right_[right];
        if (other == nobody) {
          found = true;
        } else if (layer_[other] == nobody) {
          layer_[other] = layer_[left] + 1;
          waiting.push(other);
        }
      }
    }
    return found;
  }

  // Looks for a path along the layers that ends without a partner, and exchanges the pairs on it. With a stack of its own: a
  // path may be as long as the graph is large.
  bool augment(std::size_t root) {
    std::vector<std::size_t> path{root};
    while (!path.empty()) {
      const std::size_t left = path.back();
      if (next_[left] == neighbours_[left].size()) {
        path.pop_back();
        if (!path.empty()) ++next_[path.back()];
        continue;
      }
      const std::size_t other = partner_right_[neighbours_[left][next_[left]]];
      if (other == nobody) {
        for (const std::size_t one : path) {
          const std::size_t right = neighbours_[one][next_[one]];
          partner_left_[one] = right;
          partner_right_[right] = one;
        }
        return true;
      }
      if (layer_[other] == layer_[left] + 1 && layer_[left] != nobody) {
        path.push_back(other);
      } else {
        ++next_[left];
      }
    }
    return false;
  }

  const std::vector<std::vector<std::size_t>>& neighbours_;
  std::vector<std::size_t> partner_left_, partner_right_, layer_, next_;
};

}  // namespace seamark
