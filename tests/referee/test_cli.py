"""The command line: what it prints, on which stream, and the exit status it ends with."""

from __future__ import annotations

import io
import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

import referee
from referee.chinese import LANGUAGES, in_language
from referee.cli import main
from referee.core import registry
from referee.notation import limits
from tests.golden import HOME
from tests.proof import one_in

ROOT = Path(__file__).parents[2]

CLEAN = """[PPN "1"]
[Game "sichuan"]
[Rules "putong"]
[Seat.E "Zhang San"]
[Seat.S "Li [bold]Si[/bold]"]

[Round "3"]
[Dealer "E"]
[Hand.E "123456789m12355p"]
[Hand.S "1112223334445s"]
[Hand.W "5556667778889s"]
[Hand.N "1112223334447p"]
[Scores "E+96 S-32 W-32 N-32"]
E.hu:32
"""
"""The dealer's dealt hand wins."""

FLAGGED = CLEAN.replace("E.hu:32", "E-5p S.chi:12s")
WRONG_SCORE = CLEAN.replace("E+96", "E+97")
BROKEN = CLEAN.replace('[Dealer "E"]', "[Dealer E]")


class Ran(NamedTuple):
    """How a command ended."""

    status: int
    out: str
    err: str

    @property
    def lines(self) -> list[str]:
        return self.out.splitlines()


class Desk:
    """Runs commands in a folder of files, with something on standard input."""

    def __init__(self, folder: Path, capture: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
        self.folder, self._capture, self._monkeypatch = folder, capture, monkeypatch

    def file(self, name: str, text: str) -> str:
        path = self.folder / name
        path.write_text(text, "utf-8")
        return str(path)

    def run(self, *arguments: str, stdin: str = "") -> Ran:
        self._monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin.encode()), "utf-8"))
        try:
            status = main(arguments)
        except SystemExit as stop:
            status = int(stop.code or 0)
        return Ran(status, *self._capture.readouterr())


@pytest.fixture
def desk(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Desk:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    return Desk(tmp_path, capsys, monkeypatch)


def verdict_of(text: str) -> object:
    return json.loads(json.dumps(referee.verify(next(iter(referee.parse_file(text)))).as_dict()))


def odd_draws(number: int) -> str:
    """A match with this many draws, none of which fits the wall."""
    hands = "".join(f'[Hand.{seat} "?"]\n' for seat in "ESWN")
    draws = " ".join(f"{'SWNE'[at % 4]}+9m {'SWNE'[at % 4]}-9m" for at in range(number))
    wall = "1m2m3m4m5m" * 11
    return f'[PPN "1"]\n[Game "sichuan"]\n\n[Round "1"]\n[Dealer "E"]\n[Wall "{wall}"]\n{hands}E-9p {draws}\n'


class TestVerify:
    def test_verify_prints_one_line_for_a_clean_match_with_status_0(self, desk: Desk) -> None:
        ran = desk.run("verify", desk.file("a.ppn", CLEAN))
        assert (ran.status, ran.err) == (0, "")
        (line,) = ran.lines
        assert line.startswith("clean")
        assert "a.ppn:1" in line
        assert "East +96" in line

    def test_verify_calls_nothing_clean_that_was_not_checked(self, desk: Desk) -> None:
        scores = '[PPN "1"]\n[Game "sichuan"]\n[Rules "putong"]\n\n[Round "1"]\n[Scores "E-16 S+16 W0 N0"]\n[Kind "scores"]\n'
        ran = desk.run("verify", "--lang", "en", desk.file("a.ppn", scores))
        assert (ran.status, ran.out.split("  ")[0], "1 round  0 checked" in ran.out) == (0, "not checked", True)

    def test_verify_cites_the_clause_of_a_flagged_match_with_status_1(self, desk: Desk) -> None:
        ran = desk.run("verify", desk.file("a.ppn", FLAGGED))
        assert ran.status == 1
        assert ran.lines[0].startswith("flagged")
        found = next(line for line in ran.lines if "chi-not-allowed" in line)
        assert "round 3, move 2" in found
        assert "S.chi:12s" in found
        assert "line 14, column 6" in found
        assert "Li [bold]Si[/bold] (South) claimed a run; Sichuan mahjong has no chi." in ran.out
        assert "SCM-2.1 T" in ran.out

    @pytest.mark.parametrize(
        ("language", "told"),
        [
            ("en", "up to there (partial): wins 1, kongs 0, paid East −1, South +1"),
            ("zh", "到那裡為止（不全）：胡 1、槓 0，帳目 東家 −1、南家 +1"),
        ],
    )
    def test_verify_sums_up_what_is_known_of_a_halted_round(self, desk: Desk, language: str, told: str) -> None:
        hands = '[Hand.E "?"]\n[Hand.S "234567p45678s77p"]\n[Hand.W "?"]\n[Hand.N "?"]\n'
        head = f'[PPN "1"]\n[Game "sichuan"]\n[Rules "xuezhan forced_win=off"]\n[Round "1"]\n[Dealer "E"]\n{hands}'
        ran = desk.run("verify", "--lang", language, desk.file("a.ppn", f"{head}E-9s S.hu W+1p W-1p S.peng"))
        assert ran.lines[-1].strip() == told

    def test_verify_tells_the_places_that_were_decided_in_a_halted_round(self, desk: Desk) -> None:
        text = (HOME / "gouji" / "mixed-ranks.ppn").read_text(encoding="utf-8")
        ran = desk.run("verify", "--lang", "zh", desk.file("a.ppn", text))
        assert ran.lines[-1].strip() == "到那裡為止（不全）：頭科 戊家、大落 丁家"

    @pytest.mark.parametrize(
        ("locale", "said"),
        [
            ("zh_TW.UTF-8", "無誤"),
            ("zh_CN.UTF-8", "无误"),
            ("zh-Hans", "无误"),
            ("en_US.UTF-8", "clean"),
            ("C", "clean"),
        ],
    )
    def test_verify_takes_its_language_from_the_locale(
        self, desk: Desk, monkeypatch: pytest.MonkeyPatch, locale: str, said: str
    ) -> None:
        monkeypatch.setenv("LANG", locale)
        assert desk.run("verify", desk.file("a.ppn", CLEAN)).out.startswith(said)

    def test_verify_of_an_unreadable_match_has_status_2_and_judges_the_others(self, desk: Desk) -> None:
        ran = desk.run("verify", desk.file("a.ppn", f"{CLEAN}\n{BROKEN}\n{WRONG_SCORE}"))
        assert ran.status == 2
        assert [line.split()[0] for line in ran.lines if not line.startswith(" ")] == ["clean", "unreadable", "flagged"]
        assert "line 23" in ran.out

    def test_verify_prints_json_as_one_verdict_a_line(self, desk: Desk) -> None:
        ran = desk.run("verify", "--json", desk.file("a.ppn", f"{CLEAN}\n{FLAGGED}"))
        assert ran.status == 1
        clean, flagged = map(json.loads, ran.lines)
        assert clean == verdict_of(CLEAN)
        assert flagged["rounds"][0]["findings"][0]["code"] == "chi-not-allowed"

    def test_verify_names_a_missing_file_and_judges_the_others(self, desk: Desk) -> None:
        ran = desk.run("verify", str(desk.folder / "none.ppn"), desk.file("a.ppn", CLEAN), str(desk.folder))
        assert ran.status == 2
        assert len(ran.lines) == 1
        missing, folder = ran.err.splitlines()
        assert "none.ppn" in missing
        assert "No such file" in missing
        assert "directory" in folder

    def test_verify_counts_findings_beyond_those_listed(self, desk: Desk) -> None:
        record = desk.file("a.ppn", odd_draws(4))
        assert "round 1: 3 more of wall-mismatch, not listed one by one" in desk.run("verify", record).out
        assert "第 1 局另有 3 處 wall-mismatch，未逐一列出" in desk.run("verify", "--lang", "zh", record).out

    def test_verify_flags_an_unknown_game_or_option(self, desk: Desk) -> None:
        ran = desk.run("verify", desk.file("a.ppn", CLEAN.replace("sichuan", "chess") + CLEAN.replace("putong", "x y=1")))
        assert ran.status == 1
        assert all(word in ran.out for word in ("unknown-game", "PPN-3", "unknown-option", "PPN-4", "“y=1”"))

    @pytest.mark.parametrize("form", [(), ("--json",)])
    def test_verify_prints_the_same_with_any_number_of_processes(self, desk: Desk, form: tuple[str, ...]) -> None:
        texts = [CLEAN, FLAGGED, BROKEN, WRONG_SCORE]
        files = [desk.file("a.ppn", "\n".join(texts[n % 4] for n in range(130))), "none", desk.file("b.ppn", CLEAN)]
        one, three = desk.run("verify", *form, *files), desk.run("verify", "--jobs", "3", *form, *files)
        assert one == three
        assert one.status == 2
        assert one.out.count("PPN-1") >= 32

    def test_verify_reports_an_engine_fault_and_no_verdict(self, desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
        verify = referee.verify

        def faulty(record: object) -> object:
            if getattr(record, "rules", "") == "putong max_fan=2":
                raise ZeroDivisionError("so it goes")
            return verify(record)  # type: ignore[arg-type]

        monkeypatch.setattr(referee, "verify", faulty)
        ran = desk.run("verify", desk.file("a.ppn", CLEAN.replace("putong", "putong max_fan=2") + CLEAN))
        assert ran.status == 3
        assert len(ran.lines) == 1
        assert ran.lines[0].startswith("clean")
        assert "a.ppn:1: the referee itself failed (ZeroDivisionError" in ran.err

    def test_verify_prints_no_control_character_of_a_record(self, desk: Desk) -> None:
        hostile = "\x1b[31m\u202e\x9b2J"
        ran = desk.run("verify", desk.file("a.ppn", CLEAN.replace('"sichuan"', f'"{hostile}"')))
        assert not set(hostile) & {"\x1b", "\u202e", "\x9b"} & set(ran.out)
        assert "\\x1b[31m" in ran.out

    def test_verify_is_held_to_the_limits_of_the_service(self, desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
        """P14: a megabyte of matches of nothing cost 163 MB of answer."""
        monkeypatch.setattr(limits, "MATCHES", 20)
        file = desk.file("a.json", f"[{','.join(['{}'] * 25)}]".replace("{}", '{"ppn":1}'))
        ran = desk.run("verify", "--json", "--lang", "en", file)
        assert (ran.status, len(ran.lines)) == (2, 21)
        assert "at most 20 matches a file" in ran.lines[-1]
        assert "--no-limits lifts the limits" in ran.err
        assert len(desk.run("verify", "--json", "--no-limits", file).lines) == 25

    @pytest.mark.parametrize(
        ("limit", "most"), one_in(3, [("FILE_ROUNDS", 1_200), ("ANSWER_BYTES", 400_000), ("FILE_BYTES", 5_000)])
    )
    def test_verify_stops_at_the_first_limit_alike_with_any_number_of_processes(
        self, desk: Desk, monkeypatch: pytest.MonkeyPatch, limit: str, most: int
    ) -> None:
        """P14: 500 empty rounds a match, ten matches of them."""
        rounds = ",".join(f'{{"round":{number}}}' for number in range(1, 501))
        empty = f'{{"ppn":1,"game":"gouji","rounds":[{rounds}]}}'
        files = [desk.file("a.json", f"[{','.join([empty] * 10)}]"), desk.file("b.ppn", CLEAN)]
        monkeypatch.setattr(limits, limit, most)
        alone, together = (desk.run("verify", "--json", "--jobs", jobs, *files) for jobs in ("1", "2"))
        assert (alone.status, alone.out, alone.err) == (together.status, together.out, together.err)
        assert alone.status == 2
        assert [line.count('"too-large"') for line in alone.lines[-2:]] == [1, 0]
        assert len(alone.lines) < 11
        assert len(desk.run("verify", "--json", "--no-limits", files[1]).lines) == 1

    @pytest.mark.parametrize(
        "arguments", [["verify"], ["verify", "--jobs", "x", "f"], ["judge"], [], ["verify", "--lang", "fr", "f"]]
    )
    def test_misspelt_command_has_status_2(self, desk: Desk, arguments: list[str]) -> None:
        ran = desk.run(*arguments)
        assert ran.status == 2
        assert "usage: referee" in ran.err

    def test_verify_speaks_chinese_where_asked(self, desk: Desk) -> None:
        ran = desk.run("verify", "--lang", "zh", desk.file("a.ppn", FLAGGED))
        assert "四川麻將不能吃" in ran.out
        assert "第 3 局第 2 步" in ran.out
        assert "flagged" not in ran.out

    def test_verify_reads_json_records(self, desk: Desk) -> None:
        record = referee.parse(CLEAN)
        ran = desk.run("verify", "--json", desk.file("a.json", json.dumps(referee.write_json(record))))
        assert (ran.status, json.loads(ran.out)["record_sha256"]) == (0, record.sha256)

    def test_verify_reads_standard_input(self, desk: Desk) -> None:
        assert desk.run("verify", "-", stdin=WRONG_SCORE).status == 1

    def test_verify_names_a_file_without_a_match(self, desk: Desk) -> None:
        assert desk.run("verify", desk.file("a.ppn", "")).status == 2

    def test_verify_names_a_file_that_is_no_text(self, desk: Desk) -> None:
        (desk.folder / "a.ppn").write_bytes(b"\xff\xfe\x00")
        ran = desk.run("verify", "--json", str(desk.folder / "a.ppn"))
        assert ran.status == 2
        assert json.loads(ran.out)["status"] == "unreadable"


class TestReplay:
    def test_replay_shows_the_end_of_a_round(self, desk: Desk) -> None:
        ran = desk.run("replay", desk.file("a.ppn", CLEAN), "--round", "3")
        assert ran.status == 0, ran.err
        shown = ("Round 3, after move 1", "Zhang San", "Li [bold]Si[/bold]", "East", "1m 2m 3m", "+96", "32 points")
        assert [words for words in shown if words not in ran.out] == []

    def test_replay_shows_the_deal_from_a_seat(self, desk: Desk) -> None:
        ran = desk.run("replay", desk.file("a.ppn", FLAGGED), "--round", "3", "--move", "0", "--view", "S", "--lang", "zh")
        assert "第 3 局起手" in ran.out
        assert "1s 1s 1s 2s" in ran.out
        assert "1m 2m 3m" not in ran.out
        assert "? ? ?" in ran.out

    @pytest.mark.parametrize(
        ("record", "language", "told"),
        [
            (
                "hengyang/clean-01",
                "en",
                ["East  3 points  win  HYM-5.1", "(won, two triplets)", "On a discard from North (3 fan)", "birds  9p"],
            ),
            ("hengyang/clean-01", "zh", ["東家　3 分  胡牌  HYM-5.1", "(已胡、六六順)", "點炮", "鳥  9p"]),
            ("gouji/clean-01", "en", ["(leads first, 3rd, passed)", "(muffled, 5th, declared)", "(revolted, 4th, opened)"]),
            ("gouji/clean-01", "zh-Hans", ["(首发、三科、过)", "(被闷、二落、明点)", "(革命、四科、已开点)", "套牌 5"]),
        ],
    )
    def test_replay_tells_reasons_states_and_marks_in_the_words_of_the_game(
        self, desk: Desk, record: str, language: str, told: list[str]
    ) -> None:
        ran = desk.run("replay", str(HOME / f"{record}.ppn"), "--round", "1", "--lang", language)
        assert [words for words in told if words not in ran.out] == []

    @pytest.mark.parametrize(
        ("arguments", "said"),
        [
            (["--round", "1"], "no round 1; the record has: 3"),
            (["--round", "3", "--move", "9"], "no move 9"),
            (["--round", "3", "--match", "2"], "no match 2"),
            (["--round", "3", "--match", "0"], "no match 0"),
            (["--round", "3", "--view", "Q"], "no seat Q"),
        ],
    )
    def test_replay_of_a_missing_round_or_move_says_so(self, desk: Desk, arguments: list[str], said: str) -> None:
        ran = desk.run("replay", desk.file("a.ppn", CLEAN), *arguments)
        assert (ran.status, ran.out) == (2, "")
        assert said in ran.err

    def test_replay_of_a_wrong_deal_says_so(self, desk: Desk) -> None:
        ran = desk.run("replay", desk.file("a.ppn", CLEAN.replace("123456789m", "12345678m")), "--round", "3")
        assert ran.status == 2
        assert "round 3 cannot be laid out" in ran.err

    def test_replay_shows_a_finding_at_its_move(self, desk: Desk) -> None:
        ran = desk.run("replay", desk.file("a.ppn", FLAGGED), "--round", "3", "--move", "2")
        assert "chi-not-allowed" in ran.out

    def test_replay_of_an_unreadable_match_says_so(self, desk: Desk) -> None:
        ran = desk.run("replay", desk.file("a.ppn", BROKEN), "--round", "3")
        assert ran.status == 2
        assert "a.ppn: Line 8, column 1: " in ran.err


class TestConvert:
    def test_convert_to_json_and_back_gives_the_same_text(self, desk: Desk) -> None:
        canonical = desk.run("convert", "--to", "ppn", desk.file("a.ppn", f"{FLAGGED}\n{CLEAN}")).out
        as_json = desk.run("convert", "--to", "json", desk.file("b.ppn", canonical))
        assert len(as_json.lines) == 2
        assert desk.run("convert", "--to", "ppn", desk.file("c.json", as_json.out)).out == canonical
        assert canonical.startswith(referee.write(referee.parse(FLAGGED)).rstrip("\n"))

    def test_convert_to_a_sheet_leaves_the_moves_out_and_is_clean(self, desk: Desk) -> None:
        text = (HOME / "gouji" / "clean-01.ppn").read_text(encoding="utf-8")
        sheet = desk.run("convert", "--sheet", "--to", "ppn", desk.file("a.ppn", text))
        assert (sheet.status, sheet.out.count('[Kind "sheet"]')) == (0, text.count("[Round "))
        assert len(sheet.out) < len(text) / 4
        assert desk.run("verify", desk.file("b.ppn", sheet.out)).status == 0
        as_json = desk.run("convert", "--sheet", "--to", "json", desk.file("a.ppn", text))
        assert desk.run("convert", "--to", "ppn", desk.file("c.json", as_json.out)).out == sheet.out

    def test_convert_names_what_is_unreadable_and_writes_the_rest(self, desk: Desk) -> None:
        ran = desk.run("convert", "--to", "json", desk.file("a.ppn", f"{BROKEN}\n{CLEAN}"))
        assert ran.status == 2
        assert len(ran.lines) == 1
        assert "a.ppn: Line 8, column 1: " in ran.err

    def test_convert_names_the_round_that_no_sheet_can_be_made_of(self, desk: Desk) -> None:
        text = (HOME / "gouji" / "bad-deal.ppn").read_text(encoding="utf-8")
        ran = desk.run("convert", "--sheet", "--to", "ppn", desk.file("a.ppn", text))
        assert (ran.status, ran.out) == (2, "")
        assert "could not be refereed to its end" in ran.err


class TestRules:
    @pytest.mark.parametrize("language", one_in(3, LANGUAGES))
    def test_rules_prints_every_clause_option_and_reason(self, desk: Desk, language: str) -> None:
        listed = desk.run("rules")
        assert {game.id for game in registry.games()} == {line.split()[0] for line in listed.lines}
        for game in registry.games():
            out = desk.run("rules", game.id, "--lang", language).out
            said = "".join(out.split())
            for clause in game.rulebook:
                assert f"{clause.id}{clause.mark}" in said
                assert "".join(in_language(clause.text, language).split()) in said
                assert clause.reason is None or "".join(in_language(clause.reason, language).split()) in said
            for preset in game.rulebook.presets:
                assert f"  {preset.name} {preset.mark}" in out
                assert preset.reason is None or "".join(in_language(preset.reason, language).split()) in said
            for option in game.rulebook.options:
                assert f"  {option.name}=" in out

    def test_rules_of_an_unknown_game_says_so(self, desk: Desk) -> None:
        ran = desk.run("rules", "chess")
        assert ran.status == 2
        assert "chess" in ran.err
        assert "sichuan" in ran.err


class TestScore:
    def test_score_answers_line_by_line_and_continues_after_an_error(self, desk: Desk) -> None:
        asked = [
            '{"game": "sichuan", "hand": "123456789m1234p", "win": "1p"}',
            "nonsense",
            "[]",
            '{"game": "chess"}',
            '{"game": "sichuan", "hand": "123p"}',
            "[" * 5000,
            '{"game": "sichuan", "hand": "123456789m123p5s", "win": "5s"}',
            '{"game": "sichuan", "hand": "123456789m1234p", "waits": true}',
        ]
        ran = desk.run("score", stdin="\n".join(asked) + "\n")
        assert ran.status == 0
        answers = [json.loads(line) for line in ran.lines]
        assert answers[0] == {"wins": True, "value": 1, "fans": [{"code": "pinghu", "value": 1, "clause": "SCM-3.1"}]}
        assert all(set(answer) == {"error"} for answer in answers[1:6])
        assert answers[6] == {"wins": False, "reason": "three-suits"}
        assert answers[7] == {"waits": {"1p": 1, "4p": 1}}


def command(*arguments: str, **options: object) -> subprocess.Popen[bytes]:
    """The command in a process of its own."""
    return subprocess.Popen(  # type: ignore[call-overload,no-any-return]
        [sys.executable, "-m", "referee", *arguments],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        **options,
    )


class TestProcess:
    def test_first_verdict_of_the_tutorial_is_what_the_command_prints(self) -> None:
        with command("verify", "tests/golden/sichuan/three-suits.ppn", "--lang", "en") as process:
            printed, _ = process.communicate()
        assert printed.decode() in (ROOT / "docs" / "tutorials" / "first-verdict.md").read_text()

    def test_process_writes_utf8_whatever_the_locale(self) -> None:
        process = command("rules", "--lang", "zh", env={"PATH": os.environ["PATH"], "LC_ALL": "C", "PYTHONUTF8": "0"})
        out, err = process.communicate()
        assert "四川麻將" in out.decode()
        assert not err

    @pytest.mark.parametrize("jobs", one_in(2, ["2", "1"]))
    def test_process_ends_quietly_when_nobody_reads_its_output(self, tmp_path: Path, jobs: str) -> None:
        (tmp_path / "a.ppn").write_text("\n".join([CLEAN] * 1000))
        process = command("verify", "--json", "--jobs", jobs, str(tmp_path / "a.ppn"))
        assert process.stdout
        assert process.stderr
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(30) == 141

    @pytest.mark.parametrize("arguments", [("verify", "--json"), ("convert", "--to", "ppn"), ("rules",)])
    def test_process_says_that_its_output_cannot_be_written(self, tmp_path: Path, arguments: tuple[str, ...]) -> None:
        """P14, its kind: a full disk ended in a traceback, and with the status of a match that is flagged."""
        (tmp_path / "a.ppn").write_text(CLEAN)
        files = [] if arguments == ("rules",) else [str(tmp_path / "a.ppn")]
        with Path("/dev/full").open("wb") as full:
            ran = subprocess.run(
                [sys.executable, "-m", "referee", *arguments, *files], cwd=ROOT, stdout=full, stderr=subprocess.PIPE, check=False
            )
        assert (ran.returncode, ran.stderr) == (3, b"referee: No space left on device\n")

    def test_process_ends_quietly_when_interrupted(self) -> None:
        # A shell that runs the tests in its background has them ignore what a terminal sends, and so would the command.
        process = command("score", preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))
        assert process.stdin
        assert process.stdout
        process.stdin.write(b"{}\n")
        process.stdin.flush()
        process.stdout.readline()
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=600)
        assert (process.returncode, err) == (130, b"")
