// The local search for a median without tables: every segmentation is compared with every coding as a whole.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "seamark/edit.hpp"
#include "seamark/medians.hpp"

namespace naive {

using seamark::Place;
using Median = std::set<Place>;

class Medians {
 public:
  Medians(const seamark::EditCosts& costs, bool per_boundary, double types, std::vector<Median> codings, std::int64_t mass)
      : costs_(costs), per_boundary_(per_boundary), types_(types), codings_(std::move(codings)), mass_(mass) {
    for (const Median& coding : codings_) {
      for (const auto& [position, type] : coding) {
        for (std::int64_t p = position - 1; p <= position + 1; ++p) {
          if (p > 0 && p < mass) places_.insert({p, type});
        }
      }
    }
  }

  [[nodiscard]] Median best(const Median& vote) const {
    std::vector<Median> arrived;
    std::vector<Median> starts = codings_;
    starts.push_back(vote);
    for (Median at : starts) {
      while (std::find(arrived.begin(), arrived.end(), at) == arrived.end()) {
        arrived.push_back(at);
        at = step(at);
      }
    }
    return chosen(arrived);
  }

 private:
  [[nodiscard]] double value(const Median& median) const {
    const auto at = values_.find(median);
    return at != values_.end() ? at->second : values_.emplace(median, compared(median)).first->second;
  }

  [[nodiscard]] double compared(const Median& median) const {
    std::vector<double> values;
    for (const Median& coding : codings_) {
      std::vector<std::int64_t> positions[2];
      std::vector<std::int32_t> kinds[2];
      for (int side = 0; side < 2; ++side) {
        for (const auto& [position, type] : side == 0 ? median : coding) {
          positions[side].push_back(position);
          if (types_ > 1) kinds[side].push_back(type);
        }
      }
      seamark::EditCounting counting(costs_);
      const seamark::EditCounts counts = counting({positions[0], kinds[0]}, {positions[1], kinds[1]}, mass_);
      const auto potential = static_cast<double>(mass_ - 1) * types_;
      values.push_back(per_boundary_ ? seamark::boundary_similarity_of(counts.cost(costs_), static_cast<double>(counts.aligned()))
                                     : seamark::similarity_of(counts.cost(costs_), potential));
    }
    return seamark::pairwise_sum(values.data(), values.size()) / static_cast<double>(values.size());
  }

  // The largest value; of equals the fewest boundaries, then boundaries that come first.
  [[nodiscard]] Median chosen(const std::vector<Median>& several) const {
    double most = value(several.front());
    for (const Median& one : several) most = std::max(most, value(one));
    const Median* best = nullptr;
    for (const Median& one : several) {
      if (!(value(one) > most - gain)) continue;
      if (best == nullptr || std::pair(one.size(), one) < std::pair(best->size(), *best)) best = &one;
    }
    return *best;
  }

  static Median toggled(Median median, const Place& place) {
    if (!median.insert(place).second) median.erase(place);
    return median;
  }

  [[nodiscard]] Median step(const Median& now) const {
    std::vector<Median> bests;
    Median together = now;
    double most = 0.0;
    for (auto begin = places_.begin(); begin != places_.end();) {
      std::vector<Place> stretch{*begin};
      for (++begin; begin != places_.end() && begin->position - stretch.back().position <= costs_.n; ++begin) stretch.push_back(*begin);
      std::vector<Median> tried{now};
      for (const Place& one : stretch) {
        tried.push_back(toggled(now, one));
        for (const Place& other : stretch) {
          const bool shift = other.position == one.position + 1 && other.type == one.type;
          const bool retype = other.position == one.position && other.type > one.type;
          if ((shift || retype) && now.contains(one) != now.contains(other)) tried.push_back(toggled(toggled(now, one), other));
        }
      }
      const Median best = chosen(tried);
      if (value(best) - value(now) <= gain) continue;
      bests.push_back(best);
      for (const Place& place : stretch) {
        if (best.contains(place) != together.contains(place)) together = toggled(together, place);
      }
      for (const Median& one : tried) most = std::max(most, value(one));
    }
    if (bests.empty()) return now;
    if (value(together) >= most) return together;
    return *std::max_element(bests.begin(), bests.end(), [&](const Median& a, const Median& b) { return value(a) - value(now) < value(b) - value(now); });
  }

  static constexpr double gain = 1e-12;

  seamark::EditCosts costs_;
  bool per_boundary_;
  double types_;
  std::vector<Median> codings_;
  std::int64_t mass_;
  std::set<Place> places_;
  mutable std::map<Median, double> values_;
};

}  // namespace naive
