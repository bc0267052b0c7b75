#!/usr/bin/env bash
# Tests of the bindings with a module that is compiled with the address and undefined behaviour sanitizers, in a copy of the package
# (build/sanitize): misuse of every function, and the kernel against the oracles. `sanitize.sh PYTHON short` takes a part of them.
set -euo pipefail
cd "$(dirname "$0")/../.."
python=$1 form=${2:-long}
root=$PWD/build/sanitize
package=$root/package

rm -rf "$package"
"$python" -m pip install --quiet --no-deps --no-build-isolation --target "$package" . \
  -C cmake.define.SEAMARK_SANITIZED_MODULE=ON -C build-dir="$root/cmake" -C install.strip=false
# An editable installation answers imports before the path does.
echo 'import sys; sys.meta_path = [one for one in sys.meta_path if "Redirecting" not in type(one).__name__]' > "$package/sitecustomize.py"

tests=(tests/unit/kernels/test_border.py tests/properties/test_edit_oracle.py)
[ "$form" = short ] || tests+=(tests/metrics tests/properties/test_laws.py tests/unit/kernels/test_interrupt.py)

# Python itself is not compiled with the sanitizers: they are loaded before it, and it frees nothing at its end.
sanitized() {
  env PYTHONPATH="$package" PYTHONMALLOC=malloc ASAN_OPTIONS=detect_leaks=0:allocator_may_return_null=1 UBSAN_OPTIONS=print_stacktrace=1 \
    LD_PRELOAD="$(gcc -print-file-name=libasan.so) $(gcc -print-file-name=libstdc++.so.6)" "$@"
}
sanitized "$python" -c "import seamark, sys; sys.exit(not seamark.__file__.startswith('$package'))"
sanitized "$python" -m pytest -q -p no:cacheprovider "${tests[@]}"
sanitized "$python" -m tests.fuzz.guided oracles --random --seconds "$([ "$form" = short ] && echo 5 || echo 60)" --seed "$RANDOM"
