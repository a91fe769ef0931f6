"""How a file of another format is understood before anything of it is kept."""

from __future__ import annotations

from referee.core.preview import MATCHES, NOTES, preview
from referee.notation import Hints
from tests.golden import HOME
from tests.referee.importers.files import MJAI, WRITTEN

SHEETS = [path for path in WRITTEN if path.stem.startswith("sheet-")]


def written(name: str) -> bytes:
    (path,) = (path for path in SHEETS if name in path.stem)
    return path.read_bytes()


def test_match_is_previewed_with_its_record_in_short_and_notes_with_their_cells() -> None:
    found = preview(written("names-and-title"))
    assert found is not None
    (match,) = found["matches"]
    assert (found["format"], match["error"], match["questions"]) == ("spreadsheet", None, [])
    record = match["record"]
    assert (record["game"], record["rounds"], record["tags"]) == ("sichuan", 3, {"Date": "2026.11.20", "Table": "3"})
    assert record["seats"] == {"E": "張三", "S": "李四", "W": "王五", "N": "趙六"}
    assert [one["round"] for one in record["comments"]] == [None, 1, 3]
    assert ("compared", "C8:F8") in [(note["kind"], note["source_place"]["name"]) for note in match["notes"]]


def test_what_is_left_open_is_told_as_questions_with_the_notes_on_the_rest() -> None:
    found = preview(written("one-number-twice"))
    assert found is not None
    (match,) = found["matches"]
    assert (match["error"], match["record"], bool(match["notes"])) == (None, None, True)
    (question,) = match["questions"]
    assert (question["about"], question["names"], question["choices"]) == ("round", ["2"], ["A3", "A4"])
    assert "更正" in question["shown"][1]


def test_cell_that_is_wrong_is_told_beside_the_matches_that_are_understood() -> None:
    found = preview("局,桌,遊戲,東,南,西,北\n1,1,sichuan,4,-4,0,0\n1,2,,4,x,0,0\n".encode())
    assert found is not None
    first, second = found["matches"]
    assert (first["error"], second["error"]["source_place"]["name"]) == (None, "E3")


def test_game_of_a_log_of_another_program_is_asked_too() -> None:
    found = preview(MJAI.replace(b'"game": "sbr", ', b""))
    assert found is not None
    assert [one["about"] for match in found["matches"] for one in match["questions"]] == ["game"]
    assert preview((HOME / "sbr" / "clean-01.ppn").read_bytes()) is None


def test_preview_of_very_many_matches_and_notes_is_bounded_and_counts_the_others() -> None:
    tables = "局,桌,東,南,西,北\n" + "".join(f"1,{table},4,-4,0,0\n" for table in range(MATCHES + 3))
    found = preview(tables.encode(), Hints("sichuan"))
    assert found is not None
    assert (len(found["matches"]), found["more"]) == (MATCHES, 3)
    words = "局,東,南,西,北\n1,4,-4,0,0\n" + f"{'很長' * 5_000},,,,\n" * (NOTES + 5)
    found = preview(words.encode(), Hints("sichuan"))
    assert found is not None
    (match,) = found["matches"]
    assert (len(match["notes"]), match["more_notes"]) == (NOTES, 8)
    assert max(len(note["text"]["zh"]) for note in match["notes"]) < 200


def test_every_layout_has_a_preview() -> None:
    assert len(SHEETS) == 12
    assert all(preview(path.read_bytes()) for path in SHEETS)
