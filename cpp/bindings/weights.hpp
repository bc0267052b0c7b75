// The weights of edits as Python gives them.
#pragma once

#include <cstdint>
#include <span>

#include "arrays.hpp"
#include "seamark/columns.hpp"
#include "seamark/edit_costs.hpp"

namespace seamark::bindings {

struct Weights {
  double addition, substitution, transposition;
  Scale scale;
  std::int64_t n;

  Weights(double addition, double substitution, double transposition, int scale, std::int64_t n)
      : addition(addition), substitution(substitution), transposition(transposition), scale(static_cast<Scale>(scale)), n(n) {
    require(scale >= 0 && scale <= static_cast<int>(Scale::unit), "there is no scale of this number");
    require(n >= 1 && n <= largest_mass, "n must lie within 1..2**62");
  }

  // With a value for each type code, where the distance between types counts.
  [[nodiscard]] EditCosts costs(std::span<const double> type_values = {}, double type_span = 1.0) const {
    return {.addition = addition,
            .substitution = substitution,
            .transposition = transposition,
            .scale = scale,
            .n = n,
            .type_values = type_values,
            .type_span = type_span};
  }
};

}  // namespace seamark::bindings
