// Every two codings of an item, against loops over all pairs of rows that compare them one by one.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "check.hpp"
#include "pair_columns.hpp"
#include "random_pairs.hpp"
#include "seamark/pair_sums.hpp"

namespace {

using seamark::testing::Positions;
using seamark::testing::RandomPairs;

// Items with any number of codings, each by another of some coders; now and then by none.
struct Study {
  Positions starts{0}, coder, positions, offsets{0}, masses;
  std::vector<std::int32_t> types;
  std::size_t coders;

  Study(RandomPairs& random, bool typed) : coders(static_cast<std::size_t>(random.between(1, 9))) {
    for (std::int64_t items = random.between(0, 12); items > 0; --items) {
      const auto mass = random.one_of<std::int64_t>({1, 2, 30, 64, 65, 128, 129, 256, 257, 512, 513, 1000, seamark::largest_mass});
      const Positions original = mass < 2000 && random.between(0, 1) == 0 ? random.dense(mass) : random.sparse(mass, 20);
      const std::int64_t missing = random.one_of<std::int64_t>({0, 30, 70, 100});
      for (std::int64_t one = 0; one < static_cast<std::int64_t>(coders); ++one) {
        if (random.between(1, 100) <= missing) continue;
        const Positions placed = random.between(0, 3) == 0 ? random.sparse(mass, 20) : random.perturbed(original, mass);
        coder.push_back(one);
        masses.push_back(mass);
        positions.insert(positions.end(), placed.begin(), placed.end());
        offsets.push_back(static_cast<std::int64_t>(positions.size()));
      }
      starts.push_back(static_cast<std::int64_t>(coder.size()));
    }
    if (typed) {
      for (std::size_t i = 0; i < positions.size(); ++i) types.push_back(static_cast<std::int32_t>(random.between(0, 2)));
    }
  }

  [[nodiscard]] seamark::Column column() const { return {positions, offsets, types}; }
  [[nodiscard]] seamark::CodedItems coded() const { return {starts, coder, coders}; }

  [[nodiscard]] std::vector<std::pair<std::size_t, std::size_t>> pairs() const {
    std::vector<std::pair<std::size_t, std::size_t>> found;
    for (std::size_t item = 0; item + 1 < starts.size(); ++item) {
      for (auto a = starts[item]; a < starts[item + 1]; ++a) {
        for (auto b = a + 1; b < starts[item + 1]; ++b) found.emplace_back(a, b);
      }
    }
    return found;
  }
};

void test_who_met_whom() {
  RandomPairs random(51);
  for (int round = 0; round < 300; ++round) {
    const Study study(random, false);
    std::map<std::pair<std::int64_t, std::int64_t>, std::int64_t> expected;
    for (const auto& [a, b] : study.pairs()) ++expected[std::minmax(study.coder[a], study.coder[b])];
    const seamark::CoderMeetings met = seamark::coder_meetings(study.coded());
    const seamark::MeetingNumbers numbers(met.starts, met.seconds);
    if (!CHECK(met.starts.size() == study.coders + 1 && met.seconds.size() == expected.size() && met.items.size() == expected.size())) return;
    std::size_t place = 0;
    for (const auto& [two, items] : expected) {
      CHECK(met.starts[static_cast<std::size_t>(two.first)] <= static_cast<std::int64_t>(place));
      CHECK(met.starts[static_cast<std::size_t>(two.first) + 1] > static_cast<std::int64_t>(place));
      CHECK(met.seconds[place] == two.second);
      CHECK(met.items[place] == items);
      CHECK(numbers(two.first, two.second) == place);
      CHECK(numbers(two.second, two.first) == place);
      for (std::size_t likely = 0; likely < 60; ++likely) CHECK(numbers(two.first, two.second, likely) == place);
      ++place;
    }
    for (std::int64_t one = 0; one < static_cast<std::int64_t>(study.coders); ++one) {
      for (std::int64_t other = 0; other < static_cast<std::int64_t>(study.coders); ++other) {
        CHECK((numbers(one, other) == seamark::MeetingNumbers::unknown) == !expected.contains(std::minmax(one, other)));
      }
    }
  }
}

void test_rows_are_added_to_both_codings_and_to_their_coders() {
  RandomPairs random(53);
  constexpr std::size_t width = 3;
  for (int round = 0; round < 100; ++round) {
    const Study study(random, false);
    const seamark::CoderMeetings met = seamark::coder_meetings(study.coded());
    const seamark::MeetingNumbers numbers(met.starts, met.seconds);
    const auto pairs = study.pairs();
    Positions rows_a, rows_b;
    std::vector<double> counts, of_codings(width * study.coder.size()), of_coders(width * met.seconds.size());
    std::vector<double> expected_codings = of_codings, expected_coders = of_coders;
    for (const auto& [a, b] : pairs) {
      rows_a.push_back(static_cast<std::int64_t>(a));
      rows_b.push_back(static_cast<std::int64_t>(b));
      for (std::size_t i = 0; i < width; ++i) {
        counts.push_back(static_cast<double>(random.between(0, 99)));
        expected_codings[width * a + i] += counts.back();
        expected_codings[width * b + i] += counts.back();
        expected_coders[width * numbers(study.coder[a], study.coder[b]) + i] += counts.back();
      }
    }
    CHECK(seamark::add_pair_rows(rows_a, rows_b, counts.data(), width, study.coder, numbers, of_codings.data(), of_coders.data()));
    CHECK(of_codings == expected_codings);
    CHECK(of_coders == expected_coders);
    const Positions nobody(study.coders + 1, 0);
    const seamark::MeetingNumbers none(nobody, {});
    CHECK(pairs.empty() ||
          !seamark::add_pair_rows(rows_a, rows_b, counts.data(), width, study.coder, none, of_codings.data(), of_coders.data()));
  }
}

// Potential boundaries of the longest texts are rounded in every sum.
constexpr double largest_exact = 9007199254740992.0;

bool alike(const std::vector<seamark::EditSum>& found, const std::vector<seamark::EditSum>& expected, double tolerance) {
  for (std::size_t row = 0; row < found.size(); ++row) {
    for (std::size_t i = 0; i < seamark::edit_sum_width; ++i) {
      const double size = std::max(1.0, std::abs(expected[row][i])), allowed = size < largest_exact ? tolerance : 1e-12;
      if (!(std::abs(found[row][i] - expected[row][i]) <= allowed * size)) return false;
    }
  }
  return found.size() == expected.size();
}

void test_edits_are_those_of_all_pairs() {
  const std::vector<double> values{1.0, 2.0, 4.0};
  // The first three have whole numbers and halves only, whose sums are exact.
  const std::vector<seamark::EditCosts> all_costs{{},
                                                  {.scale = seamark::Scale::linear},
                                                  {.transposition = 3.0, .n = 2},
                                                  {.addition = 0.7, .transposition = 0.3, .n = 3},
                                                  {.transposition = 0.9, .scale = seamark::Scale::linear, .n = 3},
                                                  {.substitution = 0.35, .scale = seamark::Scale::unit, .type_values = values, .type_span = 3.0}};
  RandomPairs random(54);
  for (int round = 0; round < 400; ++round) {
    const Study study(random, round % 3 == 0);
    const std::size_t kind = static_cast<std::size_t>(round) % all_costs.size();
    const seamark::EditCosts& costs = all_costs[kind];
    const seamark::Column column = study.column();
    const seamark::CoderMeetings met = seamark::coder_meetings(study.coded());
    const seamark::MeetingNumbers numbers(met.starts, met.seconds);
    std::vector<seamark::EditSum> of_codings(study.coder.size()), of_coders(met.seconds.size());
    std::vector<seamark::EditSum> expected_codings = of_codings, expected_coders = of_coders;
    for (const auto& [a, b] : study.pairs()) {
      // A pair by itself, in columns of its own, as everybody else has it counted.
      const auto one = column.typed(a), other = column.typed(b);
      const Positions offsets_a{0, static_cast<std::int64_t>(one.positions.size())}, offsets_b{0, static_cast<std::int64_t>(other.positions.size())};
      const seamark::Column side_a{one.positions, offsets_a, one.types}, side_b{other.positions, offsets_b, other.types};
      const auto add = [&, row_a = a, row_b = b](std::size_t, const seamark::EditCounts& counts) {
        const seamark::EditSum row{static_cast<double>(study.masses[row_a] - 1),
                                   static_cast<double>(counts.matches),
                                   static_cast<double>(counts.additions_a + counts.additions_b),
                                   static_cast<double>(counts.substitutions),
                                   static_cast<double>(counts.transpositions),
                                   counts.substitution_weight,
                                   counts.transposition_weight};
        const std::size_t number = numbers(study.coder[row_a], study.coder[row_b]);
        for (std::size_t i = 0; i < row.size(); ++i) {
          expected_codings[row_a][i] += row[i];
          expected_codings[row_b][i] += row[i];
          expected_coders[number][i] += row[i];
        }
      };
      seamark::count_edits(side_a, side_b, std::span<const std::int64_t>(&study.masses[a], 1), costs, add);
    }
    const seamark::CodedItems coded = study.coded();
    CHECK(seamark::add_edit_sums(column, coded, study.masses, costs, numbers, of_codings, of_coders));
    const double tolerance = kind < 3 ? 0.0 : 1e-12;
    CHECK(alike(of_codings, expected_codings, tolerance));
    CHECK(alike(of_coders, expected_coders, tolerance));
    const Positions nobody(study.coders + 1, 0);
    const seamark::MeetingNumbers none(nobody, {});
    CHECK(met.seconds.empty() || !seamark::add_edit_sums(column, coded, study.masses, costs, none, of_codings, {}));
  }
}

}  // namespace

int main() {
  test_who_met_whom();
  test_rows_are_added_to_both_codings_and_to_their_coders();
  test_edits_are_those_of_all_pairs();
  return seamark::testing::checks_summary();
}
