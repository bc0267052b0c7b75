// A short cut for the commonest comparison: one boundary type, two-wise near misses, mass up to 256.
//
// Boundaries become bits of a few machine words; matches, misses and adjacent near misses then are a handful of word
// operations with no unpredictable branch. The result is the same as that of align_one_type.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

#if defined(__x86_64__) && (defined(__GNUC__) || defined(__clang__))
#define SEAMARK_AVX2 1
#include <immintrin.h>
#endif

namespace seamark {

struct AdjacentCounts {
  std::int64_t unmatched_a = 0;
  std::int64_t unmatched_b = 0;
  std::int64_t near_misses = 0;
};

inline constexpr std::int64_t dense_word_mass = 64;
inline constexpr std::int64_t dense_wide_mass = 256;

namespace detail {

// Counts over words of boundaries that only one side has.
//
// A set bit in `edges` says: this potential boundary and the one before it are unmatched on opposite sides. A run of L
// set bits is a chain of L+1 alternating boundaries and holds ceil(L/2) disjoint near misses: every second bit of the run,
// from its start. Adding a run's first bit to the word clears the run, which tells runs that start at even places from
// those that start at odd ones.
template <std::size_t Words>
[[gnu::always_inline]] inline AdjacentCounts count_words(const std::uint64_t* only_a, const std::uint64_t* only_b) {
  constexpr std::uint64_t even = 0x5555555555555555ULL;
  AdjacentCounts counts;
  std::uint64_t last_a = 0, last_b = 0, last_edge = 0, carry = 0;
  for (std::size_t w = 0; w < Words; ++w) {
    const std::uint64_t x = only_a[w], y = only_b[w];
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

// Calls take(position) for every position, four at a time. The last one may be taken more than once, which sets its bit
// again and changes nothing; in exchange the number of rounds is easy to predict, and that is most of the time saved.
template <class Take>
[[gnu::always_inline]] inline void take_in_fours(std::span<const std::int64_t> positions, Take&& take) {
  const std::size_t last = positions.size() - 1;
  for (std::size_t i = 0; i < positions.size(); i += 4) {
    take(positions[i]);
    take(positions[std::min(i + 1, last)]);
    take(positions[std::min(i + 2, last)]);
    take(positions[std::min(i + 3, last)]);
  }
}

[[gnu::always_inline]] inline std::uint64_t as_word(std::span<const std::int64_t> positions) {
  std::uint64_t word = 0;
  take_in_fours(positions, [&](std::int64_t p) { word |= std::uint64_t{1} << p; });
  return word;
}

[[gnu::always_inline]] inline AdjacentCounts count_in_one_word(std::span<const std::int64_t> a, std::span<const std::int64_t> b) {
  const std::uint64_t x = as_word(a), y = as_word(b);
  const std::uint64_t only_a = x & ~y, only_b = y & ~x;
  return count_words<1>(&only_a, &only_b);
}

}  // namespace detail

// Counts of one pair. The caller guarantees: positions below `mass`, and mass within `dense_limit` of the function used.
using DenseFunction = AdjacentCounts (*)(std::span<const std::int64_t> a, std::span<const std::int64_t> b, std::int64_t mass);

inline AdjacentCounts dense_portable(std::span<const std::int64_t> a, std::span<const std::int64_t> b, std::int64_t) {
  return detail::count_in_one_word(a, b);
}

#ifdef SEAMARK_AVX2
namespace detail {

// Shifting by 64 or more gives zero in each lane, so one shift by (position - start of lane) sets the right bit only.
__attribute__((target("avx2,popcnt,bmi,bmi2"))) inline __m256i as_wide(std::span<const std::int64_t> positions) {
  const __m256i lanes = _mm256_set_epi64x(192, 128, 64, 0), one = _mm256_set1_epi64x(1);
  __m256i bits = _mm256_setzero_si256();
  take_in_fours(positions, [&](std::int64_t p) __attribute__((target("avx2"))) {
    bits = _mm256_or_si256(bits, _mm256_sllv_epi64(one, _mm256_sub_epi64(_mm256_set1_epi64x(p), lanes)));
  });
  return bits;
}

}  // namespace detail

__attribute__((target("avx2,popcnt,bmi,bmi2"))) inline AdjacentCounts dense_avx2(std::span<const std::int64_t> a,
                                                                              std::span<const std::int64_t> b,
                                                                              std::int64_t mass) {
  if (mass <= dense_word_mass) return detail::count_in_one_word(a, b);
  const __m256i x = detail::as_wide(a), y = detail::as_wide(b);
  alignas(32) std::uint64_t only_a[4], only_b[4];
  _mm256_store_si256(reinterpret_cast<__m256i*>(only_a), _mm256_andnot_si256(y, x));
  _mm256_store_si256(reinterpret_cast<__m256i*>(only_b), _mm256_andnot_si256(x, y));
  return mass <= 2 * dense_word_mass ? detail::count_words<2>(only_a, only_b) : detail::count_words<4>(only_a, only_b);
}
#endif

// The short cut this processor can take, and up to which mass.
struct DenseShortcut {
  DenseFunction count;
  std::int64_t limit;
};

inline DenseShortcut dense_shortcut() {
#ifdef SEAMARK_AVX2
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("popcnt") && __builtin_cpu_supports("bmi2")) {
    return {dense_avx2, dense_wide_mass};
  }
#endif
  return {dense_portable, dense_word_mass};
}

}  // namespace seamark
