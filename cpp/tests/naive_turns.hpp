// Turns and entities, slowly: unit by unit, every mapping of labels, every way to pair; and the comparison of the kernel with them.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <numeric>
#include <tuple>
#include <utility>
#include <vector>

#include "check.hpp"
#include "seamark/spans.hpp"

namespace naive {

using seamark::CodedSpans;
using seamark::TurnRules;

inline constexpr std::int32_t labels = 3;

// Spans that may overlap, in the order of their starts.
struct TurnList {
  std::vector<std::int64_t> starts, ends;
  std::vector<std::int32_t> codes;

  explicit TurnList(std::vector<std::tuple<std::int64_t, std::int64_t, std::int32_t>> rows) {
    std::sort(rows.begin(), rows.end());
    for (const auto& [start, end, code] : rows) {
      starts.push_back(start);
      ends.push_back(end);
      codes.push_back(code);
    }
  }

  [[nodiscard]] CodedSpans spans() const { return {starts, ends, codes}; }
  [[nodiscard]] bool has(std::int32_t label, std::int64_t unit) const {
    for (std::size_t i = 0; i < starts.size(); ++i) {
      if (codes[i] == label && starts[i] <= unit && unit < ends[i]) return true;
    }
    return false;
  }
  [[nodiscard]] std::int64_t at(std::int64_t unit) const {
    std::int64_t count = 0;
    for (std::int32_t label = 0; label < labels; ++label) count += has(label, unit);
    return count;
  }
};

inline bool is_scored(const TurnList& reference, std::int64_t unit, TurnRules rules) {
  bool inside = rules.regions == nullptr;
  for (std::size_t i = 0; rules.regions != nullptr && i < rules.regions->size(); ++i) {
    inside |= rules.regions->starts[i] <= unit && unit < rules.regions->ends[i];
  }
  if (!inside) return false;
  for (const auto& edges : {reference.starts, reference.ends}) {
    for (const std::int64_t edge : edges) {
      if (edge - rules.collar <= unit && unit < edge + rules.collar) return false;
    }
  }
  return !(rules.skip_overlap && reference.at(unit) > 1);
}

inline void check_turns(const TurnList& a, const TurnList& b, std::int64_t length, TurnRules rules) {
  double total = 0.0, missed = 0.0, false_alarm = 0.0, shared = 0.0;
  double common[labels][labels] = {}, time_a[labels] = {}, time_b[labels] = {};
  for (std::int64_t unit = 0; unit < length; ++unit) {
    if (!is_scored(a, unit, rules)) continue;
    const auto in_a = static_cast<double>(a.at(unit)), in_b = static_cast<double>(b.at(unit));
    total += in_a;
    missed += std::max(0.0, in_a - in_b);
    false_alarm += std::max(0.0, in_b - in_a);
    shared += std::min(in_a, in_b);
    for (std::int32_t x = 0; x < labels; ++x) {
      time_a[x] += a.has(x, unit);
      time_b[x] += b.has(x, unit);
      for (std::int32_t y = 0; y < labels; ++y) common[x][y] += a.has(x, unit) && b.has(y, unit);
    }
  }
  std::vector<std::size_t> order(labels);
  std::iota(order.begin(), order.end(), std::size_t{0});
  double most = 0.0, least = 1e9, counted = 0.0;
  for (std::int32_t x = 0; x < labels; ++x) counted += time_a[x] > 0.0;
  do {
    double time = 0.0, error = 0.0;
    for (std::size_t x = 0; x < labels; ++x) {
      const double both = common[x][order[x]], either = time_a[x] + time_b[order[x]] - both;
      time += both;
      if (time_a[x] > 0.0) error += 1.0 - both / either;
    }
    most = std::max(most, time);
    least = std::min(least, error);
  } while (std::next_permutation(order.begin(), order.end()));
  const seamark::TurnTimes times(a.spans(), b.spans(), length, rules);
  const auto errors = seamark::turn_errors(times, seamark::LabelMapping::scored);
  CHECK(errors.total == total && errors.missed == missed && errors.false_alarm == false_alarm);
  CHECK(errors.correct == most && errors.confusion == shared - most);
  const auto shares = seamark::label_times(times);
  double sums[4] = {};
  for (std::int32_t x = 0; x < labels; ++x) {
    double most_a = 0.0, most_b = 0.0;
    for (std::int32_t y = 0; y < labels; ++y) {
      most_a = std::max(most_a, common[x][y]);
      most_b = std::max(most_b, common[y][x]);
    }
    sums[0] += most_b;
    sums[1] += time_b[x];
    sums[2] += most_a;
    sums[3] += time_a[x];
  }
  CHECK(shares.largest_b == sums[0] && shares.total_b == sums[1] && shares.largest_a == sums[2] && shares.total_a == sums[3]);
  const auto jaccard = seamark::jaccard_errors(times, seamark::LabelMapping::jaccard);
  CHECK(jaccard.labels == counted);
  CHECK(std::abs(jaccard.error - (counted > 0.0 ? least : (false_alarm > 0.0 ? 1.0 : 0.0))) < 1e-12);
}

inline std::int64_t most_matches(const TurnList& a, const TurnList& b, seamark::SpanMatchRules rules, std::size_t j, std::vector<bool>& free) {
  if (j == b.starts.size()) return 0;
  std::int64_t most = most_matches(a, b, rules, j + 1, free);
  for (std::size_t i = 0; i < a.starts.size(); ++i) {
    if (!free[i] || (rules.labels && a.codes[i] != b.codes[j])) continue;
    const auto both = static_cast<double>(std::min(a.ends[i], b.ends[j]) - std::max(a.starts[i], b.starts[j]));
    const auto either = static_cast<double>((a.ends[i] - a.starts[i]) + (b.ends[j] - b.starts[j])) - both;
    if (both <= 0.0 || both / either < rules.least_share) continue;
    free[i] = false;
    most = std::max(most, 1 + most_matches(a, b, rules, j + 1, free));
    free[i] = true;
  }
  return most;
}

// The most correct pairs, then the most others, over all ways to pair.
inline std::pair<int, int> best_pairs(const TurnList& a, const TurnList& b, bool ends, bool categories, std::size_t j, std::vector<bool>& free) {
  if (j == b.starts.size()) return {0, 0};
  auto best = best_pairs(a, b, ends, categories, j + 1, free);
  for (std::size_t i = 0; i < a.starts.size(); ++i) {
    if (!free[i] || std::min(a.ends[i], b.ends[j]) <= std::max(a.starts[i], b.starts[j])) continue;
    const bool correct = (!ends || (a.starts[i] == b.starts[j] && a.ends[i] == b.ends[j])) && (!categories || a.codes[i] == b.codes[j]);
    free[i] = false;
    auto [right, other] = best_pairs(a, b, ends, categories, j + 1, free);
    free[i] = true;
    best = std::max(best, correct ? std::pair{right + 1, other} : std::pair{right, other + 1});
  }
  return best;
}

inline void check_matches(const TurnList& a, const TurnList& b, seamark::SpanMatchRules rules) {
  std::vector<bool> free(a.starts.size(), true);
  CHECK(seamark::count_span_matches(a.spans(), b.spans(), rules, nullptr) == static_cast<double>(most_matches(a, b, rules, 0, free)));
}

inline void check_entities(const TurnList& a, const TurnList& b, bool ends, bool categories) {
  std::vector<bool> free(a.starts.size(), true);
  const auto [correct, others] = best_pairs(a, b, ends, categories, 0, free);
  const auto found = seamark::entity_pairs(a.spans(), b.spans(), ends, categories, nullptr);
  CHECK(found.correct == correct && found.others == others);
}

// Unit by unit: the piece of either side that each unit of the union lies in.
inline void check_segments(const TurnList& a, const TurnList& b, std::int64_t length, std::int64_t fill) {
  std::vector<std::vector<bool>> has(labels, std::vector<bool>(static_cast<std::size_t>(length), false));
  for (std::int32_t label = 0; label < labels; ++label) {
    std::int64_t last = -1;
    for (std::int64_t unit = 0; unit < length; ++unit) {
      if (!a.has(label, unit)) continue;
      const bool joins = last >= 0 && unit - last - 1 < fill;
      for (std::int64_t between = joins ? last : unit; between <= unit; ++between) has[static_cast<std::size_t>(label)][static_cast<std::size_t>(between)] = true;
      last = unit;
    }
  }
  std::map<std::pair<int, int>, double> cells;
  int piece_a = 0, piece_b = 0;
  double total = 0.0;
  for (std::size_t unit = 0; unit < static_cast<std::size_t>(length); ++unit) {
    bool any = false, cut_a = unit == 0, cut_b = false;
    for (const auto& label : has) {
      any |= label[unit];
      cut_a |= unit > 0 && label[unit] != label[unit - 1];
    }
    for (const auto& places : {b.starts, b.ends}) {
      for (const std::int64_t place : places) cut_b |= place == static_cast<std::int64_t>(unit);
    }
    if (!any) {
      ++piece_a, ++piece_b;
      continue;
    }
    piece_a += cut_a, piece_b += cut_b;
    cells[{piece_a, piece_b}] += 1.0;
    total += 1.0;
  }
  std::map<int, double> of_a, of_b;
  for (const auto& [cell, size] : cells) {
    of_a[cell.first] = std::max(of_a[cell.first], size);
    of_b[cell.second] = std::max(of_b[cell.second], size);
  }
  const auto sum = [](const std::map<int, double>& parts) {
    return std::accumulate(parts.begin(), parts.end(), 0.0, [](double so_far, const auto& part) { return so_far + part.second; });
  };
  const auto found = seamark::segment_parts(a.spans(), b.spans(), nullptr, fill, labels);
  CHECK(found.total == total && found.coverage == sum(of_a) && found.purity == sum(of_b));
}

}  // namespace naive
