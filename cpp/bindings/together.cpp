// Several counts of the same pairs in one pass over them.
#include <nanobind/nanobind.h>

#include <vector>

#include "arrays.hpp"
#include "bindings.hpp"
#include "columns.hpp"
#include "seamark/together.hpp"
#include "stopping.hpp"
#include "weights.hpp"

namespace seamark::bindings {

using namespace nb::literals;

namespace {

// What count_together is to do, as Python gives it.
struct EditWork {
  Weights weights;
  Output<double> sizes, distances;
};

struct WindowWork {
  bool presence;
  Frames frames;
  Output<double> differ;
};

void count_together(const PairColumns& columns, const nb::list& edits, const nb::list& windows) {
  const CheckedPairs pairs = columns.checked();
  // Copies of what the lists hold keep the arrays alive whatever happens to the lists meanwhile.
  std::vector<EditWork> edit_work;
  std::vector<EditJob> edit_jobs;
  for (const nb::handle item : edits) {
    const EditWork& work = edit_work.emplace_back(nb::cast<const EditWork&>(item));
    edit_jobs.push_back({work.weights.costs(), place_for(work.sizes, pairs.size()), place_for(work.distances, pairs.size())});
  }
  std::vector<WindowWork> window_work;
  std::vector<WindowJob> window_jobs;
  for (const nb::handle item : windows) {
    const WindowWork& work = window_work.emplace_back(nb::cast<const WindowWork&>(item));
    const auto kind = work.presence ? WindowJob::Kind::presence : WindowJob::Kind::differences;
    const Frames* before = window_work.size() > 1 ? &window_work[window_work.size() - 2].frames : nullptr;
    const CheckedFrames frames = work.frames.checked(pairs.masses, before);
    window_jobs.push_back({kind, frames.first, frames.last, frames.width, frames.closing, place_for(work.differ, pairs.size())});
  }
  SignalCheckpoint checkpoint;
  const nb::gil_scoped_release unlocked;
  Together(edit_jobs, window_jobs).count(pairs.a, pairs.b, pairs.masses, &checkpoint);
}

}  // namespace

void bind_together(nb::module_& m) {
  nb::class_<EditWork>(m, "EditWork")
      .def(nb::init<Weights, Output<double>, Output<double>>(), "weights"_a, "sizes"_a.noconvert(), "distances"_a.noconvert());
  nb::class_<WindowWork>(m, "WindowWork")
      .def(nb::init<bool, Frames, Output<double>>(), "presence"_a, "frames"_a, "differ"_a.noconvert());
  m.def("count_together", &count_together, "pairs"_a, "edits"_a, "windows"_a,
        nb::sig("def count_together(pairs: PairColumns, edits: list[EditWork], windows: list[WindowWork]) -> None"));
}

}  // namespace seamark::bindings
