"""Where the rooms of the service are reached."""

from django.contrib import admin
from django.urls import include, path

handler500 = "config.refusals.server_error"
urlpatterns = [
    path("admin/", admin.site.urls),
    path("i18n/", include("django.conf.urls.i18n")),
    path("api/v1/", include("api.urls")),
    path("", include("frontend.urls")),
]
