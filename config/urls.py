"""The addresses of the service: API, administration, pages."""

from django.contrib import admin
from django.urls import include, path

handler500 = "config.error_handlers.server_error"
urlpatterns = [
    path("api/v1/", include("api.urls")),
    path("admin/", admin.site.urls),
    path("i18n/", include("django.conf.urls.i18n")),
    path("", include("frontend.urls")),
]
