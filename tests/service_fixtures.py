"""What tests of the service share: settings, an empty database and queue, people, a browser. Tests of the engine go without."""

from __future__ import annotations

import os
import shutil
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings as configured
from django.core.cache import cache
from django.test import TransactionTestCase, override_settings
from django.utils import translation

from tests.databases import tables, template_on
from tests.once import run_folder


@pytest.fixture(scope="session")
def django_db_keepdb(request: pytest.FixtureRequest, django_db_modify_db_settings: None) -> bool:
    """Each process has a copy of a database whose tables are made once in a run; where it is a file, Django finds it there."""
    run, server, reuse = run_folder(), os.environ.get("DATABASE_URL", ""), bool(request.config.getvalue("reuse_db"))
    of_tests = configured.DATABASES["default"]["TEST"]
    if run is None or (server and reuse):
        return reuse
    if server:
        if server.startswith("postgres"):
            of_tests["TEMPLATE"] = template_on(run, server)
        return reuse
    copied = Path(of_tests["NAME"])
    for left in ("-wal", "-shm"):  # by a run that was killed: SQLite would write it over the copy
        copied.with_name(copied.name + left).unlink(missing_ok=True)
    shutil.copy(tables(run), copied)
    return True


@pytest.fixture(scope="session", autouse=True)
def settings_of_tests() -> Iterator[None]:
    """Nobody waits: tests ask more often than people do, and those of the limits set their own. Passwords need no slow hash.
    Pages name static files as they are, without a manifest, and find them when asked for: every client of a test has a handler
    of its own, which would list them all first. A job goes on to its end in one slice, and a text is judged,
    however slow the machine is."""
    static = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    with override_settings(
        THROTTLE={},
        JUDGE_SECONDS=600,
        PASSWORD_HASHERS=["django.contrib.auth.hashers.MD5PasswordHasher"],
        WHITENOISE_AUTOREFRESH=True,
        STORAGES={**configured.STORAGES, "staticfiles": static},
        **dict.fromkeys((name for name in dir(configured) if name.endswith("SLICE")), 3600.0),
    ):
        yield


@pytest.fixture(scope="session", autouse=True)
def committed_rows_are_deleted() -> Iterator[None]:
    """A test that commits leaves nothing to the next one: no published result, ruling or audit entry either, which ``flush``, as
    Django calls it, cannot delete."""

    def empty(_case: TransactionTestCase) -> None:
        from tests.isolation import empty_append_only_tables, empty_tables

        empty_tables()
        empty_append_only_tables()

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(TransactionTestCase, "_fixture_teardown", empty)
        yield


@pytest.fixture(autouse=True)
def nobody_has_asked_before() -> None:
    """Requests are counted per minute in the cache of the process: no test pays for those of another."""
    cache.clear()


@pytest.fixture(autouse=True)
def nobody_has_chosen_a_language() -> None:
    """A page leaves its reader's language to the thread: what is worded without a page is worded in the service's own."""
    translation.deactivate()


@pytest.fixture(autouse=True)
def enqueued_tasks(monkeypatch: pytest.MonkeyPatch) -> dict[str, list[Any]]:
    """The tasks that would have been enqueued, by name: none is."""
    from records.core.queue import enqueue

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


@pytest.fixture(scope="session")
def resting_chromium() -> Iterator[Any]:
    """The one browser of this process, started by the first test that drives it."""
    from tests.frontend import browser

    with browser.resting_chromium() as driven:
        yield driven


@pytest.fixture
def chromium(resting_chromium: Any) -> Iterator[Any]:
    """The browser of this process, empty at the end of each test. Django refuses its database to a test that drives it."""
    with resting_chromium() as one:
        yield one
