"""What is offered to somebody who writes a round down: what was played is among it, and nothing in it is a breach."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

import pytest

import referee
from referee.core.game.round_form import MoveTemplate
from referee.core.offers import Choices, allowed, choices
from tests.each import each
from tests.golden import HOME, games
from tests.proof import one_in, proof

ENDS = {"round-not-finished"}


def opened(game: str) -> referee.Record:
    return referee.parse((HOME / game / "clean-01.ppn").read_bytes())


def cut(record: referee.Record, moves: int) -> referee.Record:
    """The record's first round alone, up to a move."""
    round_ = record.rounds[0]
    return record._replace(rounds=(round_._replace(moves=round_.moves[:moves], scores=None),), totals=None)


def offered(found: Choices, token: str) -> bool:
    """Whether a move can be picked, or put together. A win's value, and tiles that go without saying, are left
    out; passes and wishes are always to be put together."""
    bare = re.sub(r"(\.hu|\.peng|\.gang):\w+$", r"\1", token)
    heads = (
        template
        for template in found.templates
        if (template.usual or template.head[1:] in ("?", ".")) and token.startswith(template.head)
    )
    return not {token, bare}.isdisjoint(map(str, found.legal)) or any(
        fills(template, token.removeprefix(template.head)) for template in heads
    )


def fills(template: MoveTemplate, rest: str) -> bool:
    """Whether what follows the head is pieces of this template, as many as belong to it and no more of one than there are."""
    single = re.sub(r"(\d+)([mpsz])", lambda group: "".join(rank + group[2] for rank in group[1]), rest)
    used = Counter(re.findall("|".join(sorted(map(re.escape, template.pieces), key=len, reverse=True)), single))
    whole = sum(len(piece) * number for piece, number in used.items()) == len(single)
    return (
        rest in template.pieces or whole and used <= Counter(template.pieces) and template.least <= used.total() <= template.most
    )


def wishes() -> Iterator[tuple[referee.Record, str]]:
    """Every wish of the golden records that names its tiles, with the record up to it."""
    for path in sorted(HOME.glob("*/*.ppn")):
        record = referee.parse(path.read_bytes())
        for at, round_ in enumerate(record.rounds):
            for moves, token in enumerate(round_.tokens):
                if re.search(r"\?\w+:", token):
                    rounds = (*record.rounds[:at], round_._replace(moves=round_.moves[:moves], scores=None))
                    yield record._replace(rounds=rounds, totals=None), token


@each(wishes, lambda record, token: f"{record.game} {record.rounds[-1].number} {token}")
def test_mj_3_2_intent_may_name_its_tiles(record: referee.Record, token: str) -> None:
    """Ghosts make another thing of a claim, so they do of a wish: with them it can be put together too."""
    found = choices(record, record.rounds[-1].number)
    (template,) = (template for template in found.templates if token.startswith(template.head))
    assert token.removeprefix(template.head) in template.pieces


GAMES = games()


@pytest.mark.parametrize("number", ["01", pytest.param("02", marks=proof)])
@pytest.mark.parametrize("game", one_in(3, GAMES))
def test_played_move_is_offered_or_fits_a_template(game: str, number: str) -> None:
    """Move by move through clean rounds, declarations, dice, birds and tribute among them."""
    record = referee.parse((HOME / game / f"clean-{number}.ppn").read_bytes())
    for at, round_ in enumerate(record.rounds[:3]):
        for moves, token in list(enumerate(round_.tokens))[:: len(round_.moves) // 60 + 1]:
            before = record._replace(rounds=(*record.rounds[:at], round_._replace(moves=round_.moves[:moves])))
            found = choices(before, round_.number)
            assert offered(found, token), (round_.number, moves, token, found)


def test_illegal_candidate_is_listed_with_its_finding() -> None:
    """Somebody calls a win who has none: it is told which clause speaks against it before it is written."""
    found = choices(cut(opened("sichuan"), 0), 1)
    ((token, finding),) = [(str(move), finding) for move, finding in found.breaches if str(move) == "S.hu"]
    assert (token, finding.code, finding.clause) == ("S.hu", "not-winning", "MJ-4.2")


@pytest.mark.parametrize("game", GAMES)
def test_offered_move_is_legal(game: str) -> None:
    record = opened(game)
    number = record.rounds[0].number
    for at in (0, 5, 11):
        before = cut(record, at)
        for token in referee.offers(before, number)[::4]:
            round_ = before.rounds[0]
            verdict = referee.verify(before._replace(rounds=(round_._replace(moves=(*round_.moves, *referee.moves([token]))),)))
            assert {finding.code for finding in verdict.all_findings()} <= ENDS, token


@pytest.mark.parametrize(
    ("name", "round_number", "move", "expected"),
    [
        ("hengyang/hand-locked", 1, 125, ["S-1p"]),
        ("sichuan/forced-win-declined", 5, 119, ["N.hu"]),
        ("gouji/not-your-turn", 3, 89, ["F:9", "F:A", "F:X"]),
        ("gouji/three-split", 1, 190, ["A:3333"]),
        ("gouji/does-not-beat", 1, 122, ["C:AAA", "C.guo"]),
        ("gouji/tribute-not-highest", 2, 5, ["D.gong>A:X"]),
    ],
)
def test_allowed_in_the_place_of_a_breach_is_what_its_seat_could_do_and_else_who_was_to_move(
    name: str, round_number: int, move: int, expected: list[str]
) -> None:
    record = referee.parse((HOME / f"{name}.ppn").read_bytes())
    assert [one.token for one in allowed(record, round_number, move)] == expected


def test_allowed_in_the_place_of_no_move_is_a_lookup_error() -> None:
    record = opened("sichuan")
    for number in (0, 10_000):
        with pytest.raises(LookupError):
            allowed(record, record.rounds[0].number, number)


def test_finished_round_has_no_offers() -> None:
    record = opened("sichuan")
    assert referee.offers(record, record.rounds[0].number) == []


def test_offers_after_a_wrong_deal_are_a_lookup_error() -> None:
    record = cut(opened("sichuan"), 0)
    broken = record._replace(rounds=(record.rounds[0]._replace(hands={}),))
    with pytest.raises(LookupError, match="deal"):
        referee.offers(broken, record.rounds[0].number)


def test_draw_nobody_saw_goes_without_saying_and_its_seat_goes_on() -> None:
    """After a discard the next seat draws; what it may do then is offered beside what the others may claim."""
    record = cut(opened("sichuan"), 1)
    (step,), after = choices(without_wall(record), 1).run, choices(without_wall(record), 1).after
    assert (step.move.token, step.acts) == ("W+?", "W")
    assert after is not None
    assert {move.token[:2] for move in after.legal if move.sign == "-"} == {"W-"}


def test_passes_go_without_saying_up_to_the_seat_that_leads_next() -> None:
    """Twenty moves into the round C is on top: D, E, A and B may pass, then C leads."""
    found = choices(cut(opened("gouji"), 20), 1)
    assert [(step.move.token, step.acts) for step in found.run] == [
        ("D.guo", "E"),
        ("E.guo", "A"),
        ("A.guo", "B"),
        ("B.guo", "C"),
    ]
    assert found.after is None


def test_nothing_goes_without_saying_where_a_discard_is_owed() -> None:
    assert choices(cut(opened("sichuan"), 0), 1).run == []


def without_wall(record: referee.Record) -> referee.Record:
    return record._replace(rounds=tuple(round_._replace(wall=None) for round_ in record.rounds))
