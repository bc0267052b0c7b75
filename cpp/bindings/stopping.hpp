// How Ctrl-C reaches a kernel: the thread that Python gives signals to asks for them now and then, and threads that work for
// it look at a flag that it sets.
#pragma once

#include <nanobind/nanobind.h>

#include <atomic>
#include <chrono>
#include <memory>
#include <utility>

#include "seamark/checkpoint.hpp"

namespace seamark::bindings {

namespace nb = nanobind;

// Tells the kernels of those threads that watch it to stop.
class StopFlag {
 public:
  void set() { *raised_ = true; }
  // From now on kernels called by this thread stop soon after the flag is set.
  void watch() const { watched() = raised_; }

  [[nodiscard]] static bool raised_for_this_thread() {
    const auto& flag = watched();
    return flag != nullptr && *flag;
  }

 private:
  // Shared, since a thread may outlive the flag.
  static std::shared_ptr<std::atomic<bool>>& watched() {
    thread_local std::shared_ptr<std::atomic<bool>> flag;
    return flag;
  }

  std::shared_ptr<std::atomic<bool>> raised_ = std::make_shared<std::atomic<bool>>(false);
};

// For a kernel that has released the GIL.
class SignalCheckpoint final : public Checkpoint {
 protected:
  void look_around() override {
    if (StopFlag::raised_for_this_thread()) {
      const nb::gil_scoped_acquire locked;
      PyErr_SetNone(PyExc_KeyboardInterrupt);
      throw nb::python_error();
    }
    const auto now = std::chrono::steady_clock::now();
    if (last_ == Time{}) last_ = now;
    if (now - last_ < std::chrono::milliseconds(100)) return;
    last_ = now;
    const nb::gil_scoped_acquire locked;
    // Does nothing but in the main thread; whatever the handler raised goes on from here.
    if (PyErr_CheckSignals() != 0) throw nb::python_error();
  }

 private:
  using Time = std::chrono::steady_clock::time_point;
  Time last_{};
};

}  // namespace seamark::bindings
