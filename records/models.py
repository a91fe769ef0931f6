"""Names every model once for Django; each is defined in the package that works on it."""

from records.access.models import ApiToken, Membership, Role, ShareLink
from records.accounts.models import AccountDeletion, Invitation
from records.appeals.models import Appeal, AppealAnswer
from records.audit.models import AuditEntry, ClubEntry
from records.batches.models import Batch, BatchEntry, BatchFile, BatchPart
from records.club_exports.models import ClubExport, ClubExportPiece
from records.clubs.models import Club, ClubRules
from records.comments.models import MoveComment
from records.events.models import (
    Arbiter,
    Entrant,
    EntrantAlias,
    Event,
    EventRound,
    ExcludedMatch,
    PlannedSeat,
    Ruling,
    Stage,
    Table,
)
from records.hall.models import RefereeCall, RoundClock, StageTimes, TableTime
from records.live_tables.models import LiveFrames, LiveLines, LiveTable
from records.matches.deletion.models import DeletedMatch, MatchVersion, MatchVersions
from records.matches.models import Finding, Judgement, Match, MatchSeat, SeatFan, SeatResult, Upload, VerdictSummary
from records.matches.source_places import MatchSourcePlaces
from records.mistakes.models import Mistake, MistakeSearch, PuzzleProgress, ReviewedMatch
from records.ops.erasure import Tombstone
from records.ops.repeats import AnsweredRequest
from records.ops.verdict_latency import LatencyBucket
from records.penalties.models import Penalty, PenaltyCatalogue, PenaltySettings, Reminder
from records.players.models import Player, PlayerAlias, PlayerMerge
from records.publications.models import Publication, PublicationPiece, Publishing
from records.rejudging.models import Difference, Rejudging
from records.seating.models import Departure, Draw
from records.sheets.models import ScoreSheet, SheetConfirmation, SheetRound, SheetSettings
from records.visitors.models import VisitorFile, VisitorMatch
from records.webhooks.models import Webhook, WebhookAttempt, WebhookDelivery, WebhookKind

__all__ = [
    "AccountDeletion",
    "AnsweredRequest",
    "ApiToken",
    "Appeal",
    "AppealAnswer",
    "Arbiter",
    "AuditEntry",
    "Batch",
    "BatchEntry",
    "BatchFile",
    "BatchPart",
    "Club",
    "ClubEntry",
    "ClubExport",
    "ClubExportPiece",
    "ClubRules",
    "DeletedMatch",
    "Departure",
    "Difference",
    "Draw",
    "Entrant",
    "EntrantAlias",
    "VerdictSummary",
    "Event",
    "EventRound",
    "Finding",
    "Invitation",
    "Judgement",
    "LiveFrames",
    "LiveLines",
    "LiveTable",
    "ExcludedMatch",
    "Match",
    "MatchSeat",
    "MatchSourcePlaces",
    "MatchVersion",
    "MatchVersions",
    "Membership",
    "Mistake",
    "MistakeSearch",
    "MoveComment",
    "Penalty",
    "PenaltyCatalogue",
    "PenaltySettings",
    "PlannedSeat",
    "Player",
    "Publication",
    "PublicationPiece",
    "PuzzleProgress",
    "RefereeCall",
    "RoundClock",
    "StageTimes",
    "TableTime",
    "Publishing",
    "PlayerMerge",
    "Rejudging",
    "Reminder",
    "ReviewedMatch",
    "Role",
    "Ruling",
    "ScoreSheet",
    "SeatFan",
    "SeatResult",
    "ShareLink",
    "SheetConfirmation",
    "SheetRound",
    "SheetSettings",
    "PlayerAlias",
    "Stage",
    "Table",
    "Tombstone",
    "Upload",
    "LatencyBucket",
    "VisitorFile",
    "VisitorMatch",
    "Webhook",
    "WebhookAttempt",
    "WebhookDelivery",
    "WebhookKind",
]
