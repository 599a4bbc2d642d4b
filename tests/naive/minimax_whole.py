"""Whole games the slow way: positions as a dictionary, values by asking again and again until nothing changes."""

from collections.abc import Callable

Replies = dict[int, list[int]]
"""Successors by position; a position without any is over."""


def values(replies: Replies, over: dict[int, int]) -> dict[int, tuple[int, int | None]]:
    """Value and distance of every position for the player to move.

    Args:
        replies: what every position leads to.
        over: value of those that are over.

    Returns:
        (1 or -1, plies) where somebody wins, (0, fewest plies to a drawn end, None without one).
    """
    known: dict[int, tuple[int, int | None]] = {position: (value, 0) for position, value in over.items() if value}
    plies = 0
    while True:
        plies += 1
        found = {}
        for position, after in replies.items():
            if position in known or position in over:
                continue
            if any(known.get(other, (0, 0))[0] == -1 for other in after):
                found[position] = (1, plies)
            elif all(known.get(other, (0, 0))[0] == 1 for other in after):
                found[position] = (-1, plies)
        if not found:
            break
        known.update(found)
    drawn: dict[int, int | None] = {position: 0 for position, value in over.items() if not value}
    undecided = [position for position in replies if position not in known and position not in over]
    for plies in range(1, len(replies) + 1):
        for position in undecided:
            if position not in drawn and any(drawn.get(other) == plies - 1 for other in replies[position]):
                drawn[position] = plies
    known.update({position: (0, drawn.get(position)) for position in [*undecided, *drawn]})
    return known


def reach(start: int, after: Callable[[int], list[int]]) -> Replies:
    """All positions that a start leads to."""
    found: Replies = {}
    todo = [start]
    while todo:
        position = todo.pop()
        if position not in found:
            found[position] = after(position)
            todo += found[position]
    return found
