// Units that each unit's segment misses or has too many: the sums behind R_FN and R_FP (Franz et al. 2007).
#pragma once

#include <cstdint>
#include <span>

#include "seamark/overlaps.hpp"
#include "seamark/wide_integer.hpp"

namespace seamark {

// Summed over all units; the rates are these divided by the mass. Integers, held in doubles because they grow with the
// square of the mass: exact up to 2^53, correctly rounded above.
struct UnitErrors {
  double false_negative = 0.0;
  double false_positive = 0.0;
};

// For every unit: units of its reference segment outside its hypothesis segment, and the other way round.
[[nodiscard]] inline UnitErrors unit_errors(std::span<const std::int64_t> reference,
                                            std::span<const std::int64_t> hypothesis, std::int64_t mass) {
  WideInteger false_negative = 0, false_positive = 0;
  for_each_overlap(reference, hypothesis, mass, [&](const Overlap& overlap) {
    const WideInteger units = overlap.length();
    false_negative += units * (overlap.reference_length() - overlap.length());
    false_positive += units * (overlap.hypothesis_length() - overlap.length());
  });
  return {static_cast<double>(false_negative), static_cast<double>(false_positive)};
}

// The same, looking only at the units after each unit.
[[nodiscard]] inline UnitErrors unit_errors_forward(std::span<const std::int64_t> reference,
                                                    std::span<const std::int64_t> hypothesis, std::int64_t mass) {
  WideInteger false_negative = 0, false_positive = 0;
  for_each_overlap(reference, hypothesis, mass, [&](const Overlap& overlap) {
    const WideInteger units = overlap.length();
    false_negative += units * (overlap.reference_end - overlap.end);
    false_positive += units * (overlap.hypothesis_end - overlap.end);
  });
  return {static_cast<double>(false_negative), static_cast<double>(false_positive)};
}

}  // namespace seamark
