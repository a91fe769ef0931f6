"""What all tests share: hypothesis without a clock, and a Django that needs no collected static files."""

from __future__ import annotations

import os
import shutil
import signal
import tempfile
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings as hypothesis_settings

from tests.once import RUN, run_folder, tables

MEMORY = Path("/dev/shm")
ENOUGH = 2_000_000_000
"""Bytes that must be free in memory for the files of a run to lie there: databases that wait for no disk."""

# What all processes of a run share: the process that starts the others makes it, and takes it away at the end with all that the
# tests wrote in temporary folders.
STARTER = "PYTEST_XDIST_WORKER" not in os.environ
if STARTER:
    roomy = MEMORY.is_dir() and shutil.disk_usage(MEMORY).free > ENOUGH
    os.environ[RUN] = tempfile.mkdtemp(prefix="referee-run-", dir=MEMORY if roomy else None)
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

hypothesis_settings.register_profile("house", deadline=None, derandomize=True, print_blob=True, max_examples=30)
# `make proof` runs what hypothesis thinks up once more with this profile: many more examples.
hypothesis_settings.register_profile("proof", hypothesis_settings.get_profile("house"), max_examples=400)
hypothesis_settings.load_profile("house")


SERVICES = ("frontend", "service", "faults", "config", "schema")
"""Rooms whose tests start services and browsers and wait for them."""


def pytest_xdist_auto_num_workers() -> int:
    """A process more than there are cores: tests of services and browsers wait for what others compute."""
    return (os.cpu_count() or 1) + 1


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What waits most comes first, so that at the end no process is left alone with it."""
    order = {folder: place for place, folder in enumerate(SERVICES)}
    items.sort(key=lambda item: order.get(item.path.relative_to(Path(__file__).parent).parts[0], len(order)))


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    """Say in which order the tests ran, also where `-q` hides the header: the same seed gives the same order."""
    if seed := config.getoption("randomly_seed", None):
        terminalreporter.write_line(f"The tests ran in the order of --randomly-seed={seed}")


def pytest_sessionfinish() -> None:
    """Close what the processes of this run have shared."""
    if STARTER:
        from tests.service.shared import close_shared

        run = Path(os.environ[RUN])
        close_shared(run)
        shutil.rmtree(run, ignore_errors=True)


@pytest.fixture(scope="session")
def django_db_keepdb(request: pytest.FixtureRequest, django_db_modify_db_settings: None) -> bool:
    """Where the database is a file, its tables are made once in a run and copied for each process."""
    from django.conf import settings

    run = run_folder()
    if run is None or os.environ.get("DATABASE_URL"):
        return bool(request.config.getvalue("reuse_db"))
    shutil.copy(tables(run), settings.DATABASES["default"]["TEST"]["NAME"])
    return True


@pytest.fixture(scope="session", autouse=True)
def settings_of_tests() -> Iterator[None]:
    """Nobody waits: tests ask more often than people do, and those of the limits set their own. Passwords need no slow hash.
    Pages name static files as they are, without a manifest, and find them when asked for: every client of a test has a handler
    of its own, which would list them all first. (The environment could not say so: pytest-django reads it before this file.)"""
    from django.conf import settings
    from django.test import override_settings

    static = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    with override_settings(
        THROTTLE={},
        PASSWORD_HASHERS=["django.contrib.auth.hashers.MD5PasswordHasher"],
        WHITENOISE_AUTOREFRESH=True,
        STORAGES={**settings.STORAGES, "staticfiles": static},
    ):
        yield


@pytest.fixture(autouse=True)
def append_only_tables_are_emptied(request: pytest.FixtureRequest) -> Iterator[None]:
    """A test that commits leaves no published result and no ruling to the next one: ``flush`` cannot delete them."""
    yield
    mark = request.node.get_closest_marker("django_db")
    if (mark and mark.kwargs.get("transaction")) or "transactional_db" in request.fixturenames:
        request.getfixturevalue("django_db_setup")
        with request.getfixturevalue("django_db_blocker").unblock():
            from tests.isolation import empty_append_only_tables

            empty_append_only_tables()


@pytest.fixture(autouse=True)
def nobody_has_asked_before() -> None:
    """Requests are counted per minute in the cache of the process: no test pays for those of another."""
    from django.core.cache import cache

    cache.clear()


@pytest.fixture(autouse=True)
def enqueued_tasks(monkeypatch: pytest.MonkeyPatch) -> dict[str, list[Any]]:
    """The tasks that would have been enqueued, by name: none is."""
    from records.queue import enqueue

    tasks: dict[str, list[Any]] = defaultdict(list)
    monkeypatch.setattr(enqueue, "send_tasks", lambda task, each: tasks[task].extend(each))
    return tasks


@pytest.fixture
def owner(db: None) -> Any:
    """The account that owns what a test uploads."""
    from tests.people import person

    return person("owner")


@pytest.fixture
def other(db: None) -> Any:
    """An account that has nothing to do with what the owner has."""
    from tests.people import person

    return person("other")


@pytest.fixture
def staff(db: None) -> Any:
    """An account of the service's own staff."""
    from tests.people import person

    return person("staff", is_staff=True)


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    """One browser for a module."""
    from tests.frontend import browser

    with browser.chromium() as one:
        yield one
