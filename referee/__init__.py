"""The referee: a record of play goes in, a verdict comes out that cites its rules.

``parse`` and ``write`` turn notation into records and back, ``verify`` says what is wrong with one, ``replay`` shows its
tables move by move, ``review`` what its players could have done, ``offers`` what may come next, ``score`` values a single
hand, ``sheet_of`` makes a score sheet of a record, ``games`` lists what can be refereed, ``importers`` what other formats are
converted. ``MatchReferee`` referees a match while it is played, move by move. A plain library: it needs no settings,
no service and no database.
"""

from referee.core import record
from referee.core.conversion import importers
from referee.core.game.mistakes import dearness
from referee.core.game.protocol import Game
from referee.core.match_referee import MatchReferee
from referee.core.offers import offers
from referee.core.record import Move, Record, Round
from referee.core.registry import games
from referee.core.replay import ENGINE_VERSION, Frame, replay, verify
from referee.core.review import Review, review, review_turn
from referee.core.scoring import score
from referee.core.sheet import SheetError, sheet_of
from referee.core.verdict import Finding, RoundVerdict, Verdict
from referee.notation import NotationError, Source, moves, parse, parse_file, split, write, write_json

__version__ = ENGINE_VERSION
COMPILED = not str(record.__file__).endswith(".py")
"""Whether mypyc's modules are what was imported (``make compiled``). Verdicts are the same either way."""

__all__ = [
    "COMPILED",
    "ENGINE_VERSION",
    "Finding",
    "Frame",
    "Game",
    "MatchReferee",
    "Move",
    "NotationError",
    "Record",
    "Review",
    "Round",
    "RoundVerdict",
    "SheetError",
    "Source",
    "Verdict",
    "dearness",
    "games",
    "importers",
    "moves",
    "offers",
    "parse",
    "parse_file",
    "replay",
    "review",
    "review_turn",
    "score",
    "sheet_of",
    "split",
    "verify",
    "write",
    "write_json",
]
