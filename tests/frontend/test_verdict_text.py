"""The verdict in one line, and its ledger as an account."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.utils.translation import override

import referee
from records.accounts.models import Club
from records.archive import batches, matches
from records.archive.matches.judging.models import Judgement
from records.archive.matches.judging.run import webhook_payload
from records.archive.matches.judging.verdict_store import said_in
from records.tournament.models import Event
from records.wording.verdict_sheet import VerdictSheet, sheet_of
from records.wording.verdict_text import in_short, line
from referee.core.verdict import Checked, on_trust
from tests.frontend.clients import page, stored_match
from tests.golden import HOME
from tests.people import CLEAN, client_of
from tests.records.batches import taken
from tests.records.evening import EVENT, publish, upload


def sheet(name: str) -> VerdictSheet:
    record = referee.parse((HOME / f"{name}.ppn").read_bytes())
    return sheet_of(referee.verify(record).as_dict())


@pytest.mark.parametrize(
    ("name", "language", "line"),
    [
        ("sichuan/clean-01", "en", "Clean: 4 rounds, nothing to object to."),
        ("sichuan/score-mismatch", "en", "The settlement is wrong by one point."),
        ("sichuan/three-suits", "en", "One rule broken in round 7; round 7 could not be refereed to its end."),
        ("sichuan/three-suits", "zh-hant", "第 7 局違規 1 次；第 7 局無法裁到終局。"),
    ],
)
def test_verdict_line_says_what_is_wrong_and_by_how_much(name: str, language: str, line: str) -> None:
    with override(language):
        assert sheet(name).line == line


def test_record_without_rounds_is_not_called_clean() -> None:
    empty = sheet_of(referee.verify(referee.parse(b'[PPN "1"]\n[Game "sichuan"]\n')).as_dict())
    with override("en"):
        assert (empty.shown_as, empty.line) == ("unchecked", "Not checked: the record has no rounds.")
        judgement = Judgement(status="clean", rounds=0, rounds_checked=0)
        assert in_short(judgement) == "not checked"
    assert said_in(empty.verdict)["shown_as"] == "unchecked"


def test_way_through_what_is_wrong_leaves_out_what_is_only_noted() -> None:
    told = sheet("sichuan/three-suits")
    for number, finding in enumerate(told.every):
        finding["at"] = f"/{number}"
    assert [one["at"] for one in told.places] == ["/0"]
    for finding in told.every:
        finding["severity"] = "note"
    assert told.places == []


def test_winners_of_a_round_are_told_once_with_how_often_they_won_and_not_as_drawn() -> None:
    with override("en"):
        told = sheet("xueliu/clean-01").rounds[0]
        twice = next(one for one in sheet("luzhou/clean-01").rounds if one["outcome"] == "drawn" and len(one["wins"]) == 2)
    assert told["outcome_text"] == f"wall empty after {len(told['wins'])} wins"
    assert sum(winner["times"] for winner in told["winners"]) == len(told["wins"]) > len(told["winners"])
    assert twice["outcome_text"] == "wall empty after 2 wins"


def every_golden() -> list[str]:
    return sorted(f"{path.parent.name}/{path.stem}" for path in HOME.glob("*/*.ppn"))[::8]


@pytest.mark.parametrize("name", every_golden())
def test_every_golden_verdict_has_a_line(name: str) -> None:
    """Whatever is found: a sentence, with no gap left in it; clean where the verdict is and only there."""
    for record in referee.parse_file((HOME / f"{name}.ppn").read_bytes()):
        told = sheet_of(referee.verify(record).as_dict())
        with override("en"):
            said = told.line
        assert (said[-1], "%" in said, said.startswith("Clean")) == (".", False, told.shown_as == "clean")


@pytest.mark.parametrize(
    ("ended", "told"),
    [
        (("halted", "finished"), "Not checked in full: 1 of 2 rounds. Nothing to object to in the others."),
        (("halted", "halted"), "Rounds 1, 2 could not be refereed to their end."),
    ],
)
def test_line_of_rounds_that_halted_without_a_finding_does_not_say_clean(ended: tuple[str, ...], told: str) -> None:
    rounds = [{"round": number, "status": status} for number, status in enumerate(ended, 1)]
    with override("en"):
        assert line("clean", [], rounds, Checked(ended.count("finished"), 2), 0) == told


def test_account_lists_every_payment_once_and_sums_to_the_scores() -> None:
    for name in ("sichuan/clean-01", "hengyang/clean-01", "kawuxing/clean-02", "luzhou/clean-01"):
        for round_ in sheet(name).rounds:
            lines: list[dict[str, Any]] = [line for entry in round_["account"] for line in entry["lines"]]
            facts = ("move", "from", "to", "points")
            assert [[line[fact] for fact in facts] for line in lines] == [
                [line[fact] for fact in facts] for line in round_["ledger"]
            ]
            assert all(row["receives"] - row["pays"] == row["computed"] for row in round_["balance"])
            assert all(line["clause"]["text"] for line in lines)


def test_wrongly_claimed_score_is_shown_beside_the_computed_one() -> None:
    rows = {row["seat"]: row for row in sheet("sichuan/score-mismatch").rounds[0]["scores"]}
    assert {seat: row["by"] for seat, row in rows.items() if row["differs"]} == {"W": -1, "N": 1}


@pytest.mark.parametrize(
    ("tags", "en", "zh"),
    [
        ("", ["South's value: the hand was not shown"], ["南家胡的價值：沒有亮牌"]),
        ('[Shown.S "123456789m2234p"]\n', [], []),
        ('[Shown.S "123456789m223p?"]\n', ["South's value: not all of the hand was shown"], ["南家胡的價值：手牌沒有全亮"]),
    ],
)
def test_score_sheet_says_what_it_is_and_what_was_not_checked(tags: str, en: list[str], zh: list[str]) -> None:
    head = '[PPN "1"]\n[Game "sichuan"]\n[Rules "putong"]\n\n[Round "1"]\n[Dealer "E"]\n[Kind "sheet"]\n'
    verdict = referee.verify(referee.parse(f"{head}{tags}W-5p S.hu:1\n")).as_dict()
    for language, expected in (("en", en), ("zh-hant", zh)):
        with override(language):
            (round_,) = sheet_of(verdict).rounds
            assert (round_["sheet"], [one["text"] for one in round_["unchecked"]]) == ("sheet", expected)
    assert [round_["sheet"] for round_ in sheet("sichuan/clean-01").rounds] == [""] * 4


# -- what was taken on the word of the record --


HEAD = '[PPN "1"]\n[Game "sichuan"]\n[Rules "putong"]\n[Seat.E "甲"]\n[Seat.S "乙"]\n[Seat.W "丙"]\n[Seat.N "丁"]\n'
SCORES = '\n[Round "1"]\n[Scores "E-16 S+16 W0 N0"]\n[Kind "scores"]\n'
CALLED = '\n[Round "1"]\n[Dealer "E"]\n[Kind "sheet"]\nW-5p S.hu:1\n'
SECOND = '\n[Round "2"]\n[Dealer "W"]\n[Kind "sheet"]\nW-5p S.hu:1\n'
SHOWN = '\n[Round "1"]\n[Dealer "E"]\n[Kind "sheet"]\n[Shown.S "123456789m2234p"]\nW-5p S.hu:1\n'
UNSEEN = '\n[Round "1"]\n[Dealer "E"]\n' + "".join(f'[Hand.{seat} "?"]\n' for seat in "ESWN") + "E-9s S.hu:4\n"
GREEN = re.compile(r'class="(?:verdict|chip|dot) clean"')


def told_of(text: str) -> VerdictSheet:
    return sheet_of(referee.verify(referee.parse(text.encode())).as_dict())


@pytest.mark.parametrize(
    ("round_", "trusted", "shown"),
    [(SCORES, "all", "unchecked"), (CALLED, "part", "unchecked"), (UNSEEN, "all", "unchecked"), (SHOWN, "", "clean")],
)
def test_round_that_rests_on_the_records_word_is_not_clean(round_: str, trusted: str, shown: str) -> None:
    told = told_of(HEAD + round_)
    assert (told.status, told.shown_as, told.on_trust, on_trust(told.verdict["rounds"][0])) == ("clean", shown, trusted, trusted)
    assert (bool(told.unchecked), bool(told.checkable)) == (bool(trusted), bool(trusted))


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
    for language, said in (("en", en), ("zh-hant", zh)):
        with override(language):
            assert told_of(HEAD + rounds).line == said


@pytest.mark.django_db
def test_match_and_lists_show_it_in_grey_and_compute_nothing(reader: Client, owner: Any) -> None:
    match = stored_match(owner, (HEAD + SCORES).encode())
    text = page(reader.get(f"/matches/{match.pk}/"))
    words = {"Could not be checked: the scores": True, "as written": True, "computed</th>": False, "Clean": False}
    assert {word: word in text for word in words} == words
    listed = page(reader.get("/matches/"))
    assert ('class="chip unchecked"' in listed, GREEN.search(listed), GREEN.search(text)) == (True, None, None)
    assert "move by move, and its points are checked" in text
    flagged = stored_match(owner, (HEAD + SHOWN.replace("S.hu:1", "S.hu:4") + SECOND).encode())
    assert "Could not be checked: South" in page(reader.get(f"/matches/{flagged.pk}/"))
    unseen = stored_match(owner, (HEAD + UNSEEN).encode())
    replay = page(reader.get(f"/matches/{unseen.pk}/replay/1/"))
    words = {"Could not be checked:": True, "No finding in this round.": False, "computed</th>": False}
    assert {word: word in replay for word in words} == words
    batch = taken(HEAD + SCORES, user=owner)
    counted = batches.progress_of(batch).counts
    assert (counted["clean"], counted["unchecked"]) == (1, 1)
    assert '<td data-label="not checked">1</td>' in page(reader.get(f"/batches/{batch.pk}/"))
    [row] = batches.report(batch)
    assert (row["status"], row["rounds"], row["rounds_checked"]) == ("clean", 1, 0)


@pytest.mark.parametrize(
    ("rounds", "en", "zh"),
    [
        (SHOWN, "clean", "無誤"),
        (SCORES, "not checked", "未核對"),
        (SHOWN + SECOND, "1 of 2 rounds not checked", "2 局中 1 局未核對"),
        (
            SHOWN.replace("S.hu:1", "S.hu:4") + SCORES.replace('"1"', '"2"', 1),
            "one finding · 1 of 2 rounds not checked",
            "1 處問題 · 2 局中 1 局未核對",
        ),
    ],
)
@pytest.mark.django_db
def test_chip_of_a_match_says_how_many_rounds_were_not_checked(owner: Any, rounds: str, en: str, zh: str) -> None:
    judgement = stored_match(owner, (HEAD + rounds).encode()).current_judgement
    for language, words in (("en", en), ("zh-hant", zh)):
        with override(language):
            assert in_short(judgement) == words


@pytest.mark.django_db
def test_match_with_rounds_that_were_not_checked_is_found_as_such_and_not_as_clean(owner: Any) -> None:
    partly, whole = (stored_match(owner, (HEAD + rounds).encode()) for rounds in (SHOWN + SECOND, SHOWN))
    found = {status: matches.search(matches.visible_to(owner), status=status) for status in ("unchecked", "clean")}
    assert ([one.pk for one in found["unchecked"]], [one.pk for one in found["clean"]]) == ([partly.pk], [whole.pk])
    assert partly.current_judgement is not None
    told = webhook_payload(partly, partly.current_judgement)
    assert (told["status"], told["checked"]) == ("clean", {"rounds": 1, "of": 2})
    [row] = client_of(owner).get("/api/v1/matches?status=unchecked").json()["results"]
    assert (row["id"], row["checked"]) == (str(partly.pk), {"rounds": 1, "of": 2})


@pytest.mark.django_db
def test_event_and_its_publication_show_it_in_grey(
    reader: Client, owner: Any, event: Event, settings: Any, tmp_path: Path
) -> None:
    settings.VAR, settings.RESULTS_KEY = tmp_path, ""
    upload(event.club, owner, HEAD + f'[Event "{EVENT}"]\n[Table "1"]\n' + SCORES)
    standings = page(reader.get(f"/events/{event.pk}/"))
    assert "1 of 1 rounds: their points are the table" in standings
    assert client_of(owner).get(f"/api/v1/events/{event.pk}/standings").json()["checked"] == {"rounds": 0, "of": 1}
    [table] = client_of(owner).get(f"/api/v1/events/{event.pk}/hall").json()["tables"]
    assert (table["done"], table["checked"]) == (True, {"rounds": 0, "of": 1})
    text = page(reader.get(f"/events/{event.pk}/results/{publish(owner, event).number}/"))
    assert text.count('<span class="chip unchecked">not checked</span>') == 2, "above the standings and at the table"


@pytest.mark.django_db
def test_player_club_and_administration_say_how_many_rounds_were_not_checked(
    reader: Client, owner: Any, club: Club, admin_client: Client
) -> None:
    upload(club, owner, HEAD + SCORES)
    player = club.players.get(name="甲")
    row, checked = client_of(owner).get(f"/api/v1/clubs/lions/players/{player.pk}").json()["results"][0], {"rounds": 0, "of": 1}
    assert (row["rounds"], row["checked"]) == (1, checked)
    assert client_of(owner).get("/api/v1/clubs/lions/figures").json()["groups"][0]["checked"] == checked
    totals = {"matches": 1, "rounds": 1, "checked": checked, "findings": 0, "players": 4}
    assert client_of(owner).get("/api/v1/clubs/lions/figures").json()["totals"] == totals
    for address in (f"/clubs/lions/players/{player.pk}/", "/clubs/lions/figures/"):
        assert '<span class="chip unchecked">not checked</span>' in page(reader.get(address)), address
    for listed in ("match", "judgement"):
        text = page(admin_client.get(f"/admin/archive/{listed}/"))
        assert ("unchecked (0/1)" in text, ">clean<" in text) == (True, False), listed


@pytest.mark.django_db
def test_match_that_was_checked_is_clean_as_ever(reader: Client, owner: Any) -> None:
    text = page(reader.get(f"/matches/{stored_match(owner, CLEAN).pk}/"))
    assert ("computed" in text, bool(GREEN.search(text)), "not checked" in text) == (True, True, False)
