"""Agents that are compared on boards, and which of their chances a second program recomputes."""

from collections.abc import Iterable
from fractions import Fraction
from itertools import product

from tafelwerk.families.switching.rules.agents import FOLLOWED_ORDER, Agent, is_followed, is_listed, parse_agent
from tafelwerk.families.switching.rules.boards import LEAST_ORDER, is_whole

TEMPERATURES = (
    *("0.001", "0.002", "0.005", "0.01", "0.02", "0.03", "0.05", "0.07"),
    *("0.1", "0.14", "0.2", "0.3", "0.5", "0.7", "1"),
)
"""Temperatures of the pairings that are built as a set."""

PLAYOUTS = (1, 2, 3, 5, 7, 10, 14, 20, 30, 50, 70, 100, 200, 500, 1000)
"""Playouts of the pairings that are built as a set."""

MANY_PLAYOUTS = ("1000", "2000", "3000", "5000", "7000", "10000", "20000", "50000", "inf")
"""Playouts of the pairings that are followed move by move, one build each."""

FEW_PLAYOUTS = ("1000", "10000", "inf")
"""Those in the standard set."""

MOST_SAMPLED, MOST_CERTIFIED = (100, 500), (100, 1000)
"""Most playouts in the standard and the full set: on boards with sampled games, and on boards with every position listed."""

SWEEPS, MANY_SWEEPS = (1, 2, 3, 4, 5, 6, 8, 10), (1, 2, 4, 8, 12, 16, 24, 40)
"""Gauss-Seidel sweeps of the pairings that are built as a set: up to order LAST_SMALL, and on larger boards."""

SWEPT_TEMPERATURES, COOL_TEMPERATURES = ("0.05", "0.1", "0.2", "0.5"), ("0.05", "0.07", "0.1", "0.2")
"""Temperatures combined with all sweeps, for the same two sizes of boards; also used by the heuristic at a temperature."""

LAST_SMALL = 5
"""Order of the largest board with more games, and with fewer sweeps at higher temperatures."""

MOST_WALKED_ORDER = 20
"""Order of the largest board whose games of the heuristic a second program walks again; larger ones take it hours."""

COLD = "temperature:0.01"
"""Cut's agent in pairings in which only Short's temperature varies."""

STANDARD_GAMES, FEWER_GAMES = 2000, 1000
"""Games of each sampled pairing in a set: up to order LAST_SMALL, and on larger boards."""

SAMPLED_ORDERS, LARGE_ORDERS = (4, 5, 6), (7, 8, 9, 10)
"""Orders with sampled pairings: in the standard set, and further ones in the full set."""

MAPPED = ("0.001", "0.01", "0.03", "0.05", "0.1", "0.2", "0.5", "1")
"""Temperatures that the standard set pairs with one another."""

WARM, HOT = Fraction(3, 5), Fraction(1)
"""Temperatures from which an agent's games are decided in fractions: on larger boards, and at EXACT_ORDER."""

EXACT_ORDER = 5

MOST_PROVED_PLAYOUTS = 1000
"""Most playouts of an agent for which the proofs recompute its choices in every position."""

MOST_PROVED_SWEEPS, MOST_HEATED_SWEEPS = 20, 100
"""Most sweeps for which the proofs recompute an agent's choices, without and with a temperature: after many sweeps, doubles
cannot tell the greatest drops apart."""

RESOLUTION, MOST_PLIES = 2.0**-52, 13
"""Unit of the error that is stated of a certified chance, and most plies of a game on a board whose positions are listed."""

UNPROVED = frozenset({"edge-count", "shortest-path", "k-best"})
"""Agents that the proofs do not recompute."""


def compared(order: int, *, full: bool = False) -> list[tuple[str, str]]:
    """Pairs of agents that are compared on a board, without duplicates.

    Args:
        order: order of the board.
        full: whether to give all pairs; otherwise those of the figures. On the smallest board the two are the same.
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
    """Gauss-Seidel sweeps and temperatures compared on a board."""
    return (SWEEPS, SWEPT_TEMPERATURES) if order <= LAST_SMALL else (MANY_SWEEPS, COOL_TEMPERATURES)


def usual_games(order: int) -> int:
    """Games of each sampled pairing in a set."""
    return STANDARD_GAMES if order <= LAST_SMALL else FEWER_GAMES


def is_hot(order: int, agent: Agent) -> bool:
    """Whether many of the agent's moves are decided in fractions."""
    heat = HOT if agent.temperature is None else agent.temperature
    return agent.kind == "heuristic" and order >= EXACT_ORDER and heat >= (HOT if order == EXACT_ORDER else WARM)


def is_proved(agent: Agent) -> bool:
    """Whether the proofs recompute the agent's choices: few enough playouts or sweeps."""
    most = MOST_PROVED_SWEEPS if agent.temperature == 0 else MOST_HEATED_SWEEPS
    return (agent.playouts or 0) <= MOST_PROVED_PLAYOUTS and agent.sweeps <= most and agent.kind not in UNPROVED


def resolution(*names: str) -> float:
    """Error that is stated of chances that the proofs recompute, by the agents: twice what a second program in doubles resolves.

    Sums, binomials, powers of drops, and drops after sweeps each add to it. 0 if one of the agents is not recomputed.
    """
    agents = [parse_agent(name) for name in names]
    if not all(map(is_proved, agents)):
        return 0.0
    return sum(_units(agent) for agent in agents) * RESOLUTION


def _units(agent: Agent) -> float:
    power = float(1 / agent.temperature) if agent.temperature else 0.0
    power *= MOST_PLIES if agent.kind == "annealing" else 1
    each = 100 if agent.omega == 1 else 10_000
    return MOST_PLIES * (40 + 2 * (agent.playouts or 0) + power * (8 + each * agent.sweeps))


def is_walked(order: int) -> bool:
    """Whether a second program walks all games of the heuristic: on larger boards it walks some first moves only."""
    return order <= MOST_WALKED_ORDER


def is_recomputed(order: int, pairs: Iterable[tuple[str, ...]]) -> bool:
    """Whether a second program recomputes the chances of agents: not after many playouts or sweeps, nor games of a perfect Short.

    Args:
        order: order of the board.
        pairs: names of Cut's and Short's agents, or of one agent whose choices are meant.
    """
    for agents in (list(map(parse_agent, names)) for names in pairs):
        cut, short = str(agents[0]), str(agents[-1])
        if len(agents) > 1 and is_followed(order, cut, short):
            return False
        kinds = ["" if is_listed(order, (cut, short)) else agent.kind for agent in agents]
        if kinds[0] != "perfect" and not (all(map(is_proved, agents)) and "perfect" not in kinds):
            return False
    return True
