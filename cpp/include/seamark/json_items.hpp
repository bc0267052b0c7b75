// Lines of JSON in the plain shape, an item each, turned into columns in one pass:
//
//   {"item": "poem", "codings": {"ann": [2, 3], "ben": [5]}, "mass": 5, "texts": ["a", ...]}
//
// The keys may stand in any order; mass and texts may be missing. Everything else, right or wrong, is left to a reader that
// knows more and says what it thinks of it: nothing is repaired here, and nothing half-read is handed over.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "seamark/columns.hpp"

namespace seamark {

struct JsonItems {
  // Of each coding.
  std::vector<std::int64_t> positions, offsets{0}, masses, coders;
  // Of each item: how many codings.
  std::vector<std::int64_t> codings;
  // The names of items, and those of coders in order of first appearance, as arrays of JSON: escapes and the bytes of
  // characters are for whoever decodes them to check.
  std::string item_names, coder_names;
  // Of each item with texts: its number, and the bytes of the array, which has as many strings as the item has units.
  std::vector<std::int64_t> text_items, text_begins, text_ends;
};

class JsonItemReader {
 public:
  explicit JsonItemReader(std::string_view text, Checkpoint* checkpoint = nullptr) : text_(text), checkpoint_(checkpoint) {}

  // Nothing when a line is not of the plain shape, or no line holds an item.
  std::optional<JsonItems> read() {
    while (at_ < text_.size()) {
      const std::size_t begin = at_;
      skip_spaces();
      const bool empty = take('\n') || at_ == text_.size();
      if ((!empty && !read_item()) || at_ - begin > longest_line) return std::nullopt;
      pass(checkpoint_, at_ - begin);
      if (begin < sample && at_ >= sample) make_room();
    }
    if (made_.codings.empty()) return std::nullopt;
    made_.item_names.back() = made_.coder_names.back() = ']';
    return std::move(made_);
  }

 private:
  // Half of what the reader of lines takes for too long.
  static constexpr std::size_t longest_line = std::size_t{1} << 27;
  // So many digits always fit.
  static constexpr std::size_t most_digits = 18;
  static constexpr std::size_t sample = std::size_t{1} << 20;

  void skip_spaces() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t' || text_[at_] == '\r')) ++at_;
  }

  bool take(char sign) {
    if (at_ == text_.size() || text_[at_] != sign) return false;
    ++at_;
    return true;
  }

  bool take_among_spaces(char sign) {
    skip_spaces();
    const bool taken = take(sign);
    skip_spaces();
    return taken;
  }

  // A string with its quotes; nothing (no quote, no end, a control character) is an empty view.
  std::string_view read_string() {
    const std::size_t begin = at_;
    if (!take('"')) return {};
    while (at_ < text_.size()) {
      const auto sign = static_cast<unsigned char>(text_[at_++]);
      if (sign == '"') return text_.substr(begin, at_ - begin);
      // What is escaped may be a quote.
      if (sign < 0x20 || (sign == '\\' && (at_ == text_.size() || static_cast<unsigned char>(text_[at_++]) < 0x20))) break;
    }
    return {};
  }

  // A string that is not "".
  std::string_view read_name() {
    const std::string_view name = read_string();
    return name.size() > 2 ? name : std::string_view{};
  }

  // A whole number from 1 on without a sign or leading zeros; 0 for anything else. Nothing plain follows the first digits of a
  // longer one.
  std::int64_t read_number() {
    const std::size_t begin = at_;
    std::int64_t number = 0;
    while (at_ < text_.size() && text_[at_] >= '0' && text_[at_] <= '9' && at_ - begin < most_digits) {
      number = 10 * number + (text_[at_++] - '0');
      if (number == 0) return 0;
    }
    return number;
  }

  // Appends the boundaries of a list of masses; the mass, or 0.
  std::int64_t read_masses() {
    if (!take('[')) return 0;
    std::int64_t total = 0;
    while (true) {
      skip_spaces();
      const std::int64_t mass = read_number();
      if (mass == 0 || mass > largest_mass - total) return 0;
      total += mass;
      skip_spaces();
      if (take(']')) return total;
      if (!take(',')) return 0;
      made_.positions.push_back(total);
    }
  }

  // The number of a coder, or -1 for one who stands twice with the item.
  std::int64_t number_of(std::string_view coder) {
    // Mostly the coders of all items are the same, in the same order.
    std::size_t number = next_coder_;
    if (number >= coders_.size() || coders_[number].name != coder) {
      number = number_of_.try_emplace(coder, coders_.size()).first->second;
      if (number == coders_.size()) {
        coders_.push_back({coder, 0});
        append_name(coder, made_.coder_names);
      }
    }
    const std::size_t items = made_.codings.size() + 1;
    if (coders_[number].items == items) return -1;
    coders_[number].items = items;
    next_coder_ = number + 1;
    return static_cast<std::int64_t>(number);
  }

  static void append_name(std::string_view name, std::string& names) {
    if (names.empty()) names = '[';
    names.append(name);
    names += ',';
  }

  bool read_codings() {
    if (!take('{')) return false;
    next_coder_ = 0;
    skip_spaces();
    do {
      const std::string_view name = read_name();
      const std::int64_t coder = name.empty() ? -1 : number_of(name);
      if (coder < 0 || !take_among_spaces(':')) return false;
      const std::int64_t mass = read_masses();
      if (mass == 0 || (mass_ != 0 && mass != mass_)) return false;
      mass_ = mass;
      made_.coders.push_back(coder);
      made_.masses.push_back(mass);
      made_.offsets.push_back(static_cast<std::int64_t>(made_.positions.size()));
    } while (take_among_spaces(','));
    return take('}');
  }

  // How many strings an array has, or 0.
  std::int64_t read_texts() {
    if (!take('[')) return 0;
    std::int64_t count = 0;
    skip_spaces();
    do {
      if (read_string().empty()) return 0;
      ++count;
    } while (take_among_spaces(','));
    return take(']') ? count : 0;
  }

  bool read_item() {
    if (!take('{')) return false;
    const std::size_t before = made_.masses.size();
    bool named = false;
    std::int64_t told = 0, texts = 0;
    mass_ = 0;
    skip_spaces();
    do {
      const std::string_view key = read_string();
      if (!take_among_spaces(':')) return false;
      if (key == "\"item\"" && !named) {
        const std::string_view name = read_name();
        if (name.empty()) return false;
        append_name(name, made_.item_names);
        named = true;
      } else if (key == "\"codings\"" && mass_ == 0) {
        if (!read_codings()) return false;
      } else if (key == "\"mass\"" && told == 0) {
        if ((told = read_number()) == 0) return false;
      } else if (key == "\"texts\"" && texts == 0) {
        made_.text_items.push_back(static_cast<std::int64_t>(made_.codings.size()));
        made_.text_begins.push_back(static_cast<std::int64_t>(at_));
        if ((texts = read_texts()) == 0) return false;
        made_.text_ends.push_back(static_cast<std::int64_t>(at_));
      } else {
        return false;
      }
    } while (take_among_spaces(','));
    if (!take('}') || !named || mass_ == 0 || (told != 0 && told != mass_) || (texts != 0 && texts != mass_)) return false;
    made_.codings.push_back(static_cast<std::int64_t>(made_.masses.size() - before));
    skip_spaces();
    return take('\n') || at_ == text_.size();
  }

  // The rest of the text mostly is as its beginning: columns that need not grow are never held twice.
  void make_room() {
    const double share = 1.05 * static_cast<double>(text_.size()) / static_cast<double>(at_);
    for (auto* column : {&made_.positions, &made_.offsets, &made_.masses, &made_.coders, &made_.codings}) {
      column->reserve(static_cast<std::size_t>(share * static_cast<double>(column->size())));
    }
    made_.item_names.reserve(static_cast<std::size_t>(share * static_cast<double>(made_.item_names.size())));
  }

  struct Coder {
    std::string_view name;
    std::size_t items;  // how many items had been begun when this coder last coded one
  };

  std::string_view text_;
  Checkpoint* checkpoint_;
  std::size_t at_ = 0, next_coder_ = 0;
  std::int64_t mass_ = 0;  // of the item that is being read; 0 before its codings
  std::vector<Coder> coders_;
  std::unordered_map<std::string_view, std::size_t> number_of_;
  JsonItems made_;
};

}  // namespace seamark
