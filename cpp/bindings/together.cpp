// Pairs of rows read, counted and scored in one pass over them.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "arrays.hpp"
#include "bindings.hpp"
#include "seamark/together.hpp"
#include "stopping.hpp"
#include "table_rows.hpp"
#include "weights.hpp"

namespace seamark::bindings {

using namespace nb::literals;

namespace {

// What score_rows is to do, as Python gives it.
struct EditWork {
  Weights weights;
  double types;
  Output<double> sizes, distances, scores;

  EditWork(Weights weights, double types, Output<double> sizes, Output<double> distances, Output<double> scores)
      : weights(weights), types(types), sizes(sizes), distances(distances), scores(scores) {
    require(types >= 0.0, "the number of types must be 0 or more");
  }

  [[nodiscard]] EditJob job(std::size_t rows) const {
    return {weights.costs(), types, place_for(sizes, rows), place_for(distances, rows), place_for(scores, rows)};
  }
};

struct WindowWork {
  bool presence;
  Windows layout;
  Output<double> windows, differ, undefined, scores;

  [[nodiscard]] WindowJob job(std::size_t rows) const {
    return {presence ? WindowJob::Kind::presence : WindowJob::Kind::differences, layout, place_for(windows, rows), place_for(differ, rows),
            place_for(undefined, rows), place_for(scores, rows)};
  }
};

// Copies of what a list holds keep the arrays alive whatever happens to the list meanwhile.
template <class Work>
std::vector<Work> copied(const nb::list& given) {
  std::vector<Work> works;
  for (const nb::handle item : given) works.push_back(nb::cast<const Work&>(item));
  return works;
}

std::size_t score_rows(const TableRows& a, const TableRows& b, const nb::list& edits, const nb::list& windows,
                       const Output<std::uint8_t>& status, const std::optional<std::pair<ReadRows, ReadRows>>& read) {
  const auto one = a.reader(), other = b.reader();
  const std::size_t rows = one->size();
  require_size("rows of the second column", other->size(), rows);
  const auto edit_work = copied<EditWork>(edits);
  const auto window_work = copied<WindowWork>(windows);
  std::vector<EditJob> edit_jobs;
  for (const EditWork& work : edit_work) edit_jobs.push_back(work.job(rows));
  std::vector<WindowJob> window_jobs;
  for (const WindowWork& work : window_work) window_jobs.push_back(work.job(rows));
  const std::span<std::uint8_t> places(place_for(status, rows), rows);
  std::optional<PairsOut> out;
  if (read) out = PairsOut{read->first.out(rows), read->second.out(rows)};
  SignalCheckpoint checkpoint;
  const nb::gil_scoped_release unlocked;
  return Together(edit_jobs, window_jobs).count(*one, *other, places, out ? &*out : nullptr, &checkpoint);
}

}  // namespace

void bind_together(nb::module_& m) {
  nb::class_<EditWork>(m, "EditWork")
      .def(nb::init<Weights, double, Output<double>, Output<double>, Output<double>>(), "weights"_a, "types"_a, "sizes"_a.noconvert(),
           "distances"_a.noconvert(), "scores"_a.noconvert());
  nb::class_<WindowWork>(m, "WindowWork")
      .def(nb::init<bool, Windows, Output<double>, Output<double>, Output<double>, Output<double>>(), "presence"_a, "layout"_a,
           "windows"_a.noconvert(), "differ"_a.noconvert(), "undefined"_a.noconvert(), "scores"_a.noconvert());
  m.def("score_rows", &score_rows, "a"_a, "b"_a, "edits"_a, "windows"_a, "status"_a.noconvert(), "read"_a.none(),
        nb::sig("def score_rows(a: TableRows, b: TableRows, edits: list[EditWork], windows: list[WindowWork], "
                "status: numpy.typing.NDArray[numpy.uint8], read: tuple[ReadRows, ReadRows] | None) -> int"));
}

}  // namespace seamark::bindings
