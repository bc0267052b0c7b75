// The segments of one segmentation, and the overlaps of the segments of two: what every partition view is counted from.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

namespace seamark {

// Units begin+1, ..., end, which lie in one segment of each side; the segments' own limits are given in the same way.
struct Overlap {
  std::int64_t begin = 0, end = 0;
  std::int64_t reference_begin = 0, reference_end = 0;
  std::int64_t hypothesis_begin = 0, hypothesis_end = 0;

  [[nodiscard]] std::int64_t length() const { return end - begin; }
  [[nodiscard]] std::int64_t reference_length() const { return reference_end - reference_begin; }
  [[nodiscard]] std::int64_t hypothesis_length() const { return hypothesis_end - hypothesis_begin; }
};

// Calls `visit(length)` for every segment, from left to right.
template <class Visit>
void for_each_segment(std::span<const std::int64_t> positions, std::int64_t mass, Visit&& visit) {
  std::int64_t begin = 0;
  for (const std::int64_t end : positions) {
    visit(end - begin);
    begin = end;
  }
  visit(mass - begin);
}

// Calls `visit(overlap)` for every overlap, from left to right. There are at most as many as boundaries, plus one.
template <class Visit>
void for_each_overlap(std::span<const std::int64_t> reference, std::span<const std::int64_t> hypothesis,
                      std::int64_t mass, Visit&& visit) {
  const auto limit = [mass](std::span<const std::int64_t> positions, std::size_t i) {
    return i < positions.size() ? positions[i] : mass;
  };
  std::size_t i = 0, j = 0;
  Overlap overlap;
  overlap.reference_end = limit(reference, 0);
  overlap.hypothesis_end = limit(hypothesis, 0);
  while (true) {
    overlap.end = std::min(overlap.reference_end, overlap.hypothesis_end);
    visit(static_cast<const Overlap&>(overlap));
    if (overlap.end == mass) return;
    overlap.begin = overlap.end;
    if (overlap.reference_end == overlap.end) {
      overlap.reference_begin = overlap.end;
      overlap.reference_end = limit(reference, ++i);
    }
    if (overlap.hypothesis_end == overlap.end) {
      overlap.hypothesis_begin = overlap.end;
      overlap.hypothesis_end = limit(hypothesis, ++j);
    }
  }
}

}  // namespace seamark
