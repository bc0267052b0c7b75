// The edits of one pair: the costs for its own boundary types, and the way to the kernel.
#pragma once

#include <cstdint>
#include <optional>
#include <type_traits>
#include <vector>

#include "pair_reader.hpp"
#include "seamark/checkpoint.hpp"
#include "seamark/cluster.hpp"
#include "seamark/edit_batch.hpp"
#include "seamark/edit_costs.hpp"

namespace seamark::bindings {

// Costs that hold for all pairs, and whether the distance between types counts, which have to be numbers then.
struct EditPricing {
  EditCosts costs;
  bool ordinal;
};

// Ends an alignment that takes longer than a moment: batches let other threads run and listen for Ctrl-C.
class ShortWork final : public Checkpoint {
 public:
  struct Over {};

 protected:
  void look_around() override { throw Over{}; }
};

// What solve(costs, checkpoint) makes of the costs of a pair; nothing for what needs a closer look elsewhere.
template <class Solve>
auto priced(const Pair& pair, const EditPricing& pricing, Solve&& solve)
    -> std::optional<std::invoke_result_t<Solve, const EditCosts&, Checkpoint*>> {
  EditCosts costs = pricing.costs;
  std::vector<double> values;
  if (pricing.ordinal && !pair.one_type()) {
    for (const BoundaryType& type : pair.types) {
      if (!type.number()) return std::nullopt;
      values.push_back(static_cast<double>(*type.number()));
    }
    costs.type_values = values;
    costs.type_span = values.back() - values.front() + 1.0;
  }
  ShortWork checkpoint;
  try {
    return solve(costs, &checkpoint);
  } catch (const ShortWork::Over&) {
  } catch (const TooManyStates&) {
  }
  return std::nullopt;
}

inline EditCounts count_edits(const Pair& pair, const EditCosts& costs, Checkpoint* checkpoint) {
  EditCounting counting(costs, checkpoint);
  return pair.one_type() ? counting.one_type(pair.a, pair.b, pair.mass) : counting.several_types(pair.typed_a(), pair.typed_b());
}

inline std::optional<EditCounts> edits_of(const Pair& pair, const EditPricing& pricing) {
  return priced(pair, pricing, [&](const EditCosts& costs, Checkpoint* checkpoint) { return count_edits(pair, costs, checkpoint); });
}

}  // namespace seamark::bindings
