"""Answers to questions about one hand for ``referee score``: whether it wins, its value, its waits."""

from __future__ import annotations

from collections import Counter
from typing import Final

from referee.core.game.hand_specification import HandSpecification, QueryError
from referee.core.verdict import JSON
from referee.mahjong.analysis.hand_question import STEPS, WAYS, Question, read
from referee.mahjong.hand import circumstances
from referee.mahjong.hand.candidate import DECLARED, CandidateHand
from referee.mahjong.hand.fans import WinValue
from referee.mahjong.hand.readings import PAIRS, RUN_SET, Group, Reading
from referee.mahjong.hand.tiles import NAMES, SUIT, UNIT, keys_of, listed, text
from referee.mahjong.mechanisms import beside
from referee.mahjong.rulebook import Options
from referee.mahjong.rules.checks.beside_checks import MOST_PIAO
from referee.mahjong.rules.game_rules import GameRules
from referee.mahjong.table.moves import SEATS
from referee.mahjong.table.ruleset import Ruleset
from referee.rulebook import FindingTemplate, Rules
from referee.rulebook.toml import LANGUAGES

KONG: Final = len(STEPS["gang"])
WORDS: Final = "contradictions"
"""The kind of words in which conditions and the sentences are said."""


def answer(game: GameRules, rules: Rules, query: dict[str, JSON]) -> dict[str, JSON]:
    """The value of ``hand`` + ``melds`` with ``win``, or with ``waits`` the value of every tile that it waits for.

    With ``readings`` it is told by every reading, best first, and a hand that does not win by the clause that says so.
    At a table with kans it says how many units they come to, beside the value (TBL-11).
    Raises QueryError, with what was expected, for a query that cannot be read, and for one that says two things of a win that
    exclude each other.
    """
    question = read(query, game.ruleset(rules), game.rulebook.words.of("flags"))
    refuse(game, rules, question)
    if question.win is None:
        return {"waits": _waits(game, rules, question)}
    win_value = _valued_readings(game, rules, question, question.win)
    if isinstance(win_value, FindingTemplate):
        return {"wins": False, "reason": win_value.code, **(_refusal_clause(game, win_value) if question.readings else {})}
    found: dict[str, JSON] = {"wins": True, **_value_and_fans(win_value[0])}
    counting = Options.of(rules).kans
    if counting != "off":
        found["kans"] = beside.units(win_value, counting)
    if question.readings:
        found["readings"] = [_full_reading(one, game.ruleset(rules).ghost) for one in win_value]
    return found


def described(game: GameRules, rules: Rules) -> HandSpecification:
    """The hand specification of this game by these rules: which questions can be asked."""
    ruleset = game.ruleset(rules)
    tiles = {NAMES[kind]: copies for kind, copies in enumerate(ruleset.copies) if copies}
    melds = {word: steps for word, steps in STEPS.items() if word != "chi" or ruleset.chi}
    by = WAYS if ruleset.robbed else WAYS[:2]
    ghost = None if ruleset.ghost is None else NAMES[ruleset.ghost]
    flags = game.flags_of(rules)
    return HandSpecification(
        tiles,
        ruleset.hand,
        melds,
        ghost,
        by,
        flags,
        declared=tuple([flag for flag in DECLARED if flag in flags]),
        seats=SEATS[: ruleset.seats],
        replaced=tuple([flag for flag in flags if is_replaced(game, rules, flag)]),
        piao=MOST_PIAO if Options.of(rules).piao in ("round", "match") else 0,
    )


def is_replaced(game: GameRules, rules: Rules, flag: str) -> bool:
    """Whether a circumstance is one of the replacement after the winner's own kong alone."""
    return not game.moments_of(rules, flag) & ~circumstances.AFTER_OWN_KONG


def _waits(game: GameRules, rules: Rules, question: Question) -> dict[str, JSON]:
    """The value of each tile that wins in the way asked for; the ghost is not listed as a wait, nor a tile that cannot be
    robbed."""
    ruleset = game.ruleset(rules)
    if question.by == "rob" and not ruleset.robbed:
        return {}
    wins = game.completions(rules, keys_of(question.hand), question.melds, question.by, question.flags)
    return {
        NAMES[kind]: win_value.value
        for kind, win_value in wins
        if kind != ruleset.ghost and win_value.violates is None and may_come(ruleset, question, kind)
    }


def _valued_readings(game: GameRules, rules: Rules, question: Question, tile: int) -> list[WinValue] | FindingTemplate:
    """The value of the hand with this tile by each reading, the best first; else the clause that refuses the win."""
    ruleset = game.ruleset(rules)
    if question.by == "rob" and not ruleset.robbed:
        return game.no_robbing
    if question.by != "draw" and tile == ruleset.ghost:
        return game.rulebook.raising("ghost-discard-claimed")
    keys = keys_of(question.hand)
    keys[SUIT[tile]] += UNIT[tile]
    win_value = game.win_values(rules, CandidateHand(tuple(keys), question.melds, tile, question.by, question.flags))
    if not isinstance(win_value, FindingTemplate) and win_value[0].violates is not None:
        return win_value[0].violates
    return win_value


def _refusal_clause(game: GameRules, refusal: FindingTemplate) -> dict[str, JSON]:
    """The clause by which the hand does not win, with the game's reason."""
    detail = game.why(refusal).get("reason")
    return {"clause": refusal.clause, **({"detail": detail} if detail else {})}


def _value_and_fans(win_value: WinValue) -> dict[str, JSON]:
    fans: list[JSON] = [{"code": fan.code, "value": fan.value, "clause": fan.clause} for fan in win_value.fans]
    return {"value": win_value.value, "fans": fans}


def _full_reading(win_value: WinValue, ghost: int | None) -> dict[str, JSON]:
    """A reading with its value, its fans by name, and its groups."""
    fans: list[JSON] = [{"code": fan.code, "name": fan.name, "value": fan.value, "clause": fan.clause} for fan in win_value.fans]
    return {"value": win_value.value, "fans": fans, **_groups_of(win_value.reading, ghost)}


def _groups_of(reading: Reading, ghost: int | None) -> dict[str, JSON]:
    """The groups of a reading, melds first, with the tiles that ghosts stand for; none for a reading without a shape."""
    if reading.shape == PAIRS:
        return {"groups": [text([kind] * 2) for kind in _pairs(listed(reading.candidate.keys), ghost)], "pair": None}
    sizes = [len(meld.tiles) for meld in reading.candidate.melds]
    groups: list[JSON] = [_group(group, sizes[index] if index < len(sizes) else 3) for index, group in enumerate(reading.groups)]
    return {"groups": groups, "pair": None if reading.pair is None else text([reading.pair] * 2)}


def _pairs(concealed: list[int], ghost: int | None) -> list[int]:
    """The tiles of seven pairs: a ghost completes a single tile, the remaining ghosts pair with each other."""
    natural = Counter(kind for kind in concealed if kind != ghost)
    found = [kind for kind, count in sorted(natural.items()) for _ in range((count + 1) // 2)]
    return found + [kind for kind in (ghost,) if kind is not None for _ in range(len(concealed) // 2 - len(found))]


def _group(group: Group, size: int) -> str:
    run = group.kind == RUN_SET
    return text(group.tile + step for step in range(3)) if run else text([group.tile] * size)


def refuse(game: GameRules, rules: Rules, question: Question) -> None:
    """Raise QueryError for circumstances that exclude each other, the way of winning, or what is said of dealer and melds; and
    for the tile of a robbed kong where the winner holds what the kong must have."""
    kong = any(len(meld.tiles) == KONG for meld in question.melds)
    known = circumstances.told(question.by, question.dealer, bool(question.melds), kong)
    so: dict[str, int] = {}
    for flag in circumstances.in_order(question.flags):
        other = game.excluding(rules, flag, so | known)
        if other is not None:
            raise _error(game, "flags", flag, other)
        so[flag] = game.moments_of(rules, flag)
    tile = question.win
    if tile is not None and not may_come(game.ruleset(rules), question, tile):
        raise _error(game, "win", "rob", NAMES[tile], _held(question, tile))


def may_come(ruleset: Ruleset, question: Question, tile: int) -> bool:
    """Whether a tile can be that of a robbed kong, with what the winner has of its kind; whether it can be asked for otherwise is
    not asked here."""
    if question.by != "rob" or not ruleset.robbed or tile == ruleset.ghost:
        return True
    return _held(question, tile) <= circumstances.most_held(ruleset.ghost is not None)


def _held(question: Question, tile: int) -> int:
    """How many tiles of a kind the winner has beside the winning one."""
    return question.hand.count(tile) + sum(meld.tiles.count(tile) for meld in question.melds)


def _error(game: GameRules, field: str, one: str, other: str, held: int = 0) -> QueryError:
    """The error that names two things that exclude each other; with ``held``, the other is a tile of which so many are held."""
    words = game.rulebook.words
    message: dict[str, str] = {}
    for language in LANGUAGES:
        names = [words.say(thing, "said", language) for thing in (one, other)]
        if held:
            names[1] = words.of(WORDS)["held"][language].format(n=held, tile=words.say(other, "tile", language))
        sentence = words.of(WORDS)["way" if other in WAYS else "both"][language]
        message[language] = sentence.format(one=names[0], other=names[1])
    return QueryError(field, message, (one, other))
