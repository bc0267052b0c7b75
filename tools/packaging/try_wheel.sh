#!/bin/sh
# Installs a wheel into a fresh environment and tries what a newcomer tries: the README's first command, then
# the README, the tutorial and the page of every field, line by line, with every output as printed there.
#
#   tools/packaging/try_wheel.sh PYTHON FOLDER WHEEL       the environment is made in FOLDER
#
# Says how long the installation takes once everything is downloaded, how long the first command, and how long the import.
set -eu
python=$1
folder=$2
wheel=$3
if command -v cc c++ gcc g++ clang > /dev/null; then echo "this machine has a compiler"; else echo "no compiler here"; fi
"$python" -c 'import pathlib, sysconfig; found = pathlib.Path(sysconfig.get_path("include"), "Python.h").exists(); print("with" if found else "without", "Python'"'"'s headers")'
"$python" -m venv "$folder/venv"
"$folder/venv/bin/pip" download --quiet --only-binary :all: --dest "$folder/wheels" "$wheel[charts]"
now() { "$python" -c 'import time; print(time.monotonic())'; }
begun=$(now)
"$folder/venv/bin/pip" install --quiet --no-index --find-links "$folder/wheels" 'seamark[charts]'
installed=$(now)
"$folder/venv/bin/seamark" agree sample:stargazer
agreed=$(now)
"$python" -c "print(f'installed in {$installed - $begun:.1f} s, agree took {$agreed - $installed:.1f} s, both {$agreed - $begun:.1f} s')"
"$folder/venv/bin/python" -c 'import importlib.util; print("installed as", importlib.util.find_spec("seamark").origin)'
pages=$(for page in tutorial topics chunks music diarization actions entities changepoints phonetics; do echo docs/$page.md; done)
"$folder/venv/bin/python" -m tools.examples --check README.md $pages
"$folder/venv/bin/python" -c 'import time; begun = time.perf_counter(); import seamark; print(f"import seamark: {time.perf_counter() - begun:.3f} s")'
"$folder/venv/bin/seamark" doctor
