"""The separate reading of the rulebook held to the sample records, to itself, and to values worked out by hand."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.oracle.mahjong.table import tiles_of
from tests.oracle.xueliu.match import play_match
from tests.oracle.xueliu.samples import disagreements
from tests.oracle.xueliu.scoring import DEFAULTS, waits, worth
from tests.proof import seeds
from tests.samples import clean


@pytest.mark.parametrize("path", clean("xueliu"), ids=lambda path: path.stem)
def test_the_samples_are_settled_alike_without_an_engine(path: Path) -> None:
    assert disagreements(path.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize("some", seeds(3, 30, 9))
def test_records_say_what_was_played(some: range) -> None:
    """The words of a record, options and all, settle as its rounds did."""
    for seed in some:
        assert disagreements(play_match(seed)) == [], f"seed {seed}"


PENGS = [("peng", tile) for tile in ("2m", "4m", "6p", "9p")]
KONGS = [("direct", "2m"), ("concealed", "4m"), ("added", "6p"), ("concealed", "9p")]
PURE_KONGS = [(kind, f"{tile[0]}m") for kind, tile in KONGS]


@pytest.mark.parametrize(
    ("hand", "melds", "fan"),
    [
        ("123456789m12355p", [], 0),
        ("111222m33344477p", [], 1),
        ("12345678912355m", [], 2),
        ("1122335577m1199p", [], 2),
        ("1111335577m1199p", [], 3),
        ("11335577m112299p", [], 2),
        ("11113355779922m", [], 5),
        ("11224455779966m", [], 4),
        ("11122244477799m", [], 3),
        ("55p", PENGS, 2),
        ("55m", [("peng", f"{tile[0]}m") for _, tile in PENGS], 4),
        ("55p", KONGS, 6),
        ("55m", PURE_KONGS, 8),
        ("55p", [*KONGS[:3], ("peng", "9p")], 5),
        ("11123m45677799p", [], None),
        ("123456789m12p55s", [], None),
        ("123456m123p12355s", [], None),
    ],
)
def test_value_is_two_to_the_fan(hand: str, melds: list[tuple[str, str]], fan: int | None) -> None:
    """XLC-3.1, XLC-1.2."""
    expected = 0 if fan is None else 2**fan
    assert worth(tiles_of(hand), melds, DEFAULTS | {"cap": None}) == expected


def test_options_add_their_fan_up_to_the_cap() -> None:
    """XLC-3.1: 將對, 帶幺九, 門清 and 中張, the self-draw, the cap."""
    of_258, of_ends = tiles_of("222555m22255588p"), tiles_of("111m123999p78999s")
    assert worth(of_258, [], DEFAULTS | {"jiangdui": "on"}) == 8
    assert worth(of_258, [], DEFAULTS | {"jiangdui": "on", "menqing_zhongzhang": "on", "cap": 4}) == 16
    assert worth(of_ends, [], DEFAULTS | {"daiyaojiu": "on"}) == 0, "three suits"
    assert worth(tiles_of("111123999m12399p"), [], DEFAULTS | {"daiyaojiu": "on"}) == 8, "and a 根"
    assert worth(of_258, [], DEFAULTS, by="draw") == 2, "the bonus is no part of the value"
    assert worth(of_258, [], DEFAULTS | {"self_draw": "double"}, by="draw") == 4
    assert worth(of_258, [], DEFAULTS, "p") == 0, "the declared suit"


def test_kind_of_which_all_four_are_held_is_no_wait() -> None:
    """MJ-4.3."""
    hand = tiles_of("46p11m")
    melds = [("concealed", "9m"), ("peng", "2m")]
    assert set(waits([*hand, *tiles_of("789p")], melds, DEFAULTS, "")) == {"5p"}
    assert waits(hand, [*melds, ("concealed", "5p")], DEFAULTS, "") == {}
