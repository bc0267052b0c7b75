// Segmentations seen as partitions of the units: covering, counts of unit pairs, entropies.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>

#include "seamark/overlaps.hpp"
#include "seamark/wide_integer.hpp"

namespace seamark {

// Sums over the segments A of one side of |A| times the best Jaccard index with a segment of the other; the covering is
// the sum divided by the mass.
struct CoveringSums {
  double reference_by_hypothesis = 0.0;
  double hypothesis_by_reference = 0.0;
};

[[nodiscard]] inline CoveringSums covering_sums(std::span<const std::int64_t> reference,
                                                std::span<const std::int64_t> hypothesis, std::int64_t mass) {
  CoveringSums sums;
  double best_for_reference = 0.0, best_for_hypothesis = 0.0;
  for_each_overlap(reference, hypothesis, mass, [&](const Overlap& overlap) {
    const std::int64_t together = overlap.reference_length() + (overlap.hypothesis_length() - overlap.length());
    const double jaccard = static_cast<double>(overlap.length()) / static_cast<double>(together);
    best_for_reference = std::max(best_for_reference, jaccard);
    best_for_hypothesis = std::max(best_for_hypothesis, jaccard);
    if (overlap.end == overlap.reference_end) {
      sums.reference_by_hypothesis += static_cast<double>(overlap.reference_length()) * best_for_reference;
      best_for_reference = 0.0;
    }
    if (overlap.end == overlap.hypothesis_end) {
      sums.hypothesis_by_reference += static_cast<double>(overlap.hypothesis_length()) * best_for_hypothesis;
      best_for_hypothesis = 0.0;
    }
  });
  return sums;
}

// Pairs of units in one segment: of the reference, of the hypothesis, of both, and all pairs. Integers, held in doubles
// because they grow with the square of the mass: exact up to 2^53, correctly rounded above.
struct PairCounts {
  double same_reference = 0.0;
  double same_hypothesis = 0.0;
  double same_both = 0.0;
  double pairs = 0.0;
};

[[nodiscard]] inline WideInteger pairs_of(std::int64_t units) {
  // units * (units - 1) / 2 with the even factor halved first, and without a branch: half of the units, times the odd factor.
  return WideInteger{units / 2} * ((units - 1) | 1);
}

[[nodiscard]] inline PairCounts pair_counts(std::span<const std::int64_t> reference,
                                            std::span<const std::int64_t> hypothesis, std::int64_t mass) {
  WideInteger same_reference = 0, same_hypothesis = 0, same_both = 0;
  for_each_segment(reference, mass, [&](std::int64_t length) { same_reference += pairs_of(length); });
  for_each_segment(hypothesis, mass, [&](std::int64_t length) { same_hypothesis += pairs_of(length); });
  for_each_overlap(reference, hypothesis, mass,
                   [&](const Overlap& overlap) { same_both += pairs_of(overlap.length()); });
  return {static_cast<double>(same_reference), static_cast<double>(same_hypothesis), static_cast<double>(same_both),
          static_cast<double>(pairs_of(mass))};
}

// Entropies in nats of the segment a random unit lies in, and the largest that so many segments can have.
struct SegmentEntropies {
  double reference = 0.0;
  double hypothesis = 0.0;
  double reference_given_hypothesis = 0.0;
  double hypothesis_given_reference = 0.0;
  double largest_reference = 0.0;
  double largest_hypothesis = 0.0;
};

[[nodiscard]] inline double largest_entropy(std::size_t groups) { return std::log(static_cast<double>(groups)); }

// -log(part / whole), also when the part is nearly the whole: the quotient would round to 1 and the surprise vanish.
[[nodiscard]] inline double surprise(std::int64_t part, std::int64_t whole) {
  const auto share = [whole](std::int64_t units) { return static_cast<double>(units) / static_cast<double>(whole); };
  return part > whole - part ? -std::log1p(-share(whole - part)) : -std::log(share(part));
}

[[nodiscard]] inline SegmentEntropies segment_entropies(std::span<const std::int64_t> reference,
                                                        std::span<const std::int64_t> hypothesis, std::int64_t mass) {
  const auto share = [mass](std::int64_t units) { return static_cast<double>(units) / static_cast<double>(mass); };
  const auto term = [&](std::int64_t length) { return share(length) * surprise(length, mass); };
  SegmentEntropies entropies;
  entropies.largest_reference = largest_entropy(reference.size() + 1);
  entropies.largest_hypothesis = largest_entropy(hypothesis.size() + 1);
  for_each_segment(reference, mass, [&](std::int64_t length) { entropies.reference += term(length); });
  for_each_segment(hypothesis, mass, [&](std::int64_t length) { entropies.hypothesis += term(length); });
  for_each_overlap(reference, hypothesis, mass, [&](const Overlap& overlap) {
    const double weight = share(overlap.length());
    entropies.reference_given_hypothesis += weight * surprise(overlap.length(), overlap.hypothesis_length());
    entropies.hypothesis_given_reference += weight * surprise(overlap.length(), overlap.reference_length());
  });
  return entropies;
}

}  // namespace seamark
