// Columns of arbitrary bytes: every integer type, any offsets and marks. Sound ones are read as a plain version reads them.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <optional>
#include <stdexcept>
#include <type_traits>
#include <vector>

#include "check.hpp"
#include "fuzzed_input.hpp"
#include "seamark/rows.hpp"

namespace {

using fuzz::FuzzedInput;
using seamark::RowFault;
using Numbers = std::vector<std::int64_t>;

enum class Kind : std::uint8_t { masses, positions, strings };

struct PlainRow {
  RowFault fault = RowFault::none;
  std::int64_t mass = 0;
  Numbers positions;
};

template <class Value>
bool above(Value value, std::int64_t limit) {
  return value > 0 && static_cast<std::uint64_t>(value) > static_cast<std::uint64_t>(limit);
}

template <class Value>
PlainRow plain_masses(const std::vector<Value>& row) {
  if (row.empty()) return {.fault = RowFault::empty, .positions = {}};
  PlainRow result;
  for (const Value mass : row) {
    if (mass < 1) return {.fault = RowFault::below_one, .positions = {}};
    if (above(mass, seamark::largest_mass - result.mass)) return {.fault = RowFault::too_large, .positions = {}};
    result.mass += static_cast<std::int64_t>(mass);
    result.positions.push_back(result.mass);
  }
  result.positions.pop_back();
  return result;
}

template <class Value>
PlainRow plain_positions(const std::vector<Value>& row, std::int64_t mass) {
  if (mass < 1) return {.fault = RowFault::below_one, .positions = {}};
  if (mass > seamark::largest_mass) return {.fault = RowFault::too_large, .positions = {}};
  PlainRow result{.mass = mass, .positions = {}};
  for (const Value position : row) {
    if (position < 1 || above(position, mass - 1)) return {.fault = RowFault::out_of_range, .positions = {}};
    const auto place = static_cast<std::int64_t>(position);
    if (!result.positions.empty() && place <= result.positions.back()) return {.fault = RowFault::out_of_order, .positions = {}};
    result.positions.push_back(place);
  }
  return result;
}

template <class Value>
PlainRow plain_string(const std::vector<Value>& row) {
  PlainRow result{.mass = static_cast<std::int64_t>(row.size()) + 1, .positions = {}};
  for (std::size_t i = 0; i < row.size(); ++i) {
    if (row[i] != '0' && row[i] != '1') return {.fault = RowFault::not_zero_or_one, .positions = {}};
    if (row[i] == '1') result.positions.push_back(static_cast<std::int64_t>(i) + 1);
  }
  return result;
}

template <class Value, class Offset>
struct FuzzedColumn {
  std::vector<Value> values;
  std::vector<Offset> offsets;
  std::vector<std::uint8_t> row_present, value_present, mass_present;
  Numbers masses;

  explicit FuzzedColumn(FuzzedInput& input, Kind kind) {
    const std::uint8_t shape = input.byte();
    const auto rows = static_cast<std::size_t>(input.between(0, 8));
    for (std::size_t i = 0; i < rows; ++i) masses.push_back(input.byte() % 4 == 0 ? static_cast<std::int64_t>(input.word()) : input.byte());
    offsets.push_back(static_cast<Offset>(shape % 16 == 0 ? input.word() : 0));
    for (std::size_t i = 0; i < rows; ++i) {
      offsets.push_back(static_cast<Offset>(input.byte() % 16 == 0 && shape % 8 == 0 ? static_cast<Offset>(input.word())
                                                                                    : static_cast<std::uint64_t>(offsets.back()) + input.byte() % 20));
    }
    if (shape & 16) fill(row_present, rows, input);
    if (shape & 32) fill(mass_present, rows, input);
    const std::uint8_t digits = input.byte();
    for (std::size_t i = 0; i < 200 && !input.empty(); ++i) values.push_back(value(input, kind, digits));
    if (shape & 64) fill(value_present, values.size(), input);
  }

  [[nodiscard]] seamark::ListRows<Value, Offset> rows() const { return {values, offsets, row_present, value_present}; }

  // Nothing when the offsets lead outside.
  [[nodiscard]] std::optional<std::vector<PlainRow>> read_plainly(Kind kind) const {
    std::vector<PlainRow> result;
    for (std::size_t row = 0; row + 1 < offsets.size(); ++row) {
      const auto begin = static_cast<std::int64_t>(offsets[row]), end = static_cast<std::int64_t>(offsets[row + 1]);
      if (begin < 0 || begin > end || end > static_cast<std::int64_t>(values.size())) return std::nullopt;
      const std::vector<Value> own(values.begin() + begin, values.begin() + end);
      const bool hole = !value_present.empty() && std::count(value_present.begin() + begin, value_present.begin() + end, 0) > 0;
      if (!row_present.empty() && row_present[row] == 0) result.push_back({.fault = RowFault::missing, .positions = {}});
      else if (hole) result.push_back({.fault = RowFault::missing_value, .positions = {}});
      else if (kind == Kind::masses) result.push_back(plain_masses(own));
      else if (kind == Kind::strings) result.push_back(plain_string(own));
      else if (!mass_present.empty() && mass_present[row] == 0) result.push_back({.fault = RowFault::missing_mass, .positions = {}});
      else result.push_back(plain_positions(own, masses[row]));
    }
    return result;
  }

 private:
  static void fill(std::vector<std::uint8_t>& marks, std::size_t count, FuzzedInput& input) {
    for (std::size_t i = 0; i < count; ++i) marks.push_back(input.byte() % 16 != 0);
  }

  static Value value(FuzzedInput& input, Kind kind, std::uint8_t digits) {
    if (kind == Kind::strings) return static_cast<Value>(digits % 4 == 0 ? input.byte() : '0' + input.byte() % 16 / 15);
    return static_cast<Value>(input.byte() % 32 == 0 ? input.word() : input.byte() % (digits + 1U));
  }
};

template <class Value, class Offset>
void read(FuzzedInput& input, Kind kind) {
  const FuzzedColumn<Value, Offset> column(input, kind);
  const std::size_t rows = column.offsets.size() - 1;
  Numbers positions(column.values.size()), offsets(rows + 1), masses(rows);
  std::vector<std::uint8_t> faults(rows);
  const seamark::RowsOut out{positions, offsets, masses};
  const auto expected = column.read_plainly(kind);
  std::size_t bad = 0;
  bool refused = false;
  try {
    if (kind == Kind::masses) bad = seamark::read_rows(seamark::ListReader(seamark::RowForm::masses, column.rows()), out, faults);
    else if (kind == Kind::positions) bad = seamark::read_rows(seamark::ListReader(seamark::RowForm::positions, column.rows(), {column.masses, column.mass_present}), out, faults);
    else if constexpr (std::is_same_v<Value, std::uint8_t>) bad = seamark::read_rows(seamark::ListReader(seamark::RowForm::characters, column.rows()), out, faults);
  } catch (const std::invalid_argument&) {
    refused = true;
  }
  CHECK(refused == !expected.has_value());
  if (!refused && expected) {
    std::size_t faulty = 0;
    for (std::size_t row = 0; row < rows; ++row) {
      const PlainRow& plain = (*expected)[row];
      faulty += plain.fault != RowFault::none;
      CHECK(static_cast<RowFault>(faults[row]) == plain.fault && masses[row] == plain.mass);
      CHECK(Numbers(positions.begin() + offsets[row], positions.begin() + offsets[row + 1]) == plain.positions);
    }
    CHECK(bad == faulty);
  }
  fuzz::stop_if_failed({}, {}, 0);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  FuzzedInput input(data, size);
  const Kind kind = input.one_of({Kind::masses, Kind::positions, Kind::strings});
  // Each type of values with one of offsets: all combinations would only be slow to compile.
  switch (kind == Kind::strings ? 4 : input.byte() % 8) {
    case 0: read<std::int8_t, std::int32_t>(input, kind); break;
    case 1: read<std::int16_t, std::int64_t>(input, kind); break;
    case 2: read<std::int32_t, std::int32_t>(input, kind); break;
    case 3: read<std::int64_t, std::int64_t>(input, kind); break;
    case 4: read<std::uint8_t, std::int32_t>(input, kind); break;
    case 5: read<std::uint16_t, std::int32_t>(input, kind); break;
    case 6: read<std::uint32_t, std::int64_t>(input, kind); break;
    default: read<std::uint64_t, std::int32_t>(input, kind);
  }
  return 0;
}
