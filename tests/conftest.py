"""What all tests share: a folder for what a run writes, hypothesis without a clock, the service's fixtures beside Django."""

from __future__ import annotations

import atexit
import gc
import os
import re
import shutil
import signal
import tempfile
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from tests.once import RUN
from tests.proof import ROUND

SERVICES = ("plans", "faults", "service", "frontend", "config", "schema")
"""Folders whose tests start services and browsers and wait for them, the longest files first."""
BUSY = ("fuzz", "budget", "scripts", "golden", "permissions")
"""Folders whose tests compute and need no service; first those that need no table either."""
ENGINE = ("referee", "golden")
"""Folders of tests that ask for nothing of Django: to set up and take down what it gives every test took half of their time."""
FOR_DJANGO = re.compile("_?dj|_live_server|_fail_for|_template_string|settings_of_tests|committed_rows|nobody_has|enqueued_tasks")
"""The fixtures that the service's tests all have."""
STARTS = "running"
"""The fixture that starts the service that all share."""
STATEMENTS = ("records", "plans", "service", "faults")
"""Folders whose tests are of statements, locks, plans and processes: all that ask the database do so on PostgreSQL too."""
AT_ONCE = ("api", "config")
"""Folders of views and settings: these have no statements of their own, so only what commits or starts processes differs there.
Pages ask the database by the same use cases, and no broker."""
SAID_BY_PARAMETERS = "audit audit_coverage visibility search_keys name_pairs event_progress publishing".split()
"""Subjects whose parameters say what is asked of the database: a table, a search, a trigger. Those of other tests of records and
the API are values in one statement, which one of them shows to be understood."""
PROCESSES = {"service", "empty_service", "live", "servers"}
"""Fixtures that start processes, which ask a database and a broker."""
MEMORY = Path("/dev/shm")
ENOUGH = 2_000_000_000
"""Bytes that must be free in memory for the files of a run to lie there: databases that wait for no disk."""

# What is loaded stays: to look for garbage among it took a quarter of the time of collecting.
gc.disable()

# What all processes of a run share: the process that starts the others makes it, and takes it away at the end with all that the
# tests wrote in temporary folders.
STARTER = "PYTEST_XDIST_WORKER" not in os.environ
if STARTER:
    roomy = MEMORY.is_dir() and shutil.disk_usage(MEMORY).free > ENOUGH
    os.environ[RUN] = tempfile.mkdtemp(prefix="referee-run-", dir=MEMORY if roomy else None)
    atexit.register(shutil.rmtree, os.environ[RUN], ignore_errors=True)  # also where the run dies before its first test
    tempfile.tempdir = os.environ["TMPDIR"] = tempfile.mkdtemp(prefix="tmp-", dir=os.environ[RUN])
    for folder in (os.environ[RUN], tempfile.tempdir):
        os.chmod(folder, 0o711)  # a database server that a test starts runs as another user
    # Who is asked to end closes what the processes share, as after Ctrl-C.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
# Tests run in several processes at once (pytest-xdist): each has files and a test database of its own, the last by pytest-django.
var = Path(os.environ.get("REFEREE_VAR") or tempfile.mkdtemp(prefix="var-")) / os.environ.get("PYTEST_XDIST_WORKER", "")
var.mkdir(parents=True, exist_ok=True)
os.environ["REFEREE_VAR"], os.environ["STATIC_ROOT"] = str(var), str(var / "static")
# What tests enqueue inside this process stays in it; the service tests start processes of their own on the real broker.
os.environ.setdefault("SERVICE_BROKER_URL", os.environ.get("BROKER_URL", ""))
os.environ["BROKER_URL"] = "memory://"


def pytest_configure(config: pytest.Config) -> None:
    """Load what the tests of this run need. A process that only hands them to others imports no hypothesis."""
    distributes = STARTER and config.getoption("dist", "no") != "no" and not config.option.collectonly
    if distributes:
        gc.enable()
    if not distributes or config.getoption("--hypothesis-profile"):
        _register_hypothesis_profiles()
    if config.pluginmanager.hasplugin("django"):
        config.pluginmanager.import_plugin("tests.service_fixtures")


def _register_hypothesis_profiles() -> None:
    from hypothesis import settings

    settings.register_profile("house", deadline=None, derandomize=True, print_blob=True, max_examples=15)
    # `make proof` runs what hypothesis thinks up once more with this profile: many more examples, others in each round.
    settings.register_profile(
        "proof", settings.get_profile("house"), max_examples=200 if ROUND else 100, derandomize=not ROUND, database=None
    )
    settings.load_profile("house")


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """A process for each core, and one more where tests of services and browsers wait for what others compute."""
    return (os.cpu_count() or 1) + config.pluginmanager.hasplugin("django")


@pytest.hookimpl(tryfirst=True)
def pytest_collection(session: pytest.Session) -> None:
    """Load a part of the test files that no other process begins with: of a new clone each compiles its own, and none all."""
    number, count = os.environ.get("PYTEST_XDIST_WORKER", "gw0")[2:], int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    files = sorted(file for argument in session.config.args for file in Path(argument).rglob("test_*.py"))
    for file in files[len(files) * int(number) // count :][: len(files) // count] if int(number) else ():
        with suppress(Exception):  # which is told when it is collected
            import_module(".".join(file.resolve().relative_to(session.config.rootpath).with_suffix("").parts))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What waits most comes first, so that at the end no process is left alone with it; before all else the proofs that kill.
    While its first file has the tables made and starts the service that all share, other processes have something to compute."""
    shown = set[str]()
    for item in items:
        if _differs_on_postgresql(item) and (one := _statement(item)) not in shown:
            item.add_marker("postgresql")
            shown.add(one)
        if _folder(item) in ENGINE and (names := getattr(item, "fixturenames", None)):
            names[:] = [name for name in names if not FOR_DJANGO.match(name)]
    order = {folder: place for place, folder in enumerate((*BUSY, *SERVICES))}
    items.sort(key=lambda item: -1 if _is_long(item) else order.get(_folder(item), len(order)))
    first = next((item.path for item in items if STARTS in getattr(item, "fixturenames", ())), None)
    items.sort(key=lambda item: item.path != first)


def _differs_on_postgresql(item: pytest.Item) -> bool:
    """Whether a test asks for what differs there: statements, locks, the queue, processes."""
    folder, fixtures, database = _folder(item), set(getattr(item, "fixturenames", ())), item.get_closest_marker("django_db")
    if folder in STATEMENTS:
        return bool(database or "db" in fixtures or PROCESSES & fixtures)
    commits = database is not None and database.kwargs.get("transaction", False)
    return folder in AT_ONCE and bool(commits or PROCESSES & fixtures)


def _statement(item: pytest.Item) -> str:
    """What a test asks of the database: the same with other parameters, unless these say what, or it runs elsewhere."""
    subject = item.path.stem.removeprefix("test_")
    apart = _folder(item) not in ("records", "api") or subject in SAID_BY_PARAMETERS or item.get_closest_marker("proof")
    return item.nodeid if apart else item.nodeid.partition("[")[0]


def _is_long(item: pytest.Item) -> bool:
    """Whether a test takes minutes, most of them waiting."""
    return _folder(item) == "faults" and bool(item.get_closest_marker("proof"))


def _folder(item: pytest.Item) -> str:
    return item.nodeid.split("/", 2)[1]  # of a path, it took a second of every process


def pytest_collection_finish() -> None:
    """Leave what is loaded by now out of the search for garbage, and look for it less often: it took a tenth of a run."""
    gc.freeze()
    gc.set_threshold(50_000)
    gc.enable()


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    """Say in which order the tests ran, also where `-q` hides the header: the same seed gives the same order."""
    if seed := config.getoption("randomly_seed", None):
        terminalreporter.write_line(f"The tests ran in the order of --randomly-seed={seed}")


def pytest_sessionfinish() -> None:
    """Close what the processes of this run have shared."""
    if STARTER:
        run = Path(os.environ[RUN])
        if any(run.glob("*.lock")):
            from tests.service.shared import close_shared

            close_shared(run)
