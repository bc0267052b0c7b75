// Segments in a random order: what codings look like when nothing but the number and the sizes of their segments is left.
#pragma once

#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include "seamark/checkpoint.hpp"
#include "seamark/columns.hpp"

namespace seamark {

// Random numbers that depend on a key and two counters only: every draw of every row has a stream of its own, so that neither
// threads nor the order of work changes a number. The steps are those of SplitMix64 (Steele, Lea & Flood 2014).
class CounterRandom {
 public:
  CounterRandom(std::uint64_t key, std::uint64_t draw, std::uint64_t row) : state_(mixed(mixed(mixed(key) ^ draw) ^ row)) {}

  std::uint64_t next() { return mixed(state_ += 0x9e3779b97f4a7c15U); }

  // A number from 0 to bound - 1, each equally likely: of the products with 32 random bits those that would make some
  // numbers likelier are drawn again (Lemire 2019).
  std::size_t below(std::size_t bound) {
    if (bound >> 31 != 0) {
      const std::uint64_t wide = bound, excess = (0U - wide) % wide;
      std::uint64_t drawn = next();
      while (drawn < excess) drawn = next();
      return static_cast<std::size_t>(drawn % wide);
    }
    const auto limit = static_cast<std::uint32_t>(bound);
    std::uint64_t product = (next() >> 32) * limit;
    if (static_cast<std::uint32_t>(product) < limit) {
      const std::uint32_t refused = (0U - limit) % limit;
      while (static_cast<std::uint32_t>(product) < refused) product = (next() >> 32) * limit;
    }
    return static_cast<std::size_t>(product >> 32);
  }

 private:
  static std::uint64_t mixed(std::uint64_t z) {
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
    return z ^ (z >> 31);
  }

  std::uint64_t state_;
};

template <class T>
void shuffle_in_place(std::vector<T>& values, CounterRandom& random) {
  for (std::size_t left = values.size(); left > 1; --left) std::swap(values[left - 1], values[random.below(left)]);
}

// Shuffles one segmentation after another; memory is kept from one to the next.
class Shuffling {
 public:
  // Writes as many boundaries as there are: the segments in a random order and, where boundaries have types, the sets of types
  // that share a place at a random one of the new places.
  void shuffle(TypedBoundaries boundaries, std::int64_t mass, CounterRandom random, std::int64_t* positions, std::int32_t* types) {
    collect(boundaries, mass);
    shuffle_in_place(segments_, random);
    std::uint64_t place = 0;
    if (boundaries.types.empty()) {
      for (std::size_t i = 0; i + 1 < segments_.size(); ++i) {
        place += segments_[i];
        positions[i] = static_cast<std::int64_t>(place);
      }
      return;
    }
    order_.resize(segments_.size() - 1);
    std::iota(order_.begin(), order_.end(), std::size_t{0});
    shuffle_in_place(order_, random);
    for (std::size_t i = 0; i < order_.size(); ++i) {
      place += segments_[i];
      for (std::size_t from = starts_[order_[i]]; from < starts_[order_[i] + 1]; ++from) {
        *positions++ = static_cast<std::int64_t>(place);
        *types++ = boundaries.types[from];
      }
    }
  }

 private:
  // The sizes of segments, and at which boundary the types of each place begin. Differences are taken without a sign, so that
  // they wrap where positions make no sense.
  void collect(TypedBoundaries boundaries, std::int64_t mass) {
    segments_.clear();
    starts_.clear();
    std::uint64_t before = 0;
    for (std::size_t i = 0; i < boundaries.positions.size(); ++i) {
      const auto place = static_cast<std::uint64_t>(boundaries.positions[i]);
      if (i > 0 && place == before && !boundaries.types.empty()) continue;
      segments_.push_back(place - before);
      starts_.push_back(i);
      before = place;
    }
    segments_.push_back(static_cast<std::uint64_t>(mass) - before);
    starts_.push_back(boundaries.positions.size());
  }

  std::vector<std::uint64_t> segments_;
  std::vector<std::size_t> starts_, order_;
};

// Shuffles all rows `draws` times, beginning with draw number `first`; results stand draw after draw. Row i has the random
// numbers of counter rows[i].
inline void shuffle_rows(const Column& column, std::span<const std::int64_t> masses, std::span<const std::uint64_t> rows, std::uint64_t key,
                         std::uint64_t first, std::size_t draws, std::int64_t* positions, std::int32_t* types, Checkpoint* checkpoint = nullptr) {
  Shuffling shuffling;
  for (std::size_t draw = 0; draw < draws; ++draw) {
    for (std::size_t row = 0; row < masses.size(); ++row) {
      const TypedBoundaries boundaries = column.typed(row);
      if (checkpoint != nullptr) checkpoint->pass(1 + 4 * boundaries.positions.size());
      shuffling.shuffle(boundaries, masses[row], CounterRandom(key, first + draw, rows[row]), positions, types);
      positions += boundaries.positions.size();
      if (types != nullptr) types += boundaries.positions.size();
    }
  }
}

}  // namespace seamark
