"""Which boards and pairings are built together: one board, pairings of agents, the standard set, the quick set."""

from collections.abc import Iterator
from itertools import product

from tafelwerk.build.switching.tasks import (
    Boards,
    Chances,
    Games,
    Openings,
    Pairings,
    Whole,
    is_hot,
    is_whole,
    opening_count,
    opening_operations,
)
from tafelwerk.build.task import Build, Task
from tafelwerk.errors import InputError
from tafelwerk.solvers.switching.agent_names import parse_agent
from tafelwerk.solvers.switching.limits import MOST_GAMES
from tafelwerk.tables.switching import FAMILY, GAMES, LEAST_ORDER, SEED, agent_name, checked_order

QUICK_ORDER, STANDARD_ORDER, FULL_ORDER = 9, 20, 30
"""Orders up to which the sets hold openings."""

TEMPERATURES = ("0.01", "0.02", "0.03", "0.05", "0.07", "0.1", "0.14", "0.2", "0.3", "0.5", "0.7", "1")
"""Temperatures of the pairings that come together."""

PLAYOUTS = (1, 2, 3, 5, 7, 10, 14, 20, 30, 50, 70, 100, 200, 500, 1000)
"""Playouts of the pairings that come together; on boards whose games are played, up to MOST_SAMPLED."""

MOST_SAMPLED, MOST_PLAYOUTS = 100, 50
"""Most playouts on boards whose games are played: in the full set, and in the standard one."""

MOST_CERTIFIED = 100
"""Most playouts in the standard set where every position is listed."""

SWEEPS = (1, 2, 3, 4, 5, 6, 8, 10)
"""Gauss-Seidel sweeps of the pairings that come together."""

SWEPT_TEMPERATURES = ("0.05", "0.1", "0.2", "0.5")
"""Temperatures that go with the sweeps."""

COLD = "temperature:0.01"
"""Cut's temperature where Short's alone varies."""

STANDARD_GAMES = 2000
"""Games of each sampled pairing that come together."""

SAMPLED_ORDERS = (4, 5)
"""Orders of the standard set whose pairings are sampled."""

MAPPED = TEMPERATURES[::2]
"""Temperatures that the standard set pairs with each other."""

_SECOND = 1e9
_SHORTS_A_TASK = 10


def order_build(order: int) -> Build:
    """One board: its edges, all openings, for small ones every position.

    Raises:
        InputError: there is no such board.
    """
    tasks = _opening_tasks(order)
    if is_whole(order):
        tasks += (Whole(order),)
    return Build(FAMILY, f"{FAMILY} --order {order}", {"order": order}, tasks, "exact")


def openings_build(order: int) -> Build:
    """One board without its positions: its edges, all openings.

    Raises:
        InputError: there is no such board.
    """
    if not is_whole(checked_order(order)):
        return order_build(order)
    name, parameters = f"{FAMILY} --order {order} --openings", {"order": order, "openings": True}
    return Build(FAMILY, name, parameters, _opening_tasks(order), "exact", (order_build(order).digest,))


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
    name = f"{FAMILY} --order {order} --pairings" + (" --full" if full else "")
    # the number tells sets of an earlier version from this one
    parameters: dict[str, object] = {"order": order, "pairings": sum(len(chunk) for chunk in pairs)}
    covered = () if full else (pairings_build(order, games, seed, full=True).digest,)
    if is_whole(order):
        _refuse_sample(order, games, seed)
        tasks: tuple[Task, ...] = tuple(Pairings(order, tuple(chunk)) for chunk in pairs)
        return Build(FAMILY, name, parameters, tasks, "certified", covered)
    played, drawn = games or STANDARD_GAMES, SEED if seed is None else seed
    name += "" if games is None else f" --games {games}"
    name += "" if seed is None else f" --seed {seed}"
    tasks = tuple(Games(order, cut, short, played, drawn) for chunk in pairs for cut, short in chunk)
    return Build(FAMILY, name, {**parameters, "games": played, "seed": drawn}, tasks, "sampled", covered)


def pairing_build(order: int, cut: str, short: str, games: int | None = None, seed: int | None = None) -> Build:
    """One pairing: certified on a small board, else sampled.

    Raises:
        InputError: there is no such board or agent, or games or a seed where nothing is sampled.
    """
    checked_order(order)
    cut, short = agent_name(cut), agent_name(short)
    name = f"{FAMILY} --order {order} --cut {cut} --short {short}"
    parameters: dict[str, object] = {"order": order, "cut": cut, "short": short}
    if is_whole(order):
        _refuse_sample(order, games, seed)
        return Build(FAMILY, name, parameters, (Pairings(order, ((cut, short),)),), "certified")
    check_sample(cut, short, games, seed)
    played, drawn = GAMES if games is None else games, SEED if seed is None else seed
    name += "" if games is None else f" --games {games}"
    name += "" if seed is None else f" --seed {seed}"
    return Build(
        FAMILY, name, {**parameters, "games": played, "seed": drawn}, (Games(order, cut, short, played, drawn),), "sampled"
    )  # fmt: skip


def compared(order: int, *, full: bool = False) -> list[list[tuple[str, str]]]:
    """Pairs of agents that are compared, in chunks that share most of them.

    Args:
        order: of the board.
        full: all of them, else those of the figures; on the smallest board there is no difference.
    """
    if full or order == LEAST_ORDER:
        return _compared_in_full(order)
    hot = [f"temperature:{heat}" for heat in TEMPERATURES if not is_hot(order, parse_agent(f"temperature:{heat}"))]
    mapped = [agent for agent in hot if agent.partition(":")[2] in MAPPED] if order <= SAMPLED_ORDERS[0] else []
    most = MOST_CERTIFIED if is_whole(order) else MOST_PLAYOUTS
    playing = [f"mc:{k}" for k in PLAYOUTS if k <= most]
    heated = dict.fromkeys([*((COLD, agent) for agent in hot), *zip(hot, hot, strict=True), *product(mapped, mapped)])
    if not is_whole(order):
        beaten = [*playing, *_swept()] if order == SAMPLED_ORDERS[0] else []
        return [[("heuristic", short)] for short in beaten] + [[names] for names in heated]
    shorts = ["heuristic", "perfect", "random", *playing]
    against_perfect = [(cut, "perfect") for cut in ("perfect", "random", playing[-1])]
    first = [("heuristic", short) for short in shorts] + against_perfect
    second = [*heated, *((cut, "perfect") for cut in (COLD, "temperature:0.1"))]
    return [first, second + [("heuristic", agent) for agent in hot]]


def _compared_in_full(order: int) -> list[list[tuple[str, str]]]:
    hot = [f"temperature:{heat}" for heat in TEMPERATURES]
    playing = [f"mc:{k}" for k in PLAYOUTS if is_whole(order) or k <= MOST_SAMPLED]
    heated = list(product(hot, hot))
    if not is_whole(order):
        if order == SAMPLED_ORDERS[0]:
            return [[("heuristic", short)] for short in [*playing, *hot, *_swept()]] + [[names] for names in heated]
        chunks = [[("heuristic", short)] for short in hot] + [[(COLD, agent)] for agent in hot]
        return chunks + [[(agent, agent)] for agent in hot if agent != COLD]
    cuts = ["heuristic", "perfect", "random", COLD, "temperature:0.1", "mc:100"]
    shorts = ["heuristic", "perfect", "random", *hot, *playing, *(f"gauss-seidel:{sweeps}" for sweeps in SWEEPS)]
    chunks = [
        list(product(cuts, shorts[begin : begin + _SHORTS_A_TASK])) for begin in range(0, len(shorts), _SHORTS_A_TASK)
    ]
    known = {names for chunk in chunks for names in chunk}
    rest = [("heuristic", agent) for agent in _swept()]
    chunks.append([names for names in heated if names not in known])
    return chunks + [rest[begin : begin + 10] for begin in range(0, len(rest), 10)]


def _swept() -> list[str]:
    """Gauss-Seidel agents at temperatures."""
    return [f"gauss-seidel:{sweeps}:{heat}" for sweeps, heat in product(SWEEPS, SWEPT_TEMPERATURES)]


def agent_build(order: int, agent: str) -> Build:
    """What an agent does in every position of a small board.

    Raises:
        InputError: there is no such agent, or not every position of the board can be listed.
    """
    name = agent_name(agent)
    if not is_whole(checked_order(order)):
        raise InputError(f"--agent: every position is listed for the orders 2 and 3, not {order}")
    return Build(
        FAMILY, f"{FAMILY} --order {order} --agent {name}", {"order": order, "agent": name}, (Chances(order, name),), "certified"
    )  # fmt: skip


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


def _refuse_sample(order: int, games: int | None, seed: int | None) -> None:
    if games is not None or seed is not None:
        option = "--games" if games is not None else "--seed"
        raise InputError(f"{option} is of games that are played; on the board of order {order} pairings are exact")


def pocket() -> Iterator[Build]:
    """What the pocket book holds: openings of small boards."""
    for order in range(2, 13):
        yield openings_build(order)
    yield pairings_build(2)
