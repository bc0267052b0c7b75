// A short cut for windows over short texts: mass up to 512, windows of up to 127 potential boundaries.
//
// Boundaries become bytes, or bits, of a few vector registers, in which many windows are looked at at once and no branch
// depends on the data. The result is the same as that of the sweeps in windows.hpp.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

#include "seamark/dense.hpp"
#include "seamark/window_counts.hpp"

#ifdef SEAMARK_AVX2

namespace seamark {

// With wider windows a surplus of boundaries might not fit into a signed byte.
inline constexpr std::int64_t dense_window_width = 127;

// Whether windows are within the short cut's reach.
inline bool fits_dense_windows(const WindowFrame& frame) {
  return frame.width >= 1 && frame.width <= dense_window_width && frame.last + frame.width < dense_wide_mass &&
         frame.closing_boundary < dense_wide_mass;
}

// Whether a pair is, and is worth it: with few boundaries in a long text the sweeps are quicker.
inline bool fits_dense_pair(std::span<const std::int64_t> reference, std::span<const std::int64_t> hypothesis) {
  const auto boundaries = static_cast<std::int64_t>(reference.size() + hypothesis.size());
  const std::int64_t last = std::max(reference.empty() ? 0 : reference.back(), hypothesis.empty() ? 0 : hypothesis.back());
  return last < dense_wide_mass && last < 32 * boundaries && dense_shortcut().limit == dense_wide_mass;
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
SEAMARK_AVX2_CODE inline __m256i spread(const Words& words, std::size_t place) {
  const __m256i byte_of_bit = _mm256_setr_epi64x(0, 0x0101010101010101, 0x0202020202020202, 0x0303030303030303);
  const __m256i bit_of_byte = _mm256_set1_epi64x(static_cast<std::int64_t>(0x8040201008040201));
  std::int32_t bits;
  std::memcpy(&bits, reinterpret_cast<const char*>(words.data()) + place / 8, sizeof bits);
  const __m256i copies = _mm256_shuffle_epi8(_mm256_set1_epi32(bits), byte_of_bit);
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
  SEAMARK_AVX2_CODE void add_up(const Words& reference, const Words& hypothesis, std::int64_t last) {
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

// Every word's predecessor, the last word of `lower` being that of the first.
SEAMARK_AVX2_CODE inline __m256i words_before(__m256i words, __m256i lower) {
  return _mm256_blend_epi32(_mm256_permute4x64_epi64(words, 0x93), _mm256_permute4x64_epi64(lower, 0x93), 0x03);
}

// The words with every bit also set `step` places later.
SEAMARK_AVX2_CODE inline __m256i doubled(__m256i words, __m256i before, std::int64_t step) {
  const __m256i within = _mm256_sll_epi64(words, _mm_cvtsi64_si128(step));
  const __m256i across = _mm256_srl_epi64(before, _mm_cvtsi64_si128(64 - step));
  return _mm256_or_si256(words, _mm256_or_si256(within, across));
}

// The places from `first` to `last`, in that half of the words that starts at `First`.
template <int First>
SEAMARK_AVX2_CODE inline __m256i places(std::int64_t first, std::int64_t last) {
  const __m256i starts = _mm256_set_epi64x(First + 192, First + 128, First + 64, First), zero = _mm256_setzero_si256();
  const __m256i below = _mm256_sub_epi64(_mm256_set1_epi64x(first), starts);
  const __m256i above = _mm256_sub_epi64(starts, _mm256_set1_epi64x(last - 63));
  // Shifts by 64 or more give zero, which is right; by less than nothing too, which is not.
  const auto at_least_zero = [&](__m256i x) SEAMARK_AVX2_CODE { return _mm256_andnot_si256(_mm256_cmpgt_epi64(zero, x), x); };
  const __m256i all = _mm256_set1_epi64x(-1);
  return _mm256_and_si256(_mm256_sllv_epi64(all, at_least_zero(below)), _mm256_srlv_epi64(all, at_least_zero(above)));
}

// The ends of windows in which either side has a boundary.
struct WindowEnds {
  Words reference, hypothesis;
};

SEAMARK_AVX2_CODE inline TwiceWide doubled(TwiceWide bits, std::int64_t step) {
  return {doubled(bits.low, words_before(bits.low, _mm256_setzero_si256()), step),
          doubled(bits.high, words_before(bits.high, bits.low), step)};
}

// From boundaries to the ends of the windows that hold one: every bit is also set in the width-1 places after it.
SEAMARK_AVX2_CODE inline WindowEnds window_ends(TwiceWide reference, TwiceWide hypothesis, const WindowFrame& frame) {
  if (frame.closing_boundary != 0) {
    const __m256i closing = _mm256_set1_epi64x(frame.closing_boundary);
    const __m256i low = one_bit<0>(closing), high = one_bit<256>(closing);
    reference = {_mm256_or_si256(reference.low, low), _mm256_or_si256(reference.high, high)};
    hypothesis = {_mm256_or_si256(hypothesis.low, low), _mm256_or_si256(hypothesis.high, high)};
  }
  for (std::int64_t covered = 1; covered < frame.width;) {
    const std::int64_t step = std::min(covered, frame.width - covered);
    reference = doubled(reference, step);
    hypothesis = doubled(hypothesis, step);
    covered += step;
  }
  const std::int64_t first = frame.first + frame.width, last = frame.last + frame.width;
  const __m256i low = places<0>(first, last), high = places<256>(first, last);
  return {words_of({_mm256_and_si256(reference.low, low), _mm256_and_si256(reference.high, high)}),
          words_of({_mm256_and_si256(hypothesis.low, low), _mm256_and_si256(hypothesis.high, high)})};
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
  return {frame.windows(), detail::sum_of_bytes(positive), detail::sum_of_bytes(negative)};
}

// In how many windows one side places more boundaries than the other, whichever it is.
SEAMARK_AVX2_CODE inline std::int64_t count_differing(const detail::SurplusBytes& surplus, const WindowFrame& frame) {
  const __m256i zero = _mm256_setzero_si256();
  __m256i alike = zero;  // at most one per lane and round, so that bytes are enough
  std::int64_t start = frame.first;
  for (; start + 31 <= frame.last; start += 32) {
    alike = _mm256_sub_epi8(alike, _mm256_cmpeq_epi8(surplus.from(start + frame.width), surplus.from(start)));
  }
  std::int64_t count = start - frame.first - detail::sum_of_bytes(alike);
  if (start <= frame.last) {
    const auto last = static_cast<std::uint32_t>(_mm256_movemask_epi8(_mm256_cmpeq_epi8(surplus.from(start + frame.width), surplus.from(start))));
    count += std::popcount(~last << (31 - (frame.last - start)));
  }
  return count;
}

// Counts windows with a boundary in the bits of both sides.
SEAMARK_AVX2_CODE inline WindowPresence count_presence(detail::TwiceWide reference, detail::TwiceWide hypothesis, const WindowFrame& frame) {
  const detail::WindowEnds ends = detail::window_ends(reference, hypothesis, frame);
  WindowPresence counts{.windows = frame.windows()};
  for (std::size_t word = 0; word < ends.reference.size(); ++word) {
    counts.in_reference += std::popcount(ends.reference[word]);
    counts.in_hypothesis += std::popcount(ends.hypothesis[word]);
    counts.in_either += std::popcount(ends.reference[word] | ends.hypothesis[word]);
  }
  return counts;
}

// In how many windows only one side has a boundary.
SEAMARK_AVX2_CODE inline std::int64_t count_presence_differences(detail::TwiceWide reference, detail::TwiceWide hypothesis,
                                                                 const WindowFrame& frame) {
  const detail::WindowEnds ends = detail::window_ends(reference, hypothesis, frame);
  std::int64_t differ = 0;
  for (std::size_t word = 0; word < ends.reference.size(); ++word) differ += std::popcount(ends.reference[word] ^ ends.hypothesis[word]);
  return differ;
}

SEAMARK_AVX2_CODE inline WindowDifferences dense_window_differences(std::span<const std::int64_t> reference, std::span<const std::int64_t> hypothesis,
                                                                    const WindowFrame& frame) {
  const detail::Words r = detail::words_of(detail::as_twice_wide(reference)), h = detail::words_of(detail::as_twice_wide(hypothesis));
  detail::SurplusBytes surplus;
  surplus.add_up(r, h, frame.last + frame.width);
  return count_differences(surplus, frame);
}

SEAMARK_AVX2_CODE inline WindowPresence dense_window_presence(std::span<const std::int64_t> reference, std::span<const std::int64_t> hypothesis,
                                                              const WindowFrame& frame) {
  return count_presence(detail::as_twice_wide(reference), detail::as_twice_wide(hypothesis), frame);
}

}  // namespace seamark

#endif  // SEAMARK_AVX2
