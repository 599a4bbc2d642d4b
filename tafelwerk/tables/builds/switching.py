"""What the builds of the switching family hold, and which agents they compare."""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from itertools import product
from typing import Any

from tafelwerk.rules.switching.agents import (
    FOLLOWED_ORDER,
    Agent,
    agent_name,
    is_followed,
    is_listed,
    is_sampled,
    parse_agent,
)
from tafelwerk.rules.switching.boards import FAMILY, GAMES, LEAST_ORDER, MOST_GAMES, MOST_ORDER, SEED, is_whole
from tafelwerk.tables.builds import Contents, Evidence, text

TEMPERATURES = (
    *("0.001", "0.002", "0.005", "0.01", "0.02", "0.03", "0.05", "0.07"),
    *("0.1", "0.14", "0.2", "0.3", "0.5", "0.7", "1"),
)
"""Temperatures of the pairings that come together."""

PLAYOUTS = (1, 2, 3, 5, 7, 10, 14, 20, 30, 50, 70, 100, 200, 500, 1000)
"""Playouts of the pairings that come together."""

MANY_PLAYOUTS = ("1000", "2000", "3000", "5000", "7000", "10000", "20000", "50000", "inf")
"""Playouts of the pairings that are followed move by move, a build each."""

FEW_PLAYOUTS = ("1000", "10000", "inf")
"""Those of the standard set."""

MOST_SAMPLED, MOST_CERTIFIED = (100, 500), (100, 1000)
"""Most playouts in the standard set and in the full one, on boards whose games are played and where every position is listed."""

SWEEPS, MANY_SWEEPS = (1, 2, 3, 4, 5, 6, 8, 10), (1, 2, 4, 8, 12, 16, 24, 40)
"""Gauss-Seidel sweeps of the pairings that come together, up to LAST_SMALL and on larger boards."""

SWEPT_TEMPERATURES, COOL_TEMPERATURES = ("0.05", "0.1", "0.2", "0.5"), ("0.05", "0.07", "0.1", "0.2")
"""Temperatures that go with the sweeps, likewise; with all sweeps, as the heuristic at a temperature, too."""

LAST_SMALL = 5
"""Largest board with more games, and fewer sweeps at higher temperatures."""

COLD = "temperature:0.01"
"""Cut's temperature where Short's alone varies."""

STANDARD_GAMES, FEWER_GAMES = 2000, 1000
"""Games of each sampled pairing that come together, up to LAST_SMALL and on larger boards."""

SAMPLED_ORDERS, LARGE_ORDERS = (4, 5, 6), (7, 8, 9, 10)
"""Orders whose pairings are sampled: of the standard set, and of the full one besides."""

MAPPED = ("0.001", "0.01", "0.03", "0.05", "0.1", "0.2", "0.5", "1")
"""Temperatures that the standard set pairs with each other."""

WARM, HOT = Fraction(3, 5), Fraction(1)
"""Temperatures from which an agent's games are decided in fractions, on larger boards and on that of EXACT_ORDER."""

EXACT_ORDER = 5

MOST_PROVED_PLAYOUTS = 1000
"""Playouts up to which the proofs compute again what an agent does in every position."""

MOST_PROVED_SWEEPS, MOST_HEATED_SWEEPS = 20, 100
"""Sweeps up to which the proofs compute again what an agent does, without a temperature and with one: after many sweeps doubles
do not tell the greatest drops apart."""

UNPROVED = frozenset({"edge-count", "shortest-path", "k-best"})
"""Agents that the proofs do not compute again."""


def compared(order: int, *, full: bool = False) -> list[tuple[str, str]]:
    """Pairs of agents that are compared on a board, each once.

    Args:
        order: of the board.
        full: all of them, else those of the figures; on the smallest board there is no difference.
    """
    full, whole, small = full or order == LEAST_ORDER, is_whole(order), order <= FOLLOWED_ORDER
    hot = [
        f"temperature:{heat}" for heat in TEMPERATURES if full or not is_hot(order, parse_agent(f"temperature:{heat}"))
    ]
    shorts = list(hot) if full or whole else []
    pairs = [*product([COLD], hot), *zip(hot, hot, strict=True)]
    if small:
        mapped = [agent for agent in hot if full or agent.partition(":")[2] in MAPPED]
        pairs += product(mapped, mapped)
        most = MOST_CERTIFIED[full] if whole else MOST_SAMPLED[full]
        shorts += [f"mc:{k}" for k in PLAYOUTS if k <= most]
    if whole:
        plain = ["heuristic", "perfect", "random"]
        shorts += plain
        cuts = [*plain, COLD, "temperature:0.1", "mc:100"]
        swept = [f"gauss-seidel:{sweeps}" for sweeps in SWEEPS]
        pairs += product(cuts, [*shorts, *swept] if full else ["perfect"])
    if full or not whole:
        shorts += [f"gauss-seidel:{sweeps}:{heat}" for sweeps, heat in product(*sweeping(order))]
        shorts += [f"temperature:{heat}" for heat in sweeping(order)[1]]
    return list(dict.fromkeys([*pairs, *product(["heuristic"], shorts)]))


def sweeping(order: int) -> tuple[tuple[int, ...], tuple[str, ...]]:
    """Gauss-Seidel sweeps and temperatures that are compared on a board."""
    return (SWEEPS, SWEPT_TEMPERATURES) if order <= LAST_SMALL else (MANY_SWEEPS, COOL_TEMPERATURES)


def usual_games(order: int) -> int:
    """Games of each sampled pairing that comes with others."""
    return STANDARD_GAMES if order <= LAST_SMALL else FEWER_GAMES


def is_hot(order: int, agent: Agent) -> bool:
    """Whether many of the agent's moves are decided in fractions."""
    heat = HOT if agent.temperature is None else agent.temperature
    return agent.kind == "heuristic" and order >= EXACT_ORDER and heat >= (HOT if order == EXACT_ORDER else WARM)


def is_proved(agent: Agent) -> bool:
    """Whether the proofs compute again what the agent does, of few enough playouts or sweeps."""
    most = MOST_PROVED_SWEEPS if agent.temperature == 0 else MOST_HEATED_SWEEPS
    return (agent.playouts or 0) <= MOST_PROVED_PLAYOUTS and agent.sweeps <= most and agent.kind not in UNPROVED


def contents(parameters: Mapping[str, Any]) -> Contents:
    """What the build with these parameters holds."""
    order, more = parameters["order"], {name: value for name, value in parameters.items() if name != "order"}
    if not isinstance(order, int) or not LEAST_ORDER <= order <= MOST_ORDER:
        raise ValueError("no such board")
    line, board = f"{FAMILY} --order {order}", f"m = {order}"
    openings = dict.fromkeys(("boards", "edges", "openings", "lines"), board)
    match more:
        case {} if not more:
            whole = {"positions": board} if is_whole(order) else {}
            return Contents(line, "exact", "recomputed", {**openings, **whole})
        case {"openings": True, **none} if not none and is_whole(order):
            return Contents(f"{line} --openings", "exact", "recomputed", openings)
        case {"agent": str(agent), **none} if not none and agent_name(agent) == agent and is_listed(order, [agent]):
            rows = {"agents": f"{board} AND agent = {text(agent)}"}
            return Contents(f"{line} --agent {agent}", "certified", _evidence(order, [(agent,)]), rows)
        case {"cut": str(cut), "short": str(short), **sample} if (agent_name(cut), agent_name(short)) == (cut, short):
            return _paired(order, f"{line} --cut {cut} --short {short}", [(cut, short)], sample, GAMES)
        case {"pairings": int(count), **sample}:
            # the number tells sets of an earlier version from this one
            for full in (False, True):
                if len(pairs := compared(order, full=full)) == count:
                    name = f"{line} --pairings" + (" --full" if full else "")
                    return _paired(order, name, pairs, sample, usual_games(order))
    raise ValueError("no such build")


def _paired(order: int, line: str, pairs: list[tuple[str, str]], sample: Mapping[str, Any], usual: int) -> Contents:
    """Pairings; a sample's number of games is part of the name unless it is the usual one, as is a seed."""
    names = ", ".join(f"({text(cut)}, {text(short)})" for cut, short in pairs)
    rows = {"pairings": f"m = {order} AND (cut, short) IN ({names})"}
    if not any(is_sampled(order, *pair) for pair in pairs):
        if sample:
            raise ValueError("nothing is sampled there")
        return Contents(line, "certified", _evidence(order, pairs), rows)
    match dict(sample):
        case {"games": int(games), "seed": int(seed), **none} if not none and 1 <= games <= MOST_GAMES and seed >= 0:
            line += ("" if games == usual else f" --games {games}") + ("" if seed == SEED else f" --seed {seed}")
            return Contents(line, "sampled", _evidence(order, pairs), rows)
    raise ValueError("a sample has a number of games and a seed")


def _evidence(order: int, pairs: Iterable[tuple[str, ...]]) -> Evidence:
    """How numbers about agents are known: neither very many playouts or sweeps are done again, nor perfect games of Short."""
    for agents in (list(map(parse_agent, names)) for names in pairs):
        cut, short = str(agents[0]), str(agents[-1])
        if len(agents) > 1 and is_followed(order, cut, short):
            return "single"
        kinds = ["" if is_listed(order, (cut, short)) else agent.kind for agent in agents]
        if kinds[0] != "perfect" and not (all(map(is_proved, agents)) and "perfect" not in kinds):
            return "single"
    return "recomputed"
