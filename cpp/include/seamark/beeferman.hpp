// P_mu (Beeferman et al. 1999): how often two units, drawn so that near pairs are likelier, are judged alike by both
// segmentations: in one segment, or in two.
//
// The pairs inside a run of units have a closed form, and the pairs that both sides put together are those inside an
// overlap: the cost follows the number of boundaries, not the square of the mass.
#pragma once

#include <cmath>
#include <cstdint>
#include <span>

#include "seamark/overlaps.hpp"

namespace seamark {

// Summed weights of the pairs of units in one segment of the reference, of the hypothesis, of both, and of all pairs.
// The weight of a pair at distance d is exp(-mu (d-1)): the factor exp(-mu) is common to all, and without it nothing
// vanishes when mu is large.
struct PairWeights {
  double same_reference = 0.0;
  double same_hypothesis = 0.0;
  double same_both = 0.0;
  double total = 0.0;

  // One unit has no pairs and is judged alike by definition.
  [[nodiscard]] double agreement() const {
    if (total == 0.0) return 1.0;
    return 1.0 - ((same_reference - same_both) + (same_hypothesis - same_both)) / total;
  }
};

// The weight of all pairs within so many units in a row: sum over d of (units - d) exp(-mu (d-1)), which is
// (units * u - (1 - exp(-mu * units))) / u^2 with u = 1 - exp(-mu).
class WeightOfPairs {
 public:
  explicit WeightOfPairs(double mu) : mu_(mu), u_(-std::expm1(-mu)) {}

  [[nodiscard]] double operator()(std::int64_t units) const {
    const double length = static_cast<double>(units);
    const double reach = mu_ * length;
    return reach < 0.5 ? by_series(length, reach) : (length * u_ + std::expm1(-reach)) / (u_ * u_);
  }

 private:
  // For a small reach the two terms nearly cancel: their power series are subtracted term by term instead,
  // sum over m >= 2 of (-1)^m reach^m (1 - length^(1-m)) / m!. Up to a reach of 1/2, m = 16 is below the last digit.
  [[nodiscard]] double by_series(double length, double reach) const {
    double sum = 0.0, power = 0.5, shrink = 1.0 / length;
    for (int m = 2; m < 16; ++m) {
      sum += power * (1.0 - shrink);
      power *= -reach / (m + 1);
      shrink /= length;
    }
    const double ratio = mu_ > 0.0 ? mu_ / u_ : 1.0;
    return length * length * ratio * ratio * sum;
  }

  double mu_;
  double u_;
};

// The weights behind P_mu for a finite mu >= 0. Linear in boundaries.
[[nodiscard]] inline PairWeights pair_weights(std::span<const std::int64_t> reference,
                                              std::span<const std::int64_t> hypothesis, std::int64_t mass, double mu) {
  const WeightOfPairs weight(mu);
  PairWeights weights;
  weights.total = weight(mass);
  for_each_segment(reference, mass, [&](std::int64_t length) { weights.same_reference += weight(length); });
  for_each_segment(hypothesis, mass, [&](std::int64_t length) { weights.same_hypothesis += weight(length); });
  for_each_overlap(reference, hypothesis, mass,
                   [&](const Overlap& overlap) { weights.same_both += weight(overlap.length()); });
  return weights;
}

}  // namespace seamark
