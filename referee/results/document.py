"""The results document: everything that the standings of an event follow from, and the standings, in one signed file.

``{"document": …, "hash": …, "signature": …}``, in canonical form and a line feed. The hash is that of the document's canonical
bytes; docs/results.md says what each part means.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any, NamedTuple

from referee.notation import NotationError, Source, read
from referee.record import Record
from referee.results import signature
from referee.results.canonical import canonical, digest
from referee.results.essence import Sitting, sitting_of
from referee.results.played import Played, played, waiting
from referee.results.rulings import DECISIONS, FindingKey, Ruling, settle
from referee.results.shape import Fault, Flag, Free, Items, Line, Maybe, Object, Shape, Table, Whole
from referee.results.standings import PLACEMENT, SCORE, StageRules, Standings, standings
from referee.verdict import JSON, Text

PLAIN, VERSION = 1, 2
"""Forms of the document: the second has parts that the first knows nothing of. Where there is nothing to say in them it is the
first, which every release can check."""
ENDING = b"\n"

Document = Mapping[str, Any]

_HASH = Line("[0-9a-f]{64}")
_LINE = Line(most=4000)
_FRACTION = Line(r"-?(0|[1-9][0-9]{0,8})(/[1-9][0-9]{0,8})?")
_SCORES = Table(Whole())
_KEY: Mapping[str, Shape] = {
    "round": Whole(0), "move": Whole(0), "seat": _LINE, "code": _LINE, "clause": _LINE, "nth": Whole(1),
}  # fmt: skip
_FINDING = Object(
    {"code": _LINE, "severity": _LINE, "clause": _LINE, "round": Whole(0), "move": Whole(0), "seat": Maybe(_LINE)}, open=True
)
_FIGURES = Object({"computed": Maybe(_SCORES), "claimed": Maybe(_SCORES)})
_ROUND = Object(
    {
        "round": Whole(0), "status": _LINE, "findings": Items(_FINDING), "wins": Items(Object({"seat": _LINE}, open=True)),
        "scores": _FIGURES,
    },
    open=True,
)  # fmt: skip
VERDICT = Object(
    {
        "engine": _LINE, "record_sha256": _HASH, "status": _LINE, "findings": Items(_FINDING), "rounds": Items(_ROUND),
        "totals": _FIGURES,
    },
    open=True,
)  # fmt: skip
"""What of a verdict is read here; the rest of it is compared."""

_RULING = Object({
    "number": Whole(1), "match": _LINE, **_KEY, "decision": Line("|".join(DECISIONS)), "scores": Maybe(_SCORES),
    "reason": _LINE, "arbiter": _LINE, "at": _LINE,
})  # fmt: skip
_MORE: Mapping[str, Shape] = {
    "taken_out": Items(Object({"ruling": _RULING, "record_sha256": _HASH, "remark": Table(_LINE)})),
}  # fmt: skip
DOCUMENT = Object({
    "results": Whole(PLAIN, VERSION), "number": Whole(1), "previous": Maybe(_HASH),
    "published": Object({"at": _LINE, "by": _LINE}), "engine": _LINE, "rulebooks": Table(_LINE),
    "event": Object({
        "id": _LINE, "name": _LINE, "club": Object({"name": _LINE, "slug": _LINE}), "game": _LINE, "tag": _LINE,
        "starts": _LINE, "ends": _LINE,
    }),
    "stages": Items(Object({
        "number": Whole(0), "name": _LINE, "tag": _LINE, "points": Line(f"{SCORE}|{PLACEMENT}"), "placement": Items(_FRACTION),
        "carry": _FRACTION, "cut": Flag(), "tie_breaks": Items(_LINE),
    })),
    "entrants": Items(Object({"name": _LINE, "team": _LINE, "spellings": Items(_LINE)})),
    "tables": Items(Object({
        "stage": Whole(0), "round": Whole(0), "table": _LINE, "match": Maybe(_LINE), "seated": Maybe(Table(_LINE)),
    })),
    "matches": Items(Object({
        "id": _LINE, "form": Line("ppn|json"), "first_line": Whole(1), "text": Line(), "record_sha256": _HASH,
        "verdict": Maybe(VERDICT), "verdict_sha256": Maybe(_HASH),
    })),
    "rulings": Items(_RULING),
    "standings": Object({"provisional": Flag(), "undecided": Items(Free()), "rows": Items(Free())}),
    "open": Items(Free()), "forced": Maybe(_LINE),
}, more=_MORE)  # fmt: skip
FILE = Object({
    "document": DOCUMENT, "hash": _HASH,
    "signature": Object({
        "algorithm": Line(signature.ALGORITHM), "fingerprint": _HASH, "key": _LINE, "value": Line("[0-9a-f]{128}"),
    }),
})  # fmt: skip


class Match(NamedTuple):
    """A match of a document, read: who sat where, None where the record cannot be read; its hash; the verdict."""

    id: str
    sitting: Sitting | None
    sha256: str
    verdict: Document | None


def faults(value: JSON) -> Iterable[Fault]:
    """Where a file is not of this form."""
    return FILE.faults(value, "")


def seal(document: dict[str, JSON], private: bytes) -> bytes:
    """The file: the document, its hash, and the signature of a private key (PEM). Raises ValueError where that is none."""
    hashed = digest(document)
    signed: dict[str, JSON] = dict(signature.sign(private, hashed))
    return canonical({"document": document, "hash": hashed, "signature": signed}) + ENDING


def compose(parts: Mapping[str, JSON], known: Mapping[str, Match] | None = None) -> dict[str, JSON]:
    """A whole document of its parts: the hashes of its matches, the standings and what is open are worked out here.

    ``parts`` lacks these. ``known`` are its matches where they were read before. Raises ValueError where a stage's rules are
    none.
    """
    entries: Any = parts["matches"]
    read_ = {entry["id"]: match_of(entry) for entry in entries} if known is None else known
    document: dict[str, Any] = {
        "results": version_of(parts), **parts,
        "matches": [
            {
                **entry, "record_sha256": read_[entry["id"]].sha256,
                "verdict_sha256": None if entry["verdict"] is None else digest(entry["verdict"]),
            }
            for entry in entries
        ],
    }  # fmt: skip
    tables = played_in(document, read_)
    return {**document, "standings": shown(ranked(document, tables)), "open": open_in(document, read_, tables)}


def version_of(document: Document) -> int:
    """The form that a document of these parts has."""
    return VERSION if document.keys() & _MORE.keys() else PLAIN


def rules_of(stage: Document) -> StageRules:
    """How a stage counts. Raises ValueError."""
    return StageRules(
        stage["number"], stage["points"], tuple(map(Fraction, stage["placement"])), Fraction(stage["carry"]), stage["cut"],
        tuple(stage["tie_breaks"]),
    )  # fmt: skip


def record_in(entry: Document) -> Record | NotationError:
    """The record of a match, or why it cannot be read."""
    return read(Source(entry["text"], entry["first_line"], entry["form"]))


def match_of(entry: Document, record: Record | NotationError | None = None) -> Match:
    """A match of a document; its record is read where it was not."""
    record = record_in(entry) if record is None else record
    return Match(entry["id"], sitting_of(record), record.sha256, entry["verdict"])


def rulings_in(document: Document) -> list[tuple[Document, Text | None]]:
    """Every ruling in the order of the numbers, with the remark on it; those on matches that were taken out have one."""
    apart = [(one["ruling"], one["remark"]) for one in document.get("taken_out", ())]
    return sorted([*((one, None) for one in document["rulings"]), *apart], key=lambda said: said[0]["number"])


def rulings_on(document: Document) -> dict[str, list[Ruling]]:
    """The rulings on each match, superseded ones too."""
    found: dict[str, list[Ruling]] = {}
    for entry in document["rulings"]:
        key = FindingKey(**{name: entry[name] for name in FindingKey._fields})
        found.setdefault(entry["match"], []).append(Ruling(entry["number"], key, entry["decision"], entry["scores"]))
    return found


def called_in(document: Document) -> dict[str, str]:
    """Which entrant each spelling means."""
    return {spelling: entrant["name"] for entrant in document["entrants"] for spelling in entrant["spellings"]}


def played_in(document: Document, matches: Mapping[str, Match]) -> list[Played]:
    """What was played at the tables that have a match; one without a verdict, or that cannot be read, waits."""
    rulings = rulings_on(document)
    return [
        _played(table, match, rulings.get(match.id, ())) for table in document["tables"] if (match := matches.get(table["match"]))
    ]


def _played(table: Document, match: Match, rulings: Iterable[Ruling]) -> Played:
    place = table["stage"], table["round"], table["table"]
    if match.sitting is not None and match.verdict is not None:
        return played(place, match.id, match.sitting, match.verdict, rulings, table["seated"])
    seats = match.sitting.seats if match.sitting else {}
    return waiting(place, match.id, (table["seated"] or seats).values())


def ranked(document: Document, tables: Iterable[Played]) -> Standings:
    """The standings that follow. Raises ValueError where a stage's rules are none."""
    entrants = [entrant["name"] for entrant in document["entrants"]]
    return standings(map(rules_of, document["stages"]), tables, entrants, called_in(document))


def shown(found: Standings) -> dict[str, JSON]:
    """Standings as a document holds them."""
    undecided: list[JSON] = [
        {"stage": one.stage, "round": one.round, "table": one.table, "match": one.match} for one in found.undecided
    ]  # fmt: skip
    rows: list[JSON] = [row.as_dict() for row in found.rows]  # type: ignore[misc]
    return {"provisional": found.provisional, "undecided": undecided, "rows": rows}


def open_in(document: Document, matches: Mapping[str, Match], tables: Iterable[Played]) -> list[JSON]:
    """What is not settled, table by table: no match there, no verdict, findings that no ruling answers, rulings whose finding
    is gone, rounds without a score, names that are no entrant's, are there twice, or are missing."""
    rulings, called = rulings_on(document), called_in(document)
    at = {one.match: one for one in tables}
    found: list[JSON] = []
    for table in document["tables"]:
        match = matches.get(table["match"])
        said = [{"kind": "no-match"}]
        if match is not None:
            said = [*_unsettled(match, rulings.get(match.id, ())), *_unnamed(at[match.id], called)]
        place = {name: table[name] for name in ("stage", "round", "table", "match")}
        found += [{**place, **one} for one in said]
    return found


def _unsettled(match: Match, rulings: Iterable[Ruling]) -> Iterable[dict[str, Any]]:
    if match.verdict is None or match.sitting is None:
        yield {"kind": "no-verdict" if match.verdict is None else "unreadable"}
        return
    settled = settle(match.verdict, rulings)
    yield from ({"kind": "finding", "finding": key.as_dict()} for key in settled.unanswered)
    yield from ({"kind": "ruling", "ruling": ruling.number} for ruling in settled.missing)
    told = {key.round for key in settled.unanswered}
    yield from ({"kind": "no-score", "of": number} for number in settled.without_score if number not in told)


def _unnamed(table: Played, called: Mapping[str, str]) -> Iterable[dict[str, Any]]:
    names = sorted(table.names)
    known = [called[name] for name in names if name in called]
    if unknown := [name for name in names if name not in called]:
        yield {"kind": "unknown-name", "names": unknown}
    if twice := [*sorted(table.twice), *sorted({one for one in known if known.count(one) > 1})]:
        yield {"kind": "same-name", "names": twice}
    if not names:
        yield {"kind": "no-names"}
