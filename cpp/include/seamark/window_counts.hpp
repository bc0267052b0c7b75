// Which windows slide over a pair, and what is counted in them.
#pragma once

#include <cstdint>

namespace seamark {

// The windows {s+1, ..., s+width} for every start s from `first` to `last`; positions without a boundary may be outside
// the text. Expected: 0 <= width < 2^62, first >= -width and last < mass <= 2^62, which keeps every sum inside 64 bits.
struct WindowFrame {
  std::int64_t first = 0;
  std::int64_t last = -1;
  std::int64_t width = 0;
  // A boundary that both sides share after all others (labels that mark the last unit); 0 when there is none.
  std::int64_t closing_boundary = 0;

  [[nodiscard]] std::int64_t windows() const { return last < first ? 0 : last - first + 1; }
};

// In how many windows one side places more boundaries than the other.
struct WindowDifferences {
  std::int64_t windows = 0;
  std::int64_t more_in_reference = 0;
  std::int64_t more_in_hypothesis = 0;

  [[nodiscard]] std::int64_t differ() const { return more_in_reference + more_in_hypothesis; }
};

// In how many windows there is a boundary at all. A window of k potential boundaries holds none exactly when the units
// k apart around it share a segment, which makes this the count behind Pk and C_seg.
struct WindowPresence {
  std::int64_t windows = 0;
  std::int64_t in_reference = 0;
  std::int64_t in_hypothesis = 0;
  std::int64_t in_either = 0;

  [[nodiscard]] std::int64_t miss() const { return in_either - in_hypothesis; }
  [[nodiscard]] std::int64_t false_alarm() const { return in_either - in_reference; }
  [[nodiscard]] std::int64_t differ() const { return miss() + false_alarm(); }
};

}  // namespace seamark
