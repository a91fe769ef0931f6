"""A sheet of 夠級 as it is refereed: what was noted, in its order, then the places and what follows from them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from referee.core.game.rulings import DISQUALIFY, PLACE_LAST, fine, is_ruling
from referee.core.game.sheets import SCORES, Unchecked, kind_of
from referee.core.record import CALL, NO_MOVE, Move
from referee.core.verdict import Penalty
from referee.games.gouji.cards import RANKS
from referee.games.gouji.round import ACTS, GoujiRound
from referee.games.gouji.rulebook import GJ
from referee.games.gouji.rules import ending
from referee.games.gouji.rules.declaration_checks import revolting, says_nothing
from referee.games.gouji.rules.round_state import ENDED, OPEN, GoujiState
from referee.games.gouji.rules.tribute_debts import BEFORE_DECLARED, Debt, Outcome, owed
from referee.games.gouji.sheets import checks
from referee.games.gouji.sheets.endings import Noted, endings, possible_scores
from referee.games.gouji.sheets.header import MUFFLED, OPENED, Header
from referee.games.gouji.sheets.tribute import SheetTribute
from referee.games.gouji.table import moves as acts
from referee.games.gouji.table.moves import KNOWN, TO_SOMEBODY, UNKNOWN, VERBS, Act, decode
from referee.games.gouji.table.seats import ALL, BIT, OPPOSITE, SEATS, TEAMS, listed
from referee.games.gouji.table.sets import card_set

Succeeded = list[tuple[int, int, int]]
"""Burns that succeeded: who was burned, by whom, what is owed for it."""
BURNED: Final = 17
"""``C.shao>B``: C burned B's set and went out burning, or its burn was burned in turn."""

_PARTLY_SEEN: Final = re.compile(rf"[{RANKS}]*\?+")


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


def noted(move: Move) -> Act:
    """Decode a move of a sheet."""
    act = KNOWN.get(move.token) or decode(move)
    if act.kind != UNKNOWN or move.sign != CALL or move.other not in tuple(SEATS):
        return act
    if move.verb == "shao" and not move.text:
        return Act(BURNED, act.seat, move, other=SEATS.index(move.other))
    if VERBS[move.verb] in TO_SOMEBODY and _PARTLY_SEEN.fullmatch(move.text):
        seen = card_set(move.text.rstrip("?"))
        cards = replace(seen, size=seen.size + move.text.count("?"), text=move.text)
        return Act(VERBS[move.verb], act.seat, move, cards, SEATS.index(move.other))
    return act


BEFORE_PLAY: Final = frozenset({acts.SHOW, acts.REVOLT, acts.SWEEP, acts.DECLARE})
TRIBUTE: Final = frozenset({acts.PAY, acts.RETURN, acts.BUY})


class SheetRound(GoujiRound):
    """One sheet. ``places``: as far as they are known, -1 elsewhere, None of a void round; ``computed``: the scores, None where
    they are not determined; ``owed``: the tribute that the round leaves, None where it is not known."""

    __slots__ = ("burns", "computed", "false", "header", "opened", "owed", "places", "scores_alone", "tribute", "unchecked")

    def __init__(self, state: GoujiState, header: Header) -> None:
        super().__init__(state)
        self.header = header
        self.opened = header.opened
        self.places: list[int] | None = list(header.places)
        self.computed: dict[str, int] | None = None
        self.owed: list[Debt] | None = None
        self.unchecked: list[Unchecked] = []
        self.tribute = SheetTribute(state, state.record.moves)
        self.scores_alone = kind_of(state.record) == SCORES
        self.false: list[int] = []
        self.burns = SheetBurns(state, ALL & ~header.opened if header.opened_known else 0)

    def _play(self, number: int, moves: Sequence[Move]) -> bool:
        state = self.state
        for move in moves:
            state.number, state.made = number, move
            number += 1
            act = noted(move)
            if self.scores_alone and act.kind != acts.RULING:
                state.noted(checks.MOVES, act.seat)
                return False
            if state.progress and act.kind != BURNED and state.noted(ending.after_end(state, act), act.seat):
                return False
            self._note(act)
            if state.progress != ENDED:
                state.progress = OPEN
        return True

    def _note(self, act: Act) -> None:
        state, seat = self.state, act.seat
        if act.kind == BURNED:
            self.burns.note(act)
        elif act.kind == acts.RULING:
            self._rule(act)
        elif act.kind in TRIBUTE:
            self.tribute.carry_out(act)
        elif act.kind in BEFORE_PLAY:
            if act.kind == acts.DECLARE and act.move.verb != BEFORE_DECLARED:
                self.tribute.begin()
            elif act.kind == acts.REVOLT:
                self._hold_revolt(seat)
            ACTS[act.kind](state, act)
        elif act.kind in (acts.UNKNOWN, acts.FOREIGN):
            ACTS[act.kind](state, act)

    def _hold_revolt(self, seat: int) -> None:
        """Who has bought with or paid a high card, or sold a 3, was dealt it and may not revolt (GJ-2.3, GJ-8.3)."""
        state = self.state
        held = self.tribute.high | (self.tribute.low if state.rules.bie3 else 0)
        if held & BIT[seat] and revolting(state, seat) is None:
            state.noted(checks.not_eligible(state.rules.bie3), seat)

    def _rule(self, act: Act) -> None:
        """An arbiter's ruling; who is placed last stands below the muffled, the first lowest (GJ-5.5, GJ-9.1)."""
        state, seat, ruling = self.state, act.seat, act.move.text
        if not is_ruling(ruling):
            state.noted(says_nothing(act), seat)
            return
        state.penalties.append(Penalty(state.number, SEATS[seat], ruling))
        if ruling in (PLACE_LAST, DISQUALIFY) and seat not in self.false and seat not in state.table.revolted:
            self.false.append(seat)

    # -- the end -----------------------------------------------------------------------------------------------------------

    def finish(self) -> None:
        """Place, settle, and say what is owed, as far as the sheet tells."""
        state = self.state
        moves = state.record.moves
        state.number, state.made = len(moves), moves[-1] if moves else NO_MOVE
        if state.outcome == "void":
            state.noted(ending.ended(state), -1)
            self.places, self.owed = None, []
            self.computed = self._less_fines(dict.fromkeys(TEAMS, 0))
        else:
            self.tribute.begin()
            self._place()
            self._open()
            self._settle()
            self.owed = self._owed()
        self.unchecked += self.tribute.unchecked()

    def _place(self) -> None:
        """Hold the places to what else is noted of how the round ended (GJ-2.3, GJ-6.1, GJ-6.2, GJ-9.1)."""
        state, places = self.state, self._completed()
        revolted, muffles = tuple(state.table.revolted), self._muffles()
        below = [*self.false, *(seat for seat, _ in muffles)]
        self.places = places
        if -1 in places:
            self.unchecked.append(Unchecked("places"))
            if self._misfits(places, below):
                self._misplaced(places, None, below)
            return
        front = tuple(seat for seat in places if seat not in below and seat not in revolted)
        ended = Noted(front, revolted, muffles, tuple(self.false), state.rules.side_out)
        gone = next((gone for order, gone in endings(ended) if order == places), None)
        if gone is None:
            found = next(endings(ended), None)
            self._misplaced(places, found[0] if found else None, below)
            self.places, gone = found or (places, ())
        for seat, way in gone:
            state.table.leave(seat, way)

    def _completed(self) -> list[int]:
        """The places as noted, with the last one filled in where the five others are known."""
        places = list(self.header.places)
        if places.count(-1) == 1:
            places[places.index(-1)] = next(seat for seat in range(6) if seat not in places)
        return places

    def _muffles(self) -> tuple[tuple[int, int], ...]:
        """Who was muffled and by whom; nobody is that was out in another way."""
        out = {*self.false, *self.state.table.revolted}
        found = tuple(pair for pair in self.header.muffles if pair[0] not in out)
        if len(found) < len(self.header.muffles):
            said = self.state.record.tags.get(MUFFLED)
            self.state.noted(checks.not_muffled(MUFFLED, said, GJ.words.sentence("muffles")), -1)
        return found

    def _misfits(self, places: list[int], below: list[int]) -> bool:
        """Whether places of which some are not known fit neither a revolution nor who is placed from the bottom."""
        revolted = self.state.table.revolted
        if any(seat in places and places.index(seat) not in (2, 3) for seat in revolted):
            return True
        if revolted and revolted[0] not in places and len(below) > 2:
            return False
        fourth = [3] if revolted and (revolted[0] not in places or places.index(revolted[0]) == 3) else []
        free = [at for at in (5, 4, 3, 2, 1, 0) if at not in fourth]
        wrong = (places[at] not in (seat, -1) or places[at] < 0 and seat in places for at, seat in zip(free, below, strict=False))
        return any(wrong)

    def _misplaced(self, places: list[int], expected: list[int] | None, below: list[int]) -> None:
        state = self.state
        revolted = state.table.revolted
        state.noted(checks.misplaced(state.record.places, places, expected, revolted, below, self.false), -1)

    def _open(self) -> None:
        """Hold those who opened to a revolution, by which one has, or has not (GJ-7.5, GJ-8.3)."""
        state, bie3 = self.state, self.state.rules.bie3
        for seat in state.table.revolted:
            opened = self.opened & ~BIT[seat] | (BIT[seat] if bie3 else 0)
            if opened != self.opened and self.header.opened_known and state.rules.points_mode != "off":
                state.noted(checks.opened(bie3, opened, state.record.tags.get(OPENED)), seat)
            self.opened = opened
        if not self.header.opened_known:
            self.unchecked.append(Unchecked("opened"))

    def _settle(self) -> None:
        """The scores that the places give; where they leave a choice, those that the sheet claims (GJ-6.3)."""
        state, claimed = self.state, self.state.record.scores
        assert self.places is not None
        possible = [self._less_fines(dict(one)) for one in possible_scores(tuple(self.places), state.rules.scoring)]
        if len(possible) == 1:
            self.computed = possible[0]
        elif claimed is not None and dict(claimed) in possible:
            self.computed = dict(claimed)
        else:
            state.noted(checks.unsettled(claimed, state.rules.scoring), -1)
            return
        fines = self._less_fines(dict.fromkeys(TEAMS, 0))
        if self.scores_alone:
            state.end("unknown")
            return
        first, second = (points - fines[side] for side, points in self.computed.items())
        state.end("drawn" if first == second else "win")

    def _less_fines(self, found: dict[str, int]) -> dict[str, int]:
        """The scores with the fines of each side's seats taken off (GJ-9.1)."""
        for penalty in self.state.penalties:
            found[TEAMS[SEATS.index(penalty.seat) % 2]] -= fine(penalty.penalty)
        return found

    def _owed(self) -> list[Debt] | None:
        """The tribute that the round leaves; None where places, openers, or who is paid are not known (GJ-7.7)."""
        state = self.state
        assert self.places is not None
        burns, uncertain = self.burns.succeeded(self.places)
        self.unchecked += uncertain
        if not state.rules.tribute:
            return []
        for seat, by in self.header.muffles:
            if by < 0:
                self.unchecked.append(Unchecked("muffled", SEATS[seat]))
        unknown = burns is None or not self.header.opened_known or any(by < 0 for _, by in self.header.muffles)
        if -1 in self.places or unknown:
            return None
        assert burns is not None
        outcome = Outcome(self.places, self.header.muffles, burns, self.opened, state.declared)
        return owed(state.rules, outcome)
