"""Agents of the switching game by name. A drop is the potential difference of a free edge.

    perfect           evenly among the winning moves; in a lost position among all free edges
    heuristic         the greatest drop, ties evenly; the same as temperature:0
    temperature:T     free edges in proportion to (drop / greatest drop)^(1/T); `inf`: evenly among edges with a drop
    annealing:T       the heuristic at the temperature T times the share of edges that are free
    gauss-seidel:S    the heuristic with potentials after S Gauss-Seidel sweeps; gauss-seidel:S:T at temperature T;
                      gauss-seidel:S:T:W with over-relaxation W. A last word says where sweeps start: `half` (1/2, the
                      default), `warm` (the potentials after the agent's last move, 1/2 at its first) or `random` (uniform
                      from 0 to 1)
    mc:K              the edge with the most wins in K random playouts per free edge, ties evenly; mc:inf: the greatest
                      chance to win
    edge-count        the edge after which the rival lacks the most edges compared with the player: Short lacks the fewest
                      edges that would join A and B, Cut the fewest that would separate them; edge-count:T: in proportion to
                      exp(-(best - value) / T)
    shortest-path     the edge on the most shortest paths between A and B, marked edges of length 0; shortest-path:T: in
                      proportion to (paths / most paths)^(1/T)
    k-best:K:D        minimax to depth D over the K best edges by edge-count in every position, values as in edge-count
    random            evenly among all free edges

Source: Jena dissertation on the exact analysis of heuristics for combinatorial games, sections 5.2, 5.4 to 5.6, definition 5.7.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from tafelwerk.errors import InputError, quoted
from tafelwerk.families.switching.rules.boards import is_whole
from tafelwerk.rules.numbers import decimal_text, exact

HOW = (
    "agents are perfect, heuristic, random, temperature:T, annealing:T, mc:K, mc:inf, gauss-seidel:SWEEPS[:T[:OMEGA]][:START], "
    "edge-count[:T], shortest-path[:T], k-best:K:DEPTH, with T such as 0.1 or 1/10"
)

STARTS = ("half", "warm", "random")
"""Starts of Gauss-Seidel sweeps."""

MOST_AGENT_PLAYOUTS, MOST_SWEEPS, MOST_TEMPERATURE = 1_000_000, 1000, 10**6

FOLLOWED_ORDER, LEAST_FOLLOWED = 4, 1000
"""Order of the board on which games of the heuristic against MC(K) are followed move by move, and least K."""

MOST_WIDTH, MOST_DEPTH = 100, 6
"""Largest K and D of k-best:K:D."""

LEAST_ANNEALED, MOST_ANNEALED = Fraction(1, 1000), Fraction(1000)
"""Bounds of the initial temperature of annealing."""

_WHOLE = re.compile(r"[0-9]{1,18}", re.ASCII)


@dataclass(frozen=True, slots=True)
class Agent:
    """An agent in parsed form, as made by `parse_agent`.

    Attributes:
        kind: perfect, heuristic, annealing, mc, gauss-seidel, edge-count, shortest-path, k-best or random.
        playouts: K of mc; None for infinitely many and for other agents.
        sweeps: S of gauss-seidel; 0 for other agents.
        temperature: T of the agents that have one, 0 otherwise; None for infinity.
        omega: over-relaxation of gauss-seidel; 1 is none.
        start: start of gauss-seidel, one of STARTS.
        width, depth: K and D of k-best; 0 for other agents.
    """

    kind: str
    playouts: int | None = None
    sweeps: int = 0
    temperature: Fraction | None = Fraction(0)
    omega: Fraction = Fraction(1)
    start: str = STARTS[0]
    width: int = 0
    depth: int = 0

    @property
    def is_positional(self) -> bool:
        """Whether its choice depends on the position alone, with chances that can be computed."""
        return self.start == STARTS[0]

    def __str__(self) -> str:
        """Canonical name of the agent: temperature:0 is heuristic, 0.50 is 0.5."""
        if self.kind == "mc":
            return f"mc:{'inf' if self.playouts is None else self.playouts}"
        heat = "inf" if self.temperature is None else decimal_text(self.temperature)
        if self.kind == "gauss-seidel":
            omega = decimal_text(self.omega)
            numbers = [heat, omega] if omega != "1" else [heat] if heat != "0" else []
            words = [*numbers, *([] if self.is_positional else [self.start])]
            return ":".join([self.kind, str(self.sweeps), *words])
        if self.kind == "k-best":
            return f"k-best:{self.width}:{self.depth}"
        kind = "temperature" if self.kind == "heuristic" else self.kind
        return self.kind if heat == "0" else f"{kind}:{heat}"


@lru_cache(maxsize=1024)  # sets of builds name the same agents tens of thousands of times
def parse_agent(text: str) -> Agent:
    """The agent of a given name.

    Raises:
        InputError: no agent has that name, or a number is out of range.
    """
    match text.strip().lower().split(":"):
        case ["perfect" | "heuristic" | "random" as kind]:
            return Agent(kind)
        case ["mc", "inf"]:
            return Agent("mc")
        case ["mc", playouts]:
            return Agent("mc", _counted("K of mc:K", playouts, MOST_AGENT_PLAYOUTS))
        case ["temperature", heat]:
            return Agent("heuristic", temperature=_temperature(heat))
        case ["annealing", heat]:
            return Agent("annealing", temperature=_annealed(heat))
        case ["edge-count" | "shortest-path" as kind, *heat] if len(heat) <= 1:
            return Agent(kind, temperature=_temperature(*heat) if heat else Fraction(0))
        case ["k-best", width, depth]:
            wide = _counted("K of k-best:K:DEPTH", width, MOST_WIDTH)
            return Agent("k-best", width=wide, depth=_counted("DEPTH of k-best:K:DEPTH", depth, MOST_DEPTH))
        case ["gauss-seidel", sweeps, *words] if len(words) <= 3:
            count = _counted("SWEEPS of gauss-seidel:SWEEPS", sweeps, MOST_SWEEPS)
            start = words.pop() if words and words[-1] in STARTS else STARTS[0]
            if len(words) <= 2:
                heat, omega = [*words, *("0", "1")[len(words) :]]
                return Agent("gauss-seidel", None, count, _temperature(heat), _relaxation(omega), start)
    raise InputError(f"unknown agent {quoted(text)}: {HOW}")


def agent_name(text: str) -> str:
    """Canonical name of an agent.

    Raises:
        InputError: see `parse_agent`.
    """
    return str(parse_agent(text))


def is_listed(order: int, names: Iterable[str]) -> bool:
    """Whether the agents' chances against each other are computed over all positions of the board, without sampling."""
    return is_whole(order) and all(parse_agent(name).is_positional for name in names)


def is_followed(order: int, cut: str, short: str) -> bool:
    """Whether the games of two agents are few enough to be followed move by move: the heuristic against MC of many playouts."""
    agent = parse_agent(short)
    many = agent.playouts is None or agent.playouts >= LEAST_FOLLOWED
    return order == FOLLOWED_ORDER and cut == "heuristic" and agent.kind == "mc" and many


def is_sampled(order: int, cut: str, short: str) -> bool:
    """Whether the chance of two agents against each other comes from simulated games."""
    return not is_listed(order, (cut, short)) and not is_followed(order, cut, short)


def check_sample(order: int, cut: str, short: str, games: int | None, seed: int | None) -> None:
    """Raise InputError if games or a seed are given for agents that are not sampled."""
    if not is_sampled(order, cut, short) and (games is not None or seed is not None):
        option = "--games" if games is not None else "--seed"
        raise InputError(
            f"{option} is for simulated games; on the board of order {order} the answer for {cut} and {short} is certified"
        )


def is_temperature(heat: Fraction) -> bool:
    """Whether agents play at this temperature: 0, or within a factor MOST_TEMPERATURE of 1."""
    return heat == 0 or Fraction(1, MOST_TEMPERATURE) <= heat <= MOST_TEMPERATURE


def _counted(what: str, text: str, most: int) -> int:
    number = int(text) if _WHOLE.fullmatch(text) else 0
    if not 1 <= number <= most:
        raise InputError(f"{what} is a whole number from 1 to {most}, not {quoted(text)}")
    return number


def _number(text: str) -> Fraction | None:
    """A number that can be read again from an agent's name; None for any other text."""
    number = exact(text)
    return number if number is not None and exact(decimal_text(abs(number))) is not None else None


def _relaxation(text: str) -> Fraction:
    omega = _number(text) or Fraction(0)
    if not 0 < omega < 2 or omega.denominator > MOST_TEMPERATURE:
        raise InputError(
            "OMEGA of gauss-seidel:SWEEPS:T:OMEGA is above 0 and below 2, a decimal or p/q such as 1.5 or 3/2 with a denominator "
            f"up to {MOST_TEMPERATURE}, not {quoted(text)}; START, the last word, is {', '.join(STARTS[:-1])} or {STARTS[-1]}"
        )
    return omega


def _annealed(text: str) -> Fraction:
    heat = _number(text) or Fraction(0)
    if not LEAST_ANNEALED <= heat <= MOST_ANNEALED:
        raise InputError(f"T of annealing:T is 0.001 to 1000, not {quoted(text)}")
    return heat


def _temperature(text: str) -> Fraction | None:
    if text == "inf":
        return None
    heat = _number(text)
    if heat is None or not is_temperature(heat):
        raise InputError(
            f"a temperature is 0, from 0.000001 to {MOST_TEMPERATURE}, or inf, such as 0.1, not {quoted(text)}"
        )
    return heat
