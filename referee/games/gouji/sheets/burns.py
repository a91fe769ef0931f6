"""The burns of one sheet: which of them succeeded, by the places and by who was burned in turn (GJ-5.1 to GJ-5.4, GJ-7.7)."""

from __future__ import annotations

from collections.abc import Sequence

from referee.core.game.sheets import Unchecked
from referee.games.gouji.rules.round_state import GoujiState
from referee.games.gouji.sheets import checks
from referee.games.gouji.table.moves import Act
from referee.games.gouji.table.seats import BIT, OPPOSITE, SEATS, listed

Succeeded = list[tuple[int, int, int]]
"""Burns that succeeded: who was burned, by whom, what is owed for it."""


class SheetBurns:
    """Burns as they were noted: the move, who burned, whom."""

    __slots__ = ("barred", "burns", "state")

    def __init__(self, state: GoujiState, unopened: int) -> None:
        """``unopened``: who has certainly not opened, as a mask."""
        self.state = state
        self.barred = unopened if state.rules.burn_needs_open == "on" else 0
        self.burns: list[tuple[int, int, int]] = []

    def note(self, act: Act) -> None:
        """Note a burn of anybody's set, but not of one's own and one's opposite's (GJ-5.1), nor by who has not opened where it
        takes that (GJ-11.4)."""
        state, revolted = self.state, self.state.table.revolted
        wrong = act.other in (act.seat, OPPOSITE[act.seat]) or act.seat in revolted or act.other in revolted
        if wrong or state.outcome == "void":
            state.noted(checks.not_burned(), act.seat)
        else:
            if self.barred & BIT[act.seat]:
                state.noted(checks.unopened(), act.seat)
            self.burns.append((state.number, act.seat, act.other))

    def succeeded(self, places: Sequence[int]) -> tuple[Succeeded | None, list[Unchecked]]:
        """The burns that succeeded, None where the places do not tell, with those of which they do not (GJ-7.7).

        Who burned and is burned by somebody who is placed higher was burned while burning: a burn in turn (GJ-5.4).
        """
        place = {seat: at for at, seat in enumerate(places) if seat >= 0}
        found, uncertain = dict[int, tuple[int, int, int]](), dict[int, int]()
        for number, burner, victim, before, later in self._related():
            if (later or before) and not {burner, *later, *before} <= place.keys():
                uncertain.setdefault(burner, number)
            elif not any(place[other] < place[burner] for other in later):
                self._hold_burner(number, burner, place.get(burner, 0), burner in found)
                found.setdefault(burner, (victim, burner, 2 if any(place[burner] < place[one] for one in before) else 1))
        unchecked = [Unchecked("burn", SEATS[burner], number) for burner, number in uncertain.items()]
        return None if uncertain else list(found.values()), unchecked

    def _related(self) -> list[tuple[int, int, int, list[int], list[int]]]:
        """Each burn with its victim where that one had burned before, and with those who burned its burner later."""
        after = [0] * len(SEATS)
        """Who burns each seat later, as masks."""
        later = []
        for _, burner, victim in reversed(self.burns):
            later.append(listed(after[burner]))
            after[victim] |= BIT[burner]
        found, burned = [], 0
        for (number, burner, victim), others in zip(self.burns, reversed(later), strict=True):
            found.append((number, burner, victim, [victim] if burned & BIT[victim] else [], others))
            burned |= BIT[burner]
        return found

    def _hold_burner(self, number: int, burner: int, place: int, again: bool) -> None:
        """Who goes out burning is the first or the second out, with two places decided nobody burns; and does so once (GJ-4.8,
        GJ-5.1)."""
        state = self.state
        tangled = place >= (1 if state.table.revolted else 2)
        if tangled or again:
            state.number, state.made = number, state.record.moves[number - 1]
            state.noted(checks.burner(tangled), burner)
