"""What records refuse, and why."""

from __future__ import annotations

from typing import Any

from records.core import errors


def refused(code: str, status: int) -> Any:
    """The block is refused for this reason, in both languages."""

    class Refused:
        def __enter__(self) -> None: ...

        def __exit__(self, kind: Any, error: Any, trace: Any) -> bool:
            assert isinstance(error, errors.Refusal), f"was not refused: {error!r}"
            assert (error.code, error.status, set(error.message)) == (code, status, {"zh", "en"})
            return True

    return Refused()
