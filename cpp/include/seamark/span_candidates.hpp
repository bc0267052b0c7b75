// Which spans of several coders can stand together in a best alignment, one span of a coder at the most (gamma: Mathet,
// Widlöcher & Métivier 2015).
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "seamark/checkpoint.hpp"
#include "seamark/span_columns.hpp"

namespace seamark {

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
// spans so unlike across it that the parts by themselves cost no more.
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
        if (checkpoint_ != nullptr) checkpoint_->pass(size * 4);
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
        // Whoever joins later may come to either side, and both cuts must stand.
        if (across[side] >= cut_limit(std::min(here * (there + rest), (here + rest) * there))) return Verdict::never;
        verdict = Verdict::only_with_more;
      }
    }
    return verdict;
  }

  // The sum across a cut from which on the two parts cost no more by themselves.
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
