"""Readiness of the service: the database answers and has room, all migrations are applied, the broker answers.

Each is asked in a thread of its own and given up after a few seconds, so that the answer comes in time whatever hangs.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any

from amqp.exceptions import ChannelError
from celery import current_app
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.utils.translation import gettext_lazy as _
from kombu import Connection

from records.core.errors import Refusal

PATIENCE = 3.0
"""Seconds until what has not answered is taken for unreachable."""

ROOM = 256 * 1024
"""Bytes that must fit beside SQLite's file."""

log = logging.getLogger(__name__)


class Unready(Refusal):
    """Why the service is not ready."""


def readiness() -> dict[str, Any]:
    """The readiness, and the state of each thing that the service needs, with a reason where one is missing."""
    checks: dict[str, dict[str, Any]] = {}
    for name, answer in call_all({"database": _database, "migrations": _migrations, "broker": _broker}).items():
        if isinstance(answer, Exception):
            why = answer if isinstance(answer, Unready) else _unreachable(answer)
            checks[name] = {"ok": False, "code": why.code, "reason": why.message.texts()}
        else:
            checks[name] = {"ok": True}
    return {"ready": all(check["ok"] for check in checks.values()), "checks": checks}


def call_all(functions: Mapping[str, Callable[[], Any]]) -> dict[str, Any]:
    """Call each function in a thread; returns its result, or the error that it raised, TimeoutError if it took too long."""
    pool = ThreadPoolExecutor(len(functions), thread_name_prefix="ask")
    futures = {name: pool.submit(_call, function) for name, function in functions.items()}
    until = time.monotonic() + PATIENCE
    results: dict[str, Any] = {}
    for name, future in futures.items():
        try:
            results[name] = future.result(max(0, until - time.monotonic()))
        except Exception as error:  # noqa: BLE001 - whatever a client library raises, it is not there
            if not isinstance(error, Unready):
                log.warning("%s: %s: %s", name, type(error).__name__, error)
            results[name] = error
    pool.shutdown(wait=False)
    return results


def queue_depths() -> dict[str, int]:
    """The number of messages in each queue of the broker. Raises where the broker cannot be reached."""
    with current_app.connection_for_read() as broker:
        return {name: _depth(broker, name) for name in current_app.conf.task_queues}


def _depth(broker: Connection, queue: str) -> int:
    try:
        channel: Any = broker.channel()  # what it is differs by transport; kombu's types know what all have in common
        with channel:  # RabbitMQ ends the channel that asks for what is not there
            return int(channel.queue_declare(queue, passive=True).message_count)
    except ChannelError:  # nobody has declared the queue yet, or it is a list of Redis, which is not there when empty
        return 0


def _call(function: Callable[[], Any]) -> Any:
    try:
        return function()
    finally:
        connection.close()  # this thread's own


def _database() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    if connection.vendor == "sqlite":
        require_room()


def require_room() -> None:
    """Raises Unready where the folder of SQLite's file takes no more: reading goes on there, and every upload fails."""
    try:
        with TemporaryFile(dir=Path(connection.settings_dict["NAME"]).parent) as file:
            file.write(bytes(ROOM))
            file.flush()
    except OSError as error:
        why = error.strerror or type(error).__name__
        raise Unready("disk-full", _("The database's disk takes no more ({why})."), 503, why=why) from error


def _migrations() -> None:
    executor = MigrationExecutor(connection)
    missing = [f"{step.app_label}.{step.name}" for step, _ in executor.migration_plan(executor.loader.graph.leaf_nodes())]
    if missing:
        listed = ", ".join(missing)
        raise Unready("not-migrated", _("These migrations are not applied: {listed}"), 503, listed=listed)


def _broker() -> None:
    queue_depths()


def _unreachable(error: Exception) -> Unready:
    """The public message of an error. Details, which may name hosts and accounts, go only to the log."""
    kind = type(error).__name__
    return Unready("unreachable", _("It cannot be reached ({kind})."), 503, kind=kind)
