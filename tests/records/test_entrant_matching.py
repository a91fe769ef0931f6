"""Entrants of events that are players of the club: suggested by their spellings, and the same whoever is merged or split."""

from __future__ import annotations

from typing import Any

import pytest

from records.accounts import clubs
from records.accounts.models import AuditEntry, Club
from records.archive import players
from records.archive.models import Player
from records.tournament import events
from records.tournament.models import Entrant, Event
from tests.records.errors import refused
from tests.records.evening import EVENT, text, upload

pytestmark = pytest.mark.django_db


@pytest.fixture
def club(owner: Any) -> Club:
    return clubs.create(owner, "Tea House", "tea")


@pytest.fixture
def event(owner: Any, club: Club) -> Event:
    upload(club, owner, text(people=["Li Si", "B", "C", "D"], Table="1"))  # type: ignore[arg-type]
    return events.create(owner, club, EVENT)


def entrant(event: Event, name: str = "Li Si") -> Entrant:
    return event.entrants.get(name=name)


def player(name: str) -> Player:
    return Player.objects.get(aliases__name=name)


def linked_player(event: Event, name: str = "Li Si") -> Player | None:
    said = entrant(event, name).alias
    return said.player if said else None


class TestSaying:
    def test_player_is_suggested_by_the_name_and_linked_by_an_organizer(self, owner: Any, event: Event) -> None:
        entrants = events.entrants_of(event)
        found = {one.name: events.suggestions(event, entrants)[one.pk].player for one in entrants}
        assert found == {name: player(name) for name in ("Li Si", "B", "C", "D")}
        assert linked_player(event) is None, "nobody has said so yet"
        events.identify(owner, entrant(event), player("Li Si"))
        assert linked_player(event) == player("Li Si")
        assert entrant(event).pk not in events.suggestions(event, events.entrants_of(event))
        assert AuditEntry.objects.order_by("-number")[0].action == "event.identify"
        events.identify(owner, entrant(event), None)
        assert linked_player(event) is None

    def test_suggested_players_are_linked_all_at_once(self, owner: Any, event: Event) -> None:
        events.add_entrant(owner, event, "Nobody of the club")
        assert (events.identify_suggested(owner, event), events.identify_suggested(owner, event)) == (4, 0)
        assert linked_player(event, "Nobody of the club") is None
        assert linked_player(event, "B") == player("B")

    def test_entrant_with_aliases_of_two_players_has_no_suggestion(self, owner: Any, event: Event) -> None:
        events.change_entrant(owner, entrant(event), alias="B")
        assert entrant(event).pk not in events.suggestions(event, events.entrants_of(event))
        players.merge(owner, player("B"), [player("Li Si")])
        assert events.suggestions(event, events.entrants_of(event))[entrant(event).pk].player == player("B")

    def test_player_of_another_club_or_without_aliases_is_refused(self, owner: Any, club: Club, event: Event) -> None:
        other = clubs.create(owner, "Elsewhere", "elsewhere")
        upload(other, owner, text(people=["X", "Y", "Z", "V"]))  # type: ignore[arg-type]
        with refused("another-club", 422):
            events.identify(owner, entrant(event), player("X"))
        gone = player("B")
        players.merge(owner, player("C"), [gone])
        with refused("player-gone", 409):
            events.identify(owner, entrant(event), gone)


def test_merging_splitting_and_undoing_hold_for_events_too(owner: Any, club: Club, event: Event) -> None:
    events.identify_suggested(owner, event)
    first, other = player("Li Si"), player("B")
    [merged] = players.merge(owner, other, [first])
    assert linked_player(event) == other
    assert [one.entrant for one in events.places_of(first, [event])] == []
    players.undo(owner, merged)
    assert linked_player(event) == first
    players.merge(owner, other, [first])
    players.split(owner, first.aliases.model.objects.get(name="Li Si"))
    assert linked_player(event) == player("Li Si") != other


class TestHistory:
    def test_player_history_shows_events_and_places(self, owner: Any, club: Club, event: Event) -> None:
        events.identify(owner, entrant(event), player("Li Si"))
        rank = next(row.rank for row in events.overview_of(event).standings.rows if row.entrant == "Li Si")
        [placed] = events.places_of(player("Li Si"), events.of_player(player("Li Si")))
        assert (placed.event, placed.entrant, placed.rank, placed.of, placed.provisional) == (event, "Li Si", rank, 4, False)
        assert events.of_player(player("B")) == []

    def test_entrant_is_linked_on_the_pages(self, owner: Any, club: Club, event: Event, client: Any) -> None:
        client.force_login(owner)
        english = {"HTTP_ACCEPT_LANGUAGE": "en"}
        page = f"/events/{event.pk}/people/"
        assert "4 entrants have the names of players of the club." in client.get(page, **english).content.decode()
        one = entrant(event)
        client.post(page, {"action": "identify", "entrant": one.pk, "player": str(player("Li Si").pk)})
        assert f"/clubs/tea/players/{player('Li Si').pk}/" in client.get(page, **english).content.decode()
        assert "place " in client.get(f"/clubs/tea/players/{player('Li Si').pk}/", **english).content.decode()
        client.post(page, {"action": "identify_suggested"})
        assert linked_player(event, "D") == player("D")
        change = {"action": "identify", "entrant": one.pk}
        assert client.post(page, {**change, "player": "nonsense"}).status_code == 404
        client.post(page, {**change, "player": ""})
        assert linked_player(event) is None
