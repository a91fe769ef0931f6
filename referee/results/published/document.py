"""The results document: everything that the standings of an event follow from, and the standings, in one signed file.

``{"document": …, "hash": …, "signature": …}``, in canonical form and a line feed. The hash is that of the document's canonical
bytes; docs/reference/results.md says what each part means.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any, NamedTuple

from referee.notation import NotationError, Source, read
from referee.record import Record
from referee.results.published import signature
from referee.results.published.canonical import canonical, digest
from referee.results.published.schema import Fault, Flag, Free, Items, Line, Maybe, Object, Schema, Table, Whole
from referee.results.ranking.rulings import DECISIONS, FindingKey, Ruling, Settled, settle
from referee.results.ranking.seat_scores import SeatScores, seat_scores, waiting
from referee.results.ranking.standings import PLACEMENT, SCORE, StageRules, Standings, standings
from referee.results.ranking.summary import Sitting, sitting_of
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
_KEY: Mapping[str, Schema] = {
    "round": Whole(0),
    "move": Whole(0),
    "seat": _LINE,
    "code": _LINE,
    "clause": _LINE,
    "nth": Whole(1),
}
_FINDING = Object(
    {"code": _LINE, "severity": _LINE, "clause": _LINE, "round": Whole(0), "move": Whole(0), "seat": Maybe(_LINE)}, open=True
)
_FIGURES = Object({"computed": Maybe(_SCORES), "claimed": Maybe(_SCORES)})
_ROUND = Object(
    {
        "round": Whole(0),
        "status": _LINE,
        "findings": Items(_FINDING),
        "scores": _FIGURES,
    },
    open=True,
    more={"wins": Items(Object({"seat": _LINE}, open=True))},
)
VERDICT = Object(
    {
        "engine": _LINE,
        "record_sha256": _HASH,
        "status": _LINE,
        "findings": Items(_FINDING),
        "rounds": Items(_ROUND),
        "totals": _FIGURES,
    },
    open=True,
)
"""The parts of a verdict that are read; the rest of it is only compared."""

_RULING = Object(
    {
        "number": Whole(1),
        "match": _LINE,
        **_KEY,
        "decision": Line("|".join(DECISIONS)),
        "scores": Maybe(_SCORES),
        "reason": _LINE,
        "arbiter": _LINE,
        "at": _LINE,
    }
)
_MORE: Mapping[str, Schema] = {
    "taken_out": Items(Object({"ruling": _RULING, "record_sha256": _HASH, "remark": Table(_LINE)})),
    "teams": Items(Free()),
}
MATCH = Object(
    {
        "id": _LINE,
        "form": Line("ppn|json"),
        "first_line": Whole(1),
        "text": Line(),
        "record_sha256": _HASH,
        "verdict": Maybe(VERDICT),
        "verdict_sha256": Maybe(_HASH),
    }
)
DOCUMENT = Object(
    {
        "results": Whole(PLAIN, VERSION),
        "number": Whole(1),
        "previous": Maybe(_HASH),
        "published": Object({"at": _LINE, "by": _LINE}),
        "engine": _LINE,
        "rulebooks": Table(_LINE),
        "event": Object(
            {
                "id": _LINE,
                "name": _LINE,
                "club": Object({"name": _LINE, "slug": _LINE}),
                "game": _LINE,
                "tag": _LINE,
                "starts": _LINE,
                "ends": _LINE,
            }
        ),
        "stages": Items(
            Object(
                {
                    "number": Whole(0),
                    "name": _LINE,
                    "tag": _LINE,
                    "points": Line(f"{SCORE}|{PLACEMENT}"),
                    "placement": Items(_FRACTION),
                    "carry": _FRACTION,
                    "cut": Flag(),
                    "tie_breaks": Items(_LINE),
                }
            )
        ),
        "entrants": Items(Object({"name": _LINE, "team": _LINE, "spellings": Items(_LINE)})),
        "tables": Items(
            Object(
                {
                    "stage": Whole(0),
                    "round": Whole(0),
                    "table": _LINE,
                    "match": Maybe(_LINE),
                    "seated": Maybe(Table(_LINE)),
                }
            )
        ),
        "matches": Items(MATCH),
        "rulings": Items(_RULING),
        "standings": Object({"provisional": Flag(), "undecided": Items(Free()), "rows": Items(Free())}),
        "open": Items(Free()),
        "forced": Maybe(_LINE),
    },
    more=_MORE,
)
FILE = Object(
    {
        "document": DOCUMENT,
        "hash": _HASH,
        "signature": Object(
            {
                "algorithm": Line(signature.ALGORITHM),
                "fingerprint": _HASH,
                "key": _LINE,
                "value": Line("[0-9a-f]{128}"),
            }
        ),
    }
)


class Match(NamedTuple):
    """A match of a document, read: who sat where, None where the record cannot be read; its hash; the verdict."""

    id: str
    sitting: Sitting | None
    sha256: str
    verdict: Document | None


def faults(value: JSON) -> Iterable[Fault]:
    """Every place where a file does not fit the schema."""
    return FILE.faults(value, "")


def seal(document: dict[str, JSON], private: bytes) -> bytes:
    """The file: the document, its hash, and the signature of a private key (PEM). Raises ValueError where that is none."""
    hashed = digest(document)
    signed: dict[str, JSON] = dict(signature.sign(private, hashed))
    return canonical({"document": document, "hash": hashed, "signature": signed}) + ENDING


def compose(parts: Mapping[str, JSON]) -> dict[str, JSON]:
    """A whole document of its parts: the hashes of its matches, the standings and what is open are worked out here.

    ``parts`` lacks these. Raises ValueError where a stage's rules are none.
    """
    entries: Any = parts["matches"]
    read_ = [match_of(entry) for entry in entries]
    hashed: list[JSON] = [entry_of(entry, match.sha256) for entry, match in zip(entries, read_, strict=True)]
    return concluded({**parts, "matches": hashed}, read_)


def entry_of(entry: Document, record_sha256: str) -> dict[str, JSON]:
    """A match with its hashes."""
    verdict_sha256 = None if entry["verdict"] is None else digest(entry["verdict"])
    return {**entry, "record_sha256": record_sha256, "verdict_sha256": verdict_sha256}


def concluded(parts: Mapping[str, JSON], matches: Iterable[Match]) -> dict[str, JSON]:
    """A document with what follows from its matches: they are gone through once, and nothing is kept of one but what came of it.

    Raises ValueError where a stage's rules are none.
    """
    document: dict[str, Any] = dict(parts)
    tables = tables_in(document, matches)
    found = {**document, "standings": shown(ranked(document, tables)), "open": open_in(document, tables)}
    if teams_in(document):
        found["teams"] = teams_shown(ranked(document, tables, by_team=True))
    return {**found, "results": version_of(found)}


def version_of(document: Document) -> int:
    """The form that a document of these parts has."""
    return VERSION if document.keys() & _MORE.keys() else PLAIN


def rules_of(stage: Document) -> StageRules:
    """How a stage counts. Raises ValueError."""
    return StageRules(
        stage["number"],
        stage["points"],
        tuple(map(Fraction, stage["placement"])),
        Fraction(stage["carry"]),
        stage["cut"],
        tuple(stage["tie_breaks"]),
    )


def record_in(entry: Document) -> Record | NotationError:
    """The record of a match, or the error that says why it cannot be read."""
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


class AtTable(NamedTuple):
    """The result of one table: everybody's scores, and what is not settled about it, as the document's ``open`` lists it."""

    played: SeatScores
    unsettled: tuple[Mapping[str, JSON], ...]


def tables_in(document: Document, matches: Iterable[Match]) -> dict[str, AtTable]:
    """The result of each match at its table, in the order of the tables; without scores where a match has no verdict."""
    rulings, tables = rulings_on(document), {table["match"]: table for table in document["tables"]}
    found = {match.id: _at_table(tables[match.id], match, rulings.get(match.id, ())) for match in matches if match.id in tables}
    return {match: found[match] for match in tables if match in found}


def _at_table(table: Document, match: Match, rulings: Iterable[Ruling]) -> AtTable:
    place = table["stage"], table["round"], table["table"]
    if match.sitting is None or match.verdict is None:
        seats = match.sitting.seats if match.sitting else {}
        unsettled = {"kind": "no-verdict" if match.verdict is None else "unreadable"}
        return AtTable(waiting(place, match.id, (table["seated"] or seats).values()), (unsettled,))
    settled = settle(match.verdict, rulings)
    return AtTable(
        seat_scores(place, match.id, match.sitting, match.verdict, settled, table["seated"]), tuple(_unsettled(settled))
    )


def teams_in(document: Document) -> dict[str, str]:
    """The team of each entrant who has one."""
    return {entrant["name"]: entrant["team"] for entrant in document["entrants"] if entrant["team"]}


def ranked(document: Document, tables: Mapping[str, AtTable], by_team: bool = False) -> Standings:
    """Compute the standings of entrants, or of teams. Raises ValueError for a stage whose rules are not valid."""
    entrants = [entrant["name"] for entrant in document["entrants"]]
    played = [table.played for table in tables.values()]
    teams = teams_in(document) if by_team else None
    return standings(map(rules_of, document["stages"]), played, entrants, called_in(document), teams)


def shown(found: Standings) -> dict[str, JSON]:
    """Standings as a document holds them."""
    undecided: list[JSON] = [
        {"stage": one.stage, "round": one.round, "table": one.table, "match": one.match} for one in found.undecided
    ]
    rows: list[JSON] = [row.as_dict() for row in found.rows]  # type: ignore[misc]
    return {"provisional": found.provisional, "undecided": undecided, "rows": rows}


def teams_shown(found: Standings) -> list[JSON]:
    """Standings of teams as a document holds them: what is undecided is so for teams as for their players."""
    rows: list[dict[str, Any]] = [row.as_dict() for row in found.rows]
    return [{"team": row.pop("entrant"), **row} for row in rows]


def open_in(document: Document, tables: Mapping[str, AtTable]) -> list[JSON]:
    """What is not settled, table by table: no match there, no verdict, findings that no ruling answers, rulings whose finding
    is gone, rounds without a score, names that are no entrant's, are there twice, or are missing."""
    called = called_in(document)
    found: list[JSON] = []
    for table in document["tables"]:
        at = tables.get(table["match"])
        said: Iterable[Mapping[str, JSON]] = [{"kind": "no-match"}]
        if at is not None:
            said = [*at.unsettled, *_unnamed(at.played, called)]
        place = {name: table[name] for name in ("stage", "round", "table", "match")}
        found += [{**place, **one} for one in said]
    return found


def _unsettled(settled: Settled) -> Iterable[dict[str, Any]]:
    yield from ({"kind": "finding", "finding": key.as_dict()} for key in settled.unanswered)
    yield from ({"kind": "ruling", "ruling": ruling.number} for ruling in settled.missing)
    told = {key.round for key in settled.unanswered}
    yield from ({"kind": "no-score", "of": number} for number in settled.without_score if number not in told)


def _unnamed(table: SeatScores, called: Mapping[str, str]) -> Iterable[dict[str, Any]]:
    names = sorted(table.names)
    known = [called[name] for name in names if name in called]
    if unknown := [name for name in names if name not in called]:
        yield {"kind": "unknown-name", "names": unknown}
    if twice := [*sorted(table.twice), *sorted({one for one in known if known.count(one) > 1})]:
        yield {"kind": "same-name", "names": twice}
    if not names:
        yield {"kind": "no-names"}
