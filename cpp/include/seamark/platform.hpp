// Compilers and processors: the only header that asks which one it is, and the 128-bit integers.
//
// SEAMARK_NO_SIMD leaves out every path for vector instructions. SEAMARK_PORTABLE_WIDE takes the portable 128-bit integers where
// the compiler has its own. Results are the same in every combination.
#pragma once

#include <bit>
#include <cmath>
#include <compare>
#include <cstdint>

// For functions that are fast only when they are inlined.
#if defined(_MSC_VER) && !defined(__clang__)
#define SEAMARK_ALWAYS_INLINE __forceinline
#else
#define SEAMARK_ALWAYS_INLINE [[gnu::always_inline]] inline
#endif

// The compiler has 128-bit integers.
#if defined(__SIZEOF_INT128__) && !defined(SEAMARK_PORTABLE_WIDE)
#define SEAMARK_INT128 1
#endif

// AVX2, where single functions can be compiled for it. Such a function is marked SEAMARK_AVX2_CODE (after [[nodiscard]] and before
// its type; a lambda after its parameters) and is called only when `processor_has_avx2` returns true. Not on Windows: GCC does not
// align the stack there as these registers need it, and clang-cl has no run-time library to ask the processor.
#if defined(__x86_64__) && (defined(__GNUC__) || defined(__clang__)) && !defined(_WIN32) && !defined(SEAMARK_NO_SIMD)
#define SEAMARK_AVX2 1
#define SEAMARK_AVX2_CODE __attribute__((target("avx2,popcnt,bmi,bmi2")))
#include <immintrin.h>
#endif

namespace seamark {

// Whether this processor and its system can run SEAMARK_AVX2_CODE.
inline bool processor_has_avx2() {
#ifdef SEAMARK_AVX2
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("popcnt") && __builtin_cpu_supports("bmi") &&
         __builtin_cpu_supports("bmi2");
#else
  return false;
#endif
}

// For bug reports: how the kernel was compiled, and which path this processor takes.
inline const char* compiler() {
#if defined(__clang__)
  return "clang " __clang_version__;
#elif defined(__GNUC__)
  return "gcc " __VERSION__;
#elif defined(_MSC_VER)
#define SEAMARK_TEXT_OF(number) #number
#define SEAMARK_TEXT(macro) SEAMARK_TEXT_OF(macro)
  return "msvc " SEAMARK_TEXT(_MSC_VER);
#else
  return "unknown";
#endif
}

inline const char* vector_instructions() {
#ifdef SEAMARK_AVX2
  return processor_has_avx2() ? "avx2" : "none: the processor lacks avx2";
#else
  return "none: not compiled in";
#endif
}

inline const char* wide_integers() {
#ifdef SEAMARK_INT128
  return "of the compiler";
#else
  return "portable";
#endif
}

// 128 bits in two's complement, for compilers without such integers. For sums that can pass 2^63: pairs of units, products of
// lengths. Wraps on overflow.
class PortableWideInteger {
 public:
  constexpr PortableWideInteger(std::int64_t value = 0)  // NOLINT: every int64 is one of these
      : high_(value < 0 ? ~std::uint64_t{0} : 0), low_(static_cast<std::uint64_t>(value)) {}

  friend constexpr PortableWideInteger operator+(PortableWideInteger a, PortableWideInteger b) {
    const std::uint64_t low = a.low_ + b.low_;
    return {a.high_ + b.high_ + (low < a.low_), low};
  }
  friend constexpr PortableWideInteger operator-(PortableWideInteger a) { return PortableWideInteger{~a.high_, ~a.low_} + 1; }
  friend constexpr PortableWideInteger operator-(PortableWideInteger a, PortableWideInteger b) { return a + -b; }
  friend constexpr PortableWideInteger operator*(PortableWideInteger a, PortableWideInteger b) {
    PortableWideInteger product = product_of_halves(a.low_, b.low_);
    product.high_ += a.high_ * b.low_ + a.low_ * b.high_;
    return product;
  }
  constexpr PortableWideInteger& operator+=(PortableWideInteger other) { return *this = *this + other; }

  friend constexpr bool operator==(PortableWideInteger a, PortableWideInteger b) = default;
  friend constexpr std::strong_ordering operator<=>(PortableWideInteger a, PortableWideInteger b) {
    if (a.high_ != b.high_) return static_cast<std::int64_t>(a.high_) <=> static_cast<std::int64_t>(b.high_);
    return a.low_ <=> b.low_;
  }

  explicit constexpr operator std::int64_t() const { return static_cast<std::int64_t>(low_); }

  // To the nearest double, ties to even.
  explicit operator double() const {
    if (static_cast<std::int64_t>(high_) < 0) return -(-*this).unsigned_to_double();
    return unsigned_to_double();
  }

 private:
  constexpr PortableWideInteger(std::uint64_t high, std::uint64_t low) : high_(high), low_(low) {}

  // Two words of 64 bits multiplied in halves of 32.
  static constexpr PortableWideInteger product_of_halves(std::uint64_t a, std::uint64_t b) {
    constexpr std::uint64_t half = 0xFFFFFFFFU;
    const std::uint64_t low = (a & half) * (b & half), across = (a >> 32) * (b & half) + (low >> 32);
    const std::uint64_t other = (a & half) * (b >> 32) + (across & half);
    return {(a >> 32) * (b >> 32) + (across >> 32) + (other >> 32), (other << 32) | (low & half)};
  }

  // The 64 bits from the first set one on; what follows them only matters for being nothing or something.
  [[nodiscard]] double unsigned_to_double() const {
    if (high_ == 0) return static_cast<double>(low_);
    const int shift = std::countl_zero(high_);
    const std::uint64_t first = shift == 0 ? high_ : (high_ << shift) | (low_ >> (64 - shift));
    const bool rest = (low_ << shift) != 0;
    return std::ldexp(static_cast<double>(first | static_cast<std::uint64_t>(rest)), 64 - shift);
  }

  std::uint64_t high_, low_;
};

#ifdef SEAMARK_INT128
// The marker says that its absence from the standard is known.
__extension__ using WideInteger = __int128;
#else
using WideInteger = PortableWideInteger;
#endif

}  // namespace seamark
