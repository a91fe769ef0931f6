"""``referee verify-log`` and ``verify-results --log``: what is found out of a log by who kept one signed head."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from referee.cli import main
from referee.cli.results import log_address
from referee.results.published import signature
from referee.worker.jobs import JOBS, Refused
from tests.referee.results.evening import OTHER, PRIVATE, parts, published
from tests.referee.results.logs import ORIGIN, Log, publication_entry, published_in_a_log, served

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


def by_job(texts: list[bytes], **options: Any) -> dict[str, Any]:
    """The report on the first of these files, as a page in the browser gets it."""
    given = {"names": [f"{at}.txt" for at in range(len(texts))], **options}
    found: dict[str, Any] = json.loads(b"".join(JOBS["verify_results"](texts, given)))[0]
    return found


def codes(report: dict[str, Any], kind: str) -> list[str]:
    return [one["code"] for one in report[kind]]


class TestALogByItsAddress:
    def test_log_that_only_grew_holds(self, said: Said, kept: Path, key: Path, address: str) -> None:
        status, output = said(kept, "--log", address, "--key", key)
        assert (status, output.splitlines()[0]) == (0, "holds")
        assert f"log {ORIGIN}, 2 heads, the latest of 11 entries" in output
        assert "matches the key you gave" in output

    def test_log_signed_by_a_key_that_nobody_named_is_3(self, said: Said, kept: Path, address: str) -> None:
        status, output = said(kept, "--log", address)
        assert (status, output.splitlines()[0]) == (3, "holds together, signed by a key that you have not named")

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

    @pytest.mark.parametrize("place", [0, 2, KEPT - 1])
    def test_log_with_an_entry_taken_out_or_put_in_is_found_out(
        self, said: Said, log: Log, kept: Path, key: Path, address: str, place: int
    ) -> None:
        log.entries.insert(place, b"never was")
        assert "(rewritten)" in said(kept, "--log", address, "--key", key)[1]
        del log.entries[place : place + 2]
        assert "(rewritten)" in said(kept, "--log", address, "--key", key)[1]

    def test_entry_after_the_kept_head_is_nothing_that_it_shows(
        self, said: Said, log: Log, kept: Path, key: Path, address: str
    ) -> None:
        log.entries[KEPT] = b"another"
        assert said(kept, "--log", address, "--key", key)[0] == 0

    def test_two_heads_of_one_size_are_two_histories(self, said: Said, log: Log, tmp_path: Path, key: Path, address: str) -> None:
        kept = write(tmp_path / "kept", log.head())
        log.entries[3] = b"never was"
        status, output = said(kept, "--log", address, "--key", key)
        assert status == 1
        assert f"{kept}  Of 11 entries there is another head here than in {address}:" in output
        assert "(two-histories)" in output

    def test_log_signed_by_another_key_is_found_out(self, said: Said, log: Log, kept: Path, key: Path, address: str) -> None:
        log.private = OTHER
        status, output = said(kept, "--log", address, "--key", key)
        assert (status, "(untrusted)" in output) == (1, True)
        # Nobody named a key: the kept head shows it, for the log has no key that signed it.
        status, output = said(kept, "--log", address)
        assert (status, "(head-key)" in output) == (1, True)

    def test_log_that_will_not_prove_does_not_hold(self, said: Said, log: Log, kept: Path, key: Path, address: str) -> None:
        log.consistency = lambda *sizes: None  # type: ignore[method-assign,assignment,return-value]
        status, output = said(kept, "--log", address, "--key", key)
        assert (status, "(log-refuses)" in output) == (1, True)

    def test_heads_that_were_signed_before_the_key_changed_are_checked_by_theirs(
        self, said: Said, log: Log, kept: Path, key: Path, address: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        before = log.shown(KEPT)
        log.private = OTHER
        honest = log.answer
        monkeypatch.setattr(log, "answer", lambda at: before if at.endswith("/heads/5") else honest(at))
        new = signature.fingerprint(signature.public_of(OTHER))
        assert said(kept, "--log", address, "--key", key, "--key", new)[0] == 0
        assert said(kept, "--log", address, "--key", key)[0] == 1

    def test_many_heads_are_asked_about_some_at_a_time(self, said: Said, tmp_path: Path, key: Path) -> None:
        log = Log([str(number).encode() for number in range(150)])
        kept = write(tmp_path / "heads", "".join(json.dumps(log.shown(size)) + "\n" for size in range(1, 150)))
        with served(log) as address:
            status, output = said(kept, "--log", address, "--key", key)
            assert (status, "150 heads" in output) == (0, True)
            assert len(log.asked) == 4
            log.entries[100] = b"never was"
            output = said(kept, "--log", address, "--key", key)[1]
            assert "The head of 149 entries is not the beginning of that of 150" in output

    def test_head_with_another_signature_is_refused(self, said: Said, log: Log, tmp_path: Path, key: Path, address: str) -> None:
        forged = log.head(KEPT).replace("\n5\n", "\n6\n")
        status, output = said(write(tmp_path / "forged", forged), "--log", address, "--key", key)
        assert (status, "(head-signature)" in output) == (1, True)

    def test_heads_of_two_logs_are_told(self, said: Said, log: Log, tmp_path: Path, key: Path, address: str) -> None:
        other = write(tmp_path / "other", log.head(KEPT, origin="elsewhere.example.org"))
        status, output = said(other, "--log", address, "--key", key)
        assert (status, "(two-logs)" in output) == (1, True)

    def test_key_of_a_log_is_kept_and_another_one_is_found_out(self, said: Said, log: Log, kept: Path, address: str) -> None:
        status, output = said(kept, "--log", address, "--trust")
        assert (status, "the key is kept from now on" in output) == (0, True)
        assert said("--log", address, kept, "--trust")[0] == 0
        log.private = OTHER
        status, output = said("--log", address, "--trust")
        assert (status, "(log-another-key)" in output) == (1, True)


class TestALogThatAnswersStrangely:
    @pytest.mark.parametrize(
        "answer",
        [
            b"",
            b"[]",
            b"{}",
            b"{" * 100_000,
            b'{"head": 7}',
            b'{"head": "x"}',
            b'{"key": "x", "head": "x"}',
            b'{"results": [[]]}',
            b" " * (log_address.MOST_BYTES + 1),
            "http://127.0.0.1:9/elsewhere",
        ],
    )
    def test_answer_that_is_none_is_unusable(self, said: Said, kept: Path, log: Log, address: str, answer: Any) -> None:
        log.answer = lambda at: answer  # type: ignore[method-assign]
        assert said(kept, "--log", address)[0] == 2

    @pytest.mark.parametrize("address", ["http://127.0.0.1:1", "http://", "http://["])
    def test_address_that_does_not_answer_is_unusable(self, said: Said, kept: Path, address: str) -> None:
        assert said(kept, "--log", address)[0] == 2

    def test_log_without_a_head_is_unusable(self, said: Said, kept: Path, log: Log, address: str) -> None:
        log.answer = lambda at: None  # type: ignore[method-assign]
        status, output = said(kept, "--log", address)
        assert (status, "no signed head" in output) == (2, True)

    def test_answer_that_takes_too_long_is_unusable(
        self, said: Said, kept: Path, address: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(log_address, "SECONDS", -1.0)
        assert said(kept, "--log", address)[0] == 2

    def test_proof_that_is_garbage_proves_nothing(self, said: Said, log: Log, kept: Path, key: Path, address: str) -> None:
        honest = log.consistency(KEPT, 11)
        for path in (honest["consistency"][0]["path"][:-1], [log.key] * 3, "x"):
            log.consistency = lambda *sizes, path=path: {"consistency": [{"first": 5, "second": 11, "path": path}]}  # type: ignore[method-assign,misc]
            assert said(kept, "--log", address, "--key", key)[0] in (1, 2)


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

    def test_two_heads_kept_by_two_clubs_show_two_histories_without_the_log(
        self, said: Said, log: Log, key: Path, tmp_path: Path
    ) -> None:
        one = write(tmp_path / "one", log.head(KEPT))
        log.entries[2] = b"never was"
        assert "(two-histories)" in said(one, write(tmp_path / "two", log.head(KEPT)), "--key", key)[1]

    def test_one_head_alone_proves_nothing(self, said: Said, kept: Path, key: Path) -> None:
        status, output = said(kept, "--key", key)
        assert (status, "(alone)" in output) == (3, True)

    def test_notes_one_after_the_other_are_as_good(self, said: Said, log: Log, key: Path, tmp_path: Path) -> None:
        heads = write(tmp_path / "heads", log.head(3) + "\n" + log.head(KEPT))
        assert said(heads, write(tmp_path / "proof", log.consistency(3, KEPT)), "--key", key)[0] == 0

    def test_json_says_the_same(self, said: Said, log: Log, kept: Path, key: Path, tmp_path: Path) -> None:
        now = write(tmp_path / "now", log.shown())
        status, output = said(kept, now, "--key", key, "--json")
        report = json.loads(output)
        assert (status, report["holds"], report["heads"], report["size"]) == (3, False, 2, 11)
        assert [one["code"] for one in report["notes"]] == ["unlinked"]

    @pytest.mark.parametrize(
        "content", [b"", b"nothing", b"\xff\xfe", b"{}", b"[]", b'{"a":1}\n{', b"{" * 10**5, b"c2sp.org/tlog-proof@v1\n"]
    )
    def test_file_of_something_else_is_unusable(self, said: Said, tmp_path: Path, content: bytes) -> None:
        assert said(write(tmp_path / "file", content))[0] == 2

    def test_nothing_given_is_unusable(self, said: Said) -> None:
        assert said()[0] == 2
        assert said("/nowhere/at/all")[0] == 2


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

    def test_job_holds_a_file_against_what_is_at_hand_of_the_log(self) -> None:
        log, data = published_in_a_log()
        proof, grown = log.proof(7, 9).encode(), json.dumps(log.consistency(KEPT, 9)).encode()
        report = by_job([data, proof, grown], log=2, keys=[log.key])
        assert (report["holds"], report["logged"], report["entry"]) == (True, True, 7)
        report = by_job([data, proof], log=1, keys=[log.key])
        assert (report["holds"], report["logged"], codes(report, "notes")) == (False, False, ["unlinked"])
        log.entries[2] = b"never was"
        report = by_job([data, log.proof(7, 9).encode(), json.dumps(log.consistency(KEPT, 9)).encode()], log=2, keys=[log.key])
        assert (report["consistent"], codes(report, "problems")) == (False, ["rewritten"])
        with pytest.raises(Refused, match=r"1\.txt: This is no signed head"):
            by_job([data, b"nothing"], log=1, keys=[])

    def test_job_says_of_a_log_that_another_key_signs_that_it_is_not_trusted(self) -> None:
        log, data = published_in_a_log()
        other = Log(log.entries, OTHER)
        told = json.dumps({**other.shown(9), "publication": json.loads(data)["hash"], "proof": log.proof(7, 9)}).encode()
        report = by_job([data, told, json.dumps(log.consistency(KEPT, 9)).encode()], log=2, keys=[log.key])
        assert (report["holds"], codes(report, "problems")) == (False, ["untrusted"])

    @pytest.mark.parametrize("command", ["verify-log", "verify-results"])
    def test_log_that_grows_while_it_is_asked_holds(
        self, said: Said, log: Log, results: Path, key: Path, address: str, monkeypatch: pytest.MonkeyPatch, command: str
    ) -> None:
        before = log.answer

        def answer(address: str) -> dict[str, Any] | None:
            found = before(address)
            log.entries.append(b"meanwhile")
            return found

        monkeypatch.setattr(log, "answer", answer)
        status, output = said(results, "--log", address, "--key", key, command=command)
        assert (status, "(cut)" in output) == (0, False)

    def test_proof_beside_the_file_is_enough_where_heads_are_linked(
        self, said: Said, log: Log, results: Path, key: Path, tmp_path: Path
    ) -> None:
        found = write(tmp_path / "evening.tlog-proof", log.proof(7, 9))
        assert said(results, found, write(tmp_path / "grown", log.consistency(KEPT, 9)), "--key", key)[0] == 0
        status, output = said(results, found, "--key", key)
        assert (status, "(unlinked)" in output) == (3, True)
        status, output = said(results, "--log", found, "--key", key, command="verify-results")
        assert (status, "(unlinked)" in output) == (3, True)

    def test_publication_that_the_log_does_not_know_does_not_hold(
        self, said: Said, log: Log, results: Path, key: Path, address: str
    ) -> None:
        log.published.clear()
        for command in ("verify-log", "verify-results"):
            status, output = said(results, "--log", address, "--key", key, command=command)
            assert (status, "(not-in-log)" in output) == (1, True)

    def test_publication_that_no_head_covers_yet_is_3(self, said: Said, log: Log, results: Path, key: Path, address: str) -> None:
        log.published = dict.fromkeys(log.published, (0, 1))
        for command in ("verify-log", "verify-results"):
            status, output = said(results, "--log", address, "--key", key, command=command)
            assert (status, "(not-yet-logged)" in output) == (3, True)

    def test_newer_publication_is_told_and_the_older_one_holds(
        self, said: Said, log: Log, results: Path, key: Path, address: str
    ) -> None:
        log.published = dict.fromkeys(log.published, (7, 3))
        status, output = said(results, "--log", address, "--key", key, command="verify-results")
        assert status == 0
        assert "This is publication 1; there is a newer one of the same event, 3.  (newer-publication)" in output

    @pytest.mark.parametrize("entry", [publication_entry(7, "4f0c", 2, "0"), publication_entry(6, "4f0c", 1, "0"), b"else"])
    def test_entry_of_something_else_is_no_proof(
        self, said: Said, log: Log, results: Path, key: Path, address: str, entry: bytes
    ) -> None:
        log.entries[6] = entry.replace(b'"0', b'"' + next(iter(log.published)).encode())
        status, output = said(results, "--log", address, "--key", key)
        assert (status, "(no-inclusion)" in output) == (3, True)

    def test_proof_that_leads_nowhere_does_not_hold(self, said: Said, log: Log, results: Path, key: Path, tmp_path: Path) -> None:
        wrong = log.proof(7).replace("index 6", "index 5")
        status, output = said(results, write(tmp_path / "wrong.tlog-proof", wrong), "--key", key)
        assert (status, "(not-included)" in output) == (1, True)

    def test_log_rewritten_after_the_publication_is_found_out_by_the_head_in_it(
        self, said: Said, log: Log, results: Path, key: Path, address: str
    ) -> None:
        log.entries[2] = b"never was"
        for command in ("verify-log", "verify-results"):
            status, output = said(results, "--log", address, "--key", key, command=command)
            assert (status, "(rewritten)" in output) == (1, True)

    def test_head_of_later_than_the_publication_is_no_head_before_it(
        self, said: Said, log: Log, key: Path, address: str, tmp_path: Path
    ) -> None:
        data = published(log={"head": log.head(9)})
        digest = json.loads(data)["hash"]
        log.entries[9], log.published = publication_entry(10, "4f0c", 1, digest), {digest: (10, 1)}
        assert said(write(tmp_path / "r.json", data), "--log", address, "--key", key)[0] == 0
        del log.entries[0]
        log.entries.insert(9, b"x")
        log.entries[8], log.published = publication_entry(9, "4f0c", 1, digest), {digest: (9, 1)}
        # The head was of nine other entries, too.
        assert "(logged-before)" in said(tmp_path / "r.json", "--log", address, "--key", key)[1]

    def test_file_whose_head_another_key_signed_does_not_hold(self, said: Said, log: Log, key: Path, tmp_path: Path) -> None:
        log.private = OTHER
        for head in (log.head(), "nothing"):
            path = write(tmp_path / "r.json", published(log={"head": head}))
            status, output = said(path, "--key", key, command="verify-results")
            assert (status, "(log-head)" in output) == (1, True)

    def test_file_without_a_head_is_of_an_earlier_form_and_stays_good(self, said: Said, key: Path, tmp_path: Path) -> None:
        with_head, without = (json.loads(published(**more)) for more in ({"log": {"head": Log([b"x"]).head()}}, {}))
        assert (with_head["document"]["results"], without["document"]["results"]) == (3, 1)
        path = write(tmp_path / "r.json", published(**parts()))
        assert said(path, "--key", key, command="verify-results")[0] == 0
