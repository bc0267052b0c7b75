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
tag=$("$python" -c 'import sys; print("cp311-cp311" if sys.version_info < (3, 12) else "abi3")')
# The same commit gives the same bytes: files in archives get the time of the commit.
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
export SOURCE_DATE_EPOCH
rm -rf dist
"$python" -m build --no-isolation --outdir dist/unrepaired
"$python" -m build --no-isolation --outdir dist/again
for made in dist/unrepaired/*; do cmp "$made" "dist/again/$(basename "$made")"; done
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
auditwheel repair --wheel-dir dist/again/repaired dist/again/*.whl
for made in dist/again/repaired/*; do cmp "$made" "dist/$(basename "$made")"; done
rm -r dist/again
mv dist/unrepaired/*.tar.gz dist
rm -r dist/unrepaired
twine check --strict dist/*.whl dist/*.tar.gz
check-wheel-contents dist/*.whl

# What an installation brings along, as CycloneDX: the wheel of this Python with its dependencies in an environment of its own.
"$python" -m venv --clear build/sbom
build/sbom/bin/pip install --quiet dist/*-"$tag"-*.whl
cyclonedx-py environment --output-reproducible --of JSON --output-file dist/seamark.cdx.json build/sbom/bin/python

# The wheel of this Python in a fresh environment, the other in a root without a compiler.
trial=$(mktemp -d)
trap 'rm -rf "$trial"' EXIT
tools/packaging/try_wheel.sh "$python" "$trial" dist/*-"$tag"-*.whl
$in_root trixie plain 'tools/packaging/try_wheel.sh python3 /tmp dist/*-abi3-*.whl'
ls -l dist
