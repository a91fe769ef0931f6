"""A move in words: what the notation writes in signs, said as a sentence and, where somebody calls out, as that call."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import groupby

from django.utils.translation import gettext as _

from frontend.said import language
from frontend.verdicts import penalty
from referee.layout import RULINGS
from referee.record import DISCARD, DRAW, INTENT, PLAY, Move
from referee.rulebook.clauses import BETWEEN, Words

_SIGNS: dict[str, Callable[[], str]] = {
    DRAW: lambda: _("%(seat)s draws %(tiles)s"),
    DISCARD: lambda: _("%(seat)s discards %(tiles)s"),
    PLAY: lambda: _("%(seat)s plays %(tiles)s"),
}
_VERBS: dict[str, Callable[[], str]] = {
    "chi": lambda: _("%(seat)s claims a run with %(tiles)s"),
    "peng": lambda: _("%(seat)s claims a triplet"),
    "gang": lambda: _("%(seat)s claims a kong"),
    "angang": lambda: _("%(seat)s lays a concealed kong of %(tiles)s"),
    "bugang": lambda: _("%(seat)s adds %(tiles)s to a triplet"),
    "hu": lambda: _("%(seat)s wins"),
    "guo": lambda: _("%(seat)s passes"),
    "tao": lambda: _("%(seat)s leaves the table"),
    "liang": lambda: _("%(seat)s shows the hand"),
    "bao": lambda: _("%(seat)s reports a ready hand"),
    "ban": lambda: _("%(seat)s declares a dealt hand"),
    "dice": lambda: _("%(seat)s throws dice for tiles"),
    "niao": lambda: _("%(seat)s turns the birds %(tiles)s"),
    "rang": lambda: _("%(seat)s yields"),
    "shao": lambda: _("%(seat)s burns with %(tiles)s"),
    "geming": lambda: _("%(seat)s revolts"),
    "hui": lambda: _("%(seat)s takes all %(tiles)s out of play"),
    "tiao": lambda: _("%(seat)s lays down the rest"),
    "mingdian": lambda: _("%(seat)s declares after the deal"),
    "yudian": lambda: _("%(seat)s declares before the deal"),
    "gong": lambda: _("%(seat)s gives %(other)s in tribute: %(tiles)s"),
    "huan": lambda: _("%(seat)s returns to %(other)s: %(tiles)s"),
    "mai": lambda: _("%(seat)s buys from %(other)s with %(tiles)s"),
    "fa": lambda: _("a ruling on %(seat)s"),
}
_WITH_TEXT: dict[str, Callable[[], str]] = {
    "liang": lambda: _("%(seat)s shows %(tiles)s"),
    "bao": lambda: _("%(seat)s reports %(text)s cards left"),
    "hu": lambda: _("%(seat)s wins, claiming %(text)s"),
    "ban": lambda: _("%(seat)s declares %(text)s"),
    "dice": lambda: _("%(seat)s throws %(text)s for tiles"),
    "fa": lambda: _("a ruling on %(seat)s: %(text)s"),
    "peng": lambda: _("%(seat)s claims a triplet with %(tiles)s"),
    "gang": lambda: _("%(seat)s claims a kong with %(tiles)s"),
    "tiao": lambda: _("%(seat)s lays down %(tiles)s"),
}
_CALLS: dict[str, Callable[[], str]] = {
    "chi": lambda: _("Chi"),
    "peng": lambda: _("Peng"),
    "gang": lambda: _("Kong"),
    "angang": lambda: _("Kong"),
    "bugang": lambda: _("Kong"),
    "hu": lambda: _("Hu"),
    "liang": lambda: _("shows"),
    "bao": lambda: _("reports"),
    "guo": lambda: _("pass"),
    "rang": lambda: _("yields"),
    "shao": lambda: _("burns"),
    "geming": lambda: _("revolts"),
    "hui": lambda: _("sweeps"),
    "gong": lambda: _("tribute"),
    "huan": lambda: _("returns"),
    "mai": lambda: _("buys"),
    "tao": lambda: _("leaves"),
    "dice": lambda: _("dice"),
    "niao": lambda: _("birds"),
    "ban": lambda: _("declares"),
    "tiao": lambda: _("lays down"),
    "mingdian": lambda: _("declares openly"),
    "yudian": lambda: _("declares beforehand"),
    "fa": lambda: _("ruling"),
}
_TERMS: dict[str, Callable[[], str]] = {
    "queyimen": lambda: _("a suit missing"),
    "sixi": lambda: _("four of a kind"),
    "liuliushun": lambda: _("two triplets"),
    **{word: partial(penalty, word) for word in RULINGS},
}
"""Words that stand behind a verb."""


def call(verb: str) -> str:
    """What a seat calls out; nothing for what is done without a word."""
    return _CALLS[verb]() if verb in _CALLS else ""


def term(word: str) -> str:
    """A word behind a verb, in the reader's language; what is none stays as it is."""
    return _TERMS[word]() if word in _TERMS else word


def wish(verb: str, tiles: str, words: Words) -> str:
    """What a seat would call out, and with which tiles, where that is said."""
    return f"{call(verb)} {_of(words, tiles, 'tile')}".rstrip()


def told(move: Move, words: Words) -> tuple[str, dict[str, str] | None]:
    """The sentence for a move, and what its seat calls out."""
    seat, verb, text = move.seat, move.verb, move.text
    say = {"seat": _of(words, seat, "seat"), "other": _of(words, move.other, "seat"), "text": term(text)}
    if move.sign in _SIGNS:
        say["tiles"] = _of(words, text, "tile")
        return _SIGNS[move.sign]() % say, None
    if move.sign == INTENT and call(verb):
        return _("%(seat)s wants: %(call)s") % {**say, "call": wish(verb, text, words)}, None
    sentence = _WITH_TEXT.get(verb) if text else None
    sentence = sentence or _VERBS.get(verb)
    if sentence is None:
        return move.token, None
    say["tiles"] = _of(words, shown(move), "tile")
    return sentence() % say, {"seat": seat, "said": call(verb)} if verb in _CALLS else None


def shown(move: Move) -> str:
    """The tiles or cards that a move lays open; of an added kong with a ghost the ghost, not what it stands for."""
    return move.parts[0] if move.verb == "bugang" and move.parts else move.text


def _of(words: Words, text: str, form: str) -> str:
    """Seats or tiles by name, several alike as one with their number."""
    if not text:
        return ""
    between = BETWEEN[language()]
    alike = [(name, len(list(same))) for name, same in groupby(words.say(text, form, language()).split(between))]
    return between.join(name if count == 1 else f"{name} ×{count}" for name, count in alike)
