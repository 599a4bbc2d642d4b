"""Agents of the switching game by their names.

    perfect           evenly among the winning moves; in a lost position among all free edges
    heuristic         the greatest drop, ties evenly; the same as temperature:0
    temperature:T     free edges in proportion to (drop / greatest drop)^(1/T); `inf`: evenly among edges with a drop
    gauss-seidel:S    the heuristic with potentials after S Gauss-Seidel sweeps; gauss-seidel:S:T at a temperature
    mc:K              K random playouts of every free edge, the most wins, ties evenly; mc:inf: the greatest chance to win
    random            evenly among all free edges

Source: Jena dissertation on the exact analysis of heuristics for combinatorial games, sections 5.2 and 5.4, definition 5.7.
"""

import re
from dataclasses import dataclass
from fractions import Fraction

from tafelwerk.errors import InputError, quoted
from tafelwerk.rules.switching.limits import MOST_AGENT_PLAYOUTS, check_sweeps, check_temperature

HOW = (
    "agents are perfect, heuristic, temperature:T, mc:K, mc:inf, gauss-seidel:SWEEPS[:T] and random, "
    "with T such as 0.1 or 1/10"
)

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
    raise InputError(f"{quoted(text)} is no agent: {HOW}")


def _whole(text: str, what: str) -> int:
    if not _WHOLE.fullmatch(text):
        raise InputError(f"{what} must be a whole number, not {quoted(text)}: {HOW}")
    return int(text)


def _temperature(text: str) -> Fraction | None:
    if text == "inf":
        return None
    if not _NUMBER.fullmatch(text):
        raise InputError(f"a temperature is a number such as 0.1 or 1/10, or inf, not {quoted(text)}: {HOW}")
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
