"""``python -m scripts.bench.history``: draws the ratios of every kept run of ``make bench`` as a picture for the documentation.

A line of the history is a run: the version of the engine, the day of its commit, whether it was compiled, and ratios alone,
since absolute figures say more of the machine than of the engine.
"""

from __future__ import annotations

import json
import subprocess
from collections.abc import Mapping, Sequence
from html import escape
from pathlib import Path
from typing import NamedTuple

import referee

HOME = Path(__file__).parents[2]
HISTORY = HOME / "docs/explanation/performance.jsonl"
PICTURE = HOME / "docs/images/performance.svg"
SOURCES = ("referee", "setup.py")

COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000")
"""Colours that are told apart by the colour-blind too."""
WIDTH, HEIGHT, LEFT, TOP, BETWEEN = 300, 300, 40, 40, 150
LINE, DAY = 13, 80
"""How far labels must stand apart: names below each other, days beside each other."""
GOALS = {False: 4, True: 16}
TITLE = "text → verdict, × python-chess"
END = 'text-anchor="end"'


class Run(NamedTuple):
    """A run of ``make bench``: the engine, and the ratios to ``unit`` of each peer and of each game's whole way."""

    date: str
    engine: str
    compiled: bool
    unit: str
    peers: Mapping[str, float]
    games: Mapping[str, float]


def keep(unit: str, peers: Mapping[str, float], games: Mapping[str, float]) -> str:
    """Add a run of the present engine to the history and draw it; returns what was done. Only a committed engine has a day."""
    if _git("status", "--porcelain"):
        return "not kept: the engine has changes that are not committed"
    day = _git("log", "--max-count=1", "--format=%cs")
    rounded = [{name: round(ratio, 2) for name, ratio in found.items()} for found in (peers, games)]
    run = Run(day, referee.ENGINE_VERSION, referee.COMPILED, unit, *rounded)
    with HISTORY.open("a", encoding="utf-8") as history:
        history.write(json.dumps(run._asdict(), ensure_ascii=False) + "\n")
    draw()
    return f"kept in {HISTORY}, drawn in {PICTURE}"


def _git(command: str, *options: str) -> str:
    """What git says of the sources of the engine."""
    return subprocess.run(
        ["git", command, *options, "--", *SOURCES], cwd=HOME, capture_output=True, text=True, check=True
    ).stdout.strip()


def runs() -> list[Run]:
    """Every run that was kept, the oldest first."""
    return [Run(**json.loads(line)) for line in HISTORY.read_text(encoding="utf-8").splitlines()]


def draw() -> None:
    """Draw the history into the documentation."""
    PICTURE.write_text(picture(runs()), encoding="utf-8")


def picture(found: Sequence[Run]) -> str:
    """The ratios of every game, run by run, as SVG: plain on the left, compiled on the right."""
    games = sorted({game for run in found for game in run.games})
    colours = {game: COLOURS[number % len(COLOURS)] for number, game in enumerate(games)}
    width, height = 2 * (LEFT + WIDTH + BETWEEN), HEIGHT + 2 * TOP
    panels = [_panel([run for run in found if run.compiled is compiled], colours, compiled) for compiled in (False, True)]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="12">\n'
        f'<title>{TITLE}</title>\n<rect width="{width}" height="{height}" fill="#fff"/>\n'
        f'<g transform="translate({LEFT} {TOP})">\n{panels[0]}\n</g>\n'
        f'<g transform="translate({2 * LEFT + WIDTH + BETWEEN} {TOP})">\n{panels[1]}\n</g>\n</svg>\n'
    )


def _panel(found: Sequence[Run], colours: Mapping[str, str], compiled: bool) -> str:
    goal = GOALS[compiled]
    top = max([goal, *(ratio for run in found for ratio in run.games.values())])
    step = goal / 4
    lines = [f'<text y="-16">{"compiled" if compiled else "plain Python"}: {TITLE}</text>']
    for tick in range(int(top / step) + 1):
        lines.append(
            _across(_y(tick * step, top), "#ddd") + f'<text x="-8" y="{_y(tick * step, top) + 4}" {END}>{tick * step:g}</text>'
        )
    lines.append(_across(_y(goal, top), '#000" stroke-dasharray="4 4'))
    places = [WIDTH * number / max(len(found) - 1, 1) for number in range(len(found))]
    free = 0.0
    for x, run in zip(places, found, strict=True):
        if x >= free:
            lines.append(f'<text x="{x:.1f}" y="{HEIGHT + 20}" text-anchor="middle">{run.date}</text>')
            free = x + DAY
    ends = []
    for game, colour in colours.items():
        points = [(x, _y(run.games[game], top)) for x, run in zip(places, found, strict=True) if game in run.games]
        if not points:
            continue
        path = " ".join(f"{x:.1f},{y}" for x, y in points)
        lines.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"/>')
        lines += [f'<circle cx="{x:.1f}" cy="{y}" r="3" fill="{colour}"/>' for x, y in points]
        last = [run.games[game] for run in found if game in run.games][-1]
        ends.append((points[-1][1], f'fill="{colour}">{escape(game)} {last:.1f}'))
    return "\n".join(lines + _labels(sorted(ends)))


def _y(ratio: float, top: float) -> float:
    return round(HEIGHT * (1 - ratio / top), 1)


def _across(y: float, stroke: str) -> str:
    return f'<line x2="{WIDTH}" y1="{y}" y2="{y}" stroke="{stroke}"/>'


def _labels(ends: Sequence[tuple[float, str]]) -> list[str]:
    """The names at the ends of the lines, moved down where two would touch."""
    lines, free = [], 0.0
    for y, text in ends:
        free = max(y, free)
        lines.append(f'<text x="{WIDTH + 8}" y="{free + 4:.1f}" {text}</text>')
        free += LINE
    return lines


if __name__ == "__main__":
    draw()
