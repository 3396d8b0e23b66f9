# make play    set everything up and open the game in the browser
# make check   lint, types, rules interpreted, units: for the daily loop
# make test    set everything up, lint, and run all tests
# make soak    run the tests with other shuffles and more examples (hours)
# make web     build the pages the server shows
# make lint    ruff, mypy, svelte-check, eslint, prettier, and whether the generated types are up to date
# make types   write JSON Schema, OpenAPI and the client's types from the server's
# make facts   write what the pages and docs know of the rules' numbers, from the engine's data
# make docs    build the site of the documentation into build/site
# make bench   measure the engine beside its peers
# make ladder  measure the bots' strength (hours)
# make clean   remove what the above made here

# Tests start hundreds of processes: what Python has compiled is kept for the next, also where the environment says no.
unexport PYTHONDONTWRITEBYTECODE

VENV := .venv
PYTHON := $(VENV)/bin/python
PAGES := src/tabiji/server/client/index.html
# Whose packages come before the pages where Node has to be installed with them: only one setup at a time.
FOR := play
# One worker more than processors, because tests of the server wait for most of their time. Files are handed out
# in the order of tests/conftest.py: all workers end at nearly the same time.
WORKERS := $(shell expr `getconf _NPROCESSORS_ONLN` + 1)
PYTEST := $(PYTHON) -m pytest -n $(WORKERS) --maxprocesses 4 --dist loadfile --no-loadscope-reorder
INTERPRETED := TABIJI_JIT=0 $(PYTHON) -m pytest -n auto --maxprocesses 4 -m "not compiled"
# Tests of parts, quick also when nothing is compiled.
UNITS := tests/core tests/test_docs.py

.PHONY: setup play web check test soak lint lint-python lint-web units units-web rules compiled types facts docs bench ladder lock clean
.DEFAULT_GOAL := setup

setup: $(VENV)/ready-play

# What a command needs, pinned in requirements/, is installed once and again after a change. Who can test can play.
$(VENV)/ready-%: requirements/%.txt pyproject.toml tools/setup.sh
	@{ [ $* = play ] && [ $(VENV)/ready-test -nt $< ] && [ $(VENV)/ready-test -nt pyproject.toml ]; } || \
		sh tools/setup.sh $(VENV) $<
	@touch $@

# PostgreSQL, Redis, nginx and Chromium, which the tests start by themselves; installed when missing.
$(VENV)/ready-services: tools/services.sh | $(VENV)/ready-test
	@sh tools/services.sh
	@touch $@

# The pages are built once, and again after a change; with the machine's own Node before anything of Python is there.
$(PAGES): $(shell find web -name node_modules -prune -o -type f -print) tools/web.sh requirements/node.txt | $(if $(shell sh tools/web.sh $(VENV) own-node),,$(VENV)/ready-$(FOR))
	@sh tools/web.sh $(VENV) build

web: $(PAGES)

# Packages for the server and for the pages are waited for side by side.
play:
	@$(MAKE) --no-print-directory -j2 $(VENV)/ready-play $(PAGES)
	@$(VENV)/bin/tabiji serve --open

lint: lint-python lint-web

lint-python: $(VENV)/ready-test $(PAGES)
	$(VENV)/bin/ruff check .
	$(VENV)/bin/ruff format --check .
	$(VENV)/bin/mypy
	TABIJI_JIT=0 $(PYTHON) -m tabiji.server.schema_export --check

lint-web: $(VENV)/ready-test $(PAGES)
	@sh tools/web.sh $(VENV) check
	@sh tools/web.sh $(VENV) lint
	@sh tools/web.sh $(VENV) format-check

# A warning, such as a link that leads nowhere, is an error.
docs: $(VENV)/ready-test
	NO_MKDOCS_2_WARNING=1 $(VENV)/bin/mkdocs build --quiet --strict

# A test fails when the files differ from what this writes.
facts: $(VENV)/ready-play
	$(PYTHON) tools/client_facts.py
	TABIJI_JIT=0 $(PYTHON) tools/observation_tables.py

types: $(VENV)/ready-play
	TABIJI_JIT=0 $(PYTHON) -m tabiji.server.schema_export

# For the daily loop, in less than a minute: nothing is compiled, no server or browser is started.
check: $(VENV)/ready-test $(PAGES)
	@$(MAKE) --no-print-directory -j3 units lint-python lint-web units-web

units: $(VENV)/ready-test
	$(INTERPRETED) tests/rules $(UNITS)

units-web: $(VENV)/ready-test $(PAGES)
	@sh tools/web.sh $(VENV) test

rules: $(VENV)/ready-test
	$(INTERPRETED) tests/rules

compiled: $(VENV)/ready-test
	$(PYTHON) -m tabiji.lab.warm

# The rules are tested at both speeds: interpreted without waiting for a compiler, then everything compiled. What comes
# before the tests, and what it needs, runs side by side: most of it has use for one core only.
test:
	@$(MAKE) --no-print-directory -j2 FOR=test $(VENV)/ready-services $(PAGES)
	@$(MAKE) -j2 compiled lint-python lint-web docs units-web rules
	$(PYTEST)

# Random exploration for the night: other shuffles, more examples, a slow line. SEED=N plays the same again.
SEED := $(shell date +%s)
soak: $(VENV)/ready-services $(PAGES)
	@echo "make soak SEED=$(SEED)"
	TABIJI_SOAK=$(SEED) TABIJI_LINE=100 $(PYTEST) --timeout 1800 --hypothesis-seed=$(SEED)

bench: $(VENV)/ready-bench
	$(PYTHON) benchmarks/run.py

# Hours: the strength of the bots, as docs/ladder.md shows it.
ladder: $(VENV)/ready-play
	$(PYTHON) benchmarks/ladder.py

# Pins every dependency with hashes and without addresses; needs uv.
PIN := uv pip compile -q --universal --generate-hashes --no-header --no-annotate --python-version 3.11 --group build
lock:
	$(PIN) pyproject.toml -o requirements/play.txt
	$(PIN) --group test pyproject.toml -o requirements/test.txt
	uv pip compile -q --universal --generate-hashes --no-header --no-annotate --python-version 3.11 --group node -o requirements/node.txt
	uv pip compile -q --universal --generate-hashes --no-header --no-annotate --python-version 3.11 --group uv -o requirements/uv.txt
	$(PIN) --group test --group bench pyproject.toml -o requirements/bench.txt

clean:
	rm -rf $(VENV) .pytest_cache .ruff_cache .mypy_cache .hypothesis build dist web/node_modules src/tabiji/server/client
