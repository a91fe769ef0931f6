"""A small event of real records: two stages, a flagged match, rulings on it, and a table that nobody played at yet."""

from __future__ import annotations

import copy
import json
from functools import cache
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

import referee
from referee.tournament.published import signature
from referee.tournament.published.canonical import canonical, digest
from referee.tournament.published.document import ENDING, concluded, entry_of
from referee.tournament.published.tables import match_of
from referee.tournament.ranking.rulings import findings_of
from tests.golden import HOME

PRIVATE = Ed25519PrivateKey.from_private_bytes(bytes(range(32))).private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
OTHER = Ed25519PrivateKey.from_private_bytes(bytes(32)).private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
AUDIT = {"number": 41, "hash": "a5" * 32}
"""The last entry of the audit log before the publication."""
RECORDS = ("sichuan/clean-01", "sichuan/three-suits", "gouji/clean-01")


def match(number: int, name: str, more: str = "") -> dict[str, Any]:
    """A golden record, with more at its end, as a match of the document."""
    text = (HOME / f"{name}.ppn").read_text(encoding="utf-8") + more
    verdict = json.loads(json.dumps(referee.verify(referee.parse(text)).as_dict()))
    return {"id": f"match-{number}", "form": "ppn", "first_line": 1, "text": text, "verdict": verdict}


def ruling(number: int, of: dict[str, Any], decision: str, scores: dict[str, int] | None = None) -> dict[str, Any]:
    """A ruling on the first finding of a match."""
    key = next(iter(findings_of(of["verdict"])))
    return {
        "number": number,
        "match": of["id"],
        **key.as_dict(),
        "decision": decision,
        "scores": scores,
        "reason": "Everybody at the table says so.",
        "arbiter": "li",
        "at": "2026-11-21T21:00:00Z",
    }


@cache
def _parts() -> dict[str, Any]:
    matches = [match(number, name) for number, name in enumerate(RECORDS, 1)]
    records = [referee.parse(one["text"]) for one in matches]
    names = {name for record in records for name in record.seats.values()}
    names |= {name for record in records for round_ in record.rounds for name in round_.sits.values()}
    stage = {"tag": "", "placement": [], "carry": "1", "cut": False, "tie_breaks": ["head-to-head", "best-table"]}
    return {
        "number": 1,
        "previous": None,
        "audit": AUDIT,
        "published": {"at": "2026-11-21T22:00:00Z", "by": "li"},
        "engine": referee.ENGINE_VERSION,
        "rulebooks": {"sichuan": "1", "gouji": "1"},
        "event": {
            "id": "4f0c",
            "name": "An Evening",
            "club": {"name": "茶館", "slug": "tea"},
            "game": "",
            "tag": "",
            "starts": "2026.11.21",
            "ends": "",
        },
        "stages": [
            {"number": 1, "name": "First", **stage, "points": "score"},
            {"number": 2, "name": "Second", **stage, "points": "placement", "placement": ["4", "5/2", "1", "0"], "carry": "1/2"},
        ],
        "entrants": [{"name": name, "team": "", "spellings": [name]} for name in sorted(names)],
        "tables": [
            {"stage": 1, "round": 1, "table": "1", "match": "match-1", "seated": None},
            {"stage": 1, "round": 1, "table": "2", "match": "match-2", "seated": None},
            {"stage": 2, "round": 1, "table": "1", "match": "match-3", "seated": None},
            {"stage": 2, "round": 1, "table": "2", "match": None, "seated": None},
        ],
        "matches": matches,
        "rulings": [ruling(1, matches[1], "overruled"), ruling(2, matches[1], "upheld")],
        "forced": "The second table of the final is played tomorrow.",
    }


def parts(**other: Any) -> dict[str, Any]:
    """What the document is composed of; a copy, with some of it replaced."""
    return copy.deepcopy(_parts()) | other


def compose(parts: dict[str, Any]) -> dict[str, Any]:
    """A whole document of these parts: with the hashes of its matches, and what follows from them."""
    read = [match_of(entry) for entry in parts["matches"]]
    hashed: list[Any] = [entry_of(entry, match.sha256) for entry, match in zip(parts["matches"], read, strict=True)]
    return concluded({**parts, "matches": hashed}, read)


def seal(document: dict[str, Any], private: bytes) -> bytes:
    """The file of a document: with its hash, signed by a private key."""
    hashed = digest(document)
    return canonical({"document": document, "hash": hashed, "signature": dict(signature.sign(private, hashed))}) + ENDING


def published(private: bytes = PRIVATE, **other: Any) -> bytes:
    """The file."""
    return seal(compose(parts(**other)), private)
