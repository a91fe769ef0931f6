"""Files of one match and of many; nothing of the service is needed to make them."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import referee
from tests.golden import HOME

CLEAN = (HOME / "sichuan" / "clean-01.ppn").read_text(encoding="utf-8")
FLAGGED = (HOME / "sichuan" / "three-suits.ppn").read_text(encoding="utf-8")
SAMPLES = Path(__file__).parents[1] / "records" / "archive" / "samples"
"""The matches that a new service is given."""
BROKEN = '[PPN "1"]\n[Game sichuan]\n'
AUTUMN = "Autumn Cup"
PPN, ZIP, NDJSON = "text/x-ppn", "application/zip", "application/x-ndjson"

LOG = b"""{"type": "start_game"}
{"type": "start_kyoku", "oya": 0, "tehais": [["?"], ["?"], ["?"], ["?"]]}
{"type": "ryukyoku", "deltas": [1, -1, 0, 0]}
{"type": "end_kyoku"}
"""
"""A match of mjai events, which do not say what game it is."""


def named(event: str, text: str = CLEAN) -> str:
    """The same match under another name: another record."""
    head, _, tail = text.partition("\n")
    lines = [line for line in tail.split("\n") if not line.startswith("[Event ")]
    return "\n".join([head, f'[Event "{event}"]', *lines]) + "\n"


def many(count: int, event: str = "m") -> str:
    return "".join(named(f"{event} {number}") for number in range(count))


def as_json(text: str) -> str:
    return json.dumps(referee.write_json(referee.parse(text)))


def zipped(files: dict[str, str | bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", method) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return made.getvalue()


def of_event(name: str = "sichuan/clean-01", people: Sequence[str] = "ABCD", event: str = AUTUMN, **tags: str) -> str:
    """A golden record with these people at its seats, in their order, and these tags (``Table``, ``Stage``, ``Date``)."""
    record = referee.parse((HOME / f"{name}.ppn").read_bytes())
    said = {**{tag: value for tag, value in record.tags.items() if tag not in ("Table", "Stage", "Date")}, "Event": event, **tags}
    seats = dict(zip(record.seats, people, strict=False)) if people else {}
    return referee.write(record._replace(tags=said, seats=seats))


def copies(count: int, event: str) -> bytes:
    """As many different matches: the product's own sample under other names."""
    text = (SAMPLES / "table-1.ppn").read_text(encoding="utf-8")
    head, tail = text.split("\n", 1)
    tail = "\n".join(line for line in tail.split("\n") if not line.startswith("[Event "))
    return "\n".join(f'{head}\n[Event "{event} {number}"]\n{tail}' for number in range(count)).encode()


def lines_of(record: Any) -> list[Any]:
    """The lines by which a record is written at a live table."""
    found: list[Any] = []
    rounds: Any = referee.write_json(record)["rounds"]
    for round_ in rounds:
        claims = {name: round_[name] for name in ("scores", "places", "end") if name in round_}
        found.append({"round": {name: said for name, said in round_.items() if name not in ("moves", "comments", *claims)}})
        found += [*round_["moves"], {"over": claims}]
    return found
