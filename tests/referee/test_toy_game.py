"""A game is a folder: a toy one is dropped beside the others and is refereed, replayed and offered with nothing else touched."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import referee
from referee.core.offers import choices
from tests.toy_game import TEXT, dropped


@pytest.fixture
def toss(tmp_path: Path) -> Iterator[None]:
    with dropped(tmp_path):
        yield


@pytest.mark.usefixtures("toss")
class TestTheToyGame:
    def test_a_clean_record_is_refereed(self) -> None:
        verdict = referee.verify(referee.parse(TEXT))
        assert (verdict.status, verdict.computed) == ("clean", {"P": -2, "Q": 5, "R": -3})
        assert [(line.payer, line.payee, line.points, line.reason) for line in verdict.rounds[0].ledger] == [
            ("P", "Q", 2, "pot"),
            ("R", "Q", 3, "pot"),
        ]

    def test_its_own_code_is_found_in_the_text_with_its_severity(self) -> None:
        finding = referee.verify(referee.parse(TEXT.replace("R.xia:3 ", ""))).rounds[0].findings[0]
        assert (finding.code, finding.severity, finding.clause) == ("stake-missing", "illegal", "TOS-1.1")
        assert (finding.move, finding.line, finding.column) == (4, 11, 26)
        assert finding.message["en"] == "A card before every stake was made, by Pat."

    def test_its_verbs_and_seats_are_read_as_they_may_be_written(self) -> None:
        spoken = TEXT.replace("P.xia:2", "甲.下:02").replace("P.han:da", "甲.喊:da")
        assert referee.write(referee.parse(spoken)) == TEXT
        assert referee.write(referee.parse(TEXT)) == TEXT
        assert isinstance(referee.parse(TEXT.replace('"toss"', '"sichuan"')), referee.Record)

    def test_options_that_it_cannot_honour_together_are_refused(self) -> None:
        (finding,) = referee.verify(referee.parse(TEXT.replace('"toss"]', '"toss"]\n[Rules "plain worth=double"]'))).findings
        assert (finding.code, finding.clause) == ("unknown-option", "PPN-4")
        assert "doubled stakes need a limit" in finding.message["en"]
        doubled = referee.verify(referee.parse(TEXT.replace('"toss"]', '"toss"]\n[Rules "double"]')))
        assert doubled.rounds[0].computed == {"P": -4, "Q": 10, "R": -6}

    def test_every_move_is_a_frame_and_hands_are_hidden_from_others(self) -> None:
        frames = referee.replay(referee.parse(TEXT), 1, "P")
        assert len(frames) == 8
        assert [seat["hand"] for seat in frames[0]["seats"]] == [["3", "4"], ["?", "?"], ["?", "?"]]

    def test_its_phase_comes_first_in_what_may_be_written(self) -> None:
        record = referee.parse(TEXT[: TEXT.index("P.xia")] + "P.xia:2")
        staking = choices(record, 1)
        assert (staking.legal, staking.templates[0].head) == ([], "Q.xia:")
        playing = choices(referee.parse(TEXT[: TEXT.index("P.han")]), 1)
        assert list(map(str, playing.legal)) == ["P:3", "P:4"]

    def test_a_sheet_of_a_game_without_sheets_is_a_finding(self) -> None:
        sheet = TEXT.replace('[Scores "P-2 Q+5 R-3"]\n', '[Scores "P-2 Q+5 R-3"]\n[Kind "sheet"]\n')
        verdict = referee.verify(referee.parse(sheet))
        (round_,) = verdict.rounds
        assert [(finding.code, finding.clause, finding.move) for finding in round_.findings] == [("bad-sheet", "PPN-9", 0)]
        assert (round_.status, round_.computed) == ("halted", None)
        assert round_.findings[0].message["en"] == "This game has no score sheets; the round has to be recorded move by move."
        with pytest.raises(LookupError):
            referee.replay(referee.parse(sheet), 1)


def test_without_its_folder_it_is_unknown_and_so_are_its_seats() -> None:
    with pytest.raises(referee.NotationError):
        referee.parse(TEXT)
    verdict = referee.verify(referee.parse(TEXT[: TEXT.index("[Totals")]))
    assert [finding.code for finding in verdict.findings] == ["unknown-game"]
