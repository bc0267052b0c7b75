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
"$python" -m build --outdir dist/unrepaired
if "$python" -c 'import sys; sys.exit(sys.version_info >= (3, 12))'; then
  # A root clones what is committed, so the wheel is made from the source distribution: the same files as the one built here.
  $in_root trixie builder 'python3 -m venv /tmp/venv && /tmp/venv/bin/pip install --quiet build &&
    /tmp/venv/bin/python -m build --wheel --outdir dist/unrepaired "$(mkdir /tmp/sdist && tar -xzf dist/unrepaired/*.tar.gz -C /tmp/sdist && echo /tmp/sdist/*)"'
fi
PATH="$(dirname "$python"):$PATH"
for wheel in dist/unrepaired/*.whl; do
  auditwheel repair --wheel-dir dist "$wheel"
done
mv dist/unrepaired/*.tar.gz dist
rm -r dist/unrepaired
twine check --strict dist/*
check-wheel-contents dist/*.whl

# Installed from the wheel alone; the README's Python and its first command are what a newcomer tries.
$in_root trixie plain '
  if command -v cc c++ gcc g++ > /dev/null; then echo "the root has a compiler" >&2; exit 1; fi
  python3 -m venv /tmp/venv
  /tmp/venv/bin/pip install --quiet --only-binary :all: dist/*-abi3-*.whl
  cp README.md /tmp && cd /tmp
  venv/bin/seamark agree sample:stargazer
  venv/bin/python -m doctest -o NORMALIZE_WHITESPACE README.md
  venv/bin/python -X importtime -c "import seamark" 2>&1 | tail -n 1'
ls -l dist
