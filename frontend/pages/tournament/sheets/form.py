"""What a round is entered with: seats, tiles, ways to win, circumstances, calls, as the game of the sheet declares them."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from records.core.errors import Refusal
from records.core.rules_line import game_of
from records.wording.game_words import place, side_word, word, words
from records.wording.move_text import call, term
from referee import Game
from referee.core.game.hand_specification import HandSpecification, ValuesHands
from referee.core.game.round_form import HasRoundForm, HasSheetNotes, SheetNotes
from referee.rulebook import Rulebook
from referee.rulebook.verbs import FIGURES, NONE

KONG = 4
"""The tiles of a kong."""
NO_HANDS: dict[str, Any] = {"tiles": {}, "size": 0, "ghost": "", "by": [], "flags": [], "melds": [], "kongs": []}
"""What a game has of hands that values none."""
OWN = frozenset({"+", "-", ":", "guo", "fa", "chi", "peng", "gang", "angang", "bugang", "hu", "rang"})
"""The verbs that are not among the calls to pick: moves without a call, melds and wins, which have fields of their own, passes,
and an arbiter's rulings."""


def form_of(game: str, rules: str) -> dict[str, Any] | None:
    """The form of a round, as JSON for the page's script; None where the sheet has no game yet."""
    try:
        found, parsed = game_of(game, rules)
    except Refusal:
        return None
    hands = found.hand_specification(parsed) if isinstance(found, ValuesHands) else None
    form = found.round_form(parsed) if isinstance(found, HasRoundForm) else None
    notes = found.sheet_notes(parsed) if isinstance(found, HasSheetNotes) else SheetNotes()
    return {
        "seats": [{"seat": seat, "text": word(found, "seats", seat)} for seat in found.seats(parsed)],
        "sides": [{"side": side, "text": side_word(found, side)} for side in found.sides(parsed)],
        "first": form.first if form else "",
        "firstText": first_text(form.first if form else ""),
        "places": [place(found, number) for number in range(1, len(found.seats(parsed)) + 1)] if form and form.places else [],
        "names": words(found, "tiles"),
        "calls": _calls(found, notes),
        "notes": [{"tag": one.tag, "text": word(found, "marks", one.word), "pairs": one.pairs} for one in notes.tags],
        "unready": [*notes.unready],
        "stay": notes.stay,
        "times": [*notes.times],
        "figures": [{**one._asdict(), "text": figure_words().get(one.tag, one.tag)} for one in notes.figures],
        **(_hands(found, hands) if hands else NO_HANDS),
    }


def first_text(tag: str) -> str:
    """What the one is called who begins a round."""
    return {"Dealer": _("Dealer"), "Leader": _("First taker")}.get(tag, "")


def _hands(game: Game, hands: HandSpecification) -> dict[str, Any]:
    return {
        "tiles": dict(hands.tiles),
        "size": hands.size,
        "ghost": hands.ghost,
        "by": [{"word": way, "text": word(game, "ways", way)} for way in hands.by],
        "flags": [{"word": flag, "text": word(game, "flags", flag), "ways": ways} for flag, ways in hands.flags.items()],
        "melds": [{"word": meld, "text": word(game, "melds", meld), "steps": steps} for meld, steps in hands.melds.items()],
        "kongs": [{"word": meld, "text": word(game, "melds", meld)} for meld, steps in hands.melds.items() if len(steps) == KONG],
    }


def _calls(game: Game, notes: SheetNotes) -> list[dict[str, Any]]:
    """The calls of the game that a sheet may note, each with what belongs behind it."""
    book = game.rulebook
    calls = {verb: call(verb, book) for verb in book.verbs if verb not in OWN and verb not in notes.unused}
    return [
        {
            "verb": verb,
            "text": text,
            "more": book.verbs[verb].form != NONE and verb not in notes.aimed,
            "figures": book.verbs[verb].form in FIGURES,
            "to": book.verbs[verb].to or verb in notes.aimed,
            "choices": _choices(book, verb),
        }
        for verb, text in calls.items()
        if text
    ]


def _choices(book: Rulebook, verb: str) -> list[dict[str, str]]:
    """The words that may stand behind a verb, where it takes one of a few."""
    if book.verbs[verb].form != "word":
        return []
    known = [name for name in book.words.of("terms") if name not in CORE_TERMS]
    return [{"word": name, "text": term(name, book)} for name in known]


def figure_words() -> dict[str, str]:
    """The numbers that a sheet may note, by their tags."""
    return {
        "Ghosts": _("Ghosts held, discarded ones too"),
        "Left": _("Tiles left in the wall at the win"),
        "Piao": _("Piao"),
    }


CORE_TERMS = frozenset({"warning", "fine", "lose-turn", "place-last", "disqualify"})
"""The words of an arbiter's rulings."""


def texts_of_script() -> dict[str, Any]:
    """The texts of the page's scripts, which fill in the names in braces."""
    return {
        "comma": pgettext("names", ", "),
        "round": _("Round {n}"),
        "noRounds": _("No round is entered yet."),
        "newRound": _("Enter round {n}"),
        "changeRound": _("Change round {n}"),
        "kinds": {"win": _("Somebody wins"), "drawn": _("Drawn"), "places": _("Played out"), "scores": _("Only the numbers")},
        "how": _("How the round ended"),
        "winner": _("Who wins"),
        "by": _("How"),
        "also": _("on the same tile"),
        "from": _("Whose tile"),
        "tile": _("Winning tile"),
        "value": _("Value as called"),
        "hand": _("Hand, without the winning tile"),
        "melds": _("Melds"),
        "flags": _("Circumstances"),
        "tap": _("Tap the tiles"),
        "tapWin": _("tap the winning tile"),
        "unseen": _("not seen"),
        "take": _("take {tile} out"),
        "left": _("{tile}, {n} left"),
        "win": _("winning tile"),
        "ghost": _("ghosts in this meld: {n}"),
        "asText": _("As text"),
        "more": _("What else happened"),
        "addWin": _("Another win"),
        "addKong": _("A kong"),
        "addCall": _("Something else was called"),
        "kong": _("A kong"),
        "kongKind": _("Kind"),
        "times": _("How many times its fee is paid"),
        "call": _("What was called"),
        "to": _("To whom"),
        "with": _("With what"),
        "typed": _("As moves"),
        "who": _("Who"),
        "earlier": _("earlier"),
        "remove": _("Take it out"),
        "ready": _("Ready at the end"),
        "readyIs": {"yes": _("ready"), "no": _("not ready"), "pig": _("three suits"), "": _("not said")},
        "readyWorth": _("worth at most"),
        "shown": _("Hand as shown"),
        "endedAtWall": _("Who was ready, where it was played to the end of the wall"),
        "placesTap": _("Tap the players in the order in which they went out"),
        "nobody": _("nobody"),
        "byWhom": _("By whom: {seat}"),
        "scores": _("Points"),
        "sign": _("change the sign"),
        "proposed": _("by the rules"),
        "differs": _("The rules give {points}. Your figure stays; the difference will be a finding."),
        "fill": _("Take what the rules give"),
        "sum": _("The points do not add up to nought: {sum}."),
        "judging": _("The referee reads …"),
        "unjudged": _("The referee cannot be reached; you can enter the round all the same."),
        "unsettled": _("What is noted does not settle the points; enter them as they were paid."),
        "certain": _("This much follows from what is noted. Whatever else was paid, add to the figures."),
        "noteReady": _("Note who was ready at the end"),
        "unchecked": _("Not checked: {what}."),
        "clean": _("Nothing to object to."),
        "payments": _("Who pays whom"),
        "save": _("Save"),
        "cancel": _("Cancel"),
        "change": _("Change"),
        "strike": _("Strike out"),
        "struck": _("struck out"),
        "confirm": _("Confirm"),
        "object": _("Object"),
        "objection": _("What is wrong, in a sentence"),
        "reason": _("Why, in a sentence"),
        "send": _("Send"),
        "close": _("Close without confirmations"),
        "closed": _("closed"),
        "closedBy": _("closed by a scorer: {reason}"),
        "confirmedBy": _("{n} of {all} confirmed"),
        "objects": _("{seat} objects: {text}"),
        "by_": _("entered by {name}"),
        "waits": _("waits to be sent"),
        "allSent": _("Everything is sent."),
        "waiting": _("{n} waiting to be sent. They are kept on this device; leave the page open."),
        "sending": _("Sending …"),
        "offline": _("No network. What you enter is kept here and sent when it is back."),
        "notKept": _("This browser keeps nothing: do not close the page before all is sent."),
        "refused": _("Not taken: {line}"),
        "fault": _("The server cannot take this. It was set aside; what came after it has been sent."),
        "did": {
            "enter": _("What was entered"),
            "strike": _("Strike out"),
            "confirm": _("Confirm"),
            "object": _("Object"),
            "close": _("Close without confirmations"),
            "finish": _("Finish the sheet"),
            "reopen": _("Open it again to correct it"),
            "links": _("New links"),
        },
        "resend": _("Send it again"),
        "drop": _("Put it away"),
        "again": _("Enter it again"),
        "conflict": _("Somebody else entered this round meanwhile. Which one holds?"),
        "theirs": _("On the sheet"),
        "yours": _("Yours"),
        "keepTheirs": _("The one on the sheet"),
        "putYours": _("Mine, in its place"),
        "putNext": _("Both: mine is round {n}"),
        "finish": _("Finish the sheet"),
        "finishAsk": _("Finish it? It becomes a match of the club at this table and is refereed."),
        "finished": _("The sheet is finished."),
        "toMatch": _("The match"),
        "corrected": _("The match was corrected by hand since: what is still wrong is corrected there."),
        "reopen": _("Open it again to correct it"),
        "totals": _("So far"),
        "stale": _("This page is out of date. Load it again, and sign in where it asks; what waits is kept and sent then."),
        "gone": _("This link does not open the sheet any more."),
        "unsent": _("{n} were not sent; they are kept on this device."),
        "taken": _("There is a match at this table already."),
        "renewAsk": _("Give this table new links? Those that are printed or open on telephones end."),
        "drawn": _("drawn"),
        "wins": _("{seat} wins"),
        "out": _("out in this order: {seats}"),
        "onlyNumbers": _("only the numbers"),
    }
