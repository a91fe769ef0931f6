"""The verdict: findings, transfers, wins and kongs, by round and by match.

Values only: nothing here judges. ``Verdict.as_dict`` is the structure of the verdict contract, to the letter.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

JSON = None | bool | int | str | list["JSON"] | dict[str, "JSON"]
Text = Mapping[str, str]

VERDICT_VERSION = 1

RECORD, ILLEGAL, SCORE, NOTE = "record", "illegal", "score", "note"

SEVERITIES = (RECORD, ILLEGAL, SCORE, NOTE)
"""How a finding weighs; rulebooks declare it for each code."""


class Finding(NamedTuple):
    """One fault: where it is, what is wrong, and the clause. ``FindingTemplate.finding`` makes one.

    ``round`` 0 is the match, ``move`` 0 the deal or header. ``line`` and ``column`` count from 1; None where the record
    has no text. ``expected`` and ``actual`` carry the figures where there are two.
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
        return {"code": self.code, "name": self.name, "value": self.value, "clause": self.clause}


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
        return {
            "seat": self.seat,
            "from": self.source,
            "by": self.by,
            "tile": self.tile,
            "move": self.move,
            "value": self.value,
            "fans": [fan.as_dict() for fan in self.fans],
        }


class Kong(NamedTuple):
    """A kong that stood: ``kind`` is ``direct``, ``concealed`` or ``added``; ``multiplier`` is that of its fee."""

    seat: str
    kind: str
    tile: str
    move: int
    multiplier: int = 1

    def as_dict(self) -> dict[str, JSON]:
        return {"seat": self.seat, "kind": self.kind, "tile": self.tile, "move": self.move, "multiplier": self.multiplier}


class RoundVerdict(NamedTuple):
    """The verdict on a round. ``computed`` is None if the settlement is not determined.

    ``extra`` is what a game of places says of a round, which has no wins, kongs and ledger then.
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
    checked: Mapping[str, bool] = {}
    extra: Mapping[str, JSON] = {}

    def with_findings(self, findings: tuple[Finding, ...], status: str) -> RoundVerdict:
        """The same verdict with these findings."""
        return self._replace(findings=findings, status=status)

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
            **({} if self.extra else account),
            "scores": figures(self.computed, self.claimed),
            "checked": dict(self.checked),
            **self.extra,
        }


class Verdict(NamedTuple):
    """The verdict on a match: ``clean``, ``flagged`` or ``unreadable``, round by round."""

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
            "rounds": [verdict.as_dict() for verdict in self.rounds],
            "totals": figures(self.computed, self.claimed),
        }


def figures(computed: Mapping[str, int] | None, claimed: Mapping[str, int] | None) -> dict[str, JSON]:
    """The computed figures beside the claimed ones; None where there are none."""
    return {
        "computed": None if computed is None else dict(computed),
        "claimed": None if claimed is None else dict(claimed),
    }
