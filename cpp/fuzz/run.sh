#!/usr/bin/env bash
# Every fuzz target for its share of FUZZ_SECONDS (600): half with libFuzzer, built by clang, half with the driver, built by gcc; of
# each half, a part from the fixed seed 1 and a part from a fresh one. Then every kernel from several threads under the thread
# sanitizer. What libFuzzer learns is kept in build/fuzz/corpus; an input that fails is left in build/fuzz/findings.
set -euo pipefail
cd "$(dirname "$0")/../.."
command -v clang++ > /dev/null || { echo "fuzz: clang++ is missing; on Debian: apt-get install clang libclang-rt-dev" >&2; exit 1; }
root=$PWD/build/fuzz
targets=$(cd cpp/fuzz && ls fuzz_*.cpp | sed 's/\.cpp$//')
share=$((${FUZZ_SECONDS:-600} / ($(wc -w <<< "$targets") * 4)))
[ "$share" -ge 1 ] || share=1
mkdir -p "$root/findings"

build() {  # name, targets, options of cmake...
  local name=$1 wanted=$2
  shift 2
  cmake -S . -B "$root/$name" -G Ninja -DSEAMARK_TESTS=ON "$@" > "$root/$name.log" 2>&1 || { cat "$root/$name.log"; return 1; }
  # shellcheck disable=SC2086
  cmake --build "$root/$name" --target $wanted >> "$root/$name.log" 2>&1 || { cat "$root/$name.log"; return 1; }
}

quietly() {  # what is said, then a command: its output is shown when it fails
  local said=$1
  shift
  (cd "$root/findings" && "$@") > "$root/output" 2>&1 || { tail -n 100 "$root/output"; echo "fuzz: $said: FAILED; see $root/findings" >&2; return 1; }
  echo "fuzz: $said: $(grep -Eo '(Done )?[0-9]+ (runs|passed)' "$root/output" | tail -n 1)"
}

build clang "$targets" -DCMAKE_CXX_COMPILER=clang++ -DSEAMARK_LIBFUZZER=ON
build gcc "$targets" -DCMAKE_CXX_COMPILER=g++
build threads test_threads -DCMAKE_CXX_COMPILER=clang++ -DSEAMARK_SANITIZE=thread

for target in $targets; do
  mkdir -p "$root/corpus/$target"
  fresh=$((RANDOM * 32768 + RANDOM + 2))
  quietly "$target, libFuzzer, seed 1" "$root/clang/cpp/fuzz/$target" -seed=1 -max_total_time=$share -timeout=20
  quietly "$target, libFuzzer, seed $fresh" "$root/clang/cpp/fuzz/$target" -seed=$fresh -max_total_time=$share -timeout=20 "$root/corpus/$target"
  quietly "$target, driver, seed 1" "$root/gcc/cpp/fuzz/$target" -seed=1 -max_total_time=$share
  quietly "$target, driver, seed $fresh" "$root/gcc/cpp/fuzz/$target" -seed=$fresh -max_total_time=$share
done
quietly "every kernel from several threads" "$root/threads/cpp/tests/test_threads"
