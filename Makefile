# Everything that a new machine needs beside python3 and make is installed in .venv and node_modules.
#
#   make up            the service with sample matches, web and worker; prints its address (PORT=8000, WORKERS=1)
#   make test          the tests; SEED=1 repeats the order that a run has printed
#   make quick         the engine's tests alone, without Django
#   make proof         the long tests; HOURS=4 goes on with other seeds, ROUND=3 repeats a round of that
#   make service-test  what asks DATABASE_URL and BROKER_URL, and what takes many seconds
#   make walks         the walks of seven kinds of users through the pages, on DATABASE_URL and BROKER_URL too
#   make check         the form: types, formatters, linters, descriptions, documentation
#   make fix           what formatters and linters can mend by themselves, and the translations written anew
#   make bench         the engine beside its peers
#   make conformance   the suite that other programs are held to, in conformance/suite
#   make offline       the offline pages as a folder that any web server serves, in build/offline
#   make compiled      the engine compiled by mypyc, beside its sources; wants a C compiler and some minutes
#   make wheels        both distributions, the conformance suite and the bill of materials, in build/
#   make lock          the lock files, of what the two distributions and the tests want
#   make clean         takes away what was built, the compiled engine too

PYTHON ?= python3
BIN := .venv/bin
PORT ?= 8000
WORKERS ?= 1
# Bytecode is kept, also where the environment says otherwise: every process of a run would compile every test and module anew.
export PYTHONDONTWRITEBYTECODE :=
# A process for each core and one more; the tests of a file stay together, those that wait for browsers and services come first.
PYTEST := $(BIN)/pytest --durations=20 $(if $(SEED),--randomly-seed=$(SEED))
SPREAD := -n auto --dist loadfile --no-loadscope-reorder
# Where services are killed and browsers driven most of the time, tests wait longer: a process more.
WAITING := -n $(shell $(PYTHON) -c 'import os; print((os.cpu_count() or 1) + 2)') --dist loadfile --no-loadscope-reorder
LOCKED := $(BIN)/uv pip compile -q --generate-hashes --no-emit-index-url --no-emit-package referee

.PHONY: up test quick proof service-test walks check fix bench conformance offline compiled wheels lock clean

up: .venv/.service
	$(BIN)/python -m scripts.up --port $(PORT) --workers $(WORKERS)

test: .venv/.test
	$(BIN)/python -m scripts.needs chromium-headless-shell
	$(PYTEST) $(SPREAD)

# The engine's tests wait for nothing, and none needs what another of its file has made.
quick: .venv/.test
	$(PYTEST) -n auto --dist worksteal -p no:django tests/referee tests/golden

proof: .venv/.test
	$(BIN)/python -m scripts.needs chromium-headless-shell postgresql rabbitmq-server
ifneq ($(HOURS)$(ROUND),)
	$(BIN)/python -m tests.hours $(HOURS) $(if $(ROUND),--round $(ROUND))
else
	$(PYTEST) $(WAITING) -p tests.parts -m "proof or hypothesis" --hypothesis-profile=proof
endif

service-test: .venv/.test
	$(PYTEST) $(WAITING) -m "(postgresql or slow or walk) and not proof" \
		tests/records tests/api tests/config tests/service tests/faults tests/plans tests/frontend

walks: .venv/.test
	$(PYTEST) $(WAITING) -m walk tests/frontend

# Types are looked at on one core, all else on the other; what mypy finds is printed at the end.
check: .venv/.test node_modules/.installed
	@mkdir -p build
	@$(BIN)/mypy > build/types.txt 2>&1 & types=$$!; set -x; \
	$(BIN)/ruff format --check -q . \
	&& $(BIN)/ruff check . \
	&& $(BIN)/lint-imports \
	&& $(BIN)/djlint --quiet --check --lint frontend \
	&& $(BIN)/python manage.py spectacular --validate --fail-on-warn --file /dev/null \
	&& $(BIN)/python -m scripts.messages --check \
	&& $(BIN)/python -m scripts.rule_sets --check \
	&& $(BIN)/python -m scripts.who_sees --check \
	&& NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build -q \
	&& PATH=$(CURDIR)/$(BIN):$$PATH npm run -s check; \
	form=$$?; set +x; wait $$types; types=$$?; cat build/types.txt; exit $$((form + types))

fix: .venv/.test node_modules/.installed
	$(BIN)/ruff check -q --fix .
	$(BIN)/ruff format -q .
	-$(BIN)/djlint --quiet --reformat frontend
	PATH=$(CURDIR)/$(BIN):$$PATH npm run -s fix
	$(BIN)/python -m scripts.messages

bench: .venv/.test
	$(BIN)/python -m scripts.bench

conformance: .venv/.test
	$(BIN)/python -m scripts.conformance

offline: .venv/.service
	$(BIN)/python -m scripts.offline

# Sources that are changed afterwards count only when they are compiled again.
compiled: .venv/.test
	REFEREE_COMPILED=1 $(BIN)/python -W ignore setup.py -q build_ext --inplace

wheels: .venv/.test
	$(BIN)/python -m scripts.packages --compiled
	$(BIN)/python -m scripts.packages --smoke
	$(BIN)/python -m scripts.sbom

lock: .venv/.test
	$(LOCKED) distributions/service/pyproject.toml -o requirements.lock
	$(LOCKED) distributions/service/pyproject.toml --extra test pyproject.toml -o requirements-test.lock

clean:
	find referee -name '*.so' -delete
	rm -rf *__mypyc*.so site build *.egg-info

.venv/bin/python:
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed")'
	$(PYTHON) -m venv .venv

# Modules are compiled as they are first imported; most never are.
.venv/.service: .venv/bin/python requirements.lock pyproject.toml
	$(BIN)/pip install -q --disable-pip-version-check --no-compile --require-hashes -r requirements.lock
	$(BIN)/pip install -q --disable-pip-version-check --no-deps -e .
	touch $@

.venv/.test: .venv/bin/python requirements-test.lock pyproject.toml
	$(BIN)/pip install -q --disable-pip-version-check --no-compile --require-hashes -r requirements-test.lock
	$(BIN)/pip install -q --disable-pip-version-check --no-deps -e .
	touch $@ .venv/.service

# Formatters and linters of scripts and styles; node itself comes with .venv.
node_modules/.installed: package.json package-lock.json .venv/.test
	PATH=$(CURDIR)/$(BIN):$$PATH npm ci --silent --no-audit --no-fund
	touch $@
