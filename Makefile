# Everything sets itself up: `make demo`, `make test` and `make check` need Python 3.11 to 3.13, make and the package index, nothing else.
SHELL := bash
.SHELLFLAGS := -euo pipefail -c
.DELETE_ON_ERROR:
.DEFAULT_GOAL := help

# The first Python that fits. Another: make PYTHON=/path/of/python3.12 …
PYTHON ?= $(shell for p in python3 python3.13 python3.12 python3.11; do \
  $$p -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 13))' 2>/dev/null && echo $$p && break; done)

VENV := .venv
BIN := $(VENV)/bin
MAIN := $(VENV)/.main
DEV := $(VENV)/.dev
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet install
COMMAND := $(CURDIR)/$(BIN)/claimwatch
SHARED := $(CURDIR)/../shared
ARGS ?=

.PHONY: help
help: ## shows the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

# ------------------------------------------------------------------------------------------------------------------ the environment
# The stamps say which lock is installed. The second lock has all of the first, so that both targets can share one environment.

$(BIN)/python:
	@test -n "$(PYTHON)" || { echo "claimwatch needs Python 3.11, 3.12 or 3.13; say where it is: make PYTHON=/path/of/python3 …" >&2; exit 1; }
	@"$(PYTHON)" -c 'import ensurepip, venv' 2>/dev/null || { echo "$(PYTHON) cannot make environments: install python3-venv" >&2; exit 1; }
	"$(PYTHON)" -m venv $(VENV)

$(MAIN): requirements/main.txt pyproject.toml | $(BIN)/python
	$(PIP) --require-hashes -r requirements/main.txt
	$(PIP) --no-deps --no-build-isolation -e .
	@touch $@

$(DEV): requirements/dev.txt $(MAIN)
	$(PIP) --require-hashes -r requirements/dev.txt
	@touch $@

.PHONY: install dev
install: $(MAIN) ## makes .venv with the command
dev: $(DEV) ## the same with what developers need, and the commit hooks
	@if git rev-parse --git-dir >/dev/null 2>&1; then $(BIN)/pre-commit install; fi

# --------------------------------------------------------------------------------------------------------------------- the program

.PHONY: demo migrate
demo: $(MAIN) ## a published comparison, then and later
	@PATH="$(CURDIR)/$(BIN):$$PATH" bash examples/demo.sh

migrate: $(MAIN) ## brings the store to the newest schema
	$(COMMAND) db upgrade $(ARGS)

# -------------------------------------------------------------------------------------------------------------------------- gates

.PHONY: test check format lint types imports docs fmt cov shape
test: $(DEV) ## all tests
	$(BIN)/pytest -n 2 $(ARGS)

check: format lint types imports docs ## what a change must pass beside the tests

format: $(DEV) ## is the code formatted?
	$(BIN)/ruff format --check

lint: $(DEV) ## ruff's rules
	$(BIN)/ruff check

types: $(DEV) ## mypy, strict, tests too
	$(BIN)/mypy

imports: $(DEV) ## the layers
	$(BIN)/lint-imports

docs: $(DEV) ## the commands that the documentation shows are run
	$(BIN)/pytest tests/project/test_documentation.py $(ARGS)

fmt: $(DEV) ## formats the code
	$(BIN)/ruff format
	$(BIN)/ruff check --fix

cov: $(DEV) ## which lines no test runs
	$(BIN)/pytest -n 2 --cov --cov-report=term-missing:skip-covered $(ARGS)

shape: $(BIN)/python ## the longest functions and files
	$(BIN)/python tools/shape.py $(ARGS)

# --------------------------------------------------------------------------------------------------------------- cases, corpus, speed
# These run on material that lies beside the checkout. Where it is absent they say so, and that is no failure.

.PHONY: cases replay bench
cases: $(MAIN) ## small pages and the right verdict on each
	@if [ ! -f "$(SHARED)/cases/cases.py" ]; then echo "make cases: there are no cases in ../shared/cases: nothing to run"; else \
	  $(BIN)/python "$(SHARED)/cases/cases.py" --command '"$(COMMAND)" check --all --offline {archive} --claims {claims} --database {db} --now {now} --format json' $(ARGS); fi

replay: export CLAIMWATCH_ALLOW_NETWORKS := 127.0.0.1/32
replay: export CLAIMWATCH_CONFIRM_AFTER := 0s
replay: export CLAIMWATCH_HOST_DELAY := 0s
replay: $(MAIN) ## real pages, at every revision of their history
	@if [ ! -f "$(SHARED)/corpus/replay.py" ]; then echo "make replay: there is no corpus in ../shared/corpus: nothing to run"; else \
	  $(BIN)/python "$(SHARED)/corpus/replay.py" --command '"$(COMMAND)" check --all --claims {claims} --database {db} --now {now} --format json' $(ARGS); fi

bench: $(MAIN) ## whole passes beside a bare HTTP client and the least that a monitor must do
	@SHARED="$(SHARED)" PYTHON="$(CURDIR)/$(BIN)/python" BENCH_CLAIMWATCH="$(COMMAND)" bash bench/run.sh $(ARGS)

# --------------------------------------------------------------------------------------------------------------------- upkeep

COMPILE := $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-annotate \
  --custom-compile-command 'make lock'

.PHONY: lock revision clean
lock: $(DEV) ## writes the locks anew; ARGS=--upgrade takes the newest releases
	$(COMPILE) pyproject.toml --group build $(ARGS) -o requirements/main.txt
	$(COMPILE) pyproject.toml --extra postgres --group build $(ARGS) -c requirements/main.txt -o requirements/postgres.txt
	$(COMPILE) pyproject.toml --group dev $(ARGS) -c requirements/main.txt -o requirements/dev.txt
	$(COMPILE) --group bench $(ARGS) -o requirements/bench.txt

revision: $(DEV) ## a new migration from what changed in the tables: make revision MESSAGE='what it does'
	@test -n "$(MESSAGE)" || { echo "make revision: say what it does: MESSAGE='…'" >&2; exit 1; }
	@folder=$$(mktemp -d); trap 'rm -rf "$$folder"' EXIT; \
	  alembic() { $(BIN)/alembic -x url="sqlite:///$$folder/store.db" "$$@"; }; \
	  alembic upgrade head; \
	  alembic revision --autogenerate --rev-id "$$(printf '%04d' $$(( $$(ls migrations/versions/[0-9]*.py | wc -l) + 1 )))" -m "$(MESSAGE)"
	@echo "Read it, write its way back, name it as HEAD in src/claimwatch/history/opening.py, and run the tests."

clean: ## removes what was made
	rm -rf $(VENV) .bench build dist .coverage htmlcov .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
