"""Addresses of the API, all under ``/api/v1/``."""

from django.urls import path, re_path
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerSplitView

from api import batches, clubs, problems, score, sharing, views

app_name = "api"
urlpatterns = [
    path("matches", views.Matches.as_view(), name="matches"),
    path("matches/<uuid:match_id>", views.OneMatch.as_view(), name="match"),
    path("matches/<uuid:match_id>/source", views.MatchSource.as_view(), name="source"),
    path("matches/<uuid:match_id>/verdict", views.MatchVerdict.as_view(), name="verdict"),
    path("matches/<uuid:match_id>/rounds/<int:number>/frames", views.MatchFrames.as_view(), name="frames"),
    path("matches/<uuid:match_id>/rejudge", views.Rejudge.as_view(), name="rejudge"),
    path("matches/<uuid:match_id>/links", sharing.MatchLinks.as_view(), name="links"),
    path("matches/<uuid:match_id>/links/<uuid:link_id>", sharing.MatchLink.as_view(), name="link"),
    path("shared/<slug:secret>", sharing.SharedMatch.as_view(), name="shared_match"),
    path("shared/<slug:secret>/source", sharing.SharedSource.as_view(), name="shared_source"),
    path("shared/<slug:secret>/verdict", sharing.SharedVerdict.as_view(), name="shared_verdict"),
    path("shared/<slug:secret>/rounds/<int:number>/frames", sharing.SharedFrames.as_view(), name="shared_frames"),
    path("batches", batches.Batches.as_view(), name="batches"),
    path("batches/<uuid:batch_id>", batches.OneBatch.as_view(), name="batch"),
    path("batches/<uuid:batch_id>/cancel", batches.CancelBatch.as_view(), name="cancel_batch"),
    path("batches/<uuid:batch_id>/resume", batches.ResumeBatch.as_view(), name="resume_batch"),
    path("batches/<uuid:batch_id>/report", batches.BatchReport.as_view(), name="batch_report"),
    path("clubs", clubs.Clubs.as_view(), name="clubs"),
    path("clubs/<slug:slug>", clubs.OneClub.as_view(), name="club"),
    path("clubs/<slug:slug>/matches", clubs.ClubMatches.as_view(), name="club_matches"),
    path("clubs/<slug:slug>/batches", batches.ClubBatches.as_view(), name="club_batches"),
    path("clubs/<slug:slug>/members", clubs.ClubMembers.as_view(), name="members"),
    path("clubs/<slug:slug>/members/<str:username>", clubs.ClubMember.as_view(), name="member"),
    path("clubs/<slug:slug>/invitation", clubs.Invitation.as_view(), name="invitation"),
    path("verify", views.Verify.as_view(), name="verify"),
    path("score", score.Score.as_view(), name="score"),
    path("games", views.Games.as_view(), name="games"),
    path("games/<slug:game_id>/rulebook", views.GameRulebook.as_view(), name="rulebook"),
    path("schema", SpectacularAPIView.as_view(), name="schema"),
    path("docs", SpectacularSwaggerSplitView.as_view(url_name="api:schema", template_name="api/docs.html"), name="docs"),
    re_path(r"^(?P<path>.*)$", problems.not_found),
]
