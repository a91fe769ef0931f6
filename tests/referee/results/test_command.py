"""``referee verify-results``: what it prints, in which language, and its exit status."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from referee.cli import main
from referee.cli.results import trusted_keys
from referee.replay import ENGINE_VERSION
from referee.results.published import signature, withdrawals
from tests.referee.results.evening import OTHER, PRIVATE, parts, published

Said = Callable[..., tuple[int, str, str]]
MAJOR, MINOR, PATCH = map(int, ENGINE_VERSION.split("."))
FINGERPRINT, NEW = (signature.fingerprint(signature.public_of(private)) for private in (PRIVATE, OTHER))


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


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The user's configuration folder."""
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    return tmp_path / "config" / "referee"


@pytest.fixture
def said(capsys: pytest.CaptureFixture[str]) -> Said:
    """What the command answers: status, output, errors."""

    def run(*arguments: object) -> tuple[int, str, str]:
        status = main(["verify-results", *map(str, arguments)])
        return status, *capsys.readouterr()

    return run


def test_command_says_of_a_good_file_that_it_holds(said: Said, file: Path, key: Path) -> None:
    status, output, _ = said(file, "--key", key, "--lang", "en")
    assert status == 0
    assert output.startswith("holds  ")
    assert "An Evening (茶館), publication 1, published 2026-11-21T22:00:00Z by li" in output
    assert "matches the key you gave" in output
    fingerprint = signature.fingerprint(signature.public_of(PRIVATE))
    assert said(file, "--key", fingerprint)[0] == 0


def test_command_says_that_a_key_is_only_the_files_own(said: Said, file: Path) -> None:
    status, output, _ = said(file, "--lang", "en")
    assert status == 3
    assert output.startswith("holds together, signed by a key that you have not named  ")
    assert "only the file itself vouches for this key" in output
    assert "只有檔案自己作證" in said(file, "--lang", "zh")[1]


def test_worst_exit_status_of_several_files_counts(said: Said, file: Path, key: Path, tmp_path: Path) -> None:
    """2 before 1, 1 before 3, 3 before 0."""
    other, changed, newer = (tmp_path / name for name in ("other.json", "changed.json", "newer.json"))
    other.write_bytes(published(OTHER))
    newer.write_bytes(published(engine="9.9.9", event={**parts()["event"], "id": "another"}))
    changed.write_bytes(published().replace(b'"points":"7/2"', b'"points":"9/2"'))
    assert said(file, "--key", key)[0] == 0
    assert said(newer, file, "--key", key)[0] == 3
    assert said(newer, other, file, "--key", key)[0] == 1
    assert said(changed, file)[0] == 1
    assert said(changed, tmp_path / "nothing", file)[0] == 2


@pytest.mark.parametrize(
    "engine",
    [
        f"{MAJOR}.{MINOR}.{PATCH + 1}",
        f"{MAJOR + 1}.0",
        f"{MAJOR}.1{MINOR}.0",
        f"{ENGINE_VERSION}.1",
        "newest",
    ],
)
def test_engine_newer_than_this_one_is_said_in_the_first_line(said: Said, file: Path, key: Path, engine: str) -> None:
    file.write_bytes(published(engine=engine))
    status, output, _ = said(file, "--key", key, "--lang", "en")
    assert status == 3
    assert output.startswith("holds together, judged by a newer engine (")
    assert engine in output.splitlines()[0]
    assert "(newer-engine)" in output
    report = json.loads(said(file, "--key", key, "--json")[1])
    assert (report["holds"], report["consistent"], report["newer_engines"]) == (False, True, [engine])


@pytest.mark.parametrize("engine", [f"{MAJOR}.{MINOR - 1}.9", ENGINE_VERSION, f"{MAJOR}.{MINOR}", "0.1.0"])
def test_engine_that_is_not_newer_holds(said: Said, file: Path, key: Path, engine: str) -> None:
    file.write_bytes(published(engine=engine))
    assert said(file, "--key", key)[0] == 0


class TestTrust:
    def test_key_of_a_clubs_first_file_is_kept_and_holds_its_later_files(self, said: Said, file: Path, home: Path) -> None:
        status, output, _ = said(file, "--trust", "--lang", "en")
        assert (status, output.startswith("holds  ")) == (0, True)
        assert "the first file of the club “tea”: its key is kept from now on" in output
        assert (home / "trusted-keys.json").exists()
        status, output, _ = said(file, "--trust", "--lang", "en")
        assert (status, "matches the key kept for this club on 20" in output) == (0, True)
        file.write_bytes(published(OTHER))
        status, output, _ = said(file, "--trust", "--lang", "en")
        assert (status, output.startswith("does not hold  "), "(another-key)" in output) == (1, True, True)

    def test_key_of_a_file_that_does_not_hold_together_is_not_kept(self, said: Said, file: Path, home: Path) -> None:
        good = file.read_bytes()
        file.write_bytes(published(OTHER).replace(b'"points":"7/2"', b'"points":"9/2"'))
        assert said(file, "--trust")[0] == 1
        assert not home.exists()
        file.write_bytes(good)
        assert said(file, "--trust")[0] == 0

    @pytest.mark.parametrize("text", ["", "[]", "{}", '{"clubs": 7, "withdrawn": {}}', '{"clubs": {"tea": 1}, "withdrawn": {}}'])
    def test_kept_keys_that_cannot_be_read_are_not_written_over(self, said: Said, file: Path, home: Path, text: str) -> None:
        home.mkdir(parents=True)
        (home / "trusted-keys.json").write_text(text)
        status, _, errors = said(file, "--trust", "--lang", "en")
        assert (status, "cannot be read" in errors) == (2, True)
        assert (home / "trusted-keys.json").read_text() == text

    @pytest.mark.parametrize(
        ("platform", "variables", "folder"),
        [
            ("linux", {"XDG_CONFIG_HOME": "/etc/me"}, "/etc/me/referee"),
            ("linux", {"XDG_CONFIG_HOME": "relative"}, "/home/me/.config/referee"),
            ("linux", {"XDG_CONFIG_HOME": ""}, "/home/me/.config/referee"),
            ("darwin", {"XDG_CONFIG_HOME": "/etc/me"}, "/home/me/Library/Application Support/Referee"),
            ("win32", {"APPDATA": "/roaming"}, "/roaming/Referee"),
            ("win32", {"APPDATA": ""}, "/home/me/AppData/Roaming/Referee"),
        ],
    )
    def test_keys_are_kept_where_the_platform_keeps_settings(
        self, monkeypatch: pytest.MonkeyPatch, platform: str, variables: dict[str, str], folder: str
    ) -> None:
        monkeypatch.setattr(sys, "platform", platform)
        monkeypatch.setattr(Path, "home", lambda: Path("/home/me"))
        for name, value in variables.items():
            monkeypatch.setenv(name, value)
        assert trusted_keys.folder() == Path(folder)


class TestWithdrawnKeys:
    @pytest.fixture
    def withdrawn(self, tmp_path: Path) -> Path:
        """A list by the new key (``OTHER``) that withdraws the former one."""
        path = tmp_path / "withdrawn.json"
        path.write_bytes(withdrawals.seal([FINGERPRINT], "2026-11-22T10:00:00Z", OTHER))
        return path

    def test_file_of_a_withdrawn_key_does_not_hold(self, said: Said, file: Path, key: Path, withdrawn: Path) -> None:
        given = ("--key", key, "--key", NEW, "--withdrawn", withdrawn)
        status, output, _ = said(file, *given, "--lang", "en")
        assert (status, output.startswith("does not hold  "), "(withdrawn)" in output) == (1, True, True)
        assert "2026-11-22T10:00:00Z" in output
        file.write_bytes(published(OTHER))
        assert said(file, *given)[0] == 0

    def test_list_signed_by_no_trusted_key_is_refused(self, said: Said, file: Path, key: Path, withdrawn: Path) -> None:
        for given in ((), ("--key", key), ("--trust",)):
            status, output, errors = said(file, *given, "--withdrawn", withdrawn, "--lang", "en")
            assert (status, output) == (2, "")
            assert f"signed by {NEW}, a key that you do not trust" in errors

    @pytest.mark.parametrize("text", [b"", b"[]", b'{"document": [], "signature": {}}', b'{"document": {"at": 1}}', None])
    def test_file_that_is_no_list_is_refused(self, said: Said, file: Path, withdrawn: Path, text: bytes | None) -> None:
        withdrawn.write_bytes(withdrawn.read_bytes().replace(b"22T10", b"23T10") if text is None else text)
        assert said(file, "--key", NEW, "--withdrawn", withdrawn)[0] == 2


def test_command_refuses_what_is_no_results_file(said: Said, tmp_path: Path, file: Path, key: Path) -> None:
    status, output, _ = said(key, "--lang", "en")
    assert (status, "Not JSON at line 1, column 1." in output) == (2, True)
    other = tmp_path / "verdict.json"
    other.write_text('{"document": {}, "hash": 7}')
    status, output, _ = said(other, "--lang", "en")
    assert status == 2
    assert "/hash  Expected text, found 7.  (form)" in output
    status, _, errors = said(tmp_path / "nothing", file)
    assert (status, "nothing" in errors) == (2, True)


def test_command_refuses_a_key_that_is_none(said: Said, file: Path) -> None:
    status, _, errors = said(file, "--key", "abc", "--lang", "en")
    assert (status, "at least 32 hexadecimal digits" in errors) == (2, True)


def test_command_answers_programs_in_json(said: Said, file: Path, tmp_path: Path) -> None:
    status, output, _ = said(file, tmp_path / "nothing", "--json")
    nothing, report = map(json.loads, output.splitlines())
    assert (status, report["holds"], report["consistent"], report["trusted"]) == (2, False, True, None)
    assert (report["matches"], report["problems"]) == (3, [])
    assert (nothing["holds"], nothing["consistent"], nothing["problems"][0]["code"]) == (False, False, "unreadable")


def test_command_says_the_same_without_the_library_for_signatures(file: Path) -> None:
    main_ = f"from referee.cli import main; sys.exit(main(['verify-results', {str(file)!r}, '--json']))"
    said = [
        subprocess.run([sys.executable, "-c", f"import sys; {code}{main_}"], capture_output=True, text=True, check=False)
        for code in ("", "sys.modules['cryptography'] = None; ")
    ]
    assert said[0].stdout
    assert (said[0].returncode, said[0].stdout) == (said[1].returncode, said[1].stdout)
