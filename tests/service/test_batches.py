"""A batch through real processes: ingested by workers that are killed in the middle, every match judged once."""

from __future__ import annotations

import zipfile
from typing import Any

from tests.proof import slow
from tests.records.batches import FLAGGED, many, named, zipped
from tests.service.service import Service, wait_for

MANY = 2000


def read(service: Service, batch: dict[str, Any]) -> dict[str, Any]:
    status, answer = service.request("GET", f"batches/{batch['id']}")
    assert status == 200
    return answer


def sent(service: Service, data: bytes, kind: str) -> dict[str, Any]:
    status, answer = service.request("POST", "batches", data, kind)
    assert status == 202, answer
    return answer


def finished(service: Service, batch: dict[str, Any]) -> dict[str, Any]:
    return wait_for(lambda: (now := read(service, batch))["job"]["finished"] and now, "the batch to be finished")


@slow
def test_workers_killed_while_ingesting_leave_no_chunk_half_stored(empty_service: Service) -> None:
    data = zipped({"a.ppn": many(MANY, "a"), "b.ppn": FLAGGED + named("b")}, zipfile.ZIP_STORED)
    batch = sent(empty_service, data, "application/zip")
    worker = empty_service.worker(concurrency=2)
    wait_for(lambda: read(empty_service, batch)["job"]["counts"]["matches"] >= 200, "the first chunks")
    empty_service.kill(worker)
    left = read(empty_service, batch)
    assert left["state"] == "running", "the worker was done before it was killed: give it more"
    stored = left["job"]["counts"]["matches"]
    assert (stored % 100, 0 < stored < MANY) == (0, True), "whole chunks, and not all"
    assert len(empty_service.rows("id")) == stored
    empty_service.worker(concurrency=2)
    empty_service.beat()
    counts = finished(empty_service, batch)["job"]["counts"]
    whole = dict.fromkeys(("matches", "new", "judged"), MANY + 2)
    files = {"files": 2, "files_read": 2, "findings": 1, "checked": MANY + 1}
    assert {name: count for name, count in counts.items() if count} == {**whole, **files, "clean": MANY + 1, "flagged": 1}
