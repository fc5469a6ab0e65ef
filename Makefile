# Each target sets up what it needs, in .venv, from requirements/*.txt. PYTHON=python3.12 picks an interpreter (3.11 or newer).
PYTHON ?= python3
export PYTHON
BIN := .venv/bin
SOURCES := src tests bench tools
PAGES := src/certamen/web/pages/index.html

.PHONY: help play serve pages dist test check branches soak mutation bench transcripts docs format lock
.DELETE_ON_ERROR:

help:
	@echo "make play      play a fight in this terminal"
	@echo "make serve     a table in the browser; make serve ARGS=--lan: for the house's network"
	@echo "make test      style, types, layers, tests"
	@echo "make branches  the share of branches that the tests take, of dice, kernel and each ruleset"
	@echo "make soak      the branches; the long counts: big property runs; mutation of the mechanics"
	@echo "make bench     speed, as ratios to a rival measured in the same run"
	@echo "make transcripts  the golden transcripts of the examples, written anew"
	@echo "make dist      wheel and sdist, with the pages in them, in dist"
	@echo "make docs      the pages, in build/docs/html"
	@echo "make format    lay the source out; make lock: lock the requirements anew"

play: .venv/play.stamp
	@$(BIN)/certamen demo

serve: .venv/play.stamp $(PAGES)
	@$(BIN)/certamen serve $(ARGS)

pages: $(PAGES)

dist: .venv/play.stamp $(PAGES)
	$(BIN)/hatchling build -d dist

test: check
	-@tools/debian chromium=chromium,libatomic1 # the latter for Playwright
	$(BIN)/python -m pytest -n 2 -m "not compiled and not served" --ignore=tests/browser --dist loadgroup --durations=5
	$(BIN)/python -m pytest -n 3 -m "compiled or served" tests/rulesets tests/table tests/web --dist loadgroup --durations=10
	$(BIN)/python -m pytest -n 3 tests/browser --durations=5

check: .venv/test.stamp $(PAGES)
	$(BIN)/ruff check $(SOURCES)
	$(BIN)/ruff format --check $(SOURCES)
	$(BIN)/mypy
	cd web && npm run --silent check

branches: .venv/test.stamp
	$(BIN)/python -m pytest -n 2 -m "not compiled and not served" --ignore=tests/browser --dist loadgroup --cov --cov-report=
	$(BIN)/coverage json --quiet -o .coverage.json
	$(BIN)/python -m tools.branches .coverage.json

soak: branches $(PAGES)
	CERTAMEN_SOAK=1 $(BIN)/python -m pytest -n 2 --ignore=tests/browser --dist loadgroup --durations=10
	CERTAMEN_SOAK=1 $(BIN)/python -m pytest -n 2 tests/browser --durations=5
	$(BIN)/python -m tools.mutation

mutation: .venv/test.stamp
	$(BIN)/python -m tools.mutation

bench: .venv/bench.stamp
	@$(BIN)/python -m bench

transcripts: .venv/test.stamp
	$(BIN)/python -m tools.transcripts

docs: .venv/docs.stamp
	$(BIN)/python -m sphinx --fail-on-warning --keep-going --quiet -b html docs build/docs/html
	@echo "build/docs/html/index.html"

format: .venv/test.stamp
	$(BIN)/ruff check --fix --quiet $(SOURCES)
	$(BIN)/ruff format $(SOURCES)

lock: .venv/dev.stamp
	tools/lock

.venv/%.stamp: requirements/%.txt pyproject.toml tools/setup
	@tools/setup $*

$(PAGES): $(shell find web -path web/node_modules -prune -o -type f -print) tools/pages
	@tools/pages
