"""A batch through real processes: ingested by workers that are killed in the middle, every match judged once."""

from __future__ import annotations

import zipfile
from typing import Any

from tests.proof import slow
from tests.records.batches import CLEAN, FLAGGED, many, named, zipped
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
    return wait_for(lambda: (now := read(service, batch))["progress"]["finished"] and now, "the batch to be finished", 180)


@slow
def test_workers_killed_while_ingesting_leave_no_chunk_half_stored(empty_service: Service) -> None:
    data = zipped({"a.ppn": many(MANY, "a"), "b.ppn": FLAGGED + named("b")}, zipfile.ZIP_STORED)
    batch = sent(empty_service, data, "application/zip")
    worker = empty_service.worker(concurrency=2)
    wait_for(lambda: read(empty_service, batch)["progress"]["matches"]["matches"] >= 200, "the first chunks")
    empty_service.kill(worker)
    left = read(empty_service, batch)
    assert left["state"] == "taking", "the worker was done before it was killed: give it more"
    stored = left["progress"]["matches"]["matches"]
    assert (stored % 100, 0 < stored < MANY) == (0, True), "whole chunks, and not all"
    assert len(empty_service.rows("id")) == stored
    second = empty_service.worker(concurrency=2)
    beat = empty_service.beat()
    counts = finished(empty_service, batch)["progress"]["matches"]
    assert {name: count for name, count in counts.items() if count} == {
        "matches": MANY + 2,
        "new": MANY + 2,
        "judged": MANY + 2,
        "clean": MANY + 1,
        "flagged": 1,
    }
    empty_service.kill(beat)
    empty_service.kill(second)


@slow
def test_cancelled_batch_stores_and_judges_no_more(empty_service: Service) -> None:
    batch = sent(empty_service, many(MANY, "cancelled").encode(), "text/x-ppn")
    worker = empty_service.worker()
    wait_for(lambda: read(empty_service, batch)["progress"]["matches"]["matches"] >= 100, "the first chunk")
    status, answer = empty_service.request("POST", f"batches/{batch['id']}/cancel", b"", "application/json")
    assert (status, answer["state"]) == (200, "cancelled")
    counts = finished(empty_service, batch)["progress"]["matches"]
    assert counts["matches"] < MANY
    assert counts["judged"] + counts["stopped"] == counts["matches"]
    again = sent(empty_service, CLEAN.encode(), "text/x-ppn")
    finished(empty_service, again)
    assert read(empty_service, batch)["progress"]["matches"] == counts
    empty_service.kill(worker)


@slow
def test_single_upload_is_judged_before_a_waiting_batch(empty_service: Service) -> None:
    worker = empty_service.worker()
    batch = sent(empty_service, many(MANY, "before").encode(), "text/x-ppn")
    wait_for(lambda: read(empty_service, batch)["state"] == "taken", "the batch to be ingested")
    [match] = empty_service.upload(named("by hand").encode())
    assert empty_service.verdict(match)["status"] == "clean"
    assert read(empty_service, batch)["progress"]["matches"]["judged"] < MANY / 2
    finished(empty_service, batch)
    empty_service.kill(worker)
