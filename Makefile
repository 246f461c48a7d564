# Every verb of the project; `make` alone prints them.
# PYTHON names the interpreter, VENV the folder, TORCH=none leaves torch out.

SHELL := /bin/sh
VENV ?= .venv
TORCH ?= cpu
BIN := $(VENV)/bin
# One stamp per choice, so that a second set-up is one comparison of dates.
STAMP := $(VENV)/.installed-$(TORCH)
TEMPLATES := find templates -name '*.html' -exec $(BIN)/djade --target-version 5.2

# Whoever forbids compiled files makes each of the many processes here compile anew.
export PYTHONDONTWRITEBYTECODE :=

.DEFAULT_GOAL := help
.PHONY: help setup demo serve test check lint format types suite \
	archives chaos bench bench-peers bench-scale freeze clean

help: ## print this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' Makefile

setup: $(STAMP) ## install into .venv: once some minutes, then nothing

$(STAMP): pyproject.toml constraints.txt scripts/setup scripts/requirements.py
	@VENV="$(VENV)" TORCH="$(TORCH)" PYTHON="$(PYTHON)" scripts/setup
	@touch $@

demo: setup ## load the sample archive, ask three questions, serve on PORT (8000)
	@$(BIN)/python manage.py demo

serve: setup ## serve this brain: web, worker and beat
	@$(BIN)/python manage.py serve

test: setup ## what must be green: lint, types, import contracts, tests
	@$(MAKE) --no-print-directory --jobs 2 lint types suite

check: test ## the same

lint: setup ## ruff, formatting, templates and import contracts
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(TEMPLATES) --check {} +
	$(BIN)/lint-imports

format: setup ## put the code into its one format
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	$(TEMPLATES) {} +

types: setup ## mypy --strict
	$(BIN)/mypy

suite: setup ## the tests alone, beside each other; PYTEST="-k word" narrows them
	$(BIN)/pytest --numprocesses 3 --no-loadscope-reorder $(PYTEST)

archives: setup ## import and evaluate the real archives under ARCHIVEBRAIN_TEST_DATA
	$(BIN)/pytest -m archives $(PYTEST)
	$(BIN)/python -m scripts.archives

chaos: setup ## kill processes of a running brain, and look for what is lost
	$(BIN)/pytest -m chaos $(PYTEST)

bench: setup ## our own figures into docs/benchmarks.md, under 15 minutes
	$(BIN)/python -m bench

bench-peers: setup ## us beside other stacks, into docs/peers.md; each is installed once
	$(BIN)/python -m bench.peers

bench-scale: setup ## 2,000 to 200,000 chunks into docs/scale.md, half an hour; SCALE="--million"
	$(BIN)/python -m bench.scale $(SCALE)

freeze: setup ## write constraints.txt from what is installed now
	@{ head -n 1 constraints.txt; $(BIN)/python -m scripts.freeze; } > constraints.new
	@mv constraints.new constraints.txt

clean: ## remove caches; keeps .venv and var
	rm -rf .mypy_cache .ruff_cache .pytest_cache .import_linter_cache
	find . -name __pycache__ -not -path './$(VENV)/*' -prune -exec rm -rf {} +
