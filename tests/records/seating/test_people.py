"""People from a pasted list: what is read of it, what is wrong line by line, and who is entered."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User

from records.accounts.models import Club
from records.archive.players.aliases import aliases_of
from records.tournament import events, seating
from records.tournament.models import Event
from tests.records.errors import refused

pytestmark = pytest.mark.django_db


@pytest.fixture
def empty(ann: User, club: Club) -> Event:
    return events.create(ann, club, "Evening")


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("Li Si\nZhao Liu", [("Li Si", ""), ("Zhao Liu", "")]),
        ("Li Si, Tigers\n\nZhao Liu,", [("Li Si", "Tigers"), ("Zhao Liu", "")]),
        ("team\tname\nTigers\tLi, Si", [("Li, Si", "Tigers")]),
        ("姓名，隊伍\n李四，虎隊", [("李四", "虎隊")]),
        ('name;team\n"Li; Si";T', [("Li; Si", "T")]),
        ("1\tLi Si\tA\n2\tZhao Liu\tB", [("Li Si", "A"), ("Zhao Liu", "B")]),
        ("１,Li Si\n２,Zhao Liu", [("Li Si", ""), ("Zhao Liu", "")]),
        ("1. Li Si\n2. Zhao Liu, Tigers", [("Li Si", ""), ("Zhao Liu", "Tigers")]),
        ("１、李四\n（２）趙六", [("李四", ""), ("趙六", "")]),
        ("1. Li Si\n2nd Lieutenant", [("1. Li Si", ""), ("2nd Lieutenant", "")]),
        ("\ufeffname,team\r\nLi Si,T", [("Li Si", "T")]),
        ('"Li ""The Tile"" Si","Si, Li"', [('Li "The Tile" Si', "Si, Li")]),
    ],
)
def test_pasted_list_is_read(empty: Event, text: str, read: list[tuple[str, str]]) -> None:
    assert [(one.name, one.team) for one in seating.read_people(empty, text)] == read


def test_every_line_with_a_problem_is_told_of(ann: User, empty: Event) -> None:
    events.add_entrant(ann, empty, "Wang Wu")
    found = seating.read_people(empty, f"Li Si\n,Tigers\nＬＩ  si\n{'x' * 201}\nwang wu\nQian Qi,,Nobody")
    assert [(one.line, one.problem, one.other) for one in found] == [
        (1, "", 0),
        (2, "empty", 0),
        (3, "twice", 1),
        (4, "too-long", 0),
        (5, "entered", 0),
        (6, "", 0),
    ]
    assert [one.unknown for one in found] == [False, False, False, False, False, True]


def test_people_without_a_problem_are_entered_in_their_order(ann: User, club: Club, empty: Event) -> None:
    aliases_of(club, ["Qian Qi"])
    assert seating.enter_people(ann, empty, "name,player\nZhao Liu,\nZhao Liu,\nLi Si,qian qi") == (2, [3])
    zhao, li = empty.entrants.order_by("pk")
    assert (zhao.name, li.name) == ("Zhao Liu", "Li Si")
    assert li.alias is not None
    assert li.alias.name == "Qian Qi"
    assert empty.aliases.count() == 2, "they are found at the tables by their names"
    with refused("nobody-to-enter", 422):
        seating.enter_people(ann, empty, "Li Si")


def test_list_without_end_is_refused(empty: Event) -> None:
    with refused("too-many-people", 422):
        seating.read_people(empty, "\n".join(map(str, range(1001))))
    with refused("too-long", 422):
        seating.read_people(empty, "x" * 200_001)
