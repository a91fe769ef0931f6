"""Tables of an event that are planned and wait for their score sheets, made inside a service."""

from __future__ import annotations

import json
import uuid
from typing import Any

from tests.service.service import Service

PEOPLE = ("張三", "Li Si", "Wang Wu", "Zhao Liu", "陳美玲", "林志強")


def planned(service: Service, game: str, rules: str = "") -> dict[str, str]:
    """A new event of the account ``li`` with one table: the addresses of its page by each seat's link, the table's (``""``), and
    for scorers (``account``)."""
    said = service.shell(f"from tests.frontend.sheet_tables import plan; plan({game!r}, {rules!r})").splitlines()[-1]
    found: dict[str, str] = json.loads(said)
    return found


def plan(game: str, rules: str) -> None:
    """Make the event and print the addresses as JSON. Runs inside the service."""
    from django.contrib.auth.models import User
    from django.urls import reverse

    from records.accounts import clubs
    from records.tournament import events, sheets
    from records.tournament.models import PlannedSeat

    owner = User.objects.get(username="li")
    club = clubs.create(owner, f"Sheets {uuid.uuid4().hex[:8]}")
    event: Any = events.create(owner, club, f"Autumn {uuid.uuid4().hex[:8]}", game=game)
    table = events.plan_table(owner, event, event.stages.get(), 1, "3")
    sheets.change_settings(owner, event, game, rules, 0)
    found, parsed = sheets.game_of(game, rules)
    for seat, name in zip(found.seats(parsed), PEOPLE, strict=False):
        PlannedSeat.objects.create(table=table, seat=seat, entrant=events.add_entrant(owner, event, name))
    links = {seat: reverse("pages:open_link", args=[events.secret_for(table, seat)]) for seat in ["", *found.seats(parsed)]}
    print(json.dumps({**links, "account": reverse("pages:table", args=[event.pk, table.pk])}))
