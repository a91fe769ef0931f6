"""Makes the score sheet of a record: every round by its results, without the moves that led to them."""

from __future__ import annotations

from referee.core import registry
from referee.core.game.protocol import Game
from referee.core.game.sheets import MakesSheets, kind_of
from referee.core.record import Record, Round
from referee.core.verdict import RoundVerdict, Text
from referee.notation import parse, write
from referee.rulebook import Rules


class SheetError(ValueError):
    """Raised for a record that no score sheet can be made of; ``message`` says why, in zh and en."""

    def __init__(self, zh: str, en: str) -> None:
        self.message: Text = {"zh": zh, "en": en}
        super().__init__(en)


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
            raise SheetError(
                f"第 {round_.number} 局沒有裁到底，做不成記分表。",
                f"round {round_.number} could not be refereed to its end, so no score sheet can be made of it",
            )
        if any(line.reason == "false-win" for line in verdict.ledger):
            raise SheetError(
                f"第 {round_.number} 局有付過的詐胡，記分表寫不出那一手牌。",
                f"round {round_.number} has a false win that was paid for, whose hand no score sheet can show",
            )
        assert isinstance(game, MakesSheets)
        rounds.append(round_ if kind_of(round_) else game.sheet(rules, round_, play))
        before = round_, verdict
    return parse(write(record._replace(rounds=tuple(rounds))))


def _game_and_rules(record: Record) -> tuple[Game, Rules]:
    game = registry.find(record.game)
    if game is None:
        raise SheetError(f"沒有名為「{record.game}」的遊戲。", f"there is no game called “{record.game}”")
    if not isinstance(game, MakesSheets):
        raise SheetError(f"「{record.game}」沒有記分表。", f"“{record.game}” has no score sheets")
    rules = game.rulebook.rules(record.rules, record.tags)
    if not isinstance(rules, Rules):
        raise SheetError(rules[0].message["zh"], rules[0].message["en"])
    return game, rules
