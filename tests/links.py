"""Links as their holders use them: opened in a browser, sent by a program, held by an actor."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.test import Client
from rest_framework.test import APIClient

from records.accounts import access
from records.core.people import Actor
from records.tournament import events


def opened(secret: str, browser: Client | None = None) -> Client:
    """A browser that has opened a link."""
    browser = browser or Client(HTTP_ACCEPT_LANGUAGE="en")
    assert browser.get(f"/s/{secret}/").status_code == 302, "the link opens nothing"
    return browser


def seated(table: Any, seats: str = "E", browser: Client | None = None) -> Client:
    """A browser that has opened the links of these seats of a table, and the table's own."""
    browser = browser or Client(HTTP_ACCEPT_LANGUAGE="en")
    for seat in ("", *seats):
        opened(events.secret_for(table, seat), browser)
    return browser


def at(table: Any, seat: str = "", page: str = "") -> str:
    """The address of a page of a table for who asks by the link of a seat, or of the table."""
    return f"/events/{table.event_id}/tables/{table.pk}/{page}?seat={seat}"


def over_api(table: Any, seat: str = "", what: str = "sheet") -> str:
    """The address of a thing of a table over the API for a browser that asks by the link of a seat, or of the table."""
    return f"/api/v1/events/{table.event_id}/tables/{table.pk}/{what}?seat={seat}"


def program(secret: str) -> APIClient:
    """A program that sends the secret of a link."""
    client = APIClient()
    client.credentials(HTTP_AUTHORIZATION=f"Link {secret}")
    return client


def holder(secret: str) -> Actor:
    """A visitor who holds a link; nothing where it is none."""
    grant = access.grant_of(secret)
    return access.hold(AnonymousUser(), [grant] if grant else [])
