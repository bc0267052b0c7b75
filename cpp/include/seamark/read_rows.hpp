// Rows as other programs hold them (lists of any integer type, strings of 0 and 1) turned into boundary positions, or the
// reason why a row cannot be.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <span>

#include "seamark/columns.hpp"

namespace seamark {

// Why a row cannot be used. The order is that of the reasons in kernels/read_rows.py.
enum class RowFault : std::uint8_t {
  none,
  missing,           // the row is null
  missing_value,     // a value in it is null
  empty,             // masses, but none
  below_one,         // a mass below 1
  too_large,         // more than the largest mass altogether
  out_of_range,      // a position outside 1..mass-1
  out_of_order,      // positions that do not ascend
  missing_mass,      // positions without a mass
  not_zero_or_one,   // a string with another character
  other_mass,        // a string that is not as long as its mass says
};

// Rows of a list column: row i is values[offsets[i] .. offsets[i+1]). Marks are empty when nothing is null.
template <std::integral Value, std::integral Offset>
struct ListRows {
  std::span<const Value> values;
  std::span<const Offset> offsets;
  std::span<const std::uint8_t> row_present, value_present;

  [[nodiscard]] std::size_t size() const { return offsets.size() - 1; }
  // Other programs made the offsets: a wrong one must not lead outside of the values.
  [[nodiscard]] bool sound(std::size_t row) const {
    const auto begin = static_cast<std::int64_t>(offsets[row]), end = static_cast<std::int64_t>(offsets[row + 1]);
    return begin >= 0 && begin <= end && static_cast<std::size_t>(end) <= values.size();
  }
  [[nodiscard]] bool missing(std::size_t row) const { return !row_present.empty() && row_present[row] == 0; }

  [[nodiscard]] std::span<const Value> operator[](std::size_t row) const {
    const auto begin = static_cast<std::size_t>(offsets[row]);
    return values.subspan(begin, static_cast<std::size_t>(offsets[row + 1]) - begin);
  }

  [[nodiscard]] bool missing_value(std::size_t row) const {
    if (value_present.empty()) return false;
    const auto begin = static_cast<std::size_t>(offsets[row]);
    const std::size_t count = static_cast<std::size_t>(offsets[row + 1]) - begin;
    return count > 0 && std::memchr(value_present.data() + begin, 0, count) != nullptr;
  }
};

// What became of one row: `boundaries` positions were written.
struct RowRead {
  RowFault fault = RowFault::none;
  std::int64_t mass = 0;
  std::size_t boundaries = 0;
};

template <std::integral Value>
constexpr bool past_largest_mass(Value value) {
  if constexpr (std::numeric_limits<Value>::digits < 63) return false;
  else return value > static_cast<Value>(largest_mass);
}

// Masses one by one, for those that are not all small and above 0.
template <std::integral Value>
RowRead read_unusual_masses(std::span<const Value> masses) {
  if (masses.empty()) return {.fault = RowFault::empty};
  std::int64_t total = 0;
  for (const Value mass : masses) {
    if (mass < 1) return {.fault = RowFault::below_one};
    if (past_largest_mass(mass)) return {.fault = RowFault::too_large};
    if (static_cast<std::int64_t>(mass) > largest_mass - total) return {.fault = RowFault::too_large};
    total += static_cast<std::int64_t>(mass);
  }
  return {.mass = total, .boundaries = masses.size() - 1};
}

// Writes one position more than there are boundaries: the last one is the mass.
template <std::integral Value>
RowRead read_masses(std::span<const Value> masses, std::int64_t* out) {
  // Without a branch in the loop: masses below 2^32 cannot add up to too much, and 0 shows when 1 is taken away.
  std::uint64_t total = 0, all = 0, all_less_one = 0;
  for (std::size_t i = 0; i < masses.size(); ++i) {
    const auto mass = static_cast<std::uint64_t>(masses[i]);
    all |= mass;
    all_less_one |= mass - 1;
    total += mass;
    out[i] = static_cast<std::int64_t>(total);
  }
  const bool usual = !masses.empty() && ((all | all_less_one | masses.size()) >> 32 == 0);
  return usual ? RowRead{.mass = static_cast<std::int64_t>(total), .boundaries = masses.size() - 1} : read_unusual_masses(masses);
}

template <std::integral Value>
RowRead read_positions(std::span<const Value> positions, std::int64_t mass, std::int64_t* out) {
  if (mass < 1) return {.fault = RowFault::below_one};
  if (mass > largest_mass) return {.fault = RowFault::too_large};
  std::int64_t previous = 0;
  for (std::size_t i = 0; i < positions.size(); ++i) {
    if (positions[i] < 1 || past_largest_mass(positions[i])) return {.fault = RowFault::out_of_range};
    const auto position = static_cast<std::int64_t>(positions[i]);
    if (position >= mass) return {.fault = RowFault::out_of_range};
    if (position <= previous) return {.fault = RowFault::out_of_order};
    out[i] = previous = position;
  }
  return {.mass = mass, .boundaries = positions.size()};
}

// One character per potential boundary. Runs of eight zeros, the commonest sight, are passed over at once.
inline RowRead read_string(std::span<const std::uint8_t> characters, std::int64_t* out) {
  constexpr std::uint64_t eight_zeros = 0x3030303030303030ULL;
  const std::size_t size = characters.size();
  std::size_t boundaries = 0;
  for (std::size_t i = 0; i < size; ++i) {
    if (i + 8 <= size) {
      std::uint64_t word;
      std::memcpy(&word, characters.data() + i, 8);
      if (word == eight_zeros) {
        i += 7;
        continue;
      }
    }
    if (characters[i] == '1') out[boundaries++] = static_cast<std::int64_t>(i) + 1;
    else if (characters[i] != '0') return {.fault = RowFault::not_zero_or_one};
  }
  return {.mass = static_cast<std::int64_t>(size) + 1, .boundaries = boundaries};
}

}  // namespace seamark
