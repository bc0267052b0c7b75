// The portable 128-bit integers against the compiler's own, where it has them, and against known values everywhere.
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "check.hpp"
#include "random_pairs.hpp"
#include "seamark/platform.hpp"

namespace {

using Portable = seamark::PortableWideInteger;

void test_known_values() {
  constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max(), least = std::numeric_limits<std::int64_t>::min();
  constexpr std::int64_t two_32 = std::int64_t{1} << 32, two_62 = std::int64_t{1} << 62;
  CHECK(static_cast<double>(Portable(two_32) * two_32) == std::ldexp(1.0, 64));
  CHECK(static_cast<double>(Portable(two_62) * two_62) == std::ldexp(1.0, 124));
  CHECK(static_cast<double>(Portable(two_62) * -two_62) == -std::ldexp(1.0, 124));
  CHECK(static_cast<double>(Portable(least) * least) == std::ldexp(1.0, 126));
  CHECK(static_cast<double>(Portable(least) * least * -2) == -std::ldexp(1.0, 127));
  CHECK(Portable(most) + 1 - 1 == Portable(most) && Portable(most) + 1 > Portable(most) && Portable(least) - 1 < Portable(least));
  CHECK(static_cast<std::int64_t>(Portable(most) + most - most) == most);
  CHECK(static_cast<double>(Portable(0)) == 0.0 && static_cast<double>(Portable(-1)) == -1.0);
  // 2^64 + 2^11 lies between two doubles: to the even one; one more, and it is nearer to the other.
  const Portable tie = Portable(two_32) * two_32 + 2048;
  CHECK(static_cast<double>(tie) == std::ldexp(1.0, 64));
  CHECK(static_cast<double>(tie + 1) == std::ldexp(1.0, 64) + 4096.0);
  CHECK(static_cast<double>(tie + 4096) == std::ldexp(1.0, 64) + 8192.0);
}

#ifdef __SIZEOF_INT128__
__extension__ using Own = __int128;

// Numbers of every length, many of them next to a power of two.
std::int64_t any_number(seamark::testing::RandomPairs& random) {
  const std::int64_t two_62 = std::int64_t{1} << 62;
  const std::int64_t number = (2 * random.between(0, two_62 - 1) - two_62) >> random.between(0, 62);
  if (random.between(0, 2) > 0) return number;
  const std::int64_t power = std::int64_t{1} << random.between(0, 62);
  return (random.between(0, 1) == 0 ? power : -power) + random.between(-2, 2) * (power < (std::int64_t{1} << 61));
}

bool same(Portable portable, Own own) {
  const auto low = static_cast<std::int64_t>(own);
  const double rounded = static_cast<double>(own);
  return static_cast<std::int64_t>(portable) == low &&
         std::bit_cast<std::uint64_t>(static_cast<double>(portable)) == std::bit_cast<std::uint64_t>(rounded);
}

void test_against_own() {
  seamark::testing::RandomPairs random(5);
  for (int trial = 0; trial < 200'000; ++trial) {
    const std::int64_t a = any_number(random), b = any_number(random), c = any_number(random), d = any_number(random);
    const Own own_x = static_cast<Own>(a) * b, own_y = static_cast<Own>(c) * d;
    const Portable x = Portable(a) * b, y = Portable(c) * d;
    CHECK(same(x, own_x) && same(y, own_y));
    CHECK(same(x + c, own_x + c) && same(x - d, own_x - d));
    // Sums of products stay below 2^127.
    CHECK(same(x + y, own_x + own_y) && same(x - y, own_x - own_y));
    CHECK((x < y) == (own_x < own_y) && (x == y) == (own_x == own_y) && (x >= a) == (own_x >= a));
    Portable sum = x;
    sum += y;
    CHECK(sum == x + y);
  }
}
#endif

}  // namespace

int main() {
  test_known_values();
#ifdef __SIZEOF_INT128__
  test_against_own();
#endif
  return seamark::testing::checks_summary();
}
