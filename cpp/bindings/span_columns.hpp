// Columns of spans as Python hands them over, checked before the kernel sees them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "arrays.hpp"
#include "seamark/columns.hpp"
#include "seamark/span_columns.hpp"

namespace seamark::bindings {

struct SpanArrays {
  Input<std::int64_t> starts, ends;
  Input<std::int32_t> codes;
  Input<std::int64_t> offsets, lengths;

  [[nodiscard]] SpanColumn checked(std::size_t categories) const {
    const SpanColumn column{view(starts), view(ends), view(codes), view(offsets), view(lengths)};
    require_size("ends", column.ends.size(), column.starts.size());
    require_size("codes", column.codes.size(), column.starts.size());
    require(sound_offsets(column.offsets, column.starts.size()), "offsets must ascend from 0 or more to at most the number of spans");
    require_size("lengths", column.lengths.size(), column.offsets.size() - 1);
    require(sound_spans(column, categories), "spans must lie within their line, and their codes within the categories");
    return column;
  }
};

// Which rows of a column are the codings of each item.
inline std::span<const std::int64_t> checked_items(const Input<std::int64_t>& items, const SpanColumn& column) {
  require(sound_offsets(view(items), column.size()), "items must ascend from 0 or more to at most the number of codings");
  return view(items);
}

}  // namespace seamark::bindings
