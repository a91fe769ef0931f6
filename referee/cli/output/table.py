"""Draws a frame in the terminal: a panel for each seat with hand, melds, river and wins. It knows no rules."""

from __future__ import annotations

from typing import cast

from rich.console import Console
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from referee.chinese import in_language
from referee.cli.output.terms import plain, term
from referee.core.registry import find
from referee.core.verdict import JSON
from referee.core.wording import frame_with_names
from referee.rulebook import CORE
from referee.rulebook.clauses import BETWEEN, Words

Part = dict[str, JSON]

COLOURS = {"m": "red", "p": "blue", "s": "green", "z": "magenta", "x": "red", "X": "bold red"}
"""The colour of a face, by the last letter of its name."""
WIDTH = 100
IN = "in"
"""The state of a seat that plays on, which is not told."""
HIGHLIGHT, FAINT = "bold reverse", "dim"
STYLES = {"notice": "yellow", "success": "green", "danger": "bold red"}
"""How a mark is shown that its game sets off, by its tone."""


def draw(frame: Part, language: str) -> None:
    """Print the table after a move."""
    console = Console(highlight=False)
    console.width = min(console.width, WIDTH)
    words = game_words(frame)
    console.print(_title(frame, language))
    for seat in _parts(frame.get("seats")):
        console.print(_seat(seat, frame, words, language))
    wall = frame.get("wall")
    if isinstance(wall, dict):
        console.print(Text(term("wall", language, wall.get("count"))))
    birds = _parts(frame.get("birds"))
    if birds:
        console.print(_birds(birds, words, language))
    for line in _parts(frame.get("ledger")):
        console.print(Text(_transfer(line, words, language)))
    for finding in _parts(frame_with_names(frame, (language,)).get("findings")):
        message = cast("dict[str, str]", finding["message"])
        console.print(Text(f"{finding['clause']} {finding['code']}: {plain(in_language(message, language))}", style="bold red"))


def game_words(frame: Part) -> Words:
    """The words of the frame's game for its seats, melds, reasons and marks."""
    game = find(str(frame.get("game")))
    return (game.rulebook if game else CORE).words


def _birds(birds: list[Part], words: Words, language: str) -> Text:
    """The birds turned after a win, each with the seat that it names."""
    shown = Text(f"{words.name('birds', language, 'marks')}  ")
    for bird in birds:
        shown.append_text(_tile(str(bird["tile"])))
        shown.append(f" {words.say(bird['seat'], 'seat', language) if bird['seat'] else ''}  ")
    return shown


def _transfer(line: Part, words: Words, language: str) -> str:
    """A line of the ledger: who pays whom how much, why and by which clause."""
    ends = (line["from"], line["to"])
    payer, payee = (words.say(end, "seat", language) if end != "BANK" else term("bank", language) for end in ends)
    points = term("points", language, payer, payee, line["points"])
    return f"{points}  {words.name(str(line['reason']), language, 'reasons')}  {line['clause']}"


def _title(frame: Part, language: str) -> Text:
    move = frame.get("move")
    when = term("after" if move else "dealt", language, frame.get("round"), move)
    title = Text(f"{plain(str(frame.get('game')))}  {when}", style="bold")
    line = frame.get("line")
    told = in_language(cast("dict[str, str]", line), language) if isinstance(line, dict) else None
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
    marks = [term("leader" if seat.get("team") else "dealer", language)] if seat.get("dealer") else []
    marks += [term("turn", language)] if seat.get("turn") else []
    marks += [words.name(str(seat["state"]), language, "marks")] if seat.get("state") not in (None, IN) else []
    marks += [_place(seat["place"], words, language)] if seat.get("place") else []
    shown = [Text(mark) for mark in marks]
    for flag, text in words.of("marks").items():
        if seat.get(flag) is True:
            shown.append(Text(in_language(text, language), style=STYLES.get(words.tones.get(flag, ""), "")))
    shown += [Text(words.name(str(seat["declared"]), language, "marks"))] if seat.get("declared") else []
    shown += [Text(in_language(cast("dict[str, str]", mark), language)) for mark in _parts(seat.get("marks"))]
    if shown:
        heading.append_text(Text.assemble((" (", "none"), Text(in_language(BETWEEN, language)).join(shown), (")", "none")))
    score = seat.get("score")
    heading.append(f"  {score:+d} " if isinstance(score, int) and score else "  0 ", style="none")
    return heading


def _place(number: JSON, words: Words, language: str) -> str:
    """The name of the first place, the second and so on."""
    return words.name(str(number), language, "places") if str(number) in words.of("places") else term("placed", language, number)


def _standing(seat: Part, frame: Part) -> list[str]:
    """The concealed tiles; a ghost whose tile is known with that tile (``7z=1p``)."""
    stands = iter(_texts(seat.get("stands")))
    names = _texts(seat.get("hand"))
    return [f"{name}={stood}" if name == frame.get("ghost") and (stood := next(stands, "")) else name for name in names]


def _label(name: str, language: str) -> Text:
    return Text(term(name, language), style=FAINT)


def _melds(seat: Part, words: Words, language: str) -> Text:
    shown = Text()
    for meld in _parts(seat.get("melds")):
        shown.append(f"{words.name(str(meld.get('kind')), language, 'marks', 'kongs', 'melds')} ", style=FAINT)
        shown.append_text(_tiles(_texts(meld.get("tiles"))))
        if meld.get("from"):
            shown.append(f" {term('from', language, words.say(meld['from'], 'seat', language))}", style=FAINT)
        shown.append("   ")
    return shown


def _river(seat: Part, frame: Part) -> Text:
    """The discards in order; the latest is highlighted, one that was won on is struck through."""
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
        shown.append(f" {words.name(str(win.get('by')), language, 'ways')}")
        if win.get("from"):
            shown.append(f" {term('from', language, words.say(win['from'], 'seat', language))}")
        shown.append(f" ({'?' if win.get('value') is None else words.value(win['value'], language)})   ")
    return shown


def _tiles(names: list[str]) -> Text:
    return Text(" ").join(_tile(name) for name in names)


def _tile(name: str, style: str = "") -> Text:
    return Text(plain(name), style=f"{COLOURS.get(name[-1:], '')} {style}".strip())


def _parts(value: JSON) -> list[Part]:
    return [part for part in value if isinstance(part, dict)] if isinstance(value, list) else []


def _texts(value: JSON) -> list[str]:
    return [str(part) for part in value] if isinstance(value, list) else []
