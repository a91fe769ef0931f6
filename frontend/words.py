"""The words of hands in the reader's language: how they are won, melds, circumstances, and why one does not win."""

from __future__ import annotations

from django.utils.translation import gettext as _


def way(word: str) -> str:
    """How the winning tile came."""
    return {"draw": _("Own draw"), "discard": _("Off a discard"), "rob": _("Robbed kong")}.get(word, word)


def meld(word: str) -> str:
    """A meld that can be laid."""
    return {
        "chi": _("Chi"),
        "peng": _("Peng"),
        "gang": _("Direct kong"),
        "angang": _("Concealed kong"),
        "bugang": _("Added kong"),
    }.get(word, word)


def flag(word: str) -> str:
    """A circumstance of the win."""
    return {
        "gangshanghua": _("After a kong"),
        "gangshangpao": _("Discard after a kong"),
        "haidi": _("Last tile of the wall"),
        "tianhu": _("Dealer's dealt hand"),
        "dihu": _("First chance"),
        "liang": _("Hand shown"),
        "bao": _("Reported ready"),
        "dice": _("Tiles by dice"),
    }.get(word, word)


def refusal(code: str) -> str:
    """Why a hand does not win, in a line."""
    return {
        "not-winning": _("These tiles are no winning hand."),
        "three-suits": _("All three suits are held."),
        "need-258-pair": _("The pair must be of 2, 5 or 8."),
        "win-too-small": _("The win is too small for this."),
        "ghost-discard-claimed": _("A discarded ghost cannot be won on."),
    }.get(code, _("This does not win."))
