"""The addresses of the service: API, administration, pages."""

from allauth.account.decorators import secure_admin_login
from django.contrib import admin
from django.urls import include, path

from api.engine.schemas import Schema

handler429 = "config.error_handlers.too_often"
handler500 = "config.error_handlers.server_error"
# The administration is signed in to like the rest: with its second factors, and no faster to guess.
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]
urlpatterns = [
    path("api/v1/", include("api.urls")),
    path("schemas/<str:schema_name>.json", Schema.as_view(), name="schema"),
    path("admin/", admin.site.urls),
    path("accounts/", include("frontend.pages.accounts.account.urls")),
    path("i18n/", include("django.conf.urls.i18n")),
    path("", include("frontend.urls")),
]
