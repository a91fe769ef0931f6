"""A sheet of 夠級 as the rest of the engine uses it: its verdict, and what is known of its table."""

from __future__ import annotations

from collections.abc import Mapping

from referee.core.game.sheets import checked, kind_of
from referee.core.record import Round
from referee.core.verdict import JSON, RoundVerdict
from referee.games.gouji.frames import Framed
from referee.games.gouji.play import unplayed
from referee.games.gouji.rules.places import swept
from referee.games.gouji.rules.round_state import HALTED
from referee.games.gouji.sheets.round import SheetRound
from referee.games.gouji.table.seats import SEATS, listed


class SheetPlay(Framed):
    """A round of which only its results are recorded."""

    def __init__(self, round_: SheetRound, names: Mapping[str, str]) -> None:
        super().__init__(round_, names)
        self.sheet = round_

    def scores(self) -> dict[str, int] | None:
        """The scores of both sides; None where the sheet does not determine them."""
        return self.sheet.computed

    def verdict(self, round_: Round) -> RoundVerdict:
        """The verdict on the sheet: what of a round's verdict its results determine, and what could not be checked."""
        sheet = self.sheet
        state, leader = sheet.state, sheet.state.deal.leader
        next_leader = self._next_leader()
        halted = state.progress == HALTED
        return RoundVerdict(
            round_.number,
            "halted" if halted else "flagged" if state.findings else "clean",
            state.outcome,
            tuple(state.findings),
            None if leader < 0 else SEATS[leader],
            None if next_leader is None or halted else SEATS[next_leader],
            computed=sheet.computed,
            claimed=round_.scores,
            checked={**checked(kind_of(round_), False, sheet.unchecked), "tribute": state.desk.debts is not None},
            extra=self._extra(),
            more=state.more,
            penalties=tuple(state.penalties),
        )

    def _extra(self) -> dict[str, JSON]:
        sheet = self.sheet
        said = unplayed(sheet.state.offenders)
        if sheet.places is not None:
            said["places"] = [SEATS[seat] if seat >= 0 else None for seat in sheet.places]
            said["opened"] = [SEATS[seat] for seat in listed(sheet.opened)] if sheet.header.opened_known else None
        if sheet.owed is not None:
            said["owed"] = [debt.as_dict() for debt in sheet.owed]
        return said

    def _next_leader(self) -> int | None:
        """The leader of the next round, as far as it is known (GJ-1.4, GJ-8.1)."""
        sheet = self.sheet
        if sheet.state.rules.bie3:
            leader = sheet.state.deal.leader
            return None if leader < 0 else (leader + 1) % len(SEATS)
        places = sheet.places
        unknown = places is None or places[5] < 0 or -1 in places[:3]
        return None if places is None or unknown or swept(places) else places[5]
