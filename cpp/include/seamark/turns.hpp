// Turns of speakers, which may overlap: time missed, added and confused when labels are mapped one to one, and Jaccard errors.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <vector>

#include "seamark/assignment.hpp"
#include "seamark/span_columns.hpp"
#include "seamark/wide_integer.hpp"

namespace seamark {

struct TurnRules {
  // Units on each side of every start and end of the reference that are not scored.
  std::int64_t collar = 0;
  // Whether places with two labels in the reference are left out.
  bool skip_overlap = false;
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
    add_events(reference, labels_a_, Kind::reference);
    add_events(hypothesis, labels_b_, Kind::hypothesis);
    if (rules.collar > 0) add_collars(reference, length, rules.collar);
    sweep(rules);
  }

  // Summed over places: labels of the reference; those more than in the hypothesis; those of the hypothesis more than in the
  // reference; and the smaller number of the two.
  WideInteger total = 0, missed = 0, false_alarm = 0, shared = 0;

  [[nodiscard]] std::size_t labels_a() const { return labels_a_.size(); }
  [[nodiscard]] std::size_t labels_b() const { return labels_b_.size(); }
  // Time that two labels share, and time of a label, where it is scored.
  [[nodiscard]] std::int64_t common(std::size_t a, std::size_t b) const { return scored_[a * labels_b() + b]; }
  [[nodiscard]] std::int64_t time_a(std::size_t label) const { return a_.time[label]; }
  [[nodiscard]] std::int64_t time_b(std::size_t label) const { return b_.time[label]; }

  // The label of the hypothesis for every label of the reference, `labels_b()` for none, so that most time is common.
  [[nodiscard]] std::vector<std::size_t> mapping_by_time(bool of_all_places) const {
    const auto& common = of_all_places ? all_ : scored_;
    return mapping<WideInteger>([&](std::size_t a, std::size_t b) { return WideInteger{-common[a * labels_b() + b]}; });
  }

  // The same so that the Jaccard errors have the least sum.
  [[nodiscard]] std::vector<std::size_t> mapping_by_jaccard() const {
    return mapping<double>([&](std::size_t a, std::size_t b) { return jaccard_error(a, b); });
  }

  [[nodiscard]] double jaccard_error(std::size_t a, std::size_t b) const {
    const WideInteger either = WideInteger{time_a(a)} + WideInteger{time_b(b) - common(a, b)};
    return either == WideInteger{0} ? 1.0 : 1.0 - static_cast<double>(common(a, b)) / static_cast<double>(either);
  }

 private:
  enum class Kind : std::uint8_t { reference, hypothesis, collar };

  struct Event {
    std::int64_t place;
    std::size_t label;
    Kind kind;
    bool opens;
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
      const auto label = static_cast<std::size_t>(std::lower_bound(labels.begin(), labels.end(), spans.codes[i]) - labels.begin());
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
    // Starts before ends, so that no depth falls below 0; else the order at one place does not matter.
    std::sort(events_.begin(), events_.end(),
              [](const Event& x, const Event& y) { return x.place != y.place ? x.place < y.place : x.opens && !y.opens; });
    std::size_t collars = 0;
    std::int64_t place = 0;
    for (const Event& event : events_) {
      if (event.place > place) add_piece(event.place - place, collars == 0 && !(rules.skip_overlap && a_.open.size() > 1));
      place = event.place;
      if (event.kind == Kind::collar) {
        event.opens ? ++collars : --collars;
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
  }

  template <class Number, class Cost>
  [[nodiscard]] std::vector<std::size_t> mapping(Cost&& cost) const {
    if (labels_a() <= labels_b()) return least_assignment<Number>(labels_a(), labels_b(), cost);
    const auto found = least_assignment<Number>(labels_b(), labels_a(), [&](std::size_t b, std::size_t a) { return cost(a, b); });
    std::vector<std::size_t> mapped(labels_a(), labels_b());
    for (std::size_t b = 0; b < found.size(); ++b) mapped[found[b]] = b;
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

[[nodiscard]] inline TurnErrors turn_errors(CodedSpans reference, CodedSpans hypothesis, std::int64_t length, TurnRules rules,
                                            bool map_on_all_places) {
  const TurnTimes times(reference, hypothesis, length, rules);
  const auto mapped = times.mapping_by_time(map_on_all_places);
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

[[nodiscard]] inline JaccardErrors jaccard_errors(CodedSpans reference, CodedSpans hypothesis, std::int64_t length, TurnRules rules,
                                                  bool map_by_time) {
  const TurnTimes times(reference, hypothesis, length, rules);
  const auto mapped = map_by_time ? times.mapping_by_time(false) : times.mapping_by_jaccard();
  JaccardErrors errors;
  for (std::size_t a = 0; a < mapped.size(); ++a) {
    if (times.time_a(a) == 0) continue;
    errors.labels += 1.0;
    errors.error += mapped[a] < times.labels_b() ? times.jaccard_error(a, mapped[a]) : 1.0;
  }
  if (errors.labels == 0.0 && times.false_alarm != WideInteger{0}) errors.error = 1.0;
  return errors;
}

}  // namespace seamark
