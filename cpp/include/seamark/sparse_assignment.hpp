// Pairs between two sides at least cost, nobody being in two: shortest augmenting paths over the pairs that there are. For a full table
// of exact numbers, in which every row gets a column, see assignment.hpp, which also says why there are two.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <queue>
#include <span>
#include <utility>
#include <vector>

#include "seamark/checkpoint.hpp"

namespace seamark {

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
      if (checkpoint != nullptr) checkpoint->pass(16);
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
      if (checkpoint != nullptr) checkpoint->pass(16);
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
