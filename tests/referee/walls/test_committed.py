"""PPN-10, PPN-11: any wall that is made is legal and found to hold; whatever is changed afterwards is found; who could choose."""

from __future__ import annotations

from collections import Counter

import pytest

import referee
from referee import registry
from referee.game.dealing import Deals, OtherDraw
from referee.notation import moves
from referee.record import Record
from referee.rulebook import Rules
from tests.golden import HOME
from tests.proof import proof, seeds
from tests.referee.walls.made import FULL, contributions, reasons, statement, wall, with_tags

GAMES = [game.id for game in registry.games() if isinstance(game, Deals)]


def test_every_game_can_make_its_deal_anew() -> None:
    assert [game.id for game in registry.games()] == GAMES


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


@pytest.mark.parametrize("game", GAMES)
def test_record_reads_the_same_after_writing(game: str) -> None:
    record = wall(game, tags={**FULL, **contributions(game)})
    again = referee.parse(referee.write(record))
    assert referee.verify(again).rounds[0].checked == referee.verify(record).rounds[0].checked


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


@proof
@pytest.mark.parametrize("name", INPUTS)
def test_every_changed_character_of_any_input_is_found(name: str) -> None:
    record = wall("sichuan", tags={**FULL, **contributions("sichuan")})
    for changed in changes(record.rounds[0].tags[name]):
        assert reasons(with_tags(record, **{name: changed})), changed


def test_another_game_or_rules_or_round_is_found() -> None:
    record = wall("sichuan", tags=FULL)
    assert reasons(record) == []
    assert "commit" in reasons(record._replace(rules="putong"))
    assert "commit" in reasons(record._replace(game="xueliu"))
    assert "commit" in reasons(record._replace(rounds=(record.rounds[0]._replace(number=2),)))


def test_tags_of_a_match_do_not_serve_a_round_of_their_own() -> None:
    whole = wall("sichuan", tags=FULL, whole_match=True)
    assert reasons(whole) == []
    moved = whole._replace(tags={}, rounds=(whole.rounds[0]._replace(tags=whole.tags),))
    assert "commit" in reasons(moved)


def test_tags_of_a_round_are_not_completed_by_those_of_the_match() -> None:
    record = wall("sichuan", tags=FULL)
    stripped = with_tags(record, WallSeed=None)._replace(tags={"WallSeed": record.rounds[0].tags["WallSeed"]})
    assert (statement(stripped)["holds"], statement(stripped)["weak"]) == (None, ["unrevealed"])


def test_one_seed_for_a_match_gives_every_round_another_wall() -> None:
    made = [wall("sichuan", tags=FULL, whole_match=True, round=number).rounds[0] for number in (1, 2)]
    assert made[0].wall != made[1].wall
    both = wall("sichuan", tags=FULL, whole_match=True)._replace(rounds=tuple(made))
    assert [round_.checked["wall_origin"]["holds"] for round_ in referee.verify(both).rounds] == [True, True]  # type: ignore[index, call-overload]


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


@pytest.mark.parametrize(
    ("left_out", "chosen_by", "weak"),
    [
        (("WallBeacon", "BeaconValue"), "last", []),
        (("Entropy",), "nobody", []),
        (("WallBeacon", "BeaconValue", "Entropy"), "server", ["alone"]),
        (("WallTable",), "nobody", ["no-table"]),
    ],
)
def test_who_could_choose_where_an_input_is_left_out(left_out: tuple[str, ...], chosen_by: str, weak: list[str]) -> None:
    tags = {**FULL, **contributions("sichuan")}
    kept = {name: value for name, value in tags.items() if name.partition(".")[0] not in left_out}
    said = statement(wall("sichuan", tags=kept))
    assert (said["holds"], said["chosen_by"], said["weak"]) == (True, chosen_by, weak)


def test_a_commitment_published_when_play_had_begun_is_late() -> None:
    record = wall("sichuan", tags={**FULL, "WallBeacon": "lottery 7"})
    assert statement(record)["weak"] == ["beacon-unknown"]
    begun = record._replace(rounds=(record.rounds[0]._replace(start="2026-11-01T18:59:00+08:00"),))
    assert (statement(begun)["chosen_by"], statement(begun)["weak"]) == ("server", ["late", "beacon-unknown"])


def after_a_first_round(second: Record, start: str) -> Record:
    """A match whose second round this is, which began at the same time as play with a first round that nobody saw."""
    unseen = dict.fromkeys("ESWN", "?")
    first = second.rounds[0]._replace(number=1, tags={}, hands=unseen, wall=None, start="2026-11-01T10:00:00Z")
    return second._replace(rounds=(first, second.rounds[0]._replace(start=start)))


@pytest.mark.parametrize(("start", "weak"), [("2026-11-16T12:00:00Z", []), ("2026-11-01T10:59:59Z", ["late"])])
def test_commitment_of_a_round_of_its_own_is_late_by_that_round_and_not_by_the_first(start: str, weak: list[str]) -> None:
    match = after_a_first_round(wall("sichuan", tags={**FULL, **contributions("sichuan")}, round=2), start)
    said = referee.verify(match).rounds[1].checked["wall_origin"]
    assert isinstance(said, dict)
    assert (said["holds"], said["chosen_by"], said["weak"]) == (True, "server" if weak else "nobody", weak)


@pytest.mark.parametrize("first", ["2026-11-01T10:00:00Z", None])
def test_commitment_of_a_match_is_late_when_any_round_so_far_had_begun(first: str | None) -> None:
    made = [wall("sichuan", tags=FULL, whole_match=True, round=number) for number in (1, 2, 3)]
    starts = [first, None if first else "2026-11-01T10:00:00Z", "2026-11-16T12:00:00Z"]
    rounds = tuple(one.rounds[0]._replace(start=start) for one, start in zip(made, starts, strict=True))
    said = referee.verify(made[0]._replace(rounds=rounds)).rounds[2].checked["wall_origin"]
    assert isinstance(said, dict)
    assert (said["chosen_by"], said["weak"]) == ("server", ["late", "one-seed"])


@pytest.mark.parametrize(
    ("changed", "weak"),
    [
        ({"Entropy.E": "short"}, "short-contribution"),
        ({"Entropy.E": "a throw of thirty-two dice, by S"}, "same-contribution"),
    ],
)
def test_weak_contributions_are_named(changed: dict[str, str], weak: str) -> None:
    assert statement(wall("sichuan", tags={**FULL, **contributions("sichuan"), **changed}))["weak"] == [weak]


def test_other_birds_than_lie_in_the_wall_are_found_where_nobody_saw_it() -> None:
    record = referee.parse((HOME / "hengyang" / "clean-02.ppn").read_bytes())
    game, round_ = registry.find(record.game), record.rounds[0]
    assert isinstance(game, Deals)
    rules = game.rulebook.rules(record.rules)
    assert isinstance(rules, Rules)
    assert round_.wall
    assert round_.tokens[-1] == "N.niao:1m3s"

    def other(token: str) -> OtherDraw | None:
        made = round_._replace(wall=None, moves=(*round_.moves[:-1], *moves([token], record.game)))
        return game.other_draw(record, rules, made, None, round_.wall or "")

    assert other("N.niao:1m3s") is None
    assert other("N.niao:99s") == OtherDraw(len(round_.moves), "1m3s", "99s")
    assert other("N.niao:1m") is None  # too few: found as ever, whatever the wall is


@pytest.mark.parametrize(
    "changed",
    [
        {"WallSeed": "AB" * 32},
        {"WallSeed": ""},
        {"WallCommit": "no"},
        {"WallBeacon": "drand-quicknet 034000000"},
        {"WallBeacon": "drand-quicknet"},
        {"BeaconValue": "5A" * 32},
        {"WallBeacon": "lottery 7", "BeaconValue": ""},
        {"WallPublished": "yesterday"},
        {"Entropy.Q": "there is no such seat"},
        {"Entropy.E": ""},
    ],
)
def test_a_tag_with_another_form_is_found(changed: dict[str, str]) -> None:
    assert set(reasons(with_tags(wall("sichuan", tags=FULL), **changed))) == {"tag"}


def test_a_beacon_of_an_absurd_round_has_no_time() -> None:
    assert statement(wall("sichuan", tags={**FULL, "WallBeacon": "drand-quicknet 999999999999999999"}))["chosen_by"] == "nobody"


@proof
def test_every_tile_comes_to_every_place_as_often() -> None:
    """Chi-square over 4,000 deals: kinds by places of the set, each sum below what one in a million would exceed."""
    deals = 4000
    at: list[Counter[str]] = [Counter() for _ in range(108)]
    for seed in range(deals):
        record = wall("sichuan", seed=seed, tags={"WallTable": str(seed)})
        dealt = record.rounds[0].wall or ""
        for place in range(len(dealt) // 2):
            at[place][dealt[2 * place : 2 * place + 2]] += 1
    expected = deals / 27
    sums = [
        sum((count[f"{rank}{suit}"] - expected) ** 2 for suit in "mps" for rank in range(1, 10)) / expected
        for count in at
        if count
    ]
    assert len(sums) == 55
    assert max(sums) < 76  # 26 degrees of freedom: one in a million
    assert abs(sum(sums) / len(sums) - 26) < 5 * (52 / 55) ** 0.5
