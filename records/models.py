"""Names every model once for Django; each is defined in the package that works on it."""

from records.access.models import ApiToken, Membership, Role, ShareLink
from records.accounts.models import AccountDeletion, Invitation
from records.audit.models import AuditEntry, ClubEntry
from records.audit.tree_models import AuditTile, HeadDelivery, LogHead
from records.batches.models import Batch, BatchEntry, BatchFile, BatchPart
from records.clubs.models import Club
from records.comments.models import MoveComment
from records.events.models import Entrant, EntrantAlias, Event, EventRound, ExcludedMatch, Ruling, Stage, Table
from records.matches.deletion_models import DeletedMatch
from records.matches.models import Finding, Judgement, Match, MatchSeat, SeatResult, Upload, VerdictSummary
from records.mistakes.models import Mistake, MistakeSearch, PuzzleProgress, ReviewedMatch
from records.ops.erasure import Tombstone
from records.ops.verdict_latency import LatencyBucket
from records.players.models import Player, PlayerAlias, PlayerMerge
from records.publications.models import Publication, PublicationPiece, PublishedEntry, Publishing
from records.rejudging.models import Difference, Rejudging
from records.visitors.models import VisitorFile, VisitorMatch
from records.webhooks.models import Webhook, WebhookAttempt, WebhookDelivery, WebhookKind

__all__ = [
    "AccountDeletion",
    "ApiToken",
    "AuditEntry",
    "AuditTile",
    "Batch",
    "BatchEntry",
    "BatchFile",
    "BatchPart",
    "Club",
    "ClubEntry",
    "DeletedMatch",
    "Difference",
    "Entrant",
    "EntrantAlias",
    "VerdictSummary",
    "Event",
    "EventRound",
    "Finding",
    "HeadDelivery",
    "Invitation",
    "Judgement",
    "LogHead",
    "ExcludedMatch",
    "Match",
    "MatchSeat",
    "Membership",
    "Mistake",
    "MistakeSearch",
    "MoveComment",
    "Player",
    "Publication",
    "PublicationPiece",
    "PublishedEntry",
    "PuzzleProgress",
    "Publishing",
    "PlayerMerge",
    "Rejudging",
    "ReviewedMatch",
    "Role",
    "Ruling",
    "SeatResult",
    "ShareLink",
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
