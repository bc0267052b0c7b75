#!/usr/bin/env bash
# Writes dist/seamark.cdx.json: what an installation of the distributions in dist/ brings along, as CycloneDX.
#
#   tools/packaging/materials.sh PYTHON      PYTHON has pip; cyclonedx-py is on the path
set -euo pipefail
python=$1
# The package and its dependencies in an environment of its own. It is installed by name: a path would be noted.
name=$(basename dist/*.tar.gz .tar.gz)
"$python" -m venv --clear --without-pip build/sbom
"$python" -m pip --python build/sbom/bin/python install --quiet --find-links dist "${name/-/==}"
cyclonedx-py environment --output-reproducible --of JSON --output-file dist/seamark.cdx.json build/sbom/bin/python
