"""What the page for entering a match by hand is made of: presets, options and pieces of every game, and texts of its scripts."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, Final

from django.utils.translation import gettext as _

import referee
from frontend.components.rules.fields import field
from records.core.languages import localized
from records.wording.game_words import place, word, words
from referee import Game
from referee.core.scoring import hand_specification
from referee.rulebook import Rules
from referee.rulebook.options import write
from referee.rulebook.verbs import ADDED, ALONE, CARDS, RULING, SETS, TILES, WORD

KONG: Final = 4
"""The tiles of a kong."""
MOST: Final = {TILES: KONG, ADDED: 1, WORD: 1, CARDS: 36, SETS: 36}
"""How many pieces stand behind a call at most, by its form."""


def page_context() -> dict[str, Any]:
    """What the page for every game is made of."""
    return {"games": referee.games(), "tables": json.dumps(tables()), "words": json.dumps(_script_texts())}


def tables() -> dict[str, Any]:
    """The data of the empty page for every game: presets, options, seats, names of pieces."""
    return {game.id: _table(game) for game in referee.games()}


def _table(game: Game) -> dict[str, Any]:
    book = game.rulebook
    presets = {}
    for preset in book.presets:
        rules = book.rules(preset.name)
        presets[preset.name] = {
            "text": localized(preset.text),
            "seats": game.seats(rules) if isinstance(rules, Rules) else "",
            "usual": {option.name: write(rules.values[option.name]) for option in book.options}
            if isinstance(rules, Rules)
            else {},
        }
    return {
        "presets": presets,
        "base": book.base,
        "options": [field(option, book.presets[0], "") for option in book.options],
        "calls": [*_calls(game)],
        "seats": words(game, "seats"),
        "names": words(game, "tiles"),
        "places": [place(game, int(number)) for number in book.words.of("places")],
    }


def _calls(game: Game) -> Iterator[dict[str, Any]]:
    """The calls of a game as the page offers them where no referee can be asked: ``bare`` where nothing need stand behind one,
    else how many pieces at ``most``, or which ``words``; ``kong`` where a tile is drawn after it."""
    book, hands = game.rulebook, hand_specification(game)
    melds = hands.melds if hands else {}
    for name, verb in book.verbs.items():
        bare = verb.form in ALONE or verb.said_with != verb.localized_text
        of_another_game = hands and verb.form in (TILES, ADDED) and name not in melds
        if not verb.call or verb.to or verb.rare or name == RULING or of_another_game or not (bare or verb.form in MOST):
            continue
        yield {
            "verb": name,
            "call": word(game, "melds", name) if name in melds else localized(verb.call),
            "bare": bare,
            "kong": len(melds.get(name, ())) == KONG,
            "most": MOST.get(verb.form),
            "words": words(game, "terms") if verb.form == WORD else None,
        }


def _script_texts() -> dict[str, Any]:
    """The texts of the page's scripts, which fill in the names in braces."""
    return {
        "hand": _("{seat}: {n} of {size}"),
        "unseen": _("not seen"),
        "noHand": _("Nobody saw the hands"),
        "noOther": _("Nobody saw the other hands"),
        "take": _("take {tile} out"),
        "left": _("{tile}, {n} left"),
        "deal": _("Deal every hand, or mark it as not seen."),
        "dealing": _("The deal"),
        "hands": _("Hands"),
        "pieces": _("What is dealt"),
        "wall": _("Wall, where it is known"),
        "noWall": _("The wall is not known"),
        "rest": _("Take all that is left"),
        "done": _("Done"),
        "first": {"Dealer": _("Dealer"), "Leader": _("First taker")},
        "drawer": _("Draws for the first taker"),
        "drawn": _("Drawn card"),
        "die": _("Die {n}"),
        "break": _("Wall broken at"),
        "sits": _("Who sits, where it changed"),
        "notRecorded": _("not said"),
        "usual": _("default:"),
        "clubRules": _("Rules of your clubs"),
        "tableAdds": _("What your table adds"),
        "kinds": {"+": _("draws"), "-": _("discards"), ":": _("plays"), "?": _("calls out"), ".": _("passes")},
        "next": _("What comes next"),
        "chosen": _("Chosen"),
        "choose": _("{n} of {size} chosen"),
        "put": _("Write it down"),
        "clear": _("Choose again"),
        "other": _("Something else happened"),
        "against": _("Against the rules, but can be recorded as played:"),
        "back": _("back to here"),
        "end": _("The end of the round"),
        "scores": _("Scores"),
        "computed": _("by the rules"),
        "claimed": _("at the table"),
        "value": _("{seat} wins, by the rules {value}; called at the table"),
        "fill": _("Fill in what the rules give"),
        "nextRound": _("Next round"),
        "totals": _("Totals of the match"),
        "line": _("line {line}, column {column}"),
        "unreachable": _("The referee cannot be reached. Please try again."),
        "unchecked": _("The referee cannot be reached. Go on: what you enter is kept, and checked later."),
        "notChecked": _("not checked yet"),
        "here": _("Checked on this device."),
        "kept": _("Kept in this browser."),
        "notKept": _("This browser keeps nothing: save the match as a file."),
        "note": _("Note"),
        "noteOn": _("Note on: {move}"),
        "noteFirst": _("Note before the first move"),
        "all": _("{tile}: {n} at once"),
        "startTime": _("Began at"),
        "endTime": _("Ended at"),
        "now": _("now"),
        "draws": _("The draws are known"),
        "example": _("for example {example}"),
        "unknown": _("“{word}” is none of the moves that may come now."),
        "several": _("“{word}” may mean: {moves}. Write the seat before it."),
        "forbidden": _("Against the rules: {why} ({clause}). Write {whole} to record it as played."),
        "noPiece": _("“{word}” is nothing that is dealt."),
        "noMore": _("There is no more: {tile}."),
        "tooMany": _("{n} too many for this hand."),
        "mine": _("my own"),
        "into": _("Whose"),
        "table": _("Table"),
        "nothing": _("Nothing more can be offered."),
    }
