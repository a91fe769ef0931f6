"""What a process does once at its start, so that no request or task has to wait for it."""

from __future__ import annotations

import gc
from importlib import import_module

from django.conf import settings
from django.urls import get_resolver, reverse
from django.utils.translation import gettext, override

import referee
from referee.chinese import simplified


def collect_garbage_rarely() -> None:
    """Let the garbage collector run seldom and skip what exists at start.

    A process makes many objects and few cycles: frequent collections took a quarter of a worker's time and a tenth of a read's.
    """
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)


def load_all() -> None:
    """Load addresses, translations, rulebooks and tasks before the first request. Needs no database and no broker."""
    assert get_resolver().url_patterns
    reverse("api:games")
    for language, _ in settings.LANGUAGES:
        with override(language):
            gettext("Records")
    simplified("")
    referee.games()
    import_module("records.tasks")
