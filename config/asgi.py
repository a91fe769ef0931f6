"""The ASGI entry point of the live process, which ``python -m config.live`` serves; pages are answered by ``config.wsgi``."""

import os

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup(set_prefix=False)

from config.live.application import LiveApplication  # noqa: E402 - needs the apps that the line above loads
from config.warm_up import collect_garbage_rarely, load_all  # noqa: E402

load_all()
application = LiveApplication()
collect_garbage_rarely()
