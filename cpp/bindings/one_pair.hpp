// One pair of segmentations, read and measured or aligned in one crossing of the border.
#pragma once

#include <nanobind/nanobind.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <functional>
#include <initializer_list>
#include <optional>
#include <utility>
#include <vector>

#include "edit_records.hpp"
#include "pair_edits.hpp"
#include "pair_reader.hpp"
#include "seamark/edit_script.hpp"
#include "seamark/labels.hpp"

namespace seamark::bindings {

namespace nb = nanobind;

// What a measure makes of a pair; not a number where it is undefined.
struct Values {
  std::array<double, 8> values;
  std::size_t size;

  Values(std::initializer_list<double> given) : size(given.size()) { std::copy(given.begin(), given.end(), values.begin()); }

  [[nodiscard]] bool defined() const {
    return std::none_of(values.begin(), values.begin() + size, [](double value) { return std::isnan(value); });
  }
};

// A metric with its options; some also measure labelled segments.
struct Measure {
  std::function<Values(const Pair&)> of;
  std::function<Values(const LabelTable&)> of_labels = nullptr;
  // Of a measure of edits, which takes several types and can also list the edits.
  std::optional<EditPricing> pricing = std::nullopt;
};

class OnePair {
 public:
  OnePair(nb::object segmentation_type, nb::object labelled_type, nb::object array_type)
      : reader_(std::move(segmentation_type), std::move(array_type)), labelled_(std::move(labelled_type)) {}

  // The value of the measure, several as a tuple, or None for what needs a closer look elsewhere.
  [[nodiscard]] nb::object measure(const Measure& measure, nb::handle a, nb::handle b) const {
    if (a.type().is(labelled_) && b.type().is(labelled_)) return measure_labels(measure, a, b);
    const auto pair = reader_.read(a, b);
    if (!pair || !(pair->one_type() || measure.pricing)) return nb::none();
    return given_back(measure.of(*pair));
  }

  // The edits of the cheapest alignment and its cost, as EditRecords gives them, or None.
  [[nodiscard]] nb::object align(const Measure& measure, const EditRecords& records, nb::handle a, nb::handle b) const {
    const auto pair = reader_.read(a, b);
    if (!pair || !measure.pricing) return nb::none();
    std::vector<EditRow> script;
    const auto cost = priced(*pair, *measure.pricing, [&](const EditCosts& costs, Checkpoint* checkpoint) {
      script = seamark::edit_script(pair->typed_a(), pair->typed_b(), costs, checkpoint);
      return count_edits(*pair, costs, checkpoint).cost(costs);
    });
    if (!cost) return nb::none();
    std::vector<PyObject*> labels;
    for (const BoundaryType& type : pair->types) labels.push_back(type.label());
    return records.of(script, labels, *cost);
  }

 private:
  [[nodiscard]] nb::object measure_labels(const Measure& measure, nb::handle a, nb::handle b) const {
    if (!measure.of_labels) return nb::none();
    const CodedLabels one(nb::object(a.attr(coded_))), other(nb::object(b.attr(coded_)));
    const auto reference = one.segments(), hypothesis = other.segments();
    if (!reference || !hypothesis || one.mass() != other.mass()) return nb::none();
    thread_local LabelTable table;
    table.fill(*reference, *hypothesis, one.mass());
    return given_back(measure.of_labels(table));
  }

  [[nodiscard]] static nb::object given_back(const Values& values) {
    if (!values.defined()) return nb::none();
    if (values.size == 1) return nb::float_(values.values[0]);
    PyObject* tuple = PyTuple_New(static_cast<Py_ssize_t>(values.size));
    if (tuple == nullptr) throw nb::python_error();
    for (std::size_t i = 0; i < values.size; ++i)
      PyTuple_SetItem(tuple, static_cast<Py_ssize_t>(i), PyFloat_FromDouble(values.values[i]));
    return nb::steal(tuple);
  }

  PairReader reader_;
  nb::object labelled_;
  nb::object coded_ = nb::steal(PyUnicode_InternFromString("_coded"));
};

// A metric as its plain function calls it. The measure of the last options is kept, since most calls have the same ones: the same
// objects, so that 1 and True are told apart.
class SingleCall {
 public:
  // `measure_of(*options)` gives the measure or None, `otherwise(a, b, *options)` the result for what needs a closer look; `record` is
  // the named tuple for a measure with several values, or None.
  SingleCall(nb::object pair, nb::object measure_of, nb::object otherwise, nb::object record)
      : held_(std::move(pair)),
        pair_(nb::cast<const OnePair&>(held_)),
        measure_of_(std::move(measure_of)),
        otherwise_(std::move(otherwise)),
        record_(std::move(record)) {
    if (!record_.is_none()) TupleType::require(record_);
  }

  [[nodiscard]] nb::object operator()(nb::handle a, nb::handle b, const nb::tuple& options) {
    if (const Measure* measure = measure_for(options)) {
      nb::object found = pair_.measure(*measure, a, b);
      if (!record_.is_none() && PyTuple_CheckExact(found.ptr()) != 0) return TupleType::make(record_, found);
      if (!found.is_none()) return found;
    }
    return otherwise_(a, b, *options);
  }

 private:
  // Null where there is none.
  [[nodiscard]] const Measure* measure_for(const nb::tuple& options) {
    if (last_held_.is_valid() && same_objects(options, last_options_)) return last_;
    nb::object measure;
    try {
      measure = measure_of_(*options);
    } catch (nb::python_error& error) {
      // An option that is not hashable or of the wrong kind: what is wrong with it is said elsewhere.
      if (!error.matches(PyExc_TypeError)) throw;
      return nullptr;
    }
    last_ = measure.is_none() ? nullptr : nb::cast<const Measure*>(measure);
    last_held_ = std::move(measure);
    last_options_ = options;
    return last_;
  }

  [[nodiscard]] static bool same_objects(const nb::tuple& one, const nb::tuple& other) {
    const Py_ssize_t size = PyTuple_Size(one.ptr());
    if (size != PyTuple_Size(other.ptr())) return false;
    for (Py_ssize_t i = 0; i < size; ++i) {
      if (PyTuple_GetItem(one.ptr(), i) != PyTuple_GetItem(other.ptr(), i)) return false;
    }
    return true;
  }

  nb::object held_;
  const OnePair& pair_;
  nb::object measure_of_, otherwise_, record_;
  nb::object last_held_;
  const Measure* last_ = nullptr;
  nb::tuple last_options_;
};

}  // namespace seamark::bindings
