"""Names every model once for Django; each is defined in the package that works on it."""

from records.access.models import ApiToken, Membership, Role, ShareLink
from records.audit.models import AuditEntry, ClubEntry
from records.batches.models import Batch, BatchEntry, BatchFile, BatchPart
from records.clubs.models import Club
from records.events.models import Entrant, EntrantAlias, Event, EventRound, ExcludedMatch, Ruling, Stage, Table
from records.matches.models import Finding, Judgement, Match, MatchSeat, SeatResult, Upload, VerdictSummary
from records.ops.verdict_latency import LatencyBucket
from records.players.models import Player, PlayerAlias, PlayerMerge
from records.publications.models import Publication, PublicationPiece, Publishing
from records.rejudging.models import Difference, Rejudging
from records.webhooks.models import Webhook, WebhookAttempt, WebhookDelivery, WebhookKind

__all__ = [
    "ApiToken",
    "AuditEntry",
    "Batch",
    "BatchEntry",
    "BatchFile",
    "BatchPart",
    "Club",
    "ClubEntry",
    "Difference",
    "Entrant",
    "EntrantAlias",
    "VerdictSummary",
    "Event",
    "EventRound",
    "Finding",
    "Judgement",
    "ExcludedMatch",
    "Match",
    "MatchSeat",
    "Membership",
    "Player",
    "Publication",
    "PublicationPiece",
    "Publishing",
    "PlayerMerge",
    "Rejudging",
    "Role",
    "Ruling",
    "SeatResult",
    "ShareLink",
    "PlayerAlias",
    "Stage",
    "Table",
    "Upload",
    "LatencyBucket",
    "Webhook",
    "WebhookAttempt",
    "WebhookDelivery",
    "WebhookKind",
]
