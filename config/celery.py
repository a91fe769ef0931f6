"""The Celery application: tasks are found in the apps, settings are those of Django that start with ``CELERY_``."""

import os

from celery import Celery
from kombu.transport.sqlalchemy import Transport

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("referee")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()

# The broker without a server is asked for messages, it cannot call; once a second would be felt by who waits for a verdict.
Transport.polling_interval = 0.2
