"""A player's mistakes as puzzles: looked for in the background, answered by pointer and key, on a telephone too."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from records import clubs, matches, mistakes
from records.models import Club, Mistake, Player, PuzzleProgress
from tests.frontend.axe import violations
from tests.frontend.browser import fits, new_page, wait_for_page
from tests.frontend.clients import english_client, page
from tests.frontend.tour import sign_in
from tests.proof import proof, slow
from tests.records.players import between, player, store
from tests.service.service import Service, wait_for

SETTLED = "() => document.getElementById('puzzle')?.dataset.ready === 'yes'"
MAKE_CLUB = """
from django.contrib.auth.models import User
from records import clubs, matches
from tests.service.furnished import record
mina = User.objects.get(username="mina")
club = clubs.create(mina, {slug!r}, {slug!r})
matches.upload(record({name!r}).encode(), media_type="text/x-ppn", user=mina, club=club)
print(club.aliases.order_by("pk")[0].player_id)
"""


# -- in a browser --------------------------------------------------------------------------------------------------------------


def trained_on(running: Service, name: str) -> str:
    """The address of the mistakes of a player in a golden record, in a club of mina's that has nothing else."""
    slug = f"mistakes-{name.replace('/', '-')}"
    one = running.shell(MAKE_CLUB.format(slug=slug, name=name)).splitlines()[-1]
    return f"http://127.0.0.1:{running.port}/clubs/{slug}/players/{one}/mistakes/"


def come_to(page: Page, address: str, there: str) -> None:
    """Open the page until the worker has judged the match and looked through it, and there is what this selector finds."""

    def opened() -> bool:
        page.goto(address)
        return page.locator(there).count() > 0

    wait_for(opened, there)


def discard_puzzle(page: Page) -> None:
    """Pass over puzzles until one asks for a discard."""
    while not page.locator(".hand button").count():
        page.locator(".another").click()
        page.wait_for_function(SETTLED)


@slow
def test_mistakes_of_a_match_are_found_and_answered_on_a_telephone(chromium: Browser, running: Service) -> None:
    address = trained_on(running, "hengyang/clean-01")
    with new_page(chromium, locale="en-US", viewport={"width": 390, "height": 664}, has_touch=True) as phone:
        sign_in(phone, f"http://127.0.0.1:{running.port}", "mina")
        come_to(phone, address, "#puzzle.puzzle")
        phone.wait_for_function(SETTLED)
        discard_puzzle(phone)
        assert fits(phone)
        assert violations(phone, "a puzzle") == []
        hand = phone.locator(".hand button")
        last = hand.last.bounding_box()
        assert last is not None
        assert last["width"] >= 44
        assert last["height"] >= 44
        assert last["y"] + last["height"] <= 664, "the hand is in view with the board"
        html = phone.content()
        assert "best" not in html.split('id="main"')[1], "the answer is not on the page before it is given"
        hand.first.tap()
        expect(phone.locator("#choice.answer")).to_be_focused()
        expect(phone.locator(".outcomes .best").first).to_be_visible()
        assert violations(phone, "an answer") == []
        assert fits(phone)
        phone.locator("#next").tap()
        wait_for_page(phone, address)
        expect(phone.locator("#puzzle")).to_contain_text("come back later")


def test_hand_is_chosen_from_by_keys(chromium: Browser, running: Service, furniture: dict[str, Any]) -> None:
    address = f"http://127.0.0.1:{running.port}"
    with new_page(chromium, locale="zh-TW") as desk:
        sign_in(desk, address)
        desk.goto(address + furniture["pages"]["mistake"])
        desk.wait_for_function(SETTLED)
        tiles = desk.locator(".hand button:enabled")
        tiles.first.focus()
        desk.keyboard.press("ArrowRight")
        expect(tiles.nth(1)).to_be_focused()
        desk.keyboard.press("ArrowLeft")
        desk.keyboard.press("ArrowLeft")
        expect(tiles.last).to_be_focused()
        for key in tiles.nth(2).get_attribute("value") or "":
            desk.keyboard.press(key)
        value = tiles.nth(2).get_attribute("value")
        assert desk.evaluate("document.activeElement.value") == value
        desk.keyboard.press("Enter")
        expect(desk.locator("#choice.answer")).to_be_focused()
        desk.locator(".as-text summary").click()
        expect(desk.locator("#table-text dt").first).to_be_visible()


@proof
def test_game_without_mistakes_says_why(chromium: Browser, running: Service) -> None:
    address = trained_on(running, "gouji/clean-01")
    with new_page(chromium, locale="zh-TW") as desk:
        sign_in(desk, f"http://127.0.0.1:{running.port}", "mina")
        come_to(desk, address, ".banner:has-text('夠級無法計算每步得失')")
        expect(desk.locator("main")).to_contain_text("要看誰讓誰先出")
        assert violations(desk, "nothing to train on") == []


# -- without one ---------------------------------------------------------------------------------------------------------------


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
    mistakes.continue_search(search.pk, 600)
    return ann


def at(ann: Player, rest: str = "") -> str:
    return f"/clubs/tea/players/{ann.pk}/mistakes/{rest}"


stored = pytest.mark.django_db


@stored
def test_first_opening_starts_the_search_and_shows_its_progress(club: Club, owner: Any) -> None:
    ann, client = player(club, "Ann"), english_client(owner)
    assert f'href="{at(ann)}"' in page(client.get(f"/clubs/tea/players/{ann.pk}/"))
    text = page(client.get(at(ann)))
    assert f'hx-get="{at(ann, "search/")}"' in text
    assert "0 / 1" in text
    assert mistakes.continue_search(ann.mistake_search.pk, 600)
    text = page(client.get(at(ann, "search/")))
    assert "hx-get" not in text
    assert f'href="{at(ann)}"' in text


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
            r"<script.*?</script>|hx-headers='[^']*'|content='[^']*'|data-text=\"[^\"]*\"", "", text, flags=re.S
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
def test_answer_that_was_not_offered_is_not_counted(ann: Player, owner: Any) -> None:
    mistake = mistakes.next_mistake(owner, ann)
    assert mistake is not None
    assert 'id="question"' in page(english_client(owner).post(at(ann, f"{mistake.pk}/"), {"answer": "9z"}))
    assert not PuzzleProgress.objects.exists()


@stored
def test_after_the_last_puzzle_the_first_comes_again(ann: Player, owner: Any) -> None:
    last = Mistake.objects.filter(alias__player=ann).last()
    first = mistakes.next_mistake(owner, ann)
    assert last is not None
    assert first is not None
    assert f'action="{at(ann, f"{first.pk}/")}"' in page(english_client(owner).get(at(ann), {"after": last.pk}))


@stored
def test_mistake_that_the_engine_does_not_know_any_more_is_passed_over(ann: Player, owner: Any) -> None:
    first = mistakes.next_mistake(owner, ann)
    assert first is not None
    stale = Mistake.objects.create(
        match=first.match, alias=first.alias, round=1, move=2, seat=first.seat, what="kong", points=first.points + 1
    )
    assert f'action="{at(ann, f"{first.pk}/")}"' in page(english_client(owner).get(at(ann)))
    assert english_client(owner).get(at(ann, f"{stale.pk}/")).status_code == 404


@stored
def test_puzzle_of_another_player_is_not_found_below_this_one(ann: Player, club: Club, owner: Any) -> None:
    of_bo = Mistake.objects.filter(alias__name="Bo")[0]
    assert english_client(owner).get(at(ann, f"{of_bo.pk}/")).status_code == 404
    assert english_client(owner).get(at(player(club, "Bo"), f"{of_bo.pk}/")).status_code == 200
