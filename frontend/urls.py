"""Addresses of the pages."""

from django.contrib.auth import views as accounts
from django.urls import path

from frontend import batches, clubs, sharing, views

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
    path("matches/<uuid:match_id>/share/", sharing.share, name="share"),
    path("matches/<uuid:match_id>/links/<uuid:link_id>/revoke/", sharing.revoke, name="revoke"),
    path("shared/<slug:secret>/", views.unlisted(views.match), name="shared_match"),
    path("shared/<slug:secret>/state/", views.unlisted(views.state), name="shared_state"),
    path("shared/<slug:secret>/replay/<int:number>/", views.unlisted(views.replay), name="shared_replay"),
    path("shared/<slug:secret>/replay/<int:number>/<int:move>/", views.unlisted(views.replay), name="shared_replay_at"),
    path("shared/<slug:secret>/frames/<int:number>/", views.unlisted(views.frames), name="shared_frames"),
    path("batches/", batches.batches, name="batches"),
    path("batches/<uuid:batch_id>/", batches.batch, name="batch"),
    path("batches/<uuid:batch_id>/progress/", batches.progress, name="batch_progress"),
    path("batches/<uuid:batch_id>/cancel/", batches.cancel, name="cancel_batch"),
    path("batches/<uuid:batch_id>/resume/", batches.resume, name="resume_batch"),
    path("clubs/", clubs.clubs, name="clubs"),
    path("clubs/<slug:slug>/", clubs.club, name="club"),
    path("clubs/<slug:slug>/upload/", clubs.upload, name="club_upload"),
    path("clubs/<slug:slug>/rename/", clubs.rename, name="rename"),
    path("clubs/<slug:slug>/invitation/", clubs.invitation, name="invitation"),
    path("clubs/<slug:slug>/people/", clubs.people, name="people"),
    path("clubs/<slug:slug>/people/invite/", clubs.invite, name="invite"),
    path("clubs/<slug:slug>/people/<str:username>/role/", clubs.role, name="role"),
    path("clubs/<slug:slug>/people/<str:username>/remove/", clubs.remove, name="remove"),
    path("calculator/", views.calculator, name="calculator"),
    path("calculator/worth/", views.worth, name="worth"),
    path("rules/", views.rulebooks, name="rulebooks"),
    path("rules/<slug:game_id>/", views.rulebook, name="rulebook"),
    path("accounts/login/", accounts.LoginView.as_view(), name="login"),
    path("accounts/logout/", accounts.LogoutView.as_view(), name="logout"),
]
