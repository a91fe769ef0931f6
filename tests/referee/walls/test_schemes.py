"""A scheme is a folder: one that is dropped in is found, checks records and makes walls; the server's scheme and its limits."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from importlib import import_module, invalidate_caches
from pathlib import Path

import pytest

import referee
from referee import registry, walls
from referee.chinese import LANGUAGES
from referee.cli import main
from referee.game.dealing import Deals
from referee.match_referee import MatchReferee
from referee.walls import wording
from referee.walls.registry import HOME, all_schemes
from tests.referee.walls.made import FULL, contributions, reasons, statement, wall, with_tags

TOY = """
from referee.walls.scheme import SERVER, Origin


class Reversed:
    id = "reversed"
    words = {"scheme": {"zh": "整副牌倒過來", "en": "the set turned over"}, "silly": {"zh": "誰都知道", "en": "everybody knows"}}

    def origin(self, asked):
        return Origin(tuple(reversed(asked.dealing.pieces)), (), SERVER, (), ("silly",))

    def make(self, asked, random):
        return dict(asked.tags)


SCHEME = Reversed()
"""


@pytest.fixture
def toy(tmp_path: Path) -> Iterator[None]:
    """A scheme in a folder of its own, among the others as long as the test runs."""
    (tmp_path / "turned_over").mkdir()
    (tmp_path / "turned_over" / "__init__.py").write_text(TOY, encoding="utf-8")
    home = import_module(HOME)
    home.__path__.append(str(tmp_path))
    invalidate_caches()
    all_schemes.cache_clear()
    yield
    home.__path__.remove(str(tmp_path))
    sys.modules.pop(f"{HOME}.turned_over", None)
    all_schemes.cache_clear()


@pytest.mark.usefixtures("toy")
@pytest.mark.parametrize("game", [game.id for game in registry.games() if isinstance(game, Deals)])
def test_a_scheme_that_is_dropped_in_serves_every_game(game: str) -> None:
    record = wall(game, "reversed")
    said = statement(record)
    assert (said["holds"], said["chosen_by"], said["weak"]) == (True, "server", ["silly"])
    assert "everybody knows" in wording.sentences(said, "en")[-1]


def test_without_the_folder_the_scheme_is_not_known() -> None:
    record = with_tags(wall("sichuan"), WallScheme="reversed")
    assert statement(record) == {"scheme": "reversed", "known": False}
    assert reasons(record) == []


@pytest.mark.parametrize("game", ["sichuan", "xueliu", "sbr"])
def test_wall_of_the_server_holds_and_another_seed_does_not(game: str) -> None:
    record = wall(game, "open_mahjong_unity")
    assert (statement(record)["holds"], statement(record)["chosen_by"]) == (True, "server")
    assert reasons(with_tags(record, WallSeed="0" * 64, WallCommit=None))
    assert reasons(with_tags(record, WallSalt="0" * 32)) == ["commit"]
    assert reasons(with_tags(record, WallSalt="1")) == ["tag"]


def test_the_server_scheme_says_nothing_of_another_set() -> None:
    record = with_tags(wall("kawuxing"), WallScheme="open_mahjong_unity")
    assert reasons(record) == ["set"]


def test_a_record_without_a_scheme_has_the_verdict_that_it_had() -> None:
    record = wall("sichuan", tags=FULL)
    bare = record._replace(rounds=(record.rounds[0]._replace(tags={}),))
    loose = with_tags(record, WallScheme=None)
    assert referee.verify(loose).as_dict()["rounds"] == referee.verify(bare).as_dict()["rounds"]
    assert "wall_origin" not in referee.verify(loose).rounds[0].checked


def test_a_deal_that_cannot_be_played_is_compared_all_the_same() -> None:
    record = wall("sichuan", tags=FULL)
    short = record._replace(rounds=(record.rounds[0]._replace(hands={**record.rounds[0].hands, "S": "1m"}),))
    found = [finding.code for finding in referee.verify(short).rounds[0].findings]
    assert found[0] == "wall-not-as-committed"
    assert "bad-deal" in found


def test_a_match_that_is_refereed_while_it_is_played_says_the_same() -> None:
    record = wall("sichuan", tags={**FULL, **contributions("sichuan")})
    referee_of_it = MatchReferee(record)
    referee_of_it.begin(record.rounds[0])
    assert referee_of_it.over().checked == referee.verify(record).rounds[0].checked
    assert referee_of_it.verdict(record).rounds[0].checked == referee.verify(record).rounds[0].checked


def test_a_round_without_a_dealer_cannot_be_made_anew() -> None:
    record = wall("sichuan", tags=FULL)
    assert statement(record._replace(rounds=(record.rounds[0]._replace(dealer=None),)))["holds"] is None


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("scheme", ["committed", "open_mahjong_unity"])
def test_every_statement_is_said_in_words(scheme: str, language: str) -> None:
    record = wall("sichuan", scheme, FULL if scheme == "committed" else {})
    changed = [record, with_tags(record, WallSeed="?"), with_tags(record, WallPublished=None)]
    for one in changed:
        said = wording.sentences(statement(one), language)
        assert len(said) >= 3
        assert all("{" not in sentence for sentence in said)


def test_command_makes_a_wall_that_it_then_finds_to_hold(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    given = [f"--tag={name}={value}" for name, value in {**FULL, **contributions("luzhou")}.items()]
    assert main(["wall", "--make", "luzhou", "--dealer", "W", "--lang", "en", *given]) == 0
    made = capsys.readouterr()
    assert "nobody could choose it" in made.err
    (tmp_path / "made.ppn").write_text(made.out, encoding="utf-8")
    assert main(["wall", "--check", str(tmp_path / "made.ppn"), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["wall_origin"]["holds"], told["findings"]) == (True, [])
    (tmp_path / "made.ppn").write_text(made.out.replace('[WallSeed "', '[WallSeed "?').replace("?", "", 0), encoding="utf-8")
    assert main(["wall", "--check", str(tmp_path / "made.ppn"), "--lang", "zh"]) == 1
    assert "WallSeed" in capsys.readouterr().out


def test_command_makes_a_commitment_before_anybody_has_contributed(capsys: pytest.CaptureFixture[str]) -> None:
    first = ["wall", "--make", "gouji", "--lang", "en", "--tag=WallTable=club/3", "--tag=Entropy.A=?"]
    assert main(first) == 0
    made = capsys.readouterr()
    assert "[Hand." not in made.out
    assert "keep WallSeed secret" in made.err


@pytest.mark.parametrize(
    "wrong",
    [
        ["--make", "chess"],
        ["--make", "sichuan"],
        ["--make", "sichuan", "--dealer", "E", "--scheme", "none"],
        ["--make", "sichuan", "--dealer", "E", "--rules", "none"],
        ["--make", "sichuan", "--dealer", "E", "--tag", "WallSeed"],
        ["--make", "sichuan", "--dealer", "E", "--tag", "WallSeed=1"],
        ["--make", "kawuxing", "--dealer", "E", "--scheme", "open_mahjong_unity"],
        ["--check", "/nowhere.ppn"],
    ],
)
def test_command_says_what_cannot_be_made_or_read(wrong: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["wall", *wrong]) == 2
    assert capsys.readouterr().err


def test_records_without_a_scheme_are_told_as_such(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    plain = wall("sichuan", tags=FULL)
    (tmp_path / "plain.ppn").write_text(referee.write(with_tags(plain, WallScheme=None)), encoding="utf-8")
    assert main(["wall", "--check", str(tmp_path / "plain.ppn"), "--lang", "en"]) == 0
    assert "does not say how its wall came about" in capsys.readouterr().out


def test_schemes_are_found_by_their_names() -> None:
    assert {scheme.id for scheme in walls.all_schemes()} >= {"committed", "open_mahjong_unity"}
    assert walls.find("none") is None
