"""Where the rooms of the service are reached."""

from django.contrib import admin
from django.urls import include, path

handler500 = "config.refusals.server_error"
urlpatterns = [
    path("api/v1/", include("api.urls")),
    path("admin/", admin.site.urls),
    path("i18n/", include("django.conf.urls.i18n")),
    path("", include("frontend.urls")),
]
