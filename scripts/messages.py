"""``python -m scripts.messages``: compiles the translations (.po) for Django (.mo), without gettext on the machine, and writes
the table by which texts are shown in Simplified Chinese.

The table is that of the OpenCC which is pinned for tests: an engine that is installed needs no OpenCC. The Simplified catalogue
is compiled from the Traditional one. With ``--check`` nothing is written: the program fails where a file does not say what its
source says.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import opencc
import polib

from referee.chinese import OPENCC, simplified

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ["records/wording"]
TRADITIONAL, SIMPLIFIED = "zh_Hant", "zh_Hans"
DICTIONARIES = ("TSCharacters", "TSPhrases")
"""What OpenCC calls t2s, but for characters that few fonts can show."""
HEAD = """\
# The characters and words of OpenCC {version} (https://github.com/BYVoid/OpenCC), under the Apache License: LICENSE.
# Written by `make fix`; what is to be converted otherwise stands in exceptions.txt.
"""


def main(check: bool) -> None:
    """Write the files, or with ``check`` compare. Ends the program with the names of stale files."""
    stale = []
    for path, wanted in generated():
        if check and (not path.exists() or path.read_bytes() != wanted):
            stale.append(str(path.relative_to(ROOT)))
        elif not check:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(wanted)
    if stale:
        sys.exit(f"stale: {', '.join(stale)}; run: make fix")


def generated() -> Iterator[tuple[Path, bytes]]:
    """Every file that is written, and its bytes: the table first, since the Simplified catalogue is made with it."""
    yield OPENCC, table().encode()
    for source in sorted(path for package in PACKAGES for path in (ROOT / package).rglob("locale/*/LC_MESSAGES/*.po")):
        catalogue = polib.pofile(str(source))
        yield source.with_suffix(".mo"), catalogue.to_binary()
        if source.parts[-3] == TRADITIONAL:
            target = source.parents[2] / SIMPLIFIED / source.parent.name / source.name
            yield target.with_suffix(".mo"), simplified_catalogue(catalogue).to_binary()


def simplified_catalogue(catalogue: polib.POFile) -> polib.POFile:
    """The catalogue in Simplified Chinese; names are put into its texts later and are no part of it."""
    catalogue.metadata["Language"] = SIMPLIFIED
    for entry in catalogue:
        entry.msgstr = simplified(entry.msgstr)
        entry.msgstr_plural = {number: simplified(text) for number, text in entry.msgstr_plural.items()}
    return catalogue


def table() -> str:
    """OpenCC's characters and words, one a line; of several ways to write one the first. What stays itself is left out unless it
    is a word, which keeps its characters from being taken one by one."""
    known = [line.split() for name in DICTIONARIES for line in _dictionary(name).splitlines()]
    kept = sorted({word: said for word, said, *_ in known if len(word) > 1 or word != said}.items())
    return HEAD.format(version=opencc.__version__) + "".join(f"{word} {said}\n" for word, said in kept)


def _dictionary(name: str) -> str:
    """One of OpenCC's dictionaries as text, by its own program."""
    folder = Path(opencc.__file__).parent / "clib"
    source = folder / "share" / "opencc" / f"{name}.ocd2"
    with tempfile.TemporaryDirectory() as made:
        target = Path(made) / name
        program: list[str | Path] = [folder / "bin" / "opencc_dict", "-i", source, "-o", target, "-f", "ocd2", "-t", "text"]
        subprocess.run(program, check=True, capture_output=True)
        return target.read_text("utf-8")


if __name__ == "__main__":
    main("--check" in sys.argv[1:])
