"""Who plays against the user: what is chosen in one position. Imported by `play` alone."""

from dataclasses import dataclass
from functools import lru_cache
from random import Random
from typing import Any

from tafelwerk.commands.minimax.games import Playable
from tafelwerk.errors import InputError, quoted

MOST_LOOKED_AT = 100_000
"""Moves of a search that answers at once."""

MOST_DEPTH = 99


@dataclass(frozen=True, slots=True)
class Opponent:
    """perfect, random, or look-ahead with a depth."""

    name: str
    depth: int | None = None


def opponent(text: str) -> Opponent:
    """An opponent by its name.

    Raises:
        InputError: there is none of that name.
    """
    word = text.strip().lower()
    if word in ("perfect", "random"):
        return Opponent(word)
    kind, _, depth = word.partition(":")
    if (
        kind == "look-ahead"
        and depth.isascii()
        and depth.isdigit()
        and 1 <= int(depth[:3]) <= MOST_DEPTH
        and len(depth) < 3
    ):
        return Opponent(f"look-ahead:{int(depth)}", int(depth))
    raise InputError(
        f"--against is perfect, random or look-ahead:D with D moves, 1 to {MOST_DEPTH}, not {quoted(text)}"
    )


def check_opponent(game: Playable, state: Any, other: Opponent) -> None:
    """Raise InputError where an opponent does not answer at once from this position."""
    if other.depth is None or game.rules.is_over(state):
        return
    from tafelwerk.solvers.minimax.transpositions import TooManyMovesError

    try:
        _looked_ahead(game, state, other.depth, MOST_LOOKED_AT)
    except TooManyMovesError:
        raise InputError(
            f"--against {other.name} looks at more than {MOST_LOOKED_AT:,} moves here; choose a smaller depth"
        ) from None


def reply(game: Playable, state: Any, other: Opponent, draw: Random) -> Any:
    """A move of the opponent.

    Args:
        game: the game.
        state: not over.
        other: who moves.
        draw: decides among several.
    """
    if other.depth is not None:
        return draw.choice(_looked_ahead(game, state, other.depth))
    return draw.choice(game.best(state) if other.name == "perfect" else list(game.rules.moves(state)))


@lru_cache(maxsize=1)  # one position is asked several times in a row
def _looked_ahead(game: Playable, state: Any, depth: int, most: int | None = None) -> tuple[Any, ...]:
    """The moves that lead to the best reachable evaluation so many moves ahead.

    Raises:
        TooManyMovesError: the search makes more moves than `most`.
    """
    from tafelwerk.solvers.minimax.searchable import Horizon
    from tafelwerk.solvers.minimax.transpositions import TransposedSearch

    rules = Horizon(game.rules, game.evaluation, depth, state)
    search = TransposedSearch(rules, most=most)
    return search.opened(search.root()).best
