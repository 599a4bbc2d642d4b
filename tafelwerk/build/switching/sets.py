"""Which boards and pairings are built together: one board, pairings of agents, the standard set, the quick set."""

from collections.abc import Iterator
from typing import Any

from tafelwerk.build.switching.tasks import (
    Boards,
    Chances,
    Games,
    Openings,
    Pairings,
    Whole,
    opening_count,
    opening_operations,
)
from tafelwerk.build.task import Build, Task
from tafelwerk.errors import InputError
from tafelwerk.rules.switching.limits import MOST_GAMES
from tafelwerk.tables.builds.switching import SAMPLED_ORDERS, STANDARD_GAMES, compared, contents, is_whole
from tafelwerk.tables.switching import FAMILY, GAMES, SEED, agent_name, checked_order

QUICK_ORDER, STANDARD_ORDER, FULL_ORDER = 9, 20, 30
"""Orders up to which the sets hold openings."""

_SECOND = 1e9


def order_build(order: int) -> Build:
    """One board: its edges, all openings, for small ones every position.

    Raises:
        InputError: there is no such board.
    """
    tasks = _opening_tasks(order)
    if is_whole(order):
        tasks += (Whole(order),)
    return _build({"order": order}, tasks)


def openings_build(order: int) -> Build:
    """One board without its positions: its edges, all openings.

    Raises:
        InputError: there is no such board.
    """
    if not is_whole(checked_order(order)):
        return order_build(order)
    return _build({"order": order, "openings": True}, _opening_tasks(order), (order_build(order).digest,))


def _opening_tasks(order: int) -> tuple[Task, ...]:
    count = opening_count(checked_order(order))
    step = max(1, int(_SECOND / opening_operations(order)))
    openings = (Openings(order, begin, min(begin + step, count) - 1) for begin in range(0, count, step))
    return (Boards(order), *openings)


def pairings_build(order: int, games: int | None = None, seed: int | None = None, *, full: bool = False) -> Build:
    """The agents that are compared on one board: certified on small boards, else sampled.

    Args:
        order: of the board.
        games, seed: of every sample; STANDARD_GAMES and SEED unless given.
        full: more agents against each other than the figures need.

    Raises:
        InputError: there is no such board, or games or a seed where nothing is sampled.
    """
    checked_order(order)
    pairs = compared(order, full=full)
    parameters: dict[str, Any] = {"order": order, "pairings": sum(len(chunk) for chunk in pairs)}
    covered = () if full else (pairings_build(order, games, seed, full=True).digest,)
    if is_whole(order):
        _refuse_sample(order, games, seed)
        tasks: tuple[Task, ...] = tuple(Pairings(order, tuple(chunk)) for chunk in pairs)
        return _build(parameters, tasks, covered)
    played, drawn = games or STANDARD_GAMES, SEED if seed is None else seed
    tasks = tuple(Games(order, cut, short, played, drawn) for chunk in pairs for cut, short in chunk)
    return _build({**parameters, "games": played, "seed": drawn}, tasks, covered)


def pairing_build(order: int, cut: str, short: str, games: int | None = None, seed: int | None = None) -> Build:
    """One pairing: certified on a small board, else sampled.

    Raises:
        InputError: there is no such board or agent, or games or a seed where nothing is sampled.
    """
    checked_order(order)
    cut, short = agent_name(cut), agent_name(short)
    parameters: dict[str, Any] = {"order": order, "cut": cut, "short": short}
    if is_whole(order):
        _refuse_sample(order, games, seed)
        return _build(parameters, (Pairings(order, ((cut, short),)),))
    check_sample(cut, short, games, seed)
    played, drawn = GAMES if games is None else games, SEED if seed is None else seed
    return _build({**parameters, "games": played, "seed": drawn}, (Games(order, cut, short, played, drawn),))


def agent_build(order: int, agent: str) -> Build:
    """What an agent does in every position of a small board.

    Raises:
        InputError: there is no such agent, or not every position of the board can be listed.
    """
    name = agent_name(agent)
    if not is_whole(checked_order(order)):
        raise InputError(f"--agent: every position is listed for the orders 2 and 3, not {order}")
    return _build({"order": order, "agent": name}, (Chances(order, name),))


def check_sample(cut: str, short: str, games: int | None, seed: int | None) -> None:
    """Raise InputError where games of these agents cannot be played, or not so many."""
    if "mc:inf" in (cut, short):
        raise InputError("mc:inf needs every position, as of the orders 2 and 3; on a larger board choose mc:K")
    if games is not None and not 1 <= games <= MOST_GAMES:
        raise InputError(f"--games is 1 to {MOST_GAMES}, not {games}")
    if seed is not None and not 0 <= seed < 2**63:
        raise InputError(f"--seed is 0 to 2^63 - 1, not {seed}")


def quick() -> Iterator[Build]:
    """A smallest useful set: openings of the orders to QUICK_ORDER, every position of orders 2 and 3."""
    for order in range(2, QUICK_ORDER + 1):
        yield order_build(order)
    yield pairings_build(2)


def standard() -> Iterator[Build]:
    """Openings of all orders to STANDARD_ORDER, orders 2 and 3 whole, and the pairings behind the source's figures."""
    for order in range(2, STANDARD_ORDER + 1):
        yield order_build(order)
    for order in (2, 3, *SAMPLED_ORDERS):
        yield pairings_build(order)


def full() -> Iterator[Build]:
    """Openings of all orders to FULL_ORDER, and all pairings."""
    for order in range(2, FULL_ORDER + 1):
        yield order_build(order)
    for order in (2, 3, *SAMPLED_ORDERS):
        yield pairings_build(order, full=True)


def _build(parameters: dict[str, Any], tasks: tuple[Task, ...], covered_by: tuple[str, ...] = ()) -> Build:
    described = contents(parameters)
    return Build(FAMILY, described.name, parameters, tasks, described.certainty, covered_by)


def _refuse_sample(order: int, games: int | None, seed: int | None) -> None:
    if games is not None or seed is not None:
        option = "--games" if games is not None else "--seed"
        raise InputError(f"{option} is of games that are played; on the board of order {order} pairings are exact")


def pocket() -> Iterator[Build]:
    """What the pocket book holds: openings of small boards."""
    for order in range(2, 13):
        yield openings_build(order)
    yield pairings_build(2)
