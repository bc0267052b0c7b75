// Lines of JSON: the plain ones as they are, all others refused, as the twin that reads by the book does.
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "check.hpp"
#include "naive_json.hpp"
#include "random_pairs.hpp"
#include "seamark/json_items.hpp"

namespace {

using seamark::JsonItemReader;
using seamark::JsonItems;
using seamark::testing::RandomPairs;
using Numbers = std::vector<std::int64_t>;

std::optional<JsonItems> read(const std::string& text) { return JsonItemReader(text).read(); }

void test_columns() {
  const std::string text =
      "{\"item\": \"a\", \"codings\": {\"x\": [2, 3, 5], \"y\":[10]}}\r\n\n \t\n"
      "{\"texts\": [\"u\\\"\", \"v\"], \"codings\": {\"z\" :[ 1,1 ] , \"x\": [2]}, \"mass\": 2, \"item\": \"b\\u0020\"}";
  const auto found = read(text);
  CHECK(found.has_value());
  if (!found) return;
  CHECK((found->positions == Numbers{2, 5, 1}) && (found->offsets == Numbers{0, 2, 2, 3, 3}));
  CHECK((found->masses == Numbers{10, 10, 2, 2}) && (found->coders == Numbers{0, 1, 2, 0}) && (found->codings == Numbers{2, 2}));
  CHECK(found->item_names == "[\"a\",\"b\\u0020\"]" && found->coder_names == "[\"x\",\"y\",\"z\"]");
  CHECK((found->text_items == Numbers{1}) && found->text_begins.size() == 1);
  const auto begin = static_cast<std::size_t>(found->text_begins[0]);
  CHECK(text.substr(begin, static_cast<std::size_t>(found->text_ends[0]) - begin) == "[\"u\\\"\", \"v\"]");
}

void test_largest_masses() {
  const auto line = [](const std::string& masses) { return "{\"item\": \"a\", \"codings\": {\"x\": [" + masses + "]}}"; };
  std::string most = "611686018427387904";
  for (int i = 0; i < 4; ++i) most += ", 999999999999999999";
  most += ", 4";
  CHECK(read(line(most)).has_value() && read(line(most))->masses == Numbers{seamark::largest_mass});
  CHECK(!read(line(most + ", 1")));
  for (const char* number : {"0", "01", "-1", "1.0", "1e3", "9999999999999999999", "1000000000000000000", "99999999999999999999999", ""}) {
    CHECK(!read(line(number)));
  }
}

// Past the size from which columns are given room for all.
void test_long_text() {
  std::string text;
  for (int i = 0; i < 40'000; ++i) text += "{\"item\": \"item " + std::to_string(i) + "\", \"codings\": {\"x\": [1, 2, 3], \"y\": [6]}}\n";
  const auto found = read(text);
  CHECK(found && found->codings.size() == 40'000 && found->positions.size() == 80'000 && found->masses.back() == 6);
}

std::string random_line(RandomPairs& random) {
  const auto space = [&] { return random.one_of<std::string>({"", "", " ", "\t"}); };
  const auto quoted = [&] { return random.one_of<std::string>({"\"ann\"", "\"ben\"", "\"c\\\"\"", "\"\\\\\"", "\"\xc3\xa9\"", "\"\\u00e9\"", "\"\""}); };
  const std::int64_t mass = random.between(1, 4);
  const auto list = [&](const auto& one) {
    std::string made = "[" + space();
    for (std::int64_t i = 0; i < mass; ++i) made += (i == 0 ? "" : space() + "," + space()) + one();
    return made + space() + "]";
  };
  std::string codings = "{" + space();
  for (std::int64_t i = 0, count = random.between(1, 3); i < count; ++i) {
    codings += (i == 0 ? "" : ",") + space() + quoted() + space() + ":" + space() + list([] { return std::string("1"); });
  }
  std::vector<std::string> fields{"\"item\":" + space() + quoted(), "\"codings\"" + space() + ":" + codings + space() + "}"};
  if (random.between(0, 2) == 0) fields.push_back("\"mass\":" + std::to_string(mass));
  if (random.between(0, 2) == 0) fields.push_back("\"texts\":" + list(quoted));
  if (random.between(0, 1) == 0) std::swap(fields[0], fields[static_cast<std::size_t>(random.between(0, static_cast<std::int64_t>(fields.size()) - 1))]);
  std::string line = space() + "{" + space();
  for (std::size_t i = 0; i < fields.size(); ++i) line += (i == 0 ? "" : ",") + space() + fields[i];
  return line + space() + "}" + random.one_of<std::string>({"\n", "\n", "\r\n", " \n", "\n\n"});
}

void test_against_twin() {
  RandomPairs random(18);
  int plain = 0, refused = 0;
  for (int round = 0; round < 20'000; ++round) {
    std::string text;
    for (std::int64_t i = 0, lines = random.between(1, 3); i < lines; ++i) text += random_line(random);
    for (std::int64_t i = 0, faults = random.between(0, 3) - 1; i < faults && !text.empty(); ++i) {
      const auto place = static_cast<std::size_t>(random.between(0, static_cast<std::int64_t>(text.size()) - 1));
      const char sign = random.one_of<char>({'"', '{', '}', '[', ']', ',', ':', '0', '1', '\\', '\n', '\r', ' ', '-', '.', '\0', '\x7f', '\x1f'});
      if (random.between(0, 1) == 0) text[place] = sign;
      else if (random.between(0, 1) == 0) text.insert(place, 1, sign);
      else text.resize(place);
    }
    const auto found = read(text);
    CHECK(seamark::testing::items_of(found, text) == seamark::testing::naive_items(text));
    (found ? plain : refused) += 1;
  }
  CHECK(plain > 2'000 && refused > 2'000);
}

}  // namespace

int main() {
  test_columns();
  test_largest_masses();
  test_long_text();
  test_against_twin();
  return seamark::testing::checks_summary();
}
