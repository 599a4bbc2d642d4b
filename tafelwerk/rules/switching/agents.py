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
from tafelwerk.rules.numbers import decimal_text

HOW = "these are perfect, heuristic, random, temperature:T, mc:K, mc:inf, gauss-seidel:SWEEPS[:T], with T such as 0.1 or 1/10"

MOST_AGENT_PLAYOUTS, MOST_SWEEPS, MOST_TEMPERATURE = 1_000_000, 1000, 10**6

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
        """Canonical name of the agent: temperature:0 is heuristic, 0.50 is 0.5."""
        if self.kind == "mc":
            return f"mc:{'inf' if self.playouts is None else self.playouts}"
        heat = "inf" if self.temperature is None else decimal_text(self.temperature)
        if self.kind == "gauss-seidel":
            return f"gauss-seidel:{self.sweeps}" + ("" if heat == "0" else f":{heat}")
        return self.kind if heat == "0" else f"temperature:{heat}"


def parse_agent(text: str) -> Agent:
    """An agent by its name.

    Raises:
        InputError: there is none of that name, or a number is out of range.
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
        case ["gauss-seidel", sweeps, *heat] if len(heat) <= 1:
            count = _counted("SWEEPS of gauss-seidel:SWEEPS", sweeps, MOST_SWEEPS)
            return Agent("gauss-seidel", None, count, _temperature(*heat) if heat else Fraction(0))
    raise InputError(f"{quoted(text)} is no agent: {HOW}")


def agent_name(text: str) -> str:
    """Canonical name of an agent.

    Raises:
        InputError: as for `parse_agent`.
    """
    return str(parse_agent(text))


def is_temperature(heat: Fraction) -> bool:
    """Whether agents play at this temperature: 0, or within a factor MOST_TEMPERATURE of 1."""
    return heat == 0 or Fraction(1, MOST_TEMPERATURE) <= heat <= MOST_TEMPERATURE


def _counted(what: str, text: str, most: int) -> int:
    number = int(text) if _WHOLE.fullmatch(text) else 0
    if not 1 <= number <= most:
        raise InputError(f"{what} is a whole number from 1 to {most}, not {quoted(text)}")
    return number


def _temperature(text: str) -> Fraction | None:
    if text == "inf":
        return None
    heat = Fraction(text) if _NUMBER.fullmatch(text) else None
    if heat is None or not is_temperature(heat):
        raise InputError(
            f"a temperature is 0, from 0.000001 to {MOST_TEMPERATURE}, or inf, such as 0.1, not {quoted(text)}"
        )
    return heat
