// Short texts (mass up to 512) as bits: the short cut for the commonest comparison, one boundary type and two-wise near misses.
//
// Boundaries become bits of a few machine words; matches, misses and adjacent near misses then are a handful of word
// operations with no unpredictable branch. The result is the same as that of align_one_type.
#pragma once

#include <array>
#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "seamark/columns.hpp"
#include "seamark/platform.hpp"

namespace seamark {

struct AdjacentCounts {
  std::int64_t unmatched_a = 0;
  std::int64_t unmatched_b = 0;
  std::int64_t near_misses = 0;
};

inline constexpr std::int64_t dense_word_mass = 64;
inline constexpr std::int64_t dense_wide_mass = 512;

// The boundaries of a segmentation as bits.
struct alignas(32) DenseWords : std::array<std::uint64_t, dense_wide_mass / dense_word_mass> {};

namespace detail {

// Counts over the words of both sides.
//
// A set bit in `edges` says: this potential boundary and the one before it are unmatched on opposite sides. A run of L
// set bits is a chain of L+1 alternating boundaries and holds ceil(L/2) disjoint near misses: every second bit of the run,
// from its start. Adding a run's first bit to the word clears the run, which tells runs that start at even places from
// those that start at odd ones.
template <std::size_t Words>
SEAMARK_ALWAYS_INLINE AdjacentCounts count_words(const std::uint64_t* a, const std::uint64_t* b) {
  constexpr std::uint64_t even = 0x5555555555555555ULL;
  AdjacentCounts counts;
  std::uint64_t last_a = 0, last_b = 0, last_edge = 0, carry = 0;
  for (std::size_t w = 0; w < Words; ++w) {
    const std::uint64_t x = a[w] & ~b[w], y = b[w] & ~a[w];
    counts.unmatched_a += std::popcount(x);
    counts.unmatched_b += std::popcount(y);
    const std::uint64_t edges = (x & ((y << 1) | last_b)) | (y & ((x << 1) | last_a));
    const std::uint64_t starts = edges & ~((edges << 1) | last_edge);
    const std::uint64_t partial = edges + (starts & even);
    const std::uint64_t sum = partial + carry;
    carry = static_cast<std::uint64_t>(partial < edges) | static_cast<std::uint64_t>(sum < partial);
    const std::uint64_t even_runs = edges & ~sum;
    counts.near_misses += std::popcount((even_runs & even) | (edges & ~even_runs & ~even));
    last_a = x >> 63;
    last_b = y >> 63;
    last_edge = edges >> 63;
  }
  return counts;
}

template <class Take>
SEAMARK_ALWAYS_INLINE void take_four(const std::int64_t* positions, Take& take) {
  take(positions[0]);
  take(positions[1]);
  take(positions[2]);
  take(positions[3]);
}

// Calls take(position) for every position, four at a time. Some may be taken twice, which sets their bits again and changes
// nothing; in exchange the number of rounds is easy to predict, and that is most of the time saved.
template <class Take>
SEAMARK_ALWAYS_INLINE void take_in_fours(Positions positions, Take&& take) {
  const std::size_t size = positions.size();
  if (size < 4) {
    for (const std::int64_t position : positions) take(position);
    return;
  }
  for (std::size_t i = 0; i + 4 < size; i += 4) take_four(&positions[i], take);
  take_four(&positions[size - 4], take);
}

SEAMARK_ALWAYS_INLINE std::uint64_t as_word(Positions positions) {
  std::uint64_t word = 0;
  take_in_fours(positions, [&](std::int64_t p) { word |= std::uint64_t{1} << (p & 63); });
  return word;
}

SEAMARK_ALWAYS_INLINE AdjacentCounts count_in_one_word(Positions a, Positions b) {
  const std::uint64_t x = as_word(a), y = as_word(b);
  return count_words<1>(&x, &y);
}

}  // namespace detail

// Counts of one pair. The caller guarantees: positions below `mass`, and a mass within the limit of the short cut.
using DenseFunction = AdjacentCounts (*)(Positions a, Positions b, std::int64_t mass);

inline AdjacentCounts dense_portable(Positions a, Positions b, std::int64_t) {
  return detail::count_in_one_word(a, b);
}

#ifdef SEAMARK_AVX2
namespace detail {

// A bit in that one of four words, the first starting at `First`, in which the position lies, if any. Shifting by 64 or more,
// or by less than nothing, gives zero, so that one shift by (position - start of word) does it.
template <int First>
SEAMARK_AVX2_CODE inline __m256i one_bit(__m256i position) {
  const __m256i starts = _mm256_set_epi64x(First + 192, First + 128, First + 64, First);
  return _mm256_sllv_epi64(_mm256_set1_epi64x(1), _mm256_sub_epi64(position, starts));
}

struct TwiceWide {
  __m256i low, high;
};

SEAMARK_AVX2_CODE inline TwiceWide as_twice_wide(Positions positions) {
  __m256i low = _mm256_setzero_si256(), high = low;
  take_in_fours(positions, [&](std::int64_t p) SEAMARK_AVX2_CODE {
    const __m256i position = _mm256_set1_epi64x(p);
    low = _mm256_or_si256(low, one_bit<0>(position));
    high = _mm256_or_si256(high, one_bit<256>(position));
  });
  return {low, high};
}

// The boundaries of a row of segment masses, if they are whole numbers above 0 that add up to `dense_wide_mass` at most.
struct DenseRow {
  TwiceWide bits;
  std::int64_t mass = 0;
  std::size_t boundaries = 0;
};

template <std::integral Value>
SEAMARK_AVX2_CODE inline std::optional<DenseRow> as_dense_row(std::span<const Value> masses) {
  const __m256i one = _mm256_set1_epi64x(1);
  // How far the end of the segment lies beyond the start of each word: the shift that gives its bit.
  __m256i beyond_low = _mm256_set_epi64x(-192, -128, -64, 0), beyond_high = _mm256_set_epi64x(-448, -384, -320, -256);
  __m256i low = _mm256_setzero_si256(), high = low, seen = low;
  const auto take = [&](Value value) SEAMARK_AVX2_CODE {
    const __m256i mass = _mm256_set1_epi64x(static_cast<std::int64_t>(value));
    seen = _mm256_or_si256(seen, _mm256_sub_epi64(mass, one));  // 0 and less show when 1 is taken away
    beyond_low = _mm256_add_epi64(beyond_low, mass);
    beyond_high = _mm256_add_epi64(beyond_high, mass);
  };
  if (masses.empty() || masses.size() > static_cast<std::size_t>(dense_wide_mass)) return std::nullopt;
  for (const Value mass : masses.first(masses.size() - 1)) {
    take(mass);
    low = _mm256_or_si256(low, _mm256_sllv_epi64(one, beyond_low));
    high = _mm256_or_si256(high, _mm256_sllv_epi64(one, beyond_high));
  }
  take(masses.back());
  const std::int64_t total = _mm_cvtsi128_si64(_mm256_castsi256_si128(beyond_low));
  const auto all = static_cast<std::uint64_t>(_mm_cvtsi128_si64(_mm256_castsi256_si128(seen)));
  // Masses up to 2^32, and no more than 512 of them, cannot add up to too much for 64 bits.
  if (all >> 32 != 0 || total > dense_wide_mass) return std::nullopt;
  return DenseRow{{low, high}, total, masses.size() - 1};
}

SEAMARK_AVX2_CODE inline DenseWords words_of(TwiceWide bits) {
  DenseWords words;
  _mm256_store_si256(reinterpret_cast<__m256i*>(words.data()), bits.low);
  _mm256_store_si256(reinterpret_cast<__m256i*>(words.data() + 4), bits.high);
  return words;
}

SEAMARK_AVX2_CODE inline AdjacentCounts count_wide(const DenseWords& a, const DenseWords& b, std::int64_t mass) {
  if (mass <= 2 * dense_word_mass) return count_words<2>(a.data(), b.data());
  if (mass <= 4 * dense_word_mass) return count_words<4>(a.data(), b.data());
  return mass <= 6 * dense_word_mass ? count_words<6>(a.data(), b.data()) : count_words<8>(a.data(), b.data());
}

}  // namespace detail

SEAMARK_AVX2_CODE inline AdjacentCounts dense_avx2(Positions a, Positions b, std::int64_t mass) {
  if (mass <= dense_word_mass) return detail::count_in_one_word(a, b);
  return detail::count_wide(detail::words_of(detail::as_twice_wide(a)), detail::words_of(detail::as_twice_wide(b)), mass);
}
#endif

// The short cut this processor can take, and up to which mass.
struct DenseShortcut {
  DenseFunction count;
  std::int64_t limit;
};

inline DenseShortcut dense_shortcut() {
#ifdef SEAMARK_AVX2
  if (processor_has_avx2()) return {dense_avx2, dense_wide_mass};
#endif
  return {dense_portable, dense_word_mass};
}

}  // namespace seamark
