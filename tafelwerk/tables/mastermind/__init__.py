"""The Mastermind family in the book: its games and strategies, its questions (`questions`), their answers, and other look-ups."""

from tafelwerk.tables.mastermind.answers import (
    AnyNext,
    History,
    Matrix,
    MixedNext,
    Next,
    Point,
    Solved,
    Summary,
    UnprovedNext,
)
from tafelwerk.tables.mastermind.games import (
    FAMILY,
    MOST_CODES,
    MOST_PEGS,
    TIES,
    Entropy,
    Game,
    Named,
    Optimal,
    Pegs,
    Strategy,
    Tie,
    strategy,
)
from tafelwerk.tables.mastermind.look_ups import get_matrix, probe_matrix

__all__ = [
    "FAMILY",
    "MOST_CODES",
    "MOST_PEGS",
    "TIES",
    "AnyNext",
    "Entropy",
    "Game",
    "History",
    "Matrix",
    "MixedNext",
    "Named",
    "Next",
    "Optimal",
    "Pegs",
    "Point",
    "Solved",
    "Strategy",
    "Summary",
    "Tie",
    "UnprovedNext",
    "get_matrix",
    "probe_matrix",
    "strategy",
]
