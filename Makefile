# Each target sets up what it needs: a machine with Python 3.11, 3.12 or 3.13, git and make is enough.
# The first Python of 3.11 to 3.13 that runs here; a shim of a version that is not installed does not.
PYTHON ?= $(firstword $(foreach p,python3.11 python3.12 python3.13 python3,$(shell $(p) -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 13))' 2>/dev/null && echo $(p))))
VENV := .venv
BIN := $(VENV)/bin
GAME ?= star-caribbean-stud
STORE ?= pitboss-demo.db
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check
# Compiled modules are kept, whatever the shell says: without them each worker rewrites the assertions of all tests anew.
export PYTHONDONTWRITEBYTECODE :=

.PHONY: help serve play test quick prove mutate check types lint scripts layers bench snapshot pictures evening messages requirements docs clean
.DEFAULT_GOAL := help

help:  ## what there is to run
	@grep -hE '^[a-z]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /	/' | expand -t 16

$(BIN)/python:
	@command -v "$(PYTHON)" >/dev/null || { echo "Pitboss needs Python 3.11, 3.12 or 3.13: set PYTHON=/path/to/python3.11"; exit 1; }
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

# The browser of the browser tests. Debian's Chromium without a window takes half the work of the one with it; else the
# one that the system has, else the one that Playwright fetches, which has no window either.
$(VENV)/.browser: | $(VENV)/.dev
	@command -v chromium-headless-shell >/dev/null || { echo "Setting up (chromium-headless-shell) ..."; \
	  { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq chromium-headless-shell >/dev/null; } \
	  || command -v chromium || command -v google-chrome || $(BIN)/playwright install --only-shell chromium; }
	@touch $@

# Where the workers of a run leave which rules their tests showed; the evidence is compared when all have ended.
SHOWN := .pytest_cache/shown
WORKERS ?= auto
# A file stays with one worker, which prepares what its tests share once; the browser's files are the longest and come first.
PYTEST := $(BIN)/pytest -n $(WORKERS) --dist loadfile --no-loadscope-reorder
WHOLE = rm -rf $(SHOWN) && export PITBOSS_SHOWN=$(SHOWN) && $(PYTEST) $(MORE) && $(BIN)/pytest -m last tests/test_evidence.py

test: $(VENV)/.dev $(VENV)/.browser check  ## everything CI runs: linters, types, layers, tests
	$(WHOLE)

quick: $(VENV)/.dev  ## what a change most likely breaks, in under a minute: rules of play, records, law, tidiness
	$(BIN)/ruff check
	$(PYTEST) tests/cards tests/test_money.py tests/test_ledger.py tests/law tests/play tests/games tests/report \
	  tests/test_playthroughs.py tests/tidy

prove: $(VENV)/.dev $(VENV)/.browser  ## everything with more kills, seeds and deals, and the long proofs: hours
	$(BIN)/mypy --platform win32 --cache-dir .mypy_cache/win32 src
	PITBOSS_KILLS=50 PITBOSS_SEEDS=500 PITBOSS_DEALS=100000 PITBOSS_EXAMPLES=10 PITBOSS_SIZES=all $(PYTEST) -m "long or not long"

# TypeScript checks the types of the pages' JavaScript. Node comes with the Python requirements, and npm takes only what
# fits the hashes of the lock file.
$(VENV)/.js: requirements/js/package.json requirements/js/package-lock.json | $(VENV)/.dev
	@echo "Setting up (js) ..."
	@mkdir -p $(VENV)/js && cp requirements/js/package.json requirements/js/package-lock.json $(VENV)/js
	cd $(VENV)/js && ../bin/npm ci --ignore-scripts --no-audit --no-fund --no-update-notifier --loglevel error
	@touch $@

mutate: $(VENV)/.dev  ## break each rule's condition and see the tests of its clauses notice (CLAUSES="star-pontoon 17, crown-poker-minors 13")
	PYTHONPATH=tests $(BIN)/python tests/mutate.py $(CLAUSES) $(MORE)

check: $(VENV)/.dev $(VENV)/.js  ## linters, types (of the JavaScript too) and the layers of the design
	@$(MAKE) --no-print-directory --jobs=2 types lint scripts layers

types:  # the longest first, beside the others
	$(BIN)/mypy
lint:
	$(BIN)/ruff check
	$(BIN)/ruff format --check
scripts:
	$(BIN)/node $(VENV)/js/node_modules/typescript/bin/tsc --project requirements/js
layers:
	$(BIN)/lint-imports --no-logo

bench: $(VENV)/.bench  ## speed beside the peers, in one run
	$(BIN)/python bench/engine.py
	$(BIN)/python bench/lab.py
	$(BIN)/python bench/floor.py
	$(BIN)/python bench/web.py
	$(BIN)/python bench/jackpot.py
	$(BIN)/python bench/trace.py

snapshot: MORE = -m "long or not long"
snapshot: $(VENV)/.dev $(VENV)/.browser  ## renew the committed snapshots (playthroughs, counts, coverage, evidence), then read the diff
	export PITBOSS_SNAPSHOT=write && $(WHOLE)

# A font for the pictures alone: without one the name of Chinese in the bar is an empty frame.
$(VENV)/.font: | $(VENV)/.browser
	@fc-list :lang=zh 2>/dev/null | grep -q . || { echo "Setting up (fonts-wqy-microhei) ..."; \
	  apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq fonts-wqy-microhei >/dev/null; } \
	  || echo "There is no Chinese font: pictures show frames for its words."
	@touch $@

pictures: $(VENV)/.dev $(VENV)/.browser $(VENV)/.font  ## take the pictures of docs/screens anew, then look at them
	PITBOSS_PICTURES=take $(PYTEST) -m "pictured and (long or not long)" tests/browser

evening: $(VENV)/.dev  ## play the evening of tests/evening anew and replace its stores: they are the proof for later code, so keep them
	PYTHONPATH=tests $(BIN)/python -m evening.stores
	$(BIN)/pytest tests/evening

messages: $(VENV)/.dev  ## extract the messages for translators (src/pitboss/locale/pitboss.pot)
	PYTHONPATH=tests $(BIN)/python -m tidy.catalogue

requirements: $(VENV)/.dev  ## compile the pinned requirements anew
	for set in run:postgres dev:cluster bench:cluster; do $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
	  --no-emit-index-url --no-emit-find-links --custom-compile-command "make requirements" \
	  --extra postgres --extra $${set#*:} --output-file requirements/$${set%:*}.txt pyproject.toml requirements/run.in \
	  $$(test $${set%:*} = run || echo requirements/dev.in) $$(test $${set%:*} != bench || echo requirements/bench.in); done
	cd requirements/js && ../../$(BIN)/npm install --package-lock-only --omit-lockfile-registry-resolved --no-audit --no-fund

docs: $(VENV)/.dev  ## the reference of the library, from its docstrings (site/index.html)
	$(BIN)/pdoc --output-directory site --no-show-source --footer-text "pitboss" pitboss pitboss.play.acts pitboss.play.needs \
	  pitboss.play.wager pitboss.play.view pitboss.lab.question pitboss.lab.answer pitboss.rl

clean:  ## forget the environment and the caches
	rm -rf $(VENV) site .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
