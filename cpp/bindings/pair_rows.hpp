// A row of counts for every pair, whatever the pairs are of.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>

#include "arrays.hpp"
#include "seamark/checkpoint.hpp"
#include "stopping.hpp"

namespace seamark::bindings {

// Writes count(i, pass) into row i of `out`, without the GIL; a count that can take long calls pass(steps) as it goes on.
template <std::size_t Width, class Count>
void fill_pair_rows(std::size_t pairs, const OutputRows<double>& out, Count&& count) {
  double* rows = place_for(out, pairs, Width);
  SignalCheckpoint checkpoint;
  const auto pass = [&](std::size_t steps) { checkpoint.pass(steps); };
  const nb::gil_scoped_release unlocked;
  for (std::size_t i = 0; i < pairs; ++i) {
    const std::array<double, Width> counts = count(i, pass);
    std::copy(counts.begin(), counts.end(), rows + i * Width);
  }
}

}  // namespace seamark::bindings
