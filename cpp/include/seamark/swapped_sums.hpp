// Sums of rows of numbers over random subsets of the rows: what moves from one system to another when items are swapped.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "seamark/checkpoint.hpp"

namespace seamark {

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
      if (checkpoint != nullptr) checkpoint->pass(1 + width / 4);
      const double* part = table.data() + (word[arrangement * per_arrangement] >> shift & (subsets - 1)) * width;
      double* sum = sums + arrangement * width;
      for (std::size_t i = 0; i < width; ++i) sum[i] += part[i];
    }
  }
}

}  // namespace seamark
