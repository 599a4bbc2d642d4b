"""Values that a shell completes in the commands of the classic toolbox."""

from collections.abc import Iterable
from typing import Any


def _games(ctx: Any) -> Iterable[str]:
    from tafelwerk.families.minimax.rules.games import GAMES, HEAP_GAMES

    return (*GAMES, *HEAP_GAMES) if ctx.info_name in ("play", "tree") else GAMES


def _orders(ctx: Any) -> Iterable[str]:
    return ("natural", "best-first", "worst-first", "centre-first", "corners-first", "edges-first")


def _opponents(ctx: Any) -> Iterable[str]:
    return ("perfect", "random", "look-ahead:")


VALUES = {"GAME": _games, "ORDER": _orders, "OPPONENT": _opponents}
"""Values by the option, or by what stands for them in help."""
