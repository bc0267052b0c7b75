// Partition views, R_FN / R_FP and P_mu against versions that look at every unit or every pair of units.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "check.hpp"
#include "random_pairs.hpp"
#include "seamark/beeferman.hpp"
#include "seamark/franz.hpp"
#include "seamark/overlaps.hpp"
#include "seamark/partitions.hpp"

namespace {

using seamark::Overlap;
using seamark::testing::Positions;
using seamark::testing::RandomPairs;
using Labels = std::vector<std::int64_t>;

constexpr std::int64_t largest = std::int64_t{1} << 62;

bool close(double value, double expected, double tolerance = 1e-12) {
  return std::abs(value - expected) <= tolerance * std::max(1.0, std::abs(expected));
}

// The number of the segment of every unit.
Labels labels_of(const Positions& positions, std::int64_t mass) {
  Labels labels;
  for (std::int64_t unit = 1; unit <= mass; ++unit) {
    labels.push_back(std::count_if(positions.begin(), positions.end(), [&](std::int64_t p) { return p < unit; }));
  }
  return labels;
}

void check_overlaps(const Positions& reference, const Positions& hypothesis, std::int64_t mass, const Labels& r,
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

void check_franz(const Positions& reference, const Positions& hypothesis, std::int64_t mass, const Labels& r,
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
  const auto both = seamark::unit_errors(reference, hypothesis, mass);
  const auto forward = seamark::unit_errors_forward(reference, hypothesis, mass);
  CHECK(both.false_negative == static_cast<double>(fn) && both.false_positive == static_cast<double>(fp));
  CHECK(forward.false_negative == static_cast<double>(forward_fn));
  CHECK(forward.false_positive == static_cast<double>(forward_fp));
}

double naive_covering(const Labels& covered, const Labels& by) {
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
double naive_conditional_entropy(const Labels& labels, const Labels& given) {
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

void check_partitions(const Positions& reference, const Positions& hypothesis, std::int64_t mass, const Labels& r,
                      const Labels& h) {
  const auto covering = seamark::covering_sums(reference, hypothesis, mass);
  CHECK(close(covering.reference_by_hypothesis, naive_covering(r, h)));
  CHECK(close(covering.hypothesis_by_reference, naive_covering(h, r)));

  const auto entropies = seamark::segment_entropies(reference, hypothesis, mass);
  const Labels one_segment(r.size(), 0);
  CHECK(close(entropies.reference, naive_conditional_entropy(r, one_segment)));
  CHECK(close(entropies.hypothesis, naive_conditional_entropy(h, one_segment)));
  CHECK(close(entropies.reference_given_hypothesis, naive_conditional_entropy(r, h)));
  CHECK(close(entropies.hypothesis_given_reference, naive_conditional_entropy(h, r)));
}

void check_pairs(const Positions& reference, const Positions& hypothesis, std::int64_t mass, const Labels& r,
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
  const auto counts = seamark::pair_counts(reference, hypothesis, mass);
  CHECK(counts.same_reference == same_reference && counts.same_hypothesis == same_hypothesis);
  CHECK(counts.same_both == same_both && counts.pairs == pairs);
  const auto weights = seamark::pair_weights(reference, hypothesis, mass, mu);
  CHECK(close(weights.total, total));
  CHECK(close(weights.agreement(), total == 0.0 ? 1.0 : alike / total));
}

void test_small() {
  RandomPairs random(21);
  for (int trial = 0; trial < 12000; ++trial) {
    const std::int64_t mass = random.between(1, random.one_of<std::int64_t>({1, 2, 6, 25}));
    const Positions reference = random.dense(mass);
    const Positions hypothesis = random.between(0, 1) == 0 ? random.dense(mass) : random.perturbed(reference, mass);
    const Labels r = labels_of(reference, mass), h = labels_of(hypothesis, mass);
    const double mu = random.one_of<double>({0.0, 1e-300, 1e-12, 1e-3, 0.02, 0.2, 1.0, 5.0, 1000.0});
    const long failed = seamark::testing::tally().failed;
    check_overlaps(reference, hypothesis, mass, r, h);
    check_franz(reference, hypothesis, mass, r, h);
    check_partitions(reference, hypothesis, mass, r, h);
    check_pairs(reference, hypothesis, mass, r, h, mu);
    if (seamark::testing::tally().failed != failed) seamark::testing::print_pair(reference, hypothesis, mass);
  }
}

void test_identity() {
  RandomPairs random(22);
  for (int trial = 0; trial < 1000; ++trial) {
    const std::int64_t mass = random.one_of<std::int64_t>({1, 2, 50, largest});
    const Positions positions = random.sparse(mass, 20);
    CHECK(seamark::unit_errors(positions, positions, mass).false_negative == 0.0);
    CHECK(seamark::pair_weights(positions, positions, mass, 0.1).agreement() == 1.0);
    const auto entropies = seamark::segment_entropies(positions, positions, mass);
    CHECK(entropies.reference_given_hypothesis == 0.0 && entropies.hypothesis_given_reference == 0.0);
    CHECK(entropies.reference == entropies.hypothesis);
    const auto pairs = seamark::pair_counts(positions, positions, mass);
    CHECK(pairs.same_reference == pairs.same_both && pairs.same_hypothesis == pairs.same_both);
  }
}

// Sums that pass 2^63: nothing wraps, and small parts of large wholes keep their digits.
void test_largest_mass() {
  const double n = static_cast<double>(largest);
  const Positions nothing, half{largest / 2}, one_off{1};
  CHECK(close(seamark::pair_counts(nothing, half, largest).pairs / n / n, 0.5));
  CHECK(close(seamark::pair_counts(nothing, half, largest).same_hypothesis / n / n, 0.25));
  CHECK(close(seamark::unit_errors(nothing, half, largest).false_negative / n / n, 0.5));
  CHECK(close(seamark::unit_errors_forward(nothing, half, largest).false_negative / n / n, 0.25));
  CHECK(close(seamark::covering_sums(nothing, half, largest).reference_by_hypothesis / n, 0.5));
  CHECK(close(seamark::segment_entropies(nothing, half, largest).hypothesis, std::log(2.0)));
  // -(1/n) log(1/n) - (1 - 1/n) log(1 - 1/n), whose second half is 1/n to all digits.
  CHECK(close(seamark::segment_entropies(nothing, one_off, largest).hypothesis * n, std::log(n) + 1.0));
  CHECK(close(seamark::segment_entropies(nothing, one_off, largest).hypothesis_given_reference * n, std::log(n) + 1.0));
  CHECK(close(seamark::pair_weights(nothing, half, largest, 0.0).agreement(), 0.5));
  // With mu * n = 2 the sums are integrals: pairs within the halves weigh 2 / e, all pairs 1 + 1 / e^2.
  CHECK(close(seamark::pair_weights(nothing, half, largest, 2.0 / n).agreement(), 1.0 / std::cosh(1.0)));
}

// The closed form against the sum it stands for, on both sides of where the series takes over.
void test_closed_form() {
  for (const std::int64_t units : {1, 2, 3, 10, 1000, 20000}) {
    for (const double reach : {0.0, 1e-9, 1e-3, 0.1, 0.49, 0.4999999, 0.5, 0.51, 1.0, 10.0, 1e4}) {
      const double mu = reach / static_cast<double>(units);
      long double expected = 0.0L;
      for (std::int64_t d = units - 1; d >= 1; --d) {
        const long double decay = std::exp(-static_cast<long double>(mu) * static_cast<long double>(d - 1));
        expected += static_cast<long double>(units - d) * decay;
      }
      CHECK(close(seamark::WeightOfPairs(mu)(units), static_cast<double>(expected), 1e-13));
    }
  }
}

void test_worked_example() {
  const Positions reference{5, 10, 15}, hypothesis{5, 11};
  const auto both = seamark::unit_errors(reference, hypothesis, 20);
  const auto forward = seamark::unit_errors_forward(reference, hypothesis, 20);
  CHECK(both.false_negative == 8.0 && both.false_positive == 50.0);
  CHECK(forward.false_negative == 4.0 && forward.false_positive == 25.0);
  const auto covering = seamark::covering_sums(reference, hypothesis, 20);
  CHECK(close(covering.reference_by_hypothesis / 20.0, 0.6972, 1e-4));
  CHECK(close(covering.hypothesis_by_reference / 20.0, 0.75));
  const auto pairs = seamark::pair_counts(reference, hypothesis, 20);
  CHECK(close(pairs.same_both / pairs.same_hypothesis, 0.5902, 1e-4));
  CHECK(close(pairs.same_both / pairs.same_reference, 0.9));
  CHECK(close(seamark::pair_weights(reference, hypothesis, 20, 0.2).agreement(), 0.7872, 1e-4));
}

}  // namespace

int main() {
  test_worked_example();
  test_small();
  test_identity();
  test_largest_mass();
  test_closed_form();
  return seamark::testing::checks_summary();
}
