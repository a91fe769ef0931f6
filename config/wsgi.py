"""The WSGI entry point of the service."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

application = get_wsgi_application()

from config.warm_up import collect_garbage_rarely, load_all  # noqa: E402 - needs the apps that the line above loads
from records.core import sandbox  # noqa: E402

load_all()
sandbox.start()
collect_garbage_rarely()
