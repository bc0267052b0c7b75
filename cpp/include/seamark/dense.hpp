// Short texts (mass up to 512) as bits: the short cut for the commonest comparison, one boundary type and two-wise near misses.
//
// Boundaries become bits of a word, or of one or two vector registers where the processor has them; matches, misses and adjacent near
// misses are then counted by few operations with few branches. The result is the same as that of align_one_type.
#pragma once

#include <algorithm>
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
  std::int64_t matches = 0;
  std::int64_t near_misses = 0;
};

inline constexpr std::int64_t dense_word_mass = 64, dense_wide_mass = 512;

// Counts of boundaries below 64.
//
// A set bit in `edges` says: this potential boundary and the one before it are unmatched on opposite sides. A run of L set bits is a
// chain of L+1 alternating boundaries and holds ceil(L/2) disjoint near misses: its first bit, its third and so on. Runs are short, so
// that the first bits of all runs are taken at once, each with the bit after it, until none is left.
inline AdjacentCounts count_in_words(Positions boundaries_a, Positions boundaries_b) {
  std::uint64_t a = 0, b = 0;
  for (const std::int64_t position : boundaries_a) a |= std::uint64_t{1} << (position & 63);
  for (const std::int64_t position : boundaries_b) b |= std::uint64_t{1} << (position & 63);
  const std::uint64_t x = a & ~b, y = b & ~a;
  AdjacentCounts counts{std::popcount(a & b), 0};
  for (std::uint64_t edges = (x & (y << 1)) | (y & (x << 1)); edges != 0;) {
    const std::uint64_t firsts = edges & ~(edges << 1);
    counts.near_misses += std::popcount(firsts);
    edges &= ~(firsts | (firsts << 1));
  }
  return counts;
}

#ifdef SEAMARK_AVX2
namespace detail {

// Bits in registers of four words. Code that is compiled without registers aligns them in the same way.
template <std::size_t Registers>
struct alignas(32) Wide {
  __m256i part[Registers];
};
using TwiceWide = Wide<2>;

inline constexpr std::int64_t register_mass = 4 * dense_word_mass;

// How far a position lies beyond the start of each word of a register. A bit is shifted by that: shifts by 64 or more, or by less than
// nothing, give zero, so that the bit stays in one word only.
SEAMARK_AVX2_CODE inline __m256i beyond_starts(__m256i position, std::size_t part) {
  const auto first = static_cast<std::int64_t>(part) * register_mass;
  return _mm256_sub_epi64(position, _mm256_set_epi64x(first + 192, first + 128, first + 64, first));
}

template <std::size_t Registers>
SEAMARK_AVX2_CODE inline void set_bit(Wide<Registers>& bits, std::int64_t position) {
  for (std::size_t i = 0; i < Registers; ++i)
    bits.part[i] |= _mm256_sllv_epi64(_mm256_set1_epi64x(1), beyond_starts(_mm256_set1_epi64x(position), i));
}

// Positions are taken four at a time. Some may be taken twice, which sets their bits again and changes nothing; in exchange the number
// of rounds is easy to predict, and that is most of the time saved.
template <std::size_t Registers>
SEAMARK_AVX2_CODE inline Wide<Registers> as_wide(Positions positions) {
  Wide<Registers> bits{};
  const std::size_t size = positions.size();
  if (size < 4) {
    for (const std::int64_t position : positions) set_bit(bits, position);
    return bits;
  }
  for (std::size_t i = 0; i < size; i += 4) {
    for (std::size_t place = std::min(i, size - 4), end = place + 4; place < end; ++place) set_bit(bits, positions[place]);
  }
  return bits;
}

// The boundaries of a row of segment masses, if they are whole numbers above 0 that add up to `dense_wide_mass` at most.
struct DenseRow {
  TwiceWide bits;
  std::int64_t mass = 0;
  std::size_t boundaries = 0;
};

template <std::integral Value>
SEAMARK_AVX2_CODE inline std::optional<DenseRow> as_dense_row(std::span<const Value> masses) {
  const __m256i one = _mm256_set1_epi64x(1), zero = _mm256_setzero_si256();
  TwiceWide bits{}, beyond{{beyond_starts(zero, 0), beyond_starts(zero, 1)}};  // of the end of the segment
  __m256i seen = zero;
  const auto take = [&](Value value) SEAMARK_AVX2_CODE {
    const __m256i mass = _mm256_set1_epi64x(static_cast<std::int64_t>(value));
    seen |= _mm256_sub_epi64(mass, one);  // 0 and less show when 1 is taken away
    for (__m256i& part : beyond.part) part = _mm256_add_epi64(part, mass);
  };
  if (masses.empty() || masses.size() > static_cast<std::size_t>(dense_wide_mass)) return std::nullopt;
  for (const Value mass : masses.first(masses.size() - 1)) {
    take(mass);
    for (std::size_t i = 0; i < 2; ++i) bits.part[i] |= _mm256_sllv_epi64(one, beyond.part[i]);
  }
  take(masses.back());
  const std::int64_t total = _mm_cvtsi128_si64(_mm256_castsi256_si128(beyond.part[0]));
  const auto all = static_cast<std::uint64_t>(_mm_cvtsi128_si64(_mm256_castsi256_si128(seen)));
  // Masses up to 2^32, and no more than 512 of them, cannot add up to too much for 64 bits.
  if (all >> 32 != 0 || total > dense_wide_mass) return std::nullopt;
  return DenseRow{bits, total, masses.size() - 1};
}

SEAMARK_AVX2_CODE inline std::int64_t count_ones(__m256i bits) {
  std::int64_t count = 0;
  for (std::size_t word = 0; word < 4; ++word) count += std::popcount(static_cast<std::uint64_t>(bits[word]));
  return count;
}

// Every bit `step` places later, 1 to 63.
template <std::size_t Registers>
SEAMARK_AVX2_CODE inline Wide<Registers> later(const Wide<Registers>& bits, int step) {
  Wide<Registers> moved;
  __m256i lower = _mm256_setzero_si256();
  for (std::size_t i = 0; i < Registers; ++i) {
    // Every word's predecessor, the last word of `lower` being that of the first.
    const __m256i before = _mm256_blend_epi32(_mm256_permute4x64_epi64(bits.part[i], 0x93), _mm256_permute4x64_epi64(lower, 0x93), 0x03);
    moved.part[i] = _mm256_slli_epi64(bits.part[i], step) | _mm256_srli_epi64(before, 64 - step);
    lower = bits.part[i];
  }
  return moved;
}

// As count_in_words.
template <std::size_t Registers>
SEAMARK_AVX2_CODE inline AdjacentCounts count_wide(const Wide<Registers>& a, const Wide<Registers>& b) {
  AdjacentCounts counts;
  Wide<Registers> x, y, edges, firsts;
  for (std::size_t i = 0; i < Registers; ++i) {
    x.part[i] = a.part[i] & ~b.part[i];
    y.part[i] = b.part[i] & ~a.part[i];
    counts.matches += count_ones(a.part[i] & b.part[i]);
  }
  const Wide<Registers> after_x = later(x, 1), after_y = later(y, 1);
  for (std::size_t i = 0; i < Registers; ++i) edges.part[i] = (x.part[i] & after_y.part[i]) | (y.part[i] & after_x.part[i]);
  for (bool left = true; left;) {
    const Wide<Registers> after_edges = later(edges, 1);
    for (std::size_t i = 0; i < Registers; ++i) {
      firsts.part[i] = edges.part[i] & ~after_edges.part[i];
      counts.near_misses += count_ones(firsts.part[i]);
    }
    const Wide<Registers> seconds = later(firsts, 1);
    left = false;
    for (std::size_t i = 0; i < Registers; ++i) {
      edges.part[i] &= ~(firsts.part[i] | seconds.part[i]);
      left |= _mm256_testz_si256(edges.part[i], edges.part[i]) == 0;
    }
  }
  return counts;
}

// The bits of boundaries below `mass`, which is 512 at most.
SEAMARK_AVX2_CODE inline TwiceWide dense_bits(Positions positions, std::int64_t mass) {
  return mass <= register_mass ? TwiceWide{{as_wide<1>(positions).part[0]}} : as_wide<2>(positions);
}

SEAMARK_AVX2_CODE inline AdjacentCounts count_dense(const TwiceWide& a, const TwiceWide& b, std::int64_t mass) {
  return mass <= register_mass ? count_wide(Wide<1>{{a.part[0]}}, Wide<1>{{b.part[0]}}) : count_wide(a, b);
}

}  // namespace detail
#endif

}  // namespace seamark
