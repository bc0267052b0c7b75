// Spans of many codings as columns: pairs of spans that match, unitizing, turns of speakers, and candidates of an alignment.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numeric>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "seamark/assignment.hpp"
#include "seamark/columns.hpp"
#include "seamark/platform.hpp"

namespace seamark {

// The spans of one coding, sorted by start, then end, then code; half open.
struct CodedSpans {
  std::span<const std::int64_t> starts, ends;
  std::span<const std::int32_t> codes;

  [[nodiscard]] std::size_t size() const { return starts.size(); }
  [[nodiscard]] std::int64_t length(std::size_t i) const { return ends[i] - starts[i]; }
};

// Spans of coding i: those from offsets[i] to before offsets[i+1].
struct SpanColumn {
  std::span<const std::int64_t> starts, ends;
  std::span<const std::int32_t> codes;
  std::span<const std::int64_t> offsets, lengths;

  [[nodiscard]] std::size_t size() const { return lengths.size(); }

  [[nodiscard]] CodedSpans operator[](std::size_t i) const { return {row_of(starts, offsets, i), row_of(ends, offsets, i), row_of(codes, offsets, i)}; }
};

// Whether all spans lie within their lines, and their codes within 0..categories-1. Sizes and offsets are sound already.
inline bool sound_spans(const SpanColumn& column, std::size_t categories) {
  if (!sound_masses(column.lengths)) return false;
  for (std::size_t row = 0; row < column.size(); ++row) {
    const CodedSpans spans = column[row];
    for (std::size_t i = 0; i < spans.size(); ++i) {
      const bool inside = spans.starts[i] >= 0 && spans.starts[i] < spans.ends[i] && spans.ends[i] <= column.lengths[row];
      if (!inside || spans.codes[i] < 0 || static_cast<std::size_t>(spans.codes[i]) >= categories) return false;
    }
  }
  return true;
}

// ------------------------------------------------------------------------------------------------------ spans that match

struct SpanMatchRules {
  // Least intersection over union; 1 asks for the same start and end, 0 for any overlap.
  double least_share = 1.0;
  // Whether the labels must be equal too.
  bool labels = true;
};

// Spans that overlap, paired one to one: as many as possible that are correct, then as many others as possible.
struct SpanPairs {
  double correct = 0.0, others = 0.0;
};

// What a pair of overlapping spans is.
enum class PairKind : std::uint8_t { none, other, correct };

// With kind(i, j) of every span i of the reference and j of the hypothesis that overlap.
template <class Kind>
[[nodiscard]] SpanPairs best_span_pairs(CodedSpans reference, CodedSpans hypothesis, Checkpoint* checkpoint, Kind&& kind) {
  // The furthest end so far tells how far back a span can reach that overlaps what comes.
  std::vector<std::int64_t> furthest(reference.size()), offsets{0};
  std::int64_t end = 0;
  for (std::size_t i = 0; i < reference.size(); ++i) furthest[i] = end = std::max(end, reference.ends[i]);
  // One correct pair is worth more than all others together; whole numbers, so that sums are exact.
  const double worth = static_cast<double>(std::min(reference.size(), hypothesis.size()) + 1);
  std::vector<std::int32_t> columns;
  std::vector<double> costs;
  for (std::size_t j = 0; j < hypothesis.size(); ++j) {
    const auto first = std::upper_bound(furthest.begin(), furthest.end(), hypothesis.starts[j]) - furthest.begin();
    const auto last = std::lower_bound(reference.starts.begin(), reference.starts.end(), hypothesis.ends[j]) - reference.starts.begin();
    pass(checkpoint, static_cast<std::size_t>(std::max<std::ptrdiff_t>(last - first, 0)) + 1);
    for (auto at = first; at < last; ++at) {
      const auto i = static_cast<std::size_t>(at);
      const PairKind found = reference.ends[i] > hypothesis.starts[j] ? kind(i, j) : PairKind::none;
      if (found == PairKind::none) continue;
      columns.push_back(static_cast<std::int32_t>(i));
      costs.push_back(found == PairKind::correct ? -worth : -1.0);
    }
    offsets.push_back(static_cast<std::int64_t>(columns.size()));
  }
  const auto paired = SparseAssignment({offsets, columns, costs}, reference.size()).run(checkpoint);
  SpanPairs pairs;
  for (std::size_t j = 0; j < paired.size(); ++j) {
    for (auto k = static_cast<std::size_t>(offsets[j]); k < static_cast<std::size_t>(offsets[j + 1]); ++k) {
      if (columns[k] == paired[j]) (costs[k] == -worth ? pairs.correct : pairs.others) += 1.0;
    }
  }
  return pairs;
}

// How many spans of two codings can be paired one to one.
[[nodiscard]] inline double count_span_matches(CodedSpans reference, CodedSpans hypothesis, SpanMatchRules rules, Checkpoint* checkpoint) {
  const auto kind = [&](std::size_t i, std::size_t j) {
    if (rules.labels && reference.codes[i] != hypothesis.codes[j]) return PairKind::none;
    const std::int64_t both = std::min(reference.ends[i], hypothesis.ends[j]) - std::max(reference.starts[i], hypothesis.starts[j]);
    const std::int64_t either = reference.length(i) + (hypothesis.length(j) - both);
    const bool match = rules.least_share >= 1.0 ? both == either : static_cast<double>(both) / static_cast<double>(either) >= rules.least_share;
    return match ? PairKind::correct : PairKind::none;
  };
  return best_span_pairs(reference, hypothesis, checkpoint, kind).correct;
}

// A pair of entities is correct when the ends are equal, and the categories, each where it is asked for.
[[nodiscard]] inline SpanPairs entity_pairs(CodedSpans reference, CodedSpans hypothesis, bool ends, bool categories, Checkpoint* checkpoint) {
  return best_span_pairs(reference, hypothesis, checkpoint, [&](std::size_t i, std::size_t j) {
    const bool same_ends = reference.starts[i] == hypothesis.starts[j] && reference.ends[i] == hypothesis.ends[j];
    const bool correct = (!ends || same_ends) && (!categories || reference.codes[i] == hypothesis.codes[j]);
    return correct ? PairKind::correct : PairKind::other;
  });
}

// ------------------------------------------------------------------------------------ Krippendorff's alpha for unitizing
//
// How long coders say the same, and how far their units differ. The spans of a coder do not overlap (in the second kernel: those of
// one category do not), so that two coders have no more overlapping pairs than spans, and two pointers find them.

// Of one category on one item, summed over its coders; lengths of pairs of coders are divided by the number of others.
struct CategoryLengths {
  static constexpr std::size_t width = 6;
  double length = 0.0;    // of its units
  double same = 0.0;      // where another coder says the same,
  double other = 0.0;     // another category,
  double gap = 0.0;       // or nothing
  double squared = 0.0;   // of the units' lengths, the squares
  double pairable = 0.0;  // of the lengths of units that another coder gives any category to, the squares
};

// Calls meet(i, j, length) for all overlaps of a span of one coder with a span of another.
template <class Meet>
void for_each_meeting(const CodedSpans& one, const CodedSpans& other, Meet&& meet) {
  for (std::size_t i = 0, j = 0; i < one.size() && j < other.size();) {
    const std::int64_t begin = std::max(one.starts[i], other.starts[j]), end = std::min(one.ends[i], other.ends[j]);
    if (begin < end) meet(i, j, end - begin);
    const bool one_ends = one.ends[i] == end, other_ends = other.ends[j] == end;
    i += one_ends ? 1 : 0;
    j += other_ends ? 1 : 0;
  }
}

// The lengths of all categories on an item whose codings are the rows from `begin` to before `end`, at least two of them.
// Returns the length of all gaps.
inline double category_lengths(const SpanColumn& column, std::size_t begin, std::size_t end, std::span<CategoryLengths> out, Checkpoint* checkpoint) {
  struct Sums {
    WideInteger length = 0, same = 0, other = 0, gap = 0;
  };
  std::vector<Sums> sums(out.size());
  std::fill(out.begin(), out.end(), CategoryLengths{});
  const auto others = static_cast<std::int64_t>(end - begin) - 1;
  WideInteger gaps = 0;
  std::vector<std::vector<WideInteger>> met;  // by coder and span, the length that others give a category to
  for (std::size_t row = begin; row < end; ++row) met.emplace_back(column[row].size(), WideInteger{0});
  for (std::size_t row = begin; row < end; ++row) {
    const CodedSpans one = column[row];
    for (std::size_t next = row + 1; next < end; ++next) {
      const CodedSpans other = column[next];
      pass(checkpoint, one.size() + other.size() + 1);
      for_each_meeting(one, other, [&](std::size_t i, std::size_t j, std::int64_t length) {
        met[row - begin][i] += length;
        met[next - begin][j] += length;
        Sums &mine = sums[static_cast<std::size_t>(one.codes[i])], &theirs = sums[static_cast<std::size_t>(other.codes[j])];
        const bool same = one.codes[i] == other.codes[j];
        (same ? mine.same : mine.other) += length;
        (same ? theirs.same : theirs.other) += length;
      });
    }
    gaps += column.lengths[row];
    for (std::size_t i = 0; i < one.size(); ++i) {
      const auto code = static_cast<std::size_t>(one.codes[i]);
      const WideInteger length = one.length(i), pairable = met[row - begin][i];
      gaps += -length;
      sums[code].length += length;
      sums[code].gap += length * WideInteger{others} - pairable;
      const double whole = static_cast<double>(length), part = static_cast<double>(pairable) / static_cast<double>(others);
      out[code].squared += whole * whole;
      out[code].pairable += part * part;
    }
  }
  for (std::size_t code = 0; code < out.size(); ++code) {
    const auto mean = [&](WideInteger sum) { return static_cast<double>(sum) / static_cast<double>(others); };
    out[code].length = static_cast<double>(sums[code].length);
    out[code].same = mean(sums[code].same);
    out[code].other = mean(sums[code].other);
    out[code].gap = mean(sums[code].gap);
  }
  return static_cast<double>(gaps);
}

inline WideInteger squared_length(std::int64_t length) { return WideInteger{length} * WideInteger{length}; }

// How far the units of two coders differ: for two that overlap the squares of what lies between their starts and between their
// ends, for one that the other coder has nothing beside the square of its length.
inline WideInteger squared_differences(const CodedSpans& one, const CodedSpans& other) {
  WideInteger sum = 0;
  std::size_t i = 0, j = 0;
  bool one_met = false, other_met = false;
  while (i < one.size() || j < other.size()) {
    const bool only_one = j == other.size(), only_other = i == one.size();
    if (!only_one && !only_other && one.starts[i] < other.ends[j] && other.starts[j] < one.ends[i]) {
      sum += squared_length(one.starts[i] - other.starts[j]) + squared_length(one.ends[i] - other.ends[j]);
      one_met = other_met = true;
    }
    const bool one_ends = only_one || (!only_other && one.ends[i] <= other.ends[j]);
    const bool other_ends = only_other || (!only_one && other.ends[j] <= one.ends[i]);
    if (one_ends) {
      if (!one_met) sum += squared_length(one.length(i));
      one_met = false;
      ++i;
    }
    if (other_ends) {
      if (!other_met) sum += squared_length(other.length(j));
      other_met = false;
      ++j;
    }
  }
  return sum;
}

// The squared differences of all categories on an item, over ordered pairs of coders, divided by the number of others.
inline void category_differences(const SpanColumn& column, std::size_t begin, std::size_t end, std::span<double> out, Checkpoint* checkpoint) {
  const std::size_t coders = end - begin;
  const auto first = static_cast<std::size_t>(column.offsets[begin]), last = static_cast<std::size_t>(column.offsets[end]);
  const int bits = 2 * std::bit_width(static_cast<std::uint64_t>(column.lengths[begin])) + std::bit_width(coders) + std::bit_width(last - first);
  if (bits > 124) throw std::length_error("the line is too long for variant 2004; use a coarser resolution");
  std::fill(out.begin(), out.end(), 0.0);
  // The spans in the order of category, coder, start.
  std::vector<std::size_t> starts_at(out.size() + 1, 0);
  for (std::size_t i = first; i < last; ++i) ++starts_at[static_cast<std::size_t>(column.codes[i]) + 1];
  std::partial_sum(starts_at.begin(), starts_at.end(), starts_at.begin());
  std::vector<std::int64_t> starts(last - first), ends(last - first);
  std::vector<std::size_t> filled = starts_at, coder_of(last - first);
  for (std::size_t row = begin; row < end; ++row) {
    const CodedSpans spans = column[row];
    for (std::size_t i = 0; i < spans.size(); ++i) {
      const std::size_t place = filled[static_cast<std::size_t>(spans.codes[i])]++;
      starts[place] = spans.starts[i];
      ends[place] = spans.ends[i];
      coder_of[place] = row;
    }
  }
  for (std::size_t code = 0; code < out.size(); ++code) {
    std::vector<CodedSpans> marked;  // by those who marked this category at all
    WideInteger alone = 0;
    for (std::size_t i = starts_at[code]; i < starts_at[code + 1];) {
      std::size_t stop = i;
      while (stop < starts_at[code + 1] && coder_of[stop] == coder_of[i]) alone += squared_length(ends[stop] - starts[stop]), ++stop;
      marked.push_back({{starts.data() + i, stop - i}, {ends.data() + i, stop - i}, {}});
      i = stop;
    }
    WideInteger sum = alone * WideInteger{static_cast<std::int64_t>(coders - marked.size())};
    for (std::size_t i = 0; i < marked.size(); ++i) {
      for (std::size_t j = i + 1; j < marked.size(); ++j) {
        pass(checkpoint, marked[i].size() + marked[j].size());
        sum += squared_differences(marked[i], marked[j]);
      }
    }
    out[code] = 2.0 * static_cast<double>(sum) / static_cast<double>(coders - 1);
  }
}

// ----------------------------------------------------------------------------------------------------- turns of speakers
//
// Turns may overlap: time missed, added and confused when labels are mapped one to one, Jaccard errors, and the labels most common.

struct TurnRules {
  // Units on each side of every start and end of the reference that are not scored.
  std::int64_t collar = 0;
  // Whether places with two labels in the reference are left out.
  bool skip_overlap = false;
  // Nothing outside of these regions counts; without any pointer everything does. Collars also reach in from outside.
  const CodedSpans* regions = nullptr;
};

// How labels of both sides are mapped: by most common time where time is scored, then least Jaccard error; by most common time
// before collars and overlaps are taken out, then where it is scored; by least Jaccard error, then most common time; or as they are.
enum class LabelMapping : std::uint8_t { scored, anywhere, jaccard, named };

// Two criteria, the second of which decides where the first is equal; exact, so that names of labels decide nothing.
struct Ranked {
  WideInteger first = 0, second = 0;

  Ranked() = default;
  explicit Ranked(std::int64_t number) : first(number) {}
  Ranked(WideInteger one, WideInteger other) : first(one), second(other) {}
  friend Ranked operator+(const Ranked& x, const Ranked& y) { return {x.first + y.first, x.second + y.second}; }
  friend Ranked operator-(const Ranked& x, const Ranked& y) { return {x.first - y.first, x.second - y.second}; }
  friend bool operator<(const Ranked& x, const Ranked& y) { return x.first != y.first ? x.first < y.first : x.second < y.second; }
};

// The time that a reference and a hypothesis share, by number of labels and by pair of labels. Overlapping turns of one label count
// once.
class TurnTimes {
 public:
  TurnTimes(CodedSpans reference, CodedSpans hypothesis, std::int64_t length, TurnRules rules)
      : labels_a_(distinct(reference.codes)), labels_b_(distinct(hypothesis.codes)), a_(labels_a_.size()), b_(labels_b_.size()) {
    // A mapping takes all pairs of labels at once; nobody has so many speakers.
    constexpr std::size_t most_pairs = 50'000'000;
    if (labels_a_.size() * labels_b_.size() > most_pairs) throw std::length_error("there are too many pairs of labels to map them one to one");
    scored_.assign(labels_a_.size() * labels_b_.size(), 0);
    all_ = scored_;
    const std::size_t regions = rules.regions == nullptr ? 0 : rules.regions->size();
    events_.reserve(2 * (reference.size() * (rules.collar > 0 ? 3 : 1) + hypothesis.size() + regions));
    add_events(reference, labels_a_, Kind::reference);
    add_events(hypothesis, labels_b_, Kind::hypothesis);
    if (rules.collar > 0) add_collars(reference, length, rules.collar);
    if (rules.regions != nullptr) add_events(*rules.regions, {}, Kind::region);
    sweep(rules);
  }

  // Summed over places: labels of the reference; those more than in the hypothesis; those of the hypothesis more than in the
  // reference; and the smaller number of the two.
  WideInteger total = 0, missed = 0, false_alarm = 0, shared = 0;
  // Time with any label: in the reference, in the hypothesis, in both.
  std::int64_t some_a = 0, some_b = 0, some_both = 0;

  [[nodiscard]] std::size_t labels_a() const { return labels_a_.size(); }
  [[nodiscard]] std::size_t labels_b() const { return labels_b_.size(); }
  [[nodiscard]] std::int32_t code_a(std::size_t label) const { return labels_a_[label]; }
  [[nodiscard]] std::int32_t code_b(std::size_t label) const { return labels_b_[label]; }
  // Time that two labels share, and time of a label, where it is scored.
  [[nodiscard]] std::int64_t common(std::size_t a, std::size_t b) const { return scored_[a * labels_b() + b]; }
  [[nodiscard]] std::int64_t common_anywhere(std::size_t a, std::size_t b) const { return all_[a * labels_b() + b]; }
  [[nodiscard]] std::int64_t time_a(std::size_t label) const { return a_.time[label]; }
  [[nodiscard]] std::int64_t time_b(std::size_t label) const { return b_.time[label]; }

  // The label of the hypothesis for every label of the reference, `labels_b()` for none; any of the best ones where ties do not matter.
  [[nodiscard]] std::vector<std::size_t> mapping(LabelMapping by, bool ties_matter = true) const {
    if (by == LabelMapping::named) return equal_labels();
    std::vector<Ranked> costs;
    costs.reserve(scored_.size());
    for (std::size_t a = 0; a < labels_a(); ++a) {
      for (std::size_t b = 0; b < labels_b(); ++b) {
        const WideInteger time{-common(a, b)};
        if (by == LabelMapping::anywhere) costs.emplace_back(WideInteger{-common_anywhere(a, b)}, time);
        else if (by == LabelMapping::jaccard) costs.emplace_back(jaccard_error(a, b), time);
        else costs.emplace_back(time, ties_matter ? jaccard_error(a, b) : WideInteger{0});
      }
    }
    const auto cost = [&](std::size_t a, std::size_t b) { return costs[a * labels_b() + b]; };
    if (labels_a() <= labels_b()) return least_assignment<Ranked>(labels_a(), labels_b(), cost);
    const auto found = least_assignment<Ranked>(labels_b(), labels_a(), [&](std::size_t b, std::size_t a) { return cost(a, b); });
    std::vector<std::size_t> mapped(labels_a(), labels_b());
    for (std::size_t b = 0; b < found.size(); ++b) mapped[found[b]] = b;
    return mapped;
  }

  // 1 minus intersection over union in units of 2^-96, rounded down: sums do not depend on the order, and only sums that differ by
  // less than that are not told apart.
  static constexpr int error_bits = 96;
  [[nodiscard]] WideInteger jaccard_error(std::size_t a, std::size_t b) const {
    const auto either = static_cast<std::uint64_t>(time_a(a)) + static_cast<std::uint64_t>(time_b(b) - common(a, b));
    std::uint64_t rest = either - static_cast<std::uint64_t>(common(a, b));
    WideInteger error = rest == either ? 1 : 0;
    if (rest == either) rest = 0;
    for (int bit = 0; bit < error_bits; ++bit) {
      rest += rest;
      const bool set = rest >= either && either > 0;
      if (set) rest -= either;
      error = error + error + WideInteger{set ? 1 : 0};
    }
    return error;
  }

 private:
  enum class Kind : std::uint8_t { reference, hypothesis, collar, region };

  struct Event {
    std::int64_t place;
    std::uint32_t label;
    Kind kind;
    bool opens;

    // Starts before ends, so that no depth falls below 0; else the order at one place does not matter.
    bool operator<(const Event& other) const { return place != other.place ? place < other.place : opens && !other.opens; }
  };

  // The labels of one side that are open at a place.
  struct Side {
    explicit Side(std::size_t labels) : time(labels), depth(labels), slot(labels) {}

    std::vector<std::int64_t> time;
    std::vector<std::size_t> depth, slot, open;

    void change(std::size_t label, bool opens) {
      if (opens) {
        if (depth[label]++ > 0) return;
        slot[label] = open.size();
        open.push_back(label);
      } else {
        if (--depth[label] > 0) return;
        open[slot[label]] = open.back();
        slot[open.back()] = slot[label];
        open.pop_back();
      }
    }
  };

  static std::vector<std::int32_t> distinct(std::span<const std::int32_t> codes) {
    std::vector<std::int32_t> labels(codes.begin(), codes.end());
    std::sort(labels.begin(), labels.end());
    labels.erase(std::unique(labels.begin(), labels.end()), labels.end());
    return labels;
  }

  void add_events(CodedSpans spans, const std::vector<std::int32_t>& labels, Kind kind) {
    for (std::size_t i = 0; i < spans.size(); ++i) {
      const auto label = static_cast<std::uint32_t>(std::lower_bound(labels.begin(), labels.end(), spans.codes[i]) - labels.begin());
      events_.push_back({spans.starts[i], label, kind, true});
      events_.push_back({spans.ends[i], label, kind, false});
    }
  }

  void add_collars(CodedSpans reference, std::int64_t length, std::int64_t collar) {
    for (const auto& places : {reference.starts, reference.ends}) {
      for (const std::int64_t place : places) {
        events_.push_back({place > collar ? place - collar : 0, 0, Kind::collar, true});
        events_.push_back({place < length - collar ? place + collar : length, 0, Kind::collar, false});
      }
    }
  }

  void sweep(TurnRules rules) {
    std::sort(events_.begin(), events_.end());
    std::size_t collars = 0, regions = rules.regions == nullptr ? 1 : 0;
    std::int64_t place = 0;
    for (const Event& event : events_) {
      const bool counts = event.place > place && regions > 0;
      if (counts) add_piece(event.place - place, collars == 0 && !(rules.skip_overlap && a_.open.size() > 1));
      place = event.place;
      if (event.kind == Kind::collar || event.kind == Kind::region) {
        std::size_t& depth = event.kind == Kind::collar ? collars : regions;
        event.opens ? ++depth : --depth;
      } else {
        (event.kind == Kind::reference ? a_ : b_).change(event.label, event.opens);
      }
    }
    events_ = {};
  }

  void add_piece(std::int64_t length, bool is_scored) {
    for (const std::size_t a : a_.open) {
      for (const std::size_t b : b_.open) {
        all_[a * labels_b() + b] += length;
        if (is_scored) scored_[a * labels_b() + b] += length;
      }
    }
    if (!is_scored) return;
    for (Side* side : {&a_, &b_}) {
      for (const std::size_t label : side->open) side->time[label] += length;
    }
    const auto in_a = static_cast<std::int64_t>(a_.open.size()), in_b = static_cast<std::int64_t>(b_.open.size());
    const auto times = [length](std::int64_t labels) { return WideInteger{length} * WideInteger{labels}; };
    total += times(in_a);
    missed += times(std::max<std::int64_t>(0, in_a - in_b));
    false_alarm += times(std::max<std::int64_t>(0, in_b - in_a));
    shared += times(std::min(in_a, in_b));
    if (in_a > 0) some_a += length;
    if (in_b > 0) some_b += length;
    if (in_a > 0 && in_b > 0) some_both += length;
  }

  [[nodiscard]] std::vector<std::size_t> equal_labels() const {
    std::vector<std::size_t> mapped;
    for (const std::int32_t label : labels_a_) {
      const auto found = std::lower_bound(labels_b_.begin(), labels_b_.end(), label);
      mapped.push_back(found != labels_b_.end() && *found == label ? static_cast<std::size_t>(found - labels_b_.begin()) : labels_b());
    }
    return mapped;
  }

  std::vector<std::int32_t> labels_a_, labels_b_;
  Side a_, b_;
  std::vector<std::int64_t> scored_, all_;
  std::vector<Event> events_;
};

// What the diarization error rate is made of; total = correct + missed + confusion.
struct TurnErrors {
  double total = 0.0, correct = 0.0, false_alarm = 0.0, missed = 0.0, confusion = 0.0;
};

[[nodiscard]] inline TurnErrors turn_errors(const TurnTimes& times, LabelMapping by) {
  const auto mapped = times.mapping(by, by != LabelMapping::scored);
  WideInteger correct = 0;
  for (std::size_t a = 0; a < mapped.size(); ++a) {
    if (mapped[a] < times.labels_b()) correct += WideInteger{times.common(a, mapped[a])};
  }
  return {static_cast<double>(times.total), static_cast<double>(correct), static_cast<double>(times.false_alarm),
          static_cast<double>(times.missed), static_cast<double>(times.shared - correct)};
}

// The summed Jaccard errors of the labels of the reference that have a scored place, and how many these are. Without any, the error
// is 1 where the hypothesis has something.
struct JaccardErrors {
  double error = 0.0, labels = 0.0;
};

[[nodiscard]] inline JaccardErrors jaccard_errors(const TurnTimes& times, LabelMapping by) {
  const auto mapped = times.mapping(by);
  WideInteger sum = 0;
  JaccardErrors errors;
  for (std::size_t a = 0; a < mapped.size(); ++a) {
    if (times.time_a(a) == 0) continue;
    errors.labels += 1.0;
    if (mapped[a] < times.labels_b()) sum += times.jaccard_error(a, mapped[a]);
    else errors.error += 1.0;
  }
  errors.error += std::ldexp(static_cast<double>(sum), -TurnTimes::error_bits);
  if (errors.labels == 0.0 && times.false_alarm != WideInteger{0}) errors.error = 1.0;
  return errors;
}

// Time with any label: in the reference, in the hypothesis, in both. The time that labels of the hypothesis share with the label of
// the reference that they share most with, and all their time; and the same with the sides exchanged.
struct LabelTimes {
  double some_a = 0.0, some_b = 0.0, some_both = 0.0, largest_b = 0.0, total_b = 0.0, largest_a = 0.0, total_a = 0.0;
};

[[nodiscard]] inline LabelTimes label_times(const TurnTimes& times) {
  WideInteger largest_a = 0, total_a = 0, largest_b = 0, total_b = 0;
  std::vector<std::int64_t> most_b(times.labels_b(), 0);
  for (std::size_t a = 0; a < times.labels_a(); ++a) {
    std::int64_t most_a = 0;
    for (std::size_t b = 0; b < times.labels_b(); ++b) {
      most_a = std::max(most_a, times.common(a, b));
      most_b[b] = std::max(most_b[b], times.common(a, b));
    }
    largest_a += WideInteger{most_a};
    total_a += WideInteger{times.time_a(a)};
  }
  for (std::size_t b = 0; b < times.labels_b(); ++b) {
    largest_b += WideInteger{most_b[b]};
    total_b += WideInteger{times.time_b(b)};
  }
  const auto real = [](auto sum) { return static_cast<double>(sum); };
  return {real(times.some_a), real(times.some_b), real(times.some_both), real(largest_b), real(total_b), real(largest_a), real(total_a)};
}

// The union of the reference, cut at the ends of its turns and at those of the hypothesis: the summed largest part of each piece of
// the hypothesis that lies in one piece of the reference, the same with the sides exchanged, and the length of the union. Turns of
// one label in the reference that touch, or are less than `fill` apart, are one; no piece crosses a hole of the union.
struct SegmentParts {
  double purity = 0.0, coverage = 0.0, total = 0.0;
};

[[nodiscard]] inline SegmentParts segment_parts(CodedSpans reference, CodedSpans hypothesis, const CodedSpans* regions, std::int64_t fill,
                                                std::size_t categories) {
  struct Edge {
    std::int64_t place;
    int turns, regions;  // how many open or close here
    bool cuts_a, cuts_b;
  };
  std::vector<Edge> edges;
  std::vector<std::int64_t> starts(categories, -1), ends(categories, 0);
  const auto keep = [&](std::size_t label) {
    edges.push_back({starts[label], 1, 0, true, false});
    edges.push_back({ends[label], -1, 0, true, false});
  };
  for (std::size_t i = 0; i < reference.size(); ++i) {
    const auto label = static_cast<std::size_t>(reference.codes[i]);
    const bool joins = starts[label] >= 0 && (reference.starts[i] <= ends[label] || reference.starts[i] - ends[label] < fill);
    if (!joins && starts[label] >= 0) keep(label);
    ends[label] = joins ? std::max(ends[label], reference.ends[i]) : reference.ends[i];
    if (!joins) starts[label] = reference.starts[i];
  }
  for (std::size_t label = 0; label < categories; ++label) {
    if (starts[label] >= 0) keep(label);
  }
  for (const auto& places : {hypothesis.starts, hypothesis.ends}) {
    for (const std::int64_t place : places) edges.push_back({place, 0, 0, false, true});
  }
  for (std::size_t i = 0; regions != nullptr && i < regions->size(); ++i) {
    edges.push_back({regions->starts[i], 0, 1, false, false});
    edges.push_back({regions->ends[i], 0, -1, false, false});
  }
  std::sort(edges.begin(), edges.end(), [](const Edge& x, const Edge& y) { return x.place < y.place; });
  std::int64_t part = 0, best_a = 0, best_b = 0, place = 0, purity = 0, coverage = 0, total = 0;
  int turns = 0, inside = regions == nullptr ? 1 : 0;
  for (std::size_t i = 0; i < edges.size();) {
    if (turns > 0 && inside > 0) part += edges[i].place - place;
    place = edges[i].place;
    bool cuts_a = false, cuts_b = false;
    for (; i < edges.size() && edges[i].place == place; ++i) {
      turns += edges[i].turns;
      inside += edges[i].regions;
      cuts_a |= edges[i].cuts_a;
      cuts_b |= edges[i].cuts_b;
    }
    const bool hole = turns == 0 || inside == 0;
    best_a = std::max(best_a, part);
    best_b = std::max(best_b, part);
    if (cuts_a || cuts_b || hole) total += std::exchange(part, 0);
    if (cuts_a || hole) coverage += std::exchange(best_a, 0);
    if (cuts_b || hole) purity += std::exchange(best_b, 0);
  }
  return {static_cast<double>(purity), static_cast<double>(coverage), static_cast<double>(total)};
}

// -------------------------------------------------------------------------------------------- candidates of an alignment
//
// Which spans of several coders can be in one set of a best alignment, one span of a coder at the most (gamma: Mathet,
// Widlöcher & Métivier 2015).

// How unlike two spans are; a span beside nothing, and nothing beside nothing, count `empty`.
struct SpanDissimilarity {
  double position = 1.0;  // what the weights make of places and categories, times `empty`
  double category = 1.0;
  double empty = 1.0;
  std::span<const double> distances;  // of every two categories, within 0..1
  std::size_t categories = 0;

  // How far apart two spans are, as a share of their lengths.
  [[nodiscard]] static double apart(const CodedSpans& a, std::size_t i, const CodedSpans& b, std::size_t j) {
    const double starts = std::abs(static_cast<double>(a.starts[i] - b.starts[j])), ends = std::abs(static_cast<double>(a.ends[i] - b.ends[j]));
    return (starts + ends) / (static_cast<double>(a.length(i)) + static_cast<double>(b.length(j)));
  }

  [[nodiscard]] double between(std::int32_t one, std::int32_t other) const {
    return distances[static_cast<std::size_t>(one) * categories + static_cast<std::size_t>(other)];
  }

  [[nodiscard]] double operator()(const CodedSpans& a, std::size_t i, const CodedSpans& b, std::size_t j) const {
    const double share = apart(a, i, b, j);
    return position * (share * share) + category * between(a.codes[i], b.codes[j]);
  }
};

// Sets of spans one after another: the numbers of the spans, counted over all coders, where each set ends, and what it costs.
struct SpanCandidates {
  std::vector<std::int32_t> members;
  std::vector<std::int64_t> ends{0};
  std::vector<double> costs;
};

// Lists every set of spans that can be part of an alignment at least cost. A set is left out when some cut into two parts has
// spans so unlike across it that the separate parts cost no more.
class CandidateSearch {
 public:
  static constexpr std::size_t most_coders = 20;

  CandidateSearch(std::span<const CodedSpans> coders, const SpanDissimilarity& dissimilarity, std::size_t most, Checkpoint* checkpoint)
      : coders_(coders), dissimilarity_(dissimilarity), most_(most), checkpoint_(checkpoint), pairs_(0.5 * static_cast<double>(coders.size() * (coders.size() - 1))) {
    if (coders.size() < 2 || coders.size() > most_coders) throw std::length_error("an alignment of spans takes 2 to 20 coders, not " + std::to_string(coders.size()));
    std::size_t first = 0;
    for (const CodedSpans& spans : coders) {
      first_number_.push_back(static_cast<std::int32_t>(first));
      first += spans.size();
      double longest = 0.0;
      for (std::size_t i = 0; i < spans.size(); ++i) longest = std::max(longest, static_cast<double>(spans.length(i)));
      longest_.push_back(longest);
    }
    if (first > static_cast<std::size_t>(std::numeric_limits<std::int32_t>::max())) throw std::length_error("there are more than 2**31 spans");
    levels_.resize(coders.size());
    for (std::size_t size = 0; size < coders.size(); ++size) levels_[size].across.resize(std::size_t{1} << size);
    unlike_.resize(coders.size());
    sums_.resize(std::size_t{1} << (coders.size() - 1));
    // Two spans at least this unlike never stand together, whatever else stands with them.
    const double limit = (static_cast<double>(coders.size() - 1) + pairs_) * dissimilarity.empty;
    reach_ = dissimilarity.position > 0.0 ? std::sqrt(limit / dissimilarity.position) : std::numeric_limits<double>::infinity();
  }

  [[nodiscard]] SpanCandidates run() {
    for (std::size_t coder = 0; coder < coders_.size(); ++coder) {
      for (std::size_t i = 0; i < coders_[coder].size(); ++i) {
        levels_[0].coder = coder;
        levels_[0].index = i;
        levels_[0].across[0] = 0.0;
        keep(1, 0.0);
        extend(1, 0.0);
      }
    }
    return std::move(found_);
  }

 private:
  // The member that was added at some size, and for the set up to it the sums of dissimilarities across all cuts. The first
  // member is on one side; bit t of a cut says that member t+1 is on the other.
  struct Level {
    std::size_t coder = 0, index = 0;
    std::vector<double> across;
  };

  // Adds every span of a later coder that may join the first `size` members, and so on.
  void extend(std::size_t size, double unlike) {
    const CodedSpans& anchor = coders_[levels_[0].coder];
    const std::size_t at = levels_[0].index;
    for (std::size_t coder = levels_[size - 1].coder + 1; coder < coders_.size(); ++coder) {
      const CodedSpans& spans = coders_[coder];
      const double width = reach_ * (static_cast<double>(anchor.length(at)) + longest_[coder]);
      const double start = static_cast<double>(anchor.starts[at]);
      const auto before = [&](std::int64_t other, double limit) { return static_cast<double>(other) - start < limit; };
      const auto begin = std::lower_bound(spans.starts.begin(), spans.starts.end(), -width, before);
      for (auto place = begin; place != spans.starts.end() && static_cast<double>(*place) - start <= width; ++place) {
        pass(checkpoint_, size * 4);
        const auto index = static_cast<std::size_t>(place - spans.starts.begin());
        double all = 0.0;
        for (std::size_t t = 0; t < size; ++t) {
          unlike_[t] = dissimilarity_(coders_[levels_[t].coder], levels_[t].index, spans, index);
          all += unlike_[t];
        }
        const Verdict verdict = judge(size, coder, all);
        if (verdict == Verdict::never) continue;
        levels_[size].coder = coder;
        levels_[size].index = index;
        if (verdict == Verdict::yes) keep(size + 1, unlike + all);
        if (coder + 1 < coders_.size()) extend(size + 1, unlike + all);
      }
    }
  }

  enum class Verdict : std::uint8_t { yes, only_with_more, never };

  // Whether the set stands with a further member, whose dissimilarities to the others are `unlike_`; fills its cuts.
  [[nodiscard]] Verdict judge(std::size_t size, std::size_t coder, double all) {
    const std::vector<double>& old = levels_[size - 1].across;
    std::vector<double>& across = levels_[size].across;
    const std::size_t cuts = std::size_t{1} << (size - 1), rest = coders_.size() - 1 - coder;
    Verdict verdict = Verdict::yes;
    sums_[0] = 0.0;
    for (std::size_t cut = 0; cut < cuts; ++cut) {
      if (cut != 0) sums_[cut] = sums_[cut & (cut - 1)] + unlike_[static_cast<std::size_t>(std::countr_zero(cut)) + 1];
      // The new member on the side of the first one, and on the other side.
      across[cut] = old[cut] + sums_[cut];
      across[cut | cuts] = old[cut] + (all - sums_[cut]);
      for (const std::size_t side : {cut, cut | cuts}) {
        if (side == 0) continue;
        const auto there = static_cast<std::size_t>(std::popcount(side)), here = size + 1 - there;
        if (across[side] < cut_limit(here * there)) continue;
        // A later member may join either side, so both cuts must be kept.
        if (across[side] >= cut_limit(std::min(here * (there + rest), (here + rest) * there))) return Verdict::never;
        verdict = Verdict::only_with_more;
      }
    }
    return verdict;
  }

  // From this sum across a cut on, the two separate parts cost no more.
  [[nodiscard]] double cut_limit(std::size_t pairs_across) const { return (static_cast<double>(pairs_across) + pairs_) * dissimilarity_.empty; }

  void keep(std::size_t size, double unlike) {
    if (found_.costs.size() == most_) throw std::length_error("there are more than " + std::to_string(most_) + " sets of spans that could be aligned");
    for (std::size_t t = 0; t < size; ++t) found_.members.push_back(first_number_[levels_[t].coder] + static_cast<std::int32_t>(levels_[t].index));
    found_.ends.push_back(static_cast<std::int64_t>(found_.members.size()));
    const double nothing = pairs_ - 0.5 * static_cast<double>(size * (size - 1));
    found_.costs.push_back((unlike + nothing * dissimilarity_.empty) / pairs_);
  }

  std::span<const CodedSpans> coders_;
  SpanDissimilarity dissimilarity_;
  std::size_t most_;
  Checkpoint* checkpoint_;
  double pairs_, reach_ = 0.0;
  std::vector<std::int32_t> first_number_;
  std::vector<double> longest_;
  std::vector<Level> levels_;
  std::vector<double> unlike_, sums_;
  SpanCandidates found_;
};

}  // namespace seamark
