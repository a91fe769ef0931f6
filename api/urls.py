"""Addresses of the API, all under ``/api/v1/``."""

from django.urls import path, re_path
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerSplitView

from api import problems, score, views

app_name = "api"
urlpatterns = [
    path("matches", views.Matches.as_view(), name="matches"),
    path("matches/<uuid:match_id>", views.OneMatch.as_view(), name="match"),
    path("matches/<uuid:match_id>/source", views.MatchSource.as_view(), name="source"),
    path("matches/<uuid:match_id>/verdict", views.MatchVerdict.as_view(), name="verdict"),
    path("matches/<uuid:match_id>/rounds/<int:number>/frames", views.MatchFrames.as_view(), name="frames"),
    path("matches/<uuid:match_id>/rejudge", views.Rejudge.as_view(), name="rejudge"),
    path("verify", views.Verify.as_view(), name="verify"),
    path("score", score.Score.as_view(), name="score"),
    path("games", views.Games.as_view(), name="games"),
    path("games/<slug:game_id>/rulebook", views.GameRulebook.as_view(), name="rulebook"),
    path("schema", SpectacularAPIView.as_view(), name="schema"),
    path("docs", SpectacularSwaggerSplitView.as_view(url_name="api:schema", template_name="api/docs.html"), name="docs"),
    re_path(r"^(?P<path>.*)$", problems.not_found),
]
