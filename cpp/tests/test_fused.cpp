// Rows read and counted in one pass against the same steps one by one.
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <vector>

#include "check.hpp"
#include "pair_columns.hpp"
#include "random_pairs.hpp"
#include "seamark/fused.hpp"

namespace {

using seamark::EditCosts;
using seamark::EditJob;
using seamark::RowFault;
using seamark::RowReader;
using seamark::WindowJob;
using seamark::testing::JobColumns;
using seamark::testing::Positions;
using seamark::testing::RandomPairs;

const std::vector<EditCosts> all_costs{
    {}, {.scale = seamark::Scale::linear}, {.n = 3}, {.addition = 0.7, .transposition = 0.3, .scale = seamark::Scale::unit}};

// Lists of a value type, as a program might hand them over: with rows before them, and perhaps something null.
template <class Value, class Offset>
struct Lists {
  std::vector<Value> values = std::vector<Value>(3, Value{7});
  std::vector<Offset> offsets{3};
  std::vector<std::uint8_t> row_present, value_present;

  void add(const Positions& row) {
    for (const std::int64_t value : row) values.push_back(static_cast<Value>(value));
    offsets.push_back(static_cast<Offset>(values.size()));
  }

  [[nodiscard]] seamark::ListRows<Value, Offset> rows() const { return {values, offsets, row_present, value_present}; }
};

Positions masses_of(const Positions& positions, std::int64_t mass) {
  Positions masses;
  std::int64_t previous = 0;
  for (const std::int64_t position : positions) {
    masses.push_back(position - previous);
    previous = position;
  }
  masses.push_back(mass - previous);
  return masses;
}

// One row as positions, read by itself.
struct Row {
  Positions positions;
  seamark::RowRead read;

  Row(const RowReader& reader, std::size_t row) : positions(reader.values(row)), read(reader.read(row, positions.data())) {
    positions.resize(read.boundaries);
  }
};

std::uint8_t expected_status(const Row& a, const Row& b) {
  if (a.read.fault != RowFault::none) return static_cast<std::uint8_t>(a.read.fault);
  if (b.read.fault != RowFault::none) return static_cast<std::uint8_t>(16 + static_cast<int>(b.read.fault));
  return a.read.mass == b.read.mass ? 0 : 32;
}

void check_edits(const EditJob& job, const Row& a, const Row& b, std::size_t i) {
  seamark::OneTypeWorkspace workspace;
  seamark::EditCounter counter(job.costs);
  seamark::align_one_type(a.positions, b.positions, job.costs, workspace, counter);
  const auto counts = counter.counts();
  const double cost = counts.cost(job.costs), potential = static_cast<double>(a.read.mass - 1) * job.types;
  const auto aligned = static_cast<double>(counts.matches + counts.additions_a + counts.additions_b + counts.transpositions);
  CHECK(job.distances[i] == cost);
  CHECK(job.sizes[i] == (job.types > 0 ? potential : aligned));
}

void check_windows(const WindowJob& job, const Row& a, const Row& b, std::size_t i) {
  const std::int64_t mass = a.read.mass, boundaries = static_cast<std::int64_t>(a.positions.size());
  const seamark::WindowLayout& layout = job.layout.layout;
  const auto laid = layout.lay(mass, job.layout.k ? *job.layout.k : layout.rule(mass, boundaries));
  seamark::WindowWorkspace workspace;
  std::int64_t differ = 0;
  if (laid.frame.windows() > 0) {
    differ = job.kind == WindowJob::Kind::differences ? seamark::swept_window_differences(a.positions, b.positions, laid.frame, workspace).differ()
                                                      : seamark::swept_window_presence(a.positions, b.positions, laid.frame).differ();
  }
  const bool undefined = laid.windows == 0 && mass > 1;
  CHECK(job.windows[i] == static_cast<double>(laid.windows) && job.differ[i] == static_cast<double>(differ));
  CHECK(job.undefined[i] == (undefined ? 1.0 : 0.0));
}

void check_nothing(const EditJob& job, std::size_t i) { CHECK(std::isnan(job.sizes[i]) && std::isnan(job.distances[i])); }
void check_nothing(const WindowJob& job, std::size_t i) {
  CHECK(std::isnan(job.windows[i]) && std::isnan(job.differ[i]) && std::isnan(job.undefined[i]));
}

// Everything, without and with positions that are asked for.
void check_rows(RandomPairs& random, const RowReader& a, const RowReader& b, const std::vector<EditCosts>& some_costs) {
  const std::size_t count = a.size();
  JobColumns columns(count);
  std::vector<EditJob> edits;
  for (const EditCosts& costs : some_costs) {
    edits.push_back(columns.edits(costs, 0.0));
    edits.push_back(columns.edits(costs, random.one_of<double>({1.0, 3.0})));
  }
  const seamark::Windows layout = random_windows(random), other = random_windows(random);
  const std::vector<WindowJob> windows{columns.windows(WindowJob::Kind::differences, layout), columns.windows(WindowJob::Kind::presence, layout),
                                       columns.windows(WindowJob::Kind::presence, other), columns.windows(WindowJob::Kind::differences, other)};
  for (const bool with_positions : {false, true}) {
    std::size_t values_a = 0, values_b = 0;
    for (std::size_t i = 0; i < count; ++i) {
      values_a += a.values(i);
      values_b += b.values(i);
    }
    Positions positions_a(values_a), positions_b(values_b), offsets_a(count + 1), offsets_b(count + 1), masses_a(count), masses_b(count);
    seamark::PairsOut out{{positions_a, offsets_a, masses_a}, {positions_b, offsets_b, masses_b}};
    std::vector<std::uint8_t> status(count, 99);
    const std::size_t bad = seamark::FusedCounting(edits, windows).count(a, b, status, with_positions ? &out : nullptr);
    std::size_t good = 0;
    for (std::size_t i = 0; i < count; ++i) {
      const Row one(a, i), two(b, i);
      CHECK(status[i] == expected_status(one, two));
      if (status[i] != 0) {
        for (const EditJob& job : edits) check_nothing(job, i);
        for (const WindowJob& job : windows) check_nothing(job, i);
        continue;
      }
      for (const EditJob& job : edits) check_edits(job, one, two, i);
      for (const WindowJob& job : windows) check_windows(job, one, two, i);
      if (with_positions) {
        const auto begin = positions_a.begin(), begin_b = positions_b.begin();
        CHECK(one.positions == Positions(begin + offsets_a[good], begin + offsets_a[good + 1]) && masses_a[good] == one.read.mass);
        CHECK(two.positions == Positions(begin_b + offsets_b[good], begin_b + offsets_b[good + 1]) && masses_b[good] == two.read.mass);
      }
      ++good;
    }
    CHECK(good + bad == count);
  }
}

// Short rows of masses are counted as bits where all costs allow it.
void check_rows(RandomPairs& random, const RowReader& a, const RowReader& b) {
  check_rows(random, a, b, all_costs);
  check_rows(random, a, b, {EditCosts{}, {.scale = seamark::Scale::linear}});
}

// Masses that are whole, and some that are not: a 0, one below 0, one unit too many, far too many, none at all, something null.
template <class Value, class Offset>
void test_masses(std::uint64_t seed) {
  RandomPairs random(seed);
  for (int round = 0; round < 15; ++round) {
    const auto pairs = random_pairs(random, 60);
    const seamark::Column one = pairs.a(), two = pairs.b();
    Lists<Value, Offset> a, b;
    for (std::size_t i = 0; i < pairs.masses.size(); ++i) {
      Positions rows[2] = {masses_of({one[i].begin(), one[i].end()}, pairs.masses[i]), masses_of({two[i].begin(), two[i].end()}, pairs.masses[i])};
      Positions& spoiled = rows[random.between(0, 1)];
      std::int64_t& any = spoiled[static_cast<std::size_t>(random.between(0, static_cast<std::int64_t>(spoiled.size()) - 1))];
      switch (random.between(0, 11)) {
        case 0: any = 0; break;
        case 1: any = -any; break;
        case 2: ++any; break;
        case 3: any = std::int64_t{1} << random.between(8, 63); break;
        case 4: spoiled.clear(); break;
        case 5: spoiled.push_back(0); break;
        default: break;
      }
      a.add(rows[0]);
      b.add(rows[1]);
    }
    for (Lists<Value, Offset>* side : {&a, &b}) {
      if (random.between(0, 1) == 0) for (std::size_t i = 0; i + 1 < side->offsets.size(); ++i) side->row_present.push_back(random.between(0, 9) > 0);
      if (random.between(0, 1) == 0) for (std::size_t i = 0; i < side->values.size(); ++i) side->value_present.push_back(random.between(0, 99) > 0);
    }
    check_rows(random, seamark::ListReader<Value, Offset>(seamark::RowForm::masses, a.rows()), seamark::ListReader<Value, Offset>(seamark::RowForm::masses, b.rows()));
  }
}

void test_positions() {
  RandomPairs random(11);
  for (int round = 0; round < 30; ++round) {
    auto pairs = random_pairs(random, 60);
    for (std::int64_t& mass : pairs.masses) mass = random.between(0, 9) == 0 ? 5 : mass;
    check_rows(random, pairs.rows_a(), pairs.rows_b());
  }
}

// A column of masses and one of strings.
void test_strings() {
  RandomPairs random(12);
  const auto pairs = random_pairs(random, 200);
  Lists<std::int64_t, std::int32_t> masses;
  std::vector<std::uint8_t> characters;
  std::vector<std::int32_t> offsets{0};
  for (std::size_t i = 0; i < pairs.masses.size(); ++i) {
    masses.add(masses_of({pairs.a()[i].begin(), pairs.a()[i].end()}, pairs.masses[i]));
    const std::size_t begin = characters.size();
    characters.resize(begin + static_cast<std::size_t>(pairs.masses[i]) - 1, '0');
    for (const std::int64_t position : pairs.b()[i]) characters[begin + static_cast<std::size_t>(position) - 1] = '1';
    if (random.between(0, 9) == 0) characters.push_back(random.one_of<std::uint8_t>({'0', 'x'}));
    offsets.push_back(static_cast<std::int32_t>(characters.size()));
  }
  const seamark::ListRows<std::uint8_t, std::int32_t> strings{characters, offsets, {}, {}};
  const seamark::ListReader<std::int64_t, std::int32_t> lists(seamark::RowForm::masses, masses.rows());
  check_rows(random, lists, seamark::ListReader<std::uint8_t, std::int32_t>(seamark::RowForm::characters, strings));
  check_rows(random, seamark::ListReader<std::uint8_t, std::int32_t>(seamark::RowForm::characters, strings), lists);
  check_rows(random, seamark::ListReader<std::uint8_t, std::int32_t>(seamark::RowForm::characters, strings, {pairs.masses, {}}), lists);
}

void test_nothing_to_do() {
  const seamark::testing::PairsInColumns none;
  CHECK(seamark::FusedCounting({}, {}).count(none.rows_a(), none.rows_b(), {}) == 0);
  seamark::testing::PairsInColumns pairs;
  pairs.add({2}, {3}, 5);
  std::vector<std::uint8_t> status(1, 99);
  CHECK(seamark::FusedCounting({}, {}).count(pairs.rows_a(), pairs.rows_b(), status) == 0 && status[0] == 0);
}

void test_unsound_offsets() {
  const std::vector<std::int64_t> values{1, 2, 3, 4};
  const std::vector<std::int32_t> good{0, 2, 4};
  for (const std::vector<std::int32_t>& offsets : {std::vector<std::int32_t>{0, 3, 1}, {-1, 2, 4}, {0, 2, 5}}) {
    const seamark::ListReader<std::int64_t, std::int32_t> a(seamark::RowForm::masses, {values, good, {}, {}}), b(seamark::RowForm::masses, {values, offsets, {}, {}});
    std::vector<std::uint8_t> status(2);
    bool thrown = false;
    try {
      seamark::FusedCounting({}, {}).count(a, b, status);
    } catch (const std::invalid_argument&) {
      thrown = true;
    }
    CHECK(thrown);
  }
}

}  // namespace

int main() {
  test_masses<std::int64_t, std::int32_t>(1);
  test_masses<std::int64_t, std::int64_t>(2);
  test_masses<std::int32_t, std::int32_t>(3);
  test_masses<std::uint64_t, std::int64_t>(4);
  test_masses<std::uint32_t, std::int32_t>(5);
  test_masses<std::int16_t, std::int32_t>(6);
  test_masses<std::uint16_t, std::int64_t>(7);
  test_masses<std::int8_t, std::int32_t>(8);
  test_masses<std::uint8_t, std::int32_t>(9);
  test_positions();
  test_strings();
  test_nothing_to_do();
  test_unsound_offsets();
  return seamark::testing::checks_summary();
}
