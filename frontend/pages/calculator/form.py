"""The calculator's form, made from a game's rulebook and hand specification, with the reader's choices."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from django.http import QueryDict
from django.urls import reverse
from django.utils.translation import gettext as _

import referee
from frontend.components.rules.fields import fields, given_in, line_of
from records.core.languages import localized
from records.wording.game_words import word
from referee.core.game.hand_specification import HandSpecification, QueryError
from referee.core.scoring import hand_specification


@dataclass(frozen=True, slots=True)
class GameChoice:
    """A game with the rules that the form names, and its hand specification."""

    game: referee.Game
    rules: str
    hands: HandSpecification
    problem: str = ""

    def chosen_seat(self, given: QueryDict, name: str, usual: str = "") -> str:
        """The seat that a field of the form names."""
        seat = given.get(name, "")
        return seat if seat and seat in self.hands.seats else usual

    def winner(self, given: QueryDict) -> str:
        """The seat that wins; the first where none is chosen."""
        return self.chosen_seat(given, "winner", self.hands.seats[0])

    def source(self, given: QueryDict, by: str) -> str:
        """The seat whose tile it was, by default the winner's next; empty where an own draw has none."""
        winner, seats = self.winner(given), self.hands.seats
        chosen = self.chosen_seat(given, "from")
        if by == self.hands.by[0]:
            return chosen if chosen != winner and set(given.getlist("flags")) & set(self.hands.replaced) else ""
        return chosen if chosen not in ("", winner) else seats[(seats.index(winner) + 1) % len(seats)]

    def word(self, tile: str) -> str:
        """The name of a tile in the rulebook."""
        words = self.game.rulebook.words.tiles
        return localized(words[tile]) if tile in words else tile


def games() -> list[referee.Game]:
    """The games that can value a single hand."""
    return [game for game in referee.games() if hand_specification(game) is not None]


def game_choice(given: QueryDict, asked_last: str = "") -> GameChoice | None:
    """The game and the rules of the form, by default the game ``asked_last``; None for an unknown game.

    Rules that cannot be read are told, and the game's first preset stands in for them in the form.
    """
    known = {game.id: game for game in games()}
    usual = next(game for game in games() if game.rulebook.usual)
    name = given.get("game", "")
    game = known.get(name) if name else known.get(asked_last, usual)
    if game is None:
        return None
    rules = line_of(given_in(game.rulebook, given))
    try:
        made = hand_specification(game, rules)
        problem = ""
    except QueryError as error:
        made, problem = hand_specification(game), localized(error.message)
    return GameChoice(game, rules, made, problem) if made is not None else None


def form(at: GameChoice, given: QueryDict) -> dict[str, Any]:
    """The context of the form: its choices, and which of them are chosen."""
    by = next((way for way in at.hands.by if way == given.get("by")), at.hands.by[0])
    return {
        "games": [{"game": game, "link": _at_game(game, given)} for game in games()],
        "game": at.game,
        "rules": fields(at.game.rulebook, given_in(at.game.rulebook, given)),
        "hand": given.get("hand", ""),
        "melds": given.get("melds", ""),
        "win": given.get("win", ""),
        "by": [{"word": way, "text": word(at.game, "ways", way), "chosen": way == by} for way in at.hands.by],
        "flags": [
            {
                "word": flag,
                "text": word(at.game, "flags", flag),
                "ways": " ".join(ways),
                "chosen": flag in given.getlist("flags"),
                "replaced": flag in at.hands.replaced,
            }
            for flag, ways in at.hands.flags.items()
            if flag not in at.hands.declared
        ],
        "declared": _declared(at, given),
        "seats": _seats(at, given, by),
        "base": given.get("base", ""),
        "piao": [
            {"name": f"piao.{seat}", "text": word(at.game, "seats", seat), "value": given.get(f"piao.{seat}", "")}
            for seat in (at.hands.seats if at.hands.piao else "")
        ],
        "table": _table(at),
        "words": json.dumps(_script_texts()),
    }


def _declared(at: GameChoice, given: QueryDict) -> list[dict[str, Any]]:
    """The suits of which a hand may have been declared to be without one, or none; nothing where no suit is declared."""
    if not at.hands.declared:
        return []
    chosen = next((flag for flag in at.hands.declared if flag in given.getlist("flags")), "")
    suits = [{"word": flag, "text": word(at.game, "marks", flag), "chosen": flag == chosen} for flag in at.hands.declared]
    return [{"word": "", "text": _("not said"), "chosen": not chosen}, *suits]


def _seats(at: GameChoice, given: QueryDict, by: str) -> list[dict[str, Any]]:
    """The seats to choose from: who wins, whose tile it was, who deals."""
    winner, source, dealer = at.winner(given), at.source(given, by), at.chosen_seat(given, "dealer")
    return [
        {
            "seat": seat,
            "text": word(at.game, "seats", seat),
            "wins": seat == winner,
            "pays": seat == source,
            "deals": seat == dealer,
        }
        for seat in at.hands.seats
    ]


def _at_game(game: referee.Game, given: QueryDict) -> str:
    """The address of the same tiles in another game, without rules and circumstances."""
    kept = QueryDict(mutable=True)
    kept["game"] = game.id
    for name in ("hand", "melds", "win", "by"):
        if value := given.get(name):
            kept[name] = str(value)
    return f"{reverse('pages:calculator')}?{kept.urlencode()}"


def _table(at: GameChoice) -> str:
    """The data of the game for the page's script, as JSON."""
    return json.dumps(
        {
            "tiles": at.hands.tiles,
            "size": at.hands.size,
            "ghost": at.hands.ghost,
            "melds": [
                {"word": meld, "text": word(at.game, "melds", meld), "steps": steps} for meld, steps in at.hands.melds.items()
            ],
            "names": {tile: at.word(tile) for tile in [*at.hands.tiles, *at.game.rulebook.words.tiles]},
        },
        ensure_ascii=False,
    )


def _script_texts() -> dict[str, str]:
    """The texts of the page's script; the script fills in the names in braces."""
    return {
        "short": _("{n} more"),
        "over": _("{n} too many"),
        "win": _("winning tile"),
        "take": _("take {tile} out"),
        "add": _("{tile}, {n} left"),
        "ghost": _("ghosts in this meld: {n}"),
        "unavailable": _("The referee cannot be reached. Please try again."),
        "copied": _("Copied"),
    }
