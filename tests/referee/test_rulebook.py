"""Rulebooks: sound when loaded, rules texts resolved or explained, findings said in the players' own words."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.rulebook import CORE, Rulebook

ROOT = Path(__file__).parents[2] / "referee"


@pytest.fixture(scope="module")
def sichuan() -> Rulebook:
    core = Rulebook.load(ROOT / "mahjong" / "rules.toml", CORE)
    return Rulebook.load(ROOT / "games" / "sichuan" / "rules.toml", core)


def test_the_default_preset_stands_for_an_empty_text(sichuan: Rulebook) -> None:
    assert sichuan.rules("") == sichuan.rules("xuezhan")
