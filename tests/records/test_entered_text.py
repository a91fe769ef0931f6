"""A10: what a name and a text that somebody enters may hold."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User

from records.accounts import clubs
from records.archive import matches
from records.core.entered_text import one_line, require_fit, several_lines, shown_form
from records.tournament import events, live_tables, seating
from records.tournament.live_tables.lines import read_lines
from records.tournament.sheets.entries import checked_entry
from tests.files import AUTUMN, PPN, of_event
from tests.records.errors import refused

INVISIBLE = ["\u200b", "\u200d\u2060", "\ufeff", "\u3164", "\u2800 \u115f", "\u00ad", "\u034f"]
UNFIT = ["A\x00B", "A\x1bB", "A\x7fB", "A\x9fB", "A\u202eB", "A\u2066B", "A\u202a", "A\ud800B"]
FIT = ["羅大佑", "Ann-Marie O’Neill", "علي", "ש״י", "नेहा", "👩\u200d👩\u200d👧", "\ue000", "1/2 ♣", "A\u200eB", "Å", "\U0003ffaa"]


@pytest.mark.parametrize("text", [*UNFIT, *INVISIBLE, "A\nB", "A\rB", "A\tB", "A\u2028B", "A\x85B"])
def test_name_with_what_cannot_stand_in_one_is_refused(text: str) -> None:
    with refused("unfit-text", 422):
        one_line(text)


@pytest.mark.parametrize("text", [*UNFIT, *INVISIBLE])
def test_text_with_what_cannot_stand_in_one_is_refused(text: str) -> None:
    with refused("unfit-text", 422):
        several_lines(text)


@pytest.mark.parametrize("text", FIT)
def test_name_of_any_script_stays_as_it_was_entered(text: str) -> None:
    assert one_line(f"  {text}\n") == several_lines(text) == shown_form(text) == text


def test_texts_of_a_document_are_checked_wherever_they_stand() -> None:
    require_fit({"tags": {"Note": "one"}, "scores": {"E": 4}, "moves": ["E+1m", None, True]})
    for unfit in ({"a": {"b": ["\x00"]}}, [{"\u202e": 1}], "\u200b"):
        with refused("unfit-text", 422):
            require_fit(unfit)


def test_text_of_a_record_is_shown_without_what_could_not_be_entered() -> None:
    assert shown_form(" A\x00\u202e\nB ") == "A B"
    assert shown_form("\u200b") == ""


class Terms:
    game, rules, base = "sichuan", "", None


@pytest.mark.parametrize("tag", ["Won.E\x00", "\u202e", "\u200b", "a\nb"])
def test_sheet_takes_no_tag_that_cannot_stand(tag: str) -> None:
    entry = {"tags": {"Kind": "scores", "Note": tag}, "scores": {"E": 3, "S": -1, "W": -1, "N": -1}}
    with refused("unfit-text", 422):
        checked_entry(Terms(), 1, entry)


@pytest.mark.django_db
def test_live_table_takes_no_tag_and_no_name_that_cannot_stand() -> None:
    ann = User.objects.create_user("ann")
    for header in ({"tags": {"Site": "a\u202eb"}}, {"seats": {"E": "\u200b"}}, {"tags": {"Si\x00te": "a"}}):
        with refused("unfit-text", 422):
            live_tables.open_table(ann, {"game": "sichuan", **header})
    with refused("unfit-text", 422):
        read_lines("sichuan", [{"round": {"round": 1, "dealer": "E", "tags": {"Note": "a\u2066b"}}}])


@pytest.mark.django_db
def test_entrants_of_a_pasted_list_and_of_records_have_names_that_can_be_seen() -> None:
    ann = User.objects.create_user("ann")
    club = clubs.create(ann, "Lions")
    event = events.create(ann, club, AUTUMN, open=True)
    with refused("unfit-text", 422):
        seating.enter_people(ann, event, "Li\nWa\u202eng\n")
    record = of_event(people=["A\u202eB", "\u200b", "C\x07", "D"], Table="\u200b")
    matches.upload(record.encode(), media_type=PPN, user=ann, club=club)
    assert sorted(entrant.name for entrant in event.entrants.all()) == ["AB", "C", "D"]
    assert [table.name for table in event.tables.all()] == ["1"]
