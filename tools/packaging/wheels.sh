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
for folder in unrepaired again; do "$python" -m build --no-isolation --outdir "dist/$folder"; done
if "$python" -c 'import sys; sys.exit(sys.version_info >= (3, 12))'; then
  # A root clones what is committed, so the wheel is made from the source distribution: the same files as the one built here.
  $in_root trixie builder 'python3 -m venv /tmp/venv && /tmp/venv/bin/pip install --quiet build scikit-build-core nanobind cmake ninja &&
    export SOURCE_DATE_EPOCH='"$SOURCE_DATE_EPOCH"' && for folder in unrepaired again; do
      mkdir /tmp/$folder && tar -xzf dist/$folder/*.tar.gz -C /tmp/$folder &&
      /tmp/venv/bin/python -m build --no-isolation --wheel --outdir dist/$folder /tmp/$folder/*; done'
fi
PATH="$(dirname "$python"):$PATH"
for folder in unrepaired again; do
  for wheel in dist/$folder/*.whl; do auditwheel repair --wheel-dir dist/$folder/repaired "$wheel"; done
done
diff --recursive dist/unrepaired dist/again
mv dist/unrepaired/*.tar.gz dist/unrepaired/repaired/*.whl dist
rm -r dist/unrepaired dist/again
twine check --strict dist/*.whl dist/*.tar.gz
check-wheel-contents dist/*.whl

tools/packaging/materials.sh "$python"

# In an environment of two years ago, an installation with all common extras replaces nothing.
"$python" -m venv --clear build/older
build/older/bin/pip install --quiet 'click==8.1.*' 'rich==13.*' 'numpy==1.26.*' 'pandas==2.1.*' 'pyarrow==15.*' 'dask[distributed]==2024.8.*'
build/older/bin/pip freeze > build/older/before
build/older/bin/pip install --quiet "$(echo dist/*-"$tag"-*.whl)[all]"
build/older/bin/pip freeze > build/older/after
if grep --invert-match --line-regexp --fixed-strings --file build/older/after build/older/before; then
  echo "an installation replaces these packages of an older environment" >&2
  exit 1
fi
echo "none of the $(wc -l < build/older/before) packages of an older environment is replaced"

# The wheel of this Python in a fresh environment, the other in a root without a compiler.
trial=$(mktemp -d)
trap 'rm -rf "$trial"' EXIT
tools/packaging/try_wheel.sh "$python" "$trial" dist/*-"$tag"-*.whl
$in_root trixie plain 'tools/packaging/try_wheel.sh python3 /tmp dist/*-abi3-*.whl'
ls -l dist
