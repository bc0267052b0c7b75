#!/usr/bin/env bash
# The kernel under every compiler and processor that can be had on one machine: the native tests in each, and from each the same
# bits for the same inputs. CXX_GCC and CXX_CLANG name other versions than the default ones.
set -euo pipefail
cd "$(dirname "$0")/../.."
work=build/portability
gcc=${CXX_GCC:-g++} clang=${CXX_CLANG:-clang++}

missing=0
need() {  # program, Debian package that has it
  command -v "$1" > /dev/null || { echo "portability: $1 is missing; on Debian: apt-get install $2" >&2; missing=1; }
}
need "$gcc" g++
need "$clang" clang
need aarch64-linux-gnu-g++ g++-aarch64-linux-gnu
need qemu-aarch64 qemu-user
need x86_64-w64-mingw32-g++-posix g++-mingw-w64-x86-64-posix
[ "$missing" -eq 0 ] || exit 1

build() {  # name, options of cmake...
  local name=$1
  shift
  echo "portability: $name: building"
  cmake -S . -B "$work/$name" -G Ninja "$@" > "$work/$name.log" 2>&1 || { cat "$work/$name.log"; return 1; }
  cmake --build "$work/$name" --target "${targets[@]}" >> "$work/$name.log" 2>&1 || { cat "$work/$name.log"; return 1; }
  ! grep -E '/cpp/(include|bindings|tests|fuzz)/.*warning:' "$work/$name.log" || { echo "portability: $name: the compiler warns" >&2; return 1; }
}

run() {  # name, what starts a program of this configuration...
  local name=$1
  shift
  ctest --test-dir "$work/$name" --output-on-failure > "$work/$name.tests" || { cat "$work/$name.tests"; return 1; }
  grep 'tests passed' "$work/$name.tests" | sed "s/^/portability: $name: /"
  "$@" "$work/$name/cpp/tests/kernel_digest" > "$work/$name.digest"
  diff "$work/gcc.digest" "$work/$name.digest" || { echo "portability: $name gives other bits than gcc" >&2; return 1; }
}

mkdir -p "$work"
targets=(all kernel_digest)
native=(-DSEAMARK_TESTS=ON -DSEAMARK_SANITIZE=)
for compiler in gcc clang; do
  build $compiler "${native[@]}" -DCMAKE_CXX_COMPILER="${!compiler}"
  run $compiler
  build $compiler-plain "${native[@]}" -DCMAKE_CXX_COMPILER="${!compiler}" -DSEAMARK_SIMD=OFF -DSEAMARK_PORTABLE_WIDE=ON
  run $compiler-plain
done
build aarch64 "${native[@]}" -DCMAKE_TOOLCHAIN_FILE="$PWD/tools/portability/aarch64.cmake"
run aarch64 qemu-aarch64
build mingw "${native[@]}" -DCMAKE_TOOLCHAIN_FILE="$PWD/tools/portability/mingw.cmake"
echo "portability: mingw: compiled, not run"

# The Python module itself, which everybody else builds with gcc.
targets=(all)
build module-clang -DCMAKE_CXX_COMPILER="$clang" -DPython_EXECUTABLE="$(command -v python)" -Dnanobind_DIR="$(python -m nanobind --cmake_dir)"
PYTHONPATH=$work/module-clang python -c 'import _kernel'
echo "portability: the Python module: compiled by clang and imported"
echo "portability: the same bits from all:"
cat "$work/gcc.digest"
