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

constexpr double real(std::int64_t count) { return static_cast<double>(count); }

// Calls count(table, checkpoint) with the table of labels of every pair.
template <class Count>
void fill_from_tables(const PairColumns& columns, const OutputRows<double>& out, Count&& count) {
  const CheckedPairs pairs = columns.checked();
  LabelTable table;
  fill_pair_rows(pairs, out, [&](std::size_t i, Checkpoint* checkpoint) {
    table.fill(pairs.a.typed(i), pairs.b.typed(i), pairs.masses[i]);
    return count(static_cast<const LabelTable&>(table), checkpoint);
  });
}

void label_pair_counts(const PairColumns& columns, const OutputRows<double>& out) {
  fill_from_tables(columns, out, [](const LabelTable& table, Checkpoint*) { return pair_counts(table); });
}

void label_entropies(const PairColumns& columns, const OutputRows<double>& out) {
  fill_from_tables(columns, out, [](const LabelTable& table, Checkpoint*) { return group_entropies(table); });
}

void expected_information(const PairColumns& columns, const OutputRows<double>& out) {
  fill_from_tables(columns, out, [](const LabelTable& table, Checkpoint* checkpoint) { return seamark::expected_information(table, checkpoint); });
}

void equally_labelled(const PairColumns& columns, const OutputRows<double>& out) {
  const CheckedPairs pairs = columns.checked();
  fill_pair_rows(pairs, out, [&](std::size_t i, Checkpoint*) {
    return real(seamark::equally_labelled(pairs.a.typed(i), pairs.b.typed(i), pairs.masses[i]));
  });
}

// Calls count(runs of the reference, runs of the hypothesis, checkpoint) for every pair.
template <class Count>
void fill_from_runs(const PairColumns& columns, const Int32s& background, bool last_run_short, const OutputRows<double>& out, Count&& count) {
  const CheckedPairs pairs = columns.checked();
  const RunRules rules{view(background), last_run_short};
  require(std::is_sorted(rules.background.begin(), rules.background.end()), "background codes must ascend");
  std::vector<Run> reference, hypothesis;
  fill_pair_rows(pairs, out, [&](std::size_t i, Checkpoint* checkpoint) {
    runs_of(pairs.a.typed(i), pairs.masses[i], rules, reference);
    runs_of(pairs.b.typed(i), pairs.masses[i], rules, hypothesis);
    return count(reference, hypothesis, checkpoint);
  });
}

void action_matches(const PairColumns& columns, const Int32s& background, bool last_run_short, double threshold, const OutputRows<double>& out) {
  fill_from_runs(columns, background, last_run_short, out, [&](std::vector<Run>& reference, std::vector<Run>& hypothesis, Checkpoint*) {
    const ActionMatches matches = seamark::action_matches(reference, hypothesis, threshold);
    return std::array{real(matches.true_positive), real(matches.false_positive), real(matches.false_negative)};
  });
}

void run_edits(const PairColumns& columns, const Int32s& background, const OutputRows<double>& out) {
  std::vector<std::int64_t> workspace;
  fill_from_runs(columns, background, false, out, [&](std::vector<Run>& reference, std::vector<Run>& hypothesis, Checkpoint* checkpoint) {
    return std::array{real(run_edit_distance(reference, hypothesis, workspace, checkpoint)),
                      static_cast<double>(std::max(reference.size(), hypothesis.size()))};
  });
}

// ---------------------------------------------------------------------------------------------------------- hierarchies

// Levels are rows of segmentations; those of hierarchy i are the rows from hierarchies[i] to before hierarchies[i + 1].
struct LevelColumns {
  Int64s positions, offsets;
  Int32s types;
  Int64s hierarchies;

  // The levels of every hierarchy, from coarse to fine.
  [[nodiscard]] std::vector<Levels> checked() const {
    const Column levels = checked_column(positions, offsets, types);
    const std::span<const std::int64_t> ends = view(hierarchies);
    require(sound_offsets(ends, levels.size()), "hierarchies must ascend from 0 or more to at most the number of levels");
    std::vector<Levels> checked(ends.size() - 1);
    for (std::size_t i = 0; i < checked.size(); ++i) {
      for (auto row = ends[i]; row < ends[i + 1]; ++row) checked[i].push_back(levels.typed(static_cast<std::size_t>(row)));
    }
    return checked;
  }
};

// Whether the boundaries of all levels ascend within their mass: a kernel may go from boundary to boundary unit by unit.
bool sound_levels(const std::vector<Levels>& hierarchies, std::span<const std::int64_t> masses, std::int64_t more) {
  for (std::size_t i = 0; i < hierarchies.size(); ++i) {
    for (const TypedBoundaries& level : hierarchies[i]) {
      if (!well_formed(level, masses[i] + more)) return false;
    }
  }
  return true;
}

// Calls count(levels of the reference, levels of the hypothesis, mass, checkpoint) for every pair of hierarchies, whose levels have so
// many units more than the hierarchy.
template <class Count>
void fill_from_levels(const LevelColumns& a, const LevelColumns& b, const Int64s& masses, std::int64_t more, const OutputRows<double>& out,
                      Count&& count) {
  const std::vector<Levels> reference = a.checked(), hypothesis = b.checked();
  require_size("hierarchies of the hypothesis", hypothesis.size(), reference.size());
  const std::span<const std::int64_t> units = checked_masses(masses, reference.size());
  require(sound_levels(reference, units, more) && sound_levels(hypothesis, units, more), "boundaries of levels must ascend within their mass");
  fill_rows(units.size(), out, [&](std::size_t i, Checkpoint* checkpoint) { return count(reference[i], hypothesis[i], units[i], checkpoint); });
}

void tree_scores(const LevelColumns& a, const LevelColumns& b, const Int64s& masses, bool transitive, std::optional<std::int64_t> window,
                 const OutputRows<double>& out) {
  require(!window.has_value() || *window >= 1, "the window must be 1 or more");
  fill_from_levels(a, b, masses, 0, out, [&](const Levels& reference, const Levels& hypothesis, std::int64_t mass, Checkpoint* checkpoint) {
    return seamark::tree_scores(reference, hypothesis, mass, {transitive, window}, checkpoint);
  });
}

void label_level_scores(const LevelColumns& a, const LevelColumns& b, const Int64s& masses, const OutputRows<double>& out) {
  fill_from_levels(a, b, masses, 1, out, [&](const Levels& reference, const Levels& hypothesis, std::int64_t mass, Checkpoint* checkpoint) {
    for (const auto* levels : {&reference, &hypothesis}) {
      for (const TypedBoundaries& level : *levels) require(!level.positions.empty(), "a level has no segment");
    }
    return label_scores(reference, hypothesis, mass, checkpoint);
  });
}

}  // namespace

void bind_labels(nb::module_& m) {
  m.def("label_pair_counts", &label_pair_counts, "pairs"_a, "out"_a.noconvert());
  m.def("label_entropies", &label_entropies, "pairs"_a, "out"_a.noconvert());
  m.def("expected_information", &expected_information, "pairs"_a, "out"_a.noconvert());
  m.def("equally_labelled", &equally_labelled, "pairs"_a, "out"_a.noconvert());
  m.def("action_matches", &action_matches, "pairs"_a, "background"_a.noconvert(), "last_run_short"_a, "threshold"_a, "out"_a.noconvert());
  m.def("run_edits", &run_edits, "pairs"_a, "background"_a.noconvert(), "out"_a.noconvert());
  nb::class_<LevelColumns>(m, "LevelColumns")
      .def(nb::init<Int64s, Int64s, Int32s, Int64s>(), "positions"_a.noconvert(), "offsets"_a.noconvert(), "types"_a.noconvert(),
           "hierarchies"_a.noconvert());
  m.def("tree_scores", &tree_scores, "a"_a, "b"_a, "masses"_a.noconvert(), "transitive"_a, "window"_a.none(), "out"_a.noconvert());
  m.def("label_level_scores", &label_level_scores, "a"_a, "b"_a, "masses"_a.noconvert(), "out"_a.noconvert());
}

}  // namespace seamark::bindings
