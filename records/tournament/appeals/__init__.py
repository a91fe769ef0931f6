"""Appeals: players against findings, rulings and penalties, and the arbiters' answers.

A seat appeals by the link of its table (``making.make``): the appeal is stored, which nobody can change, with an entry in the
audit log. The club's webhooks are told (``appeal.made``). The event's version rises, so that open pages show the appeal among
those that wait for a decision, and standings are provisional until it is answered. Arbiters, organizers and owners
(``Right.RULE``) answer once (``answering.answer``), and give a ruling or cancel the penalty with it. The seats read the answer
at their table's page.
"""

from records.tournament.appeals.answering import NewRuling, answer, finding_of, match_of
from records.tournament.appeals.making import Thing, appeals_left, make, open_until, players_of, things_at

__all__ = [
    "NewRuling",
    "Thing",
    "answer",
    "appeals_left",
    "finding_of",
    "make",
    "match_of",
    "open_until",
    "players_of",
    "things_at",
]
