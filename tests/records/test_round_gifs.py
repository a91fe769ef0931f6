"""A round as a GIF: what is drawn, how long and large it is; drawn once, kept with its match."""

from __future__ import annotations

import io
import weakref
from typing import Any

import pytest
from django.test import override_settings
from django.utils.translation import override
from PIL import Image

import referee
from records.accounts import clubs
from records.archive import matches, round_gifs
from records.archive.models import Match
from records.archive.round_gifs import drawing, making
from records.archive.samples import flagged
from records.core.errors import Refusal
from records.core.queue import jobs
from records.core.queue.models import Job
from tests.records.players import CLEAN, store

LONGEST, MOST = 20_000, 4 << 20


def opened(data: bytes) -> Image.Image:
    return Image.open(io.BytesIO(data))


def length(image: Any) -> int:
    """How long a GIF plays, in milliseconds."""
    total = 0
    for number in range(image.n_frames):
        image.seek(number)
        total += image.info["duration"]
    return total


def drawn(frames: list[dict[str, Any]], game: str) -> Any:
    found = next(one for one in referee.games() if one.id == game)
    data = drawing.draw(frames, found, "春季 · 3")
    assert len(data) <= MOST
    return opened(data)


def frames_of(game: str) -> list[dict[str, Any]]:
    record = flagged()[game].record
    return list(referee.replay(record, record.rounds[0].number, None))


@pytest.mark.parametrize("game", [*flagged()])
def test_round_of_every_game_is_drawn_to_its_end_within_twenty_seconds(game: str) -> None:
    frames = frames_of(game)
    image = drawn(frames, game)
    assert image.n_frames > 1
    assert length(image) <= LONGEST
    assert image.width == drawing.SIZE


def test_longest_round_is_thinned_and_a_large_one_too(monkeypatch: pytest.MonkeyPatch) -> None:
    frames = frames_of("sichuan") * 4
    image = drawn(frames, "sichuan")
    assert (image.n_frames <= drawing.PLAY // drawing.FASTEST, length(image) <= LONGEST) == (True, True)
    most = 500_000
    monkeypatch.setattr(drawing, "MOST_BYTES", most)
    game = next(one for one in referee.games() if one.id == "sichuan")
    assert len(drawing.draw(frames, game, "")) <= most


def test_frames_are_held_one_by_one_while_they_are_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn_so_far: list[weakref.ref[Any]] = []
    held: list[int] = []
    image_of = drawing._image

    def watched(*given: Any) -> Any:
        image = image_of(*given)
        drawn_so_far.append(weakref.ref(image))
        held.append(sum(one() is not None for one in drawn_so_far))
        return image

    monkeypatch.setattr(drawing, "_image", watched)
    drawn(frames_of("sichuan")[:12], "sichuan")
    assert max(held) <= 4, "two for the palette, the one that is drawn, the one before it"


def test_unseen_tiles_are_drawn_as_backs() -> None:
    frames = frames_of("sichuan")[:2]
    game = next(one for one in referee.games() if one.id == "sichuan")
    seen, hidden = (opened(drawing.draw(shown, game, "")) for shown in (frames, [covered(one) for one in frames]))
    at = (drawing.MARGIN + 4 + 23, drawing.HEAD + 40 + 30)  # the middle of the first tile
    assert seen.convert("RGB").getpixel(at) != hidden.convert("RGB").getpixel(at)
    backs = {hidden.convert("RGB").getpixel((at[0] + 46 * number, at[1])) for number in range(10)}
    assert len(backs) == 1


def covered(frame: dict[str, Any]) -> dict[str, Any]:
    seats = [{**seat, "hand": ["?"] * len(seat["hand"]), "drawn": seat["drawn"] and "?"} for seat in frame["seats"]]
    return {**frame, "seats": seats}


@pytest.fixture
def match(owner: Any, db: None) -> Match:
    return store(clubs.create(owner, "茶館", "tea"), owner, CLEAN)[0]


def made(owner: Any, match: Match) -> Job:
    gif = round_gifs.ask(owner, match, 1)
    jobs.run(gif.pk)
    gif.refresh_from_db()
    assert gif.state == Job.State.DONE
    return gif


def test_gif_is_drawn_once_for_a_verdict_and_a_language(owner: Any, match: Match) -> None:
    gif = made(owner, match)
    file = round_gifs.download(gif)
    assert file is not None
    assert (file.media_type, opened(b"".join(file.content)).format) == ("image/gif", "GIF")  # type: ignore[arg-type]
    assert round_gifs.ask(owner, match, 1) == gif
    with override("en"):
        assert round_gifs.latest(match, 1) is None
    match.current_judgement_id = 0
    assert round_gifs.latest(match, 1) is None


def test_gif_that_took_a_whole_slice_to_draw_is_done_and_not_drawn_again(owner: Any, match: Match) -> None:
    gif = round_gifs.ask(owner, match, 1)
    jobs.run(gif.pk, seconds=0)
    gif.refresh_from_db()
    assert (gif.state, gif.parts.count()) == (Job.State.DONE, 1)


def test_gif_is_not_handed_out_before_it_is_drawn(owner: Any, match: Match) -> None:
    assert round_gifs.download(round_gifs.ask(owner, match, 1)) is None


def test_too_many_gifs_in_an_hour_are_refused_and_those_that_were_drawn_are_not(owner: Any, match: Match) -> None:
    with override_settings(THROTTLE={"gif": "1/h"}):
        gif = round_gifs.ask(owner, match, 1)
        assert round_gifs.ask(owner, match, 1) == gif
        with override("en"), pytest.raises(Refusal) as refused:
            round_gifs.ask(owner, match, 1)
    assert (refused.value.status, bool(refused.value.retry_after)) == (429, True)


def test_round_without_frames_is_refused_by_name(owner: Any, match: Match) -> None:
    with pytest.raises(Refusal) as refused:
        round_gifs.ask(owner, match, 9)
    assert refused.value.code == "no-frames"
    assert not Job.objects.filter(kind=making.KIND).exists()


def test_gif_goes_with_its_match(owner: Any, match: Match) -> None:
    made(owner, match)
    matches.delete(owner, match)
    assert not Job.objects.filter(kind=making.KIND).exists()
