// Boundaries of two segmentations paired one to one within a tolerance.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace seamark {

// The size of a maximum matching in which paired positions are at most `tolerance` (>= 0) apart.
//
// The two smallest boundaries left are paired when they may be. That loses nothing: each of them reaches at most as far
// right as any later boundary, so a matching that pairs them otherwise can be exchanged for one that pairs them with
// each other. When they may not be paired, the smaller one is out of everybody's reach. Linear in boundaries.
[[nodiscard]] inline std::int64_t count_matches(std::span<const std::int64_t> reference,
                                                std::span<const std::int64_t> hypothesis, std::int64_t tolerance) {
  std::size_t i = 0, j = 0;
  std::int64_t matches = 0;
  while (i < reference.size() && j < hypothesis.size()) {
    // Without branches: which side comes next is as good as random.
    const std::int64_t ahead = reference[i] - hypothesis[j];
    const bool hypothesis_lost = ahead > tolerance, reference_lost = ahead < -tolerance;
    matches += !(hypothesis_lost | reference_lost);
    i += !hypothesis_lost;
    j += !reference_lost;
  }
  return matches;
}

}  // namespace seamark
