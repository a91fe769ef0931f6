"""What holds over any record of mahjong: nothing raises, ledgers sum to zero, a tile is in one place, time does not matter."""

from __future__ import annotations

import random
from collections import Counter
from functools import cache
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import referee
from referee.core import registry
from referee.core.scoring import rules_of
from referee.mahjong.game import MahjongGame
from referee.mahjong.hand.tiles import NAMES
from tests.each import each
from tests.golden import of_mahjong as records
from tests.proof import one_in, proof
from tests.referee.mutations import Alphabet, assert_borne, mutated

WORDS = (
    "+ - .peng .gang .hu .hu:2 .guo .tao .chi:12m ?hu ?peng:5p7z .angang:1111m .bugang:1m .bugang:7z=5p .liang .fa:warning"
    " .niao:3p7s .dice:34 :777x -? +? -7z +12m"
).split()


@cache
def texts() -> list[str]:
    return [path.read_text(encoding="utf-8") for path in records()]


@each(texts, many=4)
def test_ledger_sums_to_zero(text: str) -> None:
    for verdict in referee.verify(referee.parse(text)).rounds:
        if verdict.computed is None:
            continue
        bank = sum(line.points * ((line.payee == "BANK") - (line.payer == "BANK")) for line in verdict.ledger)
        assert sum(verdict.computed.values()) + bank == 0


@pytest.mark.parametrize("text", one_in(4, texts()[::3]), ids=[path.stem for path in records()][::3])
def test_every_frame_holds_every_tile_once(text: str) -> None:
    record = referee.parse(text)
    verdict = referee.verify(record)
    for round_, judged in zip(record.rounds, verdict.rounds, strict=bool(verdict.rounds)):
        odd = {"bad-deal", "wall-mismatch", "tile-overflow", "wrong-birds"} & {finding.code for finding in judged.findings}
        if odd or not judged.checked["wall"]:
            continue
        counts = {tuple(sorted(tiles_of(frame).items())) for frame in referee.replay(record, round_.number)}
        assert counts == {tuple(sorted(in_play(record).items()))}


def in_play(record: referee.Record) -> dict[str, int]:
    """The tiles of the game that the record is of, with their copies."""
    game = registry.find(record.game)
    assert isinstance(game, MahjongGame)
    copies = game.ruleset(rules_of(game, record.rules)).copies
    return {NAMES[kind]: number for kind, number in enumerate(copies) if number}


def tiles_of(frame: dict[str, Any]) -> Counter[str]:
    """Every tile of a frame, wherever it is."""
    found: Counter[str] = Counter([*frame["wall"]["tiles"], *(bird["tile"] for bird in frame["birds"])])
    for seat in frame["seats"]:
        found.update(seat["hand"])
        found.update(tile for meld in seat["melds"] for tile in meld["tiles"])
        found.update(laid["tile"] for laid in seat["river"])
        found.update(seat["apart"])
        if seat["drawn"]:
            found[seat["drawn"]] += 1
    return found


def test_a_seat_sees_its_own_tiles_only() -> None:
    record = referee.parse(texts()[0])
    for frame in referee.replay(record, record.rounds[0].number, view="S"):
        seats: Any = frame["seats"]
        for seat in seats:
            if seat["seat"] != "S" and seat["state"] != "won" and not seat["open"]:
                assert set(seat["hand"]) | {seat["drawn"]} <= {"?", None}
            elif seat["seat"] == "S":
                assert "?" not in seat["hand"]
        assert frame["wall"]["tiles"] is None


@pytest.mark.parametrize("apart", [16, pytest.param(4, marks=proof)])
def test_frames_tell_what_the_verdict_says(apart: int) -> None:
    for text in texts()[::apart]:
        record = referee.parse(text)
        for judged in referee.verify(record).rounds:
            if any(finding.code == "bad-deal" for finding in judged.findings):
                continue
            frames: Any = referee.replay(record, judged.number)
            told = [line for frame in frames for line in frame["ledger"]]
            assert sorted(map(str, told)) == sorted(str(line.as_dict()) for line in judged.ledger)


@given(st.integers(0, 10_000), st.integers(1, 6))
def test_mutated_records_never_raise(seed: int, changes: int) -> None:
    dice = random.Random(seed)
    assert_borne(mutated(dice.choice(texts()), dice, changes, Alphabet("123456789mpsz?ESWN", move)))


def move(dice: random.Random) -> str:
    """Some move of a mahjong table, sensible or not."""
    token = dice.choice("ESWN") + dice.choice(WORDS)
    return token + f"{dice.randint(1, 9)}{dice.choice('mps')}" if token[-1] in "+-" else token
