"""Keys that tables must have, as columns."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import polars

Stored = Sequence[Mapping[str, Any]]
"""Parameters of the builds of a book."""

_TEXTS = frozenset(("game", "declarer", "step", "name", "model", "feature"))


def keyed(names: Sequence[str], keys: Sequence[Sequence[Any]]) -> "dict[str, polars.Series]":
    """Keys by columns, with their types also where there are none."""
    import polars

    found = {}
    for place, name in enumerate(names):
        kind = polars.String if name in _TEXTS else polars.Int64
        found[name] = polars.Series(name, [key[place] for key in keys], dtype=kind)
    return found
