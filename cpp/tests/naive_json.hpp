// JSON read by the book, a value at a time, and items made of it: the twin of json_items.hpp.
#pragma once

#include <cctype>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "seamark/columns.hpp"
#include "seamark/json_items.hpp"

namespace seamark::testing {

// What a plain line says; strings as they are written, with their quotes.
struct NaiveItem {
  std::string name;
  std::vector<std::pair<std::string, std::vector<std::int64_t>>> codings;
  std::vector<std::string> texts;
  bool operator==(const NaiveItem&) const = default;
};

// A value of JSON: a string, a whole number above 0 and of up to 18 digits, a list or an object. Whatever else there is throws.
struct NaiveValue {
  enum class Kind : std::uint8_t { string, number, list, object } kind = Kind::string;
  std::string text;
  std::int64_t number = 0;
  std::vector<NaiveValue> values;
  std::vector<std::string> keys;
};

class NaiveJson {
 public:
  explicit NaiveJson(std::string text) : text_(std::move(text)) {}

  NaiveValue whole() {
    NaiveValue value = any();
    require(next() == '\0' && at_ == text_.size());
    return value;
  }

 private:
  static void require(bool sound) {
    if (!sound) throw std::runtime_error("not plain");
  }

  char next() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t' || text_[at_] == '\r')) ++at_;
    return at_ < text_.size() ? text_[at_] : '\0';
  }

  NaiveValue any() {
    switch (next()) {
      case '"': return {.kind = NaiveValue::Kind::string, .text = string(), .values = {}, .keys = {}};
      case '[': return several(']');
      case '{': return several('}');
      default: return number();
    }
  }

  std::string string() {
    require(next() == '"');
    ++at_;
    std::string found = "\"";
    while (true) {
      found += sign_within();
      if (found.back() == '"') return found;
      if (found.back() == '\\') found += sign_within();
    }
  }

  char sign_within() {
    require(at_ < text_.size() && static_cast<unsigned char>(text_[at_]) >= 0x20);
    return text_[at_++];
  }

  NaiveValue number() {
    std::string digits;
    while (at_ < text_.size() && std::isdigit(static_cast<unsigned char>(text_[at_])) != 0) digits += text_[at_++];
    require(!digits.empty() && digits.size() <= 18 && digits[0] != '0');
    return {.kind = NaiveValue::Kind::number, .text = {}, .number = std::stoll(digits), .values = {}, .keys = {}};
  }

  NaiveValue several(char end) {
    NaiveValue made{.kind = end == ']' ? NaiveValue::Kind::list : NaiveValue::Kind::object, .text = {}, .values = {}, .keys = {}};
    ++at_;
    if (next() == end) {
      ++at_;
      return made;
    }
    while (true) {
      if (end == '}') {
        made.keys.push_back(string());
        require(next() == ':');
        ++at_;
      }
      made.values.push_back(any());
      const char sign = next();
      require(sign == ',' || sign == end);
      ++at_;
      if (sign == end) return made;
    }
  }

  std::string text_;
  std::size_t at_ = 0;
};

inline NaiveItem naive_item(const std::string& line) {
  using Kind = NaiveValue::Kind;
  const auto require = [](bool sound) {
    if (!sound) throw std::runtime_error("not plain");
  };
  const NaiveValue value = NaiveJson(line).whole();
  require(value.kind == Kind::object && std::set(value.keys.begin(), value.keys.end()).size() == value.keys.size());
  std::map<std::string, NaiveValue> fields;
  for (std::size_t i = 0; i < value.keys.size(); ++i) fields[value.keys[i]] = value.values[i];
  for (const auto& [key, field] : fields) require(key == "\"item\"" || key == "\"codings\"" || key == "\"mass\"" || key == "\"texts\"");
  require(fields.contains("\"item\"") && fields.contains("\"codings\""));
  NaiveItem item;
  const NaiveValue name = fields["\"item\""], codings = fields["\"codings\""];
  require(name.kind == Kind::string && name.text != "\"\"" && codings.kind == Kind::object && !codings.keys.empty());
  require(std::set(codings.keys.begin(), codings.keys.end()).size() == codings.keys.size());
  item.name = name.text;
  std::set<std::int64_t> totals;
  for (std::size_t i = 0; i < codings.keys.size(); ++i) {
    require(codings.keys[i] != "\"\"" && codings.values[i].kind == Kind::list && !codings.values[i].values.empty());
    std::vector<std::int64_t> masses;
    std::int64_t total = 0;
    for (const NaiveValue& mass : codings.values[i].values) {
      require(mass.kind == Kind::number && mass.number <= largest_mass - total);
      masses.push_back(mass.number);
      total += mass.number;
    }
    totals.insert(total);
    item.codings.emplace_back(codings.keys[i], masses);
  }
  if (fields.contains("\"mass\"")) {
    require(fields["\"mass\""].kind == Kind::number);
    totals.insert(fields["\"mass\""].number);
  }
  if (fields.contains("\"texts\"")) {
    require(fields["\"texts\""].kind == Kind::list);
    for (const NaiveValue& text : fields["\"texts\""].values) {
      require(text.kind == Kind::string);
      item.texts.push_back(text.text);
    }
    totals.insert(static_cast<std::int64_t>(item.texts.size()));
  }
  require(totals.size() == 1);
  return item;
}

// The items of all lines that are not blank, or nothing.
inline std::optional<std::vector<NaiveItem>> naive_items(const std::string& text) {
  std::vector<NaiveItem> items;
  std::istringstream lines(text);
  try {
    for (std::string line; std::getline(lines, line);) {
      if (line.find_first_not_of(" \t\r") != std::string::npos) items.push_back(naive_item(line));
    }
  } catch (const std::runtime_error&) {
    return std::nullopt;
  }
  return items.empty() ? std::nullopt : std::optional(items);
}

// The strings of an array of JSON that holds nothing else.
inline std::vector<std::string> strings_in(const std::string& array) {
  std::vector<std::string> strings;
  for (const NaiveValue& value : NaiveJson(array).whole().values) strings.push_back(value.text);
  return strings;
}

// What the columns say, item by item.
inline std::optional<std::vector<NaiveItem>> items_of(const std::optional<JsonItems>& columns, const std::string& text) {
  if (!columns) return std::nullopt;
  const std::vector<std::string> names = strings_in(columns->item_names), coders = strings_in(columns->coder_names);
  std::vector<NaiveItem> items(names.size());
  std::size_t row = 0;
  for (std::size_t item = 0; item < names.size(); ++item) {
    items[item].name = names[item];
    for (std::int64_t count = 0; count < columns->codings.at(item); ++count, ++row) {
      std::vector<std::int64_t> masses;
      std::int64_t before = 0;
      for (std::int64_t i = columns->offsets.at(row); i < columns->offsets.at(row + 1); ++i) {
        const std::int64_t place = columns->positions.at(static_cast<std::size_t>(i));
        masses.push_back(place - before);
        before = place;
      }
      masses.push_back(columns->masses.at(row) - before);
      items[item].codings.emplace_back(coders.at(static_cast<std::size_t>(columns->coders.at(row))), masses);
    }
  }
  for (std::size_t i = 0; i < columns->text_items.size(); ++i) {
    const auto begin = static_cast<std::size_t>(columns->text_begins.at(i)), end = static_cast<std::size_t>(columns->text_ends.at(i));
    items.at(static_cast<std::size_t>(columns->text_items[i])).texts = strings_in(text.substr(begin, end - begin));
  }
  return items;
}

}  // namespace seamark::testing
