// Boundary edit distance: costs, counts and edit scripts of many pairs.
#include <nanobind/nanobind.h>

#include <cstddef>
#include <cstdint>
#include <vector>

#include "arrays.hpp"
#include "bindings.hpp"
#include "columns.hpp"
#include "edit_records.hpp"
#include "seamark/columns.hpp"
#include "seamark/edit_batch.hpp"
#include "seamark/edit_costs.hpp"
#include "seamark/edit_script.hpp"
#include "stopping.hpp"
#include "weights.hpp"

namespace seamark::bindings {

using namespace nb::literals;

namespace {

// Calls sink(pair, counts, costs) for every pair, without the GIL.
template <class Sink>
void count_edits(const CheckedPairs& pairs, const Weights& weights, const Input<double>& type_values, double type_span, Sink&& sink) {
  const EditCosts costs = weights.costs(view(type_values), type_span);
  SignalCheckpoint checkpoint;
  const nb::gil_scoped_release unlocked;
  check_type_values(pairs.a.types, costs.type_values);
  check_type_values(pairs.b.types, costs.type_values);
  seamark::count_edits(
      pairs.a, pairs.b, pairs.masses, costs, [&](std::size_t i, const EditCounts& counts) { sink(i, counts, costs); }, &checkpoint);
}

void edit_costs(const PairColumns& columns, const Weights& weights, const Input<double>& type_values, double type_span,
                const Output<double>& out) {
  const CheckedPairs pairs = columns.checked();
  double* cost = place_for(out, pairs.size());
  count_edits(pairs, weights, type_values, type_span,
              [&](std::size_t i, const EditCounts& counts, const EditCosts& costs) { cost[i] = counts.cost(costs); });
}

void edit_counts(const PairColumns& columns, const Weights& weights, const Input<double>& type_values, double type_span,
                 const OutputRows<double>& out) {
  const CheckedPairs pairs = columns.checked();
  double* rows = place_for(out, pairs.size(), 8);
  count_edits(pairs, weights, type_values, type_span, [&](std::size_t i, const EditCounts& counts, const EditCosts&) {
    double* row = rows + i * 8;
    row[0] = static_cast<double>(counts.matches);
    row[1] = static_cast<double>(counts.additions_a);
    row[2] = static_cast<double>(counts.additions_b);
    row[3] = static_cast<double>(counts.substitutions);
    row[4] = static_cast<double>(counts.transpositions);
    row[5] = counts.substitution_weight;
    row[6] = counts.transposition_weight;
    row[7] = counts.transposed_distance;
  });
}

// For every pair its edits, with the labels of their types, and what they cost, as EditRecords gives them.
nb::list edit_scripts(const PairColumns& columns, const Weights& weights, const Input<double>& type_values, double type_span, const nb::tuple& labels,
                      const EditRecords& records) {
  const CheckedPairs pairs = columns.checked();
  const EditCosts costs = weights.costs(view(type_values), type_span);
  std::vector<std::vector<EditRow>> scripts(pairs.size());
  std::vector<double> cost(pairs.size());
  {
    SignalCheckpoint checkpoint;
    const nb::gil_scoped_release unlocked;
    check_type_values(pairs.a.types, costs.type_values);
    check_type_values(pairs.b.types, costs.type_values);
    seamark::for_each_pair(pairs.a, pairs.b, pairs.size(), &checkpoint,
                           [&](std::size_t i) { scripts[i] = seamark::edit_script(pairs.a.typed(i), pairs.b.typed(i), costs, &checkpoint); });
    seamark::count_edits(
        pairs.a, pairs.b, pairs.masses, costs, [&](std::size_t i, const EditCounts& counts) { cost[i] = counts.cost(costs); }, &checkpoint);
  }
  std::vector<PyObject*> types;
  for (const nb::handle label : labels) types.push_back(label.ptr());
  nb::list made;
  for (std::size_t i = 0; i < scripts.size(); ++i) made.append(records.of(scripts[i], types, cost[i]));
  return made;
}

}  // namespace

void bind_edit(nb::module_& m) {
  nb::class_<Weights>(m, "Weights")
      .def(nb::init<double, double, double, int, std::int64_t>(), "addition"_a, "substitution"_a, "transposition"_a, "scale"_a, "n"_a);
  nb::class_<EditRecords>(m, "EditRecords")
      .def(nb::init<nb::object, nb::object, nb::object, nb::object>(), "match"_a, "addition"_a, "substitution"_a, "transposition"_a);
  m.def("edit_costs", &edit_costs, "pairs"_a, "weights"_a, "type_values"_a.noconvert(), "type_span"_a, "out"_a.noconvert());
  m.def("edit_counts", &edit_counts, "pairs"_a, "weights"_a, "type_values"_a.noconvert(), "type_span"_a, "out"_a.noconvert());
  m.def("edit_scripts", &edit_scripts, "pairs"_a, "weights"_a, "type_values"_a.noconvert(), "type_span"_a, "labels"_a, "records"_a,
        nb::sig("def edit_scripts(pairs: PairColumns, weights: Weights, type_values: numpy.typing.NDArray[numpy.float64], type_span: float, "
                "labels: tuple[typing.Any, ...], records: EditRecords) -> list[typing.Any]"));
}

}  // namespace seamark::bindings
