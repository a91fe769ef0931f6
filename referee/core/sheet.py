"""Makes the score sheet of a record: every round by its results, without the moves that led to them."""

from __future__ import annotations

from referee.core import registry
from referee.core.game.protocol import Game
from referee.core.game.sheets import MakesSheets, kind_of
from referee.core.record import Record, Round
from referee.core.texts import Texts
from referee.core.verdict import RoundVerdict, Text
from referee.notation import parse, write
from referee.rulebook import Rules

TEXTS = Texts(__file__)


class SheetError(ValueError):
    """Raised for a record that no score sheet can be made of; ``message`` says why, in zh and en."""

    def __init__(self, message: Text) -> None:
        self.message = message
        super().__init__(message["en"])


def sheet_of(record: Record) -> Record:
    """The score sheet of a record: what the table wrote down of each round's results, in canonical form.

    Claims stay as they are: scores, places, totals, values of wins. A round that is a sheet already stays one. Raises
    SheetError where the game is unknown or has no sheets, the rules are unknown, or a round cannot be refereed to its end.

    >>> text = '[PPN "1"]\\n[Game "gouji"]\\n\\n[Round "1"]\\n[Leader "A"]\\n[Scores "ACE+12 BDF0"]\\n[Kind "scores"]\\n'
    >>> write(sheet_of(parse(text))) == text
    True
    """
    game, rules = _game_and_rules(record)
    base = game.rulebook.base if record.base is None else record.base
    before: tuple[Round, RoundVerdict] | None = None
    rounds = []
    for round_ in record.rounds:
        play = game.start(record, rules, base, round_, before).play
        if play is not None:
            play.moves(round_.moves)
            play.finish()
        verdict = play.verdict(round_) if play is not None else None
        if play is None or verdict is None or verdict.computed is None and not kind_of(round_):
            raise SheetError(TEXTS("not-to-its-end", round=round_.number))
        if any(line.reason == "false-win" for line in verdict.ledger):
            raise SheetError(TEXTS("false-win-paid", round=round_.number))
        assert isinstance(game, MakesSheets)
        rounds.append(round_ if kind_of(round_) else game.sheet(rules, round_, play))
        before = round_, verdict
    return parse(write(record._replace(rounds=tuple(rounds))))


def _game_and_rules(record: Record) -> tuple[Game, Rules]:
    game = registry.find(record.game)
    if game is None:
        raise SheetError(TEXTS("sheet-of-no-game", game=record.game))
    if not isinstance(game, MakesSheets):
        raise SheetError(TEXTS("game-without-sheets", game=record.game))
    rules = game.rulebook.rules(record.rules, record.tags)
    if not isinstance(rules, Rules):
        raise SheetError(rules[0].message)
    return game, rules
