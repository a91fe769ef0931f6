"""``referee verify-results``: what it prints, in which language, and its exit status."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from referee.cli import main, trust
from referee.core.replay import ENGINE_VERSION
from referee.tournament.published import signature, withdrawals
from tests.referee.tournament.evening import AUDIT, OTHER, PRIVATE, parts, published

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


def said(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str, str]:
    status = main(["verify-results", *map(str, arguments)])
    output = capsys.readouterr()
    return status, output.out, output.err


def test_command_says_of_a_good_file_that_it_holds(capsys: pytest.CaptureFixture[str], file: Path, key: Path) -> None:
    status, output, _ = said(capsys, file, "--key", key, "--lang", "en")
    assert status == 0
    assert output.startswith("holds  ")
    assert "An Evening (茶館), publication 1, published 2026-11-21T22:00:00Z by li" in output
    assert f"audit entry {AUDIT['number']}  {AUDIT['hash']}" in output
    assert "matches the key you gave" in output
    fingerprint = signature.fingerprint(signature.public_of(PRIVATE))
    assert said(capsys, file, "--key", fingerprint)[0] == 0


def test_command_says_that_a_key_is_only_the_files_own(capsys: pytest.CaptureFixture[str], file: Path) -> None:
    status, output, _ = said(capsys, file, "--lang", "en")
    assert status == 3
    assert output.startswith("holds together, signed by a key that you have not named  ")
    assert "only the file itself vouches for this key" in output
    assert "只有檔案自己作證" in said(capsys, file, "--lang", "zh")[1]


def test_forged_file_with_a_key_of_its_own_does_not_pass_without_a_key(capsys: pytest.CaptureFixture[str], file: Path) -> None:
    file.write_bytes(published(OTHER))
    assert said(capsys, file)[0] == 3


def test_worst_exit_status_of_several_files_counts(
    capsys: pytest.CaptureFixture[str], file: Path, key: Path, tmp_path: Path
) -> None:
    """2 before 1, 1 before 3, 3 before 0."""
    other, changed, newer = (tmp_path / name for name in ("other.json", "changed.json", "newer.json"))
    other.write_bytes(published(OTHER))
    newer.write_bytes(published(engine="9.9.9", event={**parts()["event"], "id": "another"}))
    changed.write_bytes(published().replace(b'"points":"7/2"', b'"points":"9/2"'))
    assert said(capsys, file, "--key", key)[0] == 0
    assert said(capsys, newer, file, "--key", key)[0] == 3
    assert said(capsys, newer, other, file, "--key", key)[0] == 1
    assert said(capsys, changed, file)[0] == 1
    assert said(capsys, changed, tmp_path / "nothing", file)[0] == 2


@pytest.mark.parametrize(
    "engine",
    [
        "9.9.9",
        f"{MAJOR}.{MINOR}.{PATCH + 1}",
        f"{MAJOR + 1}.0",
        f"{MAJOR}.1{MINOR}.0",
        f"{ENGINE_VERSION}.1",
        "newest",
        "",
        f"{ENGINE_VERSION}-x",
    ],
)
def test_engine_newer_than_this_one_is_said_in_the_first_line(
    capsys: pytest.CaptureFixture[str], file: Path, key: Path, engine: str
) -> None:
    file.write_bytes(published(engine=engine))
    status, output, _ = said(capsys, file, "--key", key, "--lang", "en")
    assert status == 3
    assert output.startswith("holds together, judged by a newer engine (")
    assert engine in output.splitlines()[0]
    assert "(newer-engine)" in output
    report = json.loads(said(capsys, file, "--key", key, "--json")[1])
    assert (report["holds"], report["consistent"], report["newer_engines"]) == (False, True, [engine])


@pytest.mark.parametrize("engine", [f"{MAJOR}.{MINOR - 1}.9", ENGINE_VERSION, f"{MAJOR}.{MINOR}", "0.1.0"])
def test_engine_that_is_not_newer_holds(capsys: pytest.CaptureFixture[str], file: Path, key: Path, engine: str) -> None:
    file.write_bytes(published(engine=engine))
    assert said(capsys, file, "--key", key)[0] == 0


class TestTrust:
    def test_key_of_a_clubs_first_file_is_kept_and_holds_its_later_files(
        self, capsys: pytest.CaptureFixture[str], file: Path, home: Path
    ) -> None:
        status, output, _ = said(capsys, file, "--trust", "--lang", "en")
        assert (status, output.startswith("holds  ")) == (0, True)
        assert "the first file of the club “tea”: its key is kept from now on" in output
        assert (home / "trusted-keys.json").exists()
        status, output, _ = said(capsys, file, "--trust", "--lang", "en")
        assert (status, "matches the key kept for this club on 20" in output) == (0, True)
        file.write_bytes(published(OTHER))
        status, output, _ = said(capsys, file, "--trust", "--lang", "en")
        assert (status, output.startswith("does not hold  "), "(another-key)" in output) == (1, True, True)

    def test_kept_key_counts_only_where_trust_is_asked_for(self, capsys: pytest.CaptureFixture[str], file: Path) -> None:
        said(capsys, file, "--trust")
        assert said(capsys, file)[0] == 3

    def test_nothing_is_kept_without_trust(self, capsys: pytest.CaptureFixture[str], file: Path, key: Path, home: Path) -> None:
        said(capsys, file, "--key", key)
        assert not home.exists()

    def test_key_of_a_file_that_does_not_hold_together_is_not_kept(
        self, capsys: pytest.CaptureFixture[str], file: Path, home: Path
    ) -> None:
        good = file.read_bytes()
        file.write_bytes(published(OTHER).replace(b'"points":"7/2"', b'"points":"9/2"'))
        assert said(capsys, file, "--trust")[0] == 1
        assert not home.exists()
        file.write_bytes(good)
        assert said(capsys, file, "--trust")[0] == 0

    def test_second_file_of_a_club_is_held_to_the_first_of_the_same_call(
        self, capsys: pytest.CaptureFixture[str], file: Path, tmp_path: Path
    ) -> None:
        other = tmp_path / "other.json"
        other.write_bytes(published(OTHER, event={**parts()["event"], "id": "another"}))
        status, output, _ = said(capsys, file, other, "--trust", "--json")
        assert (status, [json.loads(line)["holds"] for line in output.splitlines()]) == (1, [True, False])

    def test_clubs_have_keys_of_their_own(self, capsys: pytest.CaptureFixture[str], file: Path, tmp_path: Path) -> None:
        other = tmp_path / "other.json"
        event = parts()["event"]
        other.write_bytes(published(OTHER, event={**event, "id": "another", "club": {**event["club"], "slug": "lions"}}))
        assert said(capsys, file, other, "--trust")[0] == 0
        assert said(capsys, other, file, "--trust")[0] == 0

    def test_new_key_of_a_club_is_kept_when_it_is_named(self, capsys: pytest.CaptureFixture[str], file: Path) -> None:
        said(capsys, file, "--trust")
        new = signature.fingerprint(signature.public_of(OTHER))
        file.write_bytes(published(OTHER))
        assert said(capsys, file, "--trust")[0] == 1
        assert said(capsys, file, "--trust", "--key", new)[0] == 0
        assert said(capsys, file, "--trust")[0] == 0

    @pytest.mark.parametrize("text", ["", "[]", "{}", '{"clubs": 7, "withdrawn": {}}', '{"clubs": {"tea": 1}, "withdrawn": {}}'])
    def test_kept_keys_that_cannot_be_read_are_not_written_over(
        self, capsys: pytest.CaptureFixture[str], file: Path, home: Path, text: str
    ) -> None:
        home.mkdir(parents=True)
        (home / "trusted-keys.json").write_text(text)
        status, _, errors = said(capsys, file, "--trust", "--lang", "en")
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
        assert trust.folder() == Path(folder)


class TestWithdrawnKeys:
    @pytest.fixture
    def withdrawn(self, tmp_path: Path) -> Path:
        """A list by the new key (``OTHER``) that withdraws the former one."""
        path = tmp_path / "withdrawn.json"
        path.write_bytes(withdrawals.seal([FINGERPRINT], "2026-11-22T10:00:00Z", OTHER))
        return path

    def test_file_of_a_withdrawn_key_does_not_hold(
        self, capsys: pytest.CaptureFixture[str], file: Path, key: Path, withdrawn: Path
    ) -> None:
        given = ("--key", key, "--key", NEW, "--withdrawn", withdrawn)
        status, output, _ = said(capsys, file, *given, "--lang", "en")
        assert (status, output.startswith("does not hold  "), "(withdrawn)" in output) == (1, True, True)
        assert "2026-11-22T10:00:00Z" in output
        file.write_bytes(published(OTHER))
        assert said(capsys, file, *given)[0] == 0

    def test_list_signed_by_no_trusted_key_is_refused(
        self, capsys: pytest.CaptureFixture[str], file: Path, key: Path, withdrawn: Path
    ) -> None:
        for given in ((), ("--key", key), ("--trust",)):
            status, output, errors = said(capsys, file, *given, "--withdrawn", withdrawn, "--lang", "en")
            assert (status, output) == (2, "")
            assert f"signed by {NEW}, a key that you do not trust" in errors

    def test_withdrawal_is_kept_with_the_keys(self, capsys: pytest.CaptureFixture[str], file: Path, withdrawn: Path) -> None:
        said(capsys, file, "--trust")
        assert said(capsys, file, "--trust", "--key", NEW, "--withdrawn", withdrawn)[0] == 1
        assert said(capsys, file, "--trust")[0] == 1

    def test_list_signed_by_a_key_that_was_withdrawn_before_is_refused(
        self, capsys: pytest.CaptureFixture[str], file: Path, key: Path, withdrawn: Path, tmp_path: Path
    ) -> None:
        back = tmp_path / "back.json"
        back.write_bytes(withdrawals.seal([NEW], "2026-11-23T10:00:00Z", PRIVATE))
        lists = ("--withdrawn", withdrawn, "--withdrawn", back)
        assert said(capsys, file, "--key", key, "--key", NEW, *lists)[0] == 2

    @pytest.mark.parametrize("change", [(b"22T10", b"23T10"), (b'"withdrawn_keys":1', b'"withdrawn_keys":2')])
    def test_changed_list_is_refused(
        self, capsys: pytest.CaptureFixture[str], file: Path, withdrawn: Path, change: tuple[bytes, bytes]
    ) -> None:
        withdrawn.write_bytes(withdrawn.read_bytes().replace(*change))
        status, _, errors = said(capsys, file, "--key", NEW, "--withdrawn", withdrawn, "--lang", "en")
        assert (status, "list of withdrawn keys" in errors) == (2, True)

    @pytest.mark.parametrize(
        "text", ["", "[]", "7", "{}", '{"document": [], "signature": {}}', "null", '{"document": {"at": 1}}']
    )
    def test_file_that_is_no_list_is_refused(
        self, capsys: pytest.CaptureFixture[str], file: Path, withdrawn: Path, text: str
    ) -> None:
        withdrawn.write_text(text)
        assert said(capsys, file, "--key", NEW, "--withdrawn", withdrawn)[0] == 2

    def test_results_are_no_list_and_a_list_is_no_results(
        self, capsys: pytest.CaptureFixture[str], file: Path, key: Path, withdrawn: Path
    ) -> None:
        assert said(capsys, file, "--key", key, "--withdrawn", file)[0] == 2
        assert said(capsys, withdrawn, "--key", NEW)[0] == 2
        signed = json.loads(withdrawn.read_bytes())
        public = signature.public_of(OTHER)
        assert not signature.holds(public, signed["hash"], signed["signature"]["value"])


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
    assert (status, report["holds"], report["consistent"], report["trusted"]) == (2, False, True, None)
    assert (report["matches"], report["problems"]) == (3, [])
    assert (nothing["holds"], nothing["consistent"], nothing["problems"][0]["code"]) == (False, False, "unreadable")


def test_command_names_publications_that_do_not_follow(capsys: pytest.CaptureFixture[str], file: Path, tmp_path: Path) -> None:
    second = tmp_path / "second.results.json"
    second.write_bytes(published(number=2, previous=json.loads(published())["hash"]))
    assert said(capsys, file, second)[0] == 3
    second.write_bytes(published(number=2, previous="0" * 64))
    status, output, _ = said(capsys, file, second, "--lang", "en")
    assert (status, "/document/previous" in output) == (1, True)


def test_command_says_the_same_without_the_library_for_signatures(file: Path) -> None:
    main_ = f"from referee.cli import main; sys.exit(main(['verify-results', {str(file)!r}, '--json']))"
    said = [
        subprocess.run([sys.executable, "-c", f"import sys; {code}{main_}"], capture_output=True, text=True, check=False)
        for code in ("", "sys.modules['cryptography'] = None; ")
    ]
    assert said[0].stdout
    assert (said[0].returncode, said[0].stdout) == (said[1].returncode, said[1].stdout)
