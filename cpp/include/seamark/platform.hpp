// Everything the kernel has to know about compilers and processors: no other header asks for either.
//
// SEAMARK_NO_SIMD leaves out every path written for a processor's vector instructions; SEAMARK_PORTABLE_WIDE takes the
// portable 128-bit integers where the compiler has its own. Results are the same in every combination.
#pragma once

// For functions that only pay when they become part of their caller.
#if defined(_MSC_VER) && !defined(__clang__)
#define SEAMARK_ALWAYS_INLINE __forceinline
#else
#define SEAMARK_ALWAYS_INLINE [[gnu::always_inline]] inline
#endif

// Integers of 128 bits that the compiler brings along.
#if defined(__SIZEOF_INT128__) && !defined(SEAMARK_PORTABLE_WIDE)
#define SEAMARK_INT128 1
#endif

// AVX2 where functions can be compiled for a processor other than the one the rest is compiled for: such a function is marked
// SEAMARK_AVX2_CODE, after [[nodiscard]] and before its type, a lambda after its parameters, and is called only when
// `processor_has_avx2` says so. Not on Windows: GCC does not align the stack there as these registers need it, and clang-cl
// has no run-time library to ask the processor.
#if defined(__x86_64__) && (defined(__GNUC__) || defined(__clang__)) && !defined(_WIN32) && !defined(SEAMARK_NO_SIMD)
#define SEAMARK_AVX2 1
#define SEAMARK_AVX2_CODE __attribute__((target("avx2,popcnt,bmi,bmi2")))
#include <immintrin.h>
#endif

namespace seamark {

#ifdef SEAMARK_AVX2
// Whether this processor, and the system on it, can run all that SEAMARK_AVX2_CODE is compiled for.
inline bool processor_has_avx2() {
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("popcnt") && __builtin_cpu_supports("bmi") &&
         __builtin_cpu_supports("bmi2");
}
#endif

// What a report of a fault should say of how the kernel was compiled and which of its paths this processor takes.
inline const char* compiler() {
#if defined(__clang__)
  return "clang " __clang_version__;
#elif defined(__GNUC__)
  return "gcc " __VERSION__;
#elif defined(_MSC_VER)
#define SEAMARK_TEXT_OF(number) #number
#define SEAMARK_TEXT(macro) SEAMARK_TEXT_OF(macro)
  return "msvc " SEAMARK_TEXT(_MSC_VER);
#else
  return "unknown";
#endif
}

inline const char* vector_instructions() {
#ifdef SEAMARK_AVX2
  return processor_has_avx2() ? "avx2" : "none: the processor lacks avx2";
#else
  return "none: not compiled in";
#endif
}

inline const char* wide_integers() {
#ifdef SEAMARK_INT128
  return "of the compiler";
#else
  return "portable";
#endif
}

}  // namespace seamark
