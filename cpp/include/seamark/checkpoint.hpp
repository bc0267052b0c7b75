// Where a long computation may be stopped from outside.
#pragma once

#include <cstddef>

namespace seamark {

// Loops that can run long pass it; whoever started them derives a class that looks around and throws to stop them.
class Checkpoint {
 public:
  Checkpoint() = default;
  Checkpoint(const Checkpoint&) = delete;
  Checkpoint& operator=(const Checkpoint&) = delete;
  virtual ~Checkpoint() = default;

  // Is told how much work comes next, in steps of a few nanoseconds, so that looking around costs next to nothing.
  void pass(std::size_t steps) {
    if (steps < left_) {
      left_ -= steps;
      return;
    }
    left_ = interval;
    look_around();
  }

 protected:
  virtual void look_around() = 0;

 private:
  static constexpr std::size_t interval = std::size_t{1} << 16;
  std::size_t left_ = interval;
};

}  // namespace seamark
