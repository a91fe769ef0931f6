"""刮風下雨: what a kong costs (SCM-4.2)."""

from __future__ import annotations

from typing import Final

from referee.games.sichuan.clauses import SCM

KONG_FEE: Final = SCM["SCM-4.2"]

FEES: Final = {"direct": 1, "added": 1, "concealed": 2}
"""What each payer pays for a kong, in units, by its kind."""
