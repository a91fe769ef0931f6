"""The addresses of the log: its heads, its proofs, and what of it may be cached."""

from __future__ import annotations

import base64
import json
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from records import audit, clubs, events, publications
from records.audit.merkle import heads, tree
from records.models import AuditEntry, Event, LogHead
from referee.results.log import checkpoint, proof
from referee.results.log import tree as merkle
from referee.results.published import signature
from referee.results.published.canonical import load
from tests.people import client_of
from tests.records.evening import EVENT, file_of, publish, text, upload

pytestmark = pytest.mark.django_db
AT = "/.well-known/referee-log"


@pytest.fixture(autouse=True)
def var(settings: Any, tmp_path: Path) -> None:
    settings.VAR, settings.RESULTS_KEY, settings.LOG_ORIGIN = tmp_path, "", ""


@pytest.fixture
def log() -> LogHead:
    """A log of some entries with a signed head."""
    with audit.atomic():
        for number in range(7):
            audit.record("test", f"thing:{number}", secret="word")
    head = publications.sign_head(5.0)
    assert head is not None
    return head


@pytest.fixture
def event(owner: Any) -> Event:
    club = clubs.create(owner, "茶館", "tea")
    upload(club, owner, text(Table="1"))
    return events.create(owner, club, EVENT)


def answer(path: str, **query: object) -> Any:
    """What somebody who is nobody in particular is answered."""
    found = Client().get(AT + path, query)
    assert found.status_code == 200
    assert found["Cache-Control"].startswith("public, max-age=")
    assert "Cookie" not in found.get("Vary", "")
    assert not found.cookies
    return found.json() if found["Content-Type"] == "application/json" else found.content.decode()


def status(path: str, **query: object) -> int:
    return Client().get(AT + path, query).status_code


def test_log_shows_its_latest_head_the_key_and_where_the_rest_is(log: LogHead) -> None:
    said = answer("")
    head = checkpoint.read(said["head"])
    assert checkpoint.signer_of(head, [signature.read_pem(said["key"])]) is not None
    assert head.checkpoint == (said["origin"], said["size"], base64.b64decode(said["root"]))
    assert (said["size"], said["fingerprint"]) == (tree.size(), log.fingerprint)
    assert answer("/checkpoint") == said["head"]
    keys = Client().get(said["links"]["results_keys"]).json()["results"]
    assert said["key"] in [key["pem"] for key in keys]
    assert Client().get(said["links"]["heads"]).json()["results"][0]["head"] == said["head"]
    assert Client().get(said["url"]).json()["head"] == said["head"]


def test_earlier_heads_are_listed_and_read(log: LogHead) -> None:
    with audit.atomic():
        audit.record("test", "thing:8")
    later = publications.sign_head(5.0)
    assert later is not None
    pages = answer("/heads", limit=1)
    assert pages["results"][0]["size"] == later.size
    assert Client().get(pages["next"]).json()["results"][0]["head"] == log.note
    assert answer(f"/heads/{log.size}")["head"] == log.note
    assert [status(f"/heads/{size}") for size in (log.size + 7, 10**30)] == [404, 404]


def test_consistency_is_proven_between_sizes(log: LogHead) -> None:
    sizes = [log.size - 5, log.size - 4, log.size]
    [first, second] = answer("/consistency", sizes=",".join(map(str, sizes)))["consistency"]
    assert (first["first"], first["second"], second["first"], second["second"]) == (sizes[0], sizes[1], sizes[1], sizes[2])
    for one in (first, second):
        path = [base64.b64decode(digest) for digest in one["path"]]
        assert merkle.consistent(one["first"], one["second"], tree.root(one["first"]), tree.root(one["second"]), path)
    assert Client().get(f"{AT}/consistency", {"sizes": "1,2"})["Cache-Control"].endswith("immutable")


@pytest.mark.parametrize("sizes", ["", "1", "2,1", "a,b", "1,-2", "1, 2", "1,٢", ",".join(["1"] * 65), "1," + "9" * 19])
def test_sizes_that_are_none_are_refused(log: LogHead, sizes: str) -> None:
    assert status("/consistency", sizes=sizes) == 400


def test_what_no_head_covers_is_not_shown(log: LogHead) -> None:
    with audit.atomic():
        audit.record("test", "thing:9")
    assert status("/consistency", sizes=f"1,{log.size}") == 200
    assert status("/consistency", sizes=f"1,{log.size + 1}") == 404
    assert status("/inclusion", index=log.size, size=log.size + 1) == 404
    assert status("/inclusion", index=log.size, size=log.size) == 404


def test_inclusion_is_proven_by_hashes_that_tell_nothing(log: LogHead) -> None:
    found = answer("/inclusion", index=log.size - 1, size=log.size)
    entry = AuditEntry.objects.get(number=log.size)
    leaf = base64.b64decode(found["leaf"])
    assert leaf == merkle.leaf_hash(entry.text())
    path = [base64.b64decode(digest) for digest in found["path"]]
    assert merkle.includes(leaf, found["index"], found["size"], path, bytes.fromhex(log.root))
    assert set(found) == {"index", "size", "leaf", "path"}
    for query in ({}, {"index": 1}, {"size": 1}, {"index": 3, "size": 2}, {"index": -1, "size": 1}, {"index": "x", "size": 1}):
        assert status("/inclusion", **query) == 400


def test_log_before_its_first_head_is_not_found(log: LogHead, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(heads, "latest", lambda: None)
    assert [status(""), status("/checkpoint"), status("/consistency", sizes="1,2")] == [404, 404, 404]
    refused = Client().get(AT)
    assert refused["Content-Type"] == "application/problem+json"


def test_who_asks_too_often_waits(log: LogHead, settings: Any) -> None:
    settings.THROTTLE = {"anon": "2/min"}
    assert [status(path) for path in ("", "/checkpoint", "/heads")] == [200, 200, 429]


def test_publication_holds_the_head_before_it_and_its_proof_follows(owner: Any, event: Event) -> None:
    publication = publish(owner, event)
    document = load(file_of(publication))["document"]  # type: ignore[call-overload,index]
    before = checkpoint.read(document["log"]["head"])
    assert document["results"] == 3
    assert checkpoint.signer_of(before, [signature.read_pem(publication.key)]) is not None

    client = client_of(owner)
    file = f"/api/v1/events/{event.pk}/publications/1/tlog-proof"
    at = file.removesuffix("/tlog-proof")
    assert client.get(file).status_code == 404  # no head covers it yet
    assert "tlog-proof" not in client.get(at).json()["files"]
    assert answer(f"/publications/{publication.hash}") == {
        "publication": publication.hash,
        "number": 1,
        "proof": None,
        "newest": {"number": 1},
    }
    head = publications.sign_head(5.0)
    assert head is not None
    assert client.get(at).json()["files"]["tlog-proof"] == f"http://testserver{file}"
    found = client.get(file)
    assert found["Content-Disposition"].endswith('-1.tlog-proof"')
    written = b"".join(found.streaming_content).decode()
    inclusion = proof.read(written)
    assert inclusion.holds
    assert inclusion.head.note == head.note
    entry = proof.publication_in(inclusion)
    assert entry is not None
    assert entry[:3] == (str(event.pk), 1, publication.hash)
    assert inclusion.leaf >= before.checkpoint.size
    assert answer(f"/publications/{publication.hash}")["proof"] == written
    # Who may not see the event does not get the file; who knows the hash has the file.
    assert Client().get(file).status_code == 404
    assert [status(f"/publications/{other}") for other in ("0" * 64, "x")] == [404, 404]

    events.plan_table(owner, event, event.stages.get(), 1, "another")
    publish(owner, event, "because")
    assert answer(f"/publications/{publication.hash}")["newest"] == {"number": 2}
    publications.sign_head(5.0)
    assert answer(f"/publications/{publication.hash}")["proof"] == written, "of the first head that covers it, for good"


def test_publication_of_before_the_log_had_heads_gets_its_proof(
    owner: Any, event: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr("records.publications.publishing.head_before", lambda: None)
        publication = publish(owner, event)
    document: Any = json.loads(file_of(publication))["document"]
    assert (document["results"], "log" in document) == (1, False)
    publications.sign_head(5.0)
    assert proof.read(answer(f"/publications/{publication.hash}")["proof"]).holds
