"""The Python of browsers that the repository carries is the one that its checksums name, and nothing else lies beside it."""

from __future__ import annotations

from scripts.vendor_pyodide import FILES, SUMS, VENDOR, sums


def test_vendored_files_are_those_of_the_checksums() -> None:
    assert SUMS.read_text(encoding="ascii") == sums({name: (VENDOR / name).read_bytes() for name in FILES})
    assert {path.name for path in VENDOR.iterdir()} == {*FILES, SUMS.name, "pyodide.LICENSE"}
