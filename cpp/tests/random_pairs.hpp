// Random pairs of segmentations for the native tests: mostly small, and often empty, full or of one unit.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <random>
#include <set>
#include <vector>

namespace seamark::testing {

using Positions = std::vector<std::int64_t>;

// The standard's distributions differ between libraries; remainders do not.
class RandomPairs {
 public:
  explicit RandomPairs(std::uint64_t seed) : engine_(seed) {}

  std::int64_t between(std::int64_t low, std::int64_t high) {
    return low + static_cast<std::int64_t>(engine_() % static_cast<std::uint64_t>(high - low + 1));
  }

  template <class T>
  T one_of(const std::vector<T>& values) {
    return values[static_cast<std::size_t>(between(0, static_cast<std::int64_t>(values.size()) - 1))];
  }

  // Every potential boundary with one chance, which is 0 and 1 often enough to give empty and full sides.
  Positions dense(std::int64_t mass) {
    const std::int64_t chance = one_of<std::int64_t>({0, 10, 25, 50, 75, 100});
    Positions positions;
    for (std::int64_t p = 1; p < mass; ++p) {
      if (between(1, 100) <= chance) positions.push_back(p);
    }
    return positions;
  }

  // Some of a dense side's boundaries lost, moved by one, or added: the pairs people really compare.
  Positions perturbed(const Positions& original, std::int64_t mass) {
    std::set<std::int64_t> positions;
    for (const std::int64_t p : original) {
      const std::int64_t moved = p + one_of<std::int64_t>({0, 0, 0, 1, -1, mass});
      if (moved >= 1 && moved < mass) positions.insert(moved);
    }
    if (mass > 1 && between(0, 1) == 0) positions.insert(between(1, mass - 1));
    return {positions.begin(), positions.end()};
  }

  // At most `most` boundaries anywhere in a mass of any size.
  Positions sparse(std::int64_t mass, std::int64_t most) {
    std::set<std::int64_t> positions;
    for (std::int64_t n = between(0, most); n > 0 && mass > 1; --n) positions.insert(between(1, mass - 1));
    return {positions.begin(), positions.end()};
  }

 private:
  std::mt19937_64 engine_;
};

// The case that broke a check, so that it can be tried again alone.
inline void print_pair(const Positions& reference, const Positions& hypothesis, std::int64_t mass) {
  std::fprintf(stderr, "  mass %lld, reference", static_cast<long long>(mass));
  for (const std::int64_t p : reference) std::fprintf(stderr, " %lld", static_cast<long long>(p));
  std::fprintf(stderr, ", hypothesis");
  for (const std::int64_t p : hypothesis) std::fprintf(stderr, " %lld", static_cast<long long>(p));
  std::fprintf(stderr, "\n");
}

}  // namespace seamark::testing
