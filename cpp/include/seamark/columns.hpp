// Many segmentations as columns, and the checks that let every kernel trust them.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "seamark/checkpoint.hpp"

namespace seamark {

// Twice a position must fit into 64 bits with its sign.
inline constexpr std::int64_t largest_mass = std::int64_t{1} << 62;

// Boundaries sorted by position, then type code; a position stands once per type it carries.
struct TypedBoundaries {
  std::span<const std::int64_t> positions;
  std::span<const std::int32_t> types;
};

// Boundaries of segmentation i: positions[offsets[i] .. offsets[i+1]). `types` is empty when there is only one type.
struct Column {
  std::span<const std::int64_t> positions;
  std::span<const std::int64_t> offsets;
  std::span<const std::int32_t> types;

  [[nodiscard]] std::span<const std::int64_t> operator[](std::size_t i) const {
    return positions.subspan(static_cast<std::size_t>(offsets[i]), static_cast<std::size_t>(offsets[i + 1] - offsets[i]));
  }

  [[nodiscard]] TypedBoundaries typed(std::size_t i) const {
    if (types.empty()) return {(*this)[i], {}};
    return {(*this)[i],
            types.subspan(static_cast<std::size_t>(offsets[i]), static_cast<std::size_t>(offsets[i + 1] - offsets[i]))};
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

// Calls visit(i) for the numbers of all pairs; the checkpoint, if there is one, is passed now and then.
template <class Visit>
void for_each_pair(const Column& a, const Column& b, std::size_t pairs, Checkpoint* checkpoint, Visit&& visit) {
  constexpr std::size_t block = 64;
  for (std::size_t begin = 0; begin < pairs; begin += block) {
    const std::size_t end = std::min(pairs, begin + block);
    if (checkpoint != nullptr) checkpoint->pass(end - begin + a.boundaries(begin, end) + b.boundaries(begin, end));
    for (std::size_t i = begin; i < end; ++i) visit(i);
  }
}

// Whether boundaries ascend (by position, then type) within 1..mass-1.
inline bool well_formed(TypedBoundaries boundaries, std::int64_t mass) {
  if (mass < 1 || mass > largest_mass) return false;
  const auto& positions = boundaries.positions;
  for (std::size_t i = 0; i < positions.size(); ++i) {
    if (positions[i] < 1 || positions[i] >= mass) return false;
    if (i == 0 || positions[i - 1] < positions[i]) continue;
    const bool next_type = positions[i - 1] == positions[i] && !boundaries.types.empty() && boundaries.types[i - 1] < boundaries.types[i];
    if (!next_type) return false;
  }
  return true;
}

// The first row that is not well formed, or -1.
inline std::int64_t first_bad_row(const Column& column, std::span<const std::int64_t> masses) {
  for (std::size_t row = 0; row < masses.size(); ++row) {
    if (!well_formed(column.typed(row), masses[row])) return static_cast<std::int64_t>(row);
  }
  return -1;
}

// Turns rows of segment masses into rows of boundary positions. Returns the first row that is empty, has a mass below 1 or
// adds up to more than the largest mass, or -1.
inline std::int64_t positions_of_masses(std::span<const std::int64_t> values, std::span<const std::int64_t> offsets,
                                        std::vector<std::int64_t>& positions, std::vector<std::int64_t>& new_offsets,
                                        std::vector<std::int64_t>& masses) {
  const std::size_t rows = offsets.size() - 1;
  positions.clear();
  positions.reserve(values.size());
  new_offsets.assign(1, 0);
  new_offsets.reserve(rows + 1);
  masses.clear();
  masses.reserve(rows);
  for (std::size_t row = 0; row < rows; ++row) {
    if (offsets[row + 1] == offsets[row]) return static_cast<std::int64_t>(row);
    std::int64_t total = 0;
    for (std::int64_t i = offsets[row]; i < offsets[row + 1]; ++i) {
      const std::int64_t mass = values[static_cast<std::size_t>(i)];
      if (mass < 1 || mass > largest_mass - total) return static_cast<std::int64_t>(row);
      if (i > offsets[row]) positions.push_back(total);
      total += mass;
    }
    new_offsets.push_back(static_cast<std::int64_t>(positions.size()));
    masses.push_back(total);
  }
  return -1;
}

}  // namespace seamark
