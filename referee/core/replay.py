"""Replays a record: each round's moves are refereed in turn until one makes it impossible to go on. Nothing is repaired.

What is common to all games stands here: turning a match into a verdict, comparing claimed scores with computed ones,
giving findings their place in the text, and the frames of a round.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from referee.core import registry
from referee.core.game import agreed
from referee.core.game.protocol import Game, Start
from referee.core.game.round_referee import listed
from referee.core.game.sheets import BAD_SHEET, MakesSheets, kind_of
from referee.core.game.unrefereed import accuses, as_notes, differ, unchecked_seats, with_unrefereed
from referee.core.record import CALL, DRAW, Move, Record, Round
from referee.core.verdict import JSON, Finding, RoundVerdict, Verdict
from referee.notation import Located, NotationError, limits, locate_all
from referee.rulebook import CORE, Rulebook, Rules

ENGINE_VERSION: Final = "0.6.1"
"""Whoever changes a verdict changes it: what is stored or published is held to the engine of the same version only."""

UNKNOWN_GAME: Final = CORE["PPN-3"].raises("unknown-game")

UNSEEN: Final = "?"
"""How notation and frames write a tile or card that is not known."""

Frame = dict[str, JSON]


def verify(record: Record | NotationError) -> Verdict:
    """The verdict on a match: a pure function of the record and the engine's version."""
    if isinstance(record, NotationError):
        return _unreadable(record)
    game = registry.find(record.game)
    if game is None:
        expected = [known.id for known in registry.games()]
        found = UNKNOWN_GAME.finding({"expected": ", ".join(expected), "actual": record.game})
        return _refused(record, (found._replace(expected=list(expected)),))
    rules = game.rulebook.rules(record.rules, record.tags)
    if not isinstance(rules, Rules):
        return _refused(record, tuple(rules))
    return _judged(record, game, rules)


def replay(record: Record, round_number: int, view: str | None = None) -> list[Frame]:
    """The frames of a round: after the deal, then after each refereed move.

    Raises LookupError where the record has no such round, no such game, or no table could be laid.
    """
    game, rules = rules_of(record)
    return list(_frames(record, game.rulebook, rules, *set_up(record, round_number), view))


def set_up(record: Record, round_number: int) -> tuple[Round, Start]:
    """Set up a round after the rounds before it.

    Raises LookupError where the record has no such round or no such game.
    """
    game, rules = rules_of(record)
    base = base_of(record, game)
    before: tuple[Round, RoundVerdict] | None = None
    for round_ in record.rounds:
        if round_.number == round_number:
            return round_, start_round(record, game, rules, base, round_, before)
        before = round_, judge_round(record, game, rules, base, round_, before)
    raise LookupError(f"round {round_number}")


def rules_of(record: Record) -> tuple[Game, Rules]:
    """The game and the rules of a record. Raises LookupError where there are none such."""
    game = registry.find(record.game)
    rules = game.rulebook.rules(record.rules, record.tags) if game else None
    if game is None or not isinstance(rules, Rules):
        raise LookupError(f"game {record.game!r} with rules {record.rules!r}")
    return game, rules


def start_round(
    record: Record, game: Game, rules: Rules, base: int, round_: Round, before: tuple[Round, RoundVerdict] | None
) -> Start:
    """Set up a round; a sheet of a game that has none cannot be."""
    if kind_of(round_) and not isinstance(game, MakesSheets):
        return Start((BAD_SHEET.finding({"reason": "none"}),), None)  # PPN-9
    start = game.start(record, rules, base, round_, before)
    return start._replace(findings=as_notes(start.findings, rules)) if rules.unrefereed else start


def _frames(record: Record, book: Rulebook, rules: Rules, round_: Round, start: Start, view: str | None) -> Iterator[Frame]:
    play = start.play
    if play is None:
        raise LookupError(f"round {round_.number} cannot be laid out: its deal is wrong")
    yield frame_of(record, round_, play.frame(view), 0, None, start.findings)
    told = len(play.findings)
    for number, move in enumerate(round_.moves, 1):
        going_on = play.move(number, move)
        if number == len(round_.moves):
            play.finish()
        found, told = as_notes(play.findings[told:], rules), len(play.findings)
        frame = play.frame(view)
        yield frame_of(record, round_, frame, number, seen(move, frame, view, book), found)
        if not going_on:
            return


def seen(move: Move, frame: Frame, view: str | None, book: Rulebook) -> str:
    """A move as a frame shows it: what others draw into hidden hands, or lay face down, is not told."""
    if view is None or move.seat == view:
        return move.token
    if move.verb in book.verbs and book.verbs[move.verb].hidden:
        return f"{move.seat}{CALL}{move.verb}"
    if move.sign != DRAW:
        return move.token
    seats: Any = frame["seats"]
    unseen = any(UNSEEN in seat["hand"] for seat in seats if seat["seat"] == move.seat)
    return f"{move.seat}{DRAW}{UNSEEN}" if unseen else move.token


def frame_of(record: Record, round_: Round, frame: Frame, number: int, token: str | None, found: Sequence[Finding]) -> Frame:
    """A frame: where it is in its match, the move as it is shown, the table, and what was found at the move."""
    findings: list[JSON] = [finding.as_dict() for finding in _all_placed(found, round_)]
    return {
        "game": record.game,
        "round": round_.number,
        "move": number,
        "token": token,
        **frame,
        "findings": findings,
    }


def _judged(record: Record, game: Game, rules: Rules) -> Verdict:
    base = base_of(record, game)
    verdicts: list[RoundVerdict] = []
    before: tuple[Round, RoundVerdict] | None = None
    for round_ in record.rounds:
        verdict = judge_round(record, game, rules, base, round_, before)
        verdicts.append(verdict)
        before = round_, verdict
    return judge_match(record, game, rules, verdicts)


def judge_match(record: Record, game: Game, rules: Rules, verdicts: list[RoundVerdict]) -> Verdict:
    """The verdict on a match, of the verdicts on its rounds."""
    flagged = any(verdict.status == "flagged" or accuses(verdict.findings) for verdict in verdicts)
    verdicts = _within_match(verdicts)
    computed = totals_of(verdicts, game.sides(rules))
    findings: Sequence[Finding] = ()
    claimed = record.totals if _whole(record) else None
    unchecked = frozenset().union(*(unchecked_seats(verdict, rules) for verdict in verdicts)) if rules.unrefereed else frozenset()
    if computed is not None and claimed is not None and differ(claimed, computed, unchecked):
        raises = game.rulebook.raising("total-mismatch")
        findings = as_notes([raises.finding({"expected": dict(computed), "actual": dict(claimed)})], rules)
    return Verdict(
        "flagged" if flagged or accuses(findings) else "clean",
        ENGINE_VERSION,
        record.sha256,
        record.game,
        rules.as_dict(),
        base_of(record, game),
        tuple(findings),
        tuple(verdicts),
        computed,
        record.totals,
    )


def judge_round(
    record: Record, game: Game, rules: Rules, base: int, round_: Round, before: tuple[Round, RoundVerdict] | None
) -> RoundVerdict:
    """The verdict on a round, which is played from its start to its end."""
    start = start_round(record, game, rules, base, round_, before)
    if start.play is None:
        return unplayed(round_, start, before, rules)
    start.play.moves(round_.moves)
    start.play.finish()
    return concluded(game, rules, round_, start.findings, start.play.verdict(round_), start.play.paid)


def unplayed(round_: Round, start: Start, before: tuple[Round, RoundVerdict] | None, rules: Rules) -> RoundVerdict:
    """The verdict on a round that cannot be played."""
    verdict = RoundVerdict(
        round_.number,
        "halted",
        "unfinished",
        _all_placed(start.findings, round_),
        round_.dealer or round_.leader,
        claimed=round_.scores,
        checked={"hands": False, "wall": False},
        extra=start.extra,
        carried=before[1].carried if before else {},
    )
    return with_unrefereed(verdict, rules)


def concluded(
    game: Game, rules: Rules, round_: Round, header: Sequence[Finding], verdict: RoundVerdict, paid: bool = True
) -> RoundVerdict:
    """The verdict on a round: what was found in its header, what its play says, and whether its scores are claimed otherwise.
    ``paid``: whether there may be payments that its play does not judge."""
    if paid and verdict.extra:
        verdict = agreed.between_sides(verdict, round_, game.seats(rules), game.sides(rules))  # TBL-15
    findings, computed, claimed = [*header, *verdict.findings], verdict.computed, round_.scores
    if computed is not None and claimed is not None and differ(claimed, computed, unchecked_seats(verdict, rules)):
        findings.append(_score_finding(game, rules, round_, computed, claimed))
    return with_unrefereed(_with(verdict, as_notes(findings, rules), round_) if findings else verdict, rules)


def _with(verdict: RoundVerdict, findings: Sequence[Finding], round_: Round) -> RoundVerdict:
    """The verdict with these findings in the order of the moves, as many as are listed. Notes alone do not flag it."""
    status = verdict.status if verdict.status == "halted" else "flagged" if accuses(findings) else "clean"
    more = dict(verdict.more)
    findings = listed(sorted(findings, key=lambda finding: finding.move), more, limits.ROUND_FINDINGS)
    return verdict.with_findings(_all_placed(findings, round_), status)._replace(more=more)


def _within_match(verdicts: list[RoundVerdict]) -> list[RoundVerdict]:
    """The verdicts on the rounds with no more findings in all than a match lists, but one of each code of a round."""
    if sum(len(verdict.findings) for verdict in verdicts) <= limits.MATCH_FINDINGS:
        return verdicts
    found, left = [], limits.MATCH_FINDINGS
    for verdict in verdicts:
        more = dict(verdict.more)
        findings = tuple(listed(verdict.findings, more, max(left, 0)))
        left -= len(findings)
        found.append(verdict._replace(findings=findings, more=more))
    return found


def _score_finding(game: Game, rules: Rules, round_: Round, computed: Mapping[str, int], claimed: Mapping[str, int]) -> Finding:
    raises = game.rulebook.raising("score-mismatch", rules)
    return raises.finding({"expected": dict(computed), "actual": dict(claimed)}, len(round_.moves))


def totals_of(verdicts: Sequence[RoundVerdict], sides: Sequence[str]) -> dict[str, int] | None:
    """The sums of the rounds' scores; None if a round has none (MJ-6.3)."""
    totals: dict[str, int] = {}
    for verdict in verdicts:
        if verdict.computed is None:
            return None
        for seat, points in verdict.computed.items():
            totals[seat] = totals.get(seat, 0) + points
    return totals or dict.fromkeys(sides, 0)


def _whole(record: Record) -> bool:
    """Whether the record has every round of the match: totals may count rounds that it lacks (MJ-6.3)."""
    return bool(record.rounds) and record.rounds[-1].number == len(record.rounds)


def _all_placed(findings: Sequence[Finding], round_: Round) -> tuple[Finding, ...]:
    """The findings with their round, their tokens as written, and their places in the text."""
    unplaced = {finding.move for finding in findings if finding.line is None}
    located = locate_all(round_.position, unplaced) if round_.position and unplaced else {}
    return tuple(_placed(finding._replace(round=round_.number), located) for finding in findings)


def _placed(finding: Finding, located: Mapping[int, Located]) -> Finding:
    if not located or finding.line is not None:
        return finding
    token, line, column = located.get(finding.move, located[0])
    return finding._replace(token=token, line=line, column=column)


def _refused(record: Record, findings: tuple[Finding, ...]) -> Verdict:
    """The verdict on a match of an unknown game or with unknown rules, which is not replayed."""
    more: dict[str, int] = {}
    findings = tuple(listed(findings, more, limits.ROUND_FINDINGS))
    return Verdict(
        "flagged", ENGINE_VERSION, record.sha256, record.game, None, record.base, findings, claimed=record.totals, more=more
    )


def _unreadable(error: NotationError) -> Verdict:
    raises = CORE["PPN-2" if error.code == "too-large" else "PPN-1"].raises(error.code)
    found = raises.finding({"expected": dict(error.expected), "actual": error.token}, token=error.token)
    finding = found._replace(message=error.message, data={}, line=error.line, column=error.column)
    return Verdict("unreadable", ENGINE_VERSION, error.sha256, findings=(finding,))


def base_of(record: Record, game: Game) -> int:
    """The worth of one unit, as the record or else the game has it."""
    return game.rulebook.base if record.base is None else record.base
