// The median of an item's codings: the segmentation with the largest mean similarity to all of them that a local search finds. It
// starts from every coding and from a vote; a step adds, removes or shifts a boundary or changes its type, whichever gains most.
#pragma once

#include <algorithm>
#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "seamark/columns.hpp"
#include "seamark/edit.hpp"

namespace seamark {

struct MedianOptions {
  bool per_boundary;         // B is maximized, otherwise S
  double types;              // how many boundary types the study has
  std::size_t most_places;   // places that are tried together; longer stretches are parted
  double smallest_gain;      // less than this is no gain
};

// The sum of `count` numbers in the order of numpy: eight sums side by side, halves of what is longer than 128.
inline double pairwise_sum(const double* numbers, std::size_t count) {
  if (count > 128) {
    const std::size_t half = count / 2 - count / 2 % 8;
    return pairwise_sum(numbers, half) + pairwise_sum(numbers + half, count - half);
  }
  double r[8] = {};
  const std::size_t whole = count - count % 8;
  for (std::size_t i = 0; i < whole; i += 8) {
    for (std::size_t j = 0; j < 8; ++j) r[j] += numbers[i + j];
  }
  double sum = ((r[0] + r[1]) + (r[2] + r[3])) + ((r[4] + r[5]) + (r[6] + r[7]));
  for (std::size_t i = whole; i < count; ++i) sum += numbers[i];
  return sum;
}

// A boundary of a type at a place; types are 0 where there is one.
struct Place {
  std::int64_t position;
  std::int32_t type;
  auto operator<=>(const Place&) const = default;
};

// The medians of one item after another.
class MedianSearch {
 public:
  MedianSearch(const EditCosts& costs, const MedianOptions& options, bool typed, Checkpoint* checkpoint = nullptr)
      : costs_(costs), options_(options), typed_(typed), checkpoint_(checkpoint), counting_(costs, checkpoint) {}

  // The boundaries of the median. A vote has boundaries where codings have some; all cover `mass` units.
  std::vector<Place> operator()(std::span<const TypedBoundaries> codings, TypedBoundaries vote, std::int64_t mass) {
    prepare(codings, mass);
    arrived_.clear();
    reached_.clear();
    std::vector<Marks> starts = own_;
    starts.push_back(marks_of(vote));
    for (const Marks& start : starts) climb(start);
    const std::size_t best = chosen(reached_.size(), [&](std::size_t i) { return reached_[i].second; }, [&](std::size_t i) { return reached_[i].first; });
    return places_of(reached_[best].first, 0, places_.size());
  }

 private:
  static constexpr std::size_t margin = 3, surroundings = std::size_t{1} << (2 * margin + 2);

  // Which of the places have a boundary: 1 or 0 each.
  using Marks = std::string;

  // What a pair counts: both numbers of B or S follow from it. Sums of whole numbers are exact.
  struct Tally {
    double aligned = 0.0, additions = 0.0, substituted = 0.0, moved = 0.0;

    Tally& add(const Tally& other, double sign) {
      aligned += sign * other.aligned;
      additions += sign * other.additions;
      substituted += sign * other.substituted;
      moved += sign * other.moved;
      return *this;
    }
  };

  // Boundaries and penalty (B), or potential boundaries and distance (S).
  struct Row {
    double all = 0.0, cost = 0.0;
    auto operator<=>(const Row&) const = default;
  };

  // Places to change: one, or two of which exactly one has a boundary.
  struct Change {
    std::size_t one, other;
  };

  // A coder to whose row a change adds something else than to most: numbers of the coder and of what is added.
  struct Exception {
    std::uint32_t coder, addend;
  };

  // What a change adds to the row of every coder. Most coders have nothing near it, and the same is added to their rows.
  struct Effect {
    std::uint32_t usual = 0;
    std::vector<Exception> exceptions;
  };

  // The row of every coder in a stretch with some marks, and what each change of them does.
  struct Table {
    std::vector<Row> now;
    std::vector<Effect> effects;
  };

  // Places that are tried together. Changes come in a fixed order; numbers of places are those within the item.
  struct Stretch {
    std::size_t begin, end;
    std::vector<Change> changes;
    std::vector<Marks> codings;                         // the distinct ones
    std::vector<std::vector<std::uint32_t>> coders;     // who has each of them
    std::vector<std::vector<std::uint32_t>> with_mark;  // for every place, which of them have a boundary there
    // For every place what each of them has around it, as bits: `margin` places before, the place, and `margin` + 1 after it.
    std::vector<std::uint8_t> nearby;
    std::unordered_map<Marks, Table> known;

    [[nodiscard]] std::size_t size() const { return end - begin; }
    // Marks of few places come up again and again.
    [[nodiscard]] bool is_short() const { return size() <= 16; }
  };

  void prepare(std::span<const TypedBoundaries> codings, std::int64_t mass) {
    mass_ = mass;
    places_.clear();
    for (const TypedBoundaries& coding : codings) {
      for (std::size_t i = 0; i < coding.positions.size(); ++i) {
        const std::int64_t center = std::clamp<std::int64_t>(coding.positions[i], 0, mass);
        for (std::int64_t position = std::max<std::int64_t>(center - 1, 1); position <= std::min(center + 1, mass - 1); ++position) {
          places_.push_back({position, typed_ ? coding.types[i] : 0});
        }
      }
    }
    std::sort(places_.begin(), places_.end());
    places_.erase(std::unique(places_.begin(), places_.end()), places_.end());
    own_.clear();
    for (const TypedBoundaries& coding : codings) own_.push_back(marks_of(coding));
    values_.resize(own_.size());
    met_.assign(own_.size(), 0);
    nothing_.assign(places_.size(), 0);
    addends_.clear();
    number_of_.clear();
    part();
  }

  // Boundaries that lie n units apart are never aligned: there stretches end, and where they would get too long.
  void part() {
    stretches_.clear();
    exact_ = true;
    for (std::size_t begin = 0, end; begin < places_.size(); begin = end) {
      for (end = begin + 1; end < places_.size() && places_[end].position - places_[end - 1].position <= costs_.n;) ++end;
      const std::size_t parts = (end - begin + options_.most_places - 1) / options_.most_places;
      const double width = static_cast<double>(end - begin) / static_cast<double>(parts);
      const auto edge = [&](std::size_t i) { return i == parts ? end : static_cast<std::size_t>(static_cast<double>(i) * width + static_cast<double>(begin)); };
      exact_ = exact_ && parts == 1;
      for (std::size_t i = 0; i < parts; ++i) stretches_.push_back(stretch(edge(i), edge(i + 1)));
    }
  }

  [[nodiscard]] Stretch stretch(std::size_t begin, std::size_t end) {
    Stretch made{begin, end, {}, {}, {}, {}, {}, {}};
    for (std::size_t i = begin; i < end; ++i) made.changes.push_back({i, i});
    for (std::size_t i = begin; i < end; ++i) {
      const auto [position, type] = places_[i];
      for (std::size_t j = i + 1; j < end && places_[j].position <= position + 1; ++j) {
        if (places_[j].position == position || places_[j].type == type) made.changes.push_back({i, j});
      }
    }
    std::map<Marks, std::size_t> number;
    for (std::size_t coder = 0; coder < own_.size(); ++coder) {
      const auto [at, fresh] = number.emplace(own_[coder].substr(begin, end - begin), number.size());
      if (fresh) made.codings.push_back(at->first), made.coders.emplace_back();
      made.coders[at->second].push_back(static_cast<std::uint32_t>(coder));
    }
    made.with_mark.resize(made.size());
    made.nearby.resize(made.size() * made.codings.size());
    for (std::size_t coding = 0; coding < made.codings.size(); ++coding) {
      std::uint32_t bits = 0;
      for (std::size_t i = 0; i < made.size() + margin + 1; ++i) {
        const bool marked = i < made.size() && made.codings[coding][i] != 0;
        if (marked) made.with_mark[i].push_back(static_cast<std::uint32_t>(coding));
        bits = bits << 1 | (marked ? 1U : 0U);
        if (i > margin) made.nearby[(i - margin - 1) * made.codings.size() + coding] = static_cast<std::uint8_t>(bits % surroundings);
      }
    }
    return made;
  }

  [[nodiscard]] Marks marks_of(TypedBoundaries boundaries) const {
    Marks marks(places_.size(), 0);
    for (std::size_t i = 0; i < boundaries.positions.size(); ++i) {
      const auto at = std::lower_bound(places_.begin(), places_.end(), Place{boundaries.positions[i], typed_ ? boundaries.types[i] : 0});
      if (at != places_.end()) marks[static_cast<std::size_t>(at - places_.begin())] = 1;
    }
    return marks;
  }

  [[nodiscard]] std::vector<Place> places_of(const Marks& marks, std::size_t begin, std::size_t end) const {
    std::vector<Place> found;
    for (std::size_t i = begin; i < end; ++i) {
      if (marks[i]) found.push_back(places_[i]);
    }
    return found;
  }

  // ------------------------------------------------------------------------------------------------------ what is counted

  // A side of a pair, as the kernel takes it.
  struct Side {
    std::vector<std::int64_t> positions;
    std::vector<std::int32_t> types;

    void clear() {
      positions.clear();
      types.clear();
    }
    void push(const Place& place, bool typed) {
      positions.push_back(place.position);
      if (typed) types.push_back(place.type);
    }
  };

  // The edits between marks and a coding at the places first..last of a stretch, and all that both have.
  Tally count(const Stretch& within, const Marks& marks, const Marks& coding, std::size_t first, std::size_t last) {
    a_.clear();
    b_.clear();
    std::size_t matches = 0;
    for (std::size_t i = first; i <= last; ++i) {
      matches += static_cast<std::size_t>(marks[i] & coding[i]);
      if (marks[i] == coding[i]) continue;
      (marks[i] ? a_ : b_).push(places_[within.begin + i], typed_);
    }
    if (a_.positions.empty() || b_.positions.empty()) {
      const auto alone = static_cast<double>(a_.positions.size() + b_.positions.size());
      return {static_cast<double>(matches) + alone, alone, 0.0, 0.0};
    }
    const EditCounts found = counting_({a_.positions, a_.types}, {b_.positions, b_.types}, mass_);
    return {static_cast<double>(found.aligned()) + static_cast<double>(matches), static_cast<double>(found.additions_a + found.additions_b),
            found.substitution_weight, costs_.scale == Scale::linear ? found.transposed_distance : found.transposition_weight};
  }

  [[nodiscard]] double cost(const Tally& tally) const {
    const double moved = costs_.scale == Scale::linear ? tally.moved / static_cast<double>(costs_.n) : tally.moved;
    return costs_.addition * tally.additions + costs_.substitution * tally.substituted + costs_.transposition * moved;
  }

  [[nodiscard]] Row row(const Tally& tally) const {
    return {options_.per_boundary ? tally.aligned : static_cast<double>(mass_ - 1) * options_.types, cost(tally)};
  }

  // The first and the last place of a stretch that a change has an effect on, since nothing further out is aligned with them; and
  // the first and the last that were looked at to find them.
  struct Reach {
    std::size_t first, last, seen_first, seen_last;
  };

  [[nodiscard]] Reach around(const Stretch& within, const Marks& marks, const Marks& coding, Change change) const {
    const Place* place = places_.data() + within.begin;
    const std::size_t one = change.one - within.begin, other = change.other - within.begin;
    Reach reach{one, other, one, other};
    while (reach.seen_first > 0 && place[reach.first].position - place[reach.seen_first - 1].position <= costs_.reach()) {
      if (--reach.seen_first; marks[reach.seen_first] != coding[reach.seen_first]) reach.first = reach.seen_first;
    }
    while (reach.seen_last + 1 < within.size() && place[reach.seen_last + 1].position - place[reach.last].position <= costs_.reach()) {
      if (++reach.seen_last; marks[reach.seen_last] != coding[reach.seen_last]) reach.last = reach.seen_last;
    }
    return reach;
  }

  static void apply(Marks& marks, Change change, std::size_t begin) {
    marks[change.one - begin] ^= 1;
    if (change.other != change.one) marks[change.other - begin] ^= 1;
  }

  static bool possible(const Marks& marks, Change change, std::size_t begin) {
    return change.one == change.other || marks[change.one - begin] != marks[change.other - begin];
  }

  // What a change adds to the count of marks and a coding.
  Tally difference(const Stretch& within, Marks& marks, const Marks& coding, Change change, const Reach& reach) {
    const Tally before = count(within, marks, coding, reach.first, reach.last);
    apply(marks, change, within.begin);
    Tally after = count(within, marks, coding, reach.first, reach.last);
    apply(marks, change, within.begin);
    return after.add(before, -1.0);
  }

  // The number of what a change adds, which few of them differ in.
  std::uint32_t numbered(const Row& by) {
    const auto [at, fresh] = number_of_.emplace(by, static_cast<std::uint32_t>(addends_.size()));
    if (fresh) addends_.push_back(by);
    return at->second;
  }

  // What a change adds to a coding. Codings that are alike around the change, as far as anybody looked, are counted once: `known` is the
  // number of what it adds and 1, or 0 where nobody looked.
  std::uint32_t addend(const Stretch& within, Marks& marks, const Marks& coding, Change change, std::uint32_t& known) {
    if (known > 0) return known - 1;
    const Reach reach = around(within, marks, coding, change);
    const Tally counted = difference(within, marks, coding, change, reach);
    const std::uint32_t number = numbered({options_.per_boundary ? counted.aligned : 0.0, cost(counted)});
    const std::size_t place = change.one - within.begin;
    if (reach.seen_first + margin >= place && reach.seen_last <= place + margin + 1) known = number + 1;
    return number;
  }

  // What a change of the marks does. Codings without a boundary as far as one has to look beside no boundaries at all are alike.
  void compare(const Stretch& within, Effect& effect, Marks& marks, std::size_t number) {
    const Change& change = within.changes[number];
    effect.exceptions.clear();
    if (!possible(marks, change, within.begin)) return;
    std::array<std::uint32_t, surroundings> known{};  // by what a coding has around the change
    effect.usual = addend(within, marks, nothing_, change, known[0]);
    const std::uint8_t* nearby = within.nearby.data() + (change.one - within.begin) * within.codings.size();
    const Reach reach = around(within, marks, nothing_, change);
    ++stamp_;
    for (std::size_t i = reach.seen_first; i <= reach.seen_last; ++i) {
      for (const std::uint32_t coding : within.with_mark[i]) {
        if (std::exchange(met_[coding], stamp_) == stamp_) continue;
        const std::uint32_t by = addend(within, marks, within.codings[coding], change, known[nearby[coding]]);
        if (by == effect.usual) continue;
        for (const std::uint32_t coder : within.coders[coding]) effect.exceptions.push_back({coder, by});
      }
    }
    pass(checkpoint_, 16 * (1 + effect.exceptions.size()));
  }

  Table table_of(const Stretch& within, Marks marks) {
    Table table;
    table.now.resize(own_.size());
    pass(checkpoint_, within.codings.size() * within.size());
    for (std::size_t coding = 0; coding < within.codings.size(); ++coding) {
      const Row now = row(count(within, marks, within.codings[coding], 0, within.size() - 1));
      for (const std::uint32_t coder : within.coders[coding]) table.now[coder] = now;
    }
    table.effects.resize(within.changes.size());
    for (std::size_t change = 0; change < within.changes.size(); ++change) compare(within, table.effects[change], marks, change);
    return table;
  }

  // Adds what a change adds to the row of every coder.
  void add(std::vector<Row>& rows, const Effect& effect) {
    rows_.assign(rows.size(), addends_[effect.usual]);
    for (const Exception& one : effect.exceptions) rows_[one.coder] = addends_[one.addend];
    for (std::size_t coder = 0; coder < rows.size(); ++coder) {
      rows[coder].all += rows_[coder].all;
      rows[coder].cost += rows_[coder].cost;
    }
  }

  // Makes the table of `marks` that of the marks after a change: only near the change anything is different.
  void advance(const Stretch& within, Table& table, Marks marks, std::size_t number) {
    const Change made = within.changes[number];
    add(table.now, table.effects[number]);
    std::int64_t left = mass_, right = 0;
    const auto widen = [&](const Marks& coding) {
      const Reach reach = around(within, marks, coding, made);
      left = std::min(left, places_[within.begin + reach.first].position - costs_.reach());
      right = std::max(right, places_[within.begin + reach.last].position + costs_.reach());
    };
    widen(nothing_);
    const Reach reach = around(within, marks, nothing_, made);
    for (std::size_t i = reach.seen_first; i <= reach.seen_last; ++i) {
      for (const std::uint32_t coding : within.with_mark[i]) widen(within.codings[coding]);
    }
    apply(marks, made, within.begin);
    for (std::size_t change = 0; change < within.changes.size(); ++change) {
      const std::int64_t first = places_[within.changes[change].one].position, last = places_[within.changes[change].other].position;
      if (last >= left && first <= right) compare(within, table.effects[change], marks, change);
    }
  }

  // --------------------------------------------------------------------------------------------------------------- search

  [[nodiscard]] double similarity(double all, double cost) const {
    return options_.per_boundary ? boundary_similarity_of(cost, all) : similarity_of(cost, all);
  }

  // The mean similarity to the codings, from the row of each.
  double mean(std::span<const Row> rows) {
    for (std::size_t coder = 0; coder < rows.size(); ++coder) values_[coder] = similarity(rows[coder].all, rows[coder].cost);
    return pairwise_sum(values_.data(), values_.size()) / static_cast<double>(values_.size());
  }

  // Of so many values the number of the largest; of equals the marks with the fewest boundaries, then whose boundaries come first.
  template <class ValueOf, class MarksOf>
  std::size_t chosen(std::size_t count, ValueOf&& value_of, MarksOf&& marks_of) const {
    double most = value_of(0);
    for (std::size_t i = 1; i < count; ++i) most = std::max(most, value_of(i));
    std::size_t best = count;
    std::ptrdiff_t fewest = 0;
    Marks first;
    for (std::size_t i = 0; i < count; ++i) {
      if (!(value_of(i) > most - options_.smallest_gain)) continue;
      Marks marks = marks_of(i);
      const std::ptrdiff_t boundaries = std::count(marks.begin(), marks.end(), 1);
      if (best == count || boundaries < fewest || (boundaries == fewest && marks > first)) best = i, fewest = boundaries, first = std::move(marks);
    }
    return best == count ? 0 : best;  // no value compares where weights are not numbers
  }

  void climb(Marks marks) {
    std::vector<Table> own(stretches_.size());
    std::vector<const Table*> tables(stretches_.size());
    const auto part_of = [&](const Stretch& within) { return marks.substr(within.begin, within.size()); };
    for (std::size_t i = 0; i < stretches_.size(); ++i) {
      if (!stretches_[i].is_short() && !arrived_.contains(marks)) own[i] = table_of(stretches_[i], part_of(stretches_[i]));
    }
    while (arrived_.insert(marks).second) {
      for (std::size_t i = 0; i < stretches_.size(); ++i) tables[i] = stretches_[i].is_short() ? &known(stretches_[i], part_of(stretches_[i])) : &own[i];
      add_up(tables);
      const double now = mean(totals_);
      reached_.emplace_back(marks, exact_ ? now : whole_value(marks));
      for (const auto& [number, change] : step(marks, tables, now)) {
        const Stretch& within = stretches_[number];
        if (!within.is_short()) advance(within, own[number], part_of(within), change);
        apply(marks, within.changes[change], 0);
      }
    }
  }

  const Table& known(Stretch& within, const Marks& marks) {
    const auto at = within.known.find(marks);
    if (at != within.known.end()) return at->second;
    // Only the table asked for last is in use.
    if ((within.known.size() + 1) * within.changes.size() * own_.size() > most_known) within.known.clear();
    return within.known.emplace(marks, table_of(within, marks)).first->second;
  }

  // The mean similarity of the marks as a whole.
  double whole_value(const Marks& marks) {
    const Stretch whole{0, places_.size(), {}, {}, {}, {}, {}, {}};
    rows_.resize(own_.size());
    for (std::size_t coder = 0; coder < own_.size(); ++coder) rows_[coder] = row(count(whole, marks, own_[coder], 0, places_.size() - 1));
    return mean(rows_);
  }

  // The row of every coder in all stretches together.
  void add_up(std::span<const Table* const> tables) {
    // Two segmentations without boundaries, which every stretch holds once.
    const double nothing = (1.0 - static_cast<double>(tables.size())) * row({}).all;
    totals_.assign(own_.size(), {nothing, 0.0});
    for (const Table* table : tables) {
      for (std::size_t coder = 0; coder < own_.size(); ++coder) {
        totals_[coder].all += table->now[coder].all;
        totals_[coder].cost += table->now[coder].cost;
      }
    }
  }

  // The similarity of every coder after each addend, addend after addend, and their sums.
  void foresee() {
    outcomes_.resize(addends_.size() * own_.size());
    sums_.resize(addends_.size());
    double* outcome = outcomes_.data();
    for (std::size_t addend = 0; addend < addends_.size(); ++addend, outcome += own_.size()) {
      const auto [all, cost] = addends_[addend];
      for (std::size_t coder = 0; coder < own_.size(); ++coder) outcome[coder] = similarity(totals_[coder].all + all, totals_[coder].cost + cost);
      sums_[addend] = pairwise_sum(outcome, own_.size());
    }
  }

  // The mean similarity after a change, from what was foreseen.
  [[nodiscard]] double value_after(const Effect& effect) const {
    const std::size_t coders = own_.size();
    const double *outcomes = outcomes_.data(), *usual = outcomes + effect.usual * coders;
    const auto more = [&](std::size_t i) {
      const auto [coder, addend] = effect.exceptions[i];
      return outcomes[addend * coders + coder] - usual[coder];
    };
    // Four sums side by side, since one would wait for itself.
    double sums[4] = {};
    const std::size_t count = effect.exceptions.size(), whole = count - count % 4;
    for (std::size_t i = 0; i < whole; i += 4) {
      for (std::size_t j = 0; j < 4; ++j) sums[j] += more(i + j);
    }
    for (std::size_t i = whole; i < count; ++i) sums[i - whole] += more(i);
    return (sums_[effect.usual] + ((sums[0] + sums[1]) + (sums[2] + sums[3]))) / static_cast<double>(coders);
  }

  // The best change of every stretch that gains on the value now, or the best of all if that is better than all together: the number
  // of the stretch and of the change. Nothing at an optimum.
  std::vector<std::pair<std::size_t, std::size_t>> step(const Marks& marks, std::span<const Table* const> tables, double now) {
    foresee();
    std::vector<std::pair<std::size_t, std::size_t>> found;
    std::vector<double> gains;
    double most = now;
    for (std::size_t i = 0; i < tables.size(); ++i) {
      const Stretch& within = stretches_[i];
      // The first is no change.
      tried_.assign(1, {now, none});
      for (std::size_t change = 0; change < within.changes.size(); ++change) {
        if (!possible(marks, within.changes[change], 0)) continue;
        const double value = value_after(tables[i]->effects[change]);
        most = std::max(most, value);
        tried_.emplace_back(value, change);
      }
      const auto marks_after = [&](std::size_t number) {
        Marks part = marks.substr(within.begin, within.size());
        if (tried_[number].second != none) apply(part, within.changes[tried_[number].second], within.begin);
        return part;
      };
      const auto& [value, change] = tried_[chosen(tried_.size(), [&](std::size_t number) { return tried_[number].first; }, marks_after)];
      if (!(value - now > options_.smallest_gain)) continue;  // nor where values are not numbers
      found.emplace_back(i, change);
      gains.push_back(value - now);
    }
    if (found.size() < 2) return found;
    for (const auto& [number, change] : found) add(totals_, tables[number]->effects[change]);
    const double together = mean(totals_);
    if (together >= most) return found;
    return {found[static_cast<std::size_t>(std::max_element(gains.begin(), gains.end()) - gains.begin())]};
  }

  static constexpr std::size_t none = static_cast<std::size_t>(-1);
  static constexpr std::size_t most_known = std::size_t{1} << 20;

  const EditCosts& costs_;
  MedianOptions options_;
  bool typed_;
  Checkpoint* checkpoint_;
  EditCounting counting_;
  std::int64_t mass_ = 0;
  std::vector<Place> places_;  // where a coding has a boundary, and beside these places
  std::vector<Marks> own_;     // of each coding
  std::vector<Stretch> stretches_;
  bool exact_ = true;          // whether no two boundaries of different stretches can be aligned
  std::unordered_set<Marks> arrived_;
  std::vector<std::pair<Marks, double>> reached_;
  std::vector<std::pair<double, std::size_t>> tried_;
  std::vector<double> values_;
  std::vector<Row> totals_;
  Side a_, b_;
  std::vector<Row> addends_;  // the distinct ones that changes add, and their numbers
  std::map<Row, std::uint32_t> number_of_;
  std::vector<Row> rows_;
  std::vector<double> outcomes_, sums_;
  Marks nothing_;                   // no boundary at any place
  std::vector<std::uint64_t> met_;  // for each coding the last stamp under which it was met
  std::uint64_t stamp_ = 0;
};

}  // namespace seamark
