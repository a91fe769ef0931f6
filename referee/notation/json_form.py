"""The JSON form of a record: the content of its PPN text without loss.

Beyond the keys of the notation's example a round may have ``leader``, ``dice``, ``break``, ``draw``, ``wall``, ``sits``,
``places``, ``start`` and ``end``; what a record does not have is left out.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Final, cast

from referee.core.record import Record, Round
from referee.core.verdict import JSON, Text
from referee.notation import limits
from referee.notation.errors import SYNTAX, TEXTS, NotationError, too_large
from referee.notation.ppn import reader as ppn
from referee.notation.ppn import tags
from referee.notation.ppn.tags import scores_text, tag

Document = dict[str, JSON]
Taken = Callable[[str], bool]


class _DuplicateKey(Exception):
    """A key that occurs twice in an object."""


_MATCH = {
    "ppn": int,
    "game": str,
    "rules": str,
    "base": int,
    "tags": dict,
    "seats": dict,
    "totals": dict,
    "comment": str,
    "rounds": list,
}
_ROUND = {
    "round": int,
    "dealer": str,
    "leader": str,
    "dice": str,
    "break": str,
    "draw": str,
    "wall": str,
    "hands": dict,
    "sits": dict,
    "scores": dict,
    "places": str,
    "start": str,
    "end": str,
    "moves": list,
    "comments": dict,
    "tags": dict,
}
_NO_MOVE = re.compile(r"[\s\[{;]|^[0-9]+\.+$")
_LINE_END = re.compile(r"\r\n|\r|\n")
_NUMBER = re.compile(r"0|[1-9][0-9]{0,5}")
_STRING = re.compile(r'"(?:[^"\\]++|\\.)*+(?:"|\Z)', re.DOTALL)
_HEAVY: Final = (
    ("{[", "objects-of-match", limits.JSON_OBJECTS),
    ("{[,", "values-of-match", limits.JSON_VALUES),
)
"""What a JSON text may have at most, by the characters with which these begin outside of strings."""
_PLAIN = ("dealer", "leader", "dice", "break", "draw", "wall", "places", "start", "end")


def write_json(record: Record) -> Document:
    """A record in its JSON form."""
    document: Document = {"ppn": 1, "game": record.game}
    if record.rules:
        document["rules"] = record.rules
    if record.base is not None:
        document["base"] = record.base
    for name, found in (("tags", record.tags), ("seats", record.seats), ("totals", record.totals)):
        if found:
            document[name] = dict(cast(dict[str, JSON], found))
    if record.comment:
        document["comment"] = record.comment
    document["rounds"] = [_round(round_) for round_ in record.rounds]
    return document


def _round(round_: Round) -> Document:
    document: Document = {"round": round_.number}
    values = dict(
        zip(
            _PLAIN,
            (
                round_.dealer,
                round_.leader,
                round_.dice,
                round_.break_,
                round_.draw,
                round_.wall,
                round_.places,
                round_.start,
                round_.end,
            ),
            strict=True,
        )
    )
    document.update({name: value for name, value in values.items() if value is not None})
    for name, found in (("hands", round_.hands), ("sits", round_.sits), ("scores", round_.scores), ("tags", round_.tags)):
        if found:
            document[name] = dict(cast(dict[str, JSON], found))
    document["moves"] = [move.token for move in round_.moves]
    if round_.comments:
        document["comments"] = {str(number): comment for number, comment in round_.comments.items()}
    return document


def parse_json(text: str, first_line: int = 1) -> Record:
    """Read one match in JSON form. Raises NotationError, whose token is the path of the fault."""
    if error := too_heavy(text, first_line):
        raise error
    try:
        document = json.loads(text, object_pairs_hook=_without_duplicates)
    except _DuplicateKey as error:
        raise _error(str(error), TEXTS("key-once"), first_line) from None
    except json.JSONDecodeError as error:
        expected = TEXTS("json", fault=error.msg)
        line, token = first_line + error.lineno - 1, text[error.pos : error.pos + 20]
        raise NotationError(SYNTAX, line, error.colno, token, expected) from None
    except ValueError:
        raise _error("$", TEXTS("fewer-digits"), first_line) from None
    except RecursionError:
        raise _error("$", TEXTS("shallow"), first_line) from None
    try:
        record = ppn.parse("".join(_ppn_text(document, first_line)))
    except NotationError as error:
        raise NotationError(error.code, first_line, 1, error.token, error.expected) from None
    return record._replace(rounds=tuple(round_._replace(position=None) for round_ in record.rounds))


def too_heavy(text: str, first_line: int) -> NotationError | None:
    """The error of a text with more objects, arrays or values than a match may have, found before any of them is made."""
    for begins, what, most in _HEAVY:
        if sum(map(text.count, begins)) > most:
            bare = _STRING.sub("", text)
            actual = sum(map(bare.count, begins))
            if actual > most:
                return too_large(first_line, 1, TEXTS(what), most, actual)
    return None


def _ppn_text(document: object, line: int) -> Iterator[str]:
    """The match as PPN text, so that one reader checks both forms."""
    match = _require_fields(document, _MATCH, "$", line)
    if match.get("ppn") != 1:
        raise _error("ppn", {"zh": "1", "en": "1"}, line)
    yield tag("PPN", "1")
    if not match.get("game"):
        raise _error("$.game", TEXTS("game"), line)
    yield tag("Game", str(match["game"]))
    if "rules" in match:
        yield tag("Rules", str(match["rules"]))
    if "base" in match:
        yield tag("Base", str(match["base"]))
    yield from _tag_lines(match, "tags", "", line, tags.is_match_tag)
    yield from _tag_lines(match, "seats", "Seat.", line)
    if match.get("totals"):
        yield tag("Totals", _scores(match, "totals", line))
    yield _comment_lines(str(match.get("comment", "")))
    rounds = cast("list[object]", match.get("rounds", []))
    if len(rounds) > limits.ROUNDS:
        raise too_large(line, 1, TEXTS("rounds"), limits.ROUNDS, len(rounds))
    for number, round_ in enumerate(rounds):
        yield from _round_text(_require_fields(round_, _ROUND, f"rounds[{number}]", line), f"rounds[{number}]", line)


def _round_text(round_: Document, path: str, line: int) -> Iterator[str]:
    yield tag("Round", str(round_.get("round", "")))
    for name in _PLAIN:
        if name in round_:
            yield tag(name.capitalize(), str(round_[name]))
    yield from _tag_lines(round_, "hands", "Hand.", line)
    yield from _tag_lines(round_, "sits", "Sit.", line)
    if round_.get("scores"):
        yield tag("Scores", _scores(round_, "scores", line))
    yield from _tag_lines(round_, "tags", "", line, tags.is_round_tag)
    comments = _comments(round_, path, line)
    yield comments.get(0, "")
    for number, move in enumerate(cast("list[object]", round_.get("moves", [])), 1):
        if not isinstance(move, str) or not move or _NO_MOVE.search(move):
            raise _error(f"{path}.moves[{number - 1}]", TEXTS("move"), line)
        yield f"{move}\n{comments.get(number, '')}"


def _comments(round_: Document, path: str, line: int) -> dict[int, str]:
    found: dict[int, str] = {}
    moves = len(cast("list[object]", round_.get("moves", [])))
    for number, comment in cast("dict[str, object]", round_.get("comments", {})).items():
        if not _NUMBER.fullmatch(number) or int(number) > moves or not isinstance(comment, str):
            raise _error(f"{path}.comments.{number}", TEXTS("comment"), line)
        found[int(number)] = _comment_lines(comment)
    return found


def _comment_lines(comment: str) -> str:
    return "".join(f";{row}\n" for row in _LINE_END.split(comment))


def _without_duplicates(pairs: list[tuple[str, JSON]]) -> Document:
    found = dict(pairs)
    if len(found) < len(pairs):
        many = Counter(name for name, _ in pairs)
        raise _DuplicateKey(next(name for name in many if many[name] > 1))
    return found


def _tag_lines(document: Document, key: str, prefix: str, line: int, has_place: Taken | None = None) -> Iterator[str]:
    found = cast("dict[str, object]", document.get(key, {}))
    if len(found) > limits.TAGS:
        raise too_large(line, 1, TEXTS("tags"), limits.TAGS, len(found))
    for name, value in found.items():
        if not isinstance(value, str) or not tags.is_name(prefix + name) or "\n" in value or "\r" in value:
            raise _error(f"{key}.{name}", TEXTS("name-with-text"), line)
        if has_place and has_place(name):
            raise _error(f"{key}.{name}", TEXTS("own-key"), line)
        yield tag(prefix + name, value)


def _scores(document: Document, key: str, line: int) -> str:
    found = cast("dict[str, object]", document[key])
    if not all(type(points) is int for points in found.values()):
        raise _error(key, TEXTS("seats-with-integers"), line)
    return scores_text(cast("dict[str, int]", found))


def _require_fields(document: object, kinds: dict[str, type], path: str, line: int) -> Document:
    if not isinstance(document, dict):
        raise _error(path, TEXTS("dict"), line)
    for name, value in document.items():
        if name not in kinds:
            raise _error(f"{path}.{name}", {"zh": "、".join(kinds), "en": ", ".join(kinds)}, line)
        if type(value) is not kinds[name]:
            raise _error(f"{path}.{name}", TEXTS(kinds[name].__name__), line)
    return document


def _error(path: str, expected: Text, line: int) -> NotationError:
    return NotationError(SYNTAX, line, 1, path[:80], expected)
