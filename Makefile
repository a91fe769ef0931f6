# make up · make test · make bench …: everything that a new machine needs beside python3 and make is installed in .venv.

PYTHON ?= python3
BIN := .venv/bin
PORT ?= 8000
WORKERS ?= 1

.PHONY: up test service-test bench check messages lock clean

up: .venv/.service
	$(BIN)/python -m scripts.up --port $(PORT) --workers $(WORKERS)

test: .venv/.test
	$(BIN)/python -m scripts.needs chromium
	$(MAKE) check
	$(BIN)/pytest

# The parts that talk to a database, a broker and worker processes: on whatever DATABASE_URL and BROKER_URL name.
service-test: .venv/.test
	$(BIN)/pytest tests/records tests/faults tests/api tests/permissions tests/service tests/frontend

check: .venv/.test
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python -m scripts.messages --check

messages: .venv/.test
	$(BIN)/python -m scripts.messages

bench: .venv/.test
	$(BIN)/python -m tests.bench

lock: .venv/.test
	$(BIN)/uv pip compile -q --generate-hashes --no-emit-index-url --extra service pyproject.toml -o requirements.lock
	$(BIN)/uv pip compile -q --generate-hashes --no-emit-index-url --extra service --extra test pyproject.toml -o requirements-test.lock

.venv/bin/python:
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed")'
	$(PYTHON) -m venv .venv

.venv/.service: .venv/bin/python requirements.lock pyproject.toml
	$(BIN)/pip install -q --disable-pip-version-check --require-hashes -r requirements.lock
	$(BIN)/pip install -q --disable-pip-version-check --no-deps -e .
	touch $@

.venv/.test: .venv/bin/python requirements-test.lock pyproject.toml
	$(BIN)/pip install -q --disable-pip-version-check --require-hashes -r requirements-test.lock
	$(BIN)/pip install -q --disable-pip-version-check --no-deps -e .
	touch $@ .venv/.service

clean:
	rm -rf .venv var build *.egg-info
