// Fused counting: pairs of rows are read and counted in one pass. Most of the time of a short pair goes into bringing its
// boundaries into a form that can be counted; here that is done once for all counts, and from masses without positions in between.
#pragma once

#include <cstddef>
#include <cstdint>
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

// What is to be counted in every pair, and the columns that counts go to: those of S or B,
struct EditJob {
  EditCosts costs;
  // How many types of boundaries there could be at every place: the distance is then taken per potential boundary (S). 0: per
  // boundary, matches and edits together (B).
  double types;
  double *sizes, *distances;

  void write(std::size_t i, const EditCounts& counts, std::int64_t mass) const {
    sizes[i] = types > 0.0 ? static_cast<double>(mass - 1) * types : static_cast<double>(counts.aligned());
    distances[i] = counts.cost(costs);
  }

  void write_nothing(std::size_t i) const { sizes[i] = distances[i] = undefined_score; }
};

// or those of WindowDiff (`differences`) or Pk (`presence`).
struct WindowJob {
  enum class Kind : std::uint8_t { differences, presence } kind;
  Windows layout;
  double *windows, *differ, *undefined;

  void write(std::size_t i, std::int64_t count, const LaidWindows& laid, std::int64_t mass) const {
    windows[i] = static_cast<double>(laid.windows);
    differ[i] = static_cast<double>(count);
    undefined[i] = laid.undefined(mass) ? 1.0 : 0.0;
  }

  void write_nothing(std::size_t i) const { windows[i] = differ[i] = undefined[i] = undefined_score; }
};

// Where the positions of those pairs go that can be used.
struct PairsOut {
  RowsOut a, b;
};

// Does all jobs for one pair of rows after another. Pairs have one boundary type.
class FusedCounting {
 public:
  FusedCounting(std::span<const EditJob> edits, std::span<const WindowJob> windows)
      : edits_(edits), windows_(windows), dense_(processor_has_avx2()), laid_(windows.size()) {
    counting_.reserve(edits.size());
    for (const EditJob& job : edits) dense_ = counting_.emplace_back(job.costs).adjacent_only() && dense_;
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
    count_pair({place_a, one.boundaries}, {place_b, other.boundaries}, one.mass, i);
    return 0;
  }

  void count_pair(Positions a, Positions b, std::int64_t mass, std::size_t i) {
    for (std::size_t job = 0; job < edits_.size(); ++job) edits_[job].write(i, counting_[job].one_type(a, b, mass), mass);
    lay_windows(mass, a.size());
    for (std::size_t job = 0; job < windows_.size(); ++job) {
      const bool differences = windows_[job].kind == WindowJob::Kind::differences;
      const WindowFrame& frame = laid_[job].frame;
      const std::int64_t differ = differences ? window_differences(a, b, frame, workspace_).differ() : window_presence(a, b, frame).differ();
      windows_[job].write(i, differ, laid_[job], mass);
    }
  }

  void lay_windows(std::int64_t mass, std::size_t boundaries_a) {
    for (std::size_t job = 0; job < windows_.size(); ++job) laid_[job] = laid_alike_[job] ? laid_[job - 1] : windows_[job].layout.over(mass, boundaries_a);
  }

  static std::int64_t* room(std::vector<std::int64_t>& positions, std::size_t values) {
    if (positions.size() < values) positions.resize(values);
    return positions.data();
  }

#ifdef SEAMARK_AVX2
  // Counts a pair of rows as bits, if bits can hold it and say everything that the jobs need; with few boundaries in a long text other
  // ways are quicker.
  SEAMARK_AVX2_CODE bool count_dense_row(const RowReader& a, const RowReader& b, std::size_t i, Checkpoint* checkpoint) {
    const auto one = a.dense(i);
    if (!one) return false;
    const auto other = b.dense(i);
    if (!other || one->mass != other->mass) return false;
    const std::int64_t mass = one->mass;
    if (mass > 32 * static_cast<std::int64_t>(one->boundaries + other->boundaries)) return false;
    lay_windows(mass, one->boundaries);
    for (const LaidWindows& laid : laid_) {
      if (laid.frame.windows() > 0 && !fits_dense_windows(laid.frame)) return false;
    }
    pass(checkpoint, 1 + one->boundaries + other->boundaries);
    if (!edits_.empty()) {
      const AdjacentCounts adjacent = detail::count_dense(one->bits, other->bits, mass);
      for (std::size_t job = 0; job < edits_.size(); ++job)
        edits_[job].write(i, counting_[job].from_adjacent(adjacent, one->boundaries, other->boundaries), mass);
    }
    detail::SurplusBytes surplus;
    for (std::size_t job = 0; job < windows_.size(); ++job) {
      const WindowFrame& frame = laid_[job].frame;
      std::int64_t differ = 0;
      if (frame.windows() > 0 && windows_[job].kind == WindowJob::Kind::presence) differ = count_presence(one->bits, other->bits, frame).differ();
      if (frame.windows() > 0 && windows_[job].kind == WindowJob::Kind::differences) {
        surplus.add_up(one->bits, other->bits, frame.last + frame.width);
        differ = count_differences(surplus, frame).differ();
      }
      windows_[job].write(i, differ, laid_[job], mass);
    }
    return true;
  }
#endif

  std::span<const EditJob> edits_;
  std::span<const WindowJob> windows_;
  bool dense_;  // whether bits say everything that is counted
  std::vector<EditCounting> counting_;
  std::vector<LaidWindows> laid_;         // of the pair that is counted, by job
  std::vector<std::uint8_t> laid_alike_;  // as the job before
  WindowWorkspace workspace_;
  std::vector<std::int64_t> positions_a_, positions_b_;
};

}  // namespace seamark
