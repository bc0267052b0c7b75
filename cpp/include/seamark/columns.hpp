// Many segmentations as columns, the checks that let every kernel trust them, and the checkpoints of long computations.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace seamark {

// ---------------------------------------------------------------------------------------------------------- checkpoints

// A place where a long computation may be stopped from outside: a derived class checks for this and throws to stop it.
class Checkpoint {
 public:
  Checkpoint() = default;
  Checkpoint(const Checkpoint&) = delete;
  Checkpoint& operator=(const Checkpoint&) = delete;
  virtual ~Checkpoint() = default;

  // Counts steps of a few nanoseconds and checks once in 65,536 of them, so that checking costs almost nothing.
  void pass(std::size_t steps) {
    if (steps < left_) {
      left_ -= steps;
      return;
    }
    left_ = interval;
    look_around();
  }

 protected:
  virtual void look_around() = 0;

 private:
  static constexpr std::size_t interval = std::size_t{1} << 16;
  std::size_t left_ = interval;
};

// Tells the checkpoint, if there is one, how many steps come next.
inline void pass(Checkpoint* checkpoint, std::size_t steps) {
  if (checkpoint != nullptr) checkpoint->pass(steps);
}

// --------------------------------------------------------------------------------------------------------------- ratios

inline constexpr double undefined_score = std::numeric_limits<double>::quiet_NaN();

inline double ratio_or(double numerator, double denominator, double otherwise = undefined_score) {
  return denominator != 0.0 ? numerator / denominator : otherwise;
}

// -------------------------------------------------------------------------------------------------------------- columns

// Twice a position must fit into 64 bits with its sign.
inline constexpr std::int64_t largest_mass = std::int64_t{1} << 62;

// Boundaries of one type, ascending.
using Positions = std::span<const std::int64_t>;

// Boundaries sorted by position, then type code; a position occurs once per type it carries.
struct TypedBoundaries {
  Positions positions;
  std::span<const std::int32_t> types;
};

// The values of row i: those from offsets[i] to before offsets[i + 1].
template <class Value, class Offset>
[[nodiscard]] std::span<const Value> row_of(std::span<const Value> values, std::span<const Offset> offsets, std::size_t i) {
  const auto begin = static_cast<std::size_t>(offsets[i]);
  return values.subspan(begin, static_cast<std::size_t>(offsets[i + 1]) - begin);
}

// One segmentation per row. `types` is empty when there is only one type.
struct Column {
  std::span<const std::int64_t> positions, offsets;
  std::span<const std::int32_t> types;

  [[nodiscard]] std::size_t size() const { return offsets.size() - 1; }
  [[nodiscard]] Positions operator[](std::size_t i) const { return row_of(positions, offsets, i); }
  [[nodiscard]] TypedBoundaries typed(std::size_t i) const {
    return {(*this)[i], types.empty() ? types : row_of(types, offsets, i)};
  }

  // How many boundaries the rows from `begin` to before `end` have.
  [[nodiscard]] std::size_t boundaries(std::size_t begin, std::size_t end) const {
    return static_cast<std::size_t>(offsets[end] - offsets[begin]);
  }
};

// Whether there are offsets, and they ascend from 0 or more to at most `size`. Signs are collected instead of branching: the
// difference of two neighbours can only wrap when one of them is negative, and that one shows by itself.
inline bool sound_offsets(std::span<const std::int64_t> offsets, std::size_t size) {
  if (offsets.empty()) return false;
  auto signs = static_cast<std::uint64_t>(offsets[0]);
  for (std::size_t i = 1; i < offsets.size(); ++i) {
    const auto one = static_cast<std::uint64_t>(offsets[i - 1]), next = static_cast<std::uint64_t>(offsets[i]);
    signs |= next | (next - one);
  }
  return signs >> 63 == 0 && static_cast<std::uint64_t>(offsets.back()) <= size;
}

// Whether all masses lie within 1..largest_mass.
inline bool sound_masses(std::span<const std::int64_t> masses) {
  std::uint64_t signs = 0;
  for (const std::int64_t mass : masses) {
    const auto units = static_cast<std::uint64_t>(mass);
    signs |= (units - 1) | (static_cast<std::uint64_t>(largest_mass) - units);
  }
  return signs >> 63 == 0;
}

// Whether boundary i comes after its predecessor: by position, then type.
inline bool rises(TypedBoundaries boundaries, std::size_t i) {
  const auto& [positions, types] = boundaries;
  return positions[i - 1] < positions[i] || (positions[i - 1] == positions[i] && !types.empty() && types[i - 1] < types[i]);
}

// Whether boundaries ascend within 1..mass-1.
inline bool well_formed(TypedBoundaries boundaries, std::int64_t mass) {
  const Positions positions = boundaries.positions;
  if (mass < 1 || mass > largest_mass) return false;
  bool sound = positions.empty() || (positions.front() >= 1 && positions.back() < mass);
  for (std::size_t i = 1; i < positions.size(); ++i) sound &= rises(boundaries, i);
  return sound;
}

// Whether the boundaries of all rows ascend within 0..mass: some are given with both ends of the text. No kernel can then overflow. All
// boundaries are looked at in one loop, since the ends of many short loops are mispredicted: as many may fail to rise as begin a row.
inline bool all_ascend(const Column& column, std::span<const std::int64_t> masses) {
  const TypedBoundaries all{column.positions, column.types};
  const auto first = static_cast<std::size_t>(column.offsets.front()), last = static_cast<std::size_t>(column.offsets.back());
  std::size_t falls = 0;
  if (all.types.empty()) {
    for (std::size_t i = first + 1; i < last; ++i) falls += all.positions[i] <= all.positions[i - 1];
  } else {
    for (std::size_t i = first + 1; i < last; ++i) falls += !rises(all, i);
  }
  bool sound = true;
  for (std::size_t row = 0; row < masses.size(); ++row) {
    const auto begin = static_cast<std::size_t>(column.offsets[row]), end = static_cast<std::size_t>(column.offsets[row + 1]);
    if (begin == end) continue;
    sound &= all.positions[begin] >= 0 && all.positions[end - 1] <= masses[row];
    if (begin > first) falls -= !rises(all, begin);
  }
  return sound && falls == 0;
}

// The first row that is not well formed, or -1.
inline std::int64_t first_bad_row(const Column& column, std::span<const std::int64_t> masses) {
  for (std::size_t row = 0; row < masses.size(); ++row) {
    if (!well_formed(column.typed(row), masses[row])) return static_cast<std::int64_t>(row);
  }
  return -1;
}

// Calls visit(i) for the numbers of all pairs.
template <class Visit>
void for_each_pair(const Column& a, const Column& b, std::size_t pairs, Checkpoint* checkpoint, Visit&& visit) {
  constexpr std::size_t block = 64;
  for (std::size_t begin = 0; begin < pairs; begin += block) {
    const std::size_t end = std::min(pairs, begin + block);
    pass(checkpoint, end - begin + a.boundaries(begin, end) + b.boundaries(begin, end));
    for (std::size_t i = begin; i < end; ++i) visit(i);
  }
}

// ------------------------------------------------------------------------------------------------------- rows by number

// Columns that own their values.
struct OwnedColumn {
  std::vector<std::int64_t> positions, offsets{0};
  std::vector<std::int32_t> types;
};

// The rows with these numbers, in that order; a row may be named several times.
inline OwnedColumn gather_rows(const Column& column, std::span<const std::int64_t> rows, Checkpoint* checkpoint = nullptr) {
  OwnedColumn gathered;
  std::size_t size = 0;
  for (const std::int64_t row : rows) size += column[static_cast<std::size_t>(row)].size();
  gathered.positions.reserve(size);
  gathered.offsets.reserve(rows.size() + 1);
  if (!column.types.empty()) gathered.types.reserve(size);
  for (const std::int64_t row : rows) {
    const auto [positions, types] = column.typed(static_cast<std::size_t>(row));
    pass(checkpoint, 1 + positions.size() / 8);
    gathered.positions.insert(gathered.positions.end(), positions.begin(), positions.end());
    gathered.types.insert(gathered.types.end(), types.begin(), types.end());
    gathered.offsets.push_back(static_cast<std::int64_t>(gathered.positions.size()));
  }
  return gathered;
}

}  // namespace seamark
