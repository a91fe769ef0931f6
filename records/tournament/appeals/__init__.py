"""Appeals: players' objections to findings, rulings and penalties, and the arbiters' answers."""

from records.tournament.appeals.answering import NewRuling, answer, finding_of, match_of
from records.tournament.appeals.objecting import Thing, challenges_left, make, open_until, players_of, things_at

__all__ = [
    "NewRuling",
    "Thing",
    "answer",
    "challenges_left",
    "finding_of",
    "make",
    "match_of",
    "open_until",
    "players_of",
    "things_at",
]
