"""Sheets made of clean records by leaving the moves out come to the same, and one changed figure is found at that figure."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

import referee
from referee.core import registry
from referee.core.record import Record
from referee.core.scoring import rules_of
from referee.core.verdict import RoundVerdict
from referee.mahjong.game import MahjongGame
from tests.each import each
from tests.golden import records
from tests.proof import one_in
from tests.samples import clean

GAMES = [game.id for game in registry.games() if isinstance(game, MahjongGame)]
GOLDEN = [path for path in records() if path.stem.startswith("clean") and path.parent.name in GAMES]
CLEAN = [*GOLDEN, *(path for game in GAMES for path in clean(game))]


def name_of(path: Path) -> str:
    return "-".join(path.parts[-3:])


@cache
def full(path: Path) -> Record:
    return referee.parse(path.read_bytes())


@cache
def made(path: Path) -> Record:
    return referee.sheet_of(full(path))


@each([*CLEAN, *clean("gouji")], many=3)
def test_sheet_is_the_same_in_text_and_json_and_a_sheet_of_itself(path: Path) -> None:
    text = referee.write(made(path))
    assert referee.write(referee.parse(text)) == text
    assert referee.sheet_of(made(path)) == made(path)
    document = json.dumps(referee.write_json(made(path)), ensure_ascii=False)
    assert referee.write(referee.parse(document)) == text


# -- one figure changed --------------------------------------------------------------------------------------------------------

Changed = tuple[str, str, str]
"""The text of a sheet with one figure changed, and the code and the place (``round.move`` or ``round``) of what must be found."""


Change = Callable[[str, str, RoundVerdict], Changed | None]
"""Makes it of the match's head, the text of a round and its verdict; then the text is that of the round."""


def rounds_of(path: Path) -> list[tuple[int, str, RoundVerdict]]:
    """The text and the verdict of each settled round of the sheet, with where its text starts."""
    text, found = referee.write(made(path)), []
    for verdict in referee.verify(made(path)).rounds:
        start = text.index(f'[Round "{verdict.number}"]')
        end = text.find("\n\n[Round", start)
        if verdict.computed is not None:
            found.append((start, text[start : end if end > 0 else len(text)], verdict))
    return found


def changed(path: Path, change: Change) -> Changed | None:
    """The sheet with the first round that can be changed so."""
    text = referee.write(made(path))
    head = "\n".join(line for line in text.split("\n\n")[0].split("\n") if not line.startswith("[Totals"))
    for start, part, verdict in rounds_of(path):
        if (found := change(head, part, verdict)) is not None:
            new, code, place = found
            return text[:start] + new + text[start + len(part) :], code, place
    return None


def called_value(head: str, part: str, verdict: RoundVerdict) -> Changed | None:
    for win in verdict.wins:
        moves = list(re.finditer(r"[ESWN][-+.]\S+", part[part.rindex("]") :]))
        token = moves[win.move - 1]
        at = part.rindex("]") + token.start()
        assert win.value is not None
        new = f"{part[:at]}{win.seat}.hu:{win.value + 1}{part[at + len(token[0]) :]}"
        return new, "value-mismatch", f"{verdict.number}.{win.move}"
    return None


def score(head: str, part: str, verdict: RoundVerdict) -> Changed | None:
    found = re.search(r'\[Scores "E([-+]?\d+)', part)
    if found is None:
        return None
    points = int(found[1]) + 1
    written = f"{points:+d}" if points else "0"
    return part[: found.start(1)] + written + part[found.end(1) :], "score-mismatch", f"{verdict.number}"


def tile_of_the_hand(head: str, part: str, verdict: RoundVerdict) -> Changed | None:
    """A tile of the winner's hand that becomes one which no winning hand can do with.

    After a heavenly win it may be that tile which was put aside, so later wins of that seat need not show it.
    """
    heavenly = {win.seat for win in verdict.wins if win.tile is None}
    for win in verdict.wins:
        found = re.search(rf'\[Shown\.{win.seat} "([^"]*)"', part)
        if found is None or win.seat in heavenly:
            continue
        tiles = [rank + run[-1] for run in re.findall(r"\d+[mpsz]", found[1]) for rank in run[:-1]]
        for other in ("1m", "1p", "1s", "9m", "9p", "9s"):
            new = part[: found.start(1)] + "".join([other, *tiles[1:]]) + part[found.end(1) :]
            again = referee.verify(referee.parse(f"{head}\n\n{new}\n")).rounds[0].findings
            if any(finding.code in ("not-winning", "three-suits") for finding in again):
                code = next(finding.code for finding in again if finding.code in ("not-winning", "three-suits"))
                return new, code, f"{verdict.number}.{win.move}"
    return None


def payer(head: str, part: str, verdict: RoundVerdict) -> Changed | None:
    """A discard that is won on becomes another player's."""
    if "[Scores" not in part or "gangshangpao" in part or "dihu" in part:
        return None
    for win in verdict.wins:
        others = [
            seat for seat in verdict.computed or {} if seat not in (win.seat, win.source, *[one.seat for one in verdict.wins])
        ]
        if win.by == "discard" and others and len(verdict.wins) == 1:
            at = (
                part.rindex(f" {win.source}-{win.tile}")
                if f" {win.source}-{win.tile}" in part
                else part.rindex(f"{win.source}-{win.tile}") - 1
            )
            return part[: at + 1] + others[0] + part[at + 2 :], "score-mismatch", f"{verdict.number}"
    return None


def ready(head: str, part: str, verdict: RoundVerdict) -> Changed | None:
    found = re.search(r'\[Ready\.[ESWN] "(\w+)"', part)
    if found is None:
        return None
    said = "4096" if found[1] in ("no", "pig") else "no"
    return part[: found.start(1)] + said + part[found.end(1) :], "value-mismatch", f"{verdict.number}.0"


FIGURES = [called_value, score, tile_of_the_hand, payer, ready]


@pytest.mark.parametrize("change", FIGURES, ids=lambda change: change.__name__)
@pytest.mark.parametrize("game", one_in(3, GAMES))
def test_changed_figure_is_found_at_that_figure(game: str, change: Change) -> None:
    tried = 0
    for path in [path for path in CLEAN if game in path.parts]:
        found = changed(path, change)
        if found is None:
            continue
        text, code, place = found
        places = [
            where
            for finding in referee.verify(referee.parse(text)).all_findings()
            if finding.code == code
            for where in (f"{finding.round}", f"{finding.round}.{finding.move}")
        ]
        assert place in places, text
        tried += 1
    found_game = registry.find(game)
    assert isinstance(found_game, MahjongGame)
    asked = change is not ready or found_game.ready_words(rules_of(found_game, ""))
    assert bool(tried) == bool(asked)


@each(lambda: (path for path in GOLDEN if full(path).totals))
def test_changed_total_is_found(path: Path) -> None:
    record = made(path)
    totals = dict(record.totals or {})
    totals["E"] += 1
    found = referee.verify(record._replace(totals=totals)).all_findings()
    assert [(finding.round, finding.code) for finding in found] == [(0, "total-mismatch")]
