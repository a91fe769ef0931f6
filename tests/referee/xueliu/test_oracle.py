"""The separate reading of the rulebook held to the sample records."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.oracle.xueliu.samples import disagreements
from tests.samples import clean


@pytest.mark.parametrize("path", clean("xueliu"), ids=lambda path: path.stem)
def test_the_samples_are_settled_alike_without_an_engine(path: Path) -> None:
    assert disagreements(path.read_text(encoding="utf-8")) == []
