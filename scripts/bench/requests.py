"""``python -m scripts.bench.requests``: the CPU time of a page or an API read, as a multiple of that of ``/healthz``.

One process asks through all middlewares, by Django's test client, on a new SQLite database: kind after kind, turn after turn. A
kind's figure is the median of its turns; the ratio to ``/healthz`` of the same run can be compared between machines.
"""

from __future__ import annotations

import argparse
import os
import statistics
import tempfile
import time
from collections.abc import Callable
from typing import Any

import referee

TABLES = 200
"""Tables of the event whose page is asked for."""
PEOPLE, ROUNDS = 100, 8


class Asked:
    """The stored things that are asked for, and who asks."""

    def __init__(self) -> None:
        from django.test import Client

        from records.accounts import access, clubs
        from records.archive import matches
        from records.archive.models import Match
        from records.tournament import events
        from scripts.bench import corpus
        from tests.people import person

        self.visitor, self.signed_in, owner = Client(), Client(), person("owner")
        self.signed_in.force_login(owner)
        self.token = {"Authorization": "Bearer " + access.issue_token(owner, "bench")[1]}
        club = clubs.create(owner, "Club")
        for text in [text for game in referee.games() for text in corpus.clean(game.id)[:4]]:
            answer = self.signed_in.post("/api/v1/matches", text, content_type="text/x-ppn", headers=self.token)
            assert answer.status_code == 202, answer.content
        for id_ in Match.objects.values_list("pk", flat=True):
            matches.judge(id_)
        self.match = str(Match.objects.filter(game="sichuan").order_by("pk").values_list("pk", flat=True)[0])
        event = events.create(owner, club, "Event", game="sichuan")
        stage = events.stages_of(event)[0]
        for number in range(TABLES):
            events.plan_table(owner, event, stage, number % ROUNDS + 1, str(number // ROUNDS + 1))
        for number in range(PEOPLE):
            events.add_entrant(owner, event, f"Player {number}")
        self.event = str(event.pk)

    def kinds(self) -> dict[str, Callable[[], Any]]:
        """What is asked, by its name; each call is one request."""
        api, page = f"/api/v1/matches/{self.match}", f"/matches/{self.match}/"
        frames = f"{api}/rounds/1/frames"
        tag = {"If-None-Match": self.visitor_or_token(f"{api}/verdict")["ETag"]}
        known = {"If-None-Match": self.visitor_or_token(frames).headers.get("ETag", "")}
        return {
            "/healthz": lambda: self.visitor.get("/healthz"),
            "a match, by token": lambda: self.visitor_or_token(api),
            "a match, by session": lambda: self.signed_in.get(api),
            "a verdict, by token": lambda: self.visitor_or_token(f"{api}/verdict"),
            "a verdict, by session": lambda: self.signed_in.get(f"{api}/verdict"),
            "a verdict that is known": lambda: self.visitor_or_token(f"{api}/verdict", tag),
            "a list of twenty, by token": lambda: self.visitor_or_token("/api/v1/matches?limit=20"),
            "the archive's page": lambda: self.signed_in.get("/matches/"),
            "a match's page": lambda: self.signed_in.get(page),
            "a round's frames": lambda: self.visitor_or_token(frames),
            "a round's frames that are known": lambda: self.visitor_or_token(frames, known),
            "an event's page": lambda: self.signed_in.get(f"/events/{self.event}/"),
        }

    def visitor_or_token(self, path: str, headers: dict[str, str] | None = None) -> Any:
        """The answer to a program's request."""
        return self.visitor.get(path, headers={**self.token, **(headers or {})})


def measured(turns: int) -> dict[str, list[float]]:
    """The milliseconds of CPU of every kind, turn by turn."""
    kinds = Asked().kinds()
    took: dict[str, list[float]] = {name: [] for name in kinds}
    for name, ask in kinds.items():
        for _ in range(3):
            answer = ask()
        assert answer.status_code in (200, 304), (name, answer.status_code, answer.content[:300])
    for _ in range(turns):
        for name, ask in kinds.items():
            start = time.process_time()
            ask()
            took[name].append((time.process_time() - start) * 1000)
    return took


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--turns", type=int, default=40)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="referee-requests-") as folder:
        os.environ |= {
            "REFEREE_VAR": folder,
            "STATIC_ROOT": f"{folder}/static",
            "BROKER_URL": "memory://",
            "DJANGO_SETTINGS_MODULE": "config.settings",
        }
        os.environ |= {
            "LOG_LEVEL": "ERROR",
            "THROTTLE_USER": "1000000/min",
            "THROTTLE_ANON": "1000000/min",
            "ALLOWED_HOSTS": "testserver",
        }
        os.environ.pop("DATABASE_URL", None)
        import django
        from django.core.management import call_command

        django.setup()
        call_command("collectstatic", interactive=False, verbosity=0)
        call_command("migrate", verbosity=0)
        took = measured(options.turns)
    base = statistics.median(took["/healthz"])
    print("| request | ms of CPU | × /healthz |\n|---|---|---|")
    for name, each in took.items():
        print(f"| {name} | {statistics.median(each):.2f} | {statistics.median(each) / base:.1f} |")


if __name__ == "__main__":
    main()
