"""What the builds of the switching family hold, and which agents they compare."""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from itertools import product
from typing import Any

from tafelwerk.tables.builds import Contents, Evidence, text
from tafelwerk.tables.switching import (
    FAMILY,
    GAMES,
    LEAST_ORDER,
    MOST_GAMES,
    MOST_ORDER,
    MOST_WHOLE_ORDER,
    SEED,
    agent_name,
)

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

WARM, HOT = Fraction(3, 5), Fraction(1)
"""Temperatures from which an agent's games are decided in fractions, on larger boards and on that of EXACT_ORDER."""

EXACT_ORDER = 5

MOST_PROVED_PLAYOUTS = 1000
"""Playouts up to which the proofs compute again what an agent does in every position."""

MOST_PROVED_SWEEPS = 20
"""Sweeps up to which the proofs compute again what an agent does; beyond, doubles do not tell drops apart."""

_SHORTS_PER_TASK = 10


def contents(parameters: Mapping[str, Any]) -> Contents:
    """What the build with these parameters holds."""
    match dict(parameters):
        case {"order": int(order), **more} if LEAST_ORDER <= order <= MOST_ORDER:
            return _of_board(order, more)
        case _:
            raise ValueError("no such build")


def compared(order: int, *, full: bool = False) -> list[list[tuple[str, str]]]:
    """Pairs of agents that are compared, in chunks that share most of them.

    Args:
        order: of the board.
        full: all of them, else those of the figures; on the smallest board there is no difference.
    """
    if full or order == LEAST_ORDER:
        return _compared_in_full(order)
    hot = [f"temperature:{heat}" for heat in TEMPERATURES if not is_hot(order, Fraction(heat))]
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


def is_hot(order: int, temperature: Fraction | None) -> bool:
    """Whether many moves of the heuristic at a temperature (None: infinite) are decided in fractions."""
    heat = HOT if temperature is None else temperature
    return order >= EXACT_ORDER and heat >= (HOT if order == EXACT_ORDER else WARM)


def is_whole(order: int) -> bool:
    """Whether every position of the board can be listed."""
    return order <= MOST_WHOLE_ORDER


def _of_board(order: int, more: Mapping[str, Any]) -> Contents:
    line, board = f"{FAMILY} --order {order}", f"m = {order}"
    openings = dict.fromkeys(("boards", "edges", "openings", "lines"), board)
    match more:
        case {} if not more:
            whole = {"positions": board} if is_whole(order) else {}
            return Contents(line, "exact", "recomputed", {**openings, **whole})
        case {"openings": True, **none} if not none and is_whole(order):
            return Contents(f"{line} --openings", "exact", "recomputed", openings)
        case {"agent": str(agent), **none} if not none and is_whole(order) and agent_name(agent) == agent:
            rows = {"agents": f"{board} AND agent = {text(agent)}"}
            return Contents(f"{line} --agent {agent}", "certified", _evidence(order, [(agent,)]), rows)
        case {"cut": str(cut), "short": str(short), **sample} if (agent_name(cut), agent_name(short)) == (cut, short):
            return _paired(order, f"{line} --cut {cut} --short {short}", [(cut, short)], sample, GAMES)
        case {"pairings": int(count), **sample}:
            # the number tells sets of an earlier version from this one
            for full in (False, True):
                pairs = [pair for chunk in compared(order, full=full) for pair in chunk]
                if len(pairs) == count:
                    name = f"{line} --pairings" + (" --full" if full else "")
                    return _paired(order, name, pairs, sample, STANDARD_GAMES)
    raise ValueError("no such build")


def _paired(order: int, line: str, pairs: list[tuple[str, str]], sample: Mapping[str, Any], usual: int) -> Contents:
    """Pairings; a sample's number of games is part of the name unless it is the usual one, as is a seed."""
    names = ", ".join(f"({text(cut)}, {text(short)})" for cut, short in pairs)
    rows = {"pairings": f"m = {order} AND (cut, short) IN ({names})"}
    if is_whole(order):
        if sample:
            raise ValueError("nothing is sampled on so small a board")
        return Contents(line, "certified", _evidence(order, pairs), rows)
    match dict(sample):
        case {"games": int(games), "seed": int(seed), **none} if not none and 1 <= games <= MOST_GAMES and seed >= 0:
            line += ("" if games == usual else f" --games {games}") + ("" if seed == SEED else f" --seed {seed}")
            return Contents(line, "sampled", _evidence(order, pairs), rows)
    raise ValueError("a sample has a number of games and a seed")


def _evidence(order: int, pairs: Iterable[tuple[str, ...]]) -> Evidence:
    """How numbers about agents are known: very many playouts or sweeps are not done again, nor perfect games of Short."""
    for names in pairs:
        if names[0] == "perfect" and not is_whole(order):
            continue
        for name in names:
            kind, *numbers = name.split(":")
            most = {"mc": MOST_PROVED_PLAYOUTS, "gauss-seidel": MOST_PROVED_SWEEPS}.get(kind)
            if most is not None and numbers[0].isdigit() and int(numbers[0]) > most:
                return "single"
            if kind == "perfect" and not is_whole(order):
                return "single"
    return "recomputed"


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
        list(product(cuts, shorts[begin : begin + _SHORTS_PER_TASK]))
        for begin in range(0, len(shorts), _SHORTS_PER_TASK)
    ]
    known = {names for chunk in chunks for names in chunk}
    rest = [("heuristic", agent) for agent in _swept()]
    chunks.append([names for names in heated if names not in known])
    return chunks + [rest[begin : begin + 10] for begin in range(0, len(rest), 10)]


def _swept() -> list[str]:
    """Gauss-Seidel agents at temperatures."""
    return [f"gauss-seidel:{sweeps}:{heat}" for sweeps, heat in product(SWEEPS, SWEPT_TEMPERATURES)]
