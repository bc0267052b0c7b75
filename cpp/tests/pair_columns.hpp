// Pairs of segmentations in columns, windows over them, and the columns that jobs write to.
#pragma once

#include <cstddef>
#include <cstdint>
#include <list>
#include <optional>
#include <vector>

#include "random_pairs.hpp"
#include "seamark/columns.hpp"
#include "seamark/rows.hpp"
#include "seamark/fused.hpp"

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
  [[nodiscard]] ListReader<std::int64_t, std::int64_t> rows_a() const { return {RowForm::positions, {positions_a, offsets_a, {}, {}}, {masses, {}}}; }
  [[nodiscard]] ListReader<std::int64_t, std::int64_t> rows_b() const { return {RowForm::positions, {positions_b, offsets_b, {}, {}}, {masses, {}}}; }
};

// The columns that jobs write to, one after the other.
class JobColumns {
 public:
  explicit JobColumns(std::size_t rows) : rows_(rows) {}

  EditJob edits(const EditCosts& costs, double types) { return {costs, types, next(), next()}; }
  WindowJob windows(WindowJob::Kind kind, const Windows& layout) { return {kind, layout, next(), next(), next()}; }

  [[nodiscard]] const std::list<std::vector<double>>& all() const { return columns_; }

 private:
  double* next() { return columns_.emplace_back(rows_, -1.0).data(); }

  std::size_t rows_;
  std::list<std::vector<double>> columns_;
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
inline std::vector<WindowFrame> random_frames(RandomPairs& random, const Positions& masses) {
  std::vector<WindowFrame> frames;
  for (const std::int64_t mass : masses) {
    const std::int64_t k = random.one_of<std::int64_t>({1, 2, 10, 60, 127, 128, mass});
    frames.push_back({.first = random.one_of<std::int64_t>({0, -1, -k}),
                      .last = mass - k - random.one_of<std::int64_t>({0, 1}),
                      .width = k,
                      .closing_boundary = random.one_of<std::int64_t>({0, 0, mass})});
  }
  return frames;
}

// Any layout, with the size of its rule or with one of every size.
inline Windows random_windows(RandomPairs& random) {
  WindowLayout layout;
  layout.rule = {.units_less = random.between(0, 1),
                 .per_boundary = random.between(0, 1) == 1,
                 .rounding = random.one_of<Rounding>({Rounding::half_up, Rounding::half_even, Rounding::half_odd}),
                 .less = random.between(0, 1),
                 .least = random.between(-1, 2),
                 .below_units = random.between(0, 1) == 1};
  layout.width_less = random.between(0, 1);
  layout.first = random.between(-1, 0);
  layout.last_shift = random.between(-1, 1);
  layout.closing = random.between(0, 2) == 0;
  layout.padded = random.between(0, 2) == 0;
  layout.extra_windows = random.between(0, 1);
  layout.least_k = random.between(0, 1);
  if (random.between(0, 1) == 0) return {layout, std::nullopt};
  return {layout, random.one_of<std::int64_t>({1, 2, 10, 60, 127, 128, 500, 513})};
}

}  // namespace seamark::testing
