"""Boards, openings, lines, positions and pairings as the book's rows."""

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from tafelwerk.build.task import columns
from tafelwerk.solvers.core.game_graph import UNDECIDED
from tafelwerk.solvers.switching.board import Board
from tafelwerk.solvers.switching.graph import DELETED, FREE, MARKED, Player
from tafelwerk.solvers.switching.integer_drops import all_drops, heuristic_shares
from tafelwerk.solvers.switching.positions import Positions, perfect_outcomes
from tafelwerk.solvers.switching.shannon import Line, Opening
from tafelwerk.tables.switching import Duel, SampledDuel

Columns = Mapping[str, Any]

PLAYERS = (str(Player.CUT), str(Player.SHORT))

_PAIRING = ("m", "cut", "short", "chance", "error", "certainty", "games", "seed")
_LINE = ("m", "opening", "ply", "edge", "name", "ties")


def board_rows(board: Board) -> dict[str, Columns]:
    """Rows of boards and edges."""
    graph, numbers = board.graph, range(board.graph.edges)
    return {
        "boards": {"m": [board.order], "nodes": [graph.nodes], "edges": [graph.edges]},
        "edges": {
            "m": [board.order] * graph.edges,
            "edge": list(numbers),
            "name": board.names(numbers),
            "x": board.places[:, 0],
            "y": board.places[:, 1],
            "one": graph.ends[:, 0],
            "other": graph.ends[:, 1],
            "mirror": board.mirrors[1],
            "flipped": board.mirrors[2],
            "dual": board.dual,
        },
    }


def opening_rows(board: Board, openings: Iterable[Opening]) -> Columns:
    """Rows of openings: each of the images has its own."""
    rows = [(edge, opening) for opening in openings for edge in opening.images]
    rates, gaps = [opening.rate for _, opening in rows], [opening.gap for _, opening in rows]
    return {
        "m": [board.order] * len(rows),
        "edge": [edge for edge, _ in rows],
        "name": board.names(edge for edge, _ in rows),
        "least": [opening.images[0] for _, opening in rows],
        "rate_num": [str(rate.numerator) for rate in rates],
        "rate_den": [str(rate.denominator) for rate in rates],
        "rate": [rate.numerator / rate.denominator for rate in rates],
        "shortest": [opening.shortest for _, opening in rows],
        "longest": [opening.longest for _, opening in rows],
        "positions": [opening.positions for _, opening in rows],
        "branches": [opening.branches for _, opening in rows],
        "gap_num": [str(gap.numerator) for gap in gaps],
        "gap_den": [str(gap.denominator) for gap in gaps],
        "gap": [gap.numerator / gap.denominator for gap in gaps],
        "gap_states": ["".join(map(str, opening.gap_states.tolist())) for _, opening in rows],
    }


def line_rows(board: Board, lines: Iterable[Line]) -> Columns:
    """Rows of lines."""
    rows = [
        (board.order, line.moves[0], ply, edge, board.name(edge), ties)
        for line in lines
        for ply, (edge, ties) in enumerate(zip(line.moves, line.ties, strict=True), 1)
    ]
    return columns(_LINE, rows)


def position_rows(order: int, positions: Positions) -> Columns:
    """Rows of positions."""
    game, edges = positions.game, positions.graph.edges
    outcomes = perfect_outcomes(positions)
    is_open = game.payoff == UNDECIDED
    chosen = heuristic_shares(positions, all_drops(positions)) > 0
    heuristic = np.zeros(game.positions, np.int64)
    bits = np.where(chosen, np.left_shift(1, game.labels.astype(np.int64)), 0)
    heuristic[is_open] = np.add.reduceat(bits, game.offsets[:-1][is_open])
    deleted, marked = masks(positions.keys, edges)
    return {
        "m": np.full(game.positions, order, np.uint8),
        "deleted": deleted,
        "marked": marked,
        "to_move": _players(positions.to_move),
        "winner": _players(outcomes.winner),
        "decided": positions.won != FREE,
        "moves": outcomes.moves,
        "heuristic": heuristic.astype(np.uint16),
    }


def pairing_rows(duels: Iterable[Duel]) -> Columns:
    """Rows of pairings."""
    return columns(_PAIRING, [_pairing_row(duel) for duel in duels])


def _pairing_row(duel: Duel) -> tuple[Any, ...]:
    error, seed = (duel.standard_error, duel.seed) if isinstance(duel, SampledDuel) else (duel.error_bound, None)
    return duel.order, duel.cut, duel.short_agent, duel.short, error, duel.certainty, duel.samples, seed


def masks(keys: Any, edges: int) -> tuple[Any, Any]:
    """Deleted and marked edges of positions as masks, from keys whose base-3 digits are the states."""
    rest = np.asarray(keys, np.int64)
    deleted, marked = np.zeros(rest.shape, np.uint16), np.zeros(rest.shape, np.uint16)
    for edge in range(edges):
        digit = rest % 3
        deleted |= ((digit == DELETED) << edge).astype(np.uint16)
        marked |= ((digit == MARKED) << edge).astype(np.uint16)
        rest = rest // 3
    return deleted, marked


def _players(colours: Any) -> Any:
    """Players by their colours."""
    return np.where(colours == MARKED, PLAYERS[1], PLAYERS[0])
