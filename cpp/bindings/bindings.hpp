// What the files of this folder add to the Python module, a topic each.
#pragma once

#include <nanobind/nanobind.h>

namespace seamark::bindings {

void bind_drawing(nanobind::module_& m);
void bind_edit(nanobind::module_& m);
void bind_gather(nanobind::module_& m);
void bind_json_items(nanobind::module_& m);
void bind_pair_sums(nanobind::module_& m);
void bind_rows(nanobind::module_& m);
void bind_together(nanobind::module_& m);
void bind_masses(nanobind::module_& m);
void bind_read_rows(nanobind::module_& m);
void bind_unitizing(nanobind::module_& m);
void bind_labels(nanobind::module_& m);
void bind_turns(nanobind::module_& m);
void bind_levels(nanobind::module_& m);
void bind_shuffle(nanobind::module_& m);
void bind_one_pair(nanobind::module_& m);
void bind_span_alignment(nanobind::module_& m);

}  // namespace seamark::bindings
