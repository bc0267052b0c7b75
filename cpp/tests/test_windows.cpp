// Sliding windows against versions that look into every window, or into one window of every run; window sizes and layouts against
// the formulas as they are written, in exact fractions.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

#include "check.hpp"
#include "naive_windows.hpp"
#include "random_pairs.hpp"
#include "seamark/windows.hpp"

namespace {

using naive::NaiveCounts;
using naive::agrees;
using naive::every_run;
using naive::every_window;
using naive::sums_agree;
using seamark::Rounding;
using seamark::WindowFrame;
using seamark::testing::Positions;
using seamark::testing::RandomPairs;

// The frames of the conventions in use for k, and some of no convention.
std::vector<WindowFrame> frames_of(std::int64_t mass, std::int64_t k, RandomPairs& random) {
  std::vector<WindowFrame> frames{
      {.first = 0, .last = mass - k - 1, .width = k},
      {.first = 0, .last = mass - k, .width = k - 1},
      {.first = -1, .last = mass - k - 1, .width = k},
      {.first = 0, .last = mass - k, .width = k},
      {.first = 0, .last = mass - k, .width = k, .closing_boundary = mass},
      {.first = -k, .last = mass - 1, .width = k},
      {.first = -k, .last = mass - 1, .width = k, .closing_boundary = mass},
  };
  const std::int64_t first = random.between(-k, mass - 1);
  const std::int64_t closing = random.one_of<std::int64_t>({0, mass});
  frames.push_back({.first = first, .last = random.between(first, mass - 1), .width = k, .closing_boundary = closing});
  return frames;
}

void test_every_window() {
  RandomPairs random(1);
  seamark::WindowWorkspace workspace;
  for (int trial = 0; trial < 12000; ++trial) {
    const std::int64_t mass = random.between(1, random.one_of<std::int64_t>({2, 4, 12, 40}));
    const Positions reference = random.dense(mass);
    const Positions hypothesis = random.between(0, 1) == 0 ? random.dense(mass) : random.perturbed(reference, mass);
    const std::int64_t k = random.between(1, random.one_of<std::int64_t>({3, mass, mass + 5}));
    for (const WindowFrame& frame : frames_of(mass, k, random)) {
      const NaiveCounts expected = every_window(reference, hypothesis, frame);
      if (agrees(reference, hypothesis, frame, expected, workspace)) continue;
      seamark::testing::print_pair(reference, hypothesis, mass);
    }
    const WindowFrame off_both_ends{.first = 1 - k, .last = mass - 2, .width = k};
    const NaiveCounts expected = every_window(reference, hypothesis, off_both_ends);
    if (!sums_agree(reference, hypothesis, mass, k, expected, workspace)) {
      seamark::testing::print_pair(reference, hypothesis, mass);
    }
  }
}

// Around the limits of the short cut: mass 512 and windows of 127.
void test_limits_of_short_cut() {
  RandomPairs random(4);
  seamark::WindowWorkspace workspace;
  for (int trial = 0; trial < 1500; ++trial) {
    const std::int64_t mass = random.one_of<std::int64_t>({63, 64, 65, 128, 255, 256, 257, 400, 510, 511, 512, 513, 520});
    const Positions reference = random.between(0, 2) == 0 ? random.dense(mass) : random.sparse(mass, 40);
    const Positions hypothesis = random.between(0, 1) == 0 ? random.sparse(mass, 40) : random.perturbed(reference, mass);
    const std::int64_t k = random.one_of<std::int64_t>({1, 2, 7, 32, 63, 64, 65, 126, 127, 128, 129, mass - 1});
    for (const WindowFrame& frame : frames_of(mass, k, random)) {
      if (agrees(reference, hypothesis, frame, every_window(reference, hypothesis, frame), workspace)) continue;
      seamark::testing::print_pair(reference, hypothesis, mass);
    }
  }
}

void test_every_run() {
  RandomPairs random(2);
  seamark::WindowWorkspace workspace;
  constexpr std::int64_t largest = std::int64_t{1} << 62;
  for (int trial = 0; trial < 4000; ++trial) {
    const std::int64_t mass = random.one_of<std::int64_t>({1000, std::int64_t{1} << 40, largest});
    const Positions reference = random.sparse(mass, 12);
    const bool unrelated = random.between(0, 1) == 0;
    const Positions hypothesis = unrelated ? random.sparse(mass, 12) : random.perturbed(reference, mass);
    const std::int64_t k = random.between(1, random.one_of<std::int64_t>({2, mass / 20, mass - 1, largest - 1}));
    for (const WindowFrame& frame : frames_of(mass, k, random)) {
      if (frame.windows() == 0) continue;
      const NaiveCounts expected = every_run(reference, hypothesis, frame);
      if (agrees(reference, hypothesis, frame, expected, workspace)) continue;
      seamark::testing::print_pair(reference, hypothesis, mass);
    }
    if (!seamark::window_sums_fit(std::max(reference.size(), hypothesis.size()), k)) continue;
    const WindowFrame off_both_ends{.first = 1 - k, .last = mass - 2, .width = k};
    sums_agree(reference, hypothesis, mass, k, every_run(reference, hypothesis, off_both_ends), workspace);
  }
}

// Lists of very different lengths take the merge through many rounds.
void test_uneven_sides() {
  RandomPairs random(3);
  seamark::WindowWorkspace workspace;
  for (int trial = 0; trial < 100; ++trial) {
    const std::int64_t mass = random.between(300, 600);
    const Positions many = random.sparse(mass, 300), few = random.sparse(mass, 6);
    const WindowFrame frame{.first = 0, .last = mass - 8, .width = 7};
    agrees(many, few, frame, every_window(many, few, frame), workspace);
    agrees(few, many, frame, every_window(few, many, frame), workspace);
  }
}

void test_worked_example() {
  const Positions reference{5, 10, 15}, hypothesis{5, 11};
  seamark::WindowWorkspace workspace;
  const auto differ = [&](const WindowFrame& frame) {
    const auto counts = seamark::window_differences(reference, hypothesis, frame, workspace);
    return std::pair{counts.differ(), frame.windows()};
  };
  CHECK(differ({.first = 0, .last = 17, .width = 2}) == std::pair<std::int64_t, std::int64_t>{4, 18});
  CHECK(differ({.first = 0, .last = 16, .width = 3}) == std::pair<std::int64_t, std::int64_t>{5, 17});
  CHECK(differ({.first = 0, .last = 18, .width = 1}) == std::pair<std::int64_t, std::int64_t>{3, 19});
  CHECK(differ({.first = -3, .last = 19, .width = 3}) == std::pair<std::int64_t, std::int64_t>{5, 23});
  const auto presence = seamark::window_presence(reference, hypothesis, {.first = 0, .last = 16, .width = 3});
  CHECK(presence.miss() == 4 && presence.in_reference == 9);
  CHECK(presence.false_alarm() == 1);
  const auto sums = seamark::window_sums(reference, hypothesis, 20, 3, workspace);
  CHECK(sums.true_positive == 5 && sums.false_positive == 1 && sums.false_negative == 4);
}

void test_sums_that_do_not_fit() {
  constexpr std::int64_t most = std::int64_t{1} << 62;
  CHECK(seamark::window_sums_fit(0, most - 1));
  CHECK(seamark::window_sums_fit(1, most - 1));
  CHECK(seamark::window_sums_fit(2, most - 1));
  CHECK(!seamark::window_sums_fit(3, most - 1));
  CHECK(seamark::window_sums_fit(1000, 0));
}

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

void test_ratios_with_nothing_to_divide_by() {
  CHECK(std::isnan(seamark::ratio_or(1.0, 0.0)));
  CHECK(seamark::ratio_or(1.0, 0.0, 7.0) == 7.0);
  CHECK(seamark::ratio_or(1.0, 4.0, 7.0) == 0.25);
}

}  // namespace

int main() {
  test_worked_example();
  test_every_window();
  test_limits_of_short_cut();
  test_every_run();
  test_uneven_sides();
  test_sums_that_do_not_fit();
  test_window_sizes_follow_the_formula();
  test_windows_are_laid_one_by_one();
  test_ratios_with_nothing_to_divide_by();
  return seamark::testing::checks_summary();
}
