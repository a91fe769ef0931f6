"""Rounds drawn by lot alone: who met before does not matter, and nobody is kept apart but team-mates, where that is asked."""

from __future__ import annotations

from records.tournament.seating.drawing.dice import Dice
from records.tournament.seating.drawing.methods.unmet import met_before
from records.tournament.seating.drawing.search import TableSearch
from records.tournament.seating.drawing.sitting_out import Turns, room
from records.tournament.seating.drawing.task import DrawTask, Found, freeze


def by_lot(task: DrawTask) -> Found:
    """Tables and seats of every round by lot."""
    dice, seats = Dice(task.seed), len(task.layout.seats)
    seated = room(len(task.people), seats, task.tables)
    turns = Turns(task.people, task.before)
    rounds, steps = [], 0
    for _ in range(task.rounds):
        playing = turns.playing(task.people, seated, dice)
        dice.shuffle(playing)
        tables = [list(range(at, at + seats)) for at in range(0, seated, seats)]
        if task.apart:
            search = TableSearch(met_before(playing, (), apart=True), [tables], dice)
            search.run(task.steps)
            steps, tables = steps + search.steps, search.rounds[0]
        rounds.append([[playing[one].key for one in table] for table in tables])
    return Found(freeze(rounds), steps)
