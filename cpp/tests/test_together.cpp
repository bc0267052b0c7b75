// Several counts in one pass against the same counts one by one.
#include <cstddef>
#include <cstdint>
#include <vector>

#include "check.hpp"
#include "random_pairs.hpp"
#include "seamark/together.hpp"

namespace {

using seamark::EditCosts;
using seamark::WindowFrame;
using seamark::WindowJob;
using seamark::testing::Positions;
using seamark::testing::RandomPairs;

struct Pairs {
  Positions a, b, offsets_a{0}, offsets_b{0}, masses;

  void add(const Positions& one, const Positions& other, std::int64_t mass) {
    a.insert(a.end(), one.begin(), one.end());
    b.insert(b.end(), other.begin(), other.end());
    offsets_a.push_back(static_cast<std::int64_t>(a.size()));
    offsets_b.push_back(static_cast<std::int64_t>(b.size()));
    masses.push_back(mass);
  }
};

struct Frames {
  Positions first, last, width, closing;

  void add(const WindowFrame& frame) {
    first.push_back(frame.first);
    last.push_back(frame.last);
    width.push_back(frame.width);
    closing.push_back(frame.closing_boundary);
  }

  [[nodiscard]] WindowJob job(WindowJob::Kind kind, std::vector<double>& differ) const {
    return {kind, first, last, width, closing, differ.data()};
  }
};

// Short and long texts, dense and sparse, around every limit of the short cuts.
Pairs random_pairs(RandomPairs& random, int count) {
  Pairs pairs;
  for (int i = 0; i < count; ++i) {
    const std::int64_t mass = random.one_of<std::int64_t>({1, 2, 30, 64, 65, 200, 256, 257, 400, 511, 512, 513, 1000});
    const Positions reference = random.between(0, 2) == 0 ? random.dense(mass) : random.sparse(mass, 30);
    pairs.add(reference, random.between(0, 1) == 0 ? random.sparse(mass, 30) : random.perturbed(reference, mass), mass);
  }
  return pairs;
}

// Windows as with k of any size, without and with a closing boundary; none at all for some pairs.
Frames random_frames(RandomPairs& random, const Positions& masses) {
  Frames frames;
  for (const std::int64_t mass : masses) {
    const std::int64_t k = random.one_of<std::int64_t>({1, 2, 10, 60, 127, 128, mass});
    frames.add({.first = random.one_of<std::int64_t>({0, -1, -k}),
                .last = mass - k - random.one_of<std::int64_t>({0, 1}),
                .width = k,
                .closing_boundary = random.one_of<std::int64_t>({0, 0, mass})});
  }
  return frames;
}

void test_together_equals_one_by_one() {
  RandomPairs random(11);
  const std::vector<EditCosts> costs{{}, {.scale = seamark::Scale::linear}, {.n = 3}, {.transposition = 0.3, .scale = seamark::Scale::unit}};
  for (int round = 0; round < 60; ++round) {
    const Pairs pairs = random_pairs(random, 100);
    const Frames frames = random_frames(random, pairs.masses), other_frames = random_frames(random, pairs.masses);
    const std::size_t count = pairs.masses.size();
    std::vector<std::vector<double>> out(12, std::vector<double>(count, -1.0));
    std::vector<seamark::EditJob> edits;
    for (std::size_t i = 0; i < costs.size(); ++i) edits.push_back({costs[i], out[2 * i].data(), out[2 * i + 1].data()});
    const std::vector<WindowJob> windows{frames.job(WindowJob::Kind::differences, out[8]), frames.job(WindowJob::Kind::presence, out[9]),
                                         other_frames.job(WindowJob::Kind::differences, out[10]),
                                         other_frames.job(WindowJob::Kind::presence, out[11])};
    const seamark::Column a{pairs.a, pairs.offsets_a, {}}, b{pairs.b, pairs.offsets_b, {}};
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
  Pairs pairs;
  pairs.add({2}, {3}, 5);
  seamark::Together({}, {}).count({pairs.a, pairs.offsets_a, {}}, {pairs.b, pairs.offsets_b, {}}, pairs.masses);
}

}  // namespace

int main() {
  test_together_equals_one_by_one();
  test_nothing_to_do();
  return seamark::testing::checks_summary();
}
