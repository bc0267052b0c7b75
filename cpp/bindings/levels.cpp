// Kernels on hierarchies: levels are rows of segmentations, and a hierarchy is some of these rows.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "arrays.hpp"
#include "bindings.hpp"
#include "columns.hpp"
#include "pair_rows.hpp"
#include "seamark/levels.hpp"

namespace seamark::bindings {

using namespace nb::literals;

namespace {

struct CheckedLevels {
  Column levels;
  std::span<const std::int64_t> offsets;

  [[nodiscard]] std::size_t size() const { return offsets.size() - 1; }

  // Calls visit(row) for the levels of a hierarchy, from coarse to fine.
  template <class Visit>
  void for_each_level(std::size_t hierarchy, Visit&& visit) const {
    for (auto row = offsets[hierarchy]; row < offsets[hierarchy + 1]; ++row) visit(static_cast<std::size_t>(row));
  }
};

// The levels of hierarchy i are the rows from hierarchies[i] to before hierarchies[i + 1].
struct LevelColumns {
  Input<std::int64_t> positions, offsets;
  Input<std::int32_t> types;
  Input<std::int64_t> hierarchies;

  [[nodiscard]] CheckedLevels checked() const {
    const CheckedLevels levels{checked_column(view(positions), view(offsets), view(types)), view(hierarchies)};
    require(sound_offsets(levels.offsets, levels.levels.offsets.size() - 1), "hierarchies must ascend from 0 or more to at most the number of levels");
    return levels;
  }
};

// Whether the boundaries of all levels ascend within their mass: a kernel may go from boundary to boundary unit by unit.
bool sound_levels(const CheckedLevels& hierarchies, std::span<const std::int64_t> masses, std::int64_t more) {
  bool sound = true;
  for (std::size_t i = 0; i < hierarchies.size(); ++i) {
    hierarchies.for_each_level(i, [&](std::size_t row) { sound = sound && well_formed(hierarchies.levels.typed(row), masses[i] + more); });
  }
  return sound;
}

// Calls count(i, mass, pass) for every pair of hierarchies, whose levels have so many units more than the hierarchy.
template <class Count>
void fill_from_levels(const CheckedLevels& a, const CheckedLevels& b, const Input<std::int64_t>& masses, std::int64_t more,
                      const OutputRows<double>& out, Count&& count) {
  const std::span<const std::int64_t> units = view(masses);
  require_size("hierarchies of the hypothesis", b.size(), a.size());
  require_size("masses", units.size(), a.size());
  require(sound_masses(units), "masses must lie within 1..2**62");
  require(sound_levels(a, units, more) && sound_levels(b, units, more), "boundaries of levels must ascend within their mass");
  fill_pair_rows<4>(a.size(), out, [&](std::size_t i, auto&& pass) {
    const LevelScores scores = count(i, units[i], pass);
    return std::array{scores.precision_sum, scores.precision_units, scores.recall_sum, scores.recall_units};
  });
}

void tree_scores(const LevelColumns& a, const LevelColumns& b, const Input<std::int64_t>& masses, bool transitive, std::optional<std::int64_t> window,
                 const OutputRows<double>& out) {
  require(!window.has_value() || *window >= 1, "the window must be 1 or more");
  const CheckedLevels reference = a.checked(), hypothesis = b.checked();
  LevelBoundaries levels_a, levels_b;
  fill_from_levels(reference, hypothesis, masses, 0, out, [&](std::size_t i, std::int64_t mass, auto&& pass) {
    levels_a.clear();
    levels_b.clear();
    reference.for_each_level(i, [&](std::size_t row) { levels_a.push_back(reference.levels[row]); });
    hypothesis.for_each_level(i, [&](std::size_t row) { levels_b.push_back(hypothesis.levels[row]); });
    return seamark::tree_scores(levels_a, levels_b, mass, {transitive, window}, pass);
  });
}

void label_level_scores(const LevelColumns& a, const LevelColumns& b, const Input<std::int64_t>& masses, const OutputRows<double>& out) {
  const CheckedLevels reference = a.checked(), hypothesis = b.checked();
  LevelLabels levels_a, levels_b;
  fill_from_levels(reference, hypothesis, masses, 1, out, [&](std::size_t i, std::int64_t mass, auto&& pass) {
    levels_a.clear();
    levels_b.clear();
    reference.for_each_level(i, [&](std::size_t row) { levels_a.push_back(reference.levels.typed(row)); });
    hypothesis.for_each_level(i, [&](std::size_t row) { levels_b.push_back(hypothesis.levels.typed(row)); });
    for (const auto* levels : {&levels_a, &levels_b}) {
      for (const TypedBoundaries& level : *levels) require(!level.positions.empty(), "a level has no segment");
    }
    return label_scores(levels_a, levels_b, mass, pass);
  });
}

}  // namespace

void bind_levels(nb::module_& m) {
  nb::class_<LevelColumns>(m, "LevelColumns")
      .def(nb::init<Input<std::int64_t>, Input<std::int64_t>, Input<std::int32_t>, Input<std::int64_t>>(), "positions"_a.noconvert(),
           "offsets"_a.noconvert(), "types"_a.noconvert(), "hierarchies"_a.noconvert());
  m.def("tree_scores", &tree_scores, "a"_a, "b"_a, "masses"_a.noconvert(), "transitive"_a, "window"_a.none(), "out"_a.noconvert());
  m.def("label_level_scores", &label_level_scores, "a"_a, "b"_a, "masses"_a.noconvert(), "out"_a.noconvert());
}

}  // namespace seamark::bindings
