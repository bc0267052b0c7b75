// The edits of one pair as records, in columns.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "seamark/edit_costs.hpp"
#include "seamark/one_type.hpp"
#include "seamark/several_types.hpp"

namespace seamark {

enum class EditKind : std::int64_t { match, addition, substitution, transposition };

// One row per match or edit: kind, position (left end), end (right end of a transposition), type, other type (of a
// substitution: that of the second segmentation), side (0: only the first has it; of a transposition: its left end is there).
using EditRow = std::int64_t;
inline constexpr std::size_t edit_row_width = 6;

class ScriptWriter {
 public:
  void matches(std::int64_t) {}  // one-type matches are listed by the caller, who has both position lists

  void match(std::int64_t position, std::int32_t type) { row(EditKind::match, position, position, type, type, 0); }
  void addition(std::int64_t position, std::int32_t type, int side) { row(EditKind::addition, position, position, type, type, side); }
  void substitution(std::int64_t position, std::int32_t type_a, std::int32_t type_b) {
    row(EditKind::substitution, position, position, type_a, type_b, 0);
  }
  void transposition(std::int64_t start, std::int64_t end, std::int32_t type, int side) {
    row(EditKind::transposition, start, end, type, type, side);
  }

  [[nodiscard]] const std::vector<EditRow>& rows() const { return rows_; }

 private:
  void row(EditKind kind, std::int64_t position, std::int64_t end, std::int32_t type, std::int32_t other, int side) {
    rows_.insert(rows_.end(), {static_cast<EditRow>(kind), position, end, type, other, side});
  }

  std::vector<EditRow> rows_;
};

// The optimal edit script of one pair. Types may be empty on both sides: then there is one type, with code 0.
inline std::vector<EditRow> edit_script(TypedBoundaries a, TypedBoundaries b, const EditCosts& costs, Checkpoint* checkpoint = nullptr) {
  ScriptWriter writer;
  if (a.types.empty() && b.types.empty()) {
    for (std::size_t i = 0, j = 0; i < a.positions.size() && j < b.positions.size();) {
      const std::int64_t x = a.positions[i], y = b.positions[j];
      if (x == y) writer.match(x, 0);
      i += x <= y;
      j += y <= x;
    }
    OneTypeWorkspace workspace;
    align_one_type(a.positions, b.positions, costs, workspace, writer);
  } else {
    TypedAligner aligner(checkpoint);
    aligner.align(a, b, costs, writer);
  }
  return writer.rows();
}

}  // namespace seamark
