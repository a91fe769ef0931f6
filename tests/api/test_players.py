"""Players over REST: the list, one's figures, history in pages, merging, splitting and undoing; clubs apart."""

from __future__ import annotations

from typing import Any

import pytest

from records.accounts import clubs
from records.accounts.models import Club
from tests.people import client_of
from tests.records.players import FLAGGED, between, player, store

pytestmark = pytest.mark.django_db


@pytest.fixture
def club(owner: Any) -> Club:
    club = clubs.create(owner, "Tea House", "tea")
    texts = [between("Ann,Bo,Cy,Di", event=f"evening {number}") for number in range(3)]
    store(club, owner, *texts, between("Anne,Bo,Cy,Di", FLAGGED, "last"))
    return club


def at(club: Club, *more: Any) -> str:
    return "/".join(["/api/v1/clubs", club.slug, "players", *map(str, more)])


def test_list_of_players_counts_matches_and_finds_any_alias(club: Club, owner: Any) -> None:
    client = client_of(owner)
    rows = client.get(at(club)).json()["results"]
    assert [(row["name"], row["matches"]) for row in rows] == [("Ann", 3), ("Anne", 1), ("Bo", 4), ("Cy", 4), ("Di", 4)]
    assert [row["name"] for row in client.get(at(club), {"q": "ＡＮＮ"}).json()["results"]] == ["Ann", "Anne"]
    first = client.get(at(club), {"limit": 2}).json()
    second = client.get(first["next"]).json()
    assert [row["name"] for row in first["results"] + second["results"]] == ["Ann", "Anne", "Bo", "Cy"]


def test_player_has_statistics_and_history(club: Club, owner: Any) -> None:
    client = client_of(owner)
    said = client.get(at(club, player(club, "Cy").pk)).json()
    (result,) = said["results"]
    assert (result["game"], result["matches"], said["now"]) == ("sichuan", 4, None)
    assert [row["name"] for row in said["opponents"]] == ["Bo", "Di", "Ann", "Anne"]
    history = client.get(said["matches_url"], {"limit": 3}).json()
    rest = client.get(history["next"]).json()["results"]
    rows = history["results"] + rest
    assert [row["event"] for row in rows] == ["last", "evening 2", "evening 1", "evening 0"]
    assert sum(row["points"] or 0 for row in rows) == result["points"]
    assert rows[0]["club"] == "tea"
    told = (client.get(at(club, player(club, name).pk)).json() for name in ("Anne", "Bo", "Di"))
    broke = next(one for one in told if one["findings"])
    for finding, found in ((broke["findings"][0]["code"], ["last"]), ("three-suits-not", [])):
        listed = client.get(broke["matches_url"], {"finding": finding}).json()["results"]
        assert [row["event"] for row in listed] == found


def test_players_are_merged_split_restored_and_renamed(club: Club, owner: Any) -> None:
    client = client_of(owner)
    ann, anne = player(club, "Ann"), player(club, "Anne")
    answer = client.post(at(club, "merges"), {"player": str(ann.pk), "players": [str(anne.pk)]}, format="json")
    (merged,) = answer.json()
    assert (answer.status_code, merged["kind"], merged["moved"]) == (201, "merge", ["Anne"])
    assert client.get(at(club, ann.pk)).json()["results"][0]["matches"] == 4
    gone = client.get(at(club, anne.pk)).json()
    assert (gone["results"], gone["now"]) == ([], client.get(at(club, ann.pk)).json()["url"])
    alias = next(row for row in client.get(at(club, ann.pk)).json()["aliases"] if row["name"] == "Anne")
    answer = client.post(at(club, "merges"), {"player": str(ann.pk), "alias": alias["id"]}, format="json")
    assert (answer.status_code, answer.json()[0]["into"]["id"]) == (201, str(anne.pk))
    for said in client.get(at(club, "merges")).json()["results"]:
        undone = client.delete(at(club, "merges", said["id"]))
        assert (undone.status_code, undone.json()["undone_by"]) == (200, "owner")
        assert client.delete(at(club, "merges", said["id"])).json()["code"] == "undone"
    assert [row["kind"] for row in client.get(at(club, "merges")).json()["results"]] == ["split", "merge"]
    assert player(club, "Anne") == anne
    assert client.patch(at(club, ann.pk), {"name": "A."}, format="json").json()["name"] == "A."
    ids = [str(ann.pk)]
    for body, code in (
        ({}, "invalid"),
        ({"players": []}, "invalid"),
        ({"players": ids, "alias": 0}, "invalid"),
        ({"players": ids}, "same-player"),
        ({"alias": 0}, "not-found"),
    ):
        assert client.post(at(club, "merges"), {"player": str(ann.pk), **body}, format="json").json()["code"] == code


def test_figures_of_a_player_are_beside_the_club_s_for_owners(club: Club, owner: Any) -> None:
    client, cy = client_of(owner), player(club, "Cy")
    groups = client.get(at(club, cy.pk, "figures")).json()["groups"]
    result = client.get(at(club, cy.pk)).json()["results"][0]
    assert {group["game"] for group in groups} == {"sichuan"}
    for name in ("rounds", "wins"):
        assert sum(group["player"][name] for group in groups) == result[name]
    assert all(group["club"]["rounds"] == 4 * group["player"]["rounds"] for group in groups)


def test_figures_of_a_club_are_for_owners_and_name_its_players(club: Club, owner: Any) -> None:
    groups = client_of(owner).get("/api/v1/clubs/tea/figures").json()["groups"]
    assert sum(group["matches"] for group in groups) == 4
    for group in groups:
        assert group["seats"]["rounds"] == 4 * group["rounds"]
        assert sum(one["rounds"] for one in group["players"]) == group["seats"]["rounds"]
    assert {one["name"] for group in groups for one in group["players"]} == {"Ann", "Anne", "Bo", "Cy", "Di"}
