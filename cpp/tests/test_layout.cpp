// Window sizes and layouts against the formulas as they are written, in exact fractions, and windows counted one by one.
#include <cmath>
#include <cstdint>

#include "check.hpp"
#include "random_pairs.hpp"
#include "seamark/ratios.hpp"
#include "seamark/window_layout.hpp"

namespace {

using seamark::Rounding;

// The whole number nearest to top / bottom, found by trying: of two that are as near, the one that the rounding takes.
std::int64_t nearest(std::int64_t top, std::int64_t bottom, Rounding rounding) {
  std::int64_t best = 0;
  for (std::int64_t k = 0; k <= top / bottom + 2; ++k) {
    const std::int64_t gap = std::abs(k * bottom - top), best_gap = std::abs(best * bottom - top);
    const bool preferred = rounding == Rounding::half_up || (k % 2 == 0) == (rounding == Rounding::half_even);
    if (gap < best_gap || (gap == best_gap && preferred)) best = k;
  }
  return best;
}

void test_window_sizes_follow_the_formula() {
  for (const auto rounding : {Rounding::half_up, Rounding::half_even, Rounding::half_odd}) {
    for (const bool per_boundary : {false, true}) {
      for (std::int64_t units = 1; units <= 60; ++units) {
        for (std::int64_t boundaries = 0; boundaries < units; ++boundaries) {
          const std::int64_t bottom = 2 * (per_boundary ? (boundaries == 0 ? 1 : boundaries) : boundaries + 1);
          const std::int64_t plain = nearest(units, bottom, rounding);
          CHECK(seamark::WindowSizeRule{0, per_boundary, rounding, 0, 0, false}(units, boundaries) == plain);
          CHECK(seamark::WindowSizeRule{1, per_boundary, rounding, 0, 0, false}(units, boundaries) == nearest(units - 1, bottom, rounding));
          CHECK(seamark::WindowSizeRule{0, per_boundary, rounding, 1, -1, false}(units, boundaries) == plain - 1);
          const std::int64_t bounded = plain < 2 ? 2 : plain;
          CHECK(seamark::WindowSizeRule{0, per_boundary, rounding, 0, 2, false}(units, boundaries) == bounded);
          CHECK(seamark::WindowSizeRule{0, per_boundary, rounding, 0, 2, true}(units, boundaries) == (bounded > units - 1 ? units - 1 : bounded));
        }
      }
    }
  }
}

// A window that starts at s holds the potential boundaries s + 1 to s + width; those that hold none of 1 to mass are only counted.
void test_windows_are_laid_one_by_one() {
  seamark::testing::RandomPairs random(61);
  for (int round = 0; round < 5'000; ++round) {
    const std::int64_t mass = random.between(1, 40), k = random.between(-1, 45);
    seamark::WindowLayout layout;
    layout.width_less = random.between(0, 1);
    layout.first = random.between(-1, 1);
    layout.last_shift = random.between(-1, 1);
    layout.closing = random.between(0, 1) == 1;
    layout.padded = random.between(0, 1) == 1;
    layout.least_k = random.between(0, 1);
    const seamark::LaidWindows laid = layout.lay(mass, k);
    const std::int64_t width = k - layout.width_less, padding = layout.padded ? k : 0;
    std::int64_t windows = 0, looked_at = 0;
    if (k >= layout.least_k && width >= 0) {
      // The last one ends at the last potential boundary, mass - 1, before it is shifted.
      for (std::int64_t start = layout.first - padding; start + width <= mass - 1 + layout.last_shift + padding; ++start) {
        ++windows;
        looked_at += start >= laid.frame.first && start <= laid.frame.last;
        const bool holds_something = start + width >= 1 && start + 1 <= mass && width > 0;
        CHECK(!holds_something || (start >= laid.frame.first && start <= laid.frame.last));
      }
    }
    CHECK(laid.windows == windows);
    CHECK(windows == 0 || laid.frame.width == width);
    CHECK(laid.frame.last - laid.frame.first + 1 == looked_at || (windows == 0 && laid.frame.last == -1));
    CHECK(laid.frame.closing_boundary == (layout.closing ? mass : 0));
    CHECK(laid.undefined(mass) == (windows == 0 && mass > 1));
  }
}

bool same(double one, double other) { return one == other || (std::isnan(one) && std::isnan(other)); }

void test_ratios_with_nothing_to_divide_by() {
  for (double found = 0; found <= 3; ++found) {
    for (double wrong = 0; wrong <= 3; ++wrong) {
      for (double missed = 0; missed <= 3; ++missed) {
        const bool nothing = found + wrong + missed == 0;
        const double precision = found + wrong > 0 ? found / (found + wrong) : missed > 0 ? 0.0 : 1.0;
        const double recall = found + missed > 0 ? found / (found + missed) : wrong > 0 ? 0.0 : 1.0;
        CHECK(same(seamark::precision_of(found, wrong, missed), precision));
        CHECK(same(seamark::precision_of(found, missed, wrong), recall));
        // F is the harmonic mean, which is 0 where both are.
        const double f = nothing ? 1.0 : precision + recall > 0 ? 2 * precision * recall / (precision + recall) : 0.0;
        CHECK(std::abs(seamark::f_of(found, wrong, missed) - f) < 1e-15);
        CHECK(std::abs(seamark::harmonic_mean(precision, recall) - (precision + recall > 0 ? f : 0.0)) < 1e-15);
      }
    }
  }
  CHECK(std::isnan(seamark::ratio_or(1.0, 0.0)));
  CHECK(seamark::ratio_or(1.0, 0.0, 7.0) == 7.0);
  CHECK(seamark::ratio_or(1.0, 4.0, 7.0) == 0.25);
  CHECK(seamark::known_share(0.0, 0.0) == 1.0);
  CHECK(seamark::known_share(1.0, 4.0) == 0.75);
  CHECK(seamark::known_share(4.0 + 1e-12, 4.0) == 0.0);
}

}  // namespace

int main() {
  test_window_sizes_follow_the_formula();
  test_windows_are_laid_one_by_one();
  test_ratios_with_nothing_to_divide_by();
  return seamark::testing::checks_summary();
}
