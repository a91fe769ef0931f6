"""The sample records through an upload to the running service. Golden records are among them, which other tests of the same
account look at as visitors: whoever uploads them first makes them public."""

from __future__ import annotations

import json
from typing import Any

import pytest

import referee
from tests.proof import one_in, slow
from tests.samples import clean, flagged
from tests.service.service import Service

GAMES = [game.id for game in referee.games()]


def first_finding(verdict: dict[str, Any]) -> dict[str, Any]:
    """The first finding of the first round that has one; a match-level finding where there is none."""
    rounds = [finding for round_ in verdict["rounds"] for finding in round_["findings"]]
    return (rounds or verdict["findings"])[0]


@pytest.mark.parametrize("game", one_in(len(GAMES), GAMES, slow))
def test_clean_samples_are_judged_clean(service: Service, game: str) -> None:
    data = b"\n".join(path.read_bytes() for path in clean(game))
    matches = service.upload(data, public=True)
    assert len(matches) == len(clean(game))
    for match, path in zip(matches, clean(game), strict=True):
        verdict = service.verdict(match)
        assert verdict["status"] == "clean", (path.name, first_finding(verdict))


@pytest.mark.parametrize("game", one_in(len(GAMES), GAMES, slow))
def test_flagged_samples_get_their_code_at_their_move(service: Service, game: str) -> None:
    samples = list(flagged(game))
    wrong = []
    matches = service.upload("\n".join(sample["ppn"] for sample in samples).encode(), public=True)
    for match, sample in zip(matches, samples, strict=True):
        found, expected = first_finding(service.verdict(match)), sample["expect"]
        if {key: found[key] for key in expected} != expected:
            wrong.append((sample["name"], expected, found["code"], found["round"], found["move"]))
    assert wrong == []


def test_same_content_again_is_the_existing_match(service: Service) -> None:
    data = clean("sichuan")[0].read_bytes()
    first, again = service.upload(data), service.upload(data)
    assert [match["id"] for match in again] == [match["id"] for match in first]
    assert service.request("POST", "matches", data)[0] == 200


def test_json_and_ppn_of_one_match_are_one_match(service: Service) -> None:
    data = clean("sichuan")[1].read_bytes()
    record = referee.parse(data)
    as_json = json.dumps(referee.write_json(record)).encode()
    assert service.upload(as_json, "application/json")[0]["id"] == service.upload(data)[0]["id"]


def test_a_broken_match_does_not_hide_the_others(service: Service) -> None:
    good = clean("sichuan")[2].read_bytes()
    matches = service.upload(b'[PPN "1"]\n[Game sichuan]\n' + good + b'\n[PPN "1"]\n[Game "checkers"]\n')
    first, second, third = map(service.verdict, matches)
    assert first["status"] == "unreadable"
    assert first["findings"][0]["code"] == "syntax"
    assert (first["findings"][0]["line"], first["rounds"]) == (2, [])
    assert second["status"] == "clean"
    assert (third["status"], third["findings"][0]["code"]) == ("flagged", "unknown-game")


def test_refused_upload_stores_nothing(empty_service: Service) -> None:
    refused = [(b"%PDF-1.7", "application/pdf", 415), (b" ", "text/x-ppn", 422), (b"x" * (16 * 2**20 + 1), "text/x-ppn", 413)]
    for data, media_type, status in refused:
        answered, problem = empty_service.request("POST", "matches", data, media_type)
        assert (answered, problem["status"]) == (status, status)
    assert empty_service.rows("id") == []


def test_nul_and_odd_unicode_in_names_are_kept(service: Service) -> None:
    text = '[PPN "1"]\n[Game "sichuan"]\n[Event "a\x00b\u202e<b>"]\n[Seat.E "\x00\U0001f004"]\n'
    match = service.upload(text.encode())[0]
    service.verdict(match)
    as_json = json.dumps({"ppn": 1, "game": "no\u0000\ud800game", "seats": {}, "rounds": []}).encode()
    verdict = service.verdict(service.upload(as_json, "application/json")[0])
    assert verdict["status"] in ("flagged", "unreadable")
