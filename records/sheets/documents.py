"""The documents of a score sheet: one round as it is entered, and the record that all of them make."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

import referee
from records.db.fields import Document
from records.errors import Refusal
from records.sheets.models import ScoreSheet, SheetRound
from referee import registry
from referee.notation.json_form import parse_json, write_json
from referee.rulebook import Rules

BYTES = 8 * 1024
"""The size of the entry of a round at most."""
ROUNDS = 200
"""The rounds of a sheet at most."""
KINDS = ("sheet", "scores")
"""What the ``Kind`` of a round may be on a sheet."""
TAGS = 32
"""The tags of a round at most."""
POINTS = 10**15
"""The points of a side in a round are fewer: the sums of a whole sheet can be written down then."""
UNFIT = frozenset({"hands", "wall", "comments"})
"""What a round of moves has and a sheet has not."""


def game_of(game: str, rules: str) -> tuple[referee.Game, Rules]:
    """The game and the rules of a sheet. Raises Refusal (422) where there are none such."""
    found = registry.find(game)
    if found is None:
        known = ", ".join(one.id for one in registry.games())
        raise Refusal("unknown-game", f"遊戲應為 {known}，讀到 {game}。", f"Expected a game of {known}, found {game}.", 422)
    parsed = found.rulebook.rules(rules)
    if not isinstance(parsed, Rules):
        zh, en = (" ".join(problem.message[language] for problem in parsed) for language in ("zh", "en"))
        raise Refusal("unknown-rules", zh, en, 422)
    return found, parsed


def seats_of(game: str, rules: str) -> str:
    """The seats of a table by these rules, in order of play. Raises Refusal (422)."""
    found, parsed = game_of(game, rules)
    return found.seats(parsed)


def checked_entry(sheet: ScoreSheet, number: int, given: Any, *, scores: bool = True) -> Document:
    """A round as it was entered, in canonical form; with ``scores`` it must have the points of every side.

    Raises Refusal (413, 422) for one that is none of a sheet.
    """
    try:
        entry = _read(sheet, number, given)
    except RecursionError:
        raise _no_entry("一局的物件", "an object of one round", "[[[…") from None
    if scores:
        _require_scores(sheet, entry)
    return entry


def _read(sheet: ScoreSheet, number: int, given: Any) -> Document:
    """The round as it is written in a record of it. Raises Refusal (413, 422)."""
    if not isinstance(given, dict):
        raise _no_entry("一局的物件", "an object of one round", type(given).__name__)
    if len(json.dumps(given)) > BYTES:
        raise Refusal("too-large", f"一局最多 {BYTES:,} 位元組。", f"A round has at most {BYTES:,} bytes.", 413)
    if unfit := sorted(UNFIT & set(given)):
        raise _no_entry("記分表的一局", "a round of a score sheet", ", ".join(unfit))
    if not isinstance(given.get("tags", {}), dict) or len(given.get("tags", {})) > TAGS:
        raise _no_entry(f"最多 {TAGS} 個標籤", f"at most {TAGS} tags", "tags")
    if given.get("tags", {}).get("Kind") not in KINDS:
        raise _no_entry(
            "Kind 為 " + "、".join(KINDS), "a Kind of " + ", ".join(KINDS), str(given.get("tags", {}).get("Kind"))[:20]
        )
    try:
        record = parse_json(record_text(sheet, [{**given, "round": number}]))
    except referee.NotationError as error:
        raise Refusal(error.code, error.message["zh"], error.message["en"], 422) from error
    entry: Document = write_json(record)["rounds"][0]  # type: ignore[assignment,index]
    return entry


def _require_scores(sheet: ScoreSheet, entry: Mapping[str, Any]) -> None:
    """Raises Refusal (422) where a round does not give every side its points: they are what everybody confirms."""
    game, rules = game_of(sheet.game, sheet.rules)
    sides = sorted(game.sides(rules))
    scores: Mapping[str, int] = entry.get("scores", {})
    if (found := sorted(scores)) != sides:
        raise _no_entry("每方的分數：" + "、".join(sides), "points of " + ", ".join(sides), ", ".join(found) or "–")
    for points in scores.values():
        if abs(points) >= POINTS:
            raise _no_entry("少於 16 位的分數", "points of fewer than 16 digits", str(points))


def _no_entry(zh: str, en: str, found: str) -> Refusal:
    return Refusal("invalid-entry", f"應為{zh}，讀到 {found}。", f"Expected {en}, found {found}.", 422)


def digest_of(sheet: ScoreSheet, round_: SheetRound) -> str:
    """The digest of what is confirmed with a round: the rules, which version of it, and all that was entered."""
    rules = [sheet.rules] if sheet.base is None else [sheet.rules, sheet.base]
    said = [sheet.game, *rules, round_.number, round_.version, round_.entry]
    return hashlib.sha256(json.dumps(said, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


def totals_of(entries: Iterable[Mapping[str, Any]]) -> dict[str, int]:
    """The sums of the points of these rounds, as they were entered."""
    totals: Counter[str] = Counter()
    for entry in entries:
        totals.update(entry.get("scores", {}))
    return dict(totals)


def record_text(sheet: ScoreSheet, rounds: list[Document], **more: Any) -> str:
    """A record of these rounds of a sheet in JSON form."""
    rules: dict[str, Any] = {"rules": sheet.rules} if sheet.rules else {}
    if sheet.base is not None:
        rules["base"] = sheet.base
    return json.dumps({"ppn": 1, "game": sheet.game, **rules, **more, "rounds": rounds})


def canonical(text: str) -> bytes:
    """The canonical PPN text of a record in JSON form."""
    return referee.write(parse_json(text)).encode()
