"""Spreadsheets as clubs keep them: names of games (P6), blanks for zero (P7), names as heads, totals, remarks, what is asked."""

from __future__ import annotations

import pytest

import referee
from referee.core import conversion
from referee.importers.common.protocol import Converted
from referee.notation import NO_HINTS, Hints
from referee.notation.converters import NotToldError, seats_told
from referee.notation.ppn.grammar import game_named, games_of_seats

GAME = Hints("sichuan")


def record_of(text: str) -> referee.Record:
    (record,) = referee.parse_file(text.encode())
    assert isinstance(record, referee.Record), record
    return record


def refusal_of(text: str) -> str:
    (error,) = referee.parse_file(text.encode())
    assert isinstance(error, referee.NotationError)
    return error.message["en"]


@pytest.mark.parametrize("name", ["四川麻將", "四川麻将", "四川", "Sichuan mahjong", "sichuan", "SICHUAN", " 四川 麻將 "])
def test_game_is_known_by_every_name_that_it_declares(name: str) -> None:
    assert record_of(f"局,庄,游戏,东,南,西,北\n1,东,{name},12,-4,-4,-4\n").game == "sichuan"


@pytest.mark.parametrize("name", ["四川麻將", "Sichuan"])
def test_game_that_is_told_beside_the_file_is_known_by_its_names(name: str) -> None:
    (record,) = referee.parse_file("局,东,南,西,北\n1,12,-4,-4,-4\n".encode(), Hints(name))
    assert isinstance(record, referee.Record)
    assert record.game == "sichuan"


def test_every_game_is_known_by_its_own_names_alone() -> None:
    names = [(game.id, name) for game in referee.games() for name in (*game.rulebook.name.values(), *game.rulebook.called)]
    assert [game_named(name) for _, name in names] == [game for game, _ in names]
    assert game_named("麻將") == "麻將", "what no game is called stays, and the referee says which games there are"


@pytest.mark.parametrize(
    ("row", "scores"),
    [
        ("4,-4,,", {"E": 4, "S": -4, "W": 0, "N": 0}),
        (",-4,,4", {"E": 0, "S": -4, "W": 0, "N": 4}),
        ("0,,,", {"E": 0, "S": 0, "W": 0, "N": 0}),
        ("4,-1,-1,-2", {"E": 4, "S": -1, "W": -1, "N": -2}),
    ],
)
def test_blank_is_zero_where_the_other_scores_sum_to_zero(row: str, scores: dict[str, int]) -> None:
    assert record_of(f"Round,Game,E,S,W,N\n1,sichuan,{row}\n").rounds[0].scores == scores


@pytest.mark.parametrize(("row", "cell"), [("4,-3,,", "E2"), ("4,,-3,", "D2"), (",,,4", "C2")])
def test_blank_is_refused_at_its_cell_where_the_other_scores_do_not_sum_to_zero(row: str, cell: str) -> None:
    told = refusal_of(f"Round,Game,E,S,W,N\n1,sichuan,{row}\n")
    assert f"Cell {cell}: found “”, expected a score: the others of this round do not sum to 0" in told


HEADS = "局,張三,李四,王五,趙六,備註\n"
FOUR = "1,12,-4,-4,-4,\n"
SEATED = ",東,南,西,北,\n"


def understood(text: str | bytes, hints: Hints = GAME) -> tuple[Converted | NotToldError, dict[str, str]]:
    """The one match of a spreadsheet, or what it leaves open; and the notes on it, by kind and place."""
    data = text.encode() if isinstance(text, str) else text
    importer = conversion.importer_of(data)
    assert importer is not None
    (match,) = conversion.converted(importer, data, hints)
    assert isinstance(match, Converted | NotToldError), match
    return match, {f"{note.kind} {note.place.name}": note.text["en"] for note in match.notes}


def asked(text: str, hints: Hints = GAME) -> list[tuple[str, tuple[str, ...], tuple[str, ...]]]:
    match, _ = understood(text, hints)
    assert isinstance(match, NotToldError), match
    return [(one.about, one.names, one.choices) for one in match.questions]


def test_game_seats_and_rounds_that_are_left_open_are_asked_together() -> None:
    names, seats = ("張三", "李四", "王五", "趙六"), ("E", "S", "W", "N")
    found = asked(HEADS + FOUR + FOUR, NO_HINTS)
    assert [one[0] for one in found] == ["game", "seats", "round"]
    assert found[0][2] == games_of_seats(4)
    assert found[1:] == [("seats", names, seats), ("round", ("1",), ("A2", "A3"))]


@pytest.mark.parametrize("told", [["E:張三"], ["E:張三", "E:李四", "W:王五", "N:趙六"], ["A:張三", "S:李四", "W:王五", "N:趙六"]])
def test_seats_that_are_not_one_for_each_name_are_asked_again(told: list[str]) -> None:
    assert [about for about, _, _ in asked(HEADS + FOUR, GAME._replace(seats=seats_told(told)))] == ["seats"]


@pytest.mark.parametrize("told", [["張三"], ["E:"], [":張三"], ["E:張三", "S:張三"]])
def test_seat_that_is_told_without_a_name_or_a_letter_or_otherwise_a_second_time_is_refused(told: list[str]) -> None:
    with pytest.raises(ValueError, match="a seat, a colon and a name"):
        seats_told(told)


def test_seat_that_is_told_twice_alike_is_told_once() -> None:
    assert seats_told(["E:張三", "S:李四", "E:張三"]) == {"張三": "E", "李四": "S"}


def test_round_that_does_not_count_is_named_and_the_one_that_counts_is_kept() -> None:
    text = HEADS + SEATED + FOUR + "1,-4,12,-4,-4,更正\n合計,-4,12,-4,-4,\n"
    match, notes = understood(text, GAME._replace(keep=("A4",)))
    assert isinstance(match, Converted)
    assert match.record.rounds[0].scores == {"E": -4, "S": 12, "W": -4, "N": -4}
    assert match.record.rounds[0].comments == {0: "更正"}
    assert "A4 counts, A3 is left out" in notes["left-out A3"]
    assert match.record.tags["Unknown"] == "play; rows: A3"
    assert "agree with the rounds (1)" in notes["compared B5:E5"]


@pytest.mark.parametrize(
    ("rows", "place", "note", "status"),
    [
        ("合計,12,-4,-4,-4,\n", "compared B4:E4", "agree with the rounds (1)", "clean"),
        (
            "合計,12,-4,-4,-3,\n",
            "differs B4:E4",
            "say 張三 +12, 李四 -4, 王五 -4, 趙六 -3, the rounds sum to 張三 +12",
            "flagged",
        ),
        ("小計,11,-4,-4,-3,\n2,4,-4,,,\n", "differs B4:E4", "say 張三 +11", "clean"),
    ],
)
def test_row_of_totals_is_compared_with_the_rounds_above_it(rows: str, place: str, note: str, status: str) -> None:
    match, notes = understood(HEADS + SEATED + FOUR + rows)
    assert isinstance(match, Converted)
    assert note in notes[place]
    assert referee.verify(match.record).status == status
    assert ("sums: B4" in match.record.tags["Unknown"]) == rows.startswith("小計")


SECTIONS = "局,東,南,西,北\n1,3,-1,-1,-1\n2,3,-1,-1,-1\n小計,6,-2,-2,-2\n3,-1,3,-1,-1\n4,-1,3,-1,-1\n"


@pytest.mark.parametrize(
    ("rows", "place", "totals"),
    [
        ("小計,-2,6,-2,-2\n", "compared B7:E7", None),
        ("小計,-2,6,-2,-2\n總計,4,4,-4,-4\n", "compared B7:E7", {"E": 4, "S": 4, "W": -4, "N": -4}),
        ("小計,4,4,-4,-4\n", "compared B7:E7", {"E": 4, "S": 4, "W": -4, "N": -4}),
        ("合計,-2,6,-2,-2\n5,3,-1,-1,-1\n", "compared B7:E7", None),
        ("總計,-2,6,-2,-2\n", "differs B7:E7", {"E": -2, "S": 6, "W": -2, "N": -2}),
    ],
)
def test_subtotals_are_of_the_rounds_since_those_before_or_of_all(rows: str, place: str, totals: dict[str, int] | None) -> None:
    match, notes = understood(SECTIONS + rows)
    assert isinstance(match, Converted)
    assert place in notes
    assert (match.record.totals, match.record.tags["Unknown"]) == (totals, "play")


def test_rounds_that_begin_anew_are_refused_as_another_match_and_not_asked_one_by_one() -> None:
    rounds = "".join(f"{number},4,-4,0,0\n" for number in range(1, 10))
    told = refusal_of("局,東,南,西,北\n" + rounds * 2)
    assert "Cell A11: found “1”, expected a higher number than that of the row above, or another match" in told


def test_totals_above_all_rounds_are_compared_with_all_of_them() -> None:
    match, notes = understood("局,東,南,西,北\n合計,4,-4,0,0\n1,3,-1,-1,-1\n2,1,-3,1,1\n")
    assert isinstance(match, Converted)
    assert "agree with the rounds (2)" in notes["compared B2:E2"]
    assert (match.record.totals, match.record.tags["Unknown"]) == ({"E": 4, "S": -4, "W": 0, "N": 0}, "play")


def test_row_without_a_number_that_is_the_sum_of_those_above_is_noted_as_a_round() -> None:
    rows = "張三(E),李四(S),王五(W),趙六(N)\n10,-10,0,0\n5,5,-5,-5\n"
    _, notes = understood(rows + "15,-5,-5,-5\n")
    assert "the sum of the rows above" in notes["assumed A4:D4"]
    _, notes = understood(rows + "15,-5,-5,-5,合計\n")
    assert ("assumed A4:D4" in notes, "compared A4:D4" in notes) == (False, True)


def test_totals_over_a_round_without_scores_are_not_compared() -> None:
    match, notes = understood("Round,E,S,W,N,Moves\n1,,,,,W-8p S.hu:4\nTotal,0,4,-4,0,\n")
    assert isinstance(match, Converted)
    assert "were not compared: round 1 has no scores" in notes["compared B3:E3"]


def test_sum_of_a_row_that_is_not_that_of_its_scores_is_noted_with_both_figures() -> None:
    match, notes = understood("局,東,南,西,北,合計\n1,12,-4,-4,-4,0\n2,4,-4,0,0,1\n")
    assert isinstance(match, Converted)
    assert notes["differs F3"] == "The sum of the row says 1, its scores sum to 0: they differ."
    assert match.record.tags["Unknown"] == "play; sums: F3"


def test_what_was_assumed_is_noted() -> None:
    _, notes = understood("張三(E),李四(S),王五(W),趙六(N)\n4,-4,0,0\n4,-4,,\n")
    assert notes["assumed A1"].startswith("No column numbers the rounds")
    assert notes["assumed C3"] == "Blank scores were read as 0 (2): C3, D3."
    _, notes = understood(",東,南,西,北\n1,4,-4,0,0\n2,,,,\n合計,,,,\n")
    assert notes["assumed A2"].startswith("This column without a head")
    assert notes["left-out A3"] == "Rows with no more than a number, or a word for totals, are left out: A3, A4."
    _, notes = understood("局,東,南,西,北\n1,4,-4,0,0\n".encode("gbk"))
    assert "read as GB18030 (GBK)" in notes["assumed 1"]


def test_words_above_and_below_the_rounds_are_kept_as_a_comment() -> None:
    match, _ = understood("週五 第三桌,,,,\n局,東,南,西,北\n1,4,-4,0,0\n記錄：王五 {甲},,,,\n")
    assert isinstance(match, Converted)
    assert match.record.comment == "週五 第三桌; 記錄：王五 {甲}"


@pytest.mark.parametrize(
    ("above", "tags", "comment"),
    [
        ("遊戲,四川,日期,2026-11-20,地點,茶館\n", {"Date": "2026.11.20", "Site": "茶館"}, ""),
        ("桌號,,日期,2026-11-20\n賽事\n", {"Date": "2026.11.20"}, "桌號; 賽事"),
        ("桌號：,3,賽事：春季\n", {"Table": "3", "Event": "春季"}, ""),
    ],
)
def test_line_above_says_tags_and_no_label_is_a_name_or_a_value(above: str, tags: dict[str, str], comment: str) -> None:
    match, _ = understood(above + "局,東,南,西,北\n1,4,-4,0,0\n")
    assert isinstance(match, Converted)
    told = {name: match.record.tags.get(name) for name in ("Date", "Site", "Table", "Event")}
    assert ({name: value for name, value in told.items() if value}, match.record.comment) == (tags, comment)
    assert not match.record.seats


def test_dealer_may_be_named_as_the_heads_name_them() -> None:
    match, _ = understood("局,莊,張三,李四,王五,趙六\n" + ",,東,南,西,北\n1,李四,12,-4,-4,-4\n")
    assert isinstance(match, Converted)
    assert match.record.rounds[0].dealer == "S"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (HEADS + SEATED + FOUR + "2,-2,x,-2,-2,\n", "Cell C4: found “x”, expected scores as whole numbers"),
        (HEADS + SEATED + FOUR + "第二局,-2,6,-2,-2,\n", "Cell A4: found “第二局”, expected the number of a round"),
        (HEADS + SEATED + FOUR + "合計,1.5,6,-2,-2,\n", "Cell B4: found “1.5”, expected scores as whole numbers"),
        ("局,甲,乙,丙\n,東,南,西\n1,2,-1,-1\n", "Cell B1: found “甲”, expected a column for each of the 4"),
        ("局,甲,乙,丙,丁,戊,己,庚\n1,2,-1,-1,0,0,0,0\n", "Cell B1: found “甲”, expected a column of scores for each seat"),
        ("局,甲,甲,丙,丁\n1,2,-1,-1,0\n", "Cell C1: found “甲”, expected every head once"),
        ("局,東,南,西,北\n1,4,-4,,\n3,1,-1,0,0\n2,1,-1,0,0\n", "Cell A4: found “2”, expected a higher number"),
        ("局,東,南,西,北\n合計,4,-4,0,0\n", "expected a row of heads, and a row for each round"),
    ],
)
def test_cell_of_a_clubs_spreadsheet_that_is_wrong_is_named(text: str, told: str) -> None:
    (error,) = referee.parse_file(text.encode(), GAME)
    assert isinstance(error, referee.NotationError)
    assert told in error.message["en"]


def test_text_that_turns_out_to_be_of_no_encoding_is_refused_with_its_line() -> None:
    data = "局,東,南,西,北\n".encode("gbk") + b"1,4,-4,0,0\n" * 9_000 + b"2,4,-4,0,\xff\xff\n"
    (error,) = referee.parse_file(data, GAME)
    assert isinstance(error, referee.NotationError)
    assert (error.line, "expected text in GB18030" in error.message["en"]) == (9002, True)
