"""Look-ups of the Mastermind family: its games and strategies, its answers, and the functions that find them in a book."""

from tafelwerk.tables.mastermind.answers import CurvePoint, FirstQuery, History, Matrix, Next, Summary
from tafelwerk.tables.mastermind.games import (
    FAMILY,
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
from tafelwerk.tables.mastermind.look_ups import (
    build_line,
    get_curve,
    get_first_queries,
    get_matrix,
    get_next,
    get_summary,
    probe_matrix,
    probe_summary,
)

__all__ = [
    "FAMILY",
    "TIES",
    "CurvePoint",
    "Entropy",
    "FirstQuery",
    "Game",
    "History",
    "Matrix",
    "Named",
    "Next",
    "Optimal",
    "Pegs",
    "Strategy",
    "Summary",
    "Tie",
    "build_line",
    "get_curve",
    "get_first_queries",
    "get_matrix",
    "get_next",
    "get_summary",
    "probe_matrix",
    "probe_summary",
    "strategy",
]
