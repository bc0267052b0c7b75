// The whole test framework: CHECK counts, `checks_summary` ends main.
#pragma once

#include <cstdio>

namespace seamark::testing {

struct Tally {
  long passed = 0;
  long failed = 0;
};

inline Tally& tally() {
  static Tally counts;
  return counts;
}

inline bool check(bool holds, const char* text, const char* file, int line) {
  if (holds) {
    ++tally().passed;
    return true;
  }
  // A broken kernel fails thousands of random cases: the first ones tell enough.
  if (++tally().failed <= 20) std::fprintf(stderr, "%s:%d: CHECK(%s) failed\n", file, line, text);
  return false;
}

// Prints the tally; the exit code of the test program.
inline int checks_summary() {
  std::printf("%ld passed, %ld failed\n", tally().passed, tally().failed);
  return tally().failed == 0 ? 0 : 1;
}

}  // namespace seamark::testing

// True when the condition holds, so that a test can print the case that broke it.
#define CHECK(...) ::seamark::testing::check(static_cast<bool>(__VA_ARGS__), #__VA_ARGS__, __FILE__, __LINE__)
