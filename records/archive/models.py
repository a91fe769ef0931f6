"""Names every model of the archive for Django; each is defined in the package that works on it."""

from records.archive.batches.models import Batch, BatchEntry, BatchFile
from records.archive.comments.models import MoveComment
from records.archive.matches.deletion.models import DeletedMatch
from records.archive.matches.judging.models import Finding, Judgement, SeatFan, SeatResult, VerdictSummary
from records.archive.matches.models import Match, MatchSeat, Upload
from records.archive.matches.source_places import MatchSourcePlaces
from records.archive.mistakes.models import Mistake, PuzzleProgress
from records.archive.players.models import Player, PlayerAlias, PlayerMerge
from records.archive.rejudging.models import Difference, Rejudging

__all__ = [
    "Batch",
    "BatchEntry",
    "BatchFile",
    "DeletedMatch",
    "Difference",
    "Finding",
    "Judgement",
    "Match",
    "MatchSeat",
    "MatchSourcePlaces",
    "Mistake",
    "MoveComment",
    "Player",
    "PlayerAlias",
    "PlayerMerge",
    "PuzzleProgress",
    "Rejudging",
    "SeatFan",
    "SeatResult",
    "Upload",
    "VerdictSummary",
]
