// Partition views, R_FN / R_FP and P_mu the slow way, looking at every unit or every pair of units; and the comparison of the
// kernel with them.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "check.hpp"
#include "random_pairs.hpp"
#include "seamark/partitions.hpp"

namespace naive {

using seamark::Overlap;
using seamark::testing::Positions;
using Labels = std::vector<std::int64_t>;

inline bool close(double value, double expected, double tolerance = 1e-12) {
  return std::abs(value - expected) <= tolerance * std::max(1.0, std::abs(expected));
}

// The number of the segment of every unit.
inline Labels labels_of(const Positions& positions, std::int64_t mass) {
  Labels labels;
  for (std::int64_t unit = 1; unit <= mass; ++unit) {
    labels.push_back(std::count_if(positions.begin(), positions.end(), [&](std::int64_t p) { return p < unit; }));
  }
  return labels;
}

inline void check_overlaps(const Positions& reference, const Positions& hypothesis, std::int64_t mass, const Labels& r,
                    const Labels& h) {
  std::int64_t covered = 0;
  seamark::for_each_overlap(reference, hypothesis, mass, [&](const Overlap& overlap) {
    CHECK(overlap.begin == covered && overlap.length() > 0);
    covered = overlap.end;
    const auto unit_after = static_cast<std::size_t>(overlap.begin);
    const std::int64_t segment = r[unit_after], other = h[unit_after];
    CHECK(overlap.reference_length() == std::count(r.begin(), r.end(), segment));
    CHECK(overlap.hypothesis_length() == std::count(h.begin(), h.end(), other));
    std::int64_t shared = 0;
    for (std::size_t unit = 0; unit < r.size(); ++unit) shared += r[unit] == segment && h[unit] == other;
    CHECK(overlap.length() == shared);
  });
  CHECK(covered == mass);
}

inline void check_franz(const Positions& reference, const Positions& hypothesis, std::int64_t mass, const Labels& r,
                 const Labels& h) {
  std::int64_t fn = 0, fp = 0, forward_fn = 0, forward_fp = 0;
  for (std::size_t w = 0; w < r.size(); ++w) {
    for (std::size_t other = 0; other < r.size(); ++other) {
      const bool in_reference = r[other] == r[w], in_hypothesis = h[other] == h[w];
      fn += in_reference && !in_hypothesis;
      fp += in_hypothesis && !in_reference;
      forward_fn += other > w && in_reference && !in_hypothesis;
      forward_fp += other > w && in_hypothesis && !in_reference;
    }
  }
  const auto both = seamark::unit_errors(reference, hypothesis, mass, false);
  const auto forward = seamark::unit_errors(reference, hypothesis, mass, true);
  CHECK(both.false_negative == static_cast<double>(fn) && both.false_positive == static_cast<double>(fp));
  CHECK(forward.false_negative == static_cast<double>(forward_fn));
  CHECK(forward.false_positive == static_cast<double>(forward_fp));
}

inline double covering(const Labels& covered, const Labels& by) {
  double sum = 0.0;
  for (std::int64_t a = 0; a <= covered.back(); ++a) {
    double best = 0.0, size = 0.0;
    for (std::int64_t b = 0; b <= by.back(); ++b) {
      double both = 0.0, either = 0.0;
      size = 0.0;
      for (std::size_t unit = 0; unit < covered.size(); ++unit) {
        size += covered[unit] == a;
        both += covered[unit] == a && by[unit] == b;
        either += covered[unit] == a || by[unit] == b;
      }
      best = std::max(best, both / either);
    }
    sum += size * best;
  }
  return sum;
}

// H(labels | given) from the joint table, as a mean over units.
inline double conditional_entropy(const Labels& labels, const Labels& given) {
  std::map<std::pair<std::int64_t, std::int64_t>, double> joint;
  std::map<std::int64_t, double> marginal;
  for (std::size_t unit = 0; unit < labels.size(); ++unit) {
    joint[{labels[unit], given[unit]}] += 1.0;
    marginal[given[unit]] += 1.0;
  }
  double sum = 0.0;
  for (const auto& [pair, count] : joint) sum -= count * std::log(count / marginal[pair.second]);
  return sum / static_cast<double>(labels.size());
}

// P_mu from its weights. One unit has no pairs and is judged alike by definition.
inline double agreement(const seamark::PairWeights& weights) {
  if (weights.total == 0.0) return 1.0;
  return 1.0 - ((weights.same_reference - weights.same_both) + (weights.same_hypothesis - weights.same_both)) / weights.total;
}

inline void check_partitions(const Positions& reference, const Positions& hypothesis, std::int64_t mass, const Labels& r,
                      const Labels& h) {
  CHECK(close(seamark::covering_sum(reference, hypothesis, mass), covering(r, h)));
  CHECK(close(seamark::covering_sum(hypothesis, reference, mass), covering(h, r)));

  const auto entropies = seamark::group_entropies(seamark::SegmentGroups{reference, hypothesis, mass});
  const Labels one_segment(r.size(), 0);
  CHECK(close(entropies.reference, conditional_entropy(r, one_segment)));
  CHECK(close(entropies.hypothesis, conditional_entropy(h, one_segment)));
  CHECK(close(entropies.reference_given_hypothesis, conditional_entropy(r, h)));
  CHECK(close(entropies.hypothesis_given_reference, conditional_entropy(h, r)));
  CHECK(close(entropies.largest_reference, std::log(static_cast<double>(std::set(r.begin(), r.end()).size()))));
  CHECK(close(entropies.largest_hypothesis, std::log(static_cast<double>(std::set(h.begin(), h.end()).size()))));
}

inline void check_pairs(const Positions& reference, const Positions& hypothesis, std::int64_t mass, const Labels& r,
                 const Labels& h, double mu) {
  double same_reference = 0.0, same_hypothesis = 0.0, same_both = 0.0, pairs = 0.0;
  double alike = 0.0, total = 0.0;
  for (std::size_t i = 0; i < r.size(); ++i) {
    for (std::size_t j = i + 1; j < r.size(); ++j) {
      const bool in_reference = r[i] == r[j], in_hypothesis = h[i] == h[j];
      same_reference += in_reference;
      same_hypothesis += in_hypothesis;
      same_both += in_reference && in_hypothesis;
      pairs += 1.0;
      const double weight = std::exp(-mu * static_cast<double>(j - i - 1));
      alike += in_reference == in_hypothesis ? weight : 0.0;
      total += weight;
    }
  }
  const auto counts = seamark::pair_counts(seamark::SegmentGroups{reference, hypothesis, mass});
  CHECK(counts.same_reference == same_reference && counts.same_hypothesis == same_hypothesis);
  CHECK(counts.same_both == same_both && counts.pairs == pairs);
  const auto weights = seamark::pair_weights(reference, hypothesis, mass, mu);
  CHECK(close(weights.total, total));
  CHECK(close(agreement(weights), total == 0.0 ? 1.0 : alike / total));
}

// Everything that is counted in partitions, for one pair.
inline void check_all_partitions(const Positions& reference, const Positions& hypothesis, std::int64_t mass, double mu) {
  const Labels r = labels_of(reference, mass), h = labels_of(hypothesis, mass);
  check_overlaps(reference, hypothesis, mass, r, h);
  check_franz(reference, hypothesis, mass, r, h);
  check_partitions(reference, hypothesis, mass, r, h);
  check_pairs(reference, hypothesis, mass, r, h, mu);
}

}  // namespace naive
