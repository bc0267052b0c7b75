// Boundary edit distance of pairs: counts for many pairs held in columns, and scripts that list the edits. Nothing is allocated per
// pair that is counted: buffers grow to the largest pair and stay.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "seamark/columns.hpp"
#include "seamark/dense.hpp"
#include "seamark/edit_alignment.hpp"

namespace seamark {

// S: the share of potential boundaries that need no edit; 1 where there is none.
inline double similarity_of(double distance, double potential) { return ratio_or(potential - distance, potential, 1.0); }

// B: 1 minus the edits per boundary; 1 where neither side has one.
inline double boundary_similarity_of(double distance, double boundaries) { return 1.0 - ratio_or(distance, boundaries, 0.0); }

// Counts the edits of one pair after another with the same costs.
class EditCounting {
 public:
  explicit EditCounting(const EditCosts& costs, Checkpoint* checkpoint = nullptr)
      : costs_(costs),
        checkpoint_(checkpoint),
        dense_(processor_has_avx2()),
        adjacent_only_(costs.n == 2 && costs.near_miss(1) <= 2.0 * costs.addition + tie_width),
        adjacent_weight_(costs.scaled(1)),
        aligner_(checkpoint) {}

  // Types are empty on both sides when there is one type.
  [[nodiscard]] EditCounts operator()(TypedBoundaries a, TypedBoundaries b, std::int64_t mass) {
    return a.types.empty() && b.types.empty() ? one_type(a.positions, b.positions, mass) : several_types(a, b);
  }

  [[nodiscard]] EditCounts one_type(Positions a, Positions b, std::int64_t mass) {
    if (adjacent_only_) {
#ifdef SEAMARK_AVX2
      // With less than a boundary per word of the short cut, the general path is quicker.
      const auto boundaries = static_cast<std::int64_t>(a.size() + b.size());
      if (dense_ && mass <= std::min(dense_wide_mass, dense_word_mass * boundaries)) return from_adjacent(count_dense(a, b, mass), a.size(), b.size());
#endif
      return from_adjacent(mass <= dense_word_mass ? count_in_words(a, b) : count_sparse(a, b), a.size(), b.size());
    }
    EditCounter counter(costs_);
    align_one_type(a, b, costs_, workspace_, counter);
    return counter.counts();
  }

  [[nodiscard]] EditCounts several_types(TypedBoundaries a, TypedBoundaries b) {
    EditCounter counter(costs_);
    aligner_.align(a, b, costs_, counter);
    return counter.counts();
  }

  // Calls sink(a, b, counts) for every two of the rows from `begin` to before `end`, which have this mass.
  template <class Sink>
  void every_two(const Column& rows, std::size_t begin, std::size_t end, std::int64_t mass, Sink&& sink) {
#ifdef SEAMARK_AVX2
    if (dense_ && adjacent_only_ && rows.types.empty() && mass <= dense_wide_mass) return every_two_dense(rows, begin, end, mass, sink);
#endif
    for (std::size_t a = begin; a + 1 < end; ++a) {
      pass(checkpoint_, (end - a) * (1 + rows[a].size()) + rows.boundaries(a + 1, end));
      for (std::size_t b = a + 1; b < end; ++b) sink(a, b, (*this)(rows.typed(a), rows.typed(b), mass));
    }
  }

  // Whether only neighbouring potential boundaries can be near misses, so that AdjacentCounts say everything.
  [[nodiscard]] bool adjacent_only() const { return adjacent_only_; }

  [[nodiscard]] EditCounts from_adjacent(const AdjacentCounts& adjacent, std::size_t boundaries_a, std::size_t boundaries_b) const {
    EditCounts counts;
    counts.matches = adjacent.matches;
    counts.additions_a = static_cast<std::int64_t>(boundaries_a) - adjacent.matches - adjacent.near_misses;
    counts.additions_b = static_cast<std::int64_t>(boundaries_b) - adjacent.matches - adjacent.near_misses;
    counts.transpositions = adjacent.near_misses;
    counts.transposed_distance = static_cast<double>(adjacent.near_misses);
    counts.transposition_weight = adjacent_weight_ * static_cast<double>(adjacent.near_misses);
    return counts;
  }

 private:
#ifdef SEAMARK_AVX2
  SEAMARK_AVX2_CODE static AdjacentCounts count_dense(Positions a, Positions b, std::int64_t mass) {
    return detail::count_dense(detail::dense_bits(a, mass), detail::dense_bits(b, mass), mass);
  }

  // Every row becomes bits once.
  template <class Sink>
  SEAMARK_AVX2_CODE void every_two_dense(const Column& rows, std::size_t begin, std::size_t end, std::int64_t mass, Sink& sink) {
    std::vector<detail::TwiceWide> bits;
    for (std::size_t row = begin; row < end; ++row) bits.push_back(detail::dense_bits(rows[row], mass));
    for (std::size_t a = begin; a + 1 < end; ++a) {
      pass(checkpoint_, end - a);
      for (std::size_t b = a + 1; b < end; ++b)
        sink(a, b, from_adjacent(detail::count_dense(bits[a - begin], bits[b - begin], mass), rows[a].size(), rows[b].size()));
    }
  }
#endif

  [[nodiscard]] AdjacentCounts count_sparse(Positions a, Positions b) {
    workspace_.reserve(a.size() + b.size());
    const std::size_t unmatched = collect_unmatched(a, b, workspace_.unmatched.data());
    return {static_cast<std::int64_t>((a.size() + b.size() - unmatched) / 2), count_adjacent({workspace_.unmatched.data(), unmatched})};
  }

  const EditCosts& costs_;
  Checkpoint* checkpoint_;
  [[maybe_unused]] bool dense_;
  bool adjacent_only_;
  double adjacent_weight_;
  OneTypeWorkspace workspace_;
  TypedAligner aligner_;
};

// Calls sink(pair, counts) for every pair. Both columns and `masses` describe the same number of pairs.
template <class Sink>
void count_edits(const Column& a, const Column& b, std::span<const std::int64_t> masses, const EditCosts& costs, Sink&& sink,
                 Checkpoint* checkpoint = nullptr) {
  EditCounting counting(costs, checkpoint);
  for_each_pair(a, b, masses.size(), checkpoint, [&](std::size_t i) { sink(i, counting(a.typed(i), b.typed(i), masses[i])); });
}

// -------------------------------------------------------------------------------------------------------------- scripts

enum class EditKind : std::uint8_t { match, addition, substitution, transposition };

// One match or edit. `position` is the left end, `end` the right end of a transposition, `other` the type of the second segmentation
// in a substitution. `side` is 0 where only the first segmentation has the boundary; of a transposition, where its left end is.
struct Edit {
  EditKind kind;
  std::int64_t position, end;
  std::int32_t type, other, side;
};

// A visitor of edits that lists them.
struct ScriptWriter {
  std::vector<Edit> edits;

  void matches(std::int64_t) {}  // one-type matches are listed by the caller, who has both position lists
  void match(std::int64_t position, std::int32_t type) { edits.push_back({EditKind::match, position, position, type, type, 0}); }
  void addition(std::int64_t position, std::int32_t type, int side) {
    edits.push_back({EditKind::addition, position, position, type, type, side});
  }
  void substitution(std::int64_t position, std::int32_t type_a, std::int32_t type_b) {
    edits.push_back({EditKind::substitution, position, position, type_a, type_b, 0});
  }
  void transposition(std::int64_t start, std::int64_t end, std::int32_t type, int side) {
    edits.push_back({EditKind::transposition, start, end, type, type, side});
  }
};

// The optimal edit script of one pair. Types may be empty on both sides: then there is one type, with code 0.
inline std::vector<Edit> edit_script(TypedBoundaries a, TypedBoundaries b, const EditCosts& costs, Checkpoint* checkpoint = nullptr) {
  ScriptWriter writer;
  if (a.types.empty() && b.types.empty()) {
    for (std::size_t i = 0, j = 0; i < a.positions.size() && j < b.positions.size();) {
      const std::int64_t x = a.positions[i], y = b.positions[j];
      if (x == y) writer.match(x, 0);
      i += x <= y;
      j += y <= x;
    }
    OneTypeWorkspace workspace;
    align_one_type(a.positions, b.positions, costs, workspace, writer);
  } else {
    TypedAligner(checkpoint).align(a, b, costs, writer);
  }
  return std::move(writer.edits);
}

}  // namespace seamark
