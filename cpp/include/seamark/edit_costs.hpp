// What each edit costs, and the tally of edits from which every edit-based score is computed.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>

namespace seamark {

// How the cost of a transposition grows with the distance d it spans.
enum class Scale : std::uint8_t {
  te,      // 2 - (1/2)^(d-1): Fournier & Inkpen 2012
  linear,  // d / n: Fournier 2013
  unit,    // 1, whatever the distance
};

struct EditCosts {
  double addition = 1.0;
  double substitution = 1.0;
  double transposition = 1.0;
  Scale scale = Scale::te;
  std::int64_t n = 2;
  // One value per type code when the distance between types counts; empty when all types are equally far apart.
  std::span<const double> type_values = {};
  double type_span = 1.0;

  // The largest distance that still counts as a near miss: n adjacent potential boundaries.
  [[nodiscard]] std::int64_t reach() const { return n - 1; }

  [[nodiscard]] double scaled(std::int64_t distance) const {
    switch (scale) {
      case Scale::te:
        return 2.0 - std::ldexp(1.0, static_cast<int>(1 - std::min<std::int64_t>(distance, 1024)));
      case Scale::linear:
        return static_cast<double>(distance) / static_cast<double>(n);
      case Scale::unit:
        break;
    }
    return 1.0;
  }

  [[nodiscard]] double near_miss(std::int64_t distance) const { return transposition * scaled(distance); }

  [[nodiscard]] double type_distance(std::int32_t one, std::int32_t other) const {
    if (type_values.empty()) return 1.0;
    return std::abs(type_values[static_cast<std::size_t>(one)] - type_values[static_cast<std::size_t>(other)]) / type_span;
  }
};

// Costs are sums of at most a few products of the weights, so two different sums that a user could mean apart lie
// further apart than this; closer ones are equal up to rounding, and the number of edits decides between them.
inline constexpr double tie_width = 1e-10;

// Which of two partial alignments is better: the cheaper, or at equal cost the one with fewer edits.
// Returns a negative number when the first is better, a positive one when the second is, 0 at a tie.
inline int compare_alignments(double cost, std::int64_t edits, double other_cost, std::int64_t other_edits) {
  if (cost < other_cost - tie_width) return -1;
  if (cost > other_cost + tie_width) return 1;
  return edits < other_edits ? -1 : (edits > other_edits ? 1 : 0);
}

// Sufficient statistics of one alignment.
struct EditCounts {
  std::int64_t matches = 0;
  std::int64_t additions_a = 0;  // boundaries that only the first segmentation has
  std::int64_t additions_b = 0;
  std::int64_t substitutions = 0;
  std::int64_t transpositions = 0;
  double substitution_weight = 0.0;
  double transposition_weight = 0.0;
  double transposed_distance = 0.0;

  // Matches and edits together.
  [[nodiscard]] std::int64_t aligned() const { return matches + additions_a + additions_b + substitutions + transpositions; }

  [[nodiscard]] double cost(const EditCosts& costs) const {
    return costs.addition * static_cast<double>(additions_a + additions_b) + costs.substitution * substitution_weight +
           costs.transposition * transposition_weight;
  }
};

// A visitor of edits that only counts them.
class EditCounter {
 public:
  explicit EditCounter(const EditCosts& costs) : costs_(costs) {}

  void matches(std::int64_t count) { counts_.matches += count; }
  void match(std::int64_t, std::int32_t) { ++counts_.matches; }

  void addition(std::int64_t, std::int32_t, int side) { ++(side == 0 ? counts_.additions_a : counts_.additions_b); }

  void substitution(std::int64_t, std::int32_t type_a, std::int32_t type_b) {
    ++counts_.substitutions;
    counts_.substitution_weight += costs_.type_distance(type_a, type_b);
  }

  void transposition(std::int64_t start, std::int64_t end, std::int32_t, int) {
    ++counts_.transpositions;
    counts_.transposed_distance += static_cast<double>(end - start);
    if (costs_.scale == Scale::te) counts_.transposition_weight += costs_.scaled(end - start);
  }

  // Linear weights are divided once, at the end, so that their sum does not depend on the order of the edits.
  [[nodiscard]] EditCounts counts() const {
    EditCounts result = counts_;
    if (costs_.scale == Scale::linear) result.transposition_weight = result.transposed_distance / static_cast<double>(costs_.n);
    if (costs_.scale == Scale::unit) result.transposition_weight = static_cast<double>(result.transpositions);
    return result;
  }

 private:
  const EditCosts& costs_;
  EditCounts counts_;
};

}  // namespace seamark
