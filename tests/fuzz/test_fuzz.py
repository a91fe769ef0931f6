"""Searches for inputs that break a promise of the reader or the referee; those kept from earlier searches break none."""

from __future__ import annotations

import importlib.util
import random
import subprocess
import sys
from pathlib import Path

import pytest

from scripts.fuzz import corpus
from scripts.fuzz.mutators import MUTATORS, changed
from scripts.fuzz.targets import TARGETS, find
from tests.golden import records
from tests.proof import proof

RUNS, APART = 150, 8
"""Inputs that a search tries after one in so many of those that are known; ``make proof HOURS=4`` begins with all of them and
searches on, with every target."""
OF_FORMS = {target.form: name for name, target in reversed(TARGETS.items())}
"""A target for each form of input, the first."""

searches = pytest.mark.skipif(importlib.util.find_spec("atheris") is None, reason="atheris has no wheel for this machine")


@pytest.mark.parametrize("target", [pytest.param(name, marks=proof if name == "pages" else ()) for name in TARGETS])
def test_input_kept_from_earlier_searches_breaks_no_promise(target: str) -> None:
    kept = corpus.kept(target)
    assert kept
    for data in kept.values():
        find(target).run(data)


@pytest.mark.parametrize("form", MUTATORS)
def test_input_is_changed_the_same_by_the_same_dice(form: str) -> None:
    for name in (name for name, target in TARGETS.items() if target.form == form):
        for seed, data in enumerate(corpus.seeds(name)[:4]):
            changed = [MUTATORS[form](data, random.Random(seed)) for _ in range(2)]
            assert changed[0] == changed[1]
        assert len({MUTATORS[form](data, random.Random(seed)) for seed in range(20)}) > 10


def test_golden_record_that_is_changed_at_random_breaks_no_promise() -> None:
    """A search in small, which knows no branches."""
    texts, target = [path.read_bytes() for path in records()], find("records")
    for seed in range(200):
        dice = random.Random(seed)
        target.run(changed(dice.choice(texts), dice))


def test_search_begun_by_a_large_process_counts_its_own_memory_alone() -> None:
    from scripts.fuzz.__main__ import OWN_MEMORY

    highest = "import resource, sys; {}; print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10)"
    command = [*OWN_MEMORY, sys.executable, "-c", highest.format(0)]
    begins = f"import subprocess; large = b'1' * (300 << 20); subprocess.run({command})"
    said = subprocess.run([sys.executable, "-c", highest.format(begins)], capture_output=True, text=True, check=True).stdout
    (own, large) = map(int, said.split())
    assert own < 100 < 300 < large


@searches
@proof
def test_search_finds_a_broken_promise_and_says_how_to_repeat_it(tmp_path: Path) -> None:
    from scripts.fuzz.__main__ import search

    found = search("tests.fuzz.planted:PLANTED", 300, tmp_path, like="records")
    assert found.status
    (input_,) = found.failed
    assert "ZeroDivisionError: found" in found.said
    with pytest.raises(ZeroDivisionError):
        find("tests.fuzz.planted:PLANTED").run(input_.read_bytes())


@searches
@proof
@pytest.mark.parametrize("target", OF_FORMS.values())
def test_search_finds_no_broken_promise(target: str, tmp_path: Path) -> None:
    from scripts.fuzz.__main__ import search

    known = (len(corpus.seeds(target)) + len(corpus.kept(target))) // APART
    found = search(target, 600, tmp_path, f"-runs={known + RUNS}", "-seed=1", apart=APART)
    assert not found.status, found.said
    assert found.tried > known
    print(f"{target}: {found.tried:,} inputs, {found.branches:,} branches")
