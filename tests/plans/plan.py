"""How PostgreSQL goes about a query: asked of it while it does so, of every query that some work sends."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from django.db import connection, transaction

from tests.plans.building import BIG

PLANNED = ("SELECT", "UPDATE", "DELETE", "WITH")


@dataclass(frozen=True, slots=True)
class Plan:
    """What was done for a query."""

    sql: str
    read_whole: tuple[str, ...]
    """Tables that were read from end to end, or at least half way, of those that grow with every match."""
    buffers: int
    """Pages of 8 KiB that were looked at."""
    milliseconds: float


def plans(work: Callable[[], Any]) -> list[Plan]:
    """The plan of every query that this sends, each asked for again with EXPLAIN ANALYZE and taken back."""
    sent: list[tuple[str, Any]] = []

    def noted(execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
        if sql.lstrip(" (\n").upper().startswith(PLANNED) and not many:
            sent.append((sql, params))
        return execute(sql, params, many, context)

    with transaction.atomic():
        with connection.execute_wrapper(noted):
            work()
        transaction.set_rollback(True)
    return [_explained(sql, params) for sql, params in sent]


def _explained(sql: str, params: Any) -> Plan:
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) {sql}", params)
        [answer] = cursor.fetchone()
        transaction.set_rollback(True)
    [top] = json.loads(answer) if isinstance(answer, str) else answer
    nodes = list(_nodes(top["Plan"]))
    whole = {node["Relation Name"] for node in nodes if node["Node Type"] == "Seq Scan" and _read(node) > _rows(node) / 2} & BIG
    buffers = top["Plan"]["Shared Hit Blocks"] + top["Plan"]["Shared Read Blocks"]
    return Plan(sql, tuple(sorted(whole)), buffers, top["Execution Time"])


def _read(node: dict[str, Any]) -> float:
    """Rows that a scan came upon."""
    return float((node["Actual Rows"] + node.get("Rows Removed by Filter", 0)) * node["Actual Loops"])


def _rows(node: dict[str, Any]) -> float:
    """Rows that the table had when it was last looked at."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT reltuples FROM pg_class WHERE oid = %s::regclass", [node["Relation Name"]])
        return float(cursor.fetchone()[0])


def _nodes(plan: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield plan
    for child in plan.get("Plans", ()):
        yield from _nodes(child)
