"""The wiring of the service: settings, addresses, middleware, Celery, ASGI and WSGI."""

from config.celery import app as celery_app

__all__ = ["celery_app"]
