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

// Pairs and the costs of their edits.
struct PricedPairs : CheckedPairs {
  EditCosts costs;

  // Boundaries of one type may be at any positions: looking at them would take a fifth of the time that it takes to align them.
  PricedPairs(const ColumnArrays& one, const ColumnArrays& other, const EditParameters& parameters)
      : CheckedPairs(one, other, std::get<3>(one).size() > 0), costs(checked_costs(parameters, {a.types, b.types})) {}

  // A row of numbers, row(counts), for every pair.
  template <class Row>
  [[nodiscard]] nb::object counted(Row&& row) const {
    using Numbers = std::invoke_result_t<Row&, const EditCounts&>;
    return made_rows<Numbers>(masses.size(), [&](Numbers* rows, Checkpoint* checkpoint) {
      count_edits(a, b, masses, costs, [&](std::size_t i, const EditCounts& counts) { rows[i] = row(counts); }, checkpoint);
    });
  }
};

nb::object edit_costs(const ColumnArrays& a, const ColumnArrays& b, const EditParameters& parameters) {
  const PricedPairs pairs(a, b, parameters);
  return pairs.counted([&](const EditCounts& counts) { return counts.cost(pairs.costs); });
}

nb::object edit_counts(const ColumnArrays& a, const ColumnArrays& b, const EditParameters& parameters) {
  return PricedPairs(a, b, parameters).counted([&](const EditCounts& counts) {
    return std::array{real(counts.matches),        real(counts.additions_a),   real(counts.additions_b),    real(counts.substitutions),
                      real(counts.transpositions), counts.substitution_weight, counts.transposition_weight, counts.transposed_distance};
  });
}

// For every pair its edits, with the labels of their types, and what they cost, as EditRecords gives them.
nb::typed<nb::list, nb::any> edit_scripts(const ColumnArrays& a, const ColumnArrays& b, const EditParameters& parameters,
                                          const nb::typed<nb::tuple, nb::any, nb::ellipsis>& labels, const EditRecords& records) {
  const PricedPairs pairs(a, b, parameters);
  std::vector<std::vector<Edit>> scripts(pairs.masses.size());
  std::vector<double> cost(pairs.masses.size());
  without_gil([&](Checkpoint* checkpoint) {
    const auto write = [&](std::size_t i, const EditCounts& counts) {
      cost[i] = counts.cost(pairs.costs);
      scripts[i] = edit_script(pairs.a.typed(i), pairs.b.typed(i), pairs.costs, checkpoint);
    };
    count_edits(pairs.a, pairs.b, pairs.masses, pairs.costs, write, checkpoint);
  });
  std::vector<PyObject*> types;
  for (const nb::handle label : labels) types.push_back(label.ptr());
  nb::typed<nb::list, nb::any> made;
  for (std::size_t i = 0; i < scripts.size(); ++i) made.append(records.of(scripts[i], types, cost[i]));
  return made;
}

}  // namespace

void bind_edit(nb::module_& m) {
  nb::class_<EditCosts>(m, "Weights")
      .def("__init__", &make_costs, "addition"_a, "substitution"_a, "transposition"_a, "scale"_a, "n"_a);
  nb::class_<EditRecords>(m, "EditRecords")
      .def(nb::init<nb::object, nb::object, nb::object, nb::object>(), "match"_a, "addition"_a, "substitution"_a, "transposition"_a);
  m.def("edit_costs", &edit_costs, "a"_a.noconvert(), "b"_a.noconvert(), "parameters"_a.noconvert());
  m.def("edit_counts", &edit_counts, "a"_a.noconvert(), "b"_a.noconvert(), "parameters"_a.noconvert());
  m.def("edit_scripts", &edit_scripts, "a"_a.noconvert(), "b"_a.noconvert(), "parameters"_a.noconvert(), "labels"_a, "records"_a);
}

}  // namespace seamark::bindings
