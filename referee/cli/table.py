"""Draws a frame in the terminal: a panel for each seat with hand, melds, river and wins. It knows no rules."""

from __future__ import annotations

from typing import cast

from rich.console import Console
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from referee.cli.terms import TERMS, plain, term
from referee.registry import find
from referee.rulebook import CORE
from referee.rulebook.clauses import Words
from referee.verdict import JSON

Part = dict[str, JSON]

COLOURS = {"m": "red", "p": "blue", "s": "green", "z": "magenta", "x": "red", "X": "bold red"}
"""The colour of a face, by the last letter of its name."""
WIDTH = 100
FLAGS = ("passed", "yielded", "burning", "opened")
HIGHLIGHT, FAINT = "bold reverse", "dim"


def draw(frame: Part, language: str) -> None:
    """Print the table as it stands after a move."""
    console = Console(highlight=False)
    console.width = min(console.width, WIDTH)
    words = _words(frame)
    console.print(_title(frame, language))
    for seat in _parts(frame.get("seats")):
        console.print(_seat(seat, frame, words, language))
    wall = frame.get("wall")
    if isinstance(wall, dict):
        console.print(Text(term("wall", language, wall.get("count"))))
    birds = _parts(frame.get("birds"))
    if birds:
        told = Text(f"{term('birds', language)}  ")
        for bird in birds:
            told.append_text(_tile(str(bird["tile"])))
            told.append(f" {words.say(bird['seat'], 'seat', language) if bird['seat'] else ''}  ")
        console.print(told)
    for line in _parts(frame.get("ledger")):
        payer, payee = (words.say(line[end], "seat", language) if line[end] != "BANK" else "BANK" for end in ("from", "to"))
        points = term("points", language, payer, payee, line["points"])
        console.print(Text(f"{points}  {line['reason']}  {line['clause']}"))
    for finding in _parts(frame.get("findings")):
        message = cast("dict[str, str]", finding["message"])
        console.print(Text(f"{finding['clause']} {finding['code']}: {plain(message[language])}", style="bold red"))


def _words(frame: Part) -> Words:
    game = find(str(frame.get("game")))
    return (game.rulebook if game else CORE).words


def _title(frame: Part, language: str) -> Text:
    move = frame.get("move")
    when = term("after" if move else "dealt", language, frame.get("round"), move)
    title = Text(f"{plain(str(frame.get('game')))}  {when}", style="bold")
    line = frame.get("line")
    told = line.get(language) if isinstance(line, dict) else None
    for more in (frame.get("token"), told):
        if more:
            title.append(f"  {plain(str(more))}")
    return title


def _seat(seat: Part, frame: Part, words: Words, language: str) -> Panel:
    rows = Table.grid(padding=(0, 2))
    hand = _tiles(_standing(seat, frame))
    if seat.get("drawn"):
        hand.append("   ")
        hand.append_text(_tile(str(seat["drawn"]), HIGHLIGHT))
    rows.add_row(_label("hand", language), hand)
    for name, shown in (
        ("table" if "played" in seat else "melds", _melds(seat, words, language)),
        ("river", _river(seat, frame)),
        ("wins", _wins(seat, words, language)),
    ):
        if shown:
            rows.add_row(_label(name, language), shown)
    style = "green" if seat.get("turn") else FAINT if seat.get("state") != "in" else "none"
    return Panel(rows, title=_heading(seat, words, language), title_align="left", border_style=style)


def _heading(seat: Part, words: Words, language: str) -> Text:
    letter = str(seat.get("seat"))
    heading = Text(f"{letter} {words.say(letter, 'seat', language)}", style="bold")
    heading.append(f" {plain(str(seat.get('name') or ''))}", style="none")
    marks = [term("dealer", language)] if seat.get("dealer") else []
    marks += [term("turn", language)] if seat.get("turn") else []
    state = str(seat.get("state"))
    marks += [term(state, language)] if state in TERMS else []
    marks += [term("placed", language, seat["place"])] if seat.get("place") else []
    marks += [term(flag, language) for flag in FLAGS if seat.get(flag)]
    marks += [str(mark[language]) for mark in _parts(seat.get("marks"))]
    if marks:
        heading.append(f" ({', '.join(marks)})", style="none")
    score = seat.get("score")
    heading.append(f"  {score:+d} " if isinstance(score, int) and score else "  0 ", style="none")
    return heading


def _standing(seat: Part, frame: Part) -> list[str]:
    """The hand, a ghost of which it is known with what it stands for (``7z=1p``)."""
    stands = iter(_texts(seat.get("stands")))
    names = _texts(seat.get("hand"))
    return [f"{name}={stood}" if name == frame.get("ghost") and (stood := next(stands, "")) else name for name in names]


def _label(name: str, language: str) -> Text:
    return Text(term(name, language), style=FAINT)


def _melds(seat: Part, words: Words, language: str) -> Text:
    shown = Text()
    for meld in _parts(seat.get("melds")):
        shown.append(f"{_known(meld.get('kind'), language)} ", style=FAINT)
        shown.append_text(_tiles(_texts(meld.get("tiles"))))
        if meld.get("from"):
            shown.append(f" {term('from', language, words.say(meld['from'], 'seat', language))}", style=FAINT)
        shown.append("   ")
    return shown


def _river(seat: Part, frame: Part) -> Text:
    """The discards in their order; the latest stands out, one that somebody won on is struck through."""
    shown = Text()
    for discard in _parts(seat.get("river")):
        style = "strike" if discard.get("mark") else HIGHLIGHT if discard.get("move") == frame.get("move") else ""
        shown.append_text(_tile(str(discard.get("tile")), style))
        shown.append(" ")
    return shown


def _wins(seat: Part, words: Words, language: str) -> Text:
    shown = Text()
    for win in _parts(seat.get("wins")):
        shown.append_text(_tile(str(win.get("tile")), "bold"))
        shown.append(f" {_known(win.get('by'), language)}")
        if win.get("from"):
            shown.append(f" {term('from', language, words.say(win['from'], 'seat', language))}")
        shown.append(f" ({'?' if win.get('value') is None else win['value']})   ")
    return shown


def _tiles(names: list[str]) -> Text:
    return Text(" ").join(_tile(name) for name in names)


def _tile(name: str, style: str = "") -> Text:
    return Text(plain(name), style=f"{COLOURS.get(name[-1:], '')} {style}".strip())


def _known(key: JSON, language: str) -> str:
    return term(str(key), language) if key in TERMS else str(key)


def _parts(value: JSON) -> list[Part]:
    return [part for part in value if isinstance(part, dict)] if isinstance(value, list) else []


def _texts(value: JSON) -> list[str]:
    return [str(part) for part in value] if isinstance(value, list) else []
