// Rows as other programs hold them (lists of any integer type, strings of 0 and 1) read as boundary positions. A row that cannot be
// used is left without boundaries and given the reason: one bad row in a million must not stop the others.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <optional>
#include <span>
#include <stdexcept>
#include <type_traits>

#include "seamark/columns.hpp"
#include "seamark/dense.hpp"

namespace seamark {

// Why a row cannot be used. The order is that of the reasons in kernels/columns.py.
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

// One character per potential boundary. Runs of eight zeros, the most common case, are skipped at once.
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

// ------------------------------------------------------------------------------------------------------ columns of rows

// One column, whatever the types of its values and offsets. Throws std::invalid_argument where offsets do not ascend within the
// values.
class RowReader {
 public:
  RowReader() = default;
  RowReader(const RowReader&) = delete;
  RowReader& operator=(const RowReader&) = delete;
  virtual ~RowReader() = default;

  [[nodiscard]] virtual std::size_t size() const = 0;
  // How many values a row has, and so how many positions at most.
  [[nodiscard]] virtual std::size_t values(std::size_t row) const = 0;
  // Writes the positions of a row to `out`, which has room for as many as the row has values.
  virtual RowRead read(std::size_t row, std::int64_t* out) const = 0;
#ifdef SEAMARK_AVX2
  // A row as bits without its positions, where that is possible.
  [[nodiscard]] SEAMARK_AVX2_CODE virtual std::optional<detail::DenseRow> dense(std::size_t row) const = 0;
#endif
};

// What the values of a row are. The order is that of the forms in Python.
enum class RowForm : std::uint8_t { masses, positions, characters };

// Rows of a list column: row i is values[offsets[i] .. offsets[i+1]). Marks are empty when nothing is null.
template <std::integral Value, std::integral Offset>
struct ListRows {
  std::span<const Value> values;
  std::span<const Offset> offsets;
  std::span<const std::uint8_t> row_present, value_present;
};

// The number of units of every row; marks are empty when none is null.
struct RowMasses {
  std::span<const std::int64_t> masses;
  std::span<const std::uint8_t> present;
};

// Rows of positions need masses; rows of characters must be as long as their masses say, if there are masses.
template <std::integral Value, std::integral Offset>
class ListReader final : public RowReader {
 public:
  ListReader(RowForm form, const ListRows<Value, Offset>& rows, const RowMasses& masses = {}) : form_(form), rows_(rows), masses_(masses) {}

  [[nodiscard]] std::size_t size() const override { return rows_.offsets.size() - 1; }

  [[nodiscard]] std::size_t values(std::size_t row) const override { return checked(row).size(); }

  RowRead read(std::size_t row, std::int64_t* out) const override {
    const std::span<const Value> values = checked(row);
    if (missing(row)) return {.fault = RowFault::missing};
    if (missing_value(row)) return {.fault = RowFault::missing_value};
    if (form_ == RowForm::masses) return read_masses(values, out);
    const bool missing_mass = !masses_.present.empty() && masses_.present[row] == 0;
    if constexpr (std::is_same_v<Value, std::uint8_t>) {
      if (form_ == RowForm::characters) {
        const RowRead read = read_string(values, out);
        if (read.fault != RowFault::none || masses_.masses.empty()) return read;
        if (missing_mass) return {.fault = RowFault::missing_mass};
        return read.mass == masses_.masses[row] ? read : RowRead{.fault = RowFault::other_mass};
      }
    }
    if (missing_mass) return {.fault = RowFault::missing_mass};
    return read_positions(values, masses_.masses[row], out);
  }

#ifdef SEAMARK_AVX2
  [[nodiscard]] SEAMARK_AVX2_CODE std::optional<detail::DenseRow> dense(std::size_t row) const override {
    if (form_ != RowForm::masses) return std::nullopt;
    const std::span<const Value> masses = checked(row);
    if (missing(row) || missing_value(row)) return std::nullopt;
    return detail::as_dense_row(masses);
  }
#endif

 private:
  // Other programs made the offsets: a wrong one must not lead outside of the values.
  [[nodiscard]] std::span<const Value> checked(std::size_t row) const {
    const auto begin = static_cast<std::int64_t>(rows_.offsets[row]), end = static_cast<std::int64_t>(rows_.offsets[row + 1]);
    const bool sound = begin >= 0 && begin <= end && static_cast<std::size_t>(end) <= rows_.values.size();
    if (!sound) throw std::invalid_argument("list offsets do not ascend within the values");
    return row_of(rows_.values, rows_.offsets, row);
  }

  [[nodiscard]] bool missing(std::size_t row) const { return !rows_.row_present.empty() && rows_.row_present[row] == 0; }

  [[nodiscard]] bool missing_value(std::size_t row) const {
    if (rows_.value_present.empty()) return false;
    const auto marks = row_of(rows_.value_present, rows_.offsets, row);
    return !marks.empty() && std::memchr(marks.data(), 0, marks.size()) != nullptr;
  }

  RowForm form_;
  ListRows<Value, Offset> rows_;
  RowMasses masses_;
};

// Where rows go: positions for all of them, one more offset than rows, and a mass per row.
struct RowsOut {
  std::span<std::int64_t> positions, offsets, masses;
  std::size_t rows = 0, written = 0;

  // Where the positions of the next row go, of which there are so many at most.
  [[nodiscard]] std::int64_t* place(std::size_t values) const {
    if (values > positions.size() - written) throw std::invalid_argument("there is not enough room for the positions of so many rows");
    return positions.data() + written;
  }

  // The next row, whose positions are in place.
  void add(const RowRead& row) {
    written += row.boundaries;
    masses[rows] = row.mass;
    offsets[++rows] = static_cast<std::int64_t>(written);
  }
};

// Reads every row, and what is wrong with each; returns how many cannot be used.
inline std::size_t read_rows(const RowReader& reader, RowsOut out, std::span<std::uint8_t> faults) {
  std::size_t bad = 0;
  out.offsets[0] = 0;
  for (std::size_t row = 0; row < reader.size(); ++row) {
    const RowRead read = reader.read(row, out.place(reader.values(row)));
    bad += read.fault != RowFault::none;
    faults[row] = static_cast<std::uint8_t>(read.fault);
    out.add(read);
  }
  return bad;
}

}  // namespace seamark
