"""Batches over REST and on their pages."""

from __future__ import annotations

import csv
import io
import json
from typing import Any

from django.core.files.uploadedfile import SimpleUploadedFile

from records.archive import matches
from records.archive.models import Match
from records.core.queue import jobs
from tests.people import client_of
from tests.records.batches import CLEAN, FLAGGED, PPN, ZIP, many, named, zipped

URL = "/api/v1/batches"


def done(batch_id: str) -> None:
    """What workers would do."""
    jobs.run(batch_id, seconds=600)
    for match in Match.objects.filter(state="pending"):
        matches.judge(match.pk)


def evening() -> bytes:
    return zipped({"=a.ppn": CLEAN + FLAGGED, "b.ppn": named("b").encode() + b"\xff", "c.zip": zipped({"x": "y"})})


def test_batch_is_uploaded_ingested_and_reported(owner: Any) -> None:
    client = client_of(owner)
    answer = client.post(URL + "?filename=evening.zip", evening(), content_type=ZIP)
    assert (answer.status_code, answer["Location"]) == (202, answer.json()["job"]["url"])
    body = answer.json()
    assert (body["state"], body["filename"], body["job"]["counts"]["files"], body["job"]["finished"]) == (
        "pending",
        "evening.zip",
        3,
        False,
    )
    done(body["id"])
    after = client.get(body["url"], HTTP_ACCEPT_LANGUAGE="en").json()
    job = client.get(after["job"]["url"]).json()
    assert job == after["job"]
    assert (job["kind"], job["state"], job["finished"], job["percent"], job["subject_url"]) == (
        "batch",
        "done",
        True,
        100,
        body["url"],
    )
    assert job["counts"]["flagged"] == 1
    assert [(file["name"], file["new"], file["error"] and file["error"]["code"]) for file in after["files"]] == [
        ("=a.ppn", 2, None),
        ("b.ppn", 0, "syntax"),
        ("c.zip", 0, "nested-archive"),
    ]
    assert "An archive within" in after["files"][2]["error"]["detail"]
    report = json.loads(b"".join(client.get(body["report_url"])))
    assert [(row["file"], row["result"], row["status"]) for row in report["rows"]] == [
        ("=a.ppn", "new", "clean"),
        ("=a.ppn", "new", "flagged"),
        ("b.ppn", None, None),
        ("c.zip", None, None),
    ]
    assert client.get(report["rows"][1]["url"]).json()["status"] == "flagged"
    sheet = b"".join(client.get(body["report_url"] + "?format=csv")).decode("utf-8-sig")
    rows = list(csv.DictReader(io.StringIO(sheet)))
    assert [row["file"] for row in rows] == ["'=a.ppn", "'=a.ppn", "b.ppn", "c.zip"], "no spreadsheet runs a file's name"
    assert (rows[2]["line"], rows[2]["code"]) == (str(report["rows"][2]["line"]), "syntax")
    assert client.get(body["report_url"] + "?format=pdf").status_code == 400


def test_batch_form_takes_one_file(owner: Any) -> None:
    client = client_of(owner)
    answer = client.post(URL, {"file": SimpleUploadedFile("league.ppn", many(3).encode())})
    assert (answer.status_code, answer.json()["filename"]) == (202, "league.ppn")
    two = {"a": SimpleUploadedFile("a.ppn", b"a"), "b": SimpleUploadedFile("b.ppn", b"b")}
    refused = client.post(URL, two)
    assert (refused.status_code, refused.json()["code"]) == (422, "one-file")


def test_cancelled_batch_says_so_and_its_matches_can_be_judged(owner: Any) -> None:
    client = client_of(owner)
    batch = client.post(URL, CLEAN.encode(), content_type=PPN).json()
    jobs.run(batch["id"])
    assert (
        client.patch(batch["job"]["url"], {"state": "cancelled"}, content_type="application/json").json()["counts"]["stopped"]
        == 1
    )
    address = f"/api/v1/matches/{Match.objects.get().pk}"
    verdict = client.get(address + "/verdict")
    assert (verdict.status_code, verdict.json()["code"]) == (409, "not-judged")
    assert client.post(address + "/rejudge").status_code == 202
    assert client.get(address + "/verdict").status_code == 202
    assert client.patch(batch["job"]["url"], {"state": "pending"}, content_type="application/json").status_code == 409
