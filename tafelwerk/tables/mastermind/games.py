"""The family's games and strategies, as the tables name them; what they do is the solvers' business."""

import re
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from tafelwerk.errors import InputError, quoted
from tafelwerk.tables.entropy_orders import order_name, read_order

FAMILY = "mastermind"

MOST_PEGS, MOST_CODES = 21, 20_000
"""Pegs of a code, and codes of a game, at most."""

Tie = Literal["lex", "mix"]
TIES: tuple[Tie, ...] = ("lex", "mix")

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,63}")
_PEGS = re.compile(r"[0-9]+x[0-9]+")
_WRITTEN = re.compile(r"([0-9]{1,6})x([0-9]{1,6})( distinct)?")


@dataclass(frozen=True, slots=True)
class Pegs:
    """Mastermind with codes of `pegs` pegs of `colors` colours; `distinct`: no colour may repeat."""

    pegs: int
    colors: int
    distinct: bool = False

    def __post_init__(self) -> None:
        if not 1 <= self.pegs <= MOST_PEGS:
            raise InputError(f"--pegs must be 1 to {MOST_PEGS}, not {quoted(self.pegs)}")
        if not 1 <= self.colors <= MOST_CODES:
            raise InputError(f"--colors must be 1 to {MOST_CODES:,}, not {quoted(self.colors)}")
        if self.distinct and self.colors < self.pegs:
            raise InputError(
                f"--colors must be at least {self.pegs}, one per peg, where no colour may repeat, not {self.colors}"
            )

    @property
    def name(self) -> str:
        """What the tables call it."""
        return f"{self.pegs}x{self.colors}" + (" distinct" if self.distinct else "")

    @property
    def options(self) -> str:
        """The words of the command line that name it."""
        return f"--pegs {self.pegs} --colors {self.colors}" + (" --distinct" if self.distinct else "")

    @property
    def title(self) -> str:
        """What people call it."""
        pegs = "1 peg" if self.pegs == 1 else f"{self.pegs} pegs"
        colors = "1 colour" if self.colors == 1 else f"{self.colors} colours"
        return f"Mastermind with {pegs}, {colors}" + (", all different" if self.distinct else "")

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class Named:
    """A word list or a table of answers, under the name it was given when it was built."""

    name: str

    def __post_init__(self) -> None:
        if not _NAME.fullmatch(self.name):
            raise InputError(f"--name must be letters, digits, '_', '.' and '-', 64 at most, not {quoted(self.name)}")
        if _PEGS.fullmatch(self.name):
            raise InputError(f"--name {self.name} is what Mastermind itself is called; choose another")

    @property
    def options(self) -> str:
        """The words of the command line that name it."""
        return f"--name {self.name}"

    @property
    def title(self) -> str:
        """What people call it."""
        return self.name

    def __str__(self) -> str:
        return self.name


Game = Pegs | Named


@dataclass(frozen=True, slots=True)
class Optimal:
    """Least total; `max_depth`: among the strategies that need no more queries for any code; `least_depth`: with the
    least greatest number of queries among the strategies of least total."""

    max_depth: int | None = None
    least_depth: bool = False

    def __post_init__(self) -> None:
        if self.max_depth is not None and not 1 <= self.max_depth <= MOST_CODES:
            raise InputError(f"--max-depth must be 1 to {MOST_CODES:,}, not {quoted(self.max_depth)}")
        if self.max_depth is not None and self.least_depth:
            raise InputError("--max-depth and --least-depth exclude each other")

    @property
    def name(self) -> str:
        """What the tables call it."""
        depth = f" max-depth {self.max_depth}" if self.max_depth is not None else ""
        return "optimal" + depth + (" least-depth" if self.least_depth else "")

    @property
    def tie(self) -> str:
        """No tie rule goes with it."""
        return "none"

    @property
    def options(self) -> str:
        """The words of the command line that name it."""
        depth = f" --max-depth {self.max_depth}" if self.max_depth is not None else ""
        return "--strategy optimal" + depth + (" --least-depth" if self.least_depth else "")

    @property
    def title(self) -> str:
        """What people call it."""
        return self.name

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class Entropy:
    """Greatest Rényi entropy of order `alpha` (None: infinity), ties by `tie`."""

    alpha: Fraction | None
    tie: Tie = "lex"

    @property
    def name(self) -> str:
        """What the tables call it."""
        return order_name(self.alpha)

    @property
    def options(self) -> str:
        """The words of the command line that name it."""
        return f"--strategy {self.name}" + (" --tie mix" if self.tie == "mix" else "")

    @property
    def title(self) -> str:
        """What people call it."""
        return f"{self.name}, ties {self.tie.upper()}"

    def __str__(self) -> str:
        return f"{self.name} {self.tie}"


Strategy = Optimal | Entropy


def strategy(word: str, tie: str | None = None, *, max_depth: int | None = None, least_depth: bool = False) -> Strategy:
    """A strategy by its words.

    Args:
        word: "optimal", or "h" and the order of the entropy: "h0", "h0.5", "h4/3", "hinf".
        tie: "lex" (as None) or "mix"; not with "optimal".
        max_depth: as of `Optimal`.
        least_depth: as of `Optimal`.

    Raises:
        InputError: there is no such strategy.
    """
    if word == "optimal":
        if tie is not None:
            raise InputError(f"--tie {tie}: the optimal strategy has no tie rule")
        return Optimal(max_depth, least_depth)
    if max_depth is not None or least_depth:
        given = "--least-depth" if least_depth else f"--max-depth {max_depth}"
        raise InputError(f"{given} goes with --strategy optimal, not with {quoted(word)}")
    if tie is not None and tie not in TIES:
        raise InputError(f"--tie must be lex or mix, not {quoted(tie)}")
    return Entropy(read_order(word), "mix" if tie == "mix" else "lex")


def parse_game(text: str) -> Game:
    """The game of a text as `str` writes it: "4x6", "4x6 distinct", else the name of a game that was built from a file.

    Raises:
        InputError: there is none.
    """
    found = _WRITTEN.fullmatch(text)
    return Named(text) if found is None else Pegs(int(found[1]), int(found[2]), bool(found[3]))


def parse_strategy(text: str) -> Strategy:
    """The strategy of a text as `str` writes it: "optimal max-depth 6", "h1", "h0.5 mix".

    Raises:
        InputError: there is none.
    """
    match text.split():
        case [word, "max-depth", depth] if depth.isascii() and depth.isdigit():
            return strategy(word, max_depth=int(depth))
        case [word, "least-depth"]:
            return strategy(word, least_depth=True)
        case [word] | [word, "lex" | "mix"] as words:
            return strategy(word, *words[1:])
    raise InputError(f"a strategy is optimal [max-depth D | least-depth], or hA [lex|mix], not {quoted(text)}")
