"""``referee verify-results``: what it prints, in which language, and its exit status."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from referee.cli import main
from referee.results.published import signature
from tests.referee.results.evening import OTHER, PRIVATE, published


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "evening.results.json"
    path.write_bytes(published())
    return path


@pytest.fixture
def key(tmp_path: Path) -> Path:
    path = tmp_path / "key.pem"
    path.write_text(signature.pem(signature.public_of(PRIVATE)))
    return path


def said(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str, str]:
    status = main(["verify-results", *map(str, arguments)])
    output = capsys.readouterr()
    return status, output.out, output.err


def test_command_says_of_a_good_file_that_it_holds(capsys: pytest.CaptureFixture[str], file: Path, key: Path) -> None:
    status, output, _ = said(capsys, file, "--key", key, "--lang", "en")
    assert status == 0
    assert output.startswith("holds  ")
    assert "An Evening (茶館), publication 1, published 2026-11-21T22:00:00Z by li" in output
    assert "this is a key that you gave" in output
    fingerprint = signature.fingerprint(signature.public_of(PRIVATE))
    assert said(capsys, file, "--key", fingerprint)[0] == 0


def test_command_says_that_a_key_is_only_the_files_own(capsys: pytest.CaptureFixture[str], file: Path) -> None:
    status, output, _ = said(capsys, file, "--lang", "en")
    assert status == 0
    assert "only the file itself vouches for this key" in output
    assert "只有檔案自己作證" in said(capsys, file, "--lang", "zh")[1]


def test_command_names_what_was_touched_in_a_file(capsys: pytest.CaptureFixture[str], file: Path) -> None:
    file.write_bytes(published().replace(b'"points":"7/2"', b'"points":"9/2"'))
    status, output, _ = said(capsys, file, "--lang", "en")
    assert status == 1
    assert output.startswith("does not hold  ")
    assert '/document/standings/rows/0/points  It should be "7/2", and says "9/2".  (standing)' in output
    assert "(signature)" in output


def test_command_refuses_a_file_of_another_key(capsys: pytest.CaptureFixture[str], file: Path, key: Path) -> None:
    file.write_bytes(published(OTHER))
    assert said(capsys, file, "--key", key)[0] == 1


def test_command_refuses_what_is_no_results_file(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, file: Path, key: Path
) -> None:
    status, output, _ = said(capsys, key, "--lang", "en")
    assert (status, "Not JSON at line 1, column 1." in output) == (2, True)
    other = tmp_path / "verdict.json"
    other.write_text('{"document": {}, "hash": 7}')
    status, output, _ = said(capsys, other, "--lang", "en")
    assert status == 2
    assert "/hash  Expected text, found 7.  (form)" in output
    status, _, errors = said(capsys, tmp_path / "nothing", file)
    assert (status, "nothing" in errors) == (2, True)


def test_command_refuses_a_key_that_is_none(capsys: pytest.CaptureFixture[str], file: Path) -> None:
    status, _, errors = said(capsys, file, "--key", "abc", "--lang", "en")
    assert (status, "at least 32 hexadecimal digits" in errors) == (2, True)


def test_command_answers_programs_in_json(capsys: pytest.CaptureFixture[str], file: Path, tmp_path: Path) -> None:
    status, output, _ = said(capsys, file, tmp_path / "nothing", "--json")
    nothing, report = map(json.loads, output.splitlines())
    assert (status, report["holds"], report["matches"], report["problems"]) == (2, True, 3, [])
    assert (nothing["holds"], nothing["problems"][0]["code"]) == (False, "unreadable")


def test_command_names_publications_that_do_not_follow(capsys: pytest.CaptureFixture[str], file: Path, tmp_path: Path) -> None:
    second = tmp_path / "second.results.json"
    second.write_bytes(published(number=2, previous=json.loads(published())["hash"]))
    assert said(capsys, file, second)[0] == 0
    second.write_bytes(published(number=2, previous="0" * 64))
    status, output, _ = said(capsys, file, second, "--lang", "en")
    assert (status, "/document/previous" in output) == (1, True)


def test_command_without_the_library_for_signatures_says_what_is_missing(file: Path) -> None:
    main_ = f"from referee.cli import main; sys.exit(main(['verify-results', {str(file)!r}]))"
    code = f"import sys; sys.modules['cryptography'] = None; {main_}"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stdout) == (2, "")
    assert "pip install cryptography" in ran.stderr
    assert "Traceback" not in ran.stderr
