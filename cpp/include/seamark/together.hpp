// Several counts of the same pairs in one pass. Most of the time of a short pair goes into bringing its boundaries into a
// form that can be counted; here that is done once for all counts.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "seamark/columns.hpp"
#include "seamark/dense.hpp"
#include "seamark/dense_windows.hpp"
#include "seamark/edit_batch.hpp"
#include "seamark/windows.hpp"

namespace seamark {

#ifdef SEAMARK_AVX2

// A pair of short segmentations as bits.
class DensePair {
 public:
  SEAMARK_AVX2_CODE DensePair(std::span<const std::int64_t> a, std::span<const std::int64_t> b)
      : a_(detail::as_twice_wide(a)), b_(detail::as_twice_wide(b)), words_a_(detail::words_of(a_)), words_b_(detail::words_of(b_)) {}

  [[nodiscard]] SEAMARK_AVX2_CODE AdjacentCounts adjacent(std::int64_t mass) const {
    return detail::count_wide(words_a_, words_b_, mass);
  }

  [[nodiscard]] SEAMARK_AVX2_CODE WindowPresence presence(const WindowFrame& frame) const {
    return count_presence(a_, b_, frame);
  }

  [[nodiscard]] SEAMARK_AVX2_CODE WindowDifferences differences(const WindowFrame& frame) {
    surplus_.add_up(words_a_, words_b_, frame.last + frame.width);
    return count_differences(surplus_, frame);
  }

 private:
  detail::TwiceWide a_, b_;
  detail::Words words_a_, words_b_;
  detail::SurplusBytes surplus_;
};

#endif

// What is to be counted in every pair, and the columns it goes to.
struct EditJob {
  EditCosts costs;
  double* sizes;  // matches and edits together
  double* distances;
};

struct WindowJob {
  enum class Kind : std::uint8_t { differences, presence } kind;
  // One frame per pair.
  std::span<const std::int64_t> first, last, width, closing;
  double* differ;

  [[nodiscard]] WindowFrame frame(std::size_t i) const { return {first[i], last[i], width[i], closing[i]}; }
};

// Does all jobs for one pair after another. Pairs have one boundary type.
class Together {
 public:
  Together(std::span<const EditJob> edits, std::span<const WindowJob> windows) : edits_(edits), windows_(windows) {
    counting_.reserve(edits.size());
    for (const EditJob& job : edits) counting_.emplace_back(job.costs);
  }

  void count(const Column& a, const Column& b, std::span<const std::int64_t> masses, Checkpoint* checkpoint = nullptr) {
    for_each_pair(a, b, masses.size(), checkpoint, [&](std::size_t i) {
#ifdef SEAMARK_AVX2
      if (masses[i] <= dense_wide_mass && fits_dense_pair(a[i], b[i])) {
        count_dense(a[i], b[i], masses[i], i);
        return;
      }
#endif
      for (std::size_t job = 0; job < edits_.size(); ++job) write(edits_[job], i, counting_[job].one_type(a[i], b[i], masses[i]));
      for (const WindowJob& job : windows_) job.differ[i] = static_cast<double>(differ(job, a[i], b[i], job.frame(i)));
    });
  }

 private:
#ifdef SEAMARK_AVX2
  SEAMARK_AVX2_CODE void count_dense(std::span<const std::int64_t> a, std::span<const std::int64_t> b, std::int64_t mass,
                                     std::size_t i) {
    DensePair pair(a, b);
    AdjacentCounts adjacent;
    bool known = false;
    for (std::size_t job = 0; job < edits_.size(); ++job) {
      if (!counting_[job].adjacent_only()) {
        write(edits_[job], i, counting_[job].one_type(a, b, mass));
        continue;
      }
      if (!known) adjacent = pair.adjacent(mass);
      known = true;
      write(edits_[job], i, counting_[job].from_adjacent(adjacent, a.size()));
    }
    for (const WindowJob& job : windows_) {
      const WindowFrame frame = job.frame(i);
      std::int64_t count = 0;
      if (frame.windows() > 0) {
        if (!fits_dense_windows(frame)) count = differ(job, a, b, frame);
        else if (job.kind == WindowJob::Kind::differences) count = pair.differences(frame).differ();
        else count = pair.presence(frame).differ();
      }
      job.differ[i] = static_cast<double>(count);
    }
  }
#endif

  [[nodiscard]] std::int64_t differ(const WindowJob& job, std::span<const std::int64_t> a, std::span<const std::int64_t> b,
                                    const WindowFrame& frame) {
    if (job.kind == WindowJob::Kind::differences) return window_differences(a, b, frame, workspace_).differ();
    return window_presence(a, b, frame).differ();
  }

  static void write(const EditJob& job, std::size_t i, const EditCounts& counts) {
    job.sizes[i] = static_cast<double>(counts.matches + counts.additions_a + counts.additions_b + counts.substitutions + counts.transpositions);
    job.distances[i] = counts.cost(job.costs);
  }

  std::span<const EditJob> edits_;
  std::span<const WindowJob> windows_;
  std::vector<EditCounting> counting_;
  WindowWorkspace workspace_;
};

}  // namespace seamark
