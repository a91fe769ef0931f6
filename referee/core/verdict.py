"""The verdict: findings, transfers, wins and kongs, by round and by match.

Values only: nothing here judges. ``Verdict.as_dict`` is the structure of the verdict contract, to the letter.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

JSON = None | bool | int | str | list["JSON"] | dict[str, "JSON"]
Text = Mapping[str, str]

VERDICT_VERSION = 1

RECORD, ILLEGAL, SCORE, NOTE = "record", "illegal", "score", "note"

SEVERITIES = (RECORD, ILLEGAL, SCORE, NOTE)
"""How a finding weighs; rulebooks declare it for each code."""


class Finding(NamedTuple):
    """One fault: where it is, what is wrong, and the clause. ``FindingTemplate.finding`` makes one.

    ``round`` 0 is the match, ``move`` 0 the deal or header. ``line`` and ``column`` count from 1; None where the record
    has no text. ``expected`` and ``actual`` carry the figures where there are two. ``data`` are the seats and figures of the
    message, by which it can be worded again (``rulebook.wording``).
    """

    code: str
    severity: str
    clause: str
    round: int
    move: int
    message: Text
    seat: str | None = None
    token: str | None = None
    line: int | None = None
    column: int | None = None
    expected: JSON = None
    actual: JSON = None
    penalty: str | None = None
    data: Mapping[str, JSON] = {}

    def as_dict(self) -> dict[str, JSON]:
        return {
            "code": self.code,
            "severity": self.severity,
            "clause": self.clause,
            "round": self.round,
            "move": self.move,
            "seat": self.seat,
            "token": self.token,
            "line": self.line,
            "column": self.column,
            "message": dict(self.message),
            "data": dict(self.data),
            "expected": self.expected,
            "actual": self.actual,
            "penalty": self.penalty,
        }


class Transfer(NamedTuple):
    """A line of the ledger: ``points`` (base included) from payer to payee, the reason, the clause, the move."""

    payer: str
    payee: str
    points: int
    reason: str
    clause: str
    move: int

    def as_dict(self) -> dict[str, JSON]:
        payer, payee, points, reason, clause, move = self
        return {"from": payer, "to": payee, "points": points, "reason": reason, "clause": clause, "move": move}


class FanEntry(NamedTuple):
    """One fan of a win: its code, Chinese name, value in the game's own unit, and clause."""

    code: str
    name: str
    value: int
    clause: str

    def as_dict(self) -> dict[str, JSON]:
        code, name, value, clause = self
        return {"code": code, "name": name, "value": value, "clause": clause}


class Win(NamedTuple):
    """A win: its seat, the seat that gave the tile (None on a draw), how, on which tile, at which move, its value and fans.

    ``value`` is None where unseen tiles keep it from being computed.
    """

    seat: str
    source: str | None
    by: str
    tile: str | None
    move: int
    value: int | None
    fans: tuple[FanEntry, ...]

    def as_dict(self) -> dict[str, JSON]:
        seat, source, by, tile, move, value, fans = self
        return {
            "seat": seat,
            "from": source,
            "by": by,
            "tile": tile,
            "move": move,
            "value": value,
            "fans": [fan.as_dict() for fan in fans],
        }


class Kong(NamedTuple):
    """A kong that stood: ``kind`` is ``direct``, ``concealed`` or ``added``; ``multiplier`` is that of its fee."""

    seat: str
    kind: str
    tile: str
    move: int
    multiplier: int = 1

    def as_dict(self) -> dict[str, JSON]:
        seat, kind, tile, move, multiplier = self
        return {"seat": seat, "kind": kind, "tile": tile, "move": move, "multiplier": multiplier}


class Penalty(NamedTuple):
    """An arbiter's ruling as the record has it: at which move, on which seat, and its word (``lose-turn``, ``fine-2``)."""

    move: int
    seat: str
    penalty: str

    def as_dict(self) -> dict[str, JSON]:
        return {"move": self.move, "seat": self.seat, "penalty": self.penalty}


class RoundVerdict(NamedTuple):
    """The verdict on a round. ``computed`` is None if the settlement is not determined.

    ``penalties`` are the rulings that were carried out. ``more`` counts, by their codes, findings beyond those that are
    listed. ``extra`` is what a game of places says of a round, which has no wins, kongs and ledger then. ``carried`` is what
    later rounds of the match go by, a figure a seat; it is no part of the document.
    """

    number: int
    status: str
    outcome: str
    findings: tuple[Finding, ...] = ()
    dealer: str | None = None
    next_dealer: str | None = None
    wins: tuple[Win, ...] = ()
    kongs: tuple[Kong, ...] = ()
    ledger: tuple[Transfer, ...] = ()
    computed: Mapping[str, int] | None = None
    claimed: Mapping[str, int] | None = None
    checked: Mapping[str, JSON] = {}
    extra: Mapping[str, JSON] = {}
    more: Mapping[str, int] = {}
    penalties: tuple[Penalty, ...] = ()
    carried: Mapping[str, int] = {}

    def with_findings(self, findings: tuple[Finding, ...], status: str) -> RoundVerdict:
        """The same verdict with these findings."""
        return self._replace(findings=findings, status=status)

    @property
    def partial(self) -> bool:
        """Whether wins, kongs and ledger, or what stands in their place, are those up to where the round halted (MJ-5.1)."""
        return self.status == "halted"

    def as_dict(self) -> dict[str, JSON]:
        account: dict[str, JSON] = {
            "wins": [win.as_dict() for win in self.wins],
            "kongs": [kong.as_dict() for kong in self.kongs],
            "ledger": [transfer.as_dict() for transfer in self.ledger],
        }
        return {
            "round": self.number,
            "status": self.status,
            "outcome": self.outcome,
            "dealer": self.dealer,
            "next_dealer": self.next_dealer,
            "findings": [finding.as_dict() for finding in self.findings],
            **({"more": dict(self.more)} if self.more else {}),
            **({} if self.extra else account),
            **({"partial": True} if self.partial else {}),
            "scores": figures(self.computed, self.claimed),
            "checked": dict(self.checked),
            **({"penalties": [penalty.as_dict() for penalty in self.penalties]} if self.penalties else {}),
            **self.extra,
        }


def on_trust(round_: Mapping[str, Any]) -> str:
    """How far a round of a verdict's document was taken on the record's word: ``all``, where none of its scores follows from what
    else is recorded, ``part``, or nothing. What rests on a clause that is not refereed counts as taken so (TBL-17). A halted
    round has no scores to trust, unless such a clause had a part in it."""
    checked = round_.get("checked", {})
    if round_["status"] == "halted":
        return "all" if "unrefereed" in checked else ""
    said = [*checked.get("unchecked", ()), *checked.get("unrefereed", ())]
    if round_["scores"]["computed"] is None or any(one["what"] in ("scores", "places") for one in checked.get("unchecked", ())):
        return "all"
    return "part" if said else ""


class Checked(NamedTuple):
    """How many rounds of a match were checked, and how many it has."""

    rounds: int
    of: int

    @property
    def open(self) -> int:
        """How many were not."""
        return self.of - self.rounds

    @property
    def complete(self) -> bool:
        """Whether all of them were, and there is one."""
        return 0 < self.of == self.rounds

    @classmethod
    def together(cls, counts: Iterable[Checked]) -> Checked:
        """The rounds of several matches."""
        every = list(counts)
        return cls(sum(one.rounds for one in every), sum(one.of for one in every))


def checked_in(rounds: Iterable[Mapping[str, Any]]) -> Checked:
    """Count the rounds that were refereed to their end with nothing taken on the record's word."""
    checked = [round_["status"] != "halted" and not on_trust(round_) for round_ in rounds]
    return Checked(sum(checked), len(checked))


def shown_as(status: str, checked: bool) -> str:
    """A verdict's status as it is shown: nothing is called clean that was not ``checked`` in full."""
    return "unchecked" if status == "clean" and not checked else status


class Verdict(NamedTuple):
    """The verdict on a match: ``clean``, ``flagged`` or ``unreadable``, round by round.

    ``more`` counts, by their codes, findings on the match itself beyond those that are listed.
    """

    status: str
    engine: str
    record_sha256: str
    game: str | None = None
    rules: Mapping[str, JSON] | None = None
    base: int | None = None
    findings: tuple[Finding, ...] = ()
    rounds: tuple[RoundVerdict, ...] = ()
    computed: Mapping[str, int] | None = None
    claimed: Mapping[str, int] | None = None
    more: Mapping[str, int] = {}

    def all_findings(self) -> list[Finding]:
        """The match's own findings, then those of its rounds in their order."""
        return [*self.findings, *(finding for verdict in self.rounds for finding in verdict.findings)]

    def as_dict(self) -> dict[str, JSON]:
        return {
            "verdict": VERDICT_VERSION,
            "game": self.game,
            "rules": dict(self.rules) if self.rules else None,
            "base": self.base,
            "engine": self.engine,
            "record_sha256": self.record_sha256,
            "status": self.status,
            "findings": [finding.as_dict() for finding in self.findings],
            **({"more": dict(self.more)} if self.more else {}),
            "rounds": [verdict.as_dict() for verdict in self.rounds],
            "totals": figures(self.computed, self.claimed),
        }


def figures(computed: Mapping[str, int] | None, claimed: Mapping[str, int] | None) -> dict[str, JSON]:
    """The computed figures beside the claimed ones; None where there are none."""
    return {
        "computed": None if computed is None else dict(computed),
        "claimed": None if claimed is None else dict(claimed),
    }
