"""Evaluations of a board of tic-tac-toe: weighted sums of features.

    open=1                       E = M - O, the lines open to X minus the lines open to O
    open=1,threats=3,centre=1/2  three features, weighted

Each feature is counted for X minus the same for O. A completed line outweighs all features together.

Source: P. Becker, Wissensbasierte Systeme II, FH Bonn-Rhein-Sieg 2004/05, chapter 2, "Heuristische Bewertungsfunktionen",
example 2.4 and the weighted sum after it.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from tafelwerk.errors import InputError, quoted
from tafelwerk.families.minimax.rules.tictactoe import LINES, MOST_LINES, TicTacToe, has_line, open_lines
from tafelwerk.rules.numbers import fraction

CORNERS, EDGES, CENTRE = (0, 2, 6, 8), (1, 3, 5, 7), (4,)
GREATEST_WEIGHT = 10**6


def threats(board: str, mark: str) -> int:
    """Number of lines with two of a mark and an empty field."""
    rows = (sorted((board[a], board[b], board[c])) for a, b, c in LINES)
    return sum(row == [".", mark, mark] for row in rows)


def _held(fields: tuple[int, ...]) -> Callable[[str, str], int]:
    return lambda board, mark: sum(board[field] == mark for field in fields)


FEATURES: dict[str, tuple[Callable[[str, str], int], int]] = {
    "open": (open_lines, MOST_LINES),
    "threats": (threats, MOST_LINES),
    "centre": (_held(CENTRE), len(CENTRE)),
    "corners": (_held(CORNERS), len(CORNERS)),
    "edges": (_held(EDGES), len(EDGES)),
}
"""Features by name: a function that counts them for a mark, and an upper bound of the count."""


@dataclass(frozen=True, slots=True)
class Evaluation:
    """A weighted sum of features.

    Attributes:
        weights: pairs of a feature and its weight, each feature once.
    """

    weights: tuple[tuple[str, Fraction], ...]

    @property
    def decided(self) -> Fraction:
        """The evaluation of a board that X has won: greater than any sum of features."""
        return 1 + sum((abs(weight) * FEATURES[name][1] for name, weight in self.weights), Fraction(0))

    def __call__(self, board: str) -> Fraction:
        if has_line(board):
            return self.decided * TicTacToe().utility(board)
        counts = ((FEATURES[name][0], weight) for name, weight in self.weights)
        return sum((weight * (count(board, "X") - count(board, "O")) for count, weight in counts), Fraction(0))

    def __str__(self) -> str:
        return ",".join(f"{name}={weight}" for name, weight in self.weights)


LINES_OPEN = Evaluation((("open", Fraction(1)),))
"""E = M - O."""


def parse_swing(text: str) -> Fraction:
    """The swing that a text gives; raises InputError unless it is a number, 0 or more."""
    return fraction("--swing", text, 0, GREATEST_WEIGHT)


def parse_evaluation(text: str) -> Evaluation:
    """The weighted sum that a text such as "open=1,threats=3" gives.

    Raises:
        InputError: a feature is unknown or given twice, or a weight is not a number.
    """
    weights: dict[str, Fraction] = {}
    for part in text.split(","):
        name, equals, weight = (word.strip() for word in part.partition("="))
        if name not in FEATURES or not equals:
            raise InputError(
                f"unknown feature {quoted(part.strip())}: write FEATURE=WEIGHT, separated by commas; "
                f"features are {', '.join(FEATURES)}"
            )
        if name in weights:
            raise InputError(f"the feature {name} is given twice in {quoted(text)}")
        weights[name] = fraction(f"the weight of {name}", weight, -GREATEST_WEIGHT, GREATEST_WEIGHT)
    return Evaluation(tuple(weights.items()))
