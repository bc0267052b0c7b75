// Boundary edit distance: costs, counts and edit scripts of many pairs.
#include "seamark/edit.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <new>
#include <vector>

#include "border.hpp"
#include "edit_records.hpp"

namespace seamark::bindings {

namespace {

void make_costs(EditCosts* costs, double addition, double substitution, double transposition, int scale, std::int64_t n) {
  require(scale >= 0 && scale <= static_cast<int>(Scale::unit), "there is no scale of this number");
  require(n >= 1 && n <= largest_mass, "n must lie within 1..2**62");
  new (costs) EditCosts{addition, substitution, transposition, static_cast<Scale>(scale), n};
}

// Boundaries of one type may be at any positions: looking at them would take a fifth of the time that it takes to align them.
CheckedPairs checked_pairs(const PairColumns& columns) { return columns.types_a.size() == 0 ? columns.checked_but_positions() : columns.checked(); }

void edit_costs(const PairColumns& columns, const EditCosts& weights, const Doubles& type_values, double type_span, const Output<double>& out) {
  const CheckedPairs pairs = checked_pairs(columns);
  const EditCosts costs = checked_costs(weights, type_values, type_span, {pairs.a.types, pairs.b.types});
  double* cost = place_for(out, pairs.size());
  without_gil([&](Checkpoint* checkpoint) {
    count_edits(pairs.a, pairs.b, pairs.masses, costs, [&](std::size_t i, const EditCounts& counts) { cost[i] = counts.cost(costs); }, checkpoint);
  });
}

void edit_counts(const PairColumns& columns, const EditCosts& weights, const Doubles& type_values, double type_span, const OutputRows<double>& out) {
  const CheckedPairs pairs = checked_pairs(columns);
  const EditCosts costs = checked_costs(weights, type_values, type_span, {pairs.a.types, pairs.b.types});
  using Row = std::array<double, 8>;
  auto* rows = reinterpret_cast<Row*>(place_for(out, pairs.size(), std::tuple_size_v<Row>));
  const auto real = [](std::int64_t count) { return static_cast<double>(count); };
  const auto write = [&](std::size_t i, const EditCounts& counts) {
    rows[i] = {real(counts.matches),        real(counts.additions_a),   real(counts.additions_b),    real(counts.substitutions),
               real(counts.transpositions), counts.substitution_weight, counts.transposition_weight, counts.transposed_distance};
  };
  without_gil([&](Checkpoint* checkpoint) { count_edits(pairs.a, pairs.b, pairs.masses, costs, write, checkpoint); });
}

// For every pair its edits, with the labels of their types, and what they cost, as EditRecords gives them.
nb::list edit_scripts(const PairColumns& columns, const EditCosts& weights, const Doubles& type_values, double type_span, const nb::tuple& labels,
                      const EditRecords& records) {
  const CheckedPairs pairs = checked_pairs(columns);
  const EditCosts costs = checked_costs(weights, type_values, type_span, {pairs.a.types, pairs.b.types});
  std::vector<std::vector<Edit>> scripts(pairs.size());
  std::vector<double> cost(pairs.size());
  without_gil([&](Checkpoint* checkpoint) {
    const auto write = [&](std::size_t i, const EditCounts& counts) {
      cost[i] = counts.cost(costs);
      scripts[i] = edit_script(pairs.a.typed(i), pairs.b.typed(i), costs, checkpoint);
    };
    count_edits(pairs.a, pairs.b, pairs.masses, costs, write, checkpoint);
  });
  std::vector<PyObject*> types;
  for (const nb::handle label : labels) types.push_back(label.ptr());
  nb::list made;
  for (std::size_t i = 0; i < scripts.size(); ++i) made.append(records.of(scripts[i], types, cost[i]));
  return made;
}

}  // namespace

void bind_edit(nb::module_& m) {
  nb::class_<EditCosts>(m, "Weights")
      .def("__init__", &make_costs, "addition"_a, "substitution"_a, "transposition"_a, "scale"_a, "n"_a);
  nb::class_<EditRecords>(m, "EditRecords")
      .def(nb::init<nb::object, nb::object, nb::object, nb::object>(), "match"_a, "addition"_a, "substitution"_a, "transposition"_a);
  m.def("edit_costs", &edit_costs, "pairs"_a, "weights"_a, "type_values"_a.noconvert(), "type_span"_a, "out"_a.noconvert());
  m.def("edit_counts", &edit_counts, "pairs"_a, "weights"_a, "type_values"_a.noconvert(), "type_span"_a, "out"_a.noconvert());
  m.def("edit_scripts", &edit_scripts, "pairs"_a, "weights"_a, "type_values"_a.noconvert(), "type_span"_a, "labels"_a, "records"_a,
        nb::sig("def edit_scripts(pairs: PairColumns, weights: Weights, type_values: numpy.typing.NDArray[numpy.float64], type_span: float, "
                "labels: tuple[typing.Any, ...], records: EditRecords) -> list[typing.Any]"));
}

}  // namespace seamark::bindings
