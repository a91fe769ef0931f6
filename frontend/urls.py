"""Addresses of the pages."""

from django.contrib.auth import views as accounts
from django.urls import path

from frontend import views

app_name = "pages"
urlpatterns = [
    path("", views.home, name="home"),
    path("upload/", views.upload, name="upload"),
    path("matches/", views.archive, name="archive"),
    path("matches/<uuid:match_id>/", views.match, name="match"),
    path("matches/<uuid:match_id>/state/", views.state, name="state"),
    path("matches/<uuid:match_id>/rejudge/", views.rejudge, name="rejudge"),
    path("matches/<uuid:match_id>/replay/<int:number>/", views.replay, name="replay"),
    path("matches/<uuid:match_id>/replay/<int:number>/<int:move>/", views.replay, name="replay_at"),
    path("matches/<uuid:match_id>/frames/<int:number>/", views.frames, name="frames"),
    path("calculator/", views.calculator, name="calculator"),
    path("calculator/worth/", views.worth, name="worth"),
    path("rules/", views.rulebooks, name="rulebooks"),
    path("rules/<slug:game_id>/", views.rulebook, name="rulebook"),
    path("accounts/login/", accounts.LoginView.as_view(), name="login"),
    path("accounts/logout/", accounts.LogoutView.as_view(), name="logout"),
]
