"""The WSGI door of the service."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

application = get_wsgi_application()

from config.starting import collect_seldom, warm  # noqa: E402

warm()
collect_seldom()
