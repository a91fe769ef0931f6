"""Addresses of the log, all under ``/.well-known/referee-log``."""

from django.urls import include, path, re_path

from api.http.problems import not_found
from api.log import views

LOG = ".well-known/referee-log"

urlpatterns = [
    path(LOG, views.Log.as_view(), name="log"),
    path(
        f"{LOG}/",
        include(
            [
                path("checkpoint", views.LogCheckpoint.as_view(), name="log_checkpoint"),
                path("heads", views.LogHeads.as_view(), name="log_heads"),
                path("heads/<int:size>", views.LogHeadDetail.as_view(), name="log_head"),
                path("consistency", views.LogConsistency.as_view(), name="log_consistency"),
                path("inclusion", views.LogInclusion.as_view(), name="log_inclusion"),
                path("publications/<slug:digest>", views.LogPublication.as_view(), name="log_publication"),
                re_path(r"^(?P<path>[\s\S]*)$", not_found),
            ]
        ),
    ),
]
