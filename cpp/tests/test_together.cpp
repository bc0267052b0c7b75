// Several counts in one pass against the same counts one by one.
#include <cstddef>
#include <cstdint>
#include <vector>

#include "check.hpp"
#include "pair_columns.hpp"
#include "random_pairs.hpp"
#include "seamark/together.hpp"

namespace {

using seamark::EditCosts;
using seamark::WindowFrame;
using seamark::WindowJob;
using seamark::testing::RandomPairs;

void test_together_equals_one_by_one() {
  RandomPairs random(11);
  const std::vector<EditCosts> costs{{}, {.scale = seamark::Scale::linear}, {.n = 3}, {.transposition = 0.3, .scale = seamark::Scale::unit}};
  for (int round = 0; round < 60; ++round) {
    const auto pairs = random_pairs(random, 100);
    const auto frames = random_frames(random, pairs.masses), other_frames = random_frames(random, pairs.masses);
    const std::size_t count = pairs.masses.size();
    std::vector<std::vector<double>> out(12, std::vector<double>(count, -1.0));
    std::vector<seamark::EditJob> edits;
    for (std::size_t i = 0; i < costs.size(); ++i) edits.push_back({costs[i], out[2 * i].data(), out[2 * i + 1].data()});
    const std::vector<WindowJob> windows{frames.job(WindowJob::Kind::differences, out[8]), frames.job(WindowJob::Kind::presence, out[9]),
                                         other_frames.job(WindowJob::Kind::differences, out[10]),
                                         other_frames.job(WindowJob::Kind::presence, out[11])};
    const seamark::Column a = pairs.a(), b = pairs.b();
    seamark::Together(edits, windows).count(a, b, pairs.masses);
    seamark::WindowWorkspace workspace;
    for (std::size_t i = 0; i < count; ++i) {
      for (std::size_t job = 0; job < costs.size(); ++job) {
        const auto counts = seamark::EditCounting(costs[job]).one_type(a[i], b[i], pairs.masses[i]);
        const std::int64_t size = counts.matches + counts.additions_a + counts.additions_b + counts.transpositions;
        CHECK(out[2 * job][i] == static_cast<double>(size));
        CHECK(out[2 * job + 1][i] == counts.cost(costs[job]));
      }
      for (std::size_t job = 0; job < windows.size(); ++job) {
        const WindowFrame frame = windows[job].frame(i);
        const bool differences = windows[job].kind == WindowJob::Kind::differences;
        const std::int64_t expected = frame.windows() == 0 ? 0
                                      : differences ? seamark::swept_window_differences(a[i], b[i], frame, workspace).differ()
                                                    : seamark::swept_window_presence(a[i], b[i], frame).differ();
        CHECK(out[8 + job][i] == static_cast<double>(expected));
      }
    }
  }
}

void test_nothing_to_do() {
  const seamark::Column none{{}, {}, {}};
  seamark::Together({}, {}).count(none, none, {});
  seamark::testing::PairsInColumns pairs;
  pairs.add({2}, {3}, 5);
  seamark::Together({}, {}).count(pairs.a(), pairs.b(), pairs.masses);
}

}  // namespace

int main() {
  test_together_equals_one_by_one();
  test_nothing_to_do();
  return seamark::testing::checks_summary();
}
