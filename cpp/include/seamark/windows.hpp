// Windows that slide over two segmentations: WindowDiff, Pk, their relatives, and WinPR.
//
// A window is a run of potential boundaries. How many boundaries it holds changes only where a boundary enters on the
// right or leaves on the left, so whole runs of windows are counted at once: the cost follows the number of boundaries,
// whatever the mass and the width. Short texts have a short cut with vector instructions and the same results.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "seamark/columns.hpp"
#include "seamark/dense.hpp"

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
  std::int64_t more_in_reference = 0;
  std::int64_t more_in_hypothesis = 0;

  [[nodiscard]] std::int64_t differ() const { return more_in_reference + more_in_hypothesis; }
};

// In how many windows there is a boundary at all. A window of k potential boundaries holds none exactly when the units
// k apart around it share a segment, which makes this the count behind Pk and C_seg.
struct WindowPresence {
  std::int64_t in_reference = 0;
  std::int64_t in_hypothesis = 0;
  std::int64_t in_either = 0;

  [[nodiscard]] std::int64_t miss() const { return in_either - in_hypothesis; }
  [[nodiscard]] std::int64_t false_alarm() const { return in_either - in_reference; }
  [[nodiscard]] std::int64_t differ() const { return miss() + false_alarm(); }
};

// -------------------------------------------------------------------------------------- how windows are laid over a text

enum class Rounding : std::uint8_t { half_up, half_even, half_odd };

// k from the units n and the boundaries c of a reference: a rounded quotient, less something, within bounds.
struct WindowSizeRule {
  std::int64_t units_less = 0;       // taken off n
  bool per_boundary = false;         // divided by 2c (c at least 1) instead of by 2(c + 1)
  Rounding rounding = Rounding::half_up;
  std::int64_t less = 0;             // taken off the rounded quotient
  std::int64_t least = 0;
  bool below_units = false;          // at most n - 1

  [[nodiscard]] std::int64_t operator()(std::int64_t units, std::int64_t boundaries) const {
    const std::int64_t top = units - units_less;
    const std::int64_t bottom = 2 * (per_boundary ? std::max<std::int64_t>(boundaries, 1) : boundaries + 1);
    const std::int64_t quotient = top / bottom, rest = top % bottom;
    const bool half = rest == bottom - rest;
    const bool half_goes_up = rounding == Rounding::half_up || (quotient % 2 != 0) == (rounding == Rounding::half_even);
    const std::int64_t rounded = quotient + (rest > bottom - rest || (half && half_goes_up) ? 1 : 0);
    const std::int64_t k = std::max(rounded - less, least);
    return below_units ? std::min(k, units - 1) : k;
  }

  bool operator==(const WindowSizeRule&) const = default;
};

// The windows over one text; `windows` may be more than the frame holds, since those that lie outside are only counted.
struct LaidWindows {
  WindowFrame frame;
  std::int64_t windows = 0;

  // A single unit has no potential boundary: that is not undefined, but without error.
  [[nodiscard]] bool undefined(std::int64_t mass) const { return windows == 0 && mass > 1; }

  [[nodiscard]] double share(double count, std::int64_t mass) const {
    return ratio_or(count, static_cast<double>(windows), undefined(mass) ? undefined_score : 0.0);
  }
};

struct WindowLayout {
  WindowSizeRule rule;
  std::int64_t width_less = 0;   // taken off k
  std::int64_t first = 0;        // where the first window starts
  std::int64_t last_shift = 0;   // how far the last one stands from the one that ends at the last potential boundary
  bool closing = false;          // both sides have a boundary after the last unit
  bool padded = false;           // k more units at each end
  std::int64_t extra_windows = 0;
  std::int64_t least_k = 1;

  [[nodiscard]] LaidWindows lay(std::int64_t mass, std::int64_t k) const {
    const std::int64_t width = k - width_less, padding = padded ? k : 0;
    const std::int64_t begin = first - padding, end = mass - 1 - width + last_shift + padding;
    const std::int64_t closing_boundary = closing ? mass : 0;
    if (k < least_k || width < 0 || end < begin) return {{0, -1, 0, closing_boundary}, 0};
    return {{std::max(begin, -width), std::min(end, mass - 1), width, closing_boundary},
            std::max<std::int64_t>(end - begin + 1 + extra_windows, 0)};
  }

  bool operator==(const WindowLayout&) const = default;
};

// A layout, with the size of its windows if that does not follow from the reference.
struct Windows {
  WindowLayout layout;
  std::optional<std::int64_t> k;

  [[nodiscard]] std::int64_t size(std::int64_t mass, std::size_t boundaries) const {
    return k ? *k : layout.rule(mass, static_cast<std::int64_t>(boundaries));
  }
  [[nodiscard]] LaidWindows over(std::int64_t mass, std::size_t boundaries) const { return layout.lay(mass, size(mass, boundaries)); }

  bool operator==(const Windows&) const = default;
};

// ----------------------------------------------------------------------------------------------------------- short texts
//
// Mass up to 512, windows of up to 127 potential boundaries. Boundaries become bytes, or bits, of a few vector registers, in which
// many windows are looked at at once and no branch depends on the data. The results are those of the sweeps below.

#ifdef SEAMARK_AVX2


// With wider windows a surplus of boundaries might not fit into a signed byte.
inline constexpr std::int64_t dense_window_width = 127;

// Whether windows are within the short cut's reach.
inline bool fits_dense_windows(const WindowFrame& frame) {
  return frame.width >= 1 && frame.width <= dense_window_width && frame.last + frame.width < dense_wide_mass &&
         frame.closing_boundary < dense_wide_mass;
}

// Whether a pair is, and is worth it: with few boundaries in a long text the sweeps are quicker.
inline bool fits_dense_pair(Positions reference, Positions hypothesis) {
  const auto boundaries = static_cast<std::int64_t>(reference.size() + hypothesis.size());
  const std::int64_t last = std::max(reference.empty() ? 0 : reference.back(), hypothesis.empty() ? 0 : hypothesis.back());
  return last < dense_wide_mass && last < 32 * boundaries && processor_has_avx2();
}

namespace detail {

// The sum of all bytes up to and including each.
SEAMARK_AVX2_CODE inline __m256i running_sums(__m256i bytes) {
  bytes = _mm256_add_epi8(bytes, _mm256_slli_si256(bytes, 1));
  bytes = _mm256_add_epi8(bytes, _mm256_slli_si256(bytes, 2));
  bytes = _mm256_add_epi8(bytes, _mm256_slli_si256(bytes, 4));
  bytes = _mm256_add_epi8(bytes, _mm256_slli_si256(bytes, 8));
  // Shifts stay within half a register: the upper half has yet to be told the sum of the lower one.
  const __m256i lower_in_upper = _mm256_permute2x128_si256(bytes, bytes, 0x08);
  return _mm256_add_epi8(bytes, _mm256_shuffle_epi8(lower_in_upper, _mm256_set1_epi8(15)));
}

SEAMARK_AVX2_CODE inline std::int64_t sum_of_bytes(__m256i bytes) {
  const __m256i quarters = _mm256_sad_epu8(bytes, _mm256_setzero_si256());
  const __m128i halves = _mm_add_epi64(_mm256_castsi256_si128(quarters), _mm256_extracti128_si256(quarters, 1));
  return _mm_extract_epi64(halves, 0) + _mm_extract_epi64(halves, 1);
}

// 0xFF in the byte of every bit that is set, for the 32 bits from `place` on, a multiple of 32.
SEAMARK_AVX2_CODE inline __m256i spread(const TwiceWide& bits, std::size_t place) {
  const __m256i byte_of_bit = _mm256_setr_epi64x(0, 0x0101010101010101, 0x0202020202020202, 0x0303030303030303);
  const __m256i bit_of_byte = _mm256_set1_epi64x(static_cast<std::int64_t>(0x8040201008040201));
  std::int32_t here;
  std::memcpy(&here, reinterpret_cast<const char*>(bits.part) + place / 8, sizeof here);
  const __m256i copies = _mm256_shuffle_epi8(_mm256_set1_epi32(here), byte_of_bit);
  return _mm256_cmpeq_epi8(_mm256_and_si256(copies, bit_of_byte), bit_of_byte);
}

// For every position the reference's boundaries up to it minus the hypothesis's, modulo 256: a window's own surplus is the
// difference of two of them, and exact as long as it fits into a byte.
class SurplusBytes {
 public:
  SEAMARK_AVX2_CODE SurplusBytes() {
    for (std::int64_t i = -before_text; i < 0; i += 32) store_bytes(i, _mm256_setzero_si256());
  }

  // Adds up as far as position `last`, from where it was left.
  SEAMARK_AVX2_CODE void add_up(const TwiceWide& reference, const TwiceWide& hypothesis, std::int64_t last) {
    __m256i before = before_;
    std::int64_t i = added_;
    for (; i <= last; i += 32) {
      const auto place = static_cast<std::size_t>(i);
      const __m256i own = running_sums(_mm256_sub_epi8(spread(hypothesis, place), spread(reference, place)));
      store_bytes(i, _mm256_add_epi8(own, before));
      // From the block's own sums, not from those stored: blocks then wait for each other only for one addition.
      before = _mm256_add_epi8(before, _mm256_shuffle_epi8(_mm256_permute2x128_si256(own, own, 0x11), _mm256_set1_epi8(15)));
    }
    before_ = before;
    added_ = i;
  }

  // The 32 bytes from a position on, which may lie up to a window's width before the text.
  [[nodiscard]] SEAMARK_AVX2_CODE __m256i from(std::int64_t position) const {
    return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(bytes_.data() + before_text + position));
  }

 private:
  SEAMARK_AVX2_CODE void store_bytes(std::int64_t position, __m256i bytes) {
    _mm256_store_si256(reinterpret_cast<__m256i*>(bytes_.data() + before_text + position), bytes);
  }

  static constexpr std::int64_t before_text = dense_window_width + 1, after_text = 32;
  alignas(32) std::array<std::uint8_t, before_text + dense_wide_mass + after_text> bytes_;
  __m256i before_{};  // the sum of all blocks so far, in every byte
  std::int64_t added_ = 0;
};

// The places from `first` to `last`, in one of the registers.
SEAMARK_AVX2_CODE inline __m256i places(std::int64_t first, std::int64_t last, std::size_t part) {
  const __m256i all = _mm256_set1_epi64x(-1), zero = _mm256_setzero_si256();
  const __m256i below = beyond_starts(_mm256_set1_epi64x(first), part);
  const __m256i above = _mm256_sub_epi64(zero, beyond_starts(_mm256_set1_epi64x(last - 63), part));
  // Shifts by 64 or more give zero, which is right; by less than nothing too, which is not.
  const auto at_least_zero = [&](__m256i x) SEAMARK_AVX2_CODE { return _mm256_andnot_si256(_mm256_cmpgt_epi64(zero, x), x); };
  return _mm256_sllv_epi64(all, at_least_zero(below)) & _mm256_srlv_epi64(all, at_least_zero(above));
}

// From the boundaries of one side to the ends of the windows that hold one: every bit is also set in the width-1 places after it.
SEAMARK_AVX2_CODE inline TwiceWide window_ends(TwiceWide bits, const WindowFrame& frame) {
  if (frame.closing_boundary != 0) set_bit(bits, frame.closing_boundary);
  for (std::int64_t covered = 1; covered < frame.width;) {
    const std::int64_t step = std::min(covered, frame.width - covered);
    const TwiceWide moved = later(bits, static_cast<int>(step));
    for (std::size_t i = 0; i < 2; ++i) bits.part[i] |= moved.part[i];
    covered += step;
  }
  const std::int64_t first = frame.first + frame.width, last = frame.last + frame.width;
  for (std::size_t i = 0; i < 2; ++i) bits.part[i] &= places(first, last, i);
  return bits;
}

}  // namespace detail

// Counts differing windows in bytes that have been added up.
SEAMARK_AVX2_CODE inline WindowDifferences count_differences(const detail::SurplusBytes& surplus, const WindowFrame& frame) {
  const __m256i zero = _mm256_setzero_si256();
  const __m256i lane = _mm256_setr_epi8(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25,
                                        26, 27, 28, 29, 30, 31);
  __m256i positive = zero, negative = zero;  // at most one per lane and round, so that bytes are enough
  for (std::int64_t start = frame.first; start <= frame.last; start += 32) {
    const __m256i left = _mm256_set1_epi8(static_cast<char>(std::min<std::int64_t>(frame.last - start + 1, 32)));
    const __m256i window = _mm256_sub_epi8(surplus.from(start + frame.width), surplus.from(start));
    const __m256i counted = _mm256_and_si256(window, _mm256_cmpgt_epi8(left, lane));
    positive = _mm256_sub_epi8(positive, _mm256_cmpgt_epi8(counted, zero));
    negative = _mm256_sub_epi8(negative, _mm256_cmpgt_epi8(zero, counted));
  }
  return {detail::sum_of_bytes(positive), detail::sum_of_bytes(negative)};
}

// Counts windows with a boundary in the bits of both sides.
SEAMARK_AVX2_CODE inline WindowPresence count_presence(detail::TwiceWide reference, detail::TwiceWide hypothesis, const WindowFrame& frame) {
  const detail::TwiceWide r = detail::window_ends(reference, frame), h = detail::window_ends(hypothesis, frame);
  WindowPresence counts;
  for (std::size_t i = 0; i < 2; ++i) {
    counts.in_reference += detail::count_ones(r.part[i]);
    counts.in_hypothesis += detail::count_ones(h.part[i]);
    counts.in_either += detail::count_ones(r.part[i] | h.part[i]);
  }
  return counts;
}

SEAMARK_AVX2_CODE inline WindowDifferences dense_window_differences(Positions reference, Positions hypothesis, const WindowFrame& frame) {
  detail::SurplusBytes surplus;
  surplus.add_up(detail::as_wide<2>(reference), detail::as_wide<2>(hypothesis), frame.last + frame.width);
  return count_differences(surplus, frame);
}

SEAMARK_AVX2_CODE inline WindowPresence dense_window_presence(Positions reference, Positions hypothesis, const WindowFrame& frame) {
  return count_presence(detail::as_wide<2>(reference), detail::as_wide<2>(hypothesis), frame);
}

#endif  // SEAMARK_AVX2

// ------------------------------------------------------------------------------------------------ merging from both ends
//
// A merge is one long chain: the next comparison waits for the last. Working inwards from both ends gives the processor
// two chains that do not wait for each other, and halves the time on lists of a thousand boundaries.

// Calls `from_left(position, in_second)` for the smallest positions in rising order, and `from_right` likewise for the
// others in falling order; a position in both lists is shown twice, the first list's counting as the smaller one.
// Lists that are not sorted are shown in some order, never more than all of them from either end.
template <class FromLeft, class FromRight>
void merge_both_ends(Positions first, Positions second, FromLeft&& from_left, FromRight&& from_right) {
  const std::int64_t* a = first.data();
  const std::int64_t* b = second.data();
  const std::int64_t* a_end = a + first.size();
  const std::int64_t* b_end = b + second.size();
  // Less than, not different: the ends of lists that are not sorted may pass each other.
  while (a < a_end && b < b_end) {
    // So many steps from either end cannot run off a list, and cannot meet: together they take at most what there is.
    for (std::ptrdiff_t steps = std::min(a_end - a, b_end - b); steps > 0; --steps) {
      const bool left_in_second = *b < *a;
      from_left(left_in_second ? *b : *a, left_in_second);
      a += !left_in_second;
      b += left_in_second;
      const bool right_in_second = a_end[-1] <= b_end[-1];
      from_right(right_in_second ? b_end[-1] : a_end[-1], right_in_second);
      a_end -= !right_in_second;
      b_end -= right_in_second;
    }
  }
  for (; a < a_end; ++a) from_left(*a, false);
  for (; b < b_end; ++b) from_left(*b, true);
}

// -------------------------------------------------------------------------------------------------- sweeps over any text

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
inline const BoundaryKey* merge_keys(Positions reference, Positions hypothesis, BoundaryKey shift, WindowWorkspace& workspace) {
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

// Calls add(length, surplus) for every run of windows with one surplus: reference minus hypothesis boundaries.
// Works inwards from both ends, as the merge, and without branches on the data.
template <class Add>
void sweep_surplus(Positions reference, Positions hypothesis, const WindowFrame& frame, WindowWorkspace& workspace, Add&& add) {
  if (frame.windows() == 0 || frame.width == 0) return;
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
    add(start - left, left_surplus);
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
    add(right - start, right_surplus);
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
  add(right - left, left_surplus);
}

inline WindowDifferences swept_window_differences(Positions reference, Positions hypothesis, const WindowFrame& frame, WindowWorkspace& workspace) {
  WindowDifferences counts;
  sweep_surplus(reference, hypothesis, frame, workspace, [&](std::int64_t length, std::int64_t surplus) {
    // The sign as a mask: written as a condition it becomes a branch that is mispredicted every other time.
    counts.more_in_reference += length & (-surplus >> 63);
    counts.more_in_hypothesis += length & (surplus >> 63);
  });
  return counts;
}

// Counts the windows in which the two sides place different numbers of boundaries.
inline WindowDifferences window_differences(Positions reference, Positions hypothesis, const WindowFrame& frame, WindowWorkspace& workspace) {
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
inline WindowSums window_sums(Positions reference, Positions hypothesis, std::int64_t mass, std::int64_t width, WindowWorkspace& workspace) {
  const WindowFrame frame{.first = 1 - width, .last = mass - 2, .width = width};
  WindowSums sums;
  sweep_surplus(reference, hypothesis, frame, workspace, [&](std::int64_t length, std::int64_t surplus) {
    sums.false_negative += length * (surplus & (-surplus >> 63));
    sums.false_positive -= length * (surplus & (surplus >> 63));
  });
  // min(r, h) = r - max(0, r - h), and the sum of r is known.
  sums.true_positive = width * static_cast<std::int64_t>(reference.size()) - sums.false_negative;
  return sums;
}

// The boundaries of one side that lie within the starts of a frame, and the next one after them (0 when there is none).
struct BoundariesWithin {
  Positions inside;
  std::int64_t next = 0;

  // Looks from the ends: with usual widths only a few are outside, and it stays linear with any other.
  BoundariesWithin(Positions positions, const WindowFrame& frame) : next(frame.closing_boundary) {
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

inline std::int64_t windows_with_boundary(const BoundariesWithin& a, const BoundariesWithin& b, const WindowFrame& frame) {
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

inline WindowPresence swept_window_presence(Positions reference, Positions hypothesis, const WindowFrame& frame) {
  const BoundariesWithin a(reference, frame), b(hypothesis, frame);
  return {windows_with_boundary(a, frame), windows_with_boundary(b, frame), windows_with_boundary(a, b, frame)};
}

// Counts the windows that hold a boundary of the reference, of the hypothesis, and of either.
inline WindowPresence window_presence(Positions reference, Positions hypothesis, const WindowFrame& frame) {
  if (frame.windows() == 0) return {};
#ifdef SEAMARK_AVX2
  if (fits_dense_windows(frame) && fits_dense_pair(reference, hypothesis)) return dense_window_presence(reference, hypothesis, frame);
#endif
  return swept_window_presence(reference, hypothesis, frame);
}

}  // namespace seamark
