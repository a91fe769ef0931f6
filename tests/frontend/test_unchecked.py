"""W2: nothing is called clean, and no figure computed, that was taken on the word of the record."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.utils.translation import override

import referee
from frontend.components.verdict.sheet import Sheet, sheet_of
from records import batches, clubs, events
from records.models import Match
from referee.verdict import on_trust
from tests.frontend.clients import english_client, page, stored_match
from tests.people import CLEAN
from tests.records.batches import taken
from tests.records.evening import EVENT, publish, upload

HEAD = '[PPN "1"]\n[Game "sichuan"]\n[Rules "putong"]\n[Seat.E "甲"]\n[Seat.S "乙"]\n[Seat.W "丙"]\n[Seat.N "丁"]\n'
SCORES = '\n[Round "1"]\n[Scores "E-16 S+16 W0 N0"]\n[Kind "scores"]\n'
CALLED = '\n[Round "1"]\n[Dealer "E"]\n[Kind "sheet"]\nW-5p S.hu:1\n'
SECOND = '\n[Round "2"]\n[Dealer "W"]\n[Kind "sheet"]\nW-5p S.hu:1\n'
SHOWN = '\n[Round "1"]\n[Dealer "E"]\n[Kind "sheet"]\n[Shown.S "123456789m2234p"]\nW-5p S.hu:1\n'
UNSEEN = '\n[Round "1"]\n[Dealer "E"]\n' + "".join(f'[Hand.{seat} "?"]\n' for seat in "ESWN") + "E-9s S.hu:4\n"
GREEN = re.compile(r'class="(?:verdict|chip|dot) clean"')


def sheet(text: str) -> Sheet:
    return sheet_of(referee.verify(referee.parse(text.encode())).as_dict())


@pytest.mark.parametrize(
    ("round_", "trusted", "shown"),
    [
        (SCORES, "all", "unchecked"),
        (CALLED, "part", "unchecked"),
        (UNSEEN, "all", "unchecked"),
        (SHOWN, "", "clean"),
    ],
)
def test_round_that_rests_on_the_records_word_is_not_clean(round_: str, trusted: str, shown: str) -> None:
    told = sheet(HEAD + round_)
    assert (told.status, told.shown_as, told.on_trust, on_trust(told.verdict["rounds"][0])) == ("clean", shown, trusted, trusted)
    assert bool(told.unchecked) is bool(trusted)


def test_halted_round_has_no_scores_to_trust() -> None:
    assert on_trust({"status": "halted", "scores": {"computed": None, "claimed": None}, "checked": {}}) == ""


@pytest.mark.parametrize(
    ("rounds", "en", "zh"),
    [
        (SCORES, "Not checked: one round, taken as it was written.", "未核對：共 1 局，照所寫的採信。"),
        (
            SHOWN + SECOND,
            "Not checked in full: 1 of 2 rounds. Nothing to object to in the others.",
            "2 局中有 1 局未完全核對，其餘沒有問題。",
        ),
        (
            SHOWN.replace("S.hu:1", "S.hu:4") + SCORES.replace('"1"', '"2"', 1),
            "One figure wrong in round 1; one round not checked in full.",
            "第 1 局數字不對 1 處；1 局未完全核對。",
        ),
    ],
)
def test_line_of_the_verdict_says_how_much_was_not_checked(rounds: str, en: str, zh: str) -> None:
    for language, line in (("en", en), ("zh-hant", zh)):
        with override(language):
            assert sheet(HEAD + rounds).line == line


@pytest.mark.django_db
class TestPages:
    """The pages on which such a match is shown."""

    @pytest.fixture
    def match(self, owner: Any) -> Match:
        return stored_match(owner, (HEAD + SCORES).encode())

    def test_match_says_what_could_not_be_checked_and_computes_nothing(self, owner: Any, match: Match) -> None:
        text = page(english_client(owner).get(f"/matches/{match.pk}/"))
        assert "Could not be checked: the scores" in " ".join(text.split())
        assert ("as written" in text, "computed</th>" in text, "Clean" in text) == (True, False, False)
        assert not GREEN.search(text)
        chinese = Client(HTTP_ACCEPT_LANGUAGE="zh-TW")
        chinese.force_login(owner)
        said = page(chinese.get(f"/matches/{match.pk}/"))
        assert [word in said for word in ("未核對", "無誤", "核算", "沒有問題")] == [True, False, False, False]

    def test_lists_show_it_in_grey(self, owner: Any, match: Match) -> None:
        text = page(english_client(owner).get("/matches/"))
        assert ('class="chip unchecked"' in text, bool(GREEN.search(text))) == (True, False)

    def test_replay_does_not_say_that_nothing_is_wrong(self, owner: Any) -> None:
        match = stored_match(owner, (HEAD + UNSEEN).encode())
        text = page(english_client(owner).get(f"/matches/{match.pk}/replay/1/"))
        assert ("Could not be checked:" in text, "No finding in this round." in text) == (True, False)

    def test_event_and_its_publication_show_it_in_grey(self, owner: Any, settings: Any, tmp_path: Path) -> None:
        settings.VAR, settings.RESULTS_KEY = tmp_path, ""
        club = clubs.create(owner, "Tea", "tea")
        tags = f'[Event "{EVENT}"]\n[Table "1"]\n'
        upload(club, owner, HEAD + tags + SCORES)
        event = events.create(owner, club, EVENT)
        assert 'class="chip unchecked"' in page(english_client(owner).get(f"/events/{event.pk}/"))
        published = publish(owner, event)
        text = page(english_client(owner).get(f"/events/{event.pk}/publications/{published.number}/"))
        assert '<span class="chip unchecked">not checked</span>' in text

    def test_batch_counts_it_apart(self, owner: Any, match: Match) -> None:
        batch = taken(HEAD + SCORES, user=owner)
        counted = batches.progress_of(batch).matches
        assert (counted["clean"], counted["unchecked"]) == (1, 1)
        assert "not checked" in page(english_client(owner).get(f"/batches/{batch.pk}/"))

    def test_match_that_was_checked_is_clean_as_ever(self, owner: Any) -> None:
        match = stored_match(owner, CLEAN)
        text = page(english_client(owner).get(f"/matches/{match.pk}/"))
        assert ("computed" in text, bool(GREEN.search(text)), "not checked" in text) == (True, True, False)
