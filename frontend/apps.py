"""The Django app of the pages."""

from django.apps import AppConfig


class FrontendConfig(AppConfig):
    """Pages and the replay board."""

    name = "frontend"
