// Pairs of segmentations, and one window frame per pair, collected in columns.
#pragma once

#include <cstdint>
#include <vector>

#include "random_pairs.hpp"
#include "seamark/columns.hpp"
#include "seamark/together.hpp"

namespace seamark::testing {

struct PairsInColumns {
  Positions positions_a, positions_b, offsets_a{0}, offsets_b{0}, masses;

  void add(const Positions& one, const Positions& other, std::int64_t mass) {
    positions_a.insert(positions_a.end(), one.begin(), one.end());
    positions_b.insert(positions_b.end(), other.begin(), other.end());
    offsets_a.push_back(static_cast<std::int64_t>(positions_a.size()));
    offsets_b.push_back(static_cast<std::int64_t>(positions_b.size()));
    masses.push_back(mass);
  }

  [[nodiscard]] Column a() const { return {positions_a, offsets_a, {}}; }
  [[nodiscard]] Column b() const { return {positions_b, offsets_b, {}}; }
};

struct FramesInColumns {
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
inline PairsInColumns random_pairs(RandomPairs& random, int count) {
  PairsInColumns pairs;
  for (int i = 0; i < count; ++i) {
    const auto mass = random.one_of<std::int64_t>({1, 2, 30, 64, 65, 200, 256, 257, 400, 511, 512, 513, 1000});
    const Positions reference = random.between(0, 2) == 0 ? random.dense(mass) : random.sparse(mass, 30);
    pairs.add(reference, random.between(0, 1) == 0 ? random.sparse(mass, 30) : random.perturbed(reference, mass), mass);
  }
  return pairs;
}

// Windows as with k of any size, without and with a closing boundary; none at all for some pairs.
inline FramesInColumns random_frames(RandomPairs& random, const Positions& masses) {
  FramesInColumns frames;
  for (const std::int64_t mass : masses) {
    const std::int64_t k = random.one_of<std::int64_t>({1, 2, 10, 60, 127, 128, mass});
    frames.add({.first = random.one_of<std::int64_t>({0, -1, -k}),
                .last = mass - k - random.one_of<std::int64_t>({0, 1}),
                .width = k,
                .closing_boundary = random.one_of<std::int64_t>({0, 0, mass})});
  }
  return frames;
}

}  // namespace seamark::testing
