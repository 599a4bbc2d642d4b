"""Boards, players and samples: names and limits."""

from tafelwerk.errors import InputError, quoted

FAMILY = "switching"

LEAST_ORDER, MOST_ORDER = 2, 100
"""Orders of boards."""

MOST_WHOLE_ORDER = 3
"""Largest order at which every position is stored."""

MOST_REFUTED_ORDER = 4
"""Largest order at which every choice of the heuristic is followed."""

PLAYERS = ("cut", "short")

POLICIES = ("heuristic", "perfect")

GAMES, SEED = 10_000, 1
"""Default number of games in a sample, and default seed."""

MOST_GAMES = 10_000_000
"""Most games in a sample."""


def checked_order(order: int) -> int:
    """The order, if there is a board of that order.

    Raises:
        InputError: there is no such board.
    """
    if isinstance(order, bool) or not isinstance(order, int) or not LEAST_ORDER <= order <= MOST_ORDER:
        raise InputError(f"an order is {LEAST_ORDER} to {MOST_ORDER}, not {quoted(order)}")
    return order


def is_whole(order: int) -> bool:
    """Whether every position of the board can be listed."""
    return order <= MOST_WHOLE_ORDER


def build_line(order: int) -> str:
    """The command line that builds a board's openings, and the positions of a small board."""
    return f"tafelwerk build {FAMILY} --order {order}"
