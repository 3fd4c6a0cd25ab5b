# Each target sets up what it needs: a machine with Python 3.11, git and make is enough.
PYTHON ?= python3.11
VENV := .venv
BIN := $(VENV)/bin
GAME ?= star-caribbean-stud
STORE ?= pitboss-demo.db
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check

.PHONY: help serve play test check bench snapshot requirements clean
.DEFAULT_GOAL := help

help:  ## what there is to run
	@grep -hE '^[a-z]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /	/' | expand -t 16

$(BIN)/python:
	@command -v $(PYTHON) >/dev/null || { echo "Pitboss needs Python 3.11: set PYTHON=/path/to/python3.11"; exit 1; }
	$(PYTHON) -m venv $(VENV)

# One stamp a set of requirements; the package itself is installed once, in place.
$(VENV)/.%: requirements/%.txt pyproject.toml | $(BIN)/python
	@echo "Setting up ($*) ..."
	$(PIP) --require-hashes -r requirements/$*.txt
	$(PIP) --no-deps --no-build-isolation --editable .
	@touch $@

serve: $(VENV)/.run  ## a demonstration floor on SQLite, with live tables (STORE=path for another one)
	$(BIN)/pitboss serve --demo --store $(STORE)

play: $(VENV)/.run  ## a table in the terminal (GAME=crown-caribbean-stud for the other house)
	$(BIN)/pitboss play $(GAME)

# The browser of the browser tests: the system's, else Debian's, else the one that Playwright fetches.
$(VENV)/.browser: | $(VENV)/.dev
	@command -v chromium >/dev/null || { echo "Setting up (chromium) ..."; \
	  { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq chromium >/dev/null; } \
	  || $(BIN)/playwright install chromium; }
	@touch $@

test: $(VENV)/.dev $(VENV)/.browser check  ## everything CI runs: linters, types, layers, tests
	$(BIN)/pytest

check: $(VENV)/.dev  ## linters, types and the layers of the design
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo

bench: $(VENV)/.bench  ## speed beside the peers, in one run
	$(BIN)/python bench/engine.py
	$(BIN)/python bench/lab.py
	$(BIN)/python bench/floor.py
	$(BIN)/python bench/web.py

snapshot: $(VENV)/.dev $(VENV)/.browser  ## renew the committed snapshots (playthroughs, counts, coverage, evidence), then read the diff
	PITBOSS_SNAPSHOT=write $(BIN)/pytest

requirements: $(VENV)/.dev  ## compile the pinned requirements anew
	for set in run dev bench; do $(BIN)/uv pip compile --quiet --python-version 3.11 --generate-hashes \
	  --no-emit-index-url --no-emit-find-links --custom-compile-command "make requirements" \
	  --output-file requirements/$$set.txt requirements/$$set.in; done

clean:  ## forget the environment and the caches
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
