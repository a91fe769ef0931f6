"""A verdict as a page shows it: in words, with the text of every clause. Nothing is judged here."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any, Protocol

from django.utils.translation import gettext as _

from records.core.languages import localized
from records.wording import verdict_text
from records.wording.game_words import fan_in_words, outcome, place, severity, value, word
from records.wording.move_text import term
from records.wording.rules_words import agreed, clause_of, options_words, other_rules, preset_words
from referee.core import registry
from referee.core.record import DRAW
from referee.core.verdict import ILLEGAL, NOTE, SCORE, Checked, checked_in, on_trust, shown_as
from referee.rulebook import CORE

SHOWN = 500
"""How many findings a match's page lists; the verdict has all. Drawing one takes as long as judging a round."""
DRAWN = 3
"""How many of them, of those against the rules or the settlement, show their moment at once; the others are unfolded."""


class Links(Protocol):
    """Where the pages of a stored match lie, and who sits in it."""

    @property
    def match(self) -> Any:
        """The match."""

    @property
    def page(self) -> str:
        """The page with the verdict."""

    def board(self, number: int) -> str:
        """The replay of a round."""

    def frames(self, number: int) -> str:
        """The frames of a round."""


@dataclass(frozen=True, slots=True)
class VerdictSheet:
    """The verdict of one match, ready for a template."""

    verdict: dict[str, Any]
    game: Any
    findings: list[dict[str, Any]]
    rounds: list[dict[str, Any]]
    totals: list[dict[str, Any]]

    @property
    def status(self) -> str:
        """``clean``, ``flagged`` or ``unreadable``."""
        return str(self.verdict["status"])

    @property
    def checked(self) -> Checked:
        """How many rounds were checked, of how many."""
        return checked_in(self.verdict["rounds"])

    @property
    def on_trust(self) -> str:
        """How far the totals of the match were taken on the record's word: ``all``, ``part`` or nothing."""
        said = {round_["on_trust"] for round_ in self.rounds}
        return "all" if said == {"all"} else "part" if said - {""} else ""

    @property
    def shown_as(self) -> str:
        """The status as it is shown: ``unchecked`` in place of ``clean`` where something could not be checked."""
        return shown_as(self.status, self.checked.complete)

    @property
    def unchecked(self) -> list[str]:
        """What could not be checked, each kind once, in the order of the rounds."""
        return list(dict.fromkeys(one["text"] for round_ in self.rounds for one in round_["unchecked"]))

    @property
    def checkable(self) -> list[str]:
        """What to record, so that it can be checked."""
        return list(dict.fromkeys(hint for round_ in self.rounds for one in round_["unchecked"] if (hint := one["hint"])))

    @property
    def preset(self) -> str:
        """The preset by which the table played, in words."""
        name = self.verdict["rules"]["preset"] if self.verdict["rules"] else ""
        found = self.game.rulebook.preset(name) if self.game else None
        return preset_words(found) if found else name

    @property
    def agreed(self) -> list[str]:
        """The options in which the table differs from its preset, in words."""
        if not self.game or not self.verdict["rules"]:
            return []
        named = self.verdict["rules"]
        return options_words(self.game, agreed(self.game, named["preset"], named["options"]))

    @property
    def options(self) -> list[str]:
        """All options by which the table played, in words."""
        return options_words(self.game, self.verdict["rules"]["options"]) if self.game and self.verdict["rules"] else []

    @property
    def more(self) -> dict[str, int]:
        """How many findings of the match are counted and not listed, by their titles."""
        return {word(self.game, "findings", code): n for code, n in self.verdict.get("more", {}).items()}

    @property
    def line(self) -> str:
        """The verdict in one line."""
        return verdict_text.line(self.status, self.every, self.rounds, self.checked, verdict_text.wrong_by(self.verdict))

    @property
    def every(self) -> list[dict[str, Any]]:
        """All findings, those on the match first."""
        return [*self.findings, *(finding for round_ in self.rounds for finding in round_["findings"])]

    @property
    def first(self) -> dict[str, Any] | None:
        """The first finding."""
        return next(iter(self.every), None)

    @property
    def places(self) -> list[dict[str, Any]]:
        """The moves at which something is wrong, in their order, each with its address on the board; nothing without links."""
        found = {(one["round"], one["move"]): one["at"] for one in self.every if one["at"] and one["severity"] != NOTE}
        return [{"round": number, "move": move, "at": at} for (number, move), at in sorted(found.items())]


def sheet_of(verdict: dict[str, Any], links: Links | None = None) -> VerdictSheet:
    """Prepare a verdict, as its reader gets it, for a template; with ``links``, moves link to the board."""
    game = registry.find(verdict["game"]) if verdict["game"] else None
    names = {seat.seat: seat.name for seat in links.match.seated_players} if links else {}
    rounds = [_round(round_, game, links, names) for round_ in verdict["rounds"]]
    findings = [_finding(finding, game, None) for finding in verdict["findings"]]
    left = SHOWN
    for round_ in rounds:
        round_["shown"] = round_["findings"][:left]
        left -= len(round_["shown"])
        round_["unshown"] = len(round_["findings"]) - len(round_["shown"])
    for finding in [one for round_ in rounds for one in round_["shown"] if one["severity"] in (ILLEGAL, SCORE)][:DRAWN]:
        finding["drawn"] = True
    if links and game and verdict["rules"]:
        broken = [one for round_ in rounds for one in round_["shown"] if one["severity"] == ILLEGAL]
        offered = {id_: other_rules(id_, verdict["rules"], game) for id_ in {one["clause"]["id"] for one in broken}}
        for finding in broken:
            finding["other_rules"], finding["judged_at"] = offered[finding["clause"]["id"]], links.page
    return VerdictSheet(verdict, game, findings, rounds, _scores(verdict["totals"], game, names))


def _round(round_: dict[str, Any], game: Any, links: Links | None, names: dict[str, str]) -> dict[str, Any]:
    board = links.board(round_["round"]) if links else None
    frames = links.frames(round_["round"]) if links else None
    wins = [_win(win, game, board) for win in round_.get("wins", [])]
    ledger = [_line(line, game, board) for line in round_.get("ledger", [])]
    scores = _scores(round_["scores"], game, names)
    places = _places(round_.get("places"), game, names)
    checked = round_.get("checked", {})
    listed = wins or ledger or places or any(round_.get(what) for what in ("kongs", "opened", "owed"))
    trusted = on_trust(round_)
    unchecked = [_unchecked(one, game, board) for one in checked.get("unchecked", ())]
    unchecked += [
        {"text": _("what rests on %(clause)s, which this table does not have refereed") % {"clause": id_}, "at": None, "hint": ""}
        for id_ in checked.get("unrefereed", ())
    ]
    if trusted and not unchecked:
        unchecked = [{"text": _("the scores: not all that they need was recorded"), "at": None, "hint": _hint("hand")}]
    return {
        **round_,
        "on_trust": trusted,
        "shown_as": shown_as(round_["status"], not trusted),
        "partial": round_.get("partial") and listed,
        "sheet": checked.get("kind", ""),
        "unchecked": unchecked,
        "agreed": [{"at": _at(board, move)} for move in checked.get("agreed", ())],
        "board": board,
        "dealer_text": word(game, "seats", round_["dealer"]),
        "next_dealer_text": word(game, "seats", round_["next_dealer"]),
        "outcome_text": outcome(game, round_["outcome"], len(wins)),
        "findings": [_finding(finding, game, board, frames) for finding in round_["findings"]],
        "more": {word(game, "findings", code): n for code, n in round_.get("more", {}).items()},
        "wins": wins,
        "winners": [{"seat_text": seat, "times": times} for seat, times in Counter(win["seat_text"] for win in wins).items()],
        "kongs": [
            {
                **kong,
                "seat_text": word(game, "seats", kong["seat"]),
                "tile_text": word(game, "tiles", kong["tile"]),
                "kind_text": word(game, "kongs", kong["kind"]),
                "at": _at(board, kong["move"]),
            }
            for kong in round_.get("kongs", [])
        ],
        "ledger": ledger,
        "account": verdict_text.account(ledger, wins),
        "balance": verdict_text.balance(scores or _payers(ledger, game), ledger) if ledger else [],
        "scores": scores,
        "by_places": "places" in round_,
        "places": places,
        "opened_text": [word(game, "seats", seat) for seat in round_.get("opened") or []],
        "owed": [
            {
                **debt,
                "from_text": word(game, "seats", debt["from"]),
                "to_text": word(game, "seats", debt["to"]),
                "reason_text": word(game, "reasons", debt["reason"]),
            }
            for debt in round_.get("owed") or []
        ],
        "penalties": [
            {
                **penalty,
                "seat_text": word(game, "seats", penalty["seat"]),
                "text": term(penalty["penalty"], game.rulebook if game else CORE),
                "at": _at(board, penalty["move"]),
            }
            for penalty in round_.get("penalties", [])
        ],
    }


def _unchecked(one: dict[str, Any], game: Any, board: str | None) -> dict[str, Any]:
    """Something that was taken on a score sheet's word."""
    seat = word(game, "seats", one["seat"])
    said = {
        "value": _("%(seat)s's value: the hand was not shown"),
        "hand": _("%(seat)s's value: not all of the hand was shown"),
        "tile": _("%(seat)s's winning tile"),
        "ready": _("whether %(seat)s was ready"),
        "ghosts": _("%(seat)s's ghosts"),
        "scores": _("the scores"),
        "places": _("the places"),
        "opened": _("who opened"),
        "muffled": _("by whom %(seat)s was muffled"),
        "burn": _("whose set %(seat)s burned"),
        "tribute": _("what tribute was due"),
        "return": _("what was returned of the tribute"),
    }.get(one["what"], one["what"])
    return {
        "text": said % {"seat": seat} if "%(seat)s" in said else said,
        "at": _at(board, one["move"]) if one["move"] else None,
        "hint": _hint(one["what"]),
    }


def _hint(what: str) -> str:
    """What to record, so that this can be checked; nothing where no one thing would do."""
    if what == "scores":
        return _("Enter the round as a score sheet or move by move, and its points are checked.")
    return _("Enter the hand of the winner, and its value is checked.") if what in ("value", "hand", "tile") else ""


def _payers(ledger: list[dict[str, Any]], game: Any) -> list[dict[str, Any]]:
    """The seats between which something was paid, in the order of play, where a halted round has no scores that name them."""
    paid = {line[side] for line in ledger for side in ("from", "to")}
    return (
        [{"seat": seat, "seat_text": word(game, "seats", seat)} for seat in game.rulebook.seats if seat in paid] if game else []
    )


def _places(places: list[str | None] | None, game: Any, names: dict[str, str]) -> list[dict[str, str]]:
    """The places in which the seats finished, in a game that has places; of a halted round those that were decided."""
    return [
        {"seat": seat, "place_text": place(game, number), "seat_text": word(game, "seats", seat), "name": names.get(seat, "")}
        for number, seat in enumerate(places or [], 1)
        if seat
    ]


def _finding(finding: dict[str, Any], game: Any, board: str | None, frames: str | None = None) -> dict[str, Any]:
    return {
        **finding,
        "text": localized(finding["message"]),
        "source_text": localized(finding["source_place"]["text"]) if "source_place" in finding else "",
        "clause": clause_of(game, finding["clause"]),
        "severity_text": severity(finding["severity"]),
        "penalty_text": word(game, "terms", finding["penalty"]),
        "at": _at(board, finding["move"]),
        "frames": frames,
        "before": finding["severity"] == ILLEGAL
        and finding["move"]
        and f"{finding['seat']}{DRAW}" not in (finding["token"] or ""),
    }


def _win(win: dict[str, Any], game: Any, board: str | None) -> dict[str, Any]:
    return {
        **win,
        "seat_text": word(game, "seats", win["seat"]),
        "from_text": word(game, "seats", win["from"]),
        "tile_text": word(game, "tiles", win["tile"]),
        "at": _at(board, win["move"]),
        "value_text": value(game, win["value"]),
        "fans": [{**fan, **fan_in_words(game, fan), "clause": clause_of(game, fan["clause"])} for fan in win["fans"]],
    }


def _line(line: dict[str, Any], game: Any, board: str | None) -> dict[str, Any]:
    return {
        **line,
        "from_text": word(game, "seats", line["from"]),
        "to_text": word(game, "seats", line["to"]),
        "reason_text": word(game, "reasons", line["reason"]),
        "clause": clause_of(game, line["clause"]),
        "at": _at(board, line["move"]),
    }


def _scores(scores: dict[str, Any], game: Any, names: dict[str, str]) -> list[dict[str, Any]]:
    computed, claimed = scores["computed"] or {}, scores["claimed"] or {}
    seats = list(dict.fromkeys([*computed, *claimed]))
    return [
        {
            "seat": seat,
            "seat_text": word(game, "seats", seat),
            "name": names.get(seat, ""),
            "computed": computed.get(seat),
            "claimed": claimed.get(seat),
            "differs": seat in computed and seat in claimed and computed[seat] != claimed[seat],
            "by": claimed[seat] - computed[seat] if seat in computed and seat in claimed else 0,
        }
        for seat in seats
    ]


def _at(board: str | None, move: int) -> str | None:
    return f"{board}{move}/" if board else None
