"""PPN-10, PPN-11: any wall that is made is legal and found to hold; whatever is changed afterwards is found; who could choose."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

import referee
from referee import registry
from referee.cli import main
from referee.game.dealing import Deals
from referee.rulebook import Rules
from tests.proof import seeds
from tests.referee.walls.made import FULL, contributions, reasons, statement, wall, with_tags

GAMES = [game.id for game in registry.games() if isinstance(game, Deals)]


@pytest.mark.parametrize("numbers", seeds(2, 60, 20), ids=str)
@pytest.mark.parametrize("game", GAMES)
def test_any_seed_makes_a_legal_deal_that_holds(game: str, numbers: range) -> None:
    for seed in numbers:
        record = wall(game, tags={**FULL, **contributions(game)}, seed=seed)
        found, round_ = registry.find(game), record.rounds[0]
        assert isinstance(found, Deals)
        rules = found.rulebook.rules("")
        assert isinstance(rules, Rules)
        dealing = found.dealing(rules, round_, None)
        assert dealing
        dealt = [piece for text in (*round_.hands.values(), round_.wall or "") for piece in found.pieces_of(text)]
        assert Counter(dealt) == Counter(dealing.pieces)
        codes = {finding.code for finding in referee.verify(record).rounds[0].findings}
        assert codes <= {"round-not-finished", "exchange-missing"}
        said = statement(record)
        assert (said["holds"], said["compared"], said["chosen_by"]) == (True, len(dealing.pieces), "nobody")


INPUTS = ["WallSeed", "WallCommit", "WallSealed", "WallTable", "Entropy.E", "WallBeacon", "BeaconValue"]


def changes(text: str) -> list[str]:
    """The text with one character changed, for every place of it; and with one more, and one less."""
    return [text[:place] + ("0" if text[place] != "0" else "1") + text[place + 1 :] for place in range(len(text))] + [
        text + "0",
        text[:-1],
    ]


@pytest.mark.parametrize("name", INPUTS)
def test_one_changed_character_of_any_input_is_found(name: str) -> None:
    record = wall("sichuan", tags={**FULL, **contributions("sichuan")})
    every = changes(record.rounds[0].tags[name])
    for changed in every[:: max(1, len(every) // 6)]:
        assert reasons(with_tags(record, **{name: changed})), changed


@pytest.mark.parametrize(
    ("changed", "chosen_by", "weak"),
    [
        ({}, "nobody", []),
        ({"WallSealed": None}, "last", ["not-sealed"]),
        ({"WallCommit": None}, "server", ["no-commit"]),
        ({"WallPublished": None}, "server", ["time-not-said"]),
        ({"WallPublished": "2026-11-16T00:00:00Z x"}, "nobody", []),
        ({"WallPublished": "2026-11-19T00:00:00Z x"}, "server", ["late"]),
        ({"WallPublished": "2026-11-19T00:00:00 x"}, None, []),
    ],
)
def test_who_could_choose_with_contributions_and_beacon(changed: dict[str, str | None], chosen_by: str, weak: list[str]) -> None:
    record = with_tags(wall("sichuan", tags={**FULL, **contributions("sichuan")}), **changed)
    said = statement(record)
    assert (said["chosen_by"], said["weak"]) == (chosen_by, weak)


def test_wall_of_the_server_holds_and_another_seed_does_not() -> None:
    record = wall("sichuan", "open_mahjong_unity")
    assert (statement(record)["holds"], statement(record)["chosen_by"]) == (True, "server")
    assert reasons(with_tags(record, WallSeed="0" * 64, WallCommit=None))
    assert reasons(with_tags(record, WallSalt="0" * 32)) == ["commit"]
    assert reasons(with_tags(wall("kawuxing"), WallScheme="open_mahjong_unity")) == ["set"]
    assert statement(with_tags(record, WallScheme="reversed")) == {"scheme": "reversed", "known": False}


def test_command_makes_a_wall_that_it_then_finds_to_hold(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    given = [f"--tag={name}={value}" for name, value in {**FULL, **contributions("luzhou")}.items()]
    assert main(["wall", "--make", "luzhou", "--dealer", "W", "--lang", "en", *given]) == 0
    made = capsys.readouterr()
    assert "nobody could choose it" in made.err
    for text, status in ((made.out, 0), (made.out.replace('[WallSeed "', '[WallSeed "?'), 1)):
        (tmp_path / "made.ppn").write_text(text, encoding="utf-8")
        assert main(["wall", "--check", str(tmp_path / "made.ppn"), "--lang", "en"]) == status
    assert main(["wall", "--make", "sichuan"]) == 2
