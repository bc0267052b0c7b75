// Sliding windows against looking into every window or every run; short cuts against sweeps; all in one pass against one by one.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "check.hpp"
#include "fuzzed_input.hpp"
#include "naive_windows.hpp"
#include "pair_columns.hpp"
#include "seamark/together.hpp"
#include "seamark/windows.hpp"

namespace {

using fuzz::FuzzedInput;
using fuzz::FuzzedPair;
using seamark::WindowFrame;
using seamark::WindowJob;

// Within what WindowFrame expects: first >= -width, last < mass.
WindowFrame fuzzed_frame(FuzzedInput& input, std::int64_t mass, std::int64_t widest) {
  WindowFrame frame{.width = input.between(0, widest)};
  frame.first = input.between(-frame.width, mass - 1);
  frame.last = input.byte() % 8 == 0 ? frame.first - 1 : input.between(frame.first, mass - 1);
  if (input.byte() % 4 == 0) frame.closing_boundary = mass;
  return frame;
}

void compare_with_naive(const FuzzedPair& pair, const WindowFrame& frame) {
  seamark::WindowWorkspace workspace;
  if (frame.width == 0 && frame.windows() > 0) {
    CHECK(seamark::window_differences(pair.reference, pair.hypothesis, frame, workspace).differ() == 0);
    return;
  }
  const naive::NaiveCounts expected = frame.windows() == 0 ? naive::NaiveCounts{} : naive::every_run(pair.reference, pair.hypothesis, frame);
  if (pair.mass <= 64) CHECK(naive::every_window(pair.reference, pair.hypothesis, frame).miss == expected.miss);
  naive::agrees(pair.reference, pair.hypothesis, frame, expected, workspace);
  if (frame.width == 0 || !seamark::window_sums_fit(std::max(pair.reference.size(), pair.hypothesis.size()), frame.width)) return;
  const WindowFrame off_both_ends{.first = 1 - frame.width, .last = pair.mass - 2, .width = frame.width};
  if (off_both_ends.windows() == 0) return;
  naive::sums_agree(pair.reference, pair.hypothesis, pair.mass, frame.width, naive::every_run(pair.reference, pair.hypothesis, off_both_ends),
                    workspace);
}

// Together with a second frame and two kinds of costs.
void compare_together(FuzzedInput& input, const FuzzedPair& pair, const WindowFrame& frame) {
  seamark::testing::PairsInColumns pairs;
  pairs.add(pair.reference, pair.hypothesis, pair.mass);
  const WindowFrame other = fuzzed_frame(input, pair.mass, 140);
  seamark::testing::FramesInColumns frames, other_frames;
  frames.add(frame);
  other_frames.add(other);
  std::vector<std::vector<double>> out(8, std::vector<double>(1));
  const std::vector<seamark::EditCosts> costs{{}, {.n = 4}};
  const std::vector<seamark::EditJob> edits{{costs[0], out[0].data(), out[1].data()}, {costs[1], out[2].data(), out[3].data()}};
  const std::vector<WindowJob> windows{
      frames.job(WindowJob::Kind::differences, out[4]), frames.job(WindowJob::Kind::presence, out[5]),
      other_frames.job(WindowJob::Kind::presence, out[6]), other_frames.job(WindowJob::Kind::differences, out[7])};
  seamark::Together(edits, windows).count(pairs.a(), pairs.b(), pairs.masses);
  seamark::WindowWorkspace workspace;
  for (std::size_t job = 0; job < windows.size(); ++job) {
    const WindowFrame own = windows[job].frame(0);
    const bool differences = windows[job].kind == WindowJob::Kind::differences;
    const std::int64_t expected = own.windows() == 0 ? 0
                                  : differences ? seamark::swept_window_differences(pair.reference, pair.hypothesis, own, workspace).differ()
                                                : seamark::swept_window_presence(pair.reference, pair.hypothesis, own).differ();
    CHECK(*windows[job].differ == static_cast<double>(expected));
  }
  for (std::size_t job = 0; job < costs.size(); ++job) {
    seamark::OneTypeWorkspace edit_workspace;
    seamark::EditCounter counter(costs[job]);
    seamark::align_one_type(pair.reference, pair.hypothesis, costs[job], edit_workspace, counter);
    CHECK(*edits[job].distances == counter.counts().cost(costs[job]));
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  FuzzedInput input(data, size);
  const std::int64_t largest = input.one_of<std::int64_t>({12, 64, 256, 512, 600, 100'000, seamark::largest_mass});
  const std::int64_t widest = input.one_of<std::int64_t>({3, 127, 140, largest - 1});
  const std::uint8_t pass = input.byte();
  FuzzedInput options(data + std::min<std::size_t>(size, 3), std::min<std::size_t>(size - std::min<std::size_t>(size, 3), 40));
  const FuzzedPair pair(input, largest, 300);
  const WindowFrame frame = fuzzed_frame(options, pair.mass, widest);
  if (pass % 2 == 0) compare_with_naive(pair, frame);
  else compare_together(options, pair, frame);
  fuzz::stop_if_failed(pair.reference, pair.hypothesis, pair.mass);
  return 0;
}
