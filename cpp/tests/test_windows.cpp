// Sliding windows against versions that look into every window, or into one window of every run.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <set>
#include <utility>
#include <vector>

#include "check.hpp"
#include "random_pairs.hpp"
#include "seamark/windows.hpp"
#include "seamark/wide_integer.hpp"

namespace {

using seamark::WideInteger;
using seamark::WindowFrame;
using seamark::testing::Positions;
using seamark::testing::RandomPairs;

struct NaiveCounts {
  std::int64_t windows = 0;
  std::int64_t more_in_reference = 0, more_in_hypothesis = 0;
  std::int64_t in_reference = 0, in_hypothesis = 0, miss = 0, false_alarm = 0;
  WideInteger least = 0, surplus = 0, deficit = 0;  // may pass 2^63 where the kernel is not asked for them

  void add(std::int64_t times, std::int64_t r, std::int64_t h, bool closed) {
    windows += times;
    more_in_reference += r > h ? times : 0;
    more_in_hypothesis += h > r ? times : 0;
    least += static_cast<WideInteger>(times) * std::min(r, h);
    surplus += static_cast<WideInteger>(times) * std::max<std::int64_t>(r - h, 0);
    deficit += static_cast<WideInteger>(times) * std::max<std::int64_t>(h - r, 0);
    r += closed;
    h += closed;
    in_reference += r > 0 ? times : 0;
    in_hypothesis += h > 0 ? times : 0;
    miss += r > 0 && h == 0 ? times : 0;
    false_alarm += r == 0 && h > 0 ? times : 0;
  }
};

std::int64_t boundaries_in_window(const Positions& positions, WideInteger start, WideInteger width) {
  return std::count_if(positions.begin(), positions.end(),
                       [&](std::int64_t p) { return p > start && p <= start + width; });
}

void add_window(NaiveCounts& counts, const Positions& reference, const Positions& hypothesis, const WindowFrame& frame,
                WideInteger start, std::int64_t times) {
  const Positions closing = frame.closing_boundary == 0 ? Positions{} : Positions{frame.closing_boundary};
  counts.add(times, boundaries_in_window(reference, start, frame.width),
             boundaries_in_window(hypothesis, start, frame.width),
             boundaries_in_window(closing, start, frame.width) > 0);
}

NaiveCounts every_window(const Positions& reference, const Positions& hypothesis, const WindowFrame& frame) {
  NaiveCounts counts;
  for (std::int64_t start = frame.first; start <= frame.last; ++start) {
    add_window(counts, reference, hypothesis, frame, start, 1);
  }
  return counts;
}

// For masses too large to look into every window: nothing changes between a boundary's entry and another's exit.
NaiveCounts every_run(const Positions& reference, const Positions& hypothesis, const WindowFrame& frame) {
  std::set<WideInteger> starts{frame.first, static_cast<WideInteger>(frame.last) + 1};
  Positions all(reference);
  all.insert(all.end(), hypothesis.begin(), hypothesis.end());
  if (frame.closing_boundary != 0) all.push_back(frame.closing_boundary);
  for (const std::int64_t p : all) {
    for (const WideInteger start : {static_cast<WideInteger>(p) - frame.width, static_cast<WideInteger>(p)}) {
      if (start > frame.first && start <= frame.last) starts.insert(start);
    }
  }
  NaiveCounts counts;
  for (auto run = starts.begin(); std::next(run) != starts.end(); ++run) {
    add_window(counts, reference, hypothesis, frame, *run, static_cast<std::int64_t>(*std::next(run) - *run));
  }
  return counts;
}

bool agree(const seamark::WindowDifferences& differences, const seamark::WindowPresence& presence,
           const NaiveCounts& expected) {
  bool good = CHECK(differences.windows == expected.windows);
  good &= CHECK(differences.more_in_reference == expected.more_in_reference);
  good &= CHECK(differences.more_in_hypothesis == expected.more_in_hypothesis);
  good &= CHECK(differences.differ() == expected.more_in_reference + expected.more_in_hypothesis);
  good &= CHECK(presence.windows == expected.windows);
  good &= CHECK(presence.in_reference == expected.in_reference);
  good &= CHECK(presence.in_hypothesis == expected.in_hypothesis);
  good &= CHECK(presence.miss() == expected.miss);
  good &= CHECK(presence.false_alarm() == expected.false_alarm);
  good &= CHECK(presence.differ() == expected.miss + expected.false_alarm);
  return good;
}

// Both ways of counting: the sweeps, and what is really called, which takes a short cut where it can.
bool agrees(const Positions& reference, const Positions& hypothesis, const WindowFrame& frame,
            const NaiveCounts& expected, seamark::WindowWorkspace& workspace) {
  bool good = agree(seamark::window_differences(reference, hypothesis, frame, workspace),
                    seamark::window_presence(reference, hypothesis, frame), expected);
  if (frame.windows() == 0) return good;
  good &= agree(seamark::swept_window_differences(reference, hypothesis, frame, workspace),
                seamark::swept_window_presence(reference, hypothesis, frame), expected);
  return good;
}

bool sums_agree(const Positions& reference, const Positions& hypothesis, std::int64_t mass, std::int64_t width,
                const NaiveCounts& expected, seamark::WindowWorkspace& workspace) {
  const auto sums = seamark::window_sums(reference, hypothesis, mass, width, workspace);
  bool good = CHECK(sums.true_positive == expected.least);
  good &= CHECK(sums.false_positive == expected.deficit);
  good &= CHECK(sums.false_negative == expected.surplus);
  return good;
}

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
    return std::pair{counts.differ(), counts.windows};
  };
  CHECK(differ({.first = 0, .last = 17, .width = 2}) == std::pair<std::int64_t, std::int64_t>{4, 18});
  CHECK(differ({.first = 0, .last = 16, .width = 3}) == std::pair<std::int64_t, std::int64_t>{5, 17});
  CHECK(differ({.first = 0, .last = 18, .width = 1}) == std::pair<std::int64_t, std::int64_t>{3, 19});
  CHECK(differ({.first = -3, .last = 19, .width = 3}) == std::pair<std::int64_t, std::int64_t>{5, 23});
  const auto presence = seamark::window_presence(reference, hypothesis, {.first = 0, .last = 16, .width = 3});
  CHECK(presence.miss() == 4 && presence.in_reference == 9);
  CHECK(presence.false_alarm() == 1 && presence.windows == 17);
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

}  // namespace

int main() {
  test_worked_example();
  test_every_window();
  test_limits_of_short_cut();
  test_every_run();
  test_uneven_sides();
  test_sums_that_do_not_fit();
  return seamark::testing::checks_summary();
}
