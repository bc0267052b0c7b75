// The Python module. Its files check types and sizes and release the GIL; the headers of seamark/ compute.
#include <nanobind/stl/map.h>
#include <nanobind/stl/string.h>

#include <map>
#include <string>
#include <vector>

#include "border.hpp"
#include "seamark/platform.hpp"

NB_MODULE(_kernel, m) {
  using namespace seamark::bindings;

  // Objects that Python still holds when it ends (module constants) are not a leak that a user should see.
  nb::set_leak_warnings(false);

  bind_columns(m);
  bind_pairs(m);
  bind_edit(m);
  bind_pair_sums(m);
  bind_tables(m);
  bind_labels(m);
  bind_spans(m);
  bind_draws(m);
  bind_one_pair(m);
  // The table of instances grows within a function that Python's own C code calls: a lack of memory could not be reported from there.
  // It grows here, for more instances than a program has at once.
  std::vector<nb::object> instances;
  while (instances.size() < 256) instances.push_back(nb::cast(seamark::EditCosts{}));

  nb::class_<StopFlag>(m, "StopFlag").def(nb::init<>()).def("set", &StopFlag::set).def("watch", &StopFlag::watch);
  using Texts = std::map<std::string, std::string>;
  m.def("features", [] {
    return Texts{{"compiler", seamark::compiler()}, {"vector_instructions", seamark::vector_instructions()}, {"wide_integers", seamark::wide_integers()}};
  });
}
