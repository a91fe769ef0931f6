"""Django's door: migrations, the sweeper, tokens and the other commands of the service."""

from __future__ import annotations

import os
import sys

from django.core.management import execute_from_command_line

from records.core.ops import request_context


def main() -> None:
    """Run the command that the program's arguments name."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    command = next((word for word in sys.argv[1:] if word.isidentifier()), "help")
    # Log lines and audit entries of a command say which it was, in the place of a request's id.
    with request_context.request(f"manage.py:{command}", lambda: None):
        execute_from_command_line(sys.argv)
