"""Writes a record in canonical form. Parsing this text and writing it again gives the same text, byte for byte."""

from __future__ import annotations

from collections.abc import Iterator

from referee.core.record import Record, Round
from referee.notation.ppn.tags import MATCH_TAGS, ROUND_TAGS, ordered, rules_text, scores_text, tag

TOKENS_A_LINE = 8


def write(record: Record) -> str:
    """The canonical PPN text of a match."""
    return "".join([*_head(record), *(part for round_ in record.rounds for part in _round(round_))])


def _head(record: Record) -> Iterator[str]:
    yield tag("PPN", "1")
    yield tag("Game", record.game)
    if record.rules:
        yield tag("Rules", rules_text(record.rules))
    if record.base is not None:
        yield tag("Base", str(record.base))
    for name in MATCH_TAGS:
        if name in record.tags:
            yield tag(name, record.tags[name])
    for seat, name in record.seats.items():
        yield tag(f"Seat.{seat}", name)
    if record.totals is not None:
        yield tag("Totals", scores_text(record.totals))
    for name in sorted(record.tags):
        if name not in MATCH_TAGS:
            yield tag(name, record.tags[name])
    if record.comment:
        yield comment(record.comment).strip() + "\n"


def _round(round_: Round) -> Iterator[str]:
    yield "\n"
    yield tag("Round", str(round_.number))
    for name, value in (
        ("Dealer", round_.dealer),
        ("Leader", round_.leader),
        ("Dice", round_.dice),
        ("Break", round_.break_),
        ("Draw", round_.draw),
        ("Wall", round_.wall),
    ):
        if value is not None:
            yield tag(name, value)
    for seat, hand in round_.hands.items():
        yield tag(f"Hand.{seat}", hand)
    for seat, name in round_.sits.items():
        yield tag(f"Sit.{seat}", name)
    if round_.scores is not None:
        yield tag("Scores", scores_text(round_.scores))
    for name, value in (("Places", round_.places), ("Start", round_.start), ("End", round_.end)):
        if value is not None:
            yield tag(name, value)
    for name, value in ordered(round_.tags, ROUND_TAGS).items():
        yield tag(name, value)
    yield _moves(round_)


def _moves(round_: Round) -> str:
    """The lines of moves, eight tokens each, with every comment right after its move."""
    tokens = [move.token for move in round_.moves]
    if not round_.comments:
        return _lines(tokens) + "\n" if tokens else ""
    for number, said in round_.comments.items():
        if 0 < number <= len(tokens):
            tokens[number - 1] += comment(said)
    text = _lines(tokens).replace("\n ", "\n").replace("\n\n", "\n")
    first = comment(round_.comments[0]).lstrip(" ") if 0 in round_.comments else ""
    whole = "\n".join(part for part in (first.rstrip("\n"), text.rstrip("\n")) if part)
    return f"{whole}\n" if whole else ""


def _lines(tokens: list[str]) -> str:
    return "\n".join([" ".join(tokens[at : at + TOKENS_A_LINE]) for at in range(0, len(tokens), TOKENS_A_LINE)])


def comment(said: str) -> str:
    """A comment in braces, or as lines of its own if it contains a brace or what would begin a match."""
    if "}" not in said and "[PPN" not in said:
        return f" {{{said}}}"
    return "".join(f" ; {line}\n" for line in said.split("\n"))
