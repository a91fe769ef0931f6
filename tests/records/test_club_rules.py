"""The rules that a club keeps under names: lines that the games read, each name once."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User

from records.accounts import audit, clubs
from records.accounts.models import Club, ClubRules
from tests.each import refusals
from tests.records.errors import refused

pytestmark = pytest.mark.django_db

LINE = "xuezhan_ding cap=4 house.yitiaolong=+1,long_run"


@pytest.fixture
def club(ann: User) -> Club:
    return clubs.create(ann, "Tea House", "tea")


def test_rules_are_kept_in_one_form_and_told_in_the_audit_log(ann: User, club: Club) -> None:
    kept = clubs.add_rules(ann, club, " Friday ", "xueliu", f"  {LINE}  ")
    assert (kept.name, kept.game, kept.rules) == ("Friday", "xueliu", LINE)
    clubs.change_rules(ann, kept, line="xueliu  cap=4")
    assert [one.rules for one in clubs.rules_of(club)] == ["xueliu cap=4"]
    clubs.remove_rules(ann, kept)
    assert not clubs.rules_of(club)
    actions = [entry.action for entry in audit.entries_of(club)]
    assert actions[:3] == ["rules.remove", "rules.change", "rules.add"]


@refusals(
    ("code", "given"),
    [
        ("name-missing", {"name": "  "}),
        ("unknown-game", {"game": "chess"}),
        ("unknown-rules", {"line": "xuezhan_ding cap=many"}),
        ("rules-too-long", {"line": LINE + " " + "house.x=+1,long_run " * 50}),
    ],
)
def test_rules_without_a_name_or_that_no_game_reads_are_refused(ann: User, club: Club, code: str, given: dict[str, Any]) -> None:
    with refused(code, 422):
        clubs.add_rules(ann, club, **{"name": "Friday", "game": "xueliu", "line": LINE, **given})
    assert not ClubRules.objects.exists()


def test_name_is_taken_once_in_a_club_and_free_in_another(ann: User, club: Club) -> None:
    clubs.add_rules(ann, club, "Friday", "xueliu", LINE)
    other = clubs.add_rules(ann, club, "Sunday", "sichuan", "putong")
    with refused("name-taken", 409):
        clubs.add_rules(ann, club, "Friday", "sichuan", "putong")
    with refused("name-taken", 409):
        clubs.change_rules(ann, other, name="Friday")
    clubs.add_rules(ann, clubs.create(ann, "Other", "other"), "Friday", "xueliu", LINE)


def test_club_keeps_so_many_rules_at_most(ann: User, club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("records.accounts.clubs.rules.MAX_RULES", 1)
    clubs.add_rules(ann, club, "Friday", "xueliu", LINE)
    with refused("too-many", 409):
        clubs.add_rules(ann, club, "Sunday", "xueliu", LINE)
