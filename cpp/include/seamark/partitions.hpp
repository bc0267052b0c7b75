// Segmentations seen as partitions of the units: what is counted over segments, over their overlaps and over pairs of units.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "seamark/columns.hpp"
#include "seamark/platform.hpp"

namespace seamark {

// Units begin+1, ..., end, which lie in one segment of each side; the segments' own limits are given in the same way.
struct Overlap {
  std::int64_t begin = 0, end = 0;
  std::int64_t reference_begin = 0, reference_end = 0;
  std::int64_t hypothesis_begin = 0, hypothesis_end = 0;

  [[nodiscard]] std::int64_t length() const { return end - begin; }
  [[nodiscard]] std::int64_t reference_length() const { return reference_end - reference_begin; }
  [[nodiscard]] std::int64_t hypothesis_length() const { return hypothesis_end - hypothesis_begin; }
};

// Calls `visit(length)` for every segment, from left to right.
template <class Visit>
void for_each_segment(Positions positions, std::int64_t mass, Visit&& visit) {
  std::int64_t begin = 0;
  for (const std::int64_t end : positions) {
    visit(end - begin);
    begin = end;
  }
  visit(mass - begin);
}

// Calls `visit(overlap)` for every overlap, from left to right. There are at most as many as boundaries, plus one.
template <class Visit>
void for_each_overlap(Positions reference, Positions hypothesis, std::int64_t mass, Visit&& visit) {
  const auto limit = [mass](Positions positions, std::size_t i) { return i < positions.size() ? positions[i] : mass; };
  std::size_t i = 0, j = 0;
  Overlap overlap;
  overlap.reference_end = limit(reference, 0);
  overlap.hypothesis_end = limit(hypothesis, 0);
  while (true) {
    overlap.end = std::min(overlap.reference_end, overlap.hypothesis_end);
    visit(static_cast<const Overlap&>(overlap));
    if (overlap.end == mass) return;
    overlap.begin = overlap.end;
    if (overlap.reference_end == overlap.end) {
      overlap.reference_begin = overlap.end;
      overlap.reference_end = limit(reference, ++i);
    }
    if (overlap.hypothesis_end == overlap.end) {
      overlap.hypothesis_begin = overlap.end;
      overlap.hypothesis_end = limit(hypothesis, ++j);
    }
  }
}

// ------------------------------------------------------------------------------------------------------ segments and units

// The sum over the reference's segments A of |A| times the best Jaccard index with a segment of the hypothesis; the covering is
// the sum divided by the mass.
[[nodiscard]] inline double covering_sum(Positions reference, Positions hypothesis, std::int64_t mass) {
  double sum = 0.0, best = 0.0;
  for_each_overlap(reference, hypothesis, mass, [&](const Overlap& overlap) {
    const std::int64_t either = overlap.reference_length() + (overlap.hypothesis_length() - overlap.length());
    best = std::max(best, static_cast<double>(overlap.length()) / static_cast<double>(either));
    if (overlap.end != overlap.reference_end) return;
    sum += static_cast<double>(overlap.reference_length()) * best;
    best = 0.0;
  });
  return sum;
}

// Units that each unit's segment misses or has too many, summed over all units: R_FN and R_FP (Franz et al. 2007) are these divided
// by the mass. Integers, held in doubles because they grow with the square of the mass: exact up to 2^53, correctly rounded above.
struct UnitErrors {
  double false_negative = 0.0;
  double false_positive = 0.0;
};

// For every unit: units of its reference segment outside its hypothesis segment, and the other way round. `forward` looks only at
// the units after each unit.
[[nodiscard]] inline UnitErrors unit_errors(Positions reference, Positions hypothesis, std::int64_t mass, bool forward) {
  WideInteger false_negative = 0, false_positive = 0;
  for_each_overlap(reference, hypothesis, mass, [&](const Overlap& overlap) {
    const std::int64_t in_reference = forward ? overlap.reference_end - overlap.end : overlap.reference_length() - overlap.length();
    const std::int64_t in_hypothesis = forward ? overlap.hypothesis_end - overlap.end : overlap.hypothesis_length() - overlap.length();
    false_negative += WideInteger{overlap.length()} * in_reference;
    false_positive += WideInteger{overlap.length()} * in_hypothesis;
  });
  return {static_cast<double>(false_negative), static_cast<double>(false_positive)};
}

// --------------------------------------------------------------------------------------- groups of units: segments or labels
//
// A type of groups has for_each_reference(visit), for_each_hypothesis(visit) (visit(length) for every group of one side),
// for_each_cell(visit) (visit(length, length of its reference group, of its hypothesis group) for every overlap of two groups),
// reference_groups(), hypothesis_groups() and units(). The segments of a pair are one, the labels of labels.hpp another.

struct SegmentGroups {
  Positions reference, hypothesis;
  std::int64_t mass;

  [[nodiscard]] std::int64_t units() const { return mass; }
  [[nodiscard]] std::size_t reference_groups() const { return reference.size() + 1; }
  [[nodiscard]] std::size_t hypothesis_groups() const { return hypothesis.size() + 1; }
  void for_each_reference(auto&& visit) const { for_each_segment(reference, mass, visit); }
  void for_each_hypothesis(auto&& visit) const { for_each_segment(hypothesis, mass, visit); }
  void for_each_cell(auto&& visit) const {
    for_each_overlap(reference, hypothesis, mass, [&](const Overlap& overlap) {
      visit(overlap.length(), overlap.reference_length(), overlap.hypothesis_length());
    });
  }
};

// Pairs of units in one group: of the reference, of the hypothesis, of both, and all pairs. Integers, held in doubles
// because they grow with the square of the units: exact up to 2^53, correctly rounded above.
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

template <class Groups>
[[nodiscard]] PairCounts pair_counts(const Groups& groups) {
  WideInteger same_reference = 0, same_hypothesis = 0, same_both = 0;
  groups.for_each_reference([&](std::int64_t length) { same_reference += pairs_of(length); });
  groups.for_each_hypothesis([&](std::int64_t length) { same_hypothesis += pairs_of(length); });
  groups.for_each_cell([&](std::int64_t length, std::int64_t, std::int64_t) { same_both += pairs_of(length); });
  return {static_cast<double>(same_reference), static_cast<double>(same_hypothesis), static_cast<double>(same_both),
          static_cast<double>(pairs_of(groups.units()))};
}

// Entropies in nats of the group of a random unit, and the largest that so many groups can have.
struct GroupEntropies {
  double reference = 0.0;
  double hypothesis = 0.0;
  double reference_given_hypothesis = 0.0;
  double hypothesis_given_reference = 0.0;
  double largest_reference = 0.0;
  double largest_hypothesis = 0.0;
};

// -log(part / whole), also when the part is nearly the whole: the quotient would round to 1 and the surprise vanish.
[[nodiscard]] inline double surprise(std::int64_t part, std::int64_t whole) {
  const auto share = [whole](std::int64_t units) { return static_cast<double>(units) / static_cast<double>(whole); };
  return part > whole - part ? -std::log1p(-share(whole - part)) : -std::log(share(part));
}

template <class Groups>
[[nodiscard]] GroupEntropies group_entropies(const Groups& groups) {
  const auto share = [&](std::int64_t units) { return static_cast<double>(units) / static_cast<double>(groups.units()); };
  const auto term = [&](std::int64_t length) { return share(length) * surprise(length, groups.units()); };
  GroupEntropies entropies;
  entropies.largest_reference = std::log(static_cast<double>(groups.reference_groups()));
  entropies.largest_hypothesis = std::log(static_cast<double>(groups.hypothesis_groups()));
  groups.for_each_reference([&](std::int64_t length) { entropies.reference += term(length); });
  groups.for_each_hypothesis([&](std::int64_t length) { entropies.hypothesis += term(length); });
  groups.for_each_cell([&](std::int64_t length, std::int64_t reference_length, std::int64_t hypothesis_length) {
    entropies.reference_given_hypothesis += share(length) * surprise(length, hypothesis_length);
    entropies.hypothesis_given_reference += share(length) * surprise(length, reference_length);
  });
  return entropies;
}

// ------------------------------------------------------------------------------------------------------------------- P_mu
//
// P_mu (Beeferman et al. 1999): how often two units, drawn so that near pairs are likelier, are judged alike by both
// segmentations: in one segment, or in two. The pairs inside a run of units have a closed form, and the pairs that both sides put
// together are those inside an overlap: the cost follows the number of boundaries, not the square of the mass.

// Summed weights of the pairs of units in one segment of the reference, of the hypothesis, of both, and of all pairs.
// The weight of a pair at distance d is exp(-mu (d-1)): the factor exp(-mu) is common to all, and without it nothing
// vanishes when mu is large.
struct PairWeights {
  double same_reference = 0.0;
  double same_hypothesis = 0.0;
  double same_both = 0.0;
  double total = 0.0;
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

// The weights of P_mu for a finite mu >= 0. Linear in boundaries.
[[nodiscard]] inline PairWeights pair_weights(Positions reference, Positions hypothesis, std::int64_t mass, double mu) {
  const WeightOfPairs weight(mu);
  PairWeights weights;
  weights.total = weight(mass);
  for_each_segment(reference, mass, [&](std::int64_t length) { weights.same_reference += weight(length); });
  for_each_segment(hypothesis, mass, [&](std::int64_t length) { weights.same_hypothesis += weight(length); });
  for_each_overlap(reference, hypothesis, mass, [&](const Overlap& overlap) { weights.same_both += weight(overlap.length()); });
  return weights;
}

}  // namespace seamark
