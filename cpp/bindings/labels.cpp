// Kernels on labelled segmentations, in the form of seamark/labels.hpp.
#include <nanobind/nanobind.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "arrays.hpp"
#include "bindings.hpp"
#include "columns.hpp"
#include "pair_rows.hpp"
#include "seamark/actions.hpp"
#include "seamark/labels.hpp"

namespace seamark::bindings {

using namespace nb::literals;

namespace {

// Calls count(table, pass) with the table of labels of every pair.
template <std::size_t Width, class Count>
void fill_from_tables(const PairColumns& columns, const OutputRows<double>& out, Count&& count) {
  const CheckedPairs pairs = columns.checked();
  LabelTable table;
  fill_pair_rows<Width>(pairs.size(), out, [&](std::size_t i, auto&& pass) {
    pass(pairs.a[i].size() + pairs.b[i].size() + 1);
    table.fill(pairs.a.typed(i), pairs.b.typed(i), pairs.masses[i]);
    return count(static_cast<const LabelTable&>(table), pass);
  });
}

void label_pair_counts(const PairColumns& columns, const OutputRows<double>& out) {
  fill_from_tables<4>(columns, out, [](const LabelTable& table, auto&&) {
    const PairCounts counts = pair_counts(table);
    return std::array{counts.same_reference, counts.same_hypothesis, counts.same_both, counts.pairs};
  });
}

void label_entropies(const PairColumns& columns, const OutputRows<double>& out) {
  fill_from_tables<6>(columns, out, [](const LabelTable& table, auto&&) {
    const SegmentEntropies entropies = seamark::label_entropies(table);
    return std::array{entropies.reference,
                      entropies.hypothesis,
                      entropies.reference_given_hypothesis,
                      entropies.hypothesis_given_reference,
                      entropies.largest_reference,
                      entropies.largest_hypothesis};
  });
}

void expected_information(const PairColumns& columns, const OutputRows<double>& out) {
  fill_from_tables<1>(columns, out, [](const LabelTable& table, auto&& pass) { return std::array{seamark::expected_information(table, pass)}; });
}

void equally_labelled(const PairColumns& columns, const OutputRows<double>& out) {
  const CheckedPairs pairs = columns.checked();
  fill_pair_rows<1>(pairs.size(), out, [&](std::size_t i, auto&& pass) {
    pass(pairs.a[i].size() + pairs.b[i].size() + 1);
    return std::array{static_cast<double>(seamark::equally_labelled(pairs.a.typed(i), pairs.b.typed(i), pairs.masses[i]))};
  });
}

// Calls count(runs of the reference, runs of the hypothesis, pass) for every pair.
template <std::size_t Width, class Count>
void fill_from_runs(const PairColumns& columns, const Input<std::int32_t>& background, bool last_run_short, const OutputRows<double>& out,
                    Count&& count) {
  const CheckedPairs pairs = columns.checked();
  const RunRules rules{view(background), last_run_short};
  require(std::is_sorted(rules.background.begin(), rules.background.end()), "background codes must ascend");
  std::vector<Run> reference, hypothesis;
  fill_pair_rows<Width>(pairs.size(), out, [&](std::size_t i, auto&& pass) {
    pass(pairs.a[i].size() + pairs.b[i].size() + 1);
    runs_of(pairs.a.typed(i), pairs.masses[i], rules, reference);
    runs_of(pairs.b.typed(i), pairs.masses[i], rules, hypothesis);
    return count(reference, hypothesis, pass);
  });
}

void action_matches(const PairColumns& columns, const Input<std::int32_t>& background, bool last_run_short, double threshold,
                    const OutputRows<double>& out) {
  fill_from_runs<3>(columns, background, last_run_short, out, [&](std::vector<Run>& reference, std::vector<Run>& hypothesis, auto&&) {
    const ActionMatches matches = seamark::action_matches(reference, hypothesis, threshold);
    return std::array{static_cast<double>(matches.true_positive), static_cast<double>(matches.false_positive),
                      static_cast<double>(matches.false_negative)};
  });
}

void run_edits(const PairColumns& columns, const Input<std::int32_t>& background, const OutputRows<double>& out) {
  std::vector<std::int64_t> workspace;
  fill_from_runs<2>(columns, background, false, out, [&](std::vector<Run>& reference, std::vector<Run>& hypothesis, auto&& pass) {
    return std::array{static_cast<double>(run_edit_distance(reference, hypothesis, workspace, pass)),
                      static_cast<double>(std::max(reference.size(), hypothesis.size()))};
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
}

}  // namespace seamark::bindings
