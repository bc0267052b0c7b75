// Labelled segmentations and hierarchies, in the form of seamark/labels.hpp.
#include "seamark/labels.hpp"

#include <nanobind/stl/optional.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "border.hpp"

namespace seamark::bindings {

namespace {

// Adds a kernel that gives count(table of labels, checkpoint) for every pair.
template <class Count>
void def_tables(nb::module_& m, const char* name, Count count) {
  const auto rows = [count](const ColumnArrays& a, const ColumnArrays& b) {
    const CheckedPairs pairs(a, b);
    LabelTable table;
    return pairs.rows([&](std::size_t i, Checkpoint* checkpoint) {
      table.fill(pairs.a.typed(i), pairs.b.typed(i), pairs.masses[i]);
      return count(static_cast<const LabelTable&>(table), checkpoint);
    });
  };
  m.def(name, rows, "a"_a.noconvert(), "b"_a.noconvert());
}

nb::object equally_labelled(const ColumnArrays& a, const ColumnArrays& b) {
  const CheckedPairs pairs(a, b);
  return pairs.rows([&](std::size_t i, Checkpoint*) { return real(seamark::equally_labelled(pairs.a.typed(i), pairs.b.typed(i), pairs.masses[i])); });
}

// Calls count(runs of the reference, runs of the hypothesis, checkpoint) for every pair.
template <class Count>
nb::object rows_of_runs(const ColumnArrays& a, const ColumnArrays& b, const Int32s& background, bool last_run_short, Count&& count) {
  const CheckedPairs pairs(a, b);
  const RunRules rules{view(background), last_run_short};
  require(std::is_sorted(rules.background.begin(), rules.background.end()), "background codes must ascend");
  std::vector<Run> reference, hypothesis;
  return pairs.rows([&](std::size_t i, Checkpoint* checkpoint) {
    runs_of(pairs.a.typed(i), pairs.masses[i], rules, reference);
    runs_of(pairs.b.typed(i), pairs.masses[i], rules, hypothesis);
    return count(reference, hypothesis, checkpoint);
  });
}

nb::object action_matches(const ColumnArrays& a, const ColumnArrays& b, const Int32s& background, bool last_run_short, double threshold) {
  return rows_of_runs(a, b, background, last_run_short, [&](std::vector<Run>& reference, std::vector<Run>& hypothesis, Checkpoint*) {
    const ActionMatches matches = seamark::action_matches(reference, hypothesis, threshold);
    return std::array{real(matches.true_positive), real(matches.false_positive), real(matches.false_negative)};
  });
}

nb::object run_edits(const ColumnArrays& a, const ColumnArrays& b, const Int32s& background) {
  std::vector<std::int64_t> workspace;
  return rows_of_runs(a, b, background, false, [&](std::vector<Run>& reference, std::vector<Run>& hypothesis, Checkpoint* checkpoint) {
    return std::array{real(run_edit_distance(reference, hypothesis, workspace, checkpoint)),
                      static_cast<double>(std::max(reference.size(), hypothesis.size()))};
  });
}

// ---------------------------------------------------------------------------------------------------------- hierarchies

// Levels are rows of segmentations; those of hierarchy i are the rows from hierarchies[i] to before hierarchies[i + 1].
using LevelArrays = std::tuple<ColumnArrays, Int64s>;

// The levels of every hierarchy, from coarse to fine, which have so many units more than the hierarchy. Their boundaries ascend: a kernel
// may go from boundary to boundary unit by unit.
std::vector<Levels> checked_levels(const LevelArrays& arrays, std::span<const std::int64_t> masses, std::int64_t more) {
  const auto& [columns, hierarchies] = arrays;
  const Column levels = checked_column(columns);
  const std::span<const std::int64_t> ends = checked_offsets(hierarchies, levels.size());
  require_size("hierarchies", ends.size() - 1, masses.size());
  std::vector<Levels> checked(masses.size());
  for (std::size_t i = 0; i < checked.size(); ++i) {
    for (auto row = ends[i]; row < ends[i + 1]; ++row) checked[i].push_back(levels.typed(static_cast<std::size_t>(row)));
    for (const TypedBoundaries& level : checked[i]) require(well_formed(level, masses[i] + more), "boundaries of levels must ascend within their mass");
  }
  return checked;
}

// Calls count(levels of the reference, levels of the hypothesis, mass, checkpoint) for every pair of hierarchies.
template <class Count>
nb::object rows_of_levels(const LevelArrays& a, const LevelArrays& b, const Int64s& masses, std::int64_t more, Count&& count) {
  const std::span<const std::int64_t> units = checked_masses(masses, masses.size());
  const std::vector<Levels> reference = checked_levels(a, units, more), hypothesis = checked_levels(b, units, more);
  return made_rows_of(units.size(), [&](std::size_t i, Checkpoint* checkpoint) { return count(reference[i], hypothesis[i], units[i], checkpoint); });
}

nb::object tree_scores(const LevelArrays& a, const LevelArrays& b, const Int64s& masses, bool transitive, std::optional<std::int64_t> window) {
  require(!window.has_value() || *window >= 1, "the window must be 1 or more");
  return rows_of_levels(a, b, masses, 0, [&](const Levels& reference, const Levels& hypothesis, std::int64_t mass, Checkpoint* checkpoint) {
    return seamark::tree_scores(reference, hypothesis, mass, {transitive, window}, checkpoint);
  });
}

nb::object label_level_scores(const LevelArrays& a, const LevelArrays& b, const Int64s& masses) {
  return rows_of_levels(a, b, masses, 1, [&](const Levels& reference, const Levels& hypothesis, std::int64_t mass, Checkpoint* checkpoint) {
    for (const auto* levels : {&reference, &hypothesis}) {
      for (const TypedBoundaries& level : *levels) require(!level.positions.empty(), "a level has no segment");
    }
    return label_scores(reference, hypothesis, mass, checkpoint);
  });
}

}  // namespace

void bind_labels(nb::module_& m) {
  def_tables(m, "label_pair_counts", [](const LabelTable& table, Checkpoint*) { return pair_counts(table); });
  def_tables(m, "label_entropies", [](const LabelTable& table, Checkpoint*) { return group_entropies(table); });
  def_tables(m, "expected_information", [](const LabelTable& table, Checkpoint* checkpoint) { return expected_information(table, checkpoint); });
  m.def("equally_labelled", &equally_labelled, "a"_a.noconvert(), "b"_a.noconvert());
  m.def("action_matches", &action_matches, "a"_a.noconvert(), "b"_a.noconvert(), "background"_a.noconvert(), "last_run_short"_a, "threshold"_a);
  m.def("run_edits", &run_edits, "a"_a.noconvert(), "b"_a.noconvert(), "background"_a.noconvert());
  m.def("tree_scores", &tree_scores, "a"_a.noconvert(), "b"_a.noconvert(), "masses"_a.noconvert(), "transitive"_a, "window"_a.none());
  m.def("label_level_scores", &label_level_scores, "a"_a.noconvert(), "b"_a.noconvert(), "masses"_a.noconvert());
}

}  // namespace seamark::bindings
