"""Builds of the switching game: one board, pairings of agents, the standard set, the quick set."""

from collections.abc import Iterable, Iterator
from typing import Any

from tafelwerk.build.switching.tasks import (
    Boards,
    Chances,
    Followed,
    Games,
    Openings,
    Pairings,
    Whole,
    opening_count,
    opening_operations,
)
from tafelwerk.build.task import Build, DescribedBuild, Task
from tafelwerk.errors import InputError
from tafelwerk.rules.numbers import LARGEST_SEED
from tafelwerk.rules.switching.agents import FOLLOWED_ORDER, agent_name, check_sample, is_sampled, parse_agent
from tafelwerk.rules.switching.boards import FAMILY, GAMES, MOST_GAMES, SEED, checked_order, is_whole
from tafelwerk.tables.builds.switching import (
    FEW_PLAYOUTS,
    LARGE_ORDERS,
    MANY_PLAYOUTS,
    SAMPLED_ORDERS,
    compared,
    usual_games,
)

QUICK_ORDER, POCKET_ORDER, STANDARD_ORDER, FULL_ORDER = 9, 12, 20, 30
"""Largest orders of openings in the sets."""

SHORTS_PER_TASK = 10
"""Number of Short's agents per task of certified pairings."""

_SECOND = 1e9


def order_build(order: int, *, openings: bool = False) -> Build:
    """One board: its edges, all openings, and for small boards every position.

    Args:
        order: order of the board.
        openings: whether to leave the positions out.

    Raises:
        InputError: there is no such board.
    """
    count = opening_count(checked_order(order))
    step = max(1, int(_SECOND / opening_operations(order)))
    starts = range(0, count, step)
    tasks: tuple[Task, ...] = (
        Boards(order),
        *(Openings(order, begin, min(begin + step, count) - 1) for begin in starts),
    )
    if not is_whole(order):
        return DescribedBuild.of(FAMILY, {"order": order}, tasks)
    if openings:
        return DescribedBuild.of(FAMILY, {"order": order, "openings": True}, tasks, (order_build(order).digest,))
    return DescribedBuild.of(FAMILY, {"order": order}, (*tasks, Whole(order)))


def pairings_build(order: int, games: int | None = None, seed: int | None = None, *, full: bool = False) -> Build:
    """Pairings of the agents compared on one board: certified on small boards, otherwise sampled.

    Args:
        order: order of the board.
        games, seed: size and seed of every sample. Default: `usual_games` and SEED.
        full: whether to pair more agents than the figures need.

    Raises:
        InputError: there is no such board, or games or a seed are given for agents that are not sampled.
    """
    checked_order(order)
    pairs = compared(order, full=full)
    covered = () if full else (pairings_build(order, games, seed, full=True).digest,)
    return _paired(order, {"pairings": len(pairs)}, pairs, (games, seed, usual_games(order)), covered)


def pairing_build(order: int, cut: str, short: str, games: int | None = None, seed: int | None = None) -> Build:
    """One pairing: certified on a small board, otherwise sampled.

    Raises:
        InputError: there is no such board or agent, or games or a seed are given for agents that are not sampled.
    """
    checked_order(order)
    cut, short = agent_name(cut), agent_name(short)
    return _paired(order, {"cut": cut, "short": short}, [(cut, short)], (games, seed, GAMES))


def _paired(
    order: int,
    named: dict[str, Any],
    pairs: list[tuple[str, str]],
    sample: tuple[int | None, int | None, int],
    covered_by: tuple[str, ...] = (),
) -> Build:
    """A build of pairings; `sample` holds the games and the seed that were asked for, and the usual number of games."""
    games, seed, usual = sample
    if not any(is_sampled(order, *pair) for pair in pairs):
        check_sample(order, *pairs[0], games, seed)
        if not is_whole(order):
            return DescribedBuild.of(
                FAMILY, {"order": order, **named}, tuple(Followed(order, short) for _, short in pairs), covered_by
            )
        shorts = list(dict.fromkeys(short for _, short in pairs))
        chunks = (shorts[begin : begin + SHORTS_PER_TASK] for begin in range(0, len(shorts), SHORTS_PER_TASK))
        tasks = (Pairings(order, tuple(pair for pair in pairs if pair[1] in chunk)) for chunk in chunks)
        return DescribedBuild.of(FAMILY, {"order": order, **named}, tuple(tasks), covered_by)
    played, drawn = usual if games is None else games, SEED if seed is None else seed
    if any("mc:inf" in pair for pair in pairs):
        raise InputError("mc:inf needs every position, so order 2 or 3; on a larger board choose mc:K")
    if not 1 <= played <= MOST_GAMES:
        raise InputError(f"--games must be 1 to {MOST_GAMES}, not {played}")
    if not 0 <= drawn <= LARGEST_SEED:
        raise InputError(f"--seed must be 0 to 2^63 - 1, not {drawn}")
    parameters = {"order": order, **named, "games": played, "seed": drawn}
    return DescribedBuild.of(
        FAMILY, parameters, tuple(Games(order, *pair, played, drawn) for pair in pairs), covered_by
    )


def agent_build(order: int, agent: str) -> Build:
    """An agent's choices in every position of a small board.

    Raises:
        InputError: there is no such agent, or the positions of the board are too many to list.
    """
    name = agent_name(agent)
    if not is_whole(checked_order(order)):
        raise InputError(f"--agent lists every position, so it is for orders 2 and 3, not {order}")
    if not parse_agent(name).is_positional:
        raise InputError(f"--agent: {name} depends on more than the position; --cut and --short play its games")
    return DescribedBuild.of(FAMILY, {"order": order, "agent": name}, (Chances(order, name),))


def quick() -> Iterator[Build]:
    """The smallest useful set: openings of orders up to QUICK_ORDER, every position of orders 2 and 3."""
    yield from map(order_build, range(2, QUICK_ORDER + 1))
    yield pairings_build(2)


def standard() -> Iterator[Build]:
    """Openings of orders up to STANDARD_ORDER, every position of orders 2 and 3, and the pairings of the source's figures."""
    yield from map(order_build, range(2, STANDARD_ORDER + 1))
    yield from map(pairings_build, (2, 3, *SAMPLED_ORDERS))
    yield from _followed(FEW_PLAYOUTS)


def full() -> Iterator[Build]:
    """Openings of orders up to FULL_ORDER, and all pairings."""
    yield from map(order_build, range(2, FULL_ORDER + 1))
    yield from (pairings_build(order, full=True) for order in (2, 3, *SAMPLED_ORDERS, *LARGE_ORDERS))
    yield from _followed(MANY_PLAYOUTS)


def pocket() -> Iterator[Build]:
    """The pocket book's builds: openings of small boards."""
    yield from (order_build(order, openings=True) for order in range(2, POCKET_ORDER + 1))
    yield pairings_build(2)


def _followed(counts: Iterable[str]) -> Iterator[Build]:
    """The heuristic against many playouts, and against infinitely many."""
    return (pairing_build(FOLLOWED_ORDER, "heuristic", f"mc:{count}") for count in counts)
