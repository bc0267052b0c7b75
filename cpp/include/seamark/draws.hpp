// What is drawn at random: segments in a random order, boundaries at random places, numbers from a table, and sums over subsets.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

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

// Puts the segments of one segmentation after another into a random order; memory is kept from one to the next.
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
      pass(checkpoint, 1 + 4 * boundaries.positions.size());
      shuffling.shuffle(boundaries, masses[row], CounterRandom(key, first + draw, rows[row]), positions, types);
      positions += boundaries.positions.size();
      if (types != nullptr) types += boundaries.positions.size();
    }
  }
}

// ------------------------------------------------------------------------------------------- boundaries at random places
//
// So many of them, every set of places as likely as any other.

// Draws `number` different places of 1..places, ascending; places that come up again are drawn anew, which favours none.
inline void draw_places(std::size_t number, std::size_t places, CounterRandom& random, std::vector<std::int64_t>& drawn) {
  drawn.clear();
  while (drawn.size() < number) {
    for (std::size_t missing = number - drawn.size(); missing > 0; --missing) drawn.push_back(static_cast<std::int64_t>(random.below(places)) + 1);
    std::sort(drawn.begin(), drawn.end());
    drawn.erase(std::unique(drawn.begin(), drawn.end()), drawn.end());
  }
}

// For every row its number of places out of 1..places, ascending, one row after the other; row i has the random numbers of counter
// counters[i].
inline void random_places(std::span<const std::int64_t> numbers, std::span<const std::int64_t> places, std::span<const std::uint64_t> counters,
                          std::uint64_t key, std::uint64_t draw, std::int64_t* out, Checkpoint* checkpoint = nullptr) {
  std::vector<std::int64_t> drawn;
  for (std::size_t row = 0; row < numbers.size(); ++row) {
    const auto number = static_cast<std::size_t>(numbers[row]), all = static_cast<std::size_t>(places[row]);
    pass(checkpoint, 1 + 8 * number);
    CounterRandom random(key, draw, counters[row]);
    if (number <= all / 2) {
      draw_places(number, all, random, drawn);
      out = std::copy(drawn.begin(), drawn.end(), out);
      continue;
    }
    // Of more than half of the places those are drawn that stay free, so that few draws hit a place that is taken.
    draw_places(all - number, all, random, drawn);
    drawn.push_back(places[row] + 1);
    std::int64_t place = 1;
    for (const std::int64_t gap : drawn) {
      for (; place < gap; ++place) *out++ = place;
      ++place;
    }
  }
}

// ---------------------------------------------------------------------------------------------- sums over random subsets
//
// What moves from one system to another when items are swapped.

// Adds to sums[arrangement * width ...] the rows whose bits are set in the arrangement: row i has bit i % 64 of its word i / 64.
// `rows` holds `count` rows of `width` numbers; an arrangement has as many words as they need. Eight rows at a time, the sums of
// all their subsets are made first, so that an arrangement adds one of them instead of up to eight rows.
inline void add_subset_sums(std::span<const std::uint64_t> words, std::span<const double> rows, std::size_t width, double* sums,
                            Checkpoint* checkpoint = nullptr) {
  constexpr std::size_t together = 8, subsets = std::size_t{1} << together;
  const std::size_t count = width == 0 ? 0 : rows.size() / width, per_arrangement = (count + 63) / 64;
  if (per_arrangement == 0) return;
  const std::size_t arrangements = words.size() / per_arrangement;
  std::vector<double> table(subsets * width);
  for (std::size_t first = 0; first < count; first += together) {
    for (std::size_t subset = 1; subset < subsets; ++subset) {
      const std::size_t row = first + static_cast<std::size_t>(std::countr_zero(subset));
      const double* before = table.data() + (subset & (subset - 1)) * width;
      double* made = table.data() + subset * width;
      for (std::size_t i = 0; i < width; ++i) made[i] = before[i] + (row < count ? rows[row * width + i] : 0.0);
    }
    const std::uint64_t* word = words.data() + first / 64;
    const std::size_t shift = first % 64;
    for (std::size_t arrangement = 0; arrangement < arrangements; ++arrangement) {
      pass(checkpoint, 1 + width / 4);
      const double* part = table.data() + (word[arrangement * per_arrangement] >> shift & (subsets - 1)) * width;
      double* sum = sums + arrangement * width;
      for (std::size_t i = 0; i < width; ++i) sum[i] += part[i];
    }
  }
}

}  // namespace seamark
