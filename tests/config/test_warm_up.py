"""What a process does once, before it is asked anything."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
STARTED = """
import gc, sys
import config.wsgi
from django.db import connections
assert "records.tasks" in sys.modules
assert gc.get_freeze_count() > 100_000 and gc.get_threshold()[0] == 50_000, "collects seldom"
assert all(connection.connection is None for connection in connections.all()), "asks no database"
"""


def test_web_process_is_warm_before_its_first_request(tmp_path: Path) -> None:
    environment = {
        "REFEREE_VAR": str(tmp_path),
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "DATABASE_URL": "postgresql://nobody@127.0.0.1:1/none",
        "BROKER_URL": "amqp://guest:guest@127.0.0.1:1//",
    }
    ran = subprocess.run([sys.executable, "-c", STARTED], cwd=ROOT, env=environment, text=True, capture_output=True, timeout=600)
    assert ran.returncode == 0, ran.stderr
