"""Addresses of the API, all under ``/api/v1/``."""

from django.urls import path, re_path
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerSplitView

from api.accounts.access.share_links import EventLink, EventLinks, MatchLink, MatchLinks
from api.accounts.access.tokens import TokenDetail, TokenList
from api.accounts.audit import AuditEntryHash, ClubAudit
from api.accounts.clubs.rules import ClubRulesDetail, ClubRulesList
from api.accounts.clubs.views import ClubDetail, ClubExport, ClubInvitation, ClubList, ClubMember, ClubMembers
from api.accounts.webhooks.views import DeliveryDetail, DeliveryList, WebhookDetail, WebhookList
from api.archive.batches.views import BatchDetail, BatchList, BatchReport, ClubBatches
from api.archive.matches.comments import MoveComments, OneComment, RoundComments
from api.archive.matches.judgements import MatchJudgements
from api.archive.matches.reviews import MatchReview, MatchTurn
from api.archive.matches.round_gifs import RoundGif
from api.archive.matches.views import (
    ClubMatches,
    MatchDetail,
    MatchFrames,
    MatchList,
    MatchRejudge,
    MatchSource,
    MatchVerdict,
    MoveMatch,
)
from api.archive.players.figures import ClubFigures, PlayerFigures
from api.archive.players.merging import PlayerMergeDetail, PlayerMerges
from api.archive.players.views import PlayerDetail, PlayerList, PlayerMatches
from api.archive.rejudging.report import DifferenceList, RejudgingReport
from api.archive.rejudging.views import ClubRejudgings, RejudgingDetail, RejudgingList
from api.engine.rulebooks import GameList, GameRulebook
from api.engine.score import Score
from api.engine.verify import Verify
from api.http.problems import not_found
from api.jobs import JobDetail
from api.tournament.events.people import ArbiterDetail, ArbiterList, EntrantDetail, EntrantList
from api.tournament.events.results import RulingList, Standings, Unresolved
from api.tournament.events.seating import Seating
from api.tournament.events.tables import TableDetail, TableList, TableMatch
from api.tournament.events.views import EventDetail, EventList, StageDetail, StageList
from api.tournament.hall.views import CallDetail, CallList, Hall
from api.tournament.live_tables.views import (
    LiveTableDetail,
    LiveTableEvents,
    LiveTableFrames,
    LiveTableList,
    LiveTableMatch,
    LiveTableMoves,
    TableDraft,
)
from api.tournament.penalties import PenaltyList
from api.tournament.publications import PublicationDetail, PublicationFile, PublicationList, ResultsKeys
from api.tournament.sheets.views import SheetList, TableSheet, TableSheetCheck

app_name = "api"
urlpatterns = [  # in their order they are tried: what is asked most comes first
    path("matches", MatchList.as_view(), name="matches"),
    path("matches/<uuid:match_id>", MatchDetail.as_view(), name="match"),
    path("matches/<uuid:match_id>/source", MatchSource.as_view(), name="source"),
    path("matches/<uuid:match_id>/verdict", MatchVerdict.as_view(), name="verdict"),
    path("matches/<uuid:match_id>/rounds/<int:number>/frames", MatchFrames.as_view(), name="frames"),
    path("matches/<uuid:match_id>/rounds/<int:number>/gif", RoundGif.as_view(), name="round_gif"),
    path("matches/<uuid:match_id>/rounds/<int:number>/review", MatchReview.as_view(), name="review"),
    path("matches/<uuid:match_id>/rounds/<int:number>/review/<int:move>", MatchTurn.as_view(), name="turn"),
    path("matches/<uuid:match_id>/rounds/<int:number>/comments", RoundComments.as_view(), name="comments"),
    path("matches/<uuid:match_id>/rounds/<int:number>/comments/<int:move>", MoveComments.as_view(), name="comment_move"),
    path("matches/<uuid:match_id>/comments/<uuid:comment_id>", OneComment.as_view(), name="comment"),
    path("matches/<uuid:match_id>/rejudge", MatchRejudge.as_view(), name="rejudge"),
    path("matches/<uuid:match_id>/move", MoveMatch.as_view(), name="move_match"),
    path("matches/<uuid:match_id>/judgements", MatchJudgements.as_view(), name="judgements"),
    path("matches/<uuid:match_id>/links", MatchLinks.as_view(), name="links"),
    path("matches/<uuid:match_id>/links/<uuid:link_id>", MatchLink.as_view(), name="link"),
    path("verify", Verify.as_view(), name="verify"),
    path("score", Score.as_view(), name="score"),
    path("games", GameList.as_view(), name="games"),
    path("games/<slug:game_id>/rulebook", GameRulebook.as_view(), name="rulebook"),
    path("events/<uuid:event_id>", EventDetail.as_view(), name="event"),
    path("events/<uuid:event_id>/stages", StageList.as_view(), name="stages"),
    path("events/<uuid:event_id>/stages/<int:number>", StageDetail.as_view(), name="stage"),
    path("events/<uuid:event_id>/tables", TableList.as_view(), name="tables"),
    path("events/<uuid:event_id>/tables/<int:table_id>", TableDetail.as_view(), name="table"),
    path("events/<uuid:event_id>/tables/<int:table_id>/match", TableMatch.as_view(), name="table_match"),
    path("events/<uuid:event_id>/tables/<int:table_id>/draft", TableDraft.as_view(), name="draft"),
    path("events/<uuid:event_id>/sheets", SheetList.as_view(), name="sheets"),
    path("events/<uuid:event_id>/tables/<int:table_id>/sheet", TableSheet.as_view(), name="sheet"),
    path("events/<uuid:event_id>/tables/<int:table_id>/sheet/check", TableSheetCheck.as_view(), name="sheet_check"),
    path("events/<uuid:event_id>/arbiters", ArbiterList.as_view(), name="arbiters"),
    path("events/<uuid:event_id>/arbiters/<str:username>", ArbiterDetail.as_view(), name="arbiter"),
    path("events/<uuid:event_id>/entrants", EntrantList.as_view(), name="entrants"),
    path("events/<uuid:event_id>/entrants/<int:entrant_id>", EntrantDetail.as_view(), name="entrant"),
    path("events/<uuid:event_id>/seating", Seating.as_view(), name="seating"),
    path("events/<uuid:event_id>/standings", Standings.as_view(), name="standings"),
    path("events/<uuid:event_id>/unresolved", Unresolved.as_view(), name="unresolved"),
    path("events/<uuid:event_id>/rulings", RulingList.as_view(), name="rulings"),
    path("events/<uuid:event_id>/penalties", PenaltyList.as_view(), name="penalties"),
    path("events/<uuid:event_id>/hall", Hall.as_view(), name="hall"),
    path("events/<uuid:event_id>/calls", CallList.as_view(), name="calls"),
    path("events/<uuid:event_id>/calls/<int:call_id>", CallDetail.as_view(), name="call"),
    path("events/<uuid:event_id>/links", EventLinks.as_view(), name="event_links"),
    path("events/<uuid:event_id>/links/<uuid:share_id>", EventLink.as_view(), name="event_link"),
    path("tables", LiveTableList.as_view(), name="live_tables"),
    path("tables/<uuid:live_id>", LiveTableDetail.as_view(), name="live_table"),
    path("tables/<uuid:live_id>/moves", LiveTableMoves.as_view(), name="live_moves"),
    path("tables/<uuid:live_id>/match", LiveTableMatch.as_view(), name="live_match"),
    path("tables/<uuid:live_id>/frames", LiveTableFrames.as_view(), name="live_frames"),
    path("tables/<uuid:live_id>/events", LiveTableEvents.as_view(), name="live_events"),
    path("jobs/<uuid:job_id>", JobDetail.as_view(), name="job"),
    path("batches", BatchList.as_view(), name="batches"),
    path("batches/<uuid:batch_id>", BatchDetail.as_view(), name="batch"),
    path("batches/<uuid:batch_id>/report", BatchReport.as_view(), name="batch_report"),
    path("clubs", ClubList.as_view(), name="clubs"),
    path("clubs/<club:slug>", ClubDetail.as_view(), name="club"),
    path("clubs/<club:slug>/matches", ClubMatches.as_view(), name="club_matches"),
    path("clubs/<club:slug>/events", EventList.as_view(), name="events"),
    path("clubs/<club:slug>/batches", ClubBatches.as_view(), name="club_batches"),
    path("clubs/<club:slug>/rules", ClubRulesList.as_view(), name="club_rules"),
    path("clubs/<club:slug>/rules/<uuid:rules_id>", ClubRulesDetail.as_view(), name="club_rules_one"),
    path("clubs/<club:slug>/members", ClubMembers.as_view(), name="members"),
    path("clubs/<club:slug>/members/<str:username>", ClubMember.as_view(), name="member"),
    path("clubs/<club:slug>/invitation", ClubInvitation.as_view(), name="invitation"),
    path("clubs/<club:slug>/players", PlayerList.as_view(), name="players"),
    path("clubs/<club:slug>/players/merges", PlayerMerges.as_view(), name="player_merges"),
    path("clubs/<club:slug>/players/merges/<int:merge_id>", PlayerMergeDetail.as_view(), name="player_merge"),
    path("clubs/<club:slug>/players/<uuid:player_id>", PlayerDetail.as_view(), name="player"),
    path("clubs/<club:slug>/players/<uuid:player_id>/matches", PlayerMatches.as_view(), name="player_matches"),
    path("clubs/<club:slug>/players/<uuid:player_id>/figures", PlayerFigures.as_view(), name="player_figures"),
    path("clubs/<club:slug>/audit", ClubAudit.as_view(), name="club_audit"),
    path("audit/entries/<int:number>", AuditEntryHash.as_view(), name="audit_entry"),
    path("clubs/<club:slug>/webhooks", WebhookList.as_view(), name="webhooks"),
    path("clubs/<club:slug>/webhooks/<uuid:webhook_id>", WebhookDetail.as_view(), name="webhook"),
    path("clubs/<club:slug>/webhooks/<uuid:webhook_id>/deliveries", DeliveryList.as_view(), name="deliveries"),
    path(
        "clubs/<club:slug>/webhooks/<uuid:webhook_id>/deliveries/<uuid:delivery_id>",
        DeliveryDetail.as_view(),
        name="delivery",
    ),
    path("tokens", TokenList.as_view(), name="tokens"),
    path("tokens/<int:token_id>", TokenDetail.as_view(), name="token"),
    path("events/<uuid:event_id>/publications", PublicationList.as_view(), name="publications"),
    path("events/<uuid:event_id>/publications/<int:number>", PublicationDetail.as_view(), name="publication"),
    path(
        "events/<uuid:event_id>/publications/<int:number>/<str:form>",
        PublicationFile.as_view(),
        name="publication_file",
    ),
    path("results-keys", ResultsKeys.as_view(), name="results_keys"),
    path("clubs/<club:slug>/export", ClubExport.as_view(), name="club_export"),
    path("clubs/<club:slug>/figures", ClubFigures.as_view(), name="club_figures"),
    path("clubs/<club:slug>/rejudgings", ClubRejudgings.as_view(), name="club_rejudgings"),
    path("rejudgings", RejudgingList.as_view(), name="rejudgings"),
    path("rejudgings/<uuid:rejudging_id>", RejudgingDetail.as_view(), name="rejudging"),
    path("rejudgings/<uuid:rejudging_id>/differences", DifferenceList.as_view(), name="differences"),
    path("rejudgings/<uuid:rejudging_id>/report", RejudgingReport.as_view(), name="rejudging_report"),
    path("schema", SpectacularAPIView.as_view(), name="schema"),
    path("docs", SpectacularSwaggerSplitView.as_view(url_name="api:schema", template_name="api/docs.html"), name="docs"),
    re_path(r"^(?P<path>[\s\S]*)$", not_found),
]
