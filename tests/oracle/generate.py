"""``python -m tests.oracle.generate [--game GAME] --count N --seed S``: random matches with known verdicts, in lines of JSON.

The lines are entries for the runner of the conformance suite (``python -m conformance --entries FILE``). No engine is asked: what
a match came to is what the second reading of the rules settled while it played it. The record does not tell it: points, totals,
places and values of wins are taken out, so that whoever referees it has to find them. Every fourth match is forged, and what it
must be found to break is known.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import sys
from collections.abc import Iterator
from itertools import count, islice
from typing import Any

from tests.oracle import ENGINE, games, part, tile_games
from tests.oracle.mahjong.verdict_details import ExpectedLedger
from tests.oracle.reading import parts
from tests.oracle.text import Match

Entry = dict[str, Any]
FORGED = 4
"""Of so many matches one is forged."""
CLAIMS = re.compile(r'^\[(?:Scores|Totals|Places) "[^"]*"\]\n', re.MULTILINE)


def entries(game: str, number: int, seed: int) -> Iterator[Entry]:
    """So many matches of a game, from a seed on."""
    return islice((entry for at in count(seed) if (entry := _entry(game, at))), number)


def _entry(game: str, seed: int) -> Entry | None:
    """The match of a seed; None where it was to be forged and offers no occasion."""
    if seed % FORGED == 0:
        forgery = part(game, "forgery")
        kind = random.Random(f"{game} {seed}").choice(list(forgery.FORGERIES))
        made = forgery.forge(seed, kind)
        if made is None:
            return None
        text, (round_, move, code) = made
        first = {"round": round_, "move": move, "code": code}
        noted = "only_noted" in vars(forgery) and forgery.only_noted(kind, text)
        return _told(game, f"{seed} forged {kind}", text, {"status": "clean" if noted else "flagged", "first": first})
    match = part(game, "match").match(seed)
    return _told(game, str(seed), without_claims(match.text()), verdict(match))


def _told(game: str, title: str, text: str, expected: Entry) -> Entry:
    told = {"id": f"generated/{game}/{title}", "game": game, "edition": edition(game), "title": title, "mark": "must"}
    return {**told, "needs": ["options"], "ppn": text, "expected": expected}


def edition(game: str) -> str:
    """The edition of a game's rulebook, of which only this line is read."""
    found = re.search(r'^edition = "(.*)"$', (ENGINE / game / "rules.toml").read_text(encoding="utf-8"), re.MULTILINE)
    assert found
    return found[1]


def without_claims(text: str) -> str:
    """A match without the points, places and values of wins that it came to."""
    return re.sub(r"(\.hu):\d+", r"\1", CLAIMS.sub("", text))


# -- what a match came to --------------------------------------------------------------------------------------------


def verdict(match: Any) -> Entry:
    """What is known of a match that was played by the rules: each round's points, or places, and how it went."""
    (head, _), *played = parts(match.text())
    totals = {"totals": {"computed": figures(head["Totals"])}} if "Totals" in head else {}
    rounds = [_round(match, number, tags) for number, (tags, _) in enumerate(played, 1)]
    return {"status": "clean", "findings": [], "first": None, "rounds": rounds, **totals}


def _round(match: Any, number: int, tags: dict[str, str]) -> Entry:
    told: Entry = {"round": number, "status": "clean", "findings": []}
    if "Scores" in tags:
        told["scores"] = {"computed": figures(tags["Scores"])}
    if "Places" in tags:
        told["places"] = tags["Places"].split()
    return told | (_went(match, number) if match.game in tile_games() else {})


def _went(match: Match, number: int) -> Entry:
    """How a round of mahjong went: its kongs and its end, which its moves tell."""
    rules, sheet = part(match.game, "answers").VerdictDetails(), match.sheets[number - 1]
    went = ExpectedLedger(rules, match, sheet)
    names = ("seat", "kind", "tile", "move", "multiplier")
    kongs = [dict(zip(names, kong, strict=True)) for kong in went.kongs]
    return {"outcome": went.outcome(rules.winners(match)), "kongs": kongs}


def figures(text: str) -> dict[str, int]:
    """``E-4 S+4 W0`` as figures by seat or side."""
    return {name: int(points) for name, points in re.findall(r"([A-Z]+)([+-]?\d+)", text)}


def main(arguments: list[str]) -> None:
    """Print the entries that the arguments ask for."""
    asked = argparse.ArgumentParser(prog="tests.oracle.generate", description="Random matches with known verdicts.")
    known = games("match", "forgery")
    asked.add_argument("--game", action="append", choices=known, help="only this game; may be given several times")
    asked.add_argument("--count", type=int, default=100, help="matches of each game; default: 100")
    asked.add_argument("--seed", type=int, default=0)
    chosen = asked.parse_args(arguments)
    for game in chosen.game or known:
        for entry in entries(game, chosen.count, chosen.seed):
            print(json.dumps(entry, ensure_ascii=False), flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
