"""Files of other programs: one that such a program published, some written after what is published of the formats."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import referee
from referee.notation import Hints
from referee.notation.converters import seats_told

HOME = Path(__file__).parent
PUBLISHED = HOME / "published" / "majo-sichuan-1-20260101-1200.excerpt.json"
"""A record that another program has written: ``published/README.md`` says where it is from."""
WRITTEN = sorted(path for path in (HOME / "written").iterdir() if path.suffix != ".ppn")
"""Matches in other formats, each beside the record that it is converted to."""
TOLD = {
    "sheet-02-seats-and-game-asked": Hints("sichuan", seats=seats_told(["東:李四", "南：張三", "W:趙六", "N:王五"])),
    "sheet-08-one-number-twice": Hints(keep=("A4",)),
}
"""What is told beside those that leave something open."""
MJAI, OPEN_MAHJONG, MAJOJSON = (
    (HOME / "written" / name).read_bytes() for name in ("mjai-1.jsonl", "open-mahjong-1.json", "majojson-1.json")
)


def edited(data: bytes, edit: Callable[[Any], None]) -> bytes:
    """A JSON file with something changed in it."""
    document = json.loads(data)
    edit(document)
    return json.dumps(document).encode()


def mjai(events: list[dict[str, Any]]) -> bytes:
    """Lines of mjai events."""
    return "".join(json.dumps(event) + "\n" for event in events).encode()


def mjai_events(data: bytes = MJAI) -> list[dict[str, Any]]:
    """The events of such lines."""
    return [json.loads(line) for line in data.splitlines()]


def rows(record: referee.Record) -> list[list[str]]:
    """A row of heads and one for each round."""
    of_match = {
        "Game": record.game,
        "Rules": record.rules,
        "Base": "" if record.base is None else str(record.base),
        **record.tags,
        **{f"Seat.{seat}": name for seat, name in record.seats.items()},
    }
    of_match["Totals"] = " ".join(f"{side}{points:+d}" for side, points in (record.totals or {}).items())
    lines = []
    for round_ in record.rounds:
        scores = {seat: str(points) for seat, points in (round_.scores or {}).items() if len(seat) == 1}
        line = {"Round": str(round_.number), "Dealer": round_.dealer, "Leader": round_.leader, "Places": round_.places, **scores}
        line |= {"Scores": " ".join(f"{side}{points:+d}" for side, points in (round_.scores or {}).items()) if not scores else ""}
        line |= {f"Sit.{seat}": name for seat, name in round_.sits.items()} | dict(round_.tags)
        line |= {
            "Dice": round_.dice,
            "Break": round_.break_,
            "Draw": round_.draw,
            "Start": round_.start,
            "End": round_.end,
            "Moves": " ".join(round_.tokens),
        }
        lines.append({name: value for name, value in line.items() if value})
    heads = list(
        dict.fromkeys([*(name for name, value in of_match.items() if value), *(name for line in lines for name in line)])
    )
    return [
        heads,
        *(
            [str({**(of_match if not number else {}), **line}.get(name, "")) for name in heads]
            for number, line in enumerate(lines)
        ),
    ]
