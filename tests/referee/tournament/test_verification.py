"""What a reader finds of a results file without asking anybody: that it holds, or everything that does not, with its place."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Callable, Iterator
from contextlib import suppress
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import referee
from referee.tournament.published import signature
from referee.tournament.published.canonical import Unreadable, canonical
from referee.tournament.verification.problems import Malformed
from referee.tournament.verification.references import chained
from referee.tournament.verification.verify import Report, verify_results
from tests.proof import proof
from tests.referee.tournament.evening import OTHER, PRIVATE, compose, match, parts, published, seal

GOOD = published()
DOCUMENT = json.loads(GOOD)["document"]
FINGERPRINT = json.loads(GOOD)["signature"]["fingerprint"]


def resealed(change: Callable[[dict[str, Any]], None], private: bytes = PRIVATE) -> Report:
    """What is found of the document with something changed, signed again by whoever holds the key."""
    document = copy.deepcopy(DOCUMENT)
    change(document)
    return verify_results(seal(document, private))


def told(report: Report) -> set[tuple[str, str]]:
    return {(problem.code, problem.place) for problem in report.problems}


class TestAGoodFile:
    def test_good_file_holds(self) -> None:
        report = verify_results(GOOD)
        assert (report.problems, report.notes, report.consistent) == ([], [], True)
        assert (report.judged, report.other, report.trusted) == (3, 0, None)

    def test_good_file_is_the_same_bytes_every_time(self) -> None:
        assert published() == GOOD

    def test_good_file_counts_what_rulings_say(self) -> None:
        ruled = parts()
        of = ruled["matches"][1]
        scores = {"E": 30, "S": -10, "W": -10, "N": -10}
        key = {"round": 7, "move": 0, "seat": "", "code": "", "clause": "", "nth": 1}
        given = {**ruled["rulings"][0], **key, "number": 3, "match": of["id"], "decision": "corrected", "scores": scores}
        document = compose({**ruled, "rulings": [*ruled["rulings"], given]})
        before = {row["entrant"]: Fraction(row["points"]) for row in DOCUMENT["standings"]["rows"]}
        after = {row["entrant"]: Fraction(row["points"]) for row in document["standings"]["rows"]}
        assert before != after
        assert [one["kind"] for one in document["open"]] == ["no-match"]
        assert verify_results(seal(document, PRIVATE)).consistent

    @pytest.mark.parametrize(
        "key", [FINGERPRINT, FINGERPRINT[:32].upper(), " ".join(FINGERPRINT[:40]), signature.pem(signature.public_of(PRIVATE))]
    )
    def test_good_file_says_whether_its_key_is_a_given_one(self, key: str) -> None:
        assert verify_results(GOOD, [key]).trusted is True
        other = published(OTHER)
        report = verify_results(other, [key])
        assert report.trusted is False
        assert told(report) == {("untrusted", "/signature/key")}
        assert verify_results(other, [key, signature.pem(signature.public_of(OTHER))]).holds

    @pytest.mark.parametrize("key", ["", FINGERPRINT[:31], "g" * 32, FINGERPRINT + "0", "-----BEGIN PUBLIC KEY-----"])
    def test_given_key_that_is_none_is_refused(self, key: str) -> None:
        with pytest.raises(Unreadable):
            verify_results(GOOD, [FINGERPRINT, key])


class TestAFileThatWasTouched:
    """Without the key: whatever is changed, the file does not hold or cannot be read."""

    @pytest.mark.parametrize("times", [30, pytest.param(120, marks=proof)])
    def test_file_changed_in_any_byte_does_not_hold(self, times: int) -> None:
        chance = random.Random(8032)
        for _ in range(times):
            at = chance.randrange(len(GOOD))
            changed = GOOD[:at] + bytes([GOOD[at] ^ 1 << chance.randrange(8)]) + GOOD[at + 1 :]
            assert fails(changed), at

    def test_file_with_a_byte_more_or_less_does_not_hold(self) -> None:
        chance = random.Random(410)
        for _ in range(25):
            at = chance.randrange(len(GOOD))
            assert fails(GOOD[:at] + GOOD[at + 1 :]), at
            assert fails(GOOD[:at] + bytes([chance.choice(b' 0"{}[]\n,:a')]) + GOOD[at:]), at
        assert fails(GOOD[:-1])
        assert fails(GOOD + b"\n")

    @pytest.mark.parametrize("times", [15, pytest.param(60, marks=proof)])
    def test_file_changed_in_any_field_does_not_hold(self, times: int) -> None:
        file = json.loads(GOOD)
        places = [place for place in leaves(file) if place[:1] != ("document",) or "verdict" not in place]
        assert len(places) > 200
        for place in random.Random(7).sample(places, times):
            changed = copy.deepcopy(file)
            put(changed, place, other_than(at(file, place)))
            assert fails(canonical(changed) + b"\n"), place

    def test_file_formatted_otherwise_does_not_hold(self) -> None:
        report = verify_results(json.dumps(json.loads(GOOD), indent=1, ensure_ascii=False).encode())
        assert told(report) == {("not-canonical", "")}


class TestAFileThatWasSignedAgain:
    """With a key: what follows from the records cannot be anything else, whoever signs it."""

    def test_signed_again_with_another_row_of_standings_does_not_hold(self) -> None:
        def change(document: dict[str, Any]) -> None:
            document["standings"]["rows"][3]["points"] = "99"

        assert told(resealed(change)) == {("standing", "/document/standings/rows/3/points")}

    def test_signed_again_with_rows_missing_or_added_does_not_hold(self) -> None:
        rows = len(DOCUMENT["standings"]["rows"])
        less = resealed(lambda document: document["standings"]["rows"].pop())
        more = resealed(lambda document: document["standings"]["rows"].append({}))
        assert told(less) == {("standing", f"/document/standings/rows/{rows - 1}")}
        assert told(more) == {("standing", f"/document/standings/rows/{rows}")}

    def test_signed_again_with_another_score_of_a_verdict_does_not_hold(self) -> None:
        def change(document: dict[str, Any]) -> None:
            document["matches"][0]["verdict"]["rounds"][0]["scores"]["computed"]["E"] += 1

        found = told(resealed(change))
        assert ("verdict", "/document/matches/0/verdict/rounds/0/scores/computed/E") in found
        assert ("verdict-hash", "/document/matches/0/verdict_sha256") in found

    def test_signed_again_without_a_finding_does_not_hold(self) -> None:
        rounds = DOCUMENT["matches"][1]["verdict"]["rounds"]
        number = next(number for number, round_ in enumerate(rounds) if round_["findings"])

        def change(document: dict[str, Any]) -> None:
            document["matches"][1]["verdict"]["rounds"][number]["findings"] = []

        assert ("verdict", f"/document/matches/1/verdict/rounds/{number}/findings") in told(resealed(change))

    def test_signed_again_with_another_record_does_not_hold(self) -> None:
        def change(document: dict[str, Any]) -> None:
            document["matches"][0]["text"] = document["matches"][0]["text"].replace("[Seat.E ", "[Seat.E  ").replace("PE", "PX")

        found = told(resealed(change))
        assert ("record", "/document/matches/0/record_sha256") in found
        assert ("record", "/document/matches/0/verdict/record_sha256") in found

    def test_signed_again_with_a_record_written_otherwise_does_not_hold(self) -> None:
        def change(document: dict[str, Any]) -> None:
            document["matches"][0]["text"] = document["matches"][0]["text"].replace("\n", "\r\n")

        assert not resealed(change).problems, "a record is known by its canonical text"

    def test_signed_again_without_a_ruling_does_not_hold(self) -> None:
        report = resealed(lambda document: document["rulings"].clear())
        assert ("open", "/document/open/0/kind") in told(report) or ("open", "/document/open/0") in told(report)

    @pytest.mark.parametrize(
        ("place", "value", "code"),
        [
            (("stages", 0, "tie_breaks"), ["luck"], "stage"),
            (("stages", 0, "carry"), "1/0", "form"),
            (("stages", 1, "carry"), "3/2", "stage"),
            (("stages", 1, "placement"), [], "stage"),
            (("tables", 0, "match"), "match-9", "missing"),
            (("tables", 0, "stage"), 7, "missing"),
            (("tables", 0, "match"), "match-2", "twice"),
            (("rulings", 0, "match"), "match-9", "missing"),
            (("rulings", 0, "scores"), {"E": 1}, "ruling"),
            (("rulings", 1, "number"), 1, "twice"),
            (("entrants", 0, "spellings"), ["PB"], "twice"),
            (("number",), 2, "first"),
            (("standings", "provisional"), False, "provisional"),
            (("matches", 2, "verdict_sha256"), None, "verdict-hash"),
            (("matches", 2, "verdict"), None, "unjudged"),
            (("matches", 0, "verdict", "rounds", 0, "round"), 77, "rounds"),
            (("matches", 0, "verdict", "rounds", 0, "round"), 2, "rounds"),
            (("results",), 2, "form"),
        ],
    )
    def test_signed_again_with_what_does_not_fit_does_not_hold(self, place: tuple[Any, ...], value: Any, code: str) -> None:
        try:
            found = {problem.code for problem in resealed(lambda document: put(document, place, value)).problems}
        except Malformed as refused:
            found = {problem.code for problem in refused.problems}
        assert code in found


class TestAnotherVersionOfTheEngine:
    @staticmethod
    def older(change: Callable[[dict[str, Any]], None]) -> Report:
        """A publication of verdicts that an older engine came to."""
        given = parts()
        for one in given["matches"]:
            one["verdict"]["engine"] = "0.0.1"
        change(given["matches"][0]["verdict"])
        return verify_results(seal(compose({**given, "engine": "0.0.1"}), PRIVATE))

    def test_another_engine_version_is_said_and_no_verdict_is_compared_byte_for_byte(self) -> None:
        report = self.older(lambda verdict: verdict.update(base=77))
        assert (report.consistent, report.judged, report.other, report.notes) == (True, 0, 3, [])

    def test_difference_by_another_engine_version_is_a_note(self) -> None:
        report = self.older(lambda verdict: verdict["rounds"][0]["scores"]["computed"].update(E=1))
        assert (report.consistent, [(note.code, note.place) for note in report.notes]) == (
            True,
            [("other-engine", "/document/matches/0/verdict")],
        )


class TestOddRecords:
    def test_unreadable_record_is_published_as_such(self) -> None:
        given = parts(rulings=[])
        [record] = referee.parse_file('[PPN "1"]\n[Game sichuan]\n')
        verdict = json.loads(json.dumps(referee.verify(record).as_dict()))
        given["matches"][2] |= {"text": '[PPN "1"]\n[Game sichuan]\n', "verdict": verdict}
        document = compose(given)
        assert verify_results(seal(document, PRIVATE)).consistent
        assert {one["kind"] for one in document["open"]} == {"finding", "unreadable", "no-names", "no-match"}

    def test_match_that_is_not_judged_yet_holds(self) -> None:
        given = parts(rulings=[])
        given["matches"][2]["verdict"] = None
        document = compose(given)
        assert verify_results(seal(document, PRIVATE)).consistent
        assert "no-verdict" in {one["kind"] for one in document["open"]}

    def test_json_record_holds(self) -> None:
        record = referee.parse(match(1, "sichuan/clean-01")["text"])
        text = json.dumps(referee.write_json(record))
        verdict = json.loads(json.dumps(referee.verify(referee.parse(text, first_line=40)).as_dict()))
        given = parts()
        given["matches"][0] |= {"text": text, "form": "json", "first_line": 40, "verdict": verdict}
        assert verify_results(seal(compose(given), PRIVATE)).consistent


WORDS = ["", "match-1", "1/2", "0", "E", "score", "\ud800", "corrected"]
ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.sampled_from(WORDS),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.sampled_from(["round", "E", "/", "~"]), inner, max_size=2),
    max_leaves=4,
)


@given(st.data())
def test_reader_survives_whatever_a_file_says(data: st.DataObject) -> None:
    document = copy.deepcopy(DOCUMENT)
    for _ in range(data.draw(st.integers(1, 3))):
        place = data.draw(st.sampled_from(sorted(places(document), key=str)))
        put(document, place, data.draw(ANYTHING))
    try:
        report = verify_results(seal(document, PRIVATE))
    except Unreadable as refused:
        said = refused.message
    else:
        said = {"en": json.dumps(report.as_dict()), "zh": "-"}
    assert all(said.values())


def test_publications_hold_where_each_follows_from_the_one_before() -> None:
    first = json.loads(GOOD)
    second = json.loads(published(number=2, previous=first["hash"]))
    strange = json.loads(published(number=2, previous="0" * 64))
    files = [(name, one["document"], one["hash"]) for name, one in (("1", first), ("2", second))]
    assert list(chained(reversed(files))) == []
    broken = list(chained([files[0], ("x", strange["document"], strange["hash"])]))
    assert [(name, problem.code) for name, problem in broken] == [("x", "chain")]
    twice = list(chained([files[1], ("x", strange["document"], strange["hash"])]))
    assert [(name, problem.code) for name, problem in twice] == [("x", "two-of-one-number")]


def fails(data: bytes) -> bool:
    try:
        return not verify_results(data).consistent
    except Unreadable:
        return True


def leaves(value: Any, before: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The places of everything that holds nothing else."""
    for place in places(value, before):
        if not isinstance(at(value, place[len(before) :]), dict | list):
            yield place


def places(value: Any, before: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The places of everything in a document."""
    pairs = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in pairs:
        yield (*before, key)
        yield from places(inner, (*before, key))


def at(value: Any, place: tuple[Any, ...]) -> Any:
    for key in place:
        value = value[key]
    return value


def put(value: Any, place: tuple[Any, ...], new: Any) -> None:
    with suppress(KeyError, IndexError, TypeError):  # an earlier change took the place away
        at(value, place[:-1])[place[-1]] = new


def other_than(value: Any) -> Any:
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    return "other" if value is None else f"{value[:-1]}{'0' if value[-1:] != '0' else '1'}"


class TestRulingsOnAMatchThatWasTakenOut:
    """They stay in the document, in a part of their own, which makes it of the second form."""

    REMARK = {"zh": "已移出", "en": "taken out"}

    def given(self, **other: Any) -> dict[str, Any]:
        ruled = parts()
        ruling = {**ruled["rulings"][0], "number": 3, "match": "elsewhere", **other}
        return {**ruled, "taken_out": [{"ruling": ruling, "record_sha256": "0" * 64, "remark": self.REMARK}]}

    def codes(self, document: dict[str, Any]) -> list[tuple[str, str]]:
        return [(one.place, one.code) for one in verify_results(seal(document, PRIVATE)).problems]

    def test_rulings_on_an_excluded_match_hold(self) -> None:
        document = compose(self.given())
        assert self.codes(document) == []
        assert document["standings"] == DOCUMENT["standings"]

    def test_rulings_on_an_excluded_match_are_numbered_with_the_others(self) -> None:
        assert self.codes(compose(self.given(number=1))) == [("/document/taken_out/0/ruling/number", "twice")]

    def test_rulings_on_an_excluded_match_may_not_be_on_one_in_the_event(self) -> None:
        assert self.codes(compose(self.given(match="match-1"))) == [("/document/taken_out/0/ruling/match", "taken-out")]


class TestTeams:
    def given(self) -> dict[str, Any]:
        """Everybody of one of two teams."""
        given = parts()
        return {**given, "entrants": [{**one, "team": "紅藍"[number % 2]} for number, one in enumerate(given["entrants"])]}

    def codes(self, document: dict[str, Any]) -> list[tuple[str, str]]:
        return [(one.place, one.code) for one in verify_results(seal(document, PRIVATE)).problems]

    def test_teams_stand_in_the_document(self) -> None:
        document = compose(self.given())
        assert self.codes(document) == []
        points = {row["team"]: Fraction(row["points"]) for row in document["teams"]}
        of_players = {row["entrant"]: Fraction(row["points"]) for row in document["standings"]["rows"]}
        teams = {one["name"]: one["team"] for one in document["entrants"]}
        assert points == {team: sum(of_players[name] for name in teams if teams[name] == team) for team in "紅藍"}

    def test_teams_are_worked_out_again(self) -> None:
        document = compose(self.given())
        document["teams"][0]["points"] = "99"
        assert self.codes(document) == [("/document/teams/0/points", "standing")]

    def test_teams_are_left_out_where_nobody_is_of_one(self) -> None:
        assert "teams" not in compose(parts())
        assert self.codes({**compose(parts()), "teams": []}) == []

    def test_teams_may_be_missing(self) -> None:
        """Publications from before teams were ranked name them all the same."""
        document = {name: part for name, part in compose(self.given()).items() if name != "teams"}
        assert self.codes(document) == []
