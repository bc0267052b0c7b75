// Arbitrary bytes read as segmentations and options, and the end of a fuzz target at the first failed check.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>

#include "check.hpp"
#include "random_pairs.hpp"
#include "seamark/columns.hpp"

namespace fuzz {

using seamark::testing::Positions;

// Bytes are taken from the front; past the end there are zeros.
class FuzzedInput {
 public:
  FuzzedInput(const std::uint8_t* data, std::size_t size) : bytes_(data, size) {}

  [[nodiscard]] bool empty() const { return bytes_.empty(); }

  std::uint8_t byte() {
    if (bytes_.empty()) return 0;
    const std::uint8_t first = bytes_.front();
    bytes_ = bytes_.subspan(1);
    return first;
  }

  std::uint64_t word() {
    std::uint64_t word = 0;
    for (int i = 0; i < 8; ++i) word = word << 8 | byte();
    return word;
  }

  // One byte chooses among few values, eight among many.
  std::int64_t between(std::int64_t low, std::int64_t high) {
    const std::uint64_t values = static_cast<std::uint64_t>(high - low) + 1;
    return low + static_cast<std::int64_t>((values <= 256 ? byte() : word()) % values);
  }

  template <class T, std::size_t Size>
  T one_of(const T (&values)[Size]) {
    return values[static_cast<std::size_t>(between(0, Size - 1))];
  }

  // All that is left.
  std::span<const std::uint8_t> rest() {
    const auto rest = bytes_;
    bytes_ = {};
    return rest;
  }

  // Boundaries by their gaps, or each potential boundary by a bit; ends with the input or the mass.
  Positions positions(std::int64_t mass, std::size_t most) {
    Positions positions;
    const std::uint8_t kind = byte();
    const std::int64_t longest_gap = std::max<std::int64_t>(1, (mass - 1) >> (kind >> 2));
    for (std::int64_t position = 0; positions.size() < most && !empty();) {
      if (kind % 4 == 0) {
        const std::uint8_t bits = byte();
        for (int bit = 0; bit < 8 && positions.size() < most; ++bit) {
          if (++position >= mass) return positions;
          if ((bits >> bit & 1) != 0) positions.push_back(position);
        }
        if (bits == 0 && position > static_cast<std::int64_t>(8 * most)) break;
        continue;
      }
      const std::int64_t gap = kind % 4 == 1 ? between(1, longest_gap) : 1 + byte() % 4;
      if (gap >= mass - position) break;
      positions.push_back(position += gap);
    }
    return positions;
  }

  // Another segmentation, or the given one with boundaries lost, doubled and moved by one.
  Positions other_side(const Positions& reference, std::int64_t mass, std::size_t most) {
    if (byte() % 2 == 0) return positions(mass, most);
    Positions positions;
    for (const std::int64_t position : reference) {
      const std::uint8_t change = byte() % 8;
      if (change == 1) continue;
      for (const std::int64_t moved : {position - (change == 2 || change == 3), position + (change == 3 || change == 4)}) {
        if (moved >= 1 && moved < mass && (positions.empty() || moved > positions.back())) positions.push_back(moved);
      }
    }
    return positions;
  }

 private:
  std::span<const std::uint8_t> bytes_;
};

struct FuzzedPair {
  std::int64_t mass;
  Positions reference, hypothesis;

  FuzzedPair(FuzzedInput& input, std::int64_t largest, std::size_t most)
      : mass(input.between(1, largest)), reference(input.positions(mass, most)), hypothesis(input.other_side(reference, mass, most)) {}
};

// Ends the process, which is what a fuzzer takes for a finding, when a check failed.
inline void stop_if_failed(const Positions& reference, const Positions& hypothesis, std::int64_t mass) {
  if (seamark::testing::tally().failed == 0) return;
  seamark::testing::print_pair(reference, hypothesis, mass);
  std::abort();
}

}  // namespace fuzz
