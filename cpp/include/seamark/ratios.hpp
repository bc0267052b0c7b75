// Ratios whose denominator may be zero, and what is made of them.
#pragma once

#include <algorithm>
#include <limits>

namespace seamark {

inline constexpr double undefined_score = std::numeric_limits<double>::quiet_NaN();

inline double ratio_or(double numerator, double denominator, double otherwise = undefined_score) {
  return denominator != 0.0 ? numerator / denominator : otherwise;
}

// S: the share of potential boundaries that need no edit; 1 where there is none.
inline double similarity_of(double distance, double potential) { return ratio_or(potential - distance, potential, 1.0); }

// B: 1 minus the edits per boundary; 1 where neither side has one.
inline double boundary_similarity_of(double distance, double boundaries) { return 1.0 - ratio_or(distance, boundaries, 0.0); }

// Share of what was found that is true; with nothing found, 1 if there was nothing to find and 0 otherwise.
inline double precision_of(double found, double wrong, double missed) {
  return ratio_or(found, found + wrong, found + missed > 0.0 ? 0.0 : 1.0);
}

// Weighted harmonic mean of precision and recall; 1 if there was nothing at all.
inline double f_of(double found, double wrong, double missed, double beta_squared = 1.0) {
  const double top = (1.0 + beta_squared) * found;
  return ratio_or(top, top + beta_squared * missed + wrong, 1.0);
}

inline double harmonic_mean(double one, double other) { return ratio_or(2.0 * one * other, one + other, 0.0); }

// 1 minus the share of uncertainty that is left; 1 when there was none. Rounding may not take it below 0.
inline double known_share(double lost, double all) { return std::max(1.0 - ratio_or(lost, all, 0.0), 0.0); }

}  // namespace seamark
