// Whole numbers drawn from any distribution, which a table describes: how often an item counts in a resample, or whether it is swapped.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "seamark/checkpoint.hpp"
#include "seamark/shuffle.hpp"

namespace seamark {

// Limits ascend. A random word of 64 bits becomes the number of limits that it reaches: limit k is the chance of at most k, in
// units of 2^-64.
class DrawTable {
 public:
  explicit DrawTable(std::span<const std::uint64_t> limits) : limits_(limits) {
    for (std::size_t byte = 0; byte < starts_.size(); ++byte) starts_[byte] = reached(static_cast<std::uint64_t>(byte) << 56, 0);
  }

  // From what the first byte alone says: few bytes have a limit among their words, so that there is hardly a step left to go.
  std::size_t operator()(std::uint64_t word) const { return reached(word, starts_[word >> 56]); }

 private:
  std::size_t reached(std::uint64_t word, std::size_t number) const {
    while (number < limits_.size() && word >= limits_[number]) ++number;
    return number;
  }

  std::span<const std::uint64_t> limits_;
  std::array<std::size_t, 256> starts_{};
};

// For draws `first`, `first + 1`, ... one row each with a number for every counter. A number depends on the key, its draw and its
// counter only.
inline void draw_by_table(std::span<const std::uint64_t> counters, std::span<const std::uint64_t> limits, std::uint64_t key, std::uint64_t first,
                          std::size_t draws, double* out, Checkpoint* checkpoint = nullptr) {
  const DrawTable table(limits);
  for (std::size_t draw = 0; draw < draws; ++draw) {
    if (checkpoint != nullptr) checkpoint->pass(1 + counters.size());
    for (const std::uint64_t counter : counters) *out++ = static_cast<double>(table(CounterRandom(key, first + draw, counter).next()));
  }
}

}  // namespace seamark
