"""What a table does not have refereed (TBL-17): findings of such clauses become notes, figures that rest on them are not checked.

What rests on a clause follows from the clauses that findings, fans and lines of the ledger carry. Nothing here knows a game.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from referee.core.verdict import NOTE, Finding, RoundVerdict, Transfer
from referee.rulebook import Rules

WAIT: Final = "ready-check"
"""The reason of lines of the ledger that pay what a hand waits for is worth."""


def as_notes(findings: Sequence[Finding], rules: Rules) -> Sequence[Finding]:
    """The findings, those of clauses that are not refereed as notes."""
    if not rules.unrefereed:
        return findings
    return [found._replace(severity=NOTE) if found.clause in rules.unrefereed else found for found in findings]


def accuses(findings: Sequence[Finding]) -> bool:
    """Whether any of these findings is more than a note."""
    return any(found.severity != NOTE for found in findings)


def unchecked_seats(verdict: RoundVerdict, rules: Rules) -> frozenset[str]:
    """The seats whose scores rest on clauses that are not refereed: they pay or are paid by such a line of the ledger."""
    return frozenset(seat for line in resting_lines(verdict, rules) for seat in (line.payer, line.payee))


def resting_lines(verdict: RoundVerdict, rules: Rules) -> list[Transfer]:
    """The lines of the ledger that rest on clauses that are not refereed: by their own, or by a fan of the win that they pay."""
    if not rules.unrefereed:
        return []
    unvalued, waits = bool(rules.unvalued), bool(rules.unvalued_waits)
    wins = {(win.move, win.seat) for win in verdict.wins if unvalued or any(fan.clause in rules.unrefereed for fan in win.fans)}
    return [
        line
        for line in verdict.ledger
        if line.clause in rules.unrefereed or (line.move, line.payee) in wins or waits and line.reason == WAIT
    ]


def with_unrefereed(verdict: RoundVerdict, rules: Rules) -> RoundVerdict:
    """The verdict on a round that says on which clauses that are not refereed anything in it rests."""
    if not rules.unrefereed:
        return verdict
    cited = {line.clause for line in verdict.ledger} | {finding.clause for finding in verdict.findings}
    cited |= {fan.clause for win in verdict.wins for fan in win.fans}
    if verdict.wins:
        cited.update(rules.unvalued)
    if any(line.reason == WAIT for line in verdict.ledger):
        cited.update(rules.unvalued_waits)
    named = [clause for clause in rules.unrefereed if clause in cited]
    return verdict._replace(checked={**verdict.checked, "unrefereed": list(named)}) if named else verdict


def differ(claimed: Mapping[str, int], computed: Mapping[str, int], unchecked: frozenset[str]) -> bool:
    """Whether claimed scores differ from computed ones, but for the seats whose scores are not checked."""
    if not unchecked:
        return dict(claimed) != dict(computed)
    return claimed.keys() != computed.keys() or any(claimed[seat] != computed[seat] for seat in claimed if seat not in unchecked)
