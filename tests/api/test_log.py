"""The addresses of the log: its heads, its proofs, and what of it may be cached."""

from __future__ import annotations

import base64
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from records import audit, clubs, events, publications
from records.audit.merkle import tree
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


def test_consistency_is_proven_between_sizes(log: LogHead) -> None:
    sizes = [log.size - 5, log.size - 4, log.size]
    [first, second] = answer("/consistency", sizes=",".join(map(str, sizes)))["consistency"]
    assert (first["first"], first["second"], second["first"], second["second"]) == (sizes[0], sizes[1], sizes[1], sizes[2])
    for one in (first, second):
        path = [base64.b64decode(digest) for digest in one["path"]]
        assert merkle.consistent(one["first"], one["second"], tree.root(one["first"]), tree.root(one["second"]), path)
    assert Client().get(f"{AT}/consistency", {"sizes": "1,2"})["Cache-Control"].endswith("immutable")
    for wrong in ("", "1", "2,1", "1,-2", "1, 2", "1,٢", ",".join(["1"] * 65), "1," + "9" * 19):
        assert status("/consistency", sizes=wrong) == 400, wrong
    assert status("/consistency", sizes=f"1,{log.size + 1}") == 404, "no head covers it"


def test_inclusion_is_proven_by_hashes_that_tell_nothing(log: LogHead) -> None:
    found = answer("/inclusion", index=log.size - 1, size=log.size)
    entry = AuditEntry.objects.get(number=log.size)
    leaf = base64.b64decode(found["leaf"])
    assert leaf == merkle.leaf_hash(entry.text())
    path = [base64.b64decode(digest) for digest in found["path"]]
    assert merkle.includes(leaf, found["index"], found["size"], path, bytes.fromhex(log.root))
    assert set(found) == {"index", "size", "leaf", "path"}
    for query in ({}, {"index": 3, "size": 2}, {"index": -1, "size": 1}, {"index": "x", "size": 1}):
        assert status("/inclusion", **query) == 400


def test_publication_holds_the_head_before_it_and_its_proof_follows(owner: Any, event: Event) -> None:
    publication = publish(owner, event)
    before = checkpoint.read(load(file_of(publication))["document"]["log"]["head"])  # type: ignore[call-overload,index]
    assert checkpoint.signer_of(before, [signature.read_pem(publication.key)]) is not None
    client, file = client_of(owner), f"/api/v1/events/{event.pk}/publications/1/tlog-proof"
    assert client.get(file).status_code == 404, "no head covers it yet"
    assert answer(f"/publications/{publication.hash}")["proof"] is None
    head = publications.sign_head(5.0)
    assert head is not None
    inclusion = proof.read(b"".join(client.get(file).streaming_content).decode())
    assert (inclusion.holds, inclusion.head.note) == (True, head.note)
    entry = proof.publication_in(inclusion)
    assert entry is not None
    assert entry[:3] == (str(event.pk), 1, publication.hash)
    assert answer(f"/publications/{publication.hash}")["newest"] == {"number": 1}
    assert Client().get(file).status_code == 404
    assert status(f"/publications/{'0' * 64}") == 404
