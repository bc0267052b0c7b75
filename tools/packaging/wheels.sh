#!/usr/bin/env bash
# Builds the source distribution and the wheels into dist/, checks them, and tries the one for Python 3.12 and later where there is no compiler.
#
#   tools/packaging/wheels.sh PYTHON       PYTHON has the build tools that `make wheel` installs
#
# The wheel of this machine's Python is built here. When that is 3.11, the wheel for 3.12 and later (abi3) is built in a Debian
# root. Wheels that are published come from the release workflow, whose images are older and fit more machines.
set -euo pipefail
python=$1
top=$(cd "$(dirname "$0")/../.." && pwd)
cd "$top"
in_root=tools/portability/debian_root.sh
rm -rf dist
"$python" -m build --no-isolation --outdir dist/unrepaired
if "$python" -c 'import sys; sys.exit(sys.version_info >= (3, 12))'; then
  # A root clones what is committed, so the wheel is made from the source distribution: the same files as the one built here.
  $in_root trixie builder 'python3 -m venv /tmp/venv && /tmp/venv/bin/pip install --quiet build scikit-build-core nanobind cmake ninja &&
    mkdir /tmp/sdist && tar -xzf dist/unrepaired/*.tar.gz -C /tmp/sdist &&
    /tmp/venv/bin/python -m build --no-isolation --wheel --outdir dist/unrepaired /tmp/sdist/*'
fi
PATH="$(dirname "$python"):$PATH"
for wheel in dist/unrepaired/*.whl; do
  auditwheel repair --wheel-dir dist "$wheel"
done
mv dist/unrepaired/*.tar.gz dist
rm -r dist/unrepaired
twine check --strict dist/*
check-wheel-contents dist/*.whl

# The wheel of this Python in a fresh environment, the other in a root without a compiler.
trial=$(mktemp -d)
trap 'rm -rf "$trial"' EXIT
tools/packaging/try_wheel.sh "$python" "$trial" dist/*-"$("$python" -c 'import sys; print("cp311-cp311" if sys.version_info < (3, 12) else "abi3")')"-*.whl
$in_root trixie plain 'tools/packaging/try_wheel.sh python3 /tmp dist/*-abi3-*.whl'
ls -l dist
