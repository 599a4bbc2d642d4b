"""Boards, players and samples: names and limits."""

from tafelwerk.errors import InputError, quoted

FAMILY = "switching"

LEAST_ORDER, MOST_ORDER = 2, 60
"""Orders of boards."""

MOST_WHOLE_ORDER = 3
"""Order up to which every position is stored."""

MOST_REFUTED_ORDER = 4
"""Order up to which all that the heuristic may do is gone through."""

PLAYERS = ("cut", "short")

POLICIES = ("heuristic", "perfect")

GAMES, SEED = 10_000, 1
"""Games of a sample, and their seed, where nothing else is asked for."""

MOST_GAMES = 10_000_000
"""Games of a sample."""


def checked_order(order: int) -> int:
    """The order, if there is such a board.

    Raises:
        InputError: there is none.
    """
    if isinstance(order, bool) or not isinstance(order, int) or not LEAST_ORDER <= order <= MOST_ORDER:
        raise InputError(f"an order is {LEAST_ORDER} to {MOST_ORDER}, not {quoted(order)}")
    return order


def is_whole(order: int) -> bool:
    """Whether every position of the board can be listed."""
    return order <= MOST_WHOLE_ORDER
