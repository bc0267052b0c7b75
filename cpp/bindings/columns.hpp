// Columns as Python hands them over, checked before the kernel sees them: whatever is given, no kernel reads or writes
// outside of an array. Positions are not looked at here (arrays of segmentations check them when they are made): kernels
// stay inside their arrays also when positions make no sense, and then give numbers that make none.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>

#include "arrays.hpp"
#include "seamark/columns.hpp"

namespace seamark::bindings {

// More types than anybody tells apart: the kernel keeps some memory for each.
inline constexpr std::uint32_t most_types = std::uint32_t{1} << 20;

inline void check_types(std::span<const std::int32_t> types, std::size_t positions) {
  if (types.empty()) return;
  require_size("type codes", types.size(), positions);
  std::uint32_t signs = 0;
  for (const std::int32_t type : types) {
    const auto code = static_cast<std::uint32_t>(type);
    signs |= code | (most_types - 1 - code);
  }
  require(signs >> 31 == 0, "type codes must lie within 0..2**20-1");
}

// Either no side has types, or every boundary of both.
inline void check_both_typed(TypedBoundaries a, TypedBoundaries b) {
  const bool typed = !a.types.empty() || !b.types.empty();
  require(!typed || (a.types.size() == a.positions.size() && b.types.size() == b.positions.size()),
          "one side has boundary types and the other has none");
}

// Where the distance between types counts, every code needs a value.
inline void check_type_values(std::span<const std::int32_t> types, std::span<const double> values) {
  if (values.empty()) return;
  for (const std::int32_t type : types) require(static_cast<std::size_t>(type) < values.size(), "a type code has no value");
}

inline Column checked_column(std::span<const std::int64_t> positions, std::span<const std::int64_t> offsets,
                             std::span<const std::int32_t> types) {
  require(sound_offsets(offsets, positions.size()), "offsets must ascend from 0 or more to at most the number of values");
  check_types(types, positions.size());
  return {positions, offsets, types};
}

struct CheckedPairs {
  Column a, b;
  std::span<const std::int64_t> masses;

  [[nodiscard]] std::size_t size() const { return masses.size(); }
};

struct PairColumns {
  Input<std::int64_t> positions_a, offsets_a;
  Input<std::int32_t> types_a;
  Input<std::int64_t> positions_b, offsets_b;
  Input<std::int32_t> types_b;
  Input<std::int64_t> masses;

  // One pass over offsets and masses; at every use, since others may hold the arrays too and change them.
  [[nodiscard]] CheckedPairs checked() const {
    const CheckedPairs pairs{checked_column(view(positions_a), view(offsets_a), view(types_a)),
                             checked_column(view(positions_b), view(offsets_b), view(types_b)), view(masses)};
    const std::size_t in_a = pairs.a.offsets.size() - 1, in_b = pairs.b.offsets.size() - 1;
    if (in_a != in_b) throw std::invalid_argument(std::to_string(in_a) + " segmentations cannot be paired with " + std::to_string(in_b));
    require_size("masses", pairs.size(), in_a);
    require(sound_masses(pairs.masses), "masses must lie within 1..2**62");
    check_both_typed({pairs.a.positions, pairs.a.types}, {pairs.b.positions, pairs.b.types});
    return pairs;
  }
};

}  // namespace seamark::bindings
