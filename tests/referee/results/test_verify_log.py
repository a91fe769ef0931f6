"""``referee verify-log`` and ``verify-results --log``: what is found out of a log by who kept one signed head."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from referee.cli import main
from referee.results.published import signature
from tests.referee.results.evening import OTHER, PRIVATE
from tests.referee.results.logs import ORIGIN, Log, published_in_a_log, served

Said = Callable[..., tuple[int, str]]
KEPT = 5
"""Entries of the log when its head was kept."""


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The user's configuration folder."""
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    return tmp_path / "config" / "referee"


@pytest.fixture
def log() -> Log:
    return Log([f"entry {number}".encode() for number in range(1, 12)])


@pytest.fixture
def address(log: Log) -> Iterator[str]:
    with served(log) as found:
        yield found


@pytest.fixture
def key(tmp_path: Path) -> Path:
    return write(tmp_path / "key.pem", signature.pem(signature.public_of(PRIVATE)))


@pytest.fixture
def kept(tmp_path: Path, log: Log) -> Path:
    return write(tmp_path / "kept", log.head(KEPT))


@pytest.fixture
def said(capsys: pytest.CaptureFixture[str]) -> Said:
    def run(*arguments: object, command: str = "verify-log") -> tuple[int, str]:
        status = main([command, *map(str, arguments), "--lang", "en"])
        output = capsys.readouterr()
        return status, output.out + output.err

    return run


def write(path: Path, content: str | bytes | dict[str, Any]) -> Path:
    """The file, with this in it; an object as JSON."""
    text = json.dumps(content) if isinstance(content, dict) else content
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return path


class TestALogByItsAddress:
    def test_log_that_only_grew_holds(self, said: Said, kept: Path, key: Path, address: str) -> None:
        status, output = said(kept, "--log", address, "--key", key)
        assert (status, output.splitlines()[0]) == (0, "holds")
        assert f"log {ORIGIN}, 2 heads, the latest of 11 entries" in output
        assert "matches the key you gave" in output

    def test_log_whose_end_was_cut_off_is_found_out(self, said: Said, log: Log, kept: Path, key: Path, address: str) -> None:
        del log.entries[KEPT - 1 :]
        status, output = said(kept, "--log", address, "--key", key)
        assert status == 1
        assert "This head covers 5 entries, and the log has 4 now: its end was cut off.  (cut)" in output

    @pytest.mark.parametrize("changed", range(KEPT))
    def test_log_of_which_an_entry_was_rewritten_is_found_out(
        self, said: Said, log: Log, kept: Path, key: Path, address: str, changed: int
    ) -> None:
        log.entries[changed] = b"never was"
        status, output = said(kept, "--log", address, "--key", key)
        assert status == 1
        assert f"{kept}  The head of 5 entries is not the beginning of that of 11: " in output
        assert "(rewritten)" in output

    def test_log_signed_by_another_key_is_found_out(self, said: Said, log: Log, kept: Path, key: Path, address: str) -> None:
        log.private = OTHER
        status, output = said(kept, "--log", address, "--key", key)
        assert (status, "(untrusted)" in output) == (1, True)
        # Nobody named a key: the kept head shows it, for the log has no key that signed it.
        status, output = said(kept, "--log", address)
        assert (status, "(head-key)" in output) == (1, True)


class TestFilesAlone:
    def test_heads_and_the_proof_between_them_hold(self, said: Said, log: Log, kept: Path, key: Path, tmp_path: Path) -> None:
        now, grown = write(tmp_path / "now", log.shown()), write(tmp_path / "proof.json", log.consistency(KEPT, 11))
        assert said(kept, now, grown, "--key", key)[0] == 0
        assert said(kept, "--log", now, "--log", grown, "--key", key)[0] == 0
        status, output = said(kept, now, "--key", key)
        assert (status, "(unlinked)" in output, output.splitlines()[0]) == (
            3,
            True,
            "nothing contradicts it, but not everything is proven",
        )


class TestPublications:
    @pytest.fixture
    def results(self, log: Log, tmp_path: Path) -> Path:
        """A publication after the head of five entries, which is the seventh."""
        told, data = published_in_a_log(KEPT)
        log.entries, log.published = told.entries, told.published
        return write(tmp_path / "evening.results.json", data)

    def test_publication_is_in_the_log(self, said: Said, results: Path, key: Path, address: str) -> None:
        status, output = said(results, "--log", address, "--key", key)
        assert (status, f"{results}: entry 7 of the log" in output) == (0, True)
        status, output = said(results, "--log", address, "--key", key, command="verify-results")
        assert (status, output.startswith("holds  "), "    entry 7 of the log\n" in output) == (0, True, True)
        status, output = said(results, "--key", key, "--json", command="verify-results")
        assert (status, json.loads(output)["logged"]) == (0, None), "not asked"

    def test_publication_that_the_log_does_not_know_does_not_hold(
        self, said: Said, log: Log, results: Path, key: Path, address: str
    ) -> None:
        log.published.clear()
        for command in ("verify-log", "verify-results"):
            status, output = said(results, "--log", address, "--key", key, command=command)
            assert (status, "(not-in-log)" in output) == (1, True)

    def test_log_rewritten_after_the_publication_is_found_out_by_the_head_in_it(
        self, said: Said, log: Log, results: Path, key: Path, address: str
    ) -> None:
        log.entries[2] = b"never was"
        for command in ("verify-log", "verify-results"):
            status, output = said(results, "--log", address, "--key", key, command=command)
            assert (status, "(rewritten)" in output) == (1, True)
