"""Hashes of the verdicts on thousands of texts, one a line, to compare two versions of the engine.

``python -m scripts.bench.alike texts FILE`` makes the texts. ``python -m scripts.bench.alike judge FILE`` prints the verdicts of
the engine in the present folder on them, by their hashes, and for some records the frames of their rounds.
Two engines judge alike where ``diff`` finds nothing.
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

import referee
from scripts.fuzz.mutators import changed
from tests.golden import records
from tests.oracle import part
from tests.oracle.against import hidden, partly_seen, without_wall
from tests.referee.mutations import Alphabet, mutated
from tests.samples import HOME as SAMPLES
from tests.samples import flagged

SEEDS = range(40_000, 40_060)
"""The matches of the oracle that are taken, of every game."""
MUTATIONS = 8_000
FRAMES = 7
"""Of one record in so many the frames are compared too."""

WORDS = (
    "+ - .peng .gang .hu .hu:2 .guo .tao .chi:12m ?hu ?peng:5p7z .angang:1111m .bugang:1m .bugang:7z=5p .liang .bao .fa:warning"
    " .niao:3p7s .dice:34 .ban:sixi :777x :345 :22 :x .shao:2x .gong:2 .rang>B -? +? -7z +12m"
).split()


def texts() -> Iterator[tuple[str, str]]:
    """Golden records, samples, matches of the oracle as played, forged and seen in part, and all of these mutated."""
    found = list(_written())
    yield from found
    alphabet = Alphabet("123456789mpsz?ESWNABF x2", _move)
    for seed in range(MUTATIONS):
        dice = random.Random(seed)
        name, text = dice.choice(found)
        if dice.random() < 0.7:
            yield f"{name} mutated {seed}", mutated(text, dice, dice.randint(1, 4), alphabet)
        else:
            yield f"{name} changed {seed}", changed(text.encode(), dice).decode("utf-8", "replace")


def _written() -> Iterator[tuple[str, str]]:
    for path in records():
        yield f"golden {path.parent.name} {path.stem}", path.read_text(encoding="utf-8")
    for path in sorted(SAMPLES.glob("*/clean/*.ppn")):
        yield f"sample {path.parent.parent.name} {path.stem}", path.read_text(encoding="utf-8")
    for game in referee.games():
        for sample in flagged(game.id):
            yield f"sample {sample['name']}", sample["ppn"]
        yield from _of_oracle(game.id)


def _of_oracle(game: str) -> Iterator[tuple[str, str]]:
    play, forgery = part(game, "match"), part(game, "forgery")
    for seed in SEEDS:
        text = play.play_match(seed)
        name, dice = f"{game} {seed}", random.Random(seed)
        yield name, text
        yield f"{name} without walls", without_wall(text)
        yield f"{name} partly seen", partly_seen(text, dice)
        yield f"{name} hidden", hidden(text, dice.choice(["E", "SW", "ESWN", "A", "CF"]), bool(seed % 2))
    for kind in forgery.FORGERIES:
        for seed in SEEDS[:4]:
            made = forgery.forge(seed, kind)
            if made is not None:
                yield f"{game} {seed} {kind}", made[0]


def _move(dice: random.Random) -> str:
    word = dice.choice(WORDS)
    tile = dice.choice("123456789") + dice.choice("mpsz") if word in "+-" else ""
    return dice.choice("ESWNABCDF") + word + tile


def judged(text: str, frames: bool) -> str:
    """The hash of the engine's answer to a text."""
    said: list[object] = []
    for record in referee.parse_file(text):
        said.append(referee.verify(record).as_dict())
        if frames and isinstance(record, referee.Record):
            said += [_frames(record, round_.number) for round_ in record.rounds]
    return sha256(json.dumps(said, ensure_ascii=False).encode("utf-8", "surrogatepass")).hexdigest()


def _frames(record: referee.Record, number: int) -> object:
    try:
        return referee.replay(record, number)
    except LookupError as error:
        return str(error)


def main(what: str, file: Path) -> None:
    """Write the texts, or judge them."""
    if what == "texts":
        file.write_text(json.dumps(list(texts())), encoding="utf-8")
        return
    for number, (name, text) in enumerate(json.loads(file.read_text(encoding="utf-8"))):
        print(judged(text, number % FRAMES == 0), name)


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]))
