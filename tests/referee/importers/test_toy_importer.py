"""An importer is a folder: a toy one is dropped beside the others, and its files are recognized and converted everywhere."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path

import pytest

import referee
from referee import cli
from referee.core import conversion
from referee.notation import foreign, split_stream
from tests.toy_importer import PPN, TEXT, dropped


@pytest.fixture
def tally(tmp_path: Path) -> Iterator[None]:
    with dropped(tmp_path):
        yield


@pytest.mark.usefixtures("tally")
class TestTheToyImporter:
    def test_its_files_are_records(self) -> None:
        (record,) = referee.parse_file(TEXT)
        assert isinstance(record, referee.Record)
        assert referee.write(record) == PPN
        assert referee.parse(TEXT) == record == referee.parse(TEXT.decode())
        assert foreign.described(TEXT) is None
        assert [source.text for source in split_stream(io.BytesIO(TEXT).read)] == [PPN]

    def test_what_could_not_be_known_is_said_in_its_own_words(self) -> None:
        origin = conversion.origin_of(referee.parse(TEXT).tags)
        assert origin is not None
        assert origin.name["en"] == "a tally"
        assert origin.unknown == ({"zh": "怎麼打的：all_of_it", "en": "how it was played: all_of_it"},)

    def test_the_command_line_converts_and_verifies_them(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        file = tmp_path / "evening.tally"
        file.write_bytes(TEXT)
        assert cli.main(["convert", str(file), "--to", "ppn", "--lang", "en"]) == 0
        said = capsys.readouterr()
        assert said.out == PPN + "\n"
        assert "converted from a tally; what could not be known: how it was played" in said.err
        assert cli.main(["convert", str(file), "--to", "ppn", "--from", "tally", "--game", "sbr"]) == 0
        assert '[Game "sbr"]' in capsys.readouterr().out
        assert cli.main(["verify", str(file)]) in (0, 1)

    def test_what_it_does_not_know_is_named_with_its_place_and_nothing_is_converted(self) -> None:
        (error,) = referee.parse_file(TEXT + b"3 W 1 -1\n")
        assert isinstance(error, referee.NotationError)
        assert (error.line, error.token) == (4, "3 W 1 -1")
        assert error.message["en"].startswith("This is a tally. Line 4: found “3 W 1 -1”, expected round, dealer, four scores.")
        assert error.message["zh"].startswith("這是計分條。第 4 行：")


def test_without_its_folder_nothing_knows_its_files() -> None:
    (error,) = referee.parse_file(TEXT)
    assert isinstance(error, referee.NotationError)
    assert "tally" not in [importer.declaration.id for importer in referee.importers()]


def test_every_importer_declares_what_it_says_in_both_languages() -> None:
    for importer in referee.importers():
        texts = [importer.declaration.name, *importer.declaration.unknown.values()]
        assert all(text["zh"] and text["en"] for text in texts)
        assert importer.declaration.unknown
