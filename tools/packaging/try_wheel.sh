#!/bin/sh
# Installs a wheel into a fresh environment and tries what a newcomer tries: the README's first command and its Python.
#
#   tools/packaging/try_wheel.sh PYTHON FOLDER WHEEL       the environment is made in FOLDER
#
# Says how long the installation takes once everything is downloaded, how long the first command, and how long the import.
set -eu
python=$1
folder=$2
wheel=$3
readme=$(pwd)/README.md
if command -v cc c++ gcc g++ clang > /dev/null; then echo "this machine has a compiler"; else echo "no compiler here"; fi
"$python" -c 'import pathlib, sysconfig; found = pathlib.Path(sysconfig.get_path("include"), "Python.h").exists(); print("with" if found else "without", "Python'"'"'s headers")'
"$python" -m venv "$folder/venv"
"$folder/venv/bin/pip" download --quiet --only-binary :all: --dest "$folder/wheels" "$wheel"
now() { "$python" -c 'import time; print(time.monotonic())'; }
begun=$(now)
"$folder/venv/bin/pip" install --quiet --no-index --find-links "$folder/wheels" seamark
installed=$(now)
cd "$folder"
venv/bin/seamark agree sample:stargazer
agreed=$(now)
"$python" -c "print(f'installed in {$installed - $begun:.1f} s, agree took {$agreed - $installed:.1f} s, both {$agreed - $begun:.1f} s')"
venv/bin/python -c 'import importlib.util; print("installed as", importlib.util.find_spec("seamark").origin)'
venv/bin/python -m doctest -o NORMALIZE_WHITESPACE "$readme" && echo "the README's Python: fine"
venv/bin/python -c 'import time; begun = time.perf_counter(); import seamark; print(f"import seamark: {time.perf_counter() - begun:.3f} s")'
venv/bin/seamark doctor
