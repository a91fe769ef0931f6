"""A player's mistakes as puzzles: looked for in the background, answered by pointer and key, on a telephone too."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from records.accounts import clubs
from records.accounts.models import Club
from records.archive import matches, mistakes
from records.archive.models import Mistake, Player, PuzzleProgress
from records.core.queue import jobs
from tests.frontend.axe import violations
from tests.frontend.browser import fits, new_page
from tests.frontend.clients import english_client, page
from tests.frontend.tour import sign_in
from tests.records.players import between, player, store

SETTLED = "() => document.getElementById('puzzle')?.dataset.ready === 'yes'"


def test_puzzle_is_chosen_from_by_keys_and_answered_on_a_telephone(
    chromium: Browser, address: str, furniture: dict[str, Any]
) -> None:
    with new_page(chromium, locale="zh-TW", viewport={"width": 390, "height": 664}, has_touch=True) as phone:
        sign_in(phone, address)
        phone.goto(address + furniture["pages"]["mistake"])
        phone.wait_for_function(SETTLED)
        assert fits(phone)
        tiles = phone.locator(".hand button:enabled")
        last = tiles.last.bounding_box()
        assert last is not None
        assert min(last["width"], last["height"]) >= 44
        assert last["y"] + last["height"] <= 664, "the hand is in view with the board"
        assert "best" not in phone.content().split('id="main"')[1], "the answer is not on the page before it is given"
        tiles.first.focus()
        phone.keyboard.press("ArrowRight")
        expect(tiles.nth(1)).to_be_focused()
        phone.keyboard.press("ArrowLeft")
        phone.keyboard.press("ArrowLeft")
        expect(tiles.last).to_be_focused()
        value = tiles.nth(2).get_attribute("value") or ""
        for key in value:
            phone.keyboard.press(key)
        assert phone.evaluate("document.activeElement.value") == value
        phone.keyboard.press("Enter")
        expect(phone.locator("#choice.answer")).to_be_focused()
        expect(phone.locator(".outcomes .best").first).to_be_visible()
        assert violations(phone, "an answer") == []
        phone.locator(".as-text summary").click()
        expect(phone.locator("#table-text dt").first).to_be_visible()


@pytest.fixture
def club(owner: Any) -> Club:
    club = clubs.create(owner, "Tea House", "tea")
    store(club, owner, between("Ann,Bo,Cy,Di"))
    return club


@pytest.fixture
def ann(club: Club) -> Player:
    ann = player(club, "Ann")
    search = mistakes.search(ann)
    assert search is not None
    jobs.run(search.pk, seconds=600)
    return ann


def at(ann: Player, rest: str = "") -> str:
    return f"/clubs/tea/players/{ann.pk}/mistakes/{rest}"


stored = pytest.mark.django_db


@stored
def test_first_opening_starts_the_search_and_shows_its_progress(club: Club, owner: Any) -> None:
    ann, client = player(club, "Ann"), english_client(owner)
    assert f'href="{at(ann)}"' in page(client.get(f"/clubs/tea/players/{ann.pk}/"))
    text = page(client.get(at(ann)))
    search = mistakes.search_of(ann)
    assert search is not None
    assert f'hx-get="/jobs/{search.pk}/"' in text
    assert "0 / 1" in text
    assert jobs.run(search.pk, seconds=600)
    assert client.get(f"/jobs/{search.pk}/")["HX-Redirect"] == at(ann)


def turns(mistake: Mistake) -> Any:
    """The turns of the seat in the round, by the engine's review."""
    return matches.review(mistake.match, mistake.round, mistake.seat)["turns"]


@stored
@pytest.mark.parametrize("what", Mistake.What.values)
def test_every_kind_of_mistake_is_asked_and_answered_without_scripts(ann: Player, owner: Any, what: str) -> None:
    for mistake in Mistake.objects.filter(what=what).select_related("match", "alias__player")[:2]:
        address, client = at(mistake.alias.player, f"{mistake.pk}/"), english_client(owner)
        right, wrong = (mistakes.puzzle(mistake).best[0], mistakes.puzzle(mistake).played)
        asked = page(client.get(address))
        assert f'value="{right}"' in asked
        assert f'value="{wrong}"' in asked
        assert str(mistake.match.pk) not in asked, "the match would give it away"
        assert "Not the best." in page(client.post(address, {"answer": wrong}))
        PuzzleProgress.objects.all().delete()
        text = page(client.post(address, {"answer": right}))
        assert "Right." in text
        assert f"/matches/{mistake.match.pk}/replay/{mistake.round}/{mistake.move}/" in text
        assert "{" not in re.sub(
            r"<script.*?</script>|hx-(?:headers|vals)='[^']*'|content='[^']*'|data-text=\"[^\"]*\"", "", text, flags=re.S
        ), "a gap is open"
        PuzzleProgress.objects.all().delete()


@stored
def test_tile_just_drawn_is_marked_and_none_after_the_deal_or_a_claim(ann: Player, owner: Any) -> None:
    marked = set()
    for mistake in Mistake.objects.filter(what="discard").select_related("match", "alias__player"):
        drawn = next(turn["drawn"] for turn in turns(mistake) if turn["move"] == mistake.move)
        text = page(english_client(owner).get(at(mistake.alias.player, f"{mistake.pk}/")))
        assert text.count("held-tile drawn") == bool(drawn)
        marked.add(bool(drawn))
        if len(marked) == 2:
            break
    assert marked == {True, False}


@stored
def test_puzzle_of_another_player_is_not_found_below_this_one(ann: Player, club: Club, owner: Any) -> None:
    of_bo = Mistake.objects.filter(alias__name="Bo")[0]
    assert english_client(owner).get(at(ann, f"{of_bo.pk}/")).status_code == 404
    assert english_client(owner).get(at(player(club, "Bo"), f"{of_bo.pk}/")).status_code == 200
