"""Rulebooks: sound when loaded, rules texts resolved or explained, findings said in the players' own words."""

from __future__ import annotations

from dataclasses import dataclass, field, make_dataclass
from itertools import product
from pathlib import Path
from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee import Game
from referee.core import registry
from referee.core.verdict import Finding
from referee.games.sichuan.rulebook import Options as SichuanOptions
from referee.mahjong.rulebook import Options as MahjongOptions
from referee.rulebook import CORE, Options, Rulebook, RulebookError, Rules, UnsupportedOptions
from referee.rulebook.options import Option, write
from referee.rulebook.rules import with_rules

ROOT = Path(__file__).parents[2] / "referee"

PLAIN = """
id = "toy"
edition = "1"
name = { zh = "玩具", en = "Toy" }
[codes]
must-lead = "illegal"
[verbs.hop]
form = "tiles"
written = ["跳"]
call = { zh = "跳", en = "hop" }
said = { zh = "{seat}跳", en = "{seat} hops" }
said_with = { zh = "{seat}跳過{tiles}", en = "{seat} hops over {tiles}" }
[words.sentences]
not-fast = { zh = "九局不能快打", en = "nine rounds cannot be fast" }
[words.reasons]
hop = { zh = "跳錢", en = "hopping fee" }
[words.seats]
A = { zh = "甲", en = "Ann", written = ["壹"] }
B = { zh = "乙", en = "Bob" }
[words.tiles]
"7" = { zh = "七", en = "a seven" }
X = { zh = "大花", en = "a big joker" }
[[preset]]
name = "short"
mark = "I"
reason = { zh = "約定", en = "Agreed on." }
zh = "短"
en = "Short."
options = { length = 4, fast = true }
[[preset]]
name = "long"
mark = "T/I"
reason = { zh = "半是原文", en = "Half of it is the source's." }
default = true
zh = "長"
en = "Long."
[[option]]
name = "length"
kind = "int"
least = 1
most = 9
values = ["none"]
default = 6
clause = "TOY-1.1"
zh = "長短"
en = "How long."
[[option]]
name = "fast"
kind = "bool"
default = false
clause = "TOY-1.1"
zh = "快慢"
en = "How fast."
[[option]]
name = "gift"
kind = "choice"
values = ["off", "small", "large"]
default = "off"
defaults = [{ option = "length", is = 9, default = "large" }]
clause = "TOY-1.1"
zh = "賞"
en = "A gift."
[[clause]]
id = "TOY-1.1"
mark = "T"
checked = false
zh = "說明"
en = "A description."
[[clause]]
id = "TOY-1.2"
mark = "I"
checked = true
zh = "不可"
en = "Not allowed."
reason = { zh = "未說", en = "The text is silent." }
[clause.findings.must-lead]
zh = "{seat}手裡有{tiles}，輪到{player}。"
en = "{seat} holds {tiles}; {player} is to act, not {actual:seat}."
[clause.findings."must-lead:twice"]
zh = "{seat}第 {count} 次"
en = "{seat} did it {count} times"
"""

ADDED = """
[[option]]
name = "swap"
added = true
kind = "int"
least = 1
values = ["off", "round"]
default = "off"
clause = "TOY-1.1"
zh = "換"
en = "Swaps."
[[clause]]"""
OWN = """
id = "own"
edition = "1"
name = { zh = "自", en = "own" }
"""
A_PRESET = """
[[preset]]
name = "usual"
mark = "T"
default = true
zh = "平常"
en = "Usual."
options = {}
"""

OPTIONS = SichuanOptions.names()
RULE_WORDS = ["putong", "xuezhan", "blood=true", "blood=", "max_fan=3", "max_fan=none", "max_fan={0}", "=", "stakes=wealth"]


@dataclass(frozen=True)
class ToyOptions(Options):
    """The options of the toy, which cannot be played fast for nine rounds."""

    length: int | None
    fast: bool
    gift: Literal["off", "small", "large"]

    def __post_init__(self) -> None:
        if self.fast and self.length == 9:
            raise UnsupportedOptions("not-fast")


@dataclass(frozen=True)
class WithAdded(ToyOptions):
    """The same with an option that tables add."""

    swap: int | Literal["off", "round"] = field(default="off", kw_only=True)


def toy(tmp_path: Path, text: str = PLAIN, core: Rulebook | None = CORE, options: type[Options] = ToyOptions) -> Rulebook:
    path = tmp_path / "rules.toml"
    path.write_text(text, "utf-8")
    return Rulebook.load(path, core, options)


@pytest.fixture(scope="module")
def sichuan() -> Rulebook:
    core = Rulebook.load(ROOT / "mahjong" / "rules.toml", CORE, MahjongOptions)
    return Rulebook.load(ROOT / "games" / "sichuan" / "rules.toml", core, SichuanOptions)


def resolved(book: Rulebook, text: str) -> Rules:
    rules = book.rules(text)
    assert isinstance(rules, Rules), rules
    return rules


def problems(book: Rulebook, text: str) -> list[Finding]:
    found = book.rules(text)
    assert isinstance(found, list)
    assert found
    return found


@pytest.mark.parametrize("game", registry.games(), ids=lambda game: game.id)
def test_every_part_of_a_rulebook_has_a_title(game: Game) -> None:
    assert {clause.section for clause in game.rulebook} - game.rulebook.sections.keys() == set()


class TestRules:
    def test_options_without_a_preset_change_the_default_one(self, sichuan: Rulebook) -> None:
        rules = resolved(sichuan, "max_fan=5 stakes=wealth")
        assert (rules.preset, *(rules.values[name] for name in ("max_fan", "stakes", "blood"))) == ("xuezhan", 5, "wealth", True)

    def test_rules_are_equal_and_hash_by_value(self, sichuan: Rulebook) -> None:
        written, spoken = resolved(sichuan, ""), resolved(sichuan, "  xuezhan   blood=true ")
        assert written == spoken
        assert hash(written) == hash(spoken)
        assert len({written, spoken, resolved(sichuan, "putong")}) == 2
        assert written != resolved(sichuan, "putong blood=true"), "the preset is part of what is shown"

    def test_options_are_typed_attributes_of_their_game(self, sichuan: Rulebook) -> None:
        options = SichuanOptions.of(resolved(sichuan, "max_fan=5 stakes=wealth"))
        assert (options.max_fan, options.stakes, options.blood) == (5, "wealth", True)
        with pytest.raises(TypeError, match="no rules of"):
            ToyOptions.of(resolved(sichuan, ""))

    def test_options_that_cannot_be_combined_are_refused_with_the_reason(self, tmp_path: Path) -> None:
        book = toy(tmp_path)
        assert isinstance(book.rules("length=9"), Rules)
        (finding,) = problems(book, "length=9 fast=true")
        assert (finding.code, finding.actual) == ("unknown-option", "length=9 fast=true")
        assert finding.message["en"].endswith("cannot be combined: nine rounds cannot be fast.")
        assert finding.message["zh"].endswith("不能同用：九局不能快打。")

    def test_rules_written_out_read_as_themselves(self, sichuan: Rulebook) -> None:
        choices = [f"{option.name}={value}" for option in sichuan.options for value in _some(option)]
        assert {choice.partition("=")[0] for choice in choices} == {option.name for option in sichuan.options}
        for preset, (one, other) in product(("xuezhan", "putong"), zip(choices, reversed(choices), strict=True)):
            rules = sichuan.rules(f"{preset} {one} {other}")
            if isinstance(rules, Rules):
                assert resolved(sichuan, rules.text) == rules
                assert list(rules.values) == [option.name for option in sichuan.options]

    @pytest.mark.parametrize(
        ("text", "actual", "expected"),
        [
            ("chengdu", "chengdu", ["xuezhan", "putong"]),
            ("putong blod=true", "blod=true", OPTIONS),
            ("putong xuezhan", "xuezhan", OPTIONS),
            ("blood=1", "blood=1", ["true", "false"]),
            ("forced_win=", "forced_win=", ["advised", "wall4", "hand4", "off"]),
            ("max_fan=0", "max_fan=0", ["1..", "none"]),
            ("max_fan=５", "max_fan=５", ["1..", "none"]),
            ("max_fan=99999999999999999999", "max_fan=99999999999999999999", ["1..", "none"]),
            ("blood=true blood=true", "blood=true", ["blood"]),
        ],
    )
    def test_what_is_unknown_is_named_with_what_was_expected(
        self, sichuan: Rulebook, text: str, actual: str, expected: list[str]
    ) -> None:
        (finding,) = problems(sichuan, text)
        assert (finding.code, finding.clause, finding.round, finding.move) == ("unknown-option", "PPN-4", 0, 0)
        assert finding.actual == actual
        added = [option.name for option in sichuan.options if option.added]
        assert isinstance(finding.expected, list)
        assert [one for one in finding.expected if one not in added] == expected
        assert actual in finding.message["en"]
        assert actual in finding.message["zh"]

    @given(text=st.text() | st.lists(st.sampled_from(RULE_WORDS)).map(" ".join))
    def test_any_text_is_resolved_or_explained(self, sichuan: Rulebook, text: str) -> None:
        found = sichuan.rules(text)
        if isinstance(found, list):
            assert found
            assert all("?" not in message for finding in found for message in finding.message.values() if "?" not in text)
        else:
            assert sichuan.rules(found.text) == found

    def test_a_default_may_follow_another_option(self, tmp_path: Path) -> None:
        book = toy(tmp_path)
        assert resolved(book, "").values["gift"] == "off"
        assert resolved(book, "length=9").values["gift"] == "large"
        assert resolved(book, "length=9 gift=small").values["gift"] == "small"


@pytest.mark.parametrize(
    ("written", "wanted", "then"),
    [
        ("xuezhan max_fan=3", "max_fan=5", "xuezhan max_fan=5"),
        ("", "max_fan=5", "max_fan=5"),
        ("xuezhan max_fan=3", "putong", "putong"),
        ("max_fan=3 base=1", "max_fan=4", "base=1 max_fan=4"),
    ],
)
def test_options_replace_those_of_the_same_name_and_a_preset_all_rules(written: str, wanted: str, then: str) -> None:
    assert with_rules(written, wanted) == then


def _some(option: Option) -> list[str]:
    """Values that may be written: its words, and the least of its numbers."""
    least = () if option.least is None else (option.least, option.least + 1)
    return [write(value) for value in (*option.values, *least)]


class TestMessages:
    def test_seats_and_tiles_are_said_in_words(self, sichuan: Rulebook) -> None:
        message = sichuan["MJ-2.2"].raises("tile-not-in-hand").message(seat="S", tile="5p", token="S-5p")
        assert message["en"] == "South has no 5 of dots for “S-5p”."
        assert message["zh"] == "南家手裡沒有五筒，做不了「S-5p」。"

    def test_figures_name_every_seat(self, sichuan: Rulebook) -> None:
        message = sichuan.raising("score-mismatch").message(expected={"E": -1, "S": 3, "W": 0}, actual={"E": 0})
        assert "East −1, South +3, West 0" in message["en"]
        assert "東家 −1、南家 +3、西家 0" in message["zh"]

    def test_a_missing_fact_is_a_question_mark(self, sichuan: Rulebook) -> None:
        for clause in sichuan:
            for key in clause.findings:
                code, _, reason = key.partition(":")
                for said in clause.raises(code).message(reason=reason).values():
                    assert said
                    assert "{" not in said

    def test_a_reason_picks_its_own_sentence(self, tmp_path: Path) -> None:
        raises = toy(tmp_path)["TOY-1.2"].raises("must-lead")
        assert raises.message(seat="A", count=2, reason="twice")["en"] == "Ann did it 2 times"
        other = raises.message(seat="A", tiles="7X", player="B", actual="B", reason="another")
        assert other["en"] == "Ann holds a seven, a big joker; Bob is to act, not Bob."
        assert other["zh"] == "甲手裡有七、大花，輪到乙。"

    def test_the_nearest_clause_raises(self, sichuan: Rulebook) -> None:
        assert sichuan.raising("wrong-dealer").clause == "SCM-1.2"
        assert sichuan.raising("score-mismatch").clause == "MJ-6.3"
        assert sichuan.raising("unknown-verb").clause == "PPN-5"
        assert CORE.raising("score-mismatch").clause == "PPN-7"
        with pytest.raises(RulebookError):
            sichuan.raising("must-lead")


class TestCiting:
    def test_an_unknown_clause_or_code_fails(self, sichuan: Rulebook) -> None:
        with pytest.raises(RulebookError, match=r"SCM-9\.9"):
            sichuan["SCM-9.9"]
        with pytest.raises(RulebookError, match="does not raise"):
            sichuan["SCM-2.1"].raises("three-suits")


class TestLoading:
    def test_a_sound_rulebook(self, tmp_path: Path) -> None:
        book = toy(tmp_path)
        assert [preset.name for preset in book.presets] == ["long", "short"], "the default first"
        assert [(preset.mark, (preset.reason or {}).get("en")) for preset in book.presets] == [
            ("T/I", "Half of it is the source's."),
            ("I", "Agreed on."),
        ]
        assert (book.seats, book.base, book.edition) == ("AB", 1, "1")
        assert "PPN-1" in book.clauses
        assert "PPN-1" not in book.own
        assert resolved(book, "short").values == {"length": 4, "fast": True, "gift": "off"}

    @pytest.mark.parametrize(
        ("old", "new", "complaint"),
        [
            ('mark = "T"', 'mark = "X"', "mark: expected one of"),
            ('id = "TOY-1.1"', 'id = "1.1"', "expected an id"),
            ('id = "TOY-1.1"', 'id = "TOY-1.2"', "stands here twice"),
            ('id = "TOY-1.1"', 'id = "PPN-1"', "stands in ppn already"),
            ('en = "Not allowed."', "", "en: expected a text"),
            ('reason = { zh = "未說", en = "The text is silent." }', "", "a reason belongs"),
            ('mark = "T"', 'mark = "T"\nreason = { zh = "一", en = "b" }', "a reason belongs"),
            ('name = "short"\nmark = "I"', 'name = "short"', "short: mark: expected a text"),
            ('reason = { zh = "約定", en = "Agreed on." }', "", "short: a reason belongs"),
            ("checked = true", "checked = false", "so it is checked"),
            ('form = "tiles"', 'form = "stones"', "form: expected one of none, word"),
            ("[verbs.hop]", "[verbs.guo]", "form: the core has none"),
            ('said = { zh = "{seat}跳"', 'said = { zh = "{who}跳"', "said: who is nothing that a move names"),
            ('written = ["跳"]', "written = [1]", "written: expected texts"),
            ("[words.reasons]", "[words.seasons]", "unknown seasons"),
            ("[words.reasons]", '[words.tones]\nhop = "danger"\n[words.reasons]', "hop: expected a mark of this file"),
            ("[clause.findings.must-lead]", "[clause.findings.must-dance]", "no finding code"),
            ('must-lead = "illegal"', 'must-lead = "bad"', "must-lead: expected one of record, illegal"),
            ('must-lead = "illegal"', 'unknown-verb = "note"', "unknown-verb: declared already"),
            ("[clause.findings.must-lead]", "[clause.findings.not-in-game]", "no message for all others"),
            ("{seat}第", "{whom}第", "{whom} is no fact"),
            ("{seat}第", "{seat!r}第", "is no fact"),
            ("{seat}第", "{seat第", "unexpected '{'"),
            ('clause = "TOY-1.1"', 'clause = "TOY-9"', "no clause TOY-9"),
            ('kind = "bool"', 'kind = "word"', "kind: expected one of"),
            ("default = 6", "default = 10", "none of its values"),
            ('{ option = "length", is', '{ option = "width", is', "an option that is none"),
            ("options = { length = 4,", "options = { width = 4,", "no option width"),
            ("options = { length = 4,", "options = { length = 40,", "none of its values"),
            ("default = true", "default = false", "exactly one default preset"),
            ('edition = "1"', 'edition = "1"\nautor = "x"', "unknown autor"),
            ('edition = "1"', "edition", "Expected '='"),
        ],
    )
    def test_an_unsound_one_is_refused_with_its_place(self, tmp_path: Path, old: str, new: str, complaint: str) -> None:
        assert old in PLAIN
        with pytest.raises(RulebookError) as refused:
            toy(tmp_path, PLAIN.replace(old, new, 1))
        assert "rules.toml" in str(refused.value)
        assert complaint in str(refused.value)

    def test_a_rulebook_declares_verbs_and_words_upon_those_of_its_core(self, tmp_path: Path) -> None:
        book = toy(tmp_path)
        hop = book.verbs["hop"]
        assert (hop.form, hop.to, hop.written) == ("tiles", False, ("跳",))
        assert hop.sentence("")["en"] == "{seat} hops"
        assert hop.sentence("7")["en"] == "{seat} hops over {tiles}"
        assert set(CORE.verbs) <= set(book.verbs)
        assert book.words.spellings == {"壹": "A"}
        assert book.words.of("reasons")["hop"]["en"] == "hopping fee"
        assert book.words.of("outcomes") == CORE.words.of("outcomes")
        assert book.words.of("flags") == {}

    @pytest.mark.parametrize(
        ("typed", "complaint"),
        [
            ({"length": int | None, "fast": bool}, "has the options length, fast, expected length, fast, gift"),
            ({"fast": bool, "length": int | None, "gift": Literal["off", "small", "large"]}, "expected length, fast, gift"),
            ({"length": int, "fast": bool, "gift": Literal["off", "small", "large"]}, "option length"),
            ({"length": int | None, "fast": bool, "gift": Literal["off", "small"]}, "option gift"),
        ],
    )
    def test_options_typed_otherwise_than_the_rulebook_has_them_are_refused(
        self, tmp_path: Path, typed: dict[str, object], complaint: str
    ) -> None:
        options = make_dataclass("Typed", typed.items(), bases=(Options,), frozen=True)
        with pytest.raises(RulebookError, match=complaint):
            toy(tmp_path, options=options)

    def test_an_option_that_a_game_declares_again_is_its_own(self) -> None:
        book = registry.find("hengyang").rulebook
        assert book.option("replacement").clause == "HYM-2.2"
        assert MahjongOptions.of(resolved(book, "replacement=end")).replacement == "end"
        (finding,) = problems(book, "replacement=front")
        assert (finding.code, finding.actual, finding.expected) == ("unknown-option", "replacement=front", ["end"])

    @pytest.mark.parametrize("declared", ['kind = "choice"\nvalues = ["off", "huge"]', 'kind = "bool"'])
    def test_an_option_declared_again_with_other_values_is_refused(self, tmp_path: Path, declared: str) -> None:
        own = f"""{OWN}
[[option]]
name = "gift"
{declared}
default = {"false" if "bool" in declared else '"off"'}
clause = "TOY-1.1"
zh = "禮"
en = "a gift"
"""
        core = toy(tmp_path)
        with pytest.raises(RulebookError, match="option gift: its values are not among those of the core"):
            toy(tmp_path, own, core)

    def test_an_option_that_tables_add_is_told_only_where_a_table_differs(self, tmp_path: Path) -> None:
        core = toy(tmp_path, PLAIN.replace("[[clause]]", ADDED, 1), options=WithAdded)
        book = toy(tmp_path, 'added_options = ["swap"]\n' + OWN + A_PRESET, core, WithAdded)
        assert [option.name for option in book.options] == ["length", "fast", "gift", "swap"]
        assert "swap" not in resolved(book, "").text + resolved(book, "swap=off").text
        assert resolved(book, "swap=3").as_dict()["options"] == {**resolved(book, "").as_dict()["options"], "swap": 3}  # type: ignore[dict-item]
        assert resolved(book, resolved(book, "swap=round").text).values["swap"] == "round"

    def test_an_option_that_tables_add_is_unknown_where_a_game_does_not_name_it(self, tmp_path: Path) -> None:
        core = toy(tmp_path, PLAIN.replace("[[clause]]", ADDED, 1), options=WithAdded)
        assert [problem.actual for problem in problems(toy(tmp_path, OWN + A_PRESET, core, WithAdded), "swap=3")] == ["swap=3"]

    def test_a_preset_may_have_what_tables_add_and_a_record_changes_it(self, tmp_path: Path) -> None:
        adding = 'adds = ["fan.qidui=3", "house.long=+1,long_run"]\ncalled = { long = "一條龍" }\noptions = { blood = false }'
        text = (ROOT / "games" / "sichuan" / "rules.toml").read_text("utf-8").replace("options = { blood = false }", adding, 1)
        book = toy(tmp_path, text, Rulebook.load(ROOT / "mahjong" / "rules.toml", CORE, MahjongOptions), SichuanOptions)
        rules = resolved(book, "putong")
        assert (rules.own, rules.called) == ((("house.long", "+1,long_run"),), (("long", "一條龍"),))
        assert resolved(book, "putong fan.qidui=4").family("fan") == {"qidui": "4"}
        assert resolved(book, rules.text) == rules
        named = book.rules("putong", {"Fan.long": "青龍"})
        assert isinstance(named, Rules)
        assert named.called == (("long", "青龍"),)
        with pytest.raises(RulebookError, match="preset putong: “fan.none=3”"):
            toy(tmp_path, text.replace("fan.qidui=3", "fan.none=3"), book.core, SichuanOptions)

    def test_a_preset_that_cannot_be_honoured_is_refused(self, tmp_path: Path) -> None:
        with pytest.raises(RulebookError, match="preset short: .* nine rounds cannot be fast"):
            toy(tmp_path, PLAIN.replace("length = 4,", "length = 9,"))
