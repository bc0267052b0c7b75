// How windows are laid over a text: the rule for their size, and where the first and the last of them stand.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "seamark/ratios.hpp"
#include "seamark/window_counts.hpp"

namespace seamark {

enum class Rounding : std::uint8_t { half_up, half_even, half_odd };

// k from the units n and the boundaries c of a reference: a rounded quotient, less something, within bounds.
struct WindowSizeRule {
  std::int64_t units_less = 0;       // taken off n
  bool per_boundary = false;         // divided by 2c (c at least 1) instead of by 2(c + 1)
  Rounding rounding = Rounding::half_up;
  std::int64_t less = 0;             // taken off the rounded quotient
  std::int64_t least = 0;
  bool below_units = false;          // at most n - 1

  [[nodiscard]] std::int64_t operator()(std::int64_t units, std::int64_t boundaries) const {
    const std::int64_t top = units - units_less;
    const std::int64_t bottom = 2 * (per_boundary ? std::max<std::int64_t>(boundaries, 1) : boundaries + 1);
    const std::int64_t quotient = top / bottom, rest = top % bottom;
    const bool half = rest == bottom - rest;
    const bool half_goes_up =
        rounding == Rounding::half_up || (quotient % 2 != 0) == (rounding == Rounding::half_even);
    const std::int64_t rounded = quotient + (rest > bottom - rest || (half && half_goes_up) ? 1 : 0);
    const std::int64_t k = std::max(rounded - less, least);
    return below_units ? std::min(k, units - 1) : k;
  }

  bool operator==(const WindowSizeRule&) const = default;
};

// The windows over one text; `windows` may be more than the frame holds, since those that lie outside are only counted.
struct LaidWindows {
  WindowFrame frame;
  std::int64_t windows = 0;

  // A single unit has no potential boundary: that is not undefined, but without error.
  [[nodiscard]] bool undefined(std::int64_t mass) const { return windows == 0 && mass > 1; }

  [[nodiscard]] double share(double count, std::int64_t mass) const {
    return ratio_or(count, static_cast<double>(windows), undefined(mass) ? undefined_score : 0.0);
  }
};

struct WindowLayout {
  WindowSizeRule rule;
  std::int64_t width_less = 0;   // taken off k
  std::int64_t first = 0;        // where the first window starts
  std::int64_t last_shift = 0;   // how far the last one stands from the one that ends at the last potential boundary
  bool closing = false;          // both sides have a boundary after the last unit
  bool padded = false;           // k more units at each end
  std::int64_t extra_windows = 0;
  std::int64_t least_k = 1;

  [[nodiscard]] LaidWindows lay(std::int64_t mass, std::int64_t k) const {
    const std::int64_t width = k - width_less, padding = padded ? k : 0;
    const std::int64_t begin = first - padding, end = mass - 1 - width + last_shift + padding;
    const std::int64_t closing_boundary = closing ? mass : 0;
    if (k < least_k || width < 0 || end < begin) return {{0, -1, 0, closing_boundary}, 0};
    return {{std::max(begin, -width), std::min(end, mass - 1), width, closing_boundary},
            std::max<std::int64_t>(end - begin + 1 + extra_windows, 0)};
  }

  bool operator==(const WindowLayout&) const = default;
};

// A layout, with the size of its windows if that does not follow from the reference.
struct Windows {
  WindowLayout layout;
  std::optional<std::int64_t> k;

  [[nodiscard]] std::int64_t size(std::int64_t mass, std::size_t boundaries) const {
    return k ? *k : layout.rule(mass, static_cast<std::int64_t>(boundaries));
  }
  [[nodiscard]] LaidWindows over(std::int64_t mass, std::size_t boundaries) const { return layout.lay(mass, size(mass, boundaries)); }

  bool operator==(const Windows&) const = default;
};

}  // namespace seamark
