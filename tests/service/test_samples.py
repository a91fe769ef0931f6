"""Files through an upload to the running service: judged by its workers, stored by its database."""

from __future__ import annotations

import json

from tests.samples import clean, flagged
from tests.service.service import Service


def test_samples_get_the_verdicts_of_the_engine(service: Service) -> None:
    samples = list(flagged("sichuan"))
    texts = [path.read_text(encoding="utf-8") for path in clean("sichuan")] + [sample["ppn"] for sample in samples]
    matches = service.upload("\n".join(texts).encode(), public=True)
    assert len(matches) == len(texts)
    for match, expected in zip(matches, [None] * (len(texts) - len(samples)) + [one["expect"] for one in samples], strict=True):
        verdict = service.verdict(match)
        findings = [finding for round_ in verdict["rounds"] for finding in round_["findings"]] + verdict["findings"]
        assert ({key: findings[0][key] for key in expected} if expected else verdict["status"]) == (expected or "clean")


def test_a_broken_match_does_not_hide_the_others(service: Service) -> None:
    good = clean("sichuan")[2].read_bytes()
    matches = service.upload(b'[PPN "1"]\n[Game sichuan]\n' + good + b'\n[PPN "1"]\n[Game "checkers"]\n')
    first, second, third = map(service.verdict, matches)
    assert (first["status"], first["findings"][0]["code"], first["findings"][0]["line"]) == ("unreadable", "syntax", 2)
    assert second["status"] == "clean"
    assert (third["status"], third["findings"][0]["code"]) == ("flagged", "unknown-game")


def test_nul_and_odd_unicode_in_names_are_kept(service: Service) -> None:
    text = '[PPN "1"]\n[Game "sichuan"]\n[Event "a\x00b\u202e<b>"]\n[Seat.E "\x00\U0001f004"]\n'
    [match] = service.upload(text.encode())
    service.verdict(match)
    as_json = json.dumps({"ppn": 1, "game": "no\u0000\ud800game", "seats": {}, "rounds": []}).encode()
    verdict = service.verdict(service.upload(as_json, "application/json")[0])
    assert verdict["status"] in ("flagged", "unreadable")
