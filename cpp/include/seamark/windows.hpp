// Windows that slide over two segmentations: WindowDiff, Pk, their relatives, and WinPR.
//
// A window is a run of potential boundaries. How many boundaries it holds changes only where a boundary enters on the
// right or leaves on the left, so whole runs of windows are counted at once: the cost follows the number of boundaries,
// whatever the mass and the width.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "seamark/dense_windows.hpp"
#include "seamark/merge_both_ends.hpp"
#include "seamark/window_counts.hpp"

namespace seamark {

// WinPR's sums over windows, before the division by the width.
struct WindowSums {
  std::int64_t true_positive = 0;
  std::int64_t false_positive = 0;
  std::int64_t false_negative = 0;
};

// Grows to the largest pair seen and is then reused.
struct WindowWorkspace {
  std::vector<std::uint64_t> keys;
};

// A boundary with its side (0 reference, 1 hypothesis) in the lowest bit. A boundary enters the window at its own key
// and leaves at its key plus twice the width. Unsigned, so that this sum never overflows.
using BoundaryKey = std::uint64_t;

inline BoundaryKey boundary_key(std::int64_t position, bool in_hypothesis) {
  return static_cast<BoundaryKey>(position) << 1 | static_cast<BoundaryKey>(in_hypothesis);
}

// Fills the workspace with the keys of both sides in order, with a guard before and after; returns the first key.
// There is room for as many keys again on either side: a sweep over keys that are not in order goes astray no further.
inline const BoundaryKey* merge_keys(std::span<const std::int64_t> reference, std::span<const std::int64_t> hypothesis,
                                     BoundaryKey shift, WindowWorkspace& workspace) {
  const std::size_t count = reference.size() + hypothesis.size();
  if (workspace.keys.size() < 3 * count + 4) workspace.keys.resize(3 * count + 4);
  BoundaryKey* const begin = workspace.keys.data() + count + 2;
  BoundaryKey* left = begin;
  BoundaryKey* right = left + count;
  left[-1] = 0 - shift;  // leaves before everything, once the shift is added
  *right = std::numeric_limits<BoundaryKey>::max();
  merge_both_ends(
      reference, hypothesis, [&](std::int64_t p, bool in_hypothesis) { *left++ = boundary_key(p, in_hypothesis); },
      [&](std::int64_t p, bool in_hypothesis) { *--right = boundary_key(p, in_hypothesis); });
  return begin;
}

// A tally that was shown every run of windows with its length and its surplus, reference minus hypothesis boundaries.
// Runs inwards from both ends and without branches on the data, for the reasons given in merge_both_ends.hpp.
template <class Tally>
Tally sweep_surplus(std::span<const std::int64_t> reference, std::span<const std::int64_t> hypothesis,
                    const WindowFrame& frame, WindowWorkspace& workspace) {
  Tally tally;
  if (frame.windows() == 0 || frame.width == 0) return tally;
  const BoundaryKey shift = static_cast<BoundaryKey>(frame.width) << 1;
  const BoundaryKey* const begin = merge_keys(reference, hypothesis, shift, workspace);
  const BoundaryKey* const end = begin + reference.size() + hypothesis.size();
  const auto gain = [](BoundaryKey key, bool enters) { return 2 * static_cast<std::int64_t>((key ^ enters) & 1) - 1; };

  // Starts are counted from -width, so that they are never negative. What happens up to the first start, or after the
  // last, is settled here: the loop below then needs no bounds.
  std::int64_t left = frame.first + frame.width, right = frame.last + frame.width + 1;
  const BoundaryKey before = boundary_key(left, true), after = boundary_key(right, false);
  std::int64_t left_surplus = 0, right_surplus = 0;
  const BoundaryKey *enter = begin, *leave = begin, *enter_end = end, *leave_end = end;
  for (; enter != end && *enter <= before; ++enter) left_surplus += gain(*enter, true);
  for (; leave != end && *leave + shift <= before; ++leave) left_surplus += gain(*leave, false);
  for (; enter_end != enter && enter_end[-1] >= after; --enter_end) right_surplus -= gain(enter_end[-1], true);
  for (; leave_end != leave && leave_end[-1] + shift >= after; --leave_end) right_surplus -= gain(leave_end[-1], false);

  const auto step_from_left = [&] {
    const BoundaryKey enters_at = *enter, leaves_at = *leave + shift;
    const bool enters = enters_at < leaves_at;
    const BoundaryKey key = enters ? enters_at : leaves_at;
    const std::int64_t start = static_cast<std::int64_t>(key >> 1);
    tally.add(start - left, left_surplus);
    left = start;
    left_surplus += gain(key, enters);
    enter += enters;
    leave += !enters;
  };
  const auto step_from_right = [&] {
    const BoundaryKey enters_at = enter_end[-1], leaves_at = leave_end[-1] + shift;
    const bool enters = enters_at >= leaves_at;
    const BoundaryKey key = enters ? enters_at : leaves_at;
    const std::int64_t start = static_cast<std::int64_t>(key >> 1);
    tally.add(right - start, right_surplus);
    right = start;
    right_surplus -= gain(key, enters);
    enter_end -= enters;
    leave_end -= !enters;
  };
  const std::ptrdiff_t events = (enter_end - enter) + (leave_end - leave);
  for (std::ptrdiff_t pairs = events / 2; pairs > 0; --pairs) {
    step_from_left();
    step_from_right();
  }
  if (events % 2 != 0) step_from_left();
  tally.add(right - left, left_surplus);
  return tally;
}

// The sign as a mask: written as a condition it becomes a branch that is mispredicted every other time.
struct WindowTally {
  std::int64_t positive = 0, negative = 0;
  void add(std::int64_t length, std::int64_t surplus) {
    positive += length & (-surplus >> 63);
    negative += length & (surplus >> 63);
  }
};

struct WeightedWindowTally {
  std::int64_t positive = 0, negative = 0;
  void add(std::int64_t length, std::int64_t surplus) {
    positive += length * (surplus & (-surplus >> 63));
    negative -= length * (surplus & (surplus >> 63));
  }
};

inline WindowDifferences swept_window_differences(std::span<const std::int64_t> reference,
                                                  std::span<const std::int64_t> hypothesis, const WindowFrame& frame,
                                                  WindowWorkspace& workspace) {
  const auto tally = sweep_surplus<WindowTally>(reference, hypothesis, frame, workspace);
  return {frame.windows(), tally.positive, tally.negative};
}

// Counts the windows in which the two sides place different numbers of boundaries.
inline WindowDifferences window_differences(std::span<const std::int64_t> reference,
                                            std::span<const std::int64_t> hypothesis, const WindowFrame& frame,
                                            WindowWorkspace& workspace) {
#ifdef SEAMARK_AVX2
  if (fits_dense_windows(frame) && fits_dense_pair(reference, hypothesis)) return dense_window_differences(reference, hypothesis, frame);
#endif
  return swept_window_differences(reference, hypothesis, frame, workspace);
}

// Whether WinPR's sums over so many boundaries on one side stay inside 64 bits; to be asked before `window_sums`.
inline bool window_sums_fit(std::size_t boundaries, std::int64_t width) {
  const auto most = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
  return width == 0 || boundaries <= most / static_cast<std::uint64_t>(width);
}

// WinPR's sums: windows run off both ends, so that every boundary is in exactly `width` of them. No sum exceeds width
// times the boundaries of one side, and `window_sums_fit` must hold for both sides.
inline WindowSums window_sums(std::span<const std::int64_t> reference, std::span<const std::int64_t> hypothesis,
                              std::int64_t mass, std::int64_t width, WindowWorkspace& workspace) {
  const WindowFrame frame{.first = 1 - width, .last = mass - 2, .width = width};
  const auto tally = sweep_surplus<WeightedWindowTally>(reference, hypothesis, frame, workspace);
  // min(r, h) = r - max(0, r - h), and the sum of r is known.
  const std::int64_t in_reference = width * static_cast<std::int64_t>(reference.size());
  return {in_reference - tally.positive, tally.negative, tally.positive};
}

// The boundaries of one side that lie within the starts of a frame, and the next one after them (0 when there is none).
struct BoundariesWithin {
  std::span<const std::int64_t> inside;
  std::int64_t next = 0;

  // Looks from the ends: with usual widths only a few are outside, and it stays linear with any other.
  BoundariesWithin(std::span<const std::int64_t> positions, const WindowFrame& frame) : next(frame.closing_boundary) {
    std::size_t begin = 0, end = positions.size();
    while (end > 0 && positions[end - 1] > frame.last + 1) next = positions[--end];
    while (begin < end && positions[begin] <= frame.first) ++begin;
    inside = positions.subspan(begin, end - begin);
  }
};

// Windows that hold the boundary after `previous` and nothing before it: a boundary p is in the windows that start at
// p-width, ..., p-1, and those before `previous` are counted with it. Only the last boundary can reach past the frame.
inline std::int64_t windows_at_end(std::int64_t previous, std::int64_t next, const WindowFrame& frame) {
  if (next == 0) return 0;
  const std::int64_t outside = std::max<std::int64_t>(next - (frame.last + 1), 0);
  return std::max<std::int64_t>(std::min(next - previous, frame.width) - outside, 0);
}

inline std::int64_t windows_with_boundary(const BoundariesWithin& side, const WindowFrame& frame) {
  std::int64_t count = 0, previous = frame.first;
  for (const std::int64_t position : side.inside) {
    count += std::min(position - previous, frame.width);
    previous = position;
  }
  return count + windows_at_end(previous, side.next, frame);
}

inline std::int64_t windows_with_boundary(const BoundariesWithin& a, const BoundariesWithin& b,
                                          const WindowFrame& frame) {
  std::int64_t left = frame.first, right = frame.first;
  if (!a.inside.empty()) right = a.inside.back();
  if (!b.inside.empty()) right = std::max(right, b.inside.back());
  const std::int64_t next = a.next == 0 || b.next == 0 ? std::max(a.next, b.next) : std::min(a.next, b.next);
  std::int64_t count = windows_at_end(right, next, frame);
  merge_both_ends(
      a.inside, b.inside,
      [&](std::int64_t position, bool) {
        count += std::min(position - left, frame.width);
        left = position;
      },
      [&](std::int64_t position, bool) {
        count += std::min(right - position, frame.width);
        right = position;
      });
  return count + std::min(right - left, frame.width);
}

inline WindowPresence swept_window_presence(std::span<const std::int64_t> reference,
                                            std::span<const std::int64_t> hypothesis, const WindowFrame& frame) {
  const BoundariesWithin a(reference, frame), b(hypothesis, frame);
  return {frame.windows(), windows_with_boundary(a, frame), windows_with_boundary(b, frame),
          windows_with_boundary(a, b, frame)};
}

// Counts the windows that hold a boundary of the reference, of the hypothesis, and of either.
inline WindowPresence window_presence(std::span<const std::int64_t> reference, std::span<const std::int64_t> hypothesis,
                                      const WindowFrame& frame) {
  if (frame.windows() == 0) return {};
#ifdef SEAMARK_AVX2
  if (fits_dense_windows(frame) && fits_dense_pair(reference, hypothesis)) return dense_window_presence(reference, hypothesis, frame);
#endif
  return swept_window_presence(reference, hypothesis, frame);
}

}  // namespace seamark
