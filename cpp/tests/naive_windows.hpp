// Sliding windows the slow way: looking into every window, or into one window of every run; and the comparison of the kernel
// with them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <set>

#include "check.hpp"
#include "random_pairs.hpp"
#include "seamark/platform.hpp"
#include "seamark/windows.hpp"

namespace naive {

using seamark::WideInteger;
using seamark::WindowFrame;
using seamark::testing::Positions;

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

inline std::int64_t boundaries_in_window(const Positions& positions, WideInteger start, WideInteger width) {
  return std::count_if(positions.begin(), positions.end(),
                       [&](std::int64_t p) { return p > start && p <= start + width; });
}

inline void add_window(NaiveCounts& counts, const Positions& reference, const Positions& hypothesis, const WindowFrame& frame,
                WideInteger start, std::int64_t times) {
  const Positions closing = frame.closing_boundary == 0 ? Positions{} : Positions{frame.closing_boundary};
  counts.add(times, boundaries_in_window(reference, start, frame.width),
             boundaries_in_window(hypothesis, start, frame.width),
             boundaries_in_window(closing, start, frame.width) > 0);
}

inline NaiveCounts every_window(const Positions& reference, const Positions& hypothesis, const WindowFrame& frame) {
  NaiveCounts counts;
  for (std::int64_t start = frame.first; start <= frame.last; ++start) {
    add_window(counts, reference, hypothesis, frame, start, 1);
  }
  return counts;
}

// For masses too large to look into every window: nothing changes between a boundary's entry and another's exit.
inline NaiveCounts every_run(const Positions& reference, const Positions& hypothesis, const WindowFrame& frame) {
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

inline bool agree(const seamark::WindowDifferences& differences, const seamark::WindowPresence& presence,
           const NaiveCounts& expected) {
  bool good = CHECK(differences.more_in_reference == expected.more_in_reference);
  good &= CHECK(differences.more_in_hypothesis == expected.more_in_hypothesis);
  good &= CHECK(differences.differ() == expected.more_in_reference + expected.more_in_hypothesis);
  good &= CHECK(presence.in_reference == expected.in_reference);
  good &= CHECK(presence.in_hypothesis == expected.in_hypothesis);
  good &= CHECK(presence.miss() == expected.miss);
  good &= CHECK(presence.false_alarm() == expected.false_alarm);
  good &= CHECK(presence.differ() == expected.miss + expected.false_alarm);
  return good;
}

// Both ways of counting: the sweeps, and what is really called, which takes a short cut where it can.
inline bool agrees(const Positions& reference, const Positions& hypothesis, const WindowFrame& frame,
            const NaiveCounts& expected, seamark::WindowWorkspace& workspace) {
  bool good = agree(seamark::window_differences(reference, hypothesis, frame, workspace),
                    seamark::window_presence(reference, hypothesis, frame), expected);
  good &= CHECK(frame.windows() == expected.windows);
  if (frame.windows() == 0) return good;
  good &= agree(seamark::swept_window_differences(reference, hypothesis, frame, workspace),
                seamark::swept_window_presence(reference, hypothesis, frame), expected);
  return good;
}

inline bool sums_agree(const Positions& reference, const Positions& hypothesis, std::int64_t mass, std::int64_t width,
                const NaiveCounts& expected, seamark::WindowWorkspace& workspace) {
  const auto sums = seamark::window_sums(reference, hypothesis, mass, width, workspace);
  bool good = CHECK(sums.true_positive == expected.least);
  good &= CHECK(sums.false_positive == expected.deficit);
  good &= CHECK(sums.false_negative == expected.surplus);
  return good;
}

}  // namespace naive
