"""The settings of services that tests start: shorter waits, no rate limits, and what a test wants otherwise.

SERVICE_QUEUE names the broker's queue; SERVICE_SETTINGS has values of settings as JSON.
"""

import json
import os

from config.settings import *  # noqa: F403 - the service's own
from config.settings import DATABASES, VAR, tasks

ASKED = json.loads(os.environ.get("SERVICE_SETTINGS") or "{}")

globals().update(tasks.celery(VAR, os.environ["SERVICE_QUEUE"], ASKED.pop("SWEEP_EVERY", 1)))
DATABASES["default"]["CONN_MAX_AGE"] = ASKED.pop("CONN_MAX_AGE", DATABASES["default"]["CONN_MAX_AGE"])
SWEEP_AFTER, LOST_AFTER = 2.0, 4.0
THROTTLE = {"login-name": "30/hour"}
BATCHES_OPEN = 1000
JUDGE_SECONDS = 600
globals().update(ASKED)
