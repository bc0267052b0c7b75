// Columns of rows, in each of the forms in which other programs hold segmentations, read one row at a time. A row that cannot be
// used is left without boundaries and given the reason: one bad row in a million must not stop the others.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <stdexcept>
#include <type_traits>

#include "seamark/dense.hpp"
#include "seamark/read_rows.hpp"

namespace seamark {

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
  [[nodiscard]] SEAMARK_AVX2_CODE virtual std::optional<detail::DenseRow> dense(std::size_t) const { return std::nullopt; }
#endif
};

// What all forms have in common: lists, some of which may be null.
template <std::integral Value, std::integral Offset>
class ListReader : public RowReader {
 public:
  explicit ListReader(const ListRows<Value, Offset>& rows) : rows_(rows) {}

  [[nodiscard]] std::size_t size() const final { return rows_.size(); }

  [[nodiscard]] std::size_t values(std::size_t row) const final {
    require_sound(row);
    return rows_[row].size();
  }

  RowRead read(std::size_t row, std::int64_t* out) const final {
    require_sound(row);
    if (rows_.missing(row)) return {.fault = RowFault::missing};
    if (rows_.missing_value(row)) return {.fault = RowFault::missing_value};
    return read_present(row, out);
  }

 protected:
  virtual RowRead read_present(std::size_t row, std::int64_t* out) const = 0;

  void require_sound(std::size_t row) const {
    if (!rows_.sound(row)) throw std::invalid_argument("list offsets do not ascend within the values");
  }

  ListRows<Value, Offset> rows_;
};

template <std::integral Value, std::integral Offset>
class MassRows final : public ListReader<Value, Offset> {
 public:
  explicit MassRows(const ListRows<Value, Offset>& rows) : ListReader<Value, Offset>(rows) {}

#ifdef SEAMARK_AVX2
  [[nodiscard]] SEAMARK_AVX2_CODE std::optional<detail::DenseRow> dense(std::size_t row) const override {
    this->require_sound(row);
    if (this->rows_.missing(row) || this->rows_.missing_value(row)) return std::nullopt;
    return detail::as_dense_row(this->rows_[row]);
  }
#endif

 protected:
  RowRead read_present(std::size_t row, std::int64_t* out) const override { return read_masses(this->rows_[row], out); }
};

// The number of units of every row; marks are empty when none is null.
struct RowMasses {
  std::span<const std::int64_t> masses;
  std::span<const std::uint8_t> present;

  [[nodiscard]] bool missing(std::size_t row) const { return !present.empty() && present[row] == 0; }
};

template <std::integral Value, std::integral Offset>
class PositionRows final : public ListReader<Value, Offset> {
 public:
  PositionRows(const ListRows<Value, Offset>& rows, const RowMasses& masses) : ListReader<Value, Offset>(rows), masses_(masses) {}

 protected:
  RowRead read_present(std::size_t row, std::int64_t* out) const override {
    if (masses_.missing(row)) return {.fault = RowFault::missing_mass};
    return read_positions(this->rows_[row], masses_.masses[row], out);
  }

 private:
  RowMasses masses_;
};

// Strings, which must be as long as their masses say, if there are masses.
template <std::integral Offset>
class StringRows final : public ListReader<std::uint8_t, Offset> {
 public:
  explicit StringRows(const ListRows<std::uint8_t, Offset>& rows, const RowMasses& masses = {})
      : ListReader<std::uint8_t, Offset>(rows), masses_(masses) {}

 protected:
  RowRead read_present(std::size_t row, std::int64_t* out) const override {
    const RowRead read = read_string(this->rows_[row], out);
    if (read.fault != RowFault::none || masses_.masses.empty()) return read;
    if (masses_.missing(row)) return {.fault = RowFault::missing_mass};
    return read.mass == masses_.masses[row] ? read : RowRead{.fault = RowFault::other_mass};
  }

 private:
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
