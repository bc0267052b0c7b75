// Columns of other programs: every integer type, every fault, and rows that stay right after a bad one.
#include <cstddef>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "check.hpp"
#include "seamark/rows.hpp"

namespace {

using seamark::RowFault;

template <class T>
using Rows = std::vector<std::vector<T>>;

struct Read {
  std::vector<std::int64_t> positions, offsets, masses;
  std::vector<std::uint8_t> faults;
  std::size_t bad = 0;

  Read(std::size_t rows, std::size_t values) : positions(values), offsets(rows + 1), masses(rows), faults(rows) {}

  std::size_t read(const seamark::RowReader& reader) { return seamark::read_rows(reader, {positions, offsets, masses}, faults); }
  [[nodiscard]] RowFault fault(std::size_t row) const { return static_cast<RowFault>(faults[row]); }
  [[nodiscard]] std::vector<std::int64_t> row(std::size_t i) const {
    return {positions.begin() + offsets[i], positions.begin() + offsets[i + 1]};
  }
};

template <class Value, class Offset>
struct Column {
  std::vector<Value> values;
  std::vector<Offset> offsets{0};

  explicit Column(const Rows<Value>& rows) {
    for (const auto& row : rows) {
      values.insert(values.end(), row.begin(), row.end());
      offsets.push_back(static_cast<Offset>(values.size()));
    }
  }

  [[nodiscard]] seamark::ListRows<Value, Offset> rows() const { return {values, offsets, {}, {}}; }
};

template <class Value, class Offset>
void test_masses() {
  const Column<Value, Offset> column({{2, 3, 5}, {}, {1}, {4, 0, 4}, {7, 3}});
  Read read(5, column.values.size());
  read.bad = read.read(seamark::ListReader(seamark::RowForm::masses, column.rows()));
  CHECK(read.bad == 2);
  CHECK(read.row(0) == std::vector<std::int64_t>{2, 5} && read.masses[0] == 10);
  CHECK(read.fault(1) == RowFault::empty && read.row(1).empty());
  CHECK(read.fault(2) == RowFault::none && read.row(2).empty() && read.masses[2] == 1);
  CHECK(read.fault(3) == RowFault::below_one && read.row(3).empty());
  CHECK(read.row(4) == std::vector<std::int64_t>{7} && read.masses[4] == 10);
}

template <class Value>
void test_masses_past_the_largest() {
  const auto most = std::numeric_limits<Value>::max();
  const auto half = static_cast<Value>(std::int64_t{1} << 61);
  const auto whole = static_cast<Value>(seamark::largest_mass);
  const Column<Value, std::int32_t> column({{most}, {half, half}, {half, half, 1}, {most, most, most}, {1, 1}, {whole, whole}, {whole}});
  Read read(7, column.values.size());
  CHECK(read.read(seamark::ListReader(seamark::RowForm::masses, column.rows())) == 4);
  CHECK(read.fault(5) == RowFault::too_large && read.fault(6) == RowFault::none && read.masses[6] == seamark::largest_mass);
  CHECK(read.fault(0) == RowFault::too_large && read.fault(2) == RowFault::too_large && read.fault(3) == RowFault::too_large);
  CHECK(read.fault(1) == RowFault::none && read.masses[1] == seamark::largest_mass);
  CHECK(read.row(4) == std::vector<std::int64_t>{1});
}

void test_negative_masses() {
  const Column<std::int8_t, std::int64_t> column({{5, -1}, {-128}, {127, 127}});
  Read read(3, column.values.size());
  CHECK(read.read(seamark::ListReader(seamark::RowForm::masses, column.rows())) == 2);
  CHECK(read.fault(0) == RowFault::below_one && read.fault(1) == RowFault::below_one && read.masses[2] == 254);
}

void test_nulls() {
  const Column<std::int64_t, std::int32_t> column({{2, 3}, {2, 3}, {2, 3}, {}});
  const std::vector<std::uint8_t> row_present{1, 0, 1, 0}, value_present{1, 1, 1, 1, 1, 0};
  seamark::ListRows<std::int64_t, std::int32_t> rows = column.rows();
  rows.row_present = row_present;
  rows.value_present = value_present;
  Read read(4, column.values.size());
  CHECK(read.read(seamark::ListReader(seamark::RowForm::masses, rows)) == 3);
  CHECK(read.fault(0) == RowFault::none && read.fault(1) == RowFault::missing);
  CHECK(read.fault(2) == RowFault::missing_value && read.fault(3) == RowFault::missing);
}

template <class Value>
void test_positions() {
  const Column<Value, std::int32_t> column({{2, 5}, {}, {0}, {10}, {3, 3}, {5, 2}, {1, 9}, {1}, {1}, {1}});
  const std::vector<std::int64_t> masses{10, 1, 10, 10, 10, 10, 10, 0, 10, std::numeric_limits<std::int64_t>::max()};
  const std::vector<std::uint8_t> present{1, 1, 1, 1, 1, 1, 1, 1, 0, 1};
  Read read(10, column.values.size());
  CHECK(read.read(seamark::ListReader(seamark::RowForm::positions, column.rows(), {masses, present})) == 7);
  CHECK(read.row(0) == std::vector<std::int64_t>{2, 5} && read.masses[0] == 10);
  CHECK(read.fault(1) == RowFault::none && read.masses[1] == 1);
  CHECK(read.fault(2) == RowFault::out_of_range && read.fault(3) == RowFault::out_of_range);
  CHECK(read.fault(4) == RowFault::out_of_order && read.fault(5) == RowFault::out_of_order);
  CHECK(read.row(6) == std::vector<std::int64_t>{1, 9});
  CHECK(read.fault(7) == RowFault::below_one && read.fault(8) == RowFault::missing_mass && read.fault(9) == RowFault::too_large);
}

// Offsets that lead backwards, below the values, past them, or to more positions than there is room for.
void test_unsound_offsets() {
  const std::vector<std::int64_t> values{1, 2, 3, 4};
  for (const std::vector<std::int32_t>& offsets : {std::vector<std::int32_t>{0, 3, 1}, {-1, 2, 4}, {0, 2, 5}, {0, 4, 2}}) {
    Read read(2, 3);
    bool thrown = false;
    try {
      read.read(seamark::ListReader<std::int64_t, std::int32_t>(seamark::RowForm::masses, {values, offsets, {}, {}}));
    } catch (const std::invalid_argument&) {
      thrown = true;
    }
    CHECK(thrown);
  }
}

// Strings of every length up to 40, with a boundary or a wrong character at every place.
void test_strings() {
  const auto read_one = [](std::string_view text) {
    const std::vector<std::uint8_t> characters(text.begin(), text.end());
    const std::vector<std::int32_t> offsets{0, static_cast<std::int32_t>(text.size())};
    Read read(1, text.size());
    read.bad = read.read(seamark::ListReader<std::uint8_t, std::int32_t>(seamark::RowForm::characters, {characters, offsets, {}, {}}));
    return read;
  };
  CHECK(read_one("").masses[0] == 1);
  for (std::size_t length = 1; length <= 40; ++length) {
    for (std::size_t place = 0; place < length; ++place) {
      std::string text(length, '0');
      text[place] = '1';
      const Read good = read_one(text);
      CHECK(good.bad == 0 && good.masses[0] == static_cast<std::int64_t>(length) + 1);
      CHECK(good.row(0) == std::vector<std::int64_t>{static_cast<std::int64_t>(place) + 1});
      text[place] = '2';
      CHECK(read_one(text).fault(0) == RowFault::not_zero_or_one);
    }
  }
  CHECK(read_one("111").row(0) == std::vector<std::int64_t>{1, 2, 3});
}

// Strings with a number of units: the right one, another, none, and one of which the string itself is bad.
void test_strings_with_masses() {
  const std::string_view text = "01000100010x";
  const std::vector<std::uint8_t> characters(text.begin(), text.end()), present{1, 1, 0, 1};
  const std::vector<std::int32_t> offsets{0, 3, 6, 9, 12};
  const std::vector<std::int64_t> masses{4, 5, 4, 9};
  Read read(4, characters.size());
  CHECK(read.read(seamark::ListReader<std::uint8_t, std::int32_t>(seamark::RowForm::characters, {characters, offsets, {}, {}}, {masses, present})) == 3);
  CHECK(read.fault(0) == RowFault::none && read.fault(1) == RowFault::other_mass && read.fault(2) == RowFault::missing_mass);
  CHECK(read.fault(3) == RowFault::not_zero_or_one && read.row(0) == std::vector<std::int64_t>{2} && read.row(1).empty());
}

}  // namespace

int main() {
  test_masses<std::int8_t, std::int32_t>();
  test_masses<std::int16_t, std::int64_t>();
  test_masses<std::int32_t, std::int32_t>();
  test_masses<std::int64_t, std::int64_t>();
  test_masses<std::uint8_t, std::int64_t>();
  test_masses<std::uint16_t, std::int32_t>();
  test_masses<std::uint32_t, std::int64_t>();
  test_masses<std::uint64_t, std::int32_t>();
  test_masses_past_the_largest<std::int64_t>();
  test_masses_past_the_largest<std::uint64_t>();
  test_negative_masses();
  test_nulls();
  test_positions<std::uint8_t>();
  test_positions<std::int64_t>();
  test_unsound_offsets();
  test_strings();
  test_strings_with_masses();
  return seamark::testing::checks_summary();
}
