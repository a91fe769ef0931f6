"""Trying a move on a round in progress and taking it back: what the round holds is noted once, and put back after each try.

Replaying a round for each move that may come next would take the longer the longer the round is. Nothing here knows a game.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from operator import attrgetter, is_not
from types import BuiltinFunctionType, FunctionType, MethodType, ModuleType
from typing import Final, NamedTuple

VALUES: Final = (str, bytes, int, float, frozenset, type, FunctionType, BuiltinFunctionType, ModuleType)
"""Types of what never changes, beside frozen dataclasses and named tuples."""
_KNOWN_VALUES: Final[dict[type, bool]] = {}
_KNOWN_SLOTS: Final[dict[type, tuple[str, ...]]] = {}


class _Held(NamedTuple):
    """An object of a round with the values of its attributes, and what reads them all at once."""

    held: object
    names: tuple[str, ...]
    read: Callable[[object], tuple[object, ...]]
    values: tuple[object, ...]


class Trial:
    """What a round in progress holds: lists, sets, dictionaries and the attributes of its objects, each known by identity.

    ``shared`` are objects that belong to no round, such as the game.
    """

    __slots__ = ("_dicts", "_lists", "_objects", "_seen", "_sets")

    def __init__(self, play: object, shared: Iterable[object] = ()) -> None:
        self._lists: list[tuple[list[object], list[object]]] = []
        self._dicts: list[tuple[dict[object, object], dict[object, object]]] = []
        self._sets: list[tuple[set[object], set[object]]] = []
        self._objects: list[_Held] = []
        self._seen = {id(one) for one in shared}
        left: list[object] = [play]
        while left:
            one = left.pop()
            if not _is_value(type(one)) and id(one) not in self._seen:
                left.extend(self._note(one))

    def _note(self, one: object) -> Iterable[object]:
        """Note what an object holds; what it leads to."""
        if type(one) is tuple:
            return _leading(one)
        self._seen.add(id(one))
        if isinstance(one, list):
            self._lists.append((one, saved := one.copy()))
            return _leading(saved)
        if isinstance(one, dict):
            self._dicts.append((one, held := one.copy()))
            return _leading(held.values())
        if isinstance(one, set):
            self._sets.append((one, one.copy()))
            return ()
        if isinstance(one, MethodType):
            return (one.__self__,)
        return self._attributes(one)

    def _attributes(self, one: object) -> tuple[object, ...]:
        names = tuple(name for name in (*_slots(type(one)), *getattr(one, "__dict__", ())) if hasattr(one, name))
        if not names:
            return ()
        read = _reader(names)
        values = read(one)
        self._objects.append(_Held(one, names, read, values))
        return values

    @contextmanager
    def take_back(self) -> Iterator[None]:
        """Put everything back as it was at the end of the block; a trial serves any number of blocks."""
        try:
            yield
        finally:
            self._put_back()

    def _put_back(self) -> None:
        for items, listed in self._lists:
            items[:] = listed
        for entries, had in self._dicts:
            entries.clear()
            entries.update(had)
        for members, were in self._sets:
            members.clear()
            members.update(were)
        for held, names, read, values in self._objects:
            if any(map(is_not, read(held), values)):
                for name, value in zip(names, values, strict=False):
                    setattr(held, name, value)


@cache
def _reader(names: tuple[str, ...]) -> Callable[[object], tuple[object, ...]]:
    """What reads these attributes of an object as a tuple."""
    return attrgetter(*names, "__class__")


def _leading(held: Collection[object]) -> Iterable[object]:
    """What leads further of what is held: nothing where all of it is of types that never change, as of most lists."""
    return () if all(map(_is_value, set(map(type, held)))) else held


def _is_value(of: type) -> bool:
    """Whether objects of a type never change: so it is with what is passed around in the engine."""
    found = _KNOWN_VALUES.get(of)
    if found is None:
        frozen = bool(getattr(getattr(of, "__dataclass_params__", None), "frozen", False))
        named = issubclass(of, tuple) and of is not tuple
        found = _KNOWN_VALUES[of] = of is type(None) or frozen or named or issubclass(of, VALUES)
    return found


def _slots(of: type) -> tuple[str, ...]:
    """The attributes that objects of a type have by their class, plain or compiled."""
    found = _KNOWN_SLOTS.get(of)
    if found is None:
        names: dict[str, None] = {}
        for base in of.__mro__:
            slots = base.__dict__.get("__slots__", ())
            names.update(dict.fromkeys([slots] if isinstance(slots, str) else slots))
            names.update(dict.fromkeys(base.__dict__.get("__mypyc_attrs__", ())))
        found = _KNOWN_SLOTS[of] = tuple(name for name in names if name not in ("__dict__", "__weakref__"))
    return found
