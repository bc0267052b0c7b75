// Lines of JSON turned into columns.
#include "seamark/json_items.hpp"

#include <nanobind/nanobind.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "border.hpp"

namespace seamark::bindings {

namespace {

nb::bytes to_bytes(const std::string& text) { return nb::bytes(text.data(), text.size()); }

// The columns of what stands in the data from a place on, or None for lines that need a closer look.
nb::object json_items(const nb::bytes& data, std::size_t start) {
  require(start <= data.size(), "start lies behind the data");
  const std::string_view text(data.c_str() + start, data.size() - start);
  std::optional<JsonItems> found = without_gil([&](Checkpoint* checkpoint) { return JsonItemReader(text, checkpoint).read(); });
  if (!found) return nb::none();
  return nb::make_tuple(to_array(std::move(found->positions)), to_array(std::move(found->offsets)), to_array(std::move(found->masses)),
                        to_array(std::move(found->coders)), to_array(std::move(found->codings)), to_bytes(found->item_names),
                        to_bytes(found->coder_names), to_array(std::move(found->text_items)), to_array(std::move(found->text_begins)),
                        to_array(std::move(found->text_ends)));
}

}  // namespace

void bind_json_items(nb::module_& m) {
#define SEAMARK_COLUMN "numpy.typing.NDArray[numpy.int64]"
  m.def("json_items", &json_items, "data"_a, "start"_a,
        nb::sig("def json_items(data: bytes, start: int) -> tuple[" SEAMARK_COLUMN ", " SEAMARK_COLUMN ", " SEAMARK_COLUMN ", " SEAMARK_COLUMN
                ", " SEAMARK_COLUMN ", bytes, bytes, " SEAMARK_COLUMN ", " SEAMARK_COLUMN ", " SEAMARK_COLUMN "] | None"));
#undef SEAMARK_COLUMN
}

}  // namespace seamark::bindings
