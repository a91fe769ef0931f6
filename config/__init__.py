"""The service's wiring and nothing else."""

from config.celery import app as celery_app

__all__ = ["celery_app"]
