"""Secrets from files, as secret stores mount them: Docker and Kubernetes secrets, systemd credentials, agents of a vault."""

from __future__ import annotations

import os
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured

SECRETS = (
    "SECRET_KEY",
    "SECRET_KEY_FALLBACKS",
    "DATABASE_URL",
    "BROKER_URL",
    "CACHE_URL",
    "METRICS_TOKEN",
    "EMAIL_HOST_PASSWORD",
)
"""Variables in the place of which ``SECRET_KEY_FILE`` and so on may name a file."""


def take_secrets_from_files() -> None:
    """Set each of SECRETS from its file, in this process alone. Raises ImproperlyConfigured where the file cannot be read or
    the variable is set as well."""
    for name in SECRETS:
        path = os.environ.get(f"{name}_FILE")
        if not path:
            continue
        if os.environ.get(name):
            raise ImproperlyConfigured(f"{name} and {name}_FILE are both set: one of them is expected")
        try:
            os.environ[name] = Path(path).read_text(encoding="utf-8").strip()
        except (OSError, UnicodeDecodeError) as error:
            raise ImproperlyConfigured(f"{name}_FILE: {path} cannot be read ({type(error).__name__})") from error
        # A process that this one starts has the variable.
        del os.environ[f"{name}_FILE"]
