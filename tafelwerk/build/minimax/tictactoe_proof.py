"""Proof of tables look_ahead and node_counts: their rows are made over the game graph by kernels, and proved by searches that
grow the tree move by move, with the rules written for boards."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from tafelwerk.build.claims import Claims, drawn
from tafelwerk.build.minimax.tictactoe_rows import BY_VALUE, NUMBER
from tafelwerk.solvers.minimax.alpha_beta import alpha_beta, by_preference
from tafelwerk.solvers.minimax.expectiminimax import position_values
from tafelwerk.solvers.minimax.game import Turn, Utility
from tafelwerk.solvers.minimax.look_ahead import look_ahead
from tafelwerk.solvers.minimax.minimax import minimax
from tafelwerk.solvers.minimax.tictactoe import FIELDS, MOVE_ORDERS, TicTacToe, board_rank, board_text, evaluation
from tafelwerk.tables.book import Book
from tafelwerk.tables.checks import Check
from tafelwerk.tables.minimax.words import FAMILY

ROWS_DRAWN = 300
"""Rows of table look_ahead that are searched again, unless a number is asked for."""


def verify(book: Book, sample: int | None) -> Iterator[Check]:
    """Rows of tables look_ahead and node_counts by searches of the tree.

    Args:
        book: the book.
        sample: rows of look_ahead to search again; None: as many as take some seconds.
    """
    rows = book.rows(
        FAMILY, f'SELECT game, rank, depth, value, every, "some" FROM {FAMILY}.look_ahead ORDER BY game, rank, depth'
    )
    counts = book.rows(
        FAMILY,
        f"SELECT game, algorithm, move_order, nodes FROM {FAMILY}.node_counts ORDER BY game, algorithm, move_order",
    )
    if not rows and not counts:
        return
    values = position_values(TicTacToe())
    if rows:
        yield _look_ahead_check(rows, values, ROWS_DRAWN if sample is None else sample)
    if counts:
        yield _count_check(counts, values)


def _look_ahead_check(rows: Sequence[tuple[Any, ...]], values: Mapping[str, Utility], sample: int) -> Check:
    """All positions to all depths are there; a sample of them is searched."""
    claims = Claims()
    wanted = [(NUMBER, rank, depth) for rank in sorted(map(board_rank, values)) for depth in range(FIELDS + 1)]
    claims.claim("rows", "not every position to every depth", [row[:3] for row in rows] == wanted)
    if not claims.faults:
        for row in drawn(rows, sample):
            claims.rows += 1
            board, depth = board_text(row[1]), row[2]
            expected = _looked_ahead(board, depth, values)
            claims.claim(f"{board} to depth {depth}", f"{row[3:]} where a search finds {expected}", row[3:] == expected)
    return claims.check(
        f"{FAMILY}.look_ahead: searches",
        f"{claims.rows} of {len(rows)} rows by a search of the tree, true values by one that remembers positions",
    )


def _looked_ahead(board: str, depth: int, values: Mapping[str, Utility]) -> tuple[int, bool, bool]:
    """Value for the player to move, whether every move that the search chooses keeps the true value, whether some does."""
    rules = TicTacToe()
    sign = 1 if rules.to_move(board) is Turn.MAX else -1
    if depth == 0 or rules.is_over(board):
        return sign * evaluation(board), True, True
    found = look_ahead(rules, evaluation, depth, board)
    keeps = [values[rules.after(board, move)] == values[board] for move in found.moves]
    return sign * int(found.value), all(keeps), any(keeps)


def _count_check(counts: Sequence[tuple[Any, ...]], values: Mapping[str, Utility]) -> Check:
    """Every count by a search that visits the nodes."""
    claims, rules = Claims(), TicTacToe()
    orders: dict[str, Callable[[str, Sequence[int]], Sequence[int]]] = {
        name: by_preference(order) for name, order in MOVE_ORDERS.items()
    }
    orders |= {name: by_value(values, best_first) for name, best_first in BY_VALUE.items()}
    wanted = [(NUMBER, algorithm, name) for algorithm in ("alpha-beta", "minimax") for name in sorted(orders)]
    claims.claim("rows", "not every order by both searches", [row[:3] for row in counts] == wanted)
    if not claims.faults:
        whole = minimax(rules).nodes
        for _, algorithm, name, nodes in counts:
            claims.rows += 1
            visited = whole if algorithm == "minimax" else alpha_beta(rules, order=orders[name]).nodes
            claims.claim(name, f"{nodes} nodes of {algorithm} where a search visits {visited}", nodes == visited)
    return claims.check(f"{FAMILY}.node_counts: searches", f"{claims.rows} counts, every node visited")


def by_value(values: Mapping[str, Utility], best_first: bool) -> Callable[[str, Sequence[int]], Sequence[int]]:
    """An order of search by true values: for the player to move the best moves first, or the worst; equal ones as they stand."""
    rules = TicTacToe()

    def ordered(board: str, moves: Sequence[int]) -> Sequence[int]:
        falling = (rules.to_move(board) is Turn.MAX) == best_first
        return sorted(moves, key=lambda move: (-1 if falling else 1) * values[rules.after(board, move)])

    return ordered
