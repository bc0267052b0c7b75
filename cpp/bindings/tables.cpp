// Columns of tables that other programs made: their rows read, and pairs of rows counted in one pass.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "border.hpp"
#include "seamark/fused.hpp"
#include "seamark/rows.hpp"

namespace seamark::bindings {

namespace {

// --------------------------------------------------------------------------------------------------------- rows of a table

using Integers = nb::ndarray<nb::ro, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Marks = Input<std::uint8_t>;

// Marks of so many rows or values, or none at all.
std::span<const std::uint8_t> marks_of(const Marks& marks, std::size_t size) {
  if (marks.size() != 0) require_size("marks of what is present", marks.size(), size);
  return view(marks);
}

// Calls use(a value of the array's own type), which is one of these.
template <class First, class... Rest, class Use>
auto with_type_of(const Integers& array, const char* otherwise, Use&& use) {
  if (array.dtype() == nb::dtype<First>()) return use(First{});
  if constexpr (sizeof...(Rest) > 0) return with_type_of<Rest...>(array, otherwise, use);
  else throw nb::type_error(otherwise);
}

// A column of segmentations, or some rows of one. Any integer type goes to the kernel as it is.
struct TableRows {
  RowForm form;
  Integers values, offsets;
  Marks row_present, value_present;
  // The number of units of every row; none with masses, and perhaps none with characters.
  Int64s masses;
  Marks mass_present;

  TableRows(int form, Integers values, Integers offsets, Marks row_present, Marks value_present, Int64s masses, Marks mass_present)
      : form(static_cast<RowForm>(form)), values(values), offsets(offsets), row_present(row_present), value_present(value_present), masses(masses),
        mass_present(mass_present) {
    require(form >= 0 && form <= static_cast<int>(RowForm::characters), "there is no form of rows of this number");
    require(offsets.size() > 0, "there are no offsets; expected one more than there are rows");
    if (this->form == RowForm::characters && values.dtype() != nb::dtype<std::uint8_t>()) throw nb::type_error("characters must be bytes");
  }

  [[nodiscard]] std::unique_ptr<RowReader> reader() const {
    if (form == RowForm::positions || masses.size() > 0) require_size("masses", masses.size(), offsets.size() - 1);
    const RowMasses units{view(masses), marks_of(mass_present, masses.size())};
    return with_type_of<std::int32_t, std::int64_t>(offsets, "offsets must be int32 or int64", [&](auto offset) {
      return with_type_of<std::int64_t, std::int32_t, std::int16_t, std::int8_t, std::uint64_t, std::uint32_t, std::uint16_t, std::uint8_t>(
          values, "values must be whole numbers", [&](auto value) -> std::unique_ptr<RowReader> {
            using Value = decltype(value);
            using Offset = decltype(offset);
            const ListRows<Value, Offset> rows{{aligned<const Value>(values), values.size()},
                                               {aligned<const Offset>(offsets), offsets.size()},
                                               marks_of(row_present, offsets.size() - 1),
                                               marks_of(value_present, values.size())};
            return std::make_unique<ListReader<Value, Offset>>(form, rows, units);
          });
    });
  }
};

// Room for rows that are read.
struct ReadRows {
  Output<std::int64_t> positions, offsets, masses;

  // There may be more room than rows.
  [[nodiscard]] RowsOut out(std::size_t rows) const {
    require(offsets.size() > rows && masses.size() >= rows, "there is not enough room for so many rows");
    return {{aligned<std::int64_t>(positions), positions.size()},
            {aligned<std::int64_t>(offsets), offsets.size()},
            {aligned<std::int64_t>(masses), masses.size()}};
  }
};

std::size_t read_rows(const TableRows& source, const ReadRows& read, const Output<std::uint8_t>& faults) {
  const auto reader = source.reader();
  const RowsOut out = read.out(reader->size());
  const std::span<std::uint8_t> places(place_for(faults, reader->size()), reader->size());
  return without_gil([&](Checkpoint*) { return seamark::read_rows(*reader, out, places); });
}

// ------------------------------------------------------------------------------------------------------ fused counting

// What count_rows is to do, as Python gives it.
struct EditWork {
  EditCosts costs;
  double types;
  Output<double> sizes, distances;

  [[nodiscard]] EditJob job(std::size_t rows) const {
    require(types >= 0.0, "the number of types must be 0 or more");
    return {costs, types, place_for(sizes, rows), place_for(distances, rows)};
  }
};

struct WindowWork {
  bool presence;
  Windows layout;
  Output<double> windows, differ, undefined;

  [[nodiscard]] WindowJob job(std::size_t rows) const {
    return {presence ? WindowJob::Kind::presence : WindowJob::Kind::differences, layout, place_for(windows, rows), place_for(differ, rows),
            place_for(undefined, rows)};
  }
};

// Taken one by one: nanobind fills a std::vector where memory that runs out ends the process.
template <class T> using Sequence = nb::typed<nb::sequence, T>;
std::size_t count_rows(const TableRows& a, const TableRows& b, const Sequence<EditWork>& edits, const Sequence<WindowWork>& windows, const Output<std::uint8_t>& status,
                       const std::optional<std::pair<ReadRows, ReadRows>>& read) {
  const auto one = a.reader(), other = b.reader();
  const std::size_t rows = one->size();
  require_size("rows of the second column", other->size(), rows);
  std::vector<EditJob> edit_jobs;
  for (const nb::handle work : edits) edit_jobs.push_back(nb::cast<const EditWork&>(work).job(rows));
  std::vector<WindowJob> window_jobs;
  for (const nb::handle work : windows) window_jobs.push_back(nb::cast<const WindowWork&>(work).job(rows));
  const std::span<std::uint8_t> places(place_for(status, rows), rows);
  std::optional<PairsOut> out;
  if (read) out = PairsOut{read->first.out(rows), read->second.out(rows)};
  return without_gil([&](Checkpoint* checkpoint) {
    return FusedCounting(edit_jobs, window_jobs).count(*one, *other, places, out ? &*out : nullptr, checkpoint);
  });
}

}  // namespace

void bind_tables(nb::module_& m) {
  nb::class_<TableRows>(m, "TableRows")
      .def(nb::init<int, Integers, Integers, Marks, Marks, Int64s, Marks>(), "form"_a, "values"_a.noconvert(), "offsets"_a.noconvert(),
           "row_present"_a.noconvert(), "value_present"_a.noconvert(), "masses"_a.noconvert(), "mass_present"_a.noconvert(),
           nb::sig("def __init__(self, form: int, values: numpy.typing.NDArray[numpy.integer[typing.Any]], "
                   "offsets: numpy.typing.NDArray[numpy.integer[typing.Any]], row_present: numpy.typing.NDArray[numpy.uint8], "
                   "value_present: numpy.typing.NDArray[numpy.uint8], masses: numpy.typing.NDArray[numpy.int64], "
                   "mass_present: numpy.typing.NDArray[numpy.uint8]) -> None"));
  nb::class_<ReadRows>(m, "ReadRows")
      .def(nb::init<Output<std::int64_t>, Output<std::int64_t>, Output<std::int64_t>>(), "positions"_a.noconvert(), "offsets"_a.noconvert(),
           "masses"_a.noconvert());
  m.def("read_rows", &read_rows, "source"_a, "read"_a, "faults"_a.noconvert());
  nb::class_<EditWork>(m, "EditWork")
      .def(nb::init<const EditCosts&, double, Output<double>, Output<double>>(), "weights"_a, "types"_a, "sizes"_a.noconvert(), "distances"_a.noconvert());
  nb::class_<WindowWork>(m, "WindowWork")
      .def(nb::init<bool, Windows, Output<double>, Output<double>, Output<double>>(), "presence"_a, "layout"_a, "windows"_a.noconvert(),
           "differ"_a.noconvert(), "undefined"_a.noconvert());
  m.def("count_rows", &count_rows, "a"_a, "b"_a, "edits"_a, "windows"_a, "status"_a.noconvert(), "read"_a.none());
}

}  // namespace seamark::bindings
