// Fused scoring: pairs of rows are read, counted and scored in one pass. Most of the time of a short pair goes into bringing its
// boundaries into a form that can be counted; here that is done once for all counts, and from masses without positions in between.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "seamark/columns.hpp"
#include "seamark/dense.hpp"
#include "seamark/edit.hpp"
#include "seamark/rows.hpp"
#include "seamark/windows.hpp"

namespace seamark {

// What is wrong with a pair of rows: the fault of the first, that of the second plus this, or one of both together.
inline constexpr std::uint8_t fault_of_second = 16;
inline constexpr std::uint8_t different_masses = 32;

struct PairOfRows {
  Positions a, b;
  std::int64_t mass;
};

#ifdef SEAMARK_AVX2

// A pair of short segmentations as bits.
class DensePair {
 public:
  SEAMARK_AVX2_CODE DensePair(const detail::DenseRow& a, const detail::DenseRow& b)
      : a_(a.bits), b_(b.bits), words_a_(detail::words_of(a_)), words_b_(detail::words_of(b_)), mass_(a.mass), boundaries_a_(a.boundaries) {}

  SEAMARK_AVX2_CODE explicit DensePair(const PairOfRows& pair)
      : DensePair(detail::DenseRow{detail::as_twice_wide(pair.a), pair.mass, pair.a.size()},
                  detail::DenseRow{detail::as_twice_wide(pair.b), pair.mass, pair.b.size()}) {}

  [[nodiscard]] std::int64_t mass() const { return mass_; }
  [[nodiscard]] std::size_t boundaries_a() const { return boundaries_a_; }

  [[nodiscard]] SEAMARK_AVX2_CODE AdjacentCounts adjacent() const { return detail::count_wide(words_a_, words_b_, mass_); }

  [[nodiscard]] SEAMARK_AVX2_CODE std::int64_t differ_in_presence(const WindowFrame& frame) const {
    const DenseWords a = detail::window_ends(a_, frame), b = detail::window_ends(b_, frame);
    std::int64_t differ = 0;
    for (std::size_t word = 0; word < a.size(); ++word) differ += std::popcount(a[word] ^ b[word]);
    return differ;
  }

  [[nodiscard]] SEAMARK_AVX2_CODE std::int64_t differ_in_number(const WindowFrame& frame) {
    surplus_.add_up(words_a_, words_b_, frame.last + frame.width);
    return count_differing(surplus_, frame);
  }

 private:
  detail::TwiceWide a_, b_;
  DenseWords words_a_, words_b_;
  std::int64_t mass_;
  std::size_t boundaries_a_;
  detail::SurplusBytes surplus_;
};

#endif

// What is to be counted in every pair, and the columns that counts and scores go to: S or B,
struct EditJob {
  EditCosts costs;
  // How many types of boundaries there could be at every place: the distance is then taken per potential boundary (S). 0: per
  // boundary, matches and edits together (B).
  double types;
  double *sizes, *distances, *scores;

  void write(std::size_t i, const EditCounts& counts, std::int64_t mass) const {
    const double distance = counts.cost(costs);
    const double size = types > 0.0 ? static_cast<double>(mass - 1) * types : static_cast<double>(counts.aligned());
    sizes[i] = size;
    distances[i] = distance;
    scores[i] = types > 0.0 ? similarity_of(distance, size) : boundary_similarity_of(distance, size);
  }

  void write_nothing(std::size_t i) const { sizes[i] = distances[i] = scores[i] = undefined_score; }
};

// WindowDiff (`differences`) or Pk (`presence`).
struct WindowJob {
  enum class Kind : std::uint8_t { differences, presence } kind;
  Windows layout;
  double *windows, *differ, *undefined, *scores;

  void write(std::size_t i, std::int64_t count, const LaidWindows& laid, std::int64_t mass) const {
    windows[i] = static_cast<double>(laid.windows);
    differ[i] = static_cast<double>(count);
    undefined[i] = laid.undefined(mass) ? 1.0 : 0.0;
    scores[i] = laid.share(static_cast<double>(count), mass);
  }

  void write_nothing(std::size_t i) const { windows[i] = differ[i] = undefined[i] = scores[i] = undefined_score; }
};

// Where the positions of those pairs go that can be used.
struct PairsOut {
  RowsOut a, b;
};

// Does all jobs for one pair of rows after another. Pairs have one boundary type.
class FusedScoring {
 public:
  FusedScoring(std::span<const EditJob> edits, std::span<const WindowJob> windows)
      : edits_(edits), windows_(windows), dense_(dense_shortcut().limit == dense_wide_mass) {
    counting_.reserve(edits.size());
    for (const EditJob& job : edits) counting_.emplace_back(job.costs);
    for (std::size_t job = 0; job < windows.size(); ++job) laid_alike_.push_back(job > 0 && windows[job].layout == windows[job - 1].layout);
  }

  // Writes to `status` what is wrong with each pair of rows, 0 for nothing; returns how many cannot be used. Both columns have as
  // many rows as there are places. Jobs write to the rows of their columns, not a number where a pair cannot be used.
  std::size_t count(const RowReader& a, const RowReader& b, std::span<std::uint8_t> status, PairsOut* out = nullptr,
                    Checkpoint* checkpoint = nullptr) {
    std::size_t bad = 0;
    if (out != nullptr) out->a.offsets[0] = out->b.offsets[0] = 0;
    for (std::size_t i = 0; i < status.size(); ++i) {
      status[i] = count_row(a, b, i, out, checkpoint);
      if (status[i] == 0) continue;
      ++bad;
      for (const EditJob& job : edits_) job.write_nothing(i);
      for (const WindowJob& job : windows_) job.write_nothing(i);
    }
    return bad;
  }

 private:
  std::uint8_t count_row(const RowReader& a, const RowReader& b, std::size_t i, PairsOut* out, Checkpoint* checkpoint) {
#ifdef SEAMARK_AVX2
    if (dense_ && out == nullptr && count_dense_row(a, b, i, checkpoint)) return 0;
#endif
    const std::size_t values_a = a.values(i), values_b = b.values(i);
    pass(checkpoint, 1 + values_a + values_b);
    std::int64_t* place_a = out != nullptr ? out->a.place(values_a) : room(positions_a_, values_a);
    std::int64_t* place_b = out != nullptr ? out->b.place(values_b) : room(positions_b_, values_b);
    const RowRead one = a.read(i, place_a), other = b.read(i, place_b);
    if (one.fault != RowFault::none) return static_cast<std::uint8_t>(one.fault);
    if (other.fault != RowFault::none) return static_cast<std::uint8_t>(fault_of_second + static_cast<std::uint8_t>(other.fault));
    if (one.mass != other.mass) return different_masses;
    if (out != nullptr) {
      out->a.add(one);
      out->b.add(other);
    }
    count_pair({{place_a, one.boundaries}, {place_b, other.boundaries}, one.mass}, i);
    return 0;
  }

  // Writes what edits(counting) and differ(kind, frame) find in a pair to the columns of all jobs.
  template <class Edits, class Differ>
  SEAMARK_ALWAYS_INLINE void do_jobs(std::size_t i, std::int64_t mass, std::size_t boundaries_a, Edits&& edits, Differ&& differ) {
    for (std::size_t job = 0; job < edits_.size(); ++job) edits_[job].write(i, edits(counting_[job]), mass);
    LaidWindows laid;
    for (std::size_t job = 0; job < windows_.size(); ++job) {
      if (!laid_alike_[job]) laid = windows_[job].layout.over(mass, boundaries_a);
      windows_[job].write(i, differ(windows_[job].kind, laid.frame), laid, mass);
    }
  }

  void count_pair(const PairOfRows& pair, std::size_t i) {
#ifdef SEAMARK_AVX2
    if (dense_ && worth_it(pair.mass, pair.a.size() + pair.b.size())) return count_positions_densely(pair, i);
#endif
    do_jobs(
        i, pair.mass, pair.a.size(), [&](EditCounting& counting) { return counting.one_type(pair.a, pair.b, pair.mass); },
        [&](WindowJob::Kind kind, const WindowFrame& frame) { return differ(kind, pair, frame); });
  }

  [[nodiscard]] std::int64_t differ(WindowJob::Kind kind, const PairOfRows& pair, const WindowFrame& frame) {
    if (kind == WindowJob::Kind::differences) return window_differences(pair.a, pair.b, frame, workspace_).differ();
    return window_presence(pair.a, pair.b, frame).differ();
  }

  static std::int64_t* room(std::vector<std::int64_t>& positions, std::size_t values) {
    if (positions.size() < values) positions.resize(values);
    return positions.data();
  }

#ifdef SEAMARK_AVX2
  // With few boundaries in a long text other ways are quicker.
  static bool worth_it(std::int64_t mass, std::size_t boundaries) {
    return mass <= dense_wide_mass && mass <= 32 * static_cast<std::int64_t>(boundaries);
  }

  // Counts a pair of rows as bits, if they are a pair that bits can hold.
  SEAMARK_AVX2_CODE bool count_dense_row(const RowReader& a, const RowReader& b, std::size_t i, Checkpoint* checkpoint) {
    const auto one = a.dense(i);
    if (!one) return false;
    const auto other = b.dense(i);
    if (!other || one->mass != other->mass || !worth_it(one->mass, one->boundaries + other->boundaries)) return false;
    pass(checkpoint, 1 + one->boundaries + other->boundaries);
    DensePair pair(*one, *other);
    count_dense(pair, i, [&] {
      const RowRead read_a = a.read(i, room(positions_a_, a.values(i))), read_b = b.read(i, room(positions_b_, b.values(i)));
      return PairOfRows{{positions_a_.data(), read_a.boundaries}, {positions_b_.data(), read_b.boundaries}, read_a.mass};
    });
    return true;
  }

  SEAMARK_AVX2_CODE void count_positions_densely(const PairOfRows& positions, std::size_t i) {
    DensePair pair(positions);
    count_dense(pair, i, [&] { return positions; });
  }

  // Few jobs need positions beside the bits.
  template <class PositionsOf>
  SEAMARK_AVX2_CODE void count_dense(DensePair& pair, std::size_t i, PositionsOf&& positions_of) {
    std::optional<AdjacentCounts> adjacent;
    std::optional<PairOfRows> positions;
    const auto positions_needed = [&]() -> const PairOfRows& {
      if (!positions) positions = positions_of();
      return *positions;
    };
    const auto edits = [&](EditCounting& counting) SEAMARK_AVX2_CODE {
      if (!counting.adjacent_only()) return counting.one_type(positions_needed().a, positions_needed().b, pair.mass());
      if (!adjacent) adjacent = pair.adjacent();
      return counting.from_adjacent(*adjacent, pair.boundaries_a());
    };
    const auto windows = [&](WindowJob::Kind kind, const WindowFrame& frame) SEAMARK_AVX2_CODE {
      if (frame.windows() == 0) return std::int64_t{0};
      if (!fits_dense_windows(frame)) return differ(kind, positions_needed(), frame);
      return kind == WindowJob::Kind::differences ? pair.differ_in_number(frame) : pair.differ_in_presence(frame);
    };
    do_jobs(i, pair.mass(), pair.boundaries_a(), edits, windows);
  }
#endif

  std::span<const EditJob> edits_;
  std::span<const WindowJob> windows_;
  bool dense_;
  std::vector<EditCounting> counting_;
  std::vector<std::uint8_t> laid_alike_;  // as the job before
  WindowWorkspace workspace_;
  std::vector<std::int64_t> positions_a_, positions_b_;
};

}  // namespace seamark
