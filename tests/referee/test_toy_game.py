"""A game is a folder: a toy one is dropped beside the others, and a record of it is refereed with nothing else touched."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

import referee
from referee import registry

RULES = """
id = "toss"
edition = "1"
name = { zh = "擲幣", en = "Toss" }

[words.seats]
E = { zh = "東家", en = "East" }
S = { zh = "南家", en = "South" }

[sections.TOS-1]
zh = "玩法"
en = "Play"

[[preset]]
name = "plain"
default = true
zh = "普通"
en = "Plain"

[[clause]]
id = "TOS-1.1"
mark = "T"
checked = true
zh = "兩家輪流認輸。"
en = "The two concede in turn."
[clause.findings.not-your-turn]
zh = "還沒輪到{seat}。"
en = "It is not {seat}'s turn."
"""

CODE = """
from pathlib import Path

from referee.game import Start
from referee.rulebook import CORE, Rulebook
from referee.verdict import RoundVerdict

BOOK = Rulebook.load(Path(__file__).with_name("rules.toml"), core=CORE)
OUT_OF_TURN = BOOK["TOS-1.1"].raises("not-your-turn")


class Toss:
    id, rulebook = "toss", BOOK

    def seats(self, rules):
        return "ES"

    def sides(self, rules):
        return ("E", "S")

    def start(self, record, rules, base, round_, before):
        return Start((), Play())

    def score(self, rules, query):
        return {"wins": False, "reason": "not-winning"}


class Play:
    def __init__(self):
        self.findings, self.last = [], "S"

    def move(self, number, move):
        if move.seat == self.last:
            message = OUT_OF_TURN.message(seat=move.seat)
            self.findings.append(OUT_OF_TURN.finding(message, number, move.seat))
        self.last = move.seat
        return True

    def moves(self, moves):
        for number, move in enumerate(moves, 1):
            self.move(number, move)

    def finish(self):
        pass

    def verdict(self, round_):
        scores = {"E": 1, "S": -1} if self.last == "S" else {"E": -1, "S": 1}
        status = "flagged" if self.findings else "clean"
        return RoundVerdict(round_.number, status, "win", tuple(self.findings), computed=scores, claimed=round_.scores)

    def frame(self, view):
        return {"last": self.last}


GAME = Toss()
"""


@pytest.fixture
def toss(tmp_path: Path) -> Iterator[None]:
    folder = tmp_path / "toss"
    folder.mkdir()
    (folder / "__init__.py").write_text(CODE, encoding="utf-8")
    (folder / "rules.toml").write_text(RULES, encoding="utf-8")
    home = import_module(registry.HOME)
    home.__path__.append(str(tmp_path))
    registry.games.cache_clear()
    yield
    home.__path__.remove(str(tmp_path))
    registry.games.cache_clear()


TEXT = '[PPN "1"]\n[Game "toss"]\n[Totals "E-1 S+1"]\n\n[Round "1"]\n[Scores "E-1 S+1"]\nE.guo S.guo E.guo\n'


@pytest.mark.usefixtures("toss")
def test_a_record_of_the_toy_game_is_refereed() -> None:
    record = referee.parse(TEXT)
    assert referee.verify(record).status == "clean"
    assert len(referee.replay(record, 1)) == 4


@pytest.mark.usefixtures("toss")
def test_its_findings_stand_in_the_text() -> None:
    finding = referee.verify(referee.parse(TEXT.replace("S.guo", "E.guo S.guo"))).all_findings()[0]
    assert (finding.code, finding.clause, finding.move, finding.line, finding.column) == ("not-your-turn", "TOS-1.1", 2, 7, 7)
    assert finding.message["en"] == "It is not East's turn."


def test_without_its_folder_it_is_unknown() -> None:
    verdict = referee.verify(referee.parse(TEXT))
    assert [finding.code for finding in verdict.findings] == ["unknown-game"]
