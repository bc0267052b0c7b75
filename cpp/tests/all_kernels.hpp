// Every kernel over the same columns, and a digest of all it gives: what must not depend on compiler, processor or threads.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "edit_cases.hpp"
#include "naive_boundaries.hpp"
#include "naive_partitions.hpp"
#include "pair_columns.hpp"
#include "random_pairs.hpp"
#include "random_spans.hpp"
#include "seamark/labels.hpp"
#include "seamark/partitions.hpp"
#include "seamark/edit.hpp"
#include "seamark/boundaries.hpp"
#include "seamark/pair_sums.hpp"
#include "seamark/rows.hpp"
#include "seamark/draws.hpp"
#include "seamark/spans.hpp"
#include "seamark/fused.hpp"
#include "seamark/windows.hpp"

namespace seamark::testing {

// FNV-1a over the bits of all numbers shown.
class Digest {
 public:
  explicit Digest(std::string name) : name_(std::move(name)) {}

  template <class... Numbers>
  void add(Numbers... numbers) {
    (add_word(std::bit_cast<std::uint64_t>(numbers)), ...);
  }
  void add(const EditCounts& counts) {
    add(counts.matches, counts.additions_a, counts.additions_b, counts.substitutions, counts.transpositions, counts.substitution_weight,
        counts.transposition_weight, counts.transposed_distance);
  }

  [[nodiscard]] const std::string& name() const { return name_; }
  [[nodiscard]] std::uint64_t value() const { return value_; }
  bool operator==(const Digest&) const = default;

 private:
  void add_word(std::uint64_t word) {
    for (int byte = 0; byte < 8; ++byte, word >>= 8) value_ = (value_ ^ (word & 0xFF)) * 0x100000001b3ULL;
  }

  std::string name_;
  std::uint64_t value_ = 0xcbf29ce484222325ULL;
};

// What all kernels are given. Read by several threads at once in test_threads.cpp.
struct SharedInput {
  PairsInColumns pairs;
  std::vector<WindowFrame> frames;
  std::vector<Windows> windows;
  edit_cases::Boundaries typed_a, typed_b;
  Positions typed_offsets_a{0}, typed_offsets_b{0}, typed_masses;
  std::vector<double> type_values{1.0, 2.0, 4.0, 7.0};

  SharedInput(std::uint64_t seed, int count) {
    RandomPairs random(seed);
    pairs = random_pairs(random, count);
    for (int i = 0; i < count / 4; ++i) {
      const auto mass = random.one_of<std::int64_t>({100'000, std::int64_t{1} << 40, largest_mass});
      const Positions reference = random.sparse(mass, 40);
      pairs.add(reference, random.between(0, 1) == 0 ? random.sparse(mass, 40) : random.perturbed(reference, mass), mass);
    }
    frames = random_frames(random, pairs.masses);
    for (int i = 0; i < 6; ++i) windows.push_back(random_windows(random));
    edit_cases::Random typed_random(seed);
    for (int i = 0; i < count; ++i) {
      const edit_cases::Pair pair = edit_cases::random_pair(typed_random, static_cast<std::size_t>(typed_random.between(1, 30)), 4);
      append(pair.a, typed_a, typed_offsets_a);
      append(pair.b, typed_b, typed_offsets_b);
      typed_masses.push_back(static_cast<std::int64_t>(pair.a.size()) + 1);
    }
  }

  [[nodiscard]] std::vector<EditCosts> costs() const {
    return {{},
            {.addition = 0.7, .transposition = 0.3, .n = 3},
            {.addition = 1.1, .substitution = 0.9, .transposition = 0.45, .scale = Scale::linear, .n = 5},
            {.substitution = 0.35, .transposition = 0.6, .scale = Scale::unit, .n = 4, .type_values = type_values, .type_span = 7.0},
            {.addition = 0.1, .substitution = 0.2, .transposition = 0.3, .n = 6, .type_values = type_values, .type_span = 6.0}};
  }

 private:
  static void append(const naive::Sets& sets, edit_cases::Boundaries& boundaries, Positions& offsets) {
    const edit_cases::Boundaries more = edit_cases::to_boundaries(sets);
    boundaries.positions.insert(boundaries.positions.end(), more.positions.begin(), more.positions.end());
    boundaries.types.insert(boundaries.types.end(), more.types.begin(), more.types.end());
    offsets.push_back(static_cast<std::int64_t>(boundaries.positions.size()));
  }
};

namespace detail {

inline Digest digest_edits(const SharedInput& input) {
  Digest digest("edits");
  for (const EditCosts& costs : input.costs()) {
    const auto add = [&](std::size_t, const EditCounts& counts) {
      digest.add(counts);
      digest.add(counts.cost(costs));
    };
    count_edits(input.pairs.a(), input.pairs.b(), input.pairs.masses, costs, add);
    const Column a{input.typed_a.positions, input.typed_offsets_a, input.typed_a.types};
    const Column b{input.typed_b.positions, input.typed_offsets_b, input.typed_b.types};
    count_edits(a, b, input.typed_masses, costs, add);
    for (std::size_t i = 0; i < input.typed_masses.size(); ++i) {
      for (const Edit& edit : edit_script(a.typed(i), b.typed(i), costs)) {
        for (const std::int64_t number : {std::int64_t{static_cast<std::uint8_t>(edit.kind)}, edit.position, edit.end, std::int64_t{edit.type},
                                          std::int64_t{edit.other}, std::int64_t{edit.side}}) digest.add(number);
      }
    }
  }
  return digest;
}

// The first sides of every four pairs as codings of one item, as long as the longest of them.
inline Digest digest_pair_sums(const SharedInput& input) {
  Digest digest("pair sums");
  constexpr std::size_t coders = 4;
  Positions starts{0}, coder, masses = input.pairs.masses;
  for (std::size_t begin = 0; begin < masses.size(); begin += coders) {
    const std::size_t end = std::min(begin + coders, masses.size());
    const std::span<std::int64_t> item = std::span(masses).subspan(begin, end - begin);
    std::fill(item.begin(), item.end(), *std::max_element(item.begin(), item.end()));
    for (std::size_t row = begin; row < end; ++row) coder.push_back(static_cast<std::int64_t>(row - begin));
    starts.push_back(static_cast<std::int64_t>(end));
  }
  const Column column = input.pairs.a();
  const CodedItems coded{starts, coder, coders};
  const CoderMeetings met = coder_meetings(coded);
  for (const EditCosts& costs : input.costs()) {
    std::vector<EditSum> of_codings(coder.size()), of_coders(met.seconds.size());
    digest.add(static_cast<std::int64_t>(add_edit_sums(column, coded, masses, costs, {met.starts, met.seconds}, of_codings, of_coders)));
    for (const EditSum& sum : of_codings) for (const double number : sum) digest.add(number);
    for (const EditSum& sum : of_coders) for (const double number : sum) digest.add(number);
  }
  return digest;
}

inline Digest digest_windows(const SharedInput& input) {
  Digest digest("windows");
  const Column a = input.pairs.a(), b = input.pairs.b();
  WindowWorkspace workspace;
  for (std::size_t i = 0; i < input.pairs.masses.size(); ++i) {
    const WindowDifferences differences = window_differences(a[i], b[i], input.frames[i], workspace);
    digest.add(input.frames[i].windows(), differences.more_in_reference, differences.more_in_hypothesis);
    const WindowPresence presence = window_presence(a[i], b[i], input.frames[i]);
    digest.add(input.frames[i].windows(), presence.in_reference, presence.in_hypothesis, presence.in_either);
    if (!window_sums_fit(std::max(a[i].size(), b[i].size()), input.frames[i].width)) continue;
    const WindowSums sums = window_sums(a[i], b[i], input.pairs.masses[i], input.frames[i].width, workspace);
    digest.add(sums.true_positive, sums.false_positive, sums.false_negative);
  }
  return digest;
}

inline Digest digest_fused(const SharedInput& input) {
  Digest digest("fused");
  std::vector<std::uint8_t> status(input.pairs.masses.size());
  JobColumns columns(status.size());
  std::vector<EditJob> edits;
  for (const EditCosts& costs : input.costs()) edits.push_back(columns.edits(costs, edits.size() % 2 == 0 ? 0.0 : 2.0));
  std::vector<WindowJob> windows;
  for (const Windows& layout : input.windows) {
    for (const auto kind : {WindowJob::Kind::differences, WindowJob::Kind::presence}) windows.push_back(columns.windows(kind, layout));
  }
  FusedCounting(edits, windows).count(input.pairs.rows_a(), input.pairs.rows_b(), status);
  // The same pairs with positions taken for masses.
  const ListReader<std::int64_t, std::int64_t> list(RowForm::masses, {input.pairs.positions_a, input.pairs.offsets_a, {}, {}});
  const auto add_all = [&] {
    for (const std::uint8_t fault : status) digest.add(static_cast<std::uint64_t>(fault));
    for (const std::vector<double>& column : columns.all()) {
      for (const double number : column) digest.add(std::isnan(number) ? -1.0 : number);
    }
  };
  add_all();
  FusedCounting(edits, windows).count(list, list, status);
  add_all();
  return digest;
}

inline Digest digest_pairing(const SharedInput& input) {
  Digest digest("pairing");
  const Column a = input.pairs.a(), b = input.pairs.b();
  HammingWorkspace workspace;
  for (std::size_t i = 0; i < input.pairs.masses.size(); ++i) {
    for (const std::int64_t tolerance : {0, 1, 5, 1000}) digest.add(count_matches(a[i], b[i], tolerance));
    const BoundaryDistances apart = boundary_distances(a[i], b[i], false, 5);
    digest.add(apart.sum_a, apart.sum_b, apart.median_a, apart.median_b, apart.within_a, apart.within_b, apart.largest, apart.ahead);
    for (const HammingCosts& costs : {HammingCosts{}, HammingCosts{1.1, 0.7, 0.3}, HammingCosts{0.1, 3.3, 1e-3}}) {
      const HammingEdits edits = hamming_edits(a[i], b[i], costs, workspace);
      digest.add(edits.insertions, edits.deletions, edits.shifted, naive::cost_of(edits, costs));
    }
  }
  return digest;
}

inline Digest digest_partitions(const SharedInput& input) {
  Digest digest("partitions");
  const Column a = input.pairs.a(), b = input.pairs.b();
  for (std::size_t i = 0; i < input.pairs.masses.size(); ++i) {
    const std::int64_t mass = input.pairs.masses[i];
    digest.add(covering_sum(a[i], b[i], mass), covering_sum(b[i], a[i], mass));
    const PairCounts counts = pair_counts(SegmentGroups{a[i], b[i], mass});
    digest.add(counts.same_reference, counts.same_hypothesis, counts.same_both, counts.pairs);
    for (const UnitErrors& errors : {unit_errors(a[i], b[i], mass, false), unit_errors(a[i], b[i], mass, true)}) {
      digest.add(errors.false_negative, errors.false_positive);
    }
  }
  return digest;
}

inline Digest digest_entropies(const SharedInput& input) {
  Digest digest("entropies");
  const Column a = input.pairs.a(), b = input.pairs.b();
  for (std::size_t i = 0; i < input.pairs.masses.size(); ++i) {
    const GroupEntropies entropies = group_entropies(SegmentGroups{a[i], b[i], input.pairs.masses[i]});
    digest.add(entropies.reference, entropies.hypothesis, entropies.reference_given_hypothesis, entropies.hypothesis_given_reference,
               entropies.largest_reference, entropies.largest_hypothesis);
  }
  return digest;
}

inline Digest digest_pair_weights(const SharedInput& input) {
  Digest digest("pair weights");
  const Column a = input.pairs.a(), b = input.pairs.b();
  for (std::size_t i = 0; i < input.pairs.masses.size(); ++i) {
    for (const double mu : {0.0, 1e-12, 0.02, 0.7, 5.0}) {
      const PairWeights weights = pair_weights(a[i], b[i], input.pairs.masses[i], mu);
      digest.add(weights.same_reference, weights.same_hypothesis, weights.same_both, weights.total, naive::agreement(weights));
    }
  }
  return digest;
}

// The positions of the shared pairs read again, as positions and, taken for masses, as masses.
inline Digest digest_reading(const SharedInput& input) {
  Digest digest("reading");
  const Positions& values = input.pairs.positions_a;
  const std::size_t rows = input.pairs.masses.size();
  const ListRows<std::int64_t, std::int64_t> list{values, input.pairs.offsets_a, {}, {}};
  Positions positions(values.size()), offsets(rows + 1), masses(rows);
  std::vector<std::uint8_t> faults(rows);
  const RowsOut out{positions, offsets, masses};
  const auto add_all = [&](std::size_t bad) {
    digest.add(static_cast<std::uint64_t>(bad));
    for (std::int64_t i = 0; i < offsets.back(); ++i) digest.add(positions[static_cast<std::size_t>(i)]);
    for (std::size_t row = 0; row < rows; ++row) digest.add(offsets[row], masses[row], static_cast<std::uint64_t>(faults[row]));
  };
  add_all(read_rows(input.pairs.rows_a(), out, faults));
  add_all(read_rows(ListReader(RowForm::masses, list), out, faults));
  digest.add(first_bad_row(input.pairs.a(), input.pairs.masses));
  return digest;
}

inline Positions ends_of(std::span<const std::int64_t> positions, std::int64_t mass) {
  Positions ends(positions.begin(), positions.end());
  ends.push_back(mass);
  return ends;
}

inline Positions starts_of(const Positions& ends) {
  Positions starts{0};
  starts.insert(starts.end(), ends.begin(), ends.end() - 1);
  return starts;
}

inline std::vector<std::int32_t> three_codes(std::size_t count) {
  std::vector<std::int32_t> codes(count);
  for (std::size_t i = 0; i < count; ++i) codes[i] = static_cast<std::int32_t>(i % 3);
  return codes;
}

// The typed boundaries taken for labels, their gaps for spans, and the plain ones for hierarchies of one level.
inline Digest digest_models(const SharedInput& input) {
  Digest digest("labels, spans and levels");
  const Column a{input.typed_a.positions, input.typed_offsets_a, input.typed_a.types};
  const Column b{input.typed_b.positions, input.typed_offsets_b, input.typed_b.types};
  LabelTable table;
  std::vector<Run> runs_a, runs_b;
  std::vector<std::int64_t> workspace;
  for (std::size_t i = 0; i < input.typed_masses.size(); ++i) {
    const std::int64_t mass = input.typed_masses[i];
    table.fill(a.typed(i), b.typed(i), mass);
    const PairCounts counts = pair_counts(table);
    digest.add(counts.same_reference, counts.same_hypothesis, counts.same_both, equally_labelled(a.typed(i), b.typed(i), mass));
    runs_of(a.typed(i), mass, {}, runs_a);
    runs_of(b.typed(i), mass, {}, runs_b);
    digest.add(run_edit_distance(runs_a, runs_b, workspace, nullptr));
    const ActionMatches matches = action_matches(runs_a, runs_b, 0.5);
    digest.add(matches.true_positive, matches.false_positive, matches.false_negative);
  }
  for (std::size_t i = 0; i < input.pairs.masses.size(); ++i) {
    const Positions ends_a = ends_of(input.pairs.a()[i], input.pairs.masses[i]), ends_b = ends_of(input.pairs.b()[i], input.pairs.masses[i]);
    const std::vector<std::int32_t> codes_a = three_codes(ends_a.size()), codes_b = three_codes(ends_b.size());
    const Positions starts_a = starts_of(ends_a), starts_b = starts_of(ends_b);
    const CodedSpans spans_a{starts_a, ends_a, codes_a}, spans_b{starts_b, ends_b, codes_b};
    const TurnTimes times(spans_a, spans_b, input.pairs.masses[i], {1, true, &spans_b});
    const TurnErrors errors = turn_errors(times, LabelMapping::anywhere);
    digest.add(errors.total, errors.correct, errors.false_alarm, errors.missed, errors.confusion);
    const JaccardErrors jaccard = jaccard_errors(times, LabelMapping::jaccard);
    const LabelTimes shares = label_times(times);
    const SegmentParts parts = segment_parts(spans_a, spans_b, nullptr, 2, 3);
    const SpanPairs entities = entity_pairs(spans_a, spans_b, false, true, nullptr);
    digest.add(shares.largest_b, shares.total_b, shares.largest_a, shares.total_a, parts.purity, parts.coverage, parts.total, entities.correct, entities.others);
    digest.add(jaccard.error, jaccard.labels, count_span_matches(spans_a, spans_b, {0.5, true}, nullptr));
    const LevelScores scores = tree_scores({input.pairs.a().typed(i)}, {input.pairs.b().typed(i)}, input.pairs.masses[i], {}, nullptr);
    digest.add(scores.precision_sum, scores.precision_units, scores.recall_sum, scores.recall_units);
  }
  return digest;
}

inline Digest digest_shuffles(const SharedInput& input) {
  Digest digest("shuffles");
  const Column column = input.pairs.a();
  const std::size_t rows = input.pairs.masses.size();
  std::vector<std::uint64_t> counters(rows);
  for (std::size_t row = 0; row < rows; ++row) counters[row] = row;
  Positions positions(2 * column.boundaries(0, rows));
  shuffle_rows(column, input.pairs.masses, counters, 2026, 3, 2, positions.data(), nullptr);
  for (const std::int64_t place : positions) digest.add(place);
  return digest;
}

inline Digest digest_draws(const SharedInput& input) {
  Digest digest("draws");
  const Column column = input.pairs.a();
  const std::size_t rows = input.pairs.masses.size();
  Positions numbers, places;
  std::vector<std::uint64_t> counters, words(3 * ((rows + 63) / 64));
  std::vector<double> numbers_of_rows, sums(3 * 2);
  for (std::size_t row = 0; row < rows; ++row) {
    numbers.push_back(static_cast<std::int64_t>(column[row].size()));
    places.push_back(input.pairs.masses[row] - 1);
    counters.push_back(row);
    numbers_of_rows.push_back(static_cast<double>(numbers.back()));
    numbers_of_rows.push_back(1.0 / static_cast<double>(input.pairs.masses[row]));
  }
  Positions drawn(column.boundaries(0, rows));
  random_places(numbers, places, counters, 2026, 3, drawn.data());
  for (const std::int64_t place : drawn) digest.add(place);
  CounterRandom random(2026, 4, 0);
  for (std::uint64_t& word : words) word = random.next();
  add_subset_sums(words, numbers_of_rows, 2, sums.data());
  for (const double sum : sums) digest.add(sum);
  return digest;
}

// Spans made of the shared segmentations, every second segment of each, two codings an item.
inline Digest digest_spans(const SharedInput& input) {
  Digest digest("spans");
  const Column a = input.pairs.a(), b = input.pairs.b();
  const std::vector<double> distances{0.0, 1.0, 0.5, 1.0, 0.0, 0.25, 0.5, 0.25, 0.0};
  for (std::size_t i = 0; i < input.pairs.masses.size(); ++i) {
    SpansInColumns spans;
    for (const auto& positions : {a[i], b[i]}) {
      std::vector<SpansInColumns::Row> rows;
      for (std::size_t j = 0; j + 1 < positions.size(); j += 2) rows.emplace_back(positions[j], positions[j + 1], static_cast<std::int32_t>(j / 2 % 3));
      spans.add_coding(rows, input.pairs.masses[i]);
    }
    std::vector<CategoryLengths> lengths(3);
    digest.add(category_lengths(spans.column(), 0, 2, lengths, nullptr));
    for (const CategoryLengths& one : lengths) digest.add(one.length, one.same, one.other, one.gap, one.squared, one.pairable);
    const std::vector<CodedSpans> coders{spans.column()[0], spans.column()[1]};
    const SpanCandidates found = CandidateSearch(coders, {1.0, 1.0, 1.0, distances, 3}, 1'000'000, nullptr).run();
    for (const double cost : found.costs) digest.add(cost);
  }
  return digest;
}

}  // namespace detail

inline std::vector<Digest> digest_all_kernels(const SharedInput& input) {
  return {detail::digest_edits(input),      detail::digest_windows(input),   detail::digest_fused(input),
          detail::digest_pairing(input),    detail::digest_partitions(input), detail::digest_entropies(input),
          detail::digest_pair_weights(input), detail::digest_reading(input),  detail::digest_shuffles(input),
          detail::digest_draws(input),      detail::digest_pair_sums(input),
          detail::digest_models(input),     detail::digest_spans(input)};
}

}  // namespace seamark::testing
