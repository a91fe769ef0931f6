"""Addresses of the log, all under ``/.well-known/referee-log``."""

from django.urls import path, re_path

from api.http.problems import not_found
from api.log import views

LOG = ".well-known/referee-log"

urlpatterns = [
    path(LOG, views.Log.as_view(), name="log"),
    path(f"{LOG}/checkpoint", views.LogCheckpoint.as_view(), name="log_checkpoint"),
    path(f"{LOG}/heads", views.LogHeads.as_view(), name="log_heads"),
    path(f"{LOG}/heads/<int:size>", views.LogHeadDetail.as_view(), name="log_head"),
    path(f"{LOG}/consistency", views.LogConsistency.as_view(), name="log_consistency"),
    path(f"{LOG}/inclusion", views.LogInclusion.as_view(), name="log_inclusion"),
    path(f"{LOG}/publications/<slug:digest>", views.LogPublication.as_view(), name="log_publication"),
    re_path(rf"^{LOG.replace('.', '[.]')}/(?P<path>[\s\S]*)$", not_found),
]
