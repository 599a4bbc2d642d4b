"""Strategies of deduction games, as the command line and the tables name them; what they do is the solvers' business."""

from dataclasses import dataclass

from tafelwerk.errors import InputError, quoted
from tafelwerk.rules.entropy import Alpha, order_name

MOST_DEPTH = 20_000
"""Largest limit on the queries for a code."""

FIRST = ("lex", "lex-c")
"""Tie rules that are the default: the first of the tied queries."""


@dataclass(frozen=True, slots=True)
class Optimal:
    """Least total cost.

    Attributes:
        max_depth: most queries for any code; None: no limit.
        least_depth: whether, among the strategies of least total, the greatest number of queries is least.
    """

    max_depth: int | None = None
    least_depth: bool = False

    def __post_init__(self) -> None:
        if self.max_depth is not None and not 1 <= self.max_depth <= MOST_DEPTH:
            raise InputError(f"--max-depth must be 1 to {MOST_DEPTH:,}, not {quoted(self.max_depth)}")
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
        return "--strategy " + self.name.replace(" max", " --max").replace(" least", " --least")

    @property
    def title(self) -> str:
        """What people call it."""
        return self.name

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class Entropy:
    """Greatest Rényi entropy of order `alpha` (None: infinity), ties by `tie`."""

    alpha: Alpha
    tie: str = "lex"

    @property
    def name(self) -> str:
        """What the tables call it."""
        return order_name(self.alpha)

    @property
    def options(self) -> str:
        """The words of the command line that name it."""
        return f"--strategy {self.name}" + (f" --tie {self.tie}" if self.tie not in FIRST else "")

    @property
    def title(self) -> str:
        """What people call it."""
        return f"{self.name}, ties {self.tie.upper()}"

    def __str__(self) -> str:
        return f"{self.name} {self.tie}"
