"""The pages of players, without a browser: figures as the services count them, forms for those who may, and no others."""

from __future__ import annotations

import re
from typing import Any

import pytest

from frontend.i18n.figures import points
from frontend.pages.players.chart import HEIGHT, WIDTH, chart_of
from records import analytics, clubs, matches, players
from records.models import Club, Role
from tests.files import of_event
from tests.frontend.clients import english_client, page
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


def test_list_of_players_is_searched_and_escapes_names(club: Club, owner: Any) -> None:
    client = english_client(owner)
    text = page(client.get("/clubs/tea/players/"))
    assert "Ann &lt;1&gt;" in text
    assert "4 matches" in text
    found = page(client.get("/clubs/tea/players/", {"q": "ａｎｎＥ"}))
    assert "Anne" in found
    assert ">Cy<" not in found
    assert "Nobody has this name." in page(client.get("/clubs/tea/players/", {"q": "zz"}))


@pytest.mark.parametrize(
    ("sort", "order"), [("", "Abe Ben Cal"), ("matches", "Ben Abe Cal"), ("recent", "Cal Ben Abe"), ("nonsense", "Abe Ben Cal")]
)
def test_players_are_listed_in_the_order_that_the_reader_chooses(owner: Any, sort: str, order: str) -> None:
    club = clubs.create(owner, "Tea House", "tea")
    for name, date in (("Abe", "2025.05.01"), ("Ben", "2025.06.01"), ("Ben", "2025.05.02"), ("Cal", "2025.10.04")):
        store(club, owner, of_event(people=[name, "x", "y", "z"], event=f"Cup {date}", Date=date))
    text = page(english_client(owner).get("/clubs/tea/players/", {"sort": sort}))
    assert re.findall(r"<bdi>(Abe|Ben|Cal)</bdi>", text) == order.split()
    # The last day is told where it is what the list goes by: it takes a look at all matches.
    assert ("2 matches · 2025.06.01" in re.sub(r"\s+", " ", text)) == (sort == "recent")


def test_player_page_shows_results_rules_broken_and_opponents(club: Club, owner: Any) -> None:
    text = page(english_client(owner).get(at(club, "Cy")))
    (row,) = matches.by_game(player(club, "Cy"))
    cells = re.findall(r"<td>([^<]*)</td>", text)
    assert cells[:3] == [str(row["matches"]), str(row["rounds"]), points(row["points"])]
    assert len(re.findall(r"<circle ", text)) == row["settled"]
    assert [re.search(r">evening \d<|>last<", one) is not None for one in re.findall(r"<li><a.*?</a></li>", text, re.S)]


def test_matches_of_a_player_are_in_the_order_of_their_days(club: Club, owner: Any) -> None:
    for name, date in (("May", "2025.05.01"), ("October", "2025.10.04"), ("June", "2025.06.01")):
        store(club, owner, of_event(people=["Eve", "b", "c", "d"], event=f"Cup {name}", Date=date))
    text = page(english_client(owner).get(at(club, "Eve")))
    assert re.findall(r"<bdi>Cup (\w+)</bdi>", text) == ["October", "June", "May"]


def test_broken_rule_is_told_of_the_player(club: Club, owner: Any) -> None:
    name = next(name for name in ("Anne", "Bo", "Cy", "Di") if matches.rules_broken(player(club, name)))
    assert f"{name} holds all three suits" in page(english_client(owner).get(at(club, name)))


def test_broken_rule_links_to_the_matches(club: Club, owner: Any) -> None:
    client = english_client(owner)
    name = next(name for name in ("Anne", "Bo", "Cy", "Di") if matches.rules_broken(player(club, name)))
    text = page(client.get(at(club, name)))
    code = matches.rules_broken(player(club, name))[0]["code"]
    assert f'href="?finding={code}#matches"' in text
    only = page(client.get(at(club, name), {"finding": code}))
    assert ">last<" in only
    assert ">evening 1<" not in only
    assert re.search(rf"Only where this was found:\s+{name} holds all three suits", only)
    assert code not in page(client.get(at(club, name), {"finding": code})).split("Only where")[1].split("Show all")[0]


def exported(owner: Any, club: Club) -> None:
    assert analytics.run(analytics.ask(owner, club).pk, 600)


def test_owner_sees_a_player_beside_the_club_as_of_the_latest_export(club: Club, owner: Any) -> None:
    client, cy = english_client(owner), player(club, "Cy")
    assert "Beside the club" not in page(client.get(at(club, "Cy")))
    exported(owner, club)
    text = page(client.get(at(club, "Cy")))
    group = analytics.figures_of_player(owner, cy).groups[0]
    figures = text.split('id="figures"')[1].split("</section>")[0]
    rates = [[round(100 * one[name] / one["rounds"]) for one in (group["player"], group["club"])] for name in ("won", "dealt_in")]
    for rate in rates:
        assert re.search(rf"{rate[0]} %</span>.*?{rate[1]} %</span>", figures, re.S)
    assert len(re.findall(r'class="share"', figures)) >= 6
    assert "As of 2" in figures
    assert "merged or split since" not in figures


def test_rules_broken_stand_once_on_a_player_s_page(club: Club, owner: Any) -> None:
    exported(owner, club)
    name = next(name for name in ("Anne", "Bo", "Cy", "Di") if matches.rules_broken(player(club, name)))
    code = matches.rules_broken(player(club, name))[0]["code"]
    reader = person("reader")
    clubs.accept_invitation(clubs.invite(owner, club, "reader", Role.MEMBER))
    for who, beside in ((owner, True), (reader, False)):
        text = page(english_client(who).get(at(club, name)))
        assert ("Beside the club" in text) == beside
        assert text.count("Rules broken most often") == 1
        assert text.count(f'href="?finding={code}#matches"') == 1
        assert f"{name} holds all three suits" in text


def test_page_of_a_player_who_was_merged_since_the_export_says_so(club: Club, owner: Any) -> None:
    exported(owner, club)
    players.merge(owner, player(club, "Ann <1>"), [player(club, "Anne")])
    assert "merged or split since" in page(english_client(owner).get(at(club, "Ann <1>")))


def test_ticked_players_are_merged_into_the_one_with_most_matches_and_undone(club: Club, owner: Any) -> None:
    client = english_client(owner)
    ann, anne = player(club, "Ann <1>"), player(club, "Anne")
    answer = client.post("/clubs/tea/players/merge/", {"player": [anne.pk, ann.pk]})
    assert answer["Location"] == at(club, "Ann <1>")
    assert player(club, "Anne") == ann
    assert f'href="/clubs/tea/players/{ann.pk}/"' in page(client.get(f"/clubs/tea/players/{anne.pk}/"))
    change = players.merges_of(club).get()
    client.post(f"/clubs/tea/players/merges/{change.pk}/undo/")
    assert player(club, "Anne") == anne
    assert "undone" in page(client.get("/clubs/tea/players/"))
    assert client.post("/clubs/tea/players/merge/", {}).status_code == 422


def test_found_player_is_merged_into_this_one_and_split_off(club: Club, owner: Any) -> None:
    client = english_client(owner)
    anne = player(club, "Anne")
    text = page(client.get(at(club, "Anne"), {"meant": "ann"}))
    assert "This is the same person" in text
    client.post("/clubs/tea/players/merge/", {"into": anne.pk, "player": player(club, "Ann <1>").pk})
    assert player(club, "Ann <1>") == anne
    client.post(f"/clubs/tea/players/{anne.pk}/split/", {"alias": club.aliases.get(name="Ann <1>").pk})
    assert player(club, "Ann <1>") != anne
    refused = client.post(f"/clubs/tea/players/{anne.pk}/split/", {"alias": club.aliases.get(name="Anne").pk})
    assert refused.status_code == 409
    client.post(f"/clubs/tea/players/{anne.pk}/rename/", {"name": "Anna"})
    assert "<bdi>Anna</bdi></h1>" in page(client.get(f"/clubs/tea/players/{anne.pk}/"))


def test_member_sees_no_forms_for_players(club: Club, owner: Any) -> None:
    reader = person("reader")
    clubs.accept_invitation(clubs.invite(owner, club, "reader", Role.MEMBER))
    client = english_client(reader)
    for path in ("/clubs/tea/players/", at(club, "Cy")):
        assert re.findall(r'action="(/clubs/[^"]*)"', page(client.get(path))) == []
        assert 'type="checkbox"' not in page(client.get(path))
    assert client.post("/clubs/tea/players/merge/", {"player": player(club, "Cy").pk}).status_code == 403


def test_match_page_links_its_club_to_its_players(club: Club, owner: Any) -> None:
    match = club.matches.get(event="last")
    assert f'href="{at(club, "Cy")}"' in page(english_client(owner).get(f"/matches/{match.pk}/"))
    club.matches.update(public=True)
    assert "/players/" not in page(english_client(person("stranger")).get(f"/matches/{match.pk}/"))


def test_chart_fits_its_canvas() -> None:
    course = [{"match": n, "date": "", "points": points, "total": points} for n, points in enumerate([3, -(10**30), 10**30, 0])]
    chart = chart_of(course)
    assert chart is not None
    assert all(0 <= dot["x"] <= WIDTH and 0 <= dot["y"] <= HEIGHT for dot in chart.dots)
    assert [mark for _, mark in chart.marks] == [-(10**30), 0, 10**30]
    assert chart_of(course[:1]) is None
    assert chart_of([{**step, "total": 0} for step in course]) is not None


def test_figures_of_a_chart_lie_apart() -> None:
    """W25: that of a lowest sum just below zero lay over that of zero."""
    course = [{"match": n, "date": "", "points": total, "total": total} for n, total in enumerate([-3, 500])]
    chart = chart_of(course)
    assert chart is not None
    assert [mark for _, mark in chart.marks] == [0, 500]
