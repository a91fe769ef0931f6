"""The rules to choose from where some are asked for: the presets of each game, and what the reader's clubs keep."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from django.http import HttpRequest

from records.accounts import clubs
from records.accounts.models import Club, ClubRules
from records.core.languages import localized
from records.wording.rules_words import preset_words, rules_words
from referee import Game
from referee.core import registry


def grouped(games: Sequence[Game], club: Club, game: str, line: str) -> list[dict[str, Any]]:
    """The rules of each game as the groups of a list, each with its value ``game line``; the present ones are chosen, and stand
    in the list whatever they are."""
    kept = [*clubs.rules_of(club)]
    return [_group(one, [rules for rules in kept if rules.game == one.id], line if one.id == game else None) for one in games]


def _group(game: Game, kept: Iterable[ClubRules], line: str | None) -> dict[str, Any]:
    presets = game.rulebook.presets
    texts = {rules.rules: rules.name for rules in kept} | {one.name: preset_words(one) for one in presets}
    present = line or presets[0].name
    if line is not None and present not in texts:
        texts = {present: rules_words(present, game)} | texts
    chosen = present if line is not None else None
    rules = [{"value": f"{game.id} {one}", "text": text, "chosen": one == chosen} for one, text in texts.items()]
    return {"text": localized(game.rulebook.name), "rules": rules}


def kept_groups(reader_clubs: Iterable[Club]) -> list[dict[str, Any]]:
    """What clubs keep as the groups of a list, a group for each game of a club, each value ``game line``."""
    return [
        {
            "text": f"{club.name} · {localized(game.rulebook.name)}",
            "rules": [{"value": f"{game.id} {one.rules}", "text": one.name} for one in kept],
        }
        for club in reader_clubs
        for game, kept in _by_game(clubs.rules_of(club))
    ]


def kept_by_game(request: HttpRequest) -> dict[str, list[dict[str, str]]]:
    """The name and the line of all rules that the reader's clubs keep, by the game's id; nothing for a visitor."""
    found: dict[str, list[dict[str, str]]] = {}
    for club in clubs.visible_to(request.user) if request.user.is_authenticated else ():
        for game, kept in _by_game(clubs.rules_of(club)):
            found.setdefault(game.id, []).extend({"name": f"{one.name} · {club.name}", "rules": one.rules} for one in kept)
    return found


def _by_game(kept: Iterable[ClubRules]) -> list[tuple[Game, list[ClubRules]]]:
    """Rules by their game, in the order of the games; without those of a game that is refereed no more."""
    every = [*kept]
    of_games = ((game, [one for one in every if one.game == game.id]) for game in registry.games())
    return [(game, rules) for game, rules in of_games if rules]
