// Arbitrary bytes, many of them standing for parts of a line, read as lines of JSON: as the twin reads them.
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

#include "check.hpp"
#include "fuzzed_input.hpp"
#include "naive_json.hpp"
#include "seamark/json_items.hpp"

namespace {

constexpr std::array parts{"{\"item\": \"a\", \"codings\": {\"x\": [1]",
                           "}}\n",
                           "{\"item\":",
                           "\"codings\":{",
                           "\"x\":[",
                           "\"y\": [",
                           "\"texts\":[\"u\"]",
                           "\"mass\":1",
                           "}",
                           "]",
                           "],",
                           ",",
                           "1",
                           "\"a\"",
                           "999999999999999999",
                           "\\\""};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string text;
  for (std::size_t i = 0; i < size && text.size() < 2'000; ++i) {
    if (data[i] >= 0x80) text += parts[data[i] % parts.size()];
    else text += static_cast<char>(data[i]);
  }
  const auto found = seamark::JsonItemReader(text).read();
  CHECK(seamark::testing::items_of(found, text) == seamark::testing::naive_items(text));
  fuzz::stop_if_failed({}, {}, 0);
  return 0;
}
