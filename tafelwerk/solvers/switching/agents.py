"""Agents of the switching game, and what each does in every position of a small graph, as chances of edges.

    perfect           evenly among the winning moves; in a lost position among all free edges
    heuristic         the greatest drop, ties evenly; the same as temperature:0
    temperature:T     free edges in proportion to (drop / greatest drop)^(1/T); `inf`: evenly among edges with a drop
    gauss-seidel:S    the heuristic with potentials after S Gauss-Seidel sweeps; gauss-seidel:S:T at a temperature
    mc:K              K random playouts of every free edge, the most wins, ties evenly; mc:inf: the greatest chance to win
    random            evenly among all free edges

The same agent plays either side.

Source: Jena dissertation on the exact analysis of heuristics for combinatorial games, sections 5.2 and 5.4, definition 5.7.
"""

import re
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

import numpy as np
from flint import fmpq
from numpy.typing import NDArray

from tafelwerk.errors import InputError
from tafelwerk.solvers.core.double_double import UNIT
from tafelwerk.solvers.core.exact_play import exact_policy_monte_carlo
from tafelwerk.solvers.core.game_graph import UNDECIDED
from tafelwerk.solvers.core.limit_agent import limit_shares
from tafelwerk.solvers.core.perfect_play import perfect_shares
from tafelwerk.solvers.core.policy import Policy, monte_carlo_policy
from tafelwerk.solvers.core.random_play import RandomPlay, random_play
from tafelwerk.solvers.core.share_policy import random_shares, share_policy, share_rows
from tafelwerk.solvers.switching.gauss_seidel import check_sweeps, swept_drops
from tafelwerk.solvers.switching.integer_drops import Drops, all_drops, heuristic_shares
from tafelwerk.solvers.switching.positions import Positions
from tafelwerk.solvers.switching.temperature import check_temperature, temperature_policy

MOST_AGENT_PLAYOUTS = 1_000_000

HOW = (
    "agents are perfect, heuristic, temperature:T, mc:K, mc:inf, gauss-seidel:SWEEPS[:T] and random, "
    "with T such as 0.1 or 1/10"
)

Shares = NDArray[np.int64]

_WHOLE = re.compile(r"[0-9]{1,18}", re.ASCII)
_NUMBER = re.compile(r"[0-9]{1,18}(\.[0-9]{1,18})?|\.[0-9]{1,18}|[0-9]{1,18}/0*[1-9][0-9]{0,17}", re.ASCII)


@dataclass(frozen=True, slots=True)
class Agent:
    """An agent by its parts; `parse_agent` makes them.

    Attributes:
        kind: perfect, heuristic, mc, gauss-seidel or random.
        playouts: K of mc; None for infinitely many, and for other agents.
        sweeps: S of gauss-seidel; 0 for other agents.
        temperature: T of heuristic and gauss-seidel, 0 without one; None for an infinite one.
    """

    kind: str
    playouts: int | None = None
    sweeps: int = 0
    temperature: Fraction | None = Fraction(0)

    def __str__(self) -> str:
        """The one name of the agent: temperature:0 is heuristic, 0.50 is 0.5."""
        if self.kind == "mc":
            return f"mc:{'inf' if self.playouts is None else self.playouts}"
        heat = "" if self.temperature == 0 else f":{_number(self.temperature)}"
        if self.kind == "gauss-seidel":
            return f"gauss-seidel:{self.sweeps}{heat}"
        return f"temperature{heat}" if heat else self.kind


def parse_agent(text: str) -> Agent:
    """An agent by its name.

    Raises:
        InputError: there is none of that name, or a number is out of range.
    """
    kind, *rest = text.strip().lower().split(":")
    count = len(rest)
    if kind in ("perfect", "heuristic", "random") and count == 0:
        return Agent(kind)
    if kind == "temperature" and count == 1:
        return Agent("heuristic", temperature=_temperature(rest[0]))
    if kind == "mc" and count == 1:
        if rest[0] == "inf":
            return Agent(kind)
        playouts = _whole(rest[0], "playouts")
        if not 1 <= playouts <= MOST_AGENT_PLAYOUTS:
            raise InputError(f"playouts are 1 to {MOST_AGENT_PLAYOUTS}, or inf, not {playouts}")
        return Agent(kind, playouts=playouts)
    if kind == "gauss-seidel" and count in (1, 2):
        sweeps = _whole(rest[0], "sweeps")
        check_sweeps(sweeps)
        return Agent(kind, sweeps=sweeps, temperature=_temperature(rest[1]) if count == 2 else Fraction(0))
    raise InputError(f"{text!r} is no agent: {HOW}")


def agent_policy(positions: Positions, agent: Agent) -> Policy:
    """What an agent does in every position, in floats with proven errors; chances are of edges of `positions.game`.

    Raises:
        InputError: there is no such agent.
    """
    shares = agent_shares(positions, agent)
    if shares is not None:
        return share_policy(positions.game, shares)
    if agent.kind == "mc" and agent.playouts is not None:
        return monte_carlo_policy(positions.game, _playouts(positions), agent.playouts)
    assert agent.temperature is not None
    if agent.kind == "heuristic":
        drops = _drops(positions)
        most = np.repeat(drops.greatest, np.diff(positions.game.offsets))
        ratios = drops.numerators / most
        return temperature_policy(positions.game, ratios, UNIT * np.where(ratios < 1, ratios, 0.0), agent.temperature)
    swept = swept_drops(positions, agent.sweeps)
    return temperature_policy(positions.game, swept.ratios, swept.errors, agent.temperature)


def agent_shares(positions: Positions, agent: Agent) -> Shares | None:
    """An agent whose chances are small fractions, as whole-number shares an edge; None for others. Exact.

    Raises:
        InputError: there is no such agent.
    """
    game = positions.game
    if agent.kind == "random":
        return random_shares(game)
    if agent.kind == "perfect":
        return perfect_shares(game)
    if agent.kind == "mc":
        return limit_shares(game, _playouts(positions)) if agent.playouts is None else None
    if agent.kind == "heuristic":
        if agent.temperature == 0:
            return heuristic_shares(positions, _drops(positions))
        return None if agent.temperature else (_drops(positions).numerators > 0).astype(np.int64)
    if agent.kind == "gauss-seidel":
        if agent.temperature:
            return None
        swept = swept_drops(positions, agent.sweeps)
        if agent.temperature == 0:
            return np.where(swept.greatest, 1, 0)
        is_open = game.payoff == UNDECIDED
        most = np.maximum.reduceat(swept.ratios, game.offsets[:-1][is_open])
        nothing = np.repeat(most == 0, np.diff(game.offsets)[is_open])
        return np.where((swept.ratios > 0) | nothing, 1, 0)
    raise InputError(f"{agent.kind!r} is no agent: {HOW}")


def agent_rows(positions: Positions, agent: Agent) -> list[fmpq]:
    """An agent in fractions, one an edge of `positions.game`.

    Raises:
        InputError: there is no such agent, its chances are no fractions, or they are too long.
    """
    shares = agent_shares(positions, agent)
    if shares is not None:
        return share_rows(positions.game, shares)
    if agent.kind == "mc" and agent.playouts is not None:
        return exact_policy_monte_carlo(positions.game, agent.playouts)
    if agent.kind == "heuristic" and agent.temperature is not None and agent.temperature.numerator == 1:
        return _power_rows(positions, agent.temperature.denominator)
    raise InputError(f"{agent} has no fractions: a temperature must be 1/q with a whole q, and potentials exact")


def _power_rows(positions: Positions, exponent: int) -> list[fmpq]:
    """The heuristic at temperature 1 / exponent."""
    game, numerators = positions.game, _drops(positions).numerators.tolist()
    if exponent > 100:
        raise InputError(f"fractions are for temperatures from 1/100, not 1/{exponent}")
    rows: list[fmpq] = []
    for begin, end in zip(game.offsets[:-1].tolist(), game.offsets[1:].tolist(), strict=True):
        weights = [drop**exponent for drop in numerators[begin:end]]
        total = sum(weights)
        rows.extend(fmpq(weight, total) for weight in weights)
    return rows


@lru_cache(maxsize=2)
def _drops(positions: Positions) -> Drops:
    return all_drops(positions)


@lru_cache(maxsize=2)
def _playouts(positions: Positions) -> RandomPlay:
    return random_play(positions.game)


def _whole(text: str, what: str) -> int:
    if not _WHOLE.fullmatch(text):
        raise InputError(f"{what} must be a whole number, not {text!r}: {HOW}")
    return int(text)


def _temperature(text: str) -> Fraction | None:
    if text == "inf":
        return None
    if not _NUMBER.fullmatch(text):
        raise InputError(f"a temperature is a number such as 0.1 or 1/10, or inf, not {text!r}: {HOW}")
    value = Fraction(text)
    check_temperature(value)
    return value


def _number(value: Fraction | None) -> str:
    """A temperature in decimals where they end, else as a fraction."""
    if value is None:
        return "inf"
    rest, places = value.denominator, 0
    while rest % 10 == 0:
        rest //= 10
        places += 1
    for prime in (2, 5):
        while rest % prime == 0:
            rest //= prime
            places += 1
    if rest != 1:
        return str(value)
    digits = f"{value.numerator * 10**places // value.denominator:0{places + 1}d}"
    whole, part = digits[: len(digits) - places], digits[len(digits) - places :].rstrip("0")
    return f"{whole}.{part}" if part else whole
