"""``referee wall``: how the walls of a record came about, and making one that can be proven.

``--make`` is the only place where the referee uses randomness: for the secrets that are not given.
"""

from __future__ import annotations

import json
import secrets
import sys
from argparse import Namespace
from collections.abc import Iterator, Mapping
from typing import NamedTuple

import referee
from referee import registry, walls
from referee.chinese import in_language
from referee.cli.files import InputError, read
from referee.cli.output.terms import plain, term
from referee.notation import NotationError
from referee.verdict import JSON, RoundVerdict, Verdict
from referee.walls import making, wording


class CheckedWall(NamedTuple):
    """The wall of a round: the numbers of its match and round, the statement on it, the findings on it."""

    match: int
    round: int
    statement: Mapping[str, JSON]
    findings: list[dict[str, JSON]]

    def as_dict(self) -> dict[str, JSON]:
        findings: list[JSON] = [*self.findings]
        return {"match": self.match, "round": self.round, "wall_origin": dict(self.statement) or None, "findings": findings}


def run(chosen: Namespace) -> int:
    """Check a file or make a wall. Checked, 0 says that every wall fits that names its scheme, 1 that one does not."""
    return _make(chosen) if chosen.make else _check(chosen)


def _check(chosen: Namespace) -> int:
    status = 0
    for number, match in enumerate(referee.parse_file(read(chosen.check)), 1):
        if isinstance(match, NotationError):
            print(f"{plain(chosen.check)}: {plain(in_language(match.message, chosen.lang))}", file=sys.stderr)
            status = 2
            continue
        for wall in _checked_walls(number, referee.verify(match)):
            status = max(status, 1 if wall.findings else 0)
            print(json.dumps(wall.as_dict(), ensure_ascii=False) if chosen.json else _in_words(wall, chosen))
    return status


def _checked_walls(number: int, verdict: Verdict) -> Iterator[CheckedWall]:
    for round_ in verdict.rounds:
        yield CheckedWall(
            number, round_.number, _statement(round_), [one.as_dict() for one in round_.findings if one.code == walls.CODE]
        )


def _statement(round_: RoundVerdict) -> Mapping[str, JSON]:
    statement = round_.checked.get("wall_origin")
    return statement if isinstance(statement, dict) else {}


def _in_words(wall: CheckedWall, chosen: Namespace) -> str:
    lines = [term("wall of round", chosen.lang, plain(chosen.check), wall.match, wall.round)]
    lines += wording.sentences(wall.statement, chosen.lang) if wall.statement else [wording.sentence("none", chosen.lang)]
    for finding in wall.findings:
        message = finding["message"]
        assert isinstance(message, dict)
        lines.append(in_language({language: str(text) for language, text in message.items()}, chosen.lang))
    return "\n  ".join(map(plain, lines))


def _make(chosen: Namespace) -> int:
    """Make a wall: the record on standard output, what it proves and what to do now on standard error."""
    try:
        record = making.make(_wanted(chosen), secrets.token_bytes)
    except ValueError as error:
        raise InputError(term("no wall", chosen.lang, plain(str(error)))) from error
    print(json.dumps(referee.write_json(record), ensure_ascii=False) if chosen.json else referee.write(record), end="")
    if chosen.json:
        print()
    if not record.rounds[0].hands:
        print(wording.sentence("secret", chosen.lang), file=sys.stderr)
    for sentence in wording.sentences(_statement(referee.verify(record).rounds[0]), chosen.lang):
        print(plain(sentence), file=sys.stderr)
    return 0


def _wanted(chosen: Namespace) -> making.Wanted:
    """What is to be made. Raises InputError for a game or a scheme that is not there, and for an input that is no tag."""
    game, scheme = registry.find(chosen.make), walls.find(chosen.scheme)
    if game is None:
        raise InputError(term("no game", chosen.lang, plain(chosen.make), ", ".join(known.id for known in registry.games())))
    if scheme is None:
        raise InputError(
            term("no scheme", chosen.lang, plain(chosen.scheme), ", ".join(known.id for known in walls.all_schemes()))
        )
    tags = {}
    for written in chosen.tag:
        name, equals, value = written.partition("=")
        if not equals:
            raise InputError(term("no wall", chosen.lang, plain(written)))
        tags[name] = value
    return making.Wanted(scheme, game, chosen.rules, chosen.round, chosen.dealer, tags, chosen.whole_match)
