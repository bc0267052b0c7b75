// The border between Python and the kernel: types and sizes are checked here, the GIL is released, and nothing is computed.
#include <nanobind/nanobind.h>

#include "bindings.hpp"
#include "seamark/platform.hpp"
#include "stopping.hpp"

NB_MODULE(_kernel, m) {
  using namespace seamark::bindings;

  // Objects that Python still holds when it ends (module constants) are no leak that a user should read about.
  nb::set_leak_warnings(false);

  bind_rows(m);
  bind_drawing(m);
  bind_edit(m);
  bind_gather(m);
  bind_json_items(m);
  bind_pair_sums(m);
  bind_together(m);
  bind_masses(m);
  bind_read_rows(m);
  bind_unitizing(m);
  bind_labels(m);
  bind_turns(m);
  bind_levels(m);
  bind_shuffle(m);
  bind_span_alignment(m);
  bind_one_pair(m);
  nb::class_<StopFlag>(m, "StopFlag").def(nb::init<>()).def("set", &StopFlag::set).def("watch", &StopFlag::watch);
  m.def(
      "features",
      [] {
        nb::dict told;
        told["compiler"] = seamark::compiler();
        told["vector_instructions"] = seamark::vector_instructions();
        told["wide_integers"] = seamark::wide_integers();
        return told;
      },
      nb::sig("def features() -> dict[str, str]"));
}
