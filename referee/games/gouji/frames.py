"""What the table of 夠級 looks like: the frames of a round, whether it was recorded in full or as a sheet."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Final

from referee.core.game.protocol import Refereed
from referee.core.verdict import JSON
from referee.games.gouji.cards import UNSEEN, text
from referee.games.gouji.round import GoujiRound
from referee.games.gouji.rulebook import GJ
from referee.games.gouji.rules.places import standing
from referee.games.gouji.rules.round_state import ENDED
from referee.games.gouji.table.seats import BIT, OPPOSITE, SEATS, TEAMS
from referee.games.gouji.table.trick import BURNING

GOUJI_SET: Final[dict[str, JSON]] = {**GJ.words.of("marks")["gouji"]}
"""What the table calls a set that only the opposite may answer (GJ-3.5)."""


class Framed(Refereed[GoujiRound], ABC):
    """A round that can be looked at."""

    @abstractmethod
    def scores(self) -> dict[str, int] | None:
        """The scores of both sides; None where the round is not settled."""

    def frame(self, view: str | None) -> dict[str, JSON]:
        """The table as it stands. With a ``view`` the other seats' hands are unseen until their places are decided."""
        played = self.round.state
        trick = played.table.trick
        standings = standing(played.table) if played.outcome != "void" else {}
        return {
            "faces": "cards",
            "seats": [self._seat(seat, view, standings) for seat in range(len(SEATS))],
            "top": None
            if trick.top is None
            else {
                "seat": SEATS[trick.owner],
                "tiles": list(trick.top.text),
                "burning": trick.mode == BURNING,
                "marks": [GOUJI_SET] if trick.top.gouji else [],
            },
            "tangled": played.table.tangled,
            "owed": [] if played.started else [debt.as_dict() for debt in played.desk.open],
            "aside": list(text(played.table.swept)),
            "outcome": played.outcome,
            "ledger": [],
        }

    def _seat(self, seat: int, view: str | None, standings: Mapping[int, int]) -> dict[str, JSON]:
        played, letter = self.round.state, SEATS[seat]
        table, bit = played.table, BIT[seat]
        hidden = view is not None and letter != view and table.plays(seat)
        hand = [*text(table.hands[seat]), *UNSEEN * table.unseen[seat]]
        over = played.progress == ENDED
        return {
            "seat": letter,
            "name": self.names.get(letter, ""),
            "dealer": seat == played.deal.leader,
            "team": TEAMS[seat % 2],
            "opposite": SEATS[OPPOSITE[seat]],
            "state": table.states[seat],
            "place": standings.get(seat),
            "turn": not over and self._acting() == seat,
            "may_speak": not over and bool(table.trick.due & bit or table.trick.word and seat == OPPOSITE[table.trick.owner]),
            "passed": bool(table.trick.passed & bit),
            "yielded": bool(table.trick.yielded & bit),
            "burning": table.trick.burner == seat,
            "opened": bool(played.opening.opened & bit),
            "declared": played.declared.get(seat),
            "count": table.left[seat],
            "hand": [UNSEEN] * len(hand) if hidden else list(hand),
            "drawn": None,
            "melds": [
                {"kind": kind, "tiles": list(cards), "from": None, "move": move}
                for other, kind, cards, move in played.marks
                if other == seat and cards
            ],
            "played": list(played.piles[seat]),
            "river": [],
            "wins": [],
            "score": self._score(seat),
        }

    def _acting(self) -> int:
        trick = self.round.state.table.trick
        return trick.leader if trick.top is None or not trick.due else trick.speaker

    def _score(self, seat: int) -> int:
        """The side's score, once the round is settled."""
        found = self.scores()
        return found[TEAMS[seat % 2]] if found else 0
