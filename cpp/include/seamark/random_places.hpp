// Boundaries at random places: so many of them, every set of places as likely as any other.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "seamark/checkpoint.hpp"
#include "seamark/shuffle.hpp"

namespace seamark {

// Writes `number` different places of 1..places in ascending order; `number` is at most `places`.
class RandomPlaces {
 public:
  void choose(std::size_t number, std::size_t places, CounterRandom random, std::int64_t* out) {
    // Of more than half of the places those are drawn that stay free, so that few draws hit a place that is taken.
    const bool free = number > places / 2;
    draw(free ? places - number : number, places, random);
    if (!free) {
      std::copy(drawn_.begin(), drawn_.end(), out);
      return;
    }
    std::int64_t place = 1;
    for (const std::int64_t gap : drawn_) {
      for (; place < gap; ++place) *out++ = place;
      ++place;
    }
    for (; place <= static_cast<std::int64_t>(places); ++place) *out++ = place;
  }

 private:
  // Places that come up again are drawn anew, which favours none.
  void draw(std::size_t number, std::size_t places, CounterRandom& random) {
    drawn_.clear();
    while (drawn_.size() < number) {
      for (std::size_t missing = number - drawn_.size(); missing > 0; --missing) drawn_.push_back(static_cast<std::int64_t>(random.below(places)) + 1);
      std::sort(drawn_.begin(), drawn_.end());
      drawn_.erase(std::unique(drawn_.begin(), drawn_.end()), drawn_.end());
    }
  }

  std::vector<std::int64_t> drawn_;
};

// For every row its number of places, one row after the other; row i has the random numbers of counter counters[i].
inline void random_places(std::span<const std::int64_t> numbers, std::span<const std::int64_t> places, std::span<const std::uint64_t> counters,
                          std::uint64_t key, std::uint64_t draw, std::int64_t* out, Checkpoint* checkpoint = nullptr) {
  RandomPlaces random;
  for (std::size_t row = 0; row < numbers.size(); ++row) {
    const auto number = static_cast<std::size_t>(numbers[row]);
    if (checkpoint != nullptr) checkpoint->pass(1 + 8 * number);
    random.choose(number, static_cast<std::size_t>(places[row]), CounterRandom(key, draw, counters[row]), out);
    out += number;
  }
}

}  // namespace seamark
