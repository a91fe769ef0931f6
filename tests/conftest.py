"""What every room's tests share: hypothesis without a clock, and a Django that needs no collected static files."""

from __future__ import annotations

import os
import tempfile

import pytest
from hypothesis import settings as hypothesis_settings

os.environ.setdefault("REFEREE_VAR", tempfile.mkdtemp(prefix="referee-test-"))
# What tests ring inside this process stays in it; the service tests start processes of their own on the real broker.
os.environ["SERVICE_BROKER_URL"] = os.environ.get("BROKER_URL", "")
os.environ["BROKER_URL"] = "memory://"
os.environ.setdefault("THROTTLE_ANON", "100000/min")
os.environ.setdefault("THROTTLE_USER", "100000/min")

hypothesis_settings.register_profile("house", deadline=None, derandomize=True, print_blob=True)
hypothesis_settings.load_profile("house")


@pytest.fixture(autouse=True)
def nobody_has_asked_before() -> None:
    """Requests are counted per minute in the cache of the process: no test pays for those of another."""
    from django.core.cache import cache

    cache.clear()


@pytest.fixture(autouse=True)
def quick_passwords(settings: object) -> None:
    """Passwords of tests need no slow hash."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]  # type: ignore[attr-defined]


@pytest.fixture(autouse=True)
def plain_static_files(settings: object) -> None:
    """Pages in tests name static files as they are, without a manifest; they are found when asked for, since every client of
    a test has a handler of its own, which would list them all first."""
    settings.WHITENOISE_AUTOREFRESH = True  # type: ignore[attr-defined]
    settings.STORAGES = {  # type: ignore[attr-defined]
        **settings.STORAGES,  # type: ignore[attr-defined]
        "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
    }
