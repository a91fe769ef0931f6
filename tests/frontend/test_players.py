"""The pages of players, without a browser: figures as the services count them, forms for those who may, and no others."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client

from frontend.pages.archive.players.views import HEIGHT, WIDTH, chart_of
from records.accounts import clubs
from records.accounts.models import Club, Role
from records.archive import players
from records.wording.figures import points
from tests.files import of_event
from tests.frontend.clients import english_client, join, page
from tests.people import person
from tests.records.players import FLAGGED, between, player, store

pytestmark = pytest.mark.django_db


@pytest.fixture
def club(owner: Any) -> Club:
    club = clubs.create(owner, "Tea House", "tea")
    texts = [between("Ann <1>,Bo,Cy,Di", event=f"evening {number}") for number in range(3)]
    store(club, owner, *texts, between("Anne,Bo,Cy,Di", FLAGGED, "last"))
    return club


def at(club: Club, name: str) -> str:
    return f"/clubs/{club.slug}/players/{player(club, name).pk}/"


def breaker(club: Club) -> tuple[str, str]:
    """Who broke a rule in these matches, and the code of what was found."""
    return next(
        (name, found[0]["code"]) for name in ("Anne", "Bo", "Cy", "Di") if (found := players.rules_broken(player(club, name)))
    )


def test_list_of_players_is_searched_and_escapes_names(club: Club, reader: Client) -> None:
    text = page(reader.get("/clubs/tea/players/"))
    assert ("Ann &lt;1&gt;" in text, "4 matches" in text) == (True, True)
    found = page(reader.get("/clubs/tea/players/", {"q": "ａｎｎＥ"}))
    assert ("Anne" in found, ">Cy<" in found) == (True, False)
    assert "Nobody has this name." in page(reader.get("/clubs/tea/players/", {"q": "zz"}))


def test_players_and_their_matches_are_listed_in_the_order_that_the_reader_chooses(owner: Any, reader: Client) -> None:
    club = clubs.create(owner, "Tea House", "tea")
    for name, date in (("Abe", "2025.05.01"), ("Ben", "2025.06.01"), ("Ben", "2025.05.02"), ("Cal", "2025.10.04")):
        store(club, owner, of_event(people=[name, "x", "y", "z"], event=f"Cup {date}", Date=date))
    for sort, order in (("", "Abe Ben Cal"), ("matches", "Ben Abe Cal"), ("recent", "Cal Ben Abe"), ("nonsense", "Abe Ben Cal")):
        text = page(reader.get("/clubs/tea/players/", {"sort": sort}))
        assert re.findall(r"<bdi>(Abe|Ben|Cal)</bdi>", text) == order.split(), sort
        # The last day is told where it is what the list goes by: it takes a look at all matches.
        assert ("2 matches · 2025.06.01" in text) == (sort == "recent")
    assert re.findall(r"<bdi>Cup ([\d.]+)</bdi>", page(reader.get(at(club, "Ben")))) == ["2025.06.01", "2025.05.02"]


def test_player_page_shows_results_rules_broken_and_opponents(club: Club, reader: Client) -> None:
    text = page(reader.get(at(club, "Cy")))
    (row,) = players.by_game(player(club, "Cy"))
    assert re.findall(r"<td>([^<]*)</td>", text)[:3] == [str(row["matches"]), str(row["rounds"]), points(row["points"])]
    assert len(re.findall(r"<circle ", text)) == row["settled"]


def test_broken_rule_is_told_once_and_links_to_its_matches(club: Club, reader: Client) -> None:
    name, code = breaker(club)
    for client, beside in ((reader, True), (join(club, "member", Role.MEMBER), False)):
        text = page(client.get(at(club, name)))
        assert (f"{name} holds all three suits" in text, "Beside the club" in text) == (True, beside)
        assert (text.count("Rules broken most often"), text.count(f'href="?finding={code}#matches"')) == (1, 1)
    only = page(reader.get(at(club, name), {"finding": code}))
    assert (">last<" in only, ">evening 1<" in only) == (True, False)
    assert re.search(rf"Only where this was found:\s+{name} holds all three suits", only)


def test_owner_sees_a_player_beside_the_club(club: Club, owner: Any, reader: Client) -> None:
    group = players.figures_of_player(owner, player(club, "Cy"))[0]
    figures = page(reader.get(at(club, "Cy"))).split('id="figures"')[1].split("</section>")[0]
    for name in ("won", "dealt_in"):
        own, all_ = (round(100 * one[name] / one["rounds"]) for one in (group["player"], group["club"]))
        assert re.search(rf"{own} %</span>.*?{all_} %</span>", figures, re.S)


def test_owner_sees_the_figures_of_the_club_and_members_do_not(club: Club, owner: Any, reader: Client) -> None:
    figures = page(reader.get("/clubs/tea/figures/"))
    for group in players.figures_of_club(owner, club):
        assert all(f">{one['name'].replace('<', '&lt;').replace('>', '&gt;')}<" in figures for one in group["players"])
        assert f"Rounds {group['rounds']}" in figures
    member = join(club, "member", Role.MEMBER)
    assert member.get("/clubs/tea/figures/").status_code == 403
    assert ["/clubs/tea/figures/" in page(one.get("/clubs/tea/rules/")) for one in (reader, member)] == [True, False]


def test_ticked_players_are_merged_into_the_one_with_most_matches_and_undone(club: Club, reader: Client) -> None:
    ann, anne = player(club, "Ann <1>"), player(club, "Anne")
    answer = reader.post("/clubs/tea/players/", {"action": "merge", "player": [anne.pk, ann.pk]})
    assert answer["Location"] == at(club, "Ann <1>")
    assert player(club, "Anne") == ann
    assert f'href="/clubs/tea/players/{ann.pk}/"' in page(reader.get(f"/clubs/tea/players/{anne.pk}/"))
    reader.post("/clubs/tea/players/", {"action": "undo", "merge": players.merges_of(club).get().pk})
    assert player(club, "Anne") == anne
    assert "undone" in page(reader.get("/clubs/tea/players/"))
    assert reader.post("/clubs/tea/players/", {"action": "merge"}).status_code == 422


def test_found_player_is_merged_into_this_one_and_split_off(club: Club, reader: Client) -> None:
    anne = player(club, "Anne")
    assert "This is the same person" in page(reader.get(at(club, "Anne"), {"meant": "ann"}))
    reader.post("/clubs/tea/players/", {"action": "merge", "into": anne.pk, "player": player(club, "Ann <1>").pk})
    assert player(club, "Ann <1>") == anne
    reader.post(at(club, "Anne"), {"action": "split", "alias": club.aliases.get(name="Ann <1>").pk})
    assert player(club, "Ann <1>") != anne
    last = {"action": "split", "alias": club.aliases.get(name="Anne").pk}
    assert reader.post(at(club, "Anne"), last).status_code == 409
    reader.post(at(club, "Anne"), {"action": "rename", "name": "Anna"})
    assert "<bdi>Anna</bdi></h1>" in page(reader.get(f"/clubs/tea/players/{anne.pk}/"))


def test_member_sees_no_forms_for_players(club: Club) -> None:
    client = join(club, "member", Role.MEMBER)
    for path in ("/clubs/tea/players/", at(club, "Cy")):
        shown = page(client.get(path))
        assert (re.findall(r'action="(/clubs/[^"]*)"', shown), 'type="checkbox"' in shown) == ([], False)


def test_match_page_links_its_club_to_its_players(club: Club, reader: Client) -> None:
    match = club.matches.get(event="last")
    assert f'href="{at(club, "Cy")}"' in page(reader.get(f"/matches/{match.pk}/"))
    club.matches.update(public=True)
    assert "/players/" not in page(english_client(person("stranger")).get(f"/matches/{match.pk}/"))


def test_chart_fits_its_canvas_and_its_figures_lie_apart() -> None:
    def course(*totals: int) -> list[dict[str, Any]]:
        return [{"match": n, "date": "", "points": total, "total": total} for n, total in enumerate(totals)]

    chart = chart_of(course(3, -(10**30), 10**30, 0))
    assert chart is not None
    assert all(0 <= dot["x"] <= WIDTH and 0 <= dot["y"] <= HEIGHT for dot in chart.dots)
    assert [mark for _, mark in chart.marks] == [-(10**30), 0, 10**30]
    near = chart_of(course(-3, 500))
    assert near is not None
    assert [mark for _, mark in near.marks] == [0, 500]
    assert (chart_of(course(3)), chart_of(course(0, 0)) is None) == (None, False)
