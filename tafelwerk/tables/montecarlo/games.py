"""The family's games and agents, as the tables name them; what their moves do is the solvers' business."""

from dataclasses import dataclass
from math import inf
from typing import Literal

from tafelwerk.errors import InputError

FAMILY = "montecarlo"

Overshoot = Literal["wins", "loses", "illegal"]
Kind = Literal["static", "informed"]
Playouts = int | float
"""Playouts a candidate: a positive integer, or math.inf."""

OVERSHOOTS: tuple[Overshoot, ...] = ("wins", "loses", "illegal")
KINDS: tuple[Kind, ...] = ("static", "informed")
AGENTS = ("random", "perfect", "careful", "half-perfect")
"""Agents that sample nothing; MC(k) is written mc:K."""


@dataclass(frozen=True, slots=True)
class Esr:
    """The single-step race ESR(n, m, s): m lanes of n steps a player, first to have s pieces home wins."""

    n: int
    m: int
    s: int

    def __post_init__(self) -> None:
        if self.n < 1:
            raise InputError(f"a lane has at least 1 step, not {self.n}")
        if self.m < 1:
            raise InputError(f"a race has at least 1 lane, not {self.m}")
        if not 1 <= self.s <= self.m:
            raise InputError(f"the pieces to bring home are 1 to {self.m} (the lanes), not {self.s}")

    def __str__(self) -> str:
        return f"esr {self.n} {self.m} {self.s}"


@dataclass(frozen=True, slots=True)
class Dsc:
    """The double-step crash race DSC(n) on a lane of n fields."""

    n: int

    def __post_init__(self) -> None:
        if self.n < 1:
            raise InputError(f"a lane has at least 1 field, not {self.n}")

    def __str__(self) -> str:
        return f"dsc {self.n}"


@dataclass(frozen=True, slots=True)
class SubtractionRules:
    """What may be taken (ascending), and what taking more than is left does."""

    moves: tuple[int, ...]
    overshoot: Overshoot = "wins"

    def __post_init__(self) -> None:
        if not self.moves:
            raise InputError("a subtraction game has at least one move")
        if min(self.moves) < 1:
            raise InputError(f"a move takes at least 1, not {min(self.moves)}")
        if list(self.moves) != sorted(set(self.moves)):
            raise InputError(f"moves are named once each, ascending, not {self.text}")
        if self.overshoot not in OVERSHOOTS:
            raise InputError(f"taking more than is left wins, loses or is illegal, not {self.overshoot!r}")

    @property
    def text(self) -> str:
        """The moves as the tables spell them: "1,2"."""
        return ",".join(map(str, self.moves))

    @property
    def options(self) -> str:
        """The rules as options of a command."""
        return f"--moves {self.text}" + (f" --overshoot {self.overshoot}" if self.overshoot != "wins" else "")


@dataclass(frozen=True, slots=True)
class Subtraction:
    """A subtraction game from one heap."""

    rules: SubtractionRules
    heap: int

    def __post_init__(self) -> None:
        if self.heap < 0:
            raise InputError(f"a heap has 0 or more, not {self.heap}")

    def __str__(self) -> str:
        return f"subtraction {self.heap} {self.rules.options}"


Game = Esr | Dsc | Subtraction


def stored(playouts: Playouts) -> int:
    """Playouts as the tables hold them: 0 for infinitely many."""
    return 0 if playouts == inf else int(playouts)


def curve_points(k_max: int, points: int | None = None) -> list[int]:
    """Every k up to `k_max`, or the distinct round(k_max^(i/(points - 1))) for i = 0, ..., points - 1; ascending."""
    if points is None:
        return list(range(1, k_max + 1))
    return sorted({round(k_max ** (i / (points - 1))) for i in range(points)})
