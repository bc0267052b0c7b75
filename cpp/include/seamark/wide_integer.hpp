// Sums that can pass 2^63: pairs of units, products of lengths.
#pragma once

#include <bit>
#include <cmath>
#include <compare>
#include <cstdint>

#include "seamark/platform.hpp"

namespace seamark {

// 128 bits in two's complement for compilers without such integers. Wraps where they would overflow.
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
