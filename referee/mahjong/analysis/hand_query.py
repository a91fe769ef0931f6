"""Questions about one hand, as ``referee score`` asks them: is it a win, what is it worth, what does it wait for."""

from __future__ import annotations

from collections import Counter

from referee.hand_specification import HandSpecification
from referee.mahjong.analysis.hand_question import SIZE, STEPS, WAYS, Question, read
from referee.mahjong.hand.fans import PAIRS, RUN_SET, CandidateHand, Group, Reading, WinValue
from referee.mahjong.hand.tiles import NAMES, SUIT, UNIT, keys_of, listed, text
from referee.mahjong.rules.game_rules import GameRules
from referee.rulebook import Raise, Rules
from referee.verdict import JSON


def answer(game: GameRules, rules: Rules, query: dict[str, JSON]) -> dict[str, JSON]:
    """The value of ``hand`` + ``melds`` with ``win``, or with ``waits`` the value of every tile that it waits for.

    With ``readings`` it is told by every reading, best first, and a hand that does not win by the clause that says so.
    Raises QueryError, with what was expected, for a query that cannot be read.
    """
    question = read(query, game.ruleset(rules), game.rulebook.words.of("flags"))
    if question.win is None:
        return {"waits": _waits(game, rules, question)}
    win_value = _judged(game, rules, question, question.win)
    if isinstance(win_value, Raise):
        return {"wins": False, "reason": win_value.code, **(_why(game, win_value) if question.readings else {})}
    found: dict[str, JSON] = {"wins": True, **_worth(win_value[0])}
    if question.readings:
        found["readings"] = [_read(one, game.ruleset(rules).ghost) for one in win_value]
    return found


def described(game: GameRules, rules: Rules) -> HandSpecification:
    """What may be asked of a hand of this game by these rules."""
    ruleset = game.ruleset(rules)
    tiles = {NAMES[kind]: copies for kind, copies in enumerate(ruleset.copies) if copies}
    melds = {word: steps for word, steps in STEPS.items() if word != "chi" or ruleset.chi}
    by = WAYS if ruleset.robbed else WAYS[:2]
    ghost = None if ruleset.ghost is None else NAMES[ruleset.ghost]
    return HandSpecification(tiles, SIZE, melds, ghost, by, game.flags, game.unit, game.fan_unit, game.fan_units)


def _waits(game: GameRules, rules: Rules, question: Question) -> dict[str, JSON]:
    """What each kind would be worth that wins by the way asked for; the ghost is no wait."""
    ruleset = game.ruleset(rules)
    if question.by == "rob" and not ruleset.robbed:
        return {}
    wins = game.completions(rules, keys_of(question.hand), question.melds, question.by, question.flags)
    return {NAMES[kind]: win_value.value for kind, win_value in wins if kind != ruleset.ghost and win_value.breaks is None}


def _judged(game: GameRules, rules: Rules, question: Question, tile: int) -> list[WinValue] | Raise:
    """Every reading of the hand with this tile, valued, best first; a win that breaks a minimum is none."""
    ruleset = game.ruleset(rules)
    if question.by == "rob" and not ruleset.robbed:
        return game.no_robbing
    if question.by != "draw" and tile == ruleset.ghost:
        return game.rulebook.raising("ghost-discard-claimed")
    keys = keys_of(question.hand)
    keys[SUIT[tile]] += UNIT[tile]
    win_value = game.win_values(rules, CandidateHand(tuple(keys), question.melds, tile, question.by, question.flags))
    if not isinstance(win_value, Raise) and win_value[0].breaks is not None:
        return win_value[0].breaks
    return win_value


def _why(game: GameRules, refusal: Raise) -> dict[str, JSON]:
    """The clause that refuses a win, and what the game says besides."""
    detail = game.why(refusal).get("reason")
    return {"clause": refusal.clause, **({"detail": detail} if detail else {})}


def _worth(win_value: WinValue) -> dict[str, JSON]:
    fans: list[JSON] = [{"code": fan.code, "value": fan.value, "clause": fan.clause} for fan in win_value.fans]
    return {"value": win_value.value, "fans": fans}


def _read(win_value: WinValue, ghost: int | None) -> dict[str, JSON]:
    """A reading in full: its fans by name, and how the tiles are grouped for it."""
    fans: list[JSON] = [{"code": fan.code, "name": fan.name, "value": fan.value, "clause": fan.clause} for fan in win_value.fans]
    return {"value": win_value.value, "fans": fans, **_drawn(win_value.reading, ghost)}


def _drawn(reading: Reading, ghost: int | None) -> dict[str, JSON]:
    """A reading as groups of tiles, melds first, ghosts as what they stand for; one that needs no shape has no groups."""
    if reading.shape == PAIRS:
        return {"groups": [text([kind] * 2) for kind in _pairs(listed(reading.candidate.keys), ghost)], "pair": None}
    sizes = [len(meld.tiles) for meld in reading.candidate.melds]
    groups: list[JSON] = [_group(group, sizes[index] if index < len(sizes) else 3) for index, group in enumerate(reading.groups)]
    return {"groups": groups, "pair": None if reading.pair is None else text([reading.pair] * 2)}


def _pairs(concealed: list[int], ghost: int | None) -> list[int]:
    """The kinds of seven pairs: a ghost goes with whatever is single, the others with each other."""
    natural = Counter(kind for kind in concealed if kind != ghost)
    found = [kind for kind, count in sorted(natural.items()) for _ in range((count + 1) // 2)]
    return found + [kind for kind in (ghost,) if kind is not None for _ in range(len(concealed) // 2 - len(found))]


def _group(group: Group, size: int) -> str:
    run = group.kind == RUN_SET
    return text(group.tile + step for step in range(3)) if run else text([group.tile] * size)
