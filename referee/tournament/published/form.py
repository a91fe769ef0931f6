"""The schema of a results file."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from referee.core.verdict import JSON, VERDICT_VERSION
from referee.rulebook.penalties import EFFECTS
from referee.tournament.published import signature
from referee.tournament.published.schema import Fault, Flag, Free, Items, Line, MapOf, Maybe, Object, Schema, Whole
from referee.tournament.ranking.rulings import DECISIONS
from referee.tournament.ranking.standings import PLACEMENT, SCORE

VERSION = 1
"""The version of the document's form."""

FINDING, RULING, PENALTY = "finding", "ruling", "penalty"
APPEALED = (FINDING, RULING, PENALTY)
"""What a player can object to."""
UPHELD, DISMISSED = "upheld", "dismissed"
OUTCOMES = (UPHELD, DISMISSED)
"""How an appeal is answered."""

Document = Mapping[str, Any]

_HASH = Line("[0-9a-f]{64}")
_LINE = Line(most=4000)
_FRACTION = Line(r"-?(0|[1-9][0-9]{0,8})(/[1-9][0-9]{0,8})?")
_AMOUNT = Line(r"[1-9][0-9]{0,6}(/[1-9][0-9]{0,3})?")
_SCORES = MapOf(Whole())
_KEY: Mapping[str, Schema] = {
    "round": Whole(0),
    "move": Whole(0),
    "seat": _LINE,
    "code": _LINE,
    "clause": _LINE,
    "nth": Whole(1),
}
_FOUND = Maybe(Object(_KEY, name="FindingPlace"))
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
    published=f"verdict-{VERDICT_VERSION}.json",
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
    },
    name="Ruling",
)
_HEAD = Object({"number": Whole(1), "hash": _HASH}, name="AuditHead")
_TAKEN_OUT = Items(Object({"ruling": _RULING, "record_sha256": _HASH, "remark": MapOf(_LINE)}))
_PLACE: Mapping[str, Schema] = {"stage": Whole(0), "round": Whole(0), "table": _LINE}
_PENALTY = Object(
    {
        "number": Whole(1),
        **_PLACE,
        "entrant": _LINE,
        "seat": _LINE,
        "cancels": Maybe(Whole(1)),
        "grade": _LINE,
        "name": MapOf(_LINE),
        "effect": Line("|".join(EFFECTS)),
        "amount": Maybe(_AMOUNT),
        "offence": _LINE,
        "said": MapOf(_LINE),
        "reason": _LINE,
        "clause": _LINE,
        "deal": Whole(0),
        "move": Whole(0),
        "finding": _FOUND,
        "arbiter": _LINE,
        "at": _LINE,
    },
    name="EventPenalty",
)
_APPEAL = Object(
    {
        "number": Whole(1),
        **_PLACE,
        "match": Maybe(_LINE),
        "seat": _LINE,
        "player": _LINE,
        "against": Line("|".join(APPEALED)),
        "finding": _FOUND,
        "of": Maybe(Whole(1)),
        "text": _LINE,
        "at": _LINE,
        "answer": Maybe(
            Object(
                {"outcome": Line("|".join(OUTCOMES)), "reason": _LINE, "ruling": Maybe(Whole(1)), "arbiter": _LINE, "at": _LINE}
            )
        ),
    },
    name="Appeal",
)
_PENALTIES = Object({"count": Flag(), "given": Items(_PENALTY)})
MATCH = Object(
    {
        "id": _LINE,
        "form": Line("ppn|json"),
        "first_line": Whole(1),
        "text": Line(),
        "record_sha256": _HASH,
        "verdict": Maybe(VERDICT),
        "verdict_sha256": Maybe(_HASH),
    },
    name="PublishedMatch",
)
DOCUMENT = Object(
    {
        "results": Whole(VERSION, VERSION),
        "number": Whole(1),
        "previous": Maybe(_HASH),
        "published": Object({"at": _LINE, "by": _LINE}),
        "engine": _LINE,
        "rulebooks": MapOf(_LINE),
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
                },
                name="Stage",
            )
        ),
        "entrants": Items(Object({"name": _LINE, "team": _LINE, "spellings": Items(_LINE)}, name="Entrant")),
        "tables": Items(
            Object(
                {
                    "stage": Whole(0),
                    "round": Whole(0),
                    "table": _LINE,
                    "match": Maybe(_LINE),
                    "seated": Maybe(MapOf(_LINE)),
                },
                name="EventTable",
            )
        ),
        "matches": Items(MATCH),
        "rulings": Items(_RULING),
        "standings": Object(
            {"provisional": Flag(), "undecided": Items(Free()), "rows": Items(Free())}, more={"out": Items(_LINE)}
        ),
        "open": Items(Free()),
        "forced": Maybe(_LINE),
    },
    more={
        "audit": _HEAD,
        "taken_out": _TAKEN_OUT,
        "teams": Items(Free()),
        "penalties": _PENALTIES,
        "appeals": Items(_APPEAL),
    },
    name="ResultsDocument",
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


def faults(value: JSON) -> Iterable[Fault]:
    """Every place where a file does not fit the schema."""
    return FILE.faults(value, "")
