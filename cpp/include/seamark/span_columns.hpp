// Spans of many codings as columns, and the check that lets every kernel trust them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "seamark/columns.hpp"

namespace seamark {

// The spans of one coding, sorted by start, then end, then code; half open.
struct CodedSpans {
  std::span<const std::int64_t> starts, ends;
  std::span<const std::int32_t> codes;

  [[nodiscard]] std::size_t size() const { return starts.size(); }
  [[nodiscard]] std::int64_t length(std::size_t i) const { return ends[i] - starts[i]; }
};

// Spans of coding i: those from offsets[i] to before offsets[i+1].
struct SpanColumn {
  std::span<const std::int64_t> starts, ends;
  std::span<const std::int32_t> codes;
  std::span<const std::int64_t> offsets, lengths;

  [[nodiscard]] std::size_t size() const { return lengths.size(); }

  [[nodiscard]] CodedSpans operator[](std::size_t i) const {
    const auto begin = static_cast<std::size_t>(offsets[i]), count = static_cast<std::size_t>(offsets[i + 1]) - begin;
    return {starts.subspan(begin, count), ends.subspan(begin, count), codes.subspan(begin, count)};
  }
};

// Whether all spans lie within their lines, and their codes within 0..categories-1. Sizes and offsets are sound already.
inline bool sound_spans(const SpanColumn& column, std::size_t categories) {
  if (!sound_masses(column.lengths)) return false;
  for (std::size_t row = 0; row < column.size(); ++row) {
    const CodedSpans spans = column[row];
    for (std::size_t i = 0; i < spans.size(); ++i) {
      const bool inside = spans.starts[i] >= 0 && spans.starts[i] < spans.ends[i] && spans.ends[i] <= column.lengths[row];
      if (!inside || spans.codes[i] < 0 || static_cast<std::size_t>(spans.codes[i]) >= categories) return false;
    }
  }
  return true;
}

}  // namespace seamark
