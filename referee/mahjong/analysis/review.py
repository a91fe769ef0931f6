"""The review of a mahjong round: the hand after every possible discard, and the missed wins, claims and kongs.

A study looks at the table before each move and changes nothing. What may be done is asked of ``table_checks`` and of the game,
what a hand might come to of ``discards``. A seat whose hand was not seen whole is not spoken of.
"""

from __future__ import annotations

from typing import cast

from referee.core.game.mistakes import Choices
from referee.core.record import Move
from referee.core.verdict import JSON
from referee.mahjong.analysis import claim_choices, kong_choices
from referee.mahjong.analysis.claim_choices import Claim
from referee.mahjong.analysis.danger import Danger, PossibleWaits, win_on_offer
from referee.mahjong.analysis.discard_analysis import Choice, DiscardAnalysis, cost_of, moved
from referee.mahjong.hand.fans import WinValue
from referee.mahjong.hand.tiles import NAMES, UNSEEN, text
from referee.mahjong.round import MahjongRound
from referee.mahjong.rules.checks import table_checks
from referee.mahjong.rules.round_state import HALTED
from referee.mahjong.table.moves import ANGANG, BUGANG, CHI, CLAIMS, DISCARD, DRAW, GANG, HU, KNOWN, PENG, SEATS, Act, decode
from referee.mahjong.table.table import IN, KONG, OFFERED, OWES

GOES_ON = (DRAW, DISCARD, CHI, PENG, GANG, ANGANG, BUGANG)
"""The moves by which the play goes on over what was on offer."""


class RoundReview:
    """The review of one round, collected move by move; ``view``: of one seat only; ``ahead``: looks further into hands that are
    not ready."""

    measure = "distance"

    def __init__(self, round_: MahjongRound, view: str | None, ahead: bool = False) -> None:
        self.round, self.ahead, self.played = round_.state, ahead, round_
        self.discards = DiscardAnalysis(round_)
        self.danger = Danger(round_.state) if view is None else None
        self.possible = None if view is None else PossibleWaits(self.discards)
        self.watched = [seat for seat in range(round_.state.seats) if view in (None, SEATS[seat])]
        self.turns: list[JSON] = []
        self.missed: list[dict[str, JSON]] = []
        self.choices = Choices()
        self.lines: dict[int, list[JSON]] = {}
        self.steps: dict[int, int | None] = {}
        self.wins_marked = 0
        self.last: Act | None = None
        self.offered_at = 0
        self.wins: dict[int, WinValue] = {}
        """Who may win on what is on offer."""
        self.claims: dict[int, list[Claim]] = {}
        """Who may claim it and would be nearer for it."""
        self.offered: dict[int, dict[str, JSON]] = {}
        """Who may lay a kong of it and would be no further for it."""
        self.kongs: dict[tuple[int, int], dict[str, JSON]] = {}
        """Kongs that lie in a hand, by seat and tile, since they could be laid first."""
        for seat in self.watched:
            self._mark(seat, 0)

    # -- moves -----------------------------------------------------------------------------------------------------

    def before(self, number: int, move: Move) -> None:
        """Analyse the table before this move."""
        self._mark_wins()
        if self.round.progress == HALTED:
            return
        act = KNOWN.get(move.token) or decode(move)
        self._offered(number - 1)
        self._answered(act)
        if act.kind in GOES_ON:
            self._let_go(act)
        self._turn(number, act)
        self.last = act

    def finish(self, number: int) -> None:
        """Note what is on offer as missed, because the record ends after this move."""
        self._mark_wins()
        if self.round.progress != HALTED:
            self._offered(number)
            self._let_go(None)
        self.missed += self.kongs.values()
        for row in self.missed:
            self._chance(row, taken=False)
        self.missed.sort(key=lambda row: cast("int", row["move"]))

    def as_dict(self) -> dict[str, JSON]:
        """The review as JSON."""
        lines: dict[str, JSON] = {SEATS[seat]: line for seat, line in self.lines.items()}
        return {
            "measure": self.measure,
            "lines": lines,
            "turns": self.turns,
            "missed": list(self.missed),
            "mistakes": list(self.choices.mistakes()),
            "summary": self.choices.summary(lines),
        }

    # -- own turns -------------------------------------------------------------------------------------------------

    def _turn(self, number: int, act: Act) -> None:
        """Note the choices of the seat in turn, if it discards, wins or lays a kong now."""
        table, seat = self.round.table, act.seat
        mine = table.phase == OWES and seat == table.turn and table.owed == 1 and seat in self.watched
        if not mine or table.hidden(seat) or act.kind not in (DISCARD, HU, ANGANG, BUGANG):
            return
        choices = self.discards.choices(seat, self.ahead)
        best = choices[0].steps if choices else None
        win = None if table_checks.win_turn(table, seat) else self.round.winning(seat, "draw")
        made = act.tiles[0] if act.kind == DISCARD and act.tiles else None
        self.turns.append(
            {
                "move": number,
                "seat": SEATS[seat],
                "drawn": _name(table.drawn),
                "made": act.verb or "discard",
                "tile": _name(made),
                "distance": best,
                "wins": win.value if win else None,
                "choices": self._with_danger(seat, choices, number),
                **self._possible(seat),
            }
        )
        if win and act.kind == DISCARD:
            self._missed("win", number - 1, seat, table.drawn, value=win.value, by="draw")
        elif win and act.kind == HU:
            self.choices.note(SEATS[seat], number - 1, "win")
        self._own_kongs(number, act, best)
        chosen = next((one for one in choices if one.kind == made), None)
        if chosen and len(choices) > 1 and best is not None:
            self.choices.note(SEATS[seat], number, "discard", *cost_of(chosen, choices))
        if act.kind != HU:
            self.steps[seat] = chosen.steps if chosen else best
            self._point(seat, number, self.steps[seat])

    def _with_danger(self, seat: int, choices: list[Choice], number: int) -> list[JSON]:
        """The choices as JSON; each with its danger if all hands may be told and are known."""
        danger = None if self.danger is None else self.danger.of(seat, [choice.kind for choice in choices], number)
        if danger is None:
            return [choice.as_dict() for choice in choices]
        wins: dict[int, JSON] = {kind: {SEATS[other]: value for other, value in of.items()} for kind, of in danger.items()}
        return [{**choice.as_dict(), "danger": wins[choice.kind]} for choice in choices]

    def _possible(self, seat: int) -> dict[str, JSON]:
        """What the others could wait for by what this seat has seen, if only that may be told."""
        if self.possible is None:
            return {}
        waits = self.possible.of(seat)
        return {"possible": {SEATS[other]: [NAMES[kind] for kind in kinds] for other, kinds in waits.items()}}

    # -- what was let go -------------------------------------------------------------------------------------------

    def _offered(self, number: int) -> None:
        """Note who may win on, or claim, the tile that the latest move put on offer."""
        table, last = self.round.table, self.last
        if last is None or last.kind not in (DISCARD, ANGANG, BUGANG) or table.offer in (None, UNSEEN):
            return
        self.last = None
        robbed = table.phase == KONG and table.offered == "rob"
        if not (table.phase == OFFERED or robbed):
            return
        self.offered_at = number
        self.wins = {seat: win_value for seat in self._others() if (win_value := win_on_offer(self.round, seat))}
        if not robbed and not self.round.progress:
            self.claims = {seat: claims for seat in self._others() if (claims := self._claims(seat))}
            self.offered = {seat: kong for seat in self._others() if (kong := self._kong(seat))}

    def _answered(self, act: Act) -> None:
        """Drop the chances of a seat that wins or claims: it has not missed them."""
        if act.kind == HU:
            if self.wins.pop(act.seat, None):
                self.choices.note(SEATS[act.seat], self.offered_at, "win")
            if self.round.ruleset.one_winner:
                self.wins = {seat: win for seat, win in self.wins.items() if self.round.precedes(seat, act.seat)}
            self.claims.clear()
            self.offered.clear()
        elif act.kind in CLAIMS:
            self.wins.pop(act.seat, None)
            self._claimed(act, self.claims.pop(act.seat, []))
            kong = self.offered.pop(act.seat, None)
            if kong and act.kind == GANG:
                self._chance(kong, taken=True)

    def _claimed(self, act: Act, claims: list[Claim]) -> None:
        """Note whether a claim was the best of those that bring the hand nearer; a worse one let the best go."""
        made = claim_choices.made_of(act, claims)
        if made is None:
            return
        best = min(claims, key=lambda claim: claim.after)
        if made.after == best.after:
            self.choices.note(SEATS[act.seat], self.offered_at, "claim")
        else:
            self._missed_claim(act.seat, best._replace(before=made.after))

    def _let_go(self, act: Act | None) -> None:
        """Note the chances that nobody took, except claims that another one preceded."""
        table, at = self.round.table, self.offered_at
        for seat, win_value in sorted(self.wins.items()):
            self._missed("win", at, seat, win_value.reading.candidate.tile, value=win_value.value, by=table.offered)
        taken = table_checks.PRIORITY[act.verb] if act is not None and act.kind in CLAIMS else 0
        for seat, claims in sorted(self.claims.items()):
            open_ = [claim for claim in claims if table_checks.PRIORITY[claim.verb] > taken]
            if open_:
                self._missed_claim(seat, min(open_, key=lambda claim: claim.after))
        self.missed += self.offered.values() if taken < table_checks.PRIORITY["gang"] else ()
        self.wins, self.claims, self.offered = {}, {}, {}

    def _others(self) -> list[int]:
        table = self.round.table
        return [seat for seat in self.watched if seat != table.offerer and table.states[seat] == IN and not table.hidden(seat)]

    def _claims(self, seat: int) -> list[Claim]:
        return claim_choices.nearer(self.discards, seat, self.steps.get(seat))

    # -- kongs -----------------------------------------------------------------------------------------------------

    def _kong(self, seat: int) -> dict[str, JSON] | None:
        """The kong of the tile on offer, if this seat may lay it without moving away from winning."""
        before = self.steps.get(seat)
        for kong in kong_choices.claimed(self.round, seat):
            return self._laid(self.offered_at, seat, kong, before)
        return None

    def _own_kongs(self, number: int, act: Act, best: int | None) -> None:
        """Note kongs in the hand of the seat in turn; one that is laid now or later was not missed."""
        laid = act.tiles[0] if act.kind in (ANGANG, BUGANG) and act.tiles else None
        for kong in kong_choices.own(self.round, act.seat) if act.kind != HU else ():
            if laid in (None, kong.tile) and (row := self._laid(number - 1, act.seat, kong, best)):
                self.kongs.setdefault((act.seat, kong.tile), row)
        if laid is not None and (row := self.kongs.pop((act.seat, laid), None)):
            self._chance(row, taken=True)

    def _laid(self, move: int, seat: int, kong: kong_choices.Open, before: int | None) -> dict[str, JSON] | None:
        """The entry of a kong in the review; None if the kong would move the hand away from winning."""
        away = self.discards.distance(seat, moved(self.round.table.keys[seat], out=kong.own), kong.melds)
        if before is None or away is None or max(0, away.steps) > before:
            return None
        return {
            "what": "kong",
            "move": move,
            "seat": SEATS[seat],
            "tile": NAMES[kong.tile],
            "verb": kong.verb,
            "tiles": text(kong.own),
            "from": before,
            "to": max(0, away.steps),
            "points": kong_choices.fee(self.played.game, self.round, seat, kong),
        }

    def _missed_claim(self, seat: int, claim: Claim) -> None:
        how: dict[str, JSON] = {"verb": claim.verb, "tiles": text(claim.own), "from": claim.before, "to": claim.after}
        self._missed("claim", self.offered_at, seat, self.round.table.offer, **how)

    def _missed(self, what: str, move: int, seat: int, tile: int | None, **more: JSON) -> None:
        self.missed.append({"what": what, "move": move, "seat": SEATS[seat], "tile": _name(tile), **more})

    def _chance(self, row: dict[str, JSON], taken: bool) -> None:
        """Note a chance as a choice, with what letting it go costs; not one that was worth nothing for certain."""
        steps = cast("int", row.get("from", 0)) - cast("int", row.get("to", 0))
        fee = cast("int | None", row.get("points"))
        points = cast("int | None", row.get("value")) if fee is None else fee // self.round.ledger.base
        if steps > 0 or points:
            choice = str(row["seat"]), cast("int", row["move"]), str(row["what"])
            self.choices.note(*choice, *(() if taken else (max(0, steps), 0, points)))

    # -- hands -----------------------------------------------------------------------------------------------------

    def _mark(self, seat: int, number: int) -> None:
        """Note the distance of a hand after the deal or a claim."""
        table = self.round.table
        if table.hidden(seat):
            return
        away = self.discards.distance(seat, table.keys[seat], table.melds[seat])
        self.steps[seat] = None if away is None else max(0, away.steps)
        self._point(seat, number, self.steps[seat])

    def _mark_wins(self) -> None:
        """Let the lines of those who have won since the last move end below zero; a win that did not stand ends no line."""
        won = self.round.wins[self.wins_marked :]
        self.wins_marked += len(won)
        for win in won:
            seat = SEATS.index(win.seat)
            if seat in self.lines:
                self._point(seat, win.move, -1)

    def _point(self, seat: int, number: int, steps: int | None) -> None:
        self.lines.setdefault(seat, []).append([number, steps])


def _name(kind: int | None) -> str | None:
    return None if kind is None else NAMES[kind]
