"""What a process does once, when it starts, so that no request or task waits for it."""

from __future__ import annotations

import gc
from importlib import import_module

from django.conf import settings
from django.urls import get_resolver, reverse
from django.utils.translation import gettext, override

import referee


def collect_seldom() -> None:
    """A process makes many rows and few cycles: looking through all of them so often for these was a quarter of a worker's time,
    and a tenth of a read's. What is there when it starts stays there."""
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)


def warm() -> None:
    """Read addresses, words, rulebooks and tasks, which are otherwise read by who comes first. Asks no database and no broker."""
    assert get_resolver().url_patterns
    reverse("api:games")
    for language, _ in settings.LANGUAGES:
        with override(language):
            gettext("Records")
    referee.games()
    import_module("records.tasks")
