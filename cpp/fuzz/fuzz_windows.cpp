// Sliding windows against looking into every window or every run; short cuts against sweeps; all in one pass against one by one.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "check.hpp"
#include "fuzzed_input.hpp"
#include "naive_windows.hpp"
#include "pair_columns.hpp"
#include "seamark/fused.hpp"
#include "seamark/windows.hpp"

namespace {

using fuzz::FuzzedInput;
using fuzz::FuzzedPair;
using seamark::WindowFrame;
using seamark::WindowJob;
using seamark::testing::Positions;

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

// All jobs of one pair, as positions and as masses, with windows of any layout and two kinds of costs.
void compare_fused(FuzzedInput& input, const FuzzedPair& pair) {
  seamark::testing::PairsInColumns pairs;
  pairs.add(pair.reference, pair.hypothesis, pair.mass);
  std::vector<seamark::Windows> layouts;
  for (int i = 0; i < 2; ++i) {
    seamark::WindowLayout layout;
    layout.rule = {.units_less = input.byte() % 2, .per_boundary = input.byte() % 2 == 0, .rounding = static_cast<seamark::Rounding>(input.byte() % 3),
                   .less = input.byte() % 2, .least = input.byte() % 4 - 1, .below_units = input.byte() % 2 == 0};
    layout.width_less = input.byte() % 2;
    layout.first = -(input.byte() % 2);
    layout.last_shift = input.byte() % 3 - 1;
    layout.closing = input.byte() % 2 == 0;
    layout.padded = input.byte() % 2 == 0;
    layout.least_k = input.byte() % 2;
    const std::int64_t k = input.byte();
    layouts.push_back({layout, k == 0 ? std::nullopt : std::optional(k)});
  }
  // Bits are counted only where all costs allow it.
  const std::vector<seamark::EditCosts> costs = input.byte() % 2 == 0 ? std::vector<seamark::EditCosts>{{}} : std::vector<seamark::EditCosts>{{}, {.n = 4}};
  Positions masses[2];
  for (std::size_t side = 0; side < 2; ++side) {
    std::int64_t previous = 0;
    for (const std::int64_t position : side == 0 ? pair.reference : pair.hypothesis) {
      masses[side].push_back(position - previous);
      previous = position;
    }
    masses[side].push_back(pair.mass - previous);
  }
  const std::vector<std::int64_t> ends_a{0, static_cast<std::int64_t>(masses[0].size())}, ends_b{0, static_cast<std::int64_t>(masses[1].size())};
  const seamark::ListReader<std::int64_t, std::int64_t> masses_a(seamark::RowForm::masses, {masses[0], ends_a, {}, {}}), masses_b(seamark::RowForm::masses, {masses[1], ends_b, {}, {}});
  const auto positions_a = pairs.rows_a(), positions_b = pairs.rows_b();
  for (const bool by_masses : {false, true}) {
    seamark::testing::JobColumns columns(1);
    std::vector<seamark::EditJob> edits;
    for (const seamark::EditCosts& cost : costs) edits.push_back(columns.edits(cost, 0.0));
    std::vector<WindowJob> windows;
    for (const seamark::Windows& layout : layouts) {
      for (const auto kind : {WindowJob::Kind::differences, WindowJob::Kind::presence}) windows.push_back(columns.windows(kind, layout));
    }
    std::vector<std::uint8_t> status(1);
    seamark::FusedCounting counting(edits, windows);
    CHECK((by_masses ? counting.count(masses_a, masses_b, status) : counting.count(positions_a, positions_b, status)) == 0);
    seamark::WindowWorkspace workspace;
    for (const WindowJob& job : windows) {
      const WindowFrame frame = job.layout.over(pair.mass, pair.reference.size()).frame;
      const bool differences = job.kind == WindowJob::Kind::differences;
      const std::int64_t expected = frame.windows() == 0 ? 0
                                    : differences ? seamark::swept_window_differences(pair.reference, pair.hypothesis, frame, workspace).differ()
                                                  : seamark::swept_window_presence(pair.reference, pair.hypothesis, frame).differ();
      CHECK(*job.differ == static_cast<double>(expected));
    }
    for (const seamark::EditJob& job : edits) {
      seamark::OneTypeWorkspace edit_workspace;
      seamark::EditCounter counter(job.costs);
      seamark::align_one_type(pair.reference, pair.hypothesis, job.costs, edit_workspace, counter);
      CHECK(*job.distances == counter.counts().cost(job.costs));
    }
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
  else compare_fused(options, pair);
  fuzz::stop_if_failed(pair.reference, pair.hypothesis, pair.mass);
  return 0;
}
