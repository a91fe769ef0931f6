"""Readiness of the service: the database answers, all migrations are applied, the broker answers.

Each is asked in a thread of its own and given up after a few seconds, so that the answer comes in time whatever hangs.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from amqp.exceptions import ChannelError
from celery import current_app
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from kombu import Connection

PATIENCE = 3.0
"""Seconds until what has not answered is taken for unreachable."""

log = logging.getLogger(__name__)


class Unready(Exception):
    """Why the service cannot do its work: a code for programs, a sentence for people."""

    def __init__(self, code: str, zh: str, en: str) -> None:
        self.code, self.reason = code, {"zh": zh, "en": en}
        super().__init__(en)


def readiness() -> dict[str, Any]:
    """``ready``, and for each thing that the service needs whether it is there, and if not, why not."""
    checks: dict[str, dict[str, Any]] = {}
    for name, answer in ask({"database": _database, "migrations": _migrations, "broker": _broker}).items():
        if isinstance(answer, Exception):
            why = answer if isinstance(answer, Unready) else _unreachable(answer)
            checks[name] = {"ok": False, "code": why.code, "reason": why.reason}
        else:
            checks[name] = {"ok": True}
    return {"ready": all(check["ok"] for check in checks.values()), "checks": checks}


def ask(questions: Mapping[str, Callable[[], Any]]) -> dict[str, Any]:
    """The answer to each question, or the error that came instead; one that has not come in time is a TimeoutError."""
    pool = ThreadPoolExecutor(len(questions), thread_name_prefix="ask")
    asked = {name: pool.submit(_asked, question) for name, question in questions.items()}
    until = time.monotonic() + PATIENCE
    answers: dict[str, Any] = {}
    for name, answer in asked.items():
        try:
            answers[name] = answer.result(max(0, until - time.monotonic()))
        except Exception as error:  # noqa: BLE001 - whatever a client library raises, it is not there
            if not isinstance(error, Unready):
                log.warning("%s: %s: %s", name, type(error).__name__, error)
            answers[name] = error
    pool.shutdown(wait=False)
    return answers


def queue_depths() -> dict[str, int]:
    """How many messages wait in each of the broker's queues: one message may carry many matches. Raises where it is away."""
    with current_app.connection_for_read() as broker:
        return {name: _depth(broker, name) for name in current_app.conf.task_queues}


def _depth(broker: Connection, queue: str) -> int:
    try:
        with broker.channel() as channel:  # RabbitMQ ends the channel that asks for what is not there
            return int(channel.queue_declare(queue, passive=True).message_count)
    except ChannelError:  # nobody has declared the queue yet, or it is a list of Redis, which is not there when empty
        return 0


def _asked(question: Callable[[], Any]) -> Any:
    try:
        return question()
    finally:
        connection.close()  # this thread's own


def _database() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")


def _migrations() -> None:
    executor = MigrationExecutor(connection)
    missing = [f"{step.app_label}.{step.name}" for step, _ in executor.migration_plan(executor.loader.graph.leaf_nodes())]
    if missing:
        listed = ", ".join(missing)
        raise Unready("not-migrated", f"尚未套用的資料庫變更：{listed}", f"These migrations are not applied: {listed}")


def _broker() -> None:
    queue_depths()


def _unreachable(error: Exception) -> Unready:
    """What the probe says of an error: the log says it in full, strangers are not told of hosts and accounts."""
    kind = type(error).__name__
    return Unready("unreachable", f"連不上（{kind}）。", f"It cannot be reached ({kind}).")
