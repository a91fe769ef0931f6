"""What records refuse, and why."""

from __future__ import annotations

import re
from typing import Any

from records.core import errors


def refused(code: str, status: int) -> Any:
    """The block is refused for this reason, and a sentence says so in both languages."""

    class Refused:
        def __enter__(self) -> None: ...

        def __exit__(self, kind: Any, error: Any, trace: Any) -> bool:
            assert isinstance(error, errors.Refusal), f"was not refused: {error!r}"
            assert (error.code, error.status) == (code, status)
            said = error.message.texts()
            assert re.search(r"[\u4e00-\u9fff]", said["zh"]), said
            assert re.search(r"[a-z]", said["en"]), said
            return True

    return Refused()
