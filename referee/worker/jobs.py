"""What is judged for another process, or for a page in the browser that runs the engine itself: the verdicts on files, a round
replayed or reviewed, the answer on a draft, the value of a hand, whether published results hold.

A job takes its texts and options and gives its answer as pieces of JSON, one after another, so that an answer is never held as
a whole; what it returns at the end is said of the answer beside it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import referee
from referee.chinese import LANGUAGES, with_simplified
from referee.core import wording
from referee.core.game.hand_specification import QueryError
from referee.core.offers import Choices, choices
from referee.core.offers import allowed as allowed_at
from referee.core.preview import preview as understood
from referee.core.record import Record
from referee.core.verdict import Finding, Text, Verdict
from referee.core.wording import with_places
from referee.notation import Hints, Source, limits, read, read_file
from referee.notation.errors import TEXTS, NotationError, too_large
from referee.rulebook.rules import with_rules
from referee.tournament.published.canonical import Unreadable
from referee.tournament.verification.problems import Malformed, Problem
from referee.tournament.verification.references import chained
from referee.tournament.verification.verify import Report, digits_of
from referee.tournament.verification.verify import verify_results as verified_results

TAGS: Final = ("Game", "Rules", "Event", "Stage", "Table", "Date")
"""What a record says of its match that people look for it by."""

Answer = Generator[bytes, None, dict[str, Any]]
Options = dict[str, Any]

ROUND_BYTES: Final = 8 * 1024 * 1024
"""What may be told of one round: nine times what the longest round of the golden records takes."""


@dataclass(slots=True)
class Left:
    """What an answer may still list."""

    findings: int = limits.ANSWER_FINDINGS
    bytes: int = field(default_factory=lambda: limits.ANSWER_BYTES)

    def past(self, line: int) -> NotationError | None:
        """The error of a match at this line that the answer has no room for; None where it has."""
        if self.bytes > 0:
            return None
        return too_large(line, 1, TEXTS("bytes-of-answer"), limits.ANSWER_BYTES, limits.ANSWER_BYTES - self.bytes)


def within_answer(verdict: Verdict, left: Left) -> Verdict:
    """The verdict as the answer lists it: past the bound with its first finding only, the others counted in ``more``."""
    count = len(verdict.findings) + sum(len(round_.findings) for round_ in verdict.rounds)
    most = max(left.findings, 1)
    left.findings = max(left.findings - count, 0)
    if count <= most:
        return verdict
    more = dict(verdict.more)
    findings = _first(verdict.findings, most, more)
    most -= len(findings)
    rounds = []
    for round_ in verdict.rounds:
        counted = dict(round_.more)
        shown = _first(round_.findings, most, counted)
        most -= len(shown)
        rounds.append(round_._replace(findings=shown, more=counted))
    return verdict._replace(findings=findings, more=more, rounds=tuple(rounds))


def _first(findings: Sequence[Finding], most: int, more: dict[str, int]) -> tuple[Finding, ...]:
    """The first of these findings; the others are counted in ``more`` by their codes."""
    for finding in findings[most:]:
        more[finding.code] = more.get(finding.code, 0) + 1
    return tuple(findings[:most])


class Refused(Exception):
    """A question that cannot be read: the field at fault, and what was expected, in zh and en."""

    def __init__(self, field: str | None, message: Text) -> None:
        self.field, self.message = field, message
        super().__init__(message["en"])


def verdicts(texts: Sequence[bytes], options: Options) -> Answer:
    """The verdicts on all matches of these files as a JSON array; returns how many ``verdicts`` it has.

    ``languages``: in which the messages name the players; ``simplified``: whether every text is given in Simplified Chinese too;
    ``indent``: of the JSON; ``game`` and ``rules`` say what files of other formats do not.
    """
    left, number = Left(), 0
    yield b"["
    for text in texts:
        for source, record in read_file(text, _hints(options)):
            past = left.past(source.begins if source else 1)
            verdict = within_answer(referee.verify(past or record), left)
            document = _shown(verdict, source, past or record, options["languages"])
            told = written(with_simplified(document) if options["simplified"] else document, options["indent"])
            left.bytes -= len(told)
            number += 1
            yield b"," if number > 1 else b""
            yield told
            if past:
                break
    yield b"]"
    return {"verdicts": number}


def preview(texts: Sequence[bytes], options: Options) -> Answer:
    """How a file of another format is understood; null of a file that is not converted."""
    yield written(understood(texts[0], _hints(options)))
    return {}


def _hints(options: Options) -> Hints:
    return Hints(**{name: options[name] for name in Hints._fields if name in options})


def first_matches(texts: Sequence[bytes], options: Options) -> Answer:
    """The first matches of a file with their verdicts, one a line, as long as there is room for them; returns the room that is
    left, whether there is ``more``, and the ``error`` of a file that cannot be split into matches.

    ``matches``, ``rounds``, ``findings`` and ``bytes`` are the room: after the match that fills it none is judged, and one whose
    verdict has more bytes than are left is not given itself. ``game`` and ``rules`` say what a file of another format does not.
    ``other_rules``, where there are any, are put in the place of those of the records, which are given as they are then.
    """
    room = {name: int(options[name]) for name in ("matches", "rounds", "findings", "bytes")}
    for source, record in read_file(texts[0], _hints(options)):
        if source is None:
            assert isinstance(record, NotationError)
            return {**room, "more": True, "error": dict(record.message)}
        if min(room.values()) <= 0:
            return {**room, "more": True}
        if options.get("other_rules"):
            source, record = _by_other_rules(source, record, options["other_rules"])
        verdict = referee.verify(record)
        document = written(_shown(verdict, source, record, LANGUAGES))
        if len(document) > room["bytes"]:
            return {**room, "bytes": 0, "more": True}
        room["matches"] -= 1
        room["rounds"] -= len(verdict.rounds)
        room["findings"] -= len(verdict.all_findings())
        room["bytes"] -= len(document)
        where = {"text": source.text, "first_line": source.first_line, "form": source.form}
        yield b'{"verdict":' + document + b"," + written({**where, **_header(record)})[1:] + b"\n"
    return {**room, "more": False}


def _by_other_rules(source: Source, record: Record | NotationError, rules: str) -> tuple[Source, Record | NotationError]:
    """A match with other rules, written down anew; what cannot be read stays as it is."""
    if isinstance(record, NotationError):
        return source, record
    written_anew = Source(referee.write(record._replace(rules=with_rules(record.rules, rules))), 1, "ppn")
    return written_anew, read(written_anew)


def _shown(verdict: Verdict, source: Source | None, record: Record | NotationError, languages: Sequence[str]) -> dict[str, Any]:
    """The document of a verdict as it is shown: with the names of the players, and the places in a file that was converted."""
    document = wording.verdict_with_names(verdict.as_dict(), record, languages)
    return with_places(document, record, source.places if source else None)


def _header(record: Record | NotationError) -> dict[str, Any]:
    """What a record says of its match, and who sat in which seat."""
    if isinstance(record, NotationError):
        return {"tags": {}, "players": []}
    names = [*record.seats.items(), *(entry for round_ in record.rounds for entry in round_.sits.items())]
    tags = {"Game": record.game, "Rules": record.rules, **record.tags}
    return {"tags": {name: tags.get(name, "") for name in TAGS}, "players": list(dict.fromkeys(names))}


def frames(texts: Sequence[bytes], options: Options) -> Answer:
    """The frames of a ``round`` of a match for the eyes of a ``view``; null where there are none."""
    return _of_round(lambda record, number: _frames(record, number, options), texts, options)


def _frames(record: Record, number: int, options: Options) -> list[dict[str, Any]]:
    found = referee.replay(record, number, options["view"])
    return [wording.frame_with_names(frame, options["languages"]) for frame in found]


def review(texts: Sequence[bytes], options: Options) -> Answer:
    """The review of a ``round`` of a match for a ``view``; null where there is none."""
    return _of_round(lambda record, number: referee.review(record, number, options["view"]), texts, options)


def review_turn(texts: Sequence[bytes], options: Options) -> Answer:
    """The review of the turn at a ``move`` of a ``round``; null where there is none."""
    return _of_round(lambda record, number: referee.review_turn(record, number, options["move"], options["view"]), texts, options)


def allowed(texts: Sequence[bytes], options: Options) -> Answer:
    """What the rules allowed in the place of each of these ``moves`` of a ``round``: its number, and their tokens."""
    return _of_round(lambda record, number: _allowed(record, number, options["moves"]), texts, options)


def _allowed(record: Record, number: int, made: Sequence[int]) -> list[tuple[int, list[str]]]:
    return [(at, [move.token for move in allowed_at(record, number, at)]) for at in made]


def _of_round(made: Callable[[Record, int], Any], texts: Sequence[bytes], options: Options) -> Answer:
    """What is made of a round of a match, whose text comes with its ``first_line`` and ``form``; null where nothing can be.

    Raises MemoryError where that is longer than ROUND_BYTES: whoever asks holds all of it.
    """
    record = read(Source(texts[0].decode("utf-8", "surrogatepass"), options["first_line"], options["form"]))
    try:
        answer = written(None if isinstance(record, NotationError) else made(record, options["round"]))
    except LookupError:
        answer = written(None)
    if len(answer) > ROUND_BYTES:
        raise MemoryError
    yield answer
    return {}


def draft(texts: Sequence[bytes], options: Options) -> Answer:
    """The verdict on the first match of a text that is being written, and the position after its last move.

    ``round`` is what the last round is and what may come next; null where the match has no rounds or cannot be replayed.
    """
    record = next(iter(referee.parse_file(texts[0])))
    document = wording.verdict_with_names(referee.verify(record).as_dict(), record, options["languages"])
    found: dict[str, Any] = {"verdict": document, "rules": None, "round": None}
    if isinstance(record, referee.Record):
        found["rules"] = record.rules
        found["round"] = _last_round(record, options) if record.rounds else None
    yield written(found)
    return {}


def _last_round(record: referee.Record, options: Options) -> dict[str, Any]:
    """The last round of a record: its number, its moves, its last two frames and the choices; without the last two where no
    table can be laid."""
    round_ = record.rounds[-1]
    found: dict[str, Any] = {"number": round_.number, "moves": round_.tokens, "frames": None, "choices": None}
    try:
        frames = referee.replay(record, round_.number)[-2:]
        found["frames"] = [wording.frame_with_names(frame, options["languages"]) for frame in frames]
        found["choices"] = _as_json(choices(record, round_.number))
    except LookupError:
        found["frames"] = None
    return found


def _as_json(found: Choices) -> dict[str, Any]:
    """Choices with their moves as tokens."""
    return {
        "legal": [move.token for move in found.legal],
        "breaches": [
            [move.token, {"message": dict(finding.message), "clause": finding.clause}] for move, finding in found.breaches
        ],
        "templates": [template._asdict() for template in found.templates],
        "run": [[step.move.token, step.acts] for step in found.run],
        "after": _as_json(found.after) if found.after else None,
    }


def score(_texts: Sequence[bytes], options: Options) -> Answer:
    """The answer to a ``question`` about one hand. Raises Refused for one that cannot be read."""
    try:
        yield written(referee.score(options["question"]))
    except QueryError as error:
        raise Refused(error.field, error.message) from error
    except ValueError as error:
        told = ascii(str(error))[1:-1]
        raise Refused(None, {"zh": told, "en": told}) from error
    return {}


def verify_results(texts: Sequence[bytes], options: Options) -> Answer:
    """The report on each of these files of published results: those of one event in the order in which they were published.

    ``keys``: those that the reader trusts, as PEM or fingerprints. A file that is none has the ``problems`` alone. Raises Refused
    for a key that is none.
    """
    reports: list[Report | list[Problem]] = []
    try:
        trusted = [digits_of(key) for key in options["keys"]]
    except Unreadable as error:
        raise Refused("keys", error.message) from error
    for text in texts:
        try:
            reports.append(verified_results(text, trusted))
        except Unreadable as error:
            reports.append([*error.problems] if isinstance(error, Malformed) else [Problem("", "unreadable", error.message)])
    read = {str(at): report for at, report in enumerate(reports) if isinstance(report, Report)}
    for at, link in chained((at, report.document, report.file["hash"]) for at, report in read.items()):
        read[at].problems.append(link)
    yield written([_report(report) for report in reports])
    return {}


def _report(found: Report | list[Problem]) -> dict[str, Any]:
    if isinstance(found, Report):
        return found.as_dict()
    return {"holds": False, "consistent": False, "problems": [one.as_dict() for one in found]}


JOBS: Final[dict[str, Callable[[Sequence[bytes], Options], Answer]]] = {
    job.__name__: job
    for job in (verdicts, first_matches, preview, frames, review, review_turn, allowed, draft, score, verify_results)
}


def written(document: Any, indent: int | None = None) -> bytes:
    """A document as JSON in UTF-8. Text with lone surrogates, which UTF-8 cannot say, is escaped; so is what would end a line
    of JavaScript."""
    separators = None if indent else (",", ":")
    try:
        text = json.dumps(document, ensure_ascii=False, allow_nan=False, separators=separators, indent=indent)
        return text.replace("\u2028", "\\u2028").replace("\u2029", "\\u2029").encode()
    except UnicodeEncodeError:
        return json.dumps(document, allow_nan=False, separators=separators, indent=indent).encode()
