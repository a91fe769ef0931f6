# make up · make test · make bench …: everything that a new machine needs beside python3 and make is installed in .venv.

PYTHON ?= python3
BIN := .venv/bin
PORT ?= 8000
WORKERS ?= 1
# Bytecode is kept, also where the environment says otherwise: every process of a run would compile every test and module anew.
export PYTHONDONTWRITEBYTECODE :=
# A process for each core and one more; the tests of a file stay together, those that wait for browsers and services come
# first. The order is random otherwise: SEED=1 gives that of --randomly-seed=1, which every run prints.
PYTEST := $(BIN)/pytest --durations=20 $(if $(SEED),--randomly-seed=$(SEED))
SPREAD := -n auto --dist loadfile --no-loadscope-reorder
# Where services are killed and browsers driven most of the time, tests wait longer: a process more.
WAITING := -n $(shell $(PYTHON) -c 'import os; print((os.cpu_count() or 1) + 2)') --dist loadfile --no-loadscope-reorder
# The engine needs no Django; its tests wait for nothing, and none needs what another of its file has made.
ENGINE := -n auto --dist worksteal -p no:django tests/referee tests/golden

.PHONY: up test quick proof service-test check check-types check-form audit sbom docs fix offline messages bench
.PHONY: conformance compiled plain test-compiled wheels lock clean

up: .venv/.service
	$(BIN)/python -m scripts.up --port $(PORT) --workers $(WORKERS)

test: .venv/.test
	$(BIN)/python -m scripts.needs chromium-headless-shell
	$(PYTEST) $(SPREAD)

# The engine alone.
quick: .venv/.test
	$(PYTEST) $(ENGINE)

# The long tests: hundreds of seeds of the oracles, kills, every page in both languages, light and dark; says at its end what each
# part has taken of its budget. HOURS=4 make proof goes on with other seeds for so long, ROUND=3 make proof repeats a round of that.
proof: .venv/.test
	$(BIN)/python -m scripts.needs chromium-headless-shell postgresql rabbitmq-server
ifneq ($(HOURS)$(ROUND),)
	$(BIN)/python -m tests.hours $(HOURS) $(if $(ROUND),--round $(ROUND))
else
	$(PYTEST) $(WAITING) -p tests.parts -m "proof or hypothesis" --hypothesis-profile=proof
endif

# What asks the database or the broker, on whatever DATABASE_URL and BROKER_URL name; and what takes many seconds.
service-test: .venv/.test
	$(PYTEST) $(WAITING) -m "(postgresql or slow) and not proof" \
		tests/records tests/api tests/config tests/service tests/faults tests/plans tests/frontend

# The form: types on one core, all else on the other.
check: .venv/.test node_modules/.installed
	$(MAKE) -j2 --output-sync=target check-types check-form

check-types: .venv/.test
	$(BIN)/mypy

check-form: .venv/.test node_modules/.installed
	$(BIN)/ruff format --check -q .
	$(BIN)/ruff check .
	$(BIN)/lint-imports
	$(BIN)/djlint --quiet --check --lint frontend
	$(BIN)/python manage.py spectacular --validate --fail-on-warn --file /dev/null
	$(BIN)/python -m scripts.messages --check
	$(BIN)/python -m scripts.rule_sets --check
	$(BIN)/python -m scripts.who_sees --check
	$(MAKE) -s docs
	PATH=$(CURDIR)/$(BIN):$$PATH npm run -s check

# Known vulnerabilities in what the lock files pin; where no service that knows of them answers, that is said and does not fail.
audit: .venv/.test
	$(BIN)/python -m scripts.audit_dependencies

# What the service is built of, as CycloneDX in build/sbom.cdx.json.
sbom: .venv/.test
	$(BIN)/python -m scripts.sbom

# The documentation as a site in site/; fails where a link or an anchor leads nowhere.
docs: .venv/.test
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build -q

# What formatters and linters can mend by themselves.
fix: .venv/.test node_modules/.installed
	$(BIN)/ruff check -q --fix .
	$(BIN)/ruff format -q .
	-$(BIN)/djlint --quiet --reformat frontend
	PATH=$(CURDIR)/$(BIN):$$PATH npm run -s fix

# The offline pages as a folder that any web server serves, and a start script from a stick, in build/offline.
offline: .venv/.service
	$(BIN)/python -m scripts.offline

messages: .venv/.test
	$(BIN)/python -m scripts.messages

# The suite that other programs are held to, written out of the games' cases and the golden records.
conformance: .venv/.test
	$(BIN)/python -m scripts.conformance

bench: .venv/.test
	$(BIN)/python -m scripts.bench

# The modules of the engine that need speed compiled by mypyc, beside their sources; it wants a C compiler and takes some minutes.
# Sources that are changed afterwards count only when they are compiled again; `make plain` takes the compiled engine away.
compiled: .venv/.test
	REFEREE_COMPILED=1 $(BIN)/python -W ignore setup.py -q build_ext --inplace

plain:
	find referee -name '*.so' -delete
	rm -f *__mypyc*.so

test-compiled: compiled
	$(PYTEST) $(ENGINE)

# Both distributions in build/dist, as sources and as wheels; the engine's compiled one for this platform too.
wheels: .venv/.test
	$(BIN)/python -m scripts.packages --compiled
	$(BIN)/python -m scripts.packages --smoke



# What the two distributions want, and the tests, pinned.
LOCKED := $(BIN)/uv pip compile -q --generate-hashes --no-emit-index-url --no-emit-package referee
lock: .venv/.test
	$(LOCKED) distributions/service/pyproject.toml -o requirements.lock
	$(LOCKED) distributions/service/pyproject.toml --extra test pyproject.toml -o requirements-test.lock

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

clean:
	rm -rf .venv site node_modules var build *.egg-info
