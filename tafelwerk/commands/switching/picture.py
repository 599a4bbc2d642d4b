"""A position as a file: the board with potentials, moves that are picked out, the proof of perfect play."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

from tafelwerk.commands.common import note
from tafelwerk.commands.switching.words import listed, shown
from tafelwerk.errors import InputError

if TYPE_CHECKING:
    from fractions import Fraction

    from tafelwerk.solvers.switching.board import Board
    from tafelwerk.solvers.switching.perfect import Solution


MOST_DRAWN = 40
"""Order of a board that is drawn: 3121 edges, each with its name."""


def check_order(order: int) -> None:
    """Raise InputError where a board is too large to be drawn."""
    if order > MOST_DRAWN:
        raise InputError(f"--output draws boards up to order {MOST_DRAWN}, not {order}")


def heuristic_lines(
    board: "Board", values: "dict[int, Fraction]", chosen: list[int], solution: "Solution"
) -> list[str]:
    """What a drawing shows of the heuristic's moves."""
    if not chosen:
        return []
    said = f"Yellow: what the heuristic plays, {listed(board.names(chosen), last='or')}, "
    return [
        f"{said}a potential difference of {shown(values[chosen[0]])}.",
        f"Under perfect play {solution.winner.capitalize()} wins.",
    ]


def perfect_lines(board: "Board", solution: "Solution") -> list[str]:
    """What a drawing shows of perfect play and its proof."""
    said = [f"Under perfect play {solution.winner.capitalize()} wins."]
    if solution.moves:
        count = len(solution.moves)
        said.append("Yellow: the move that wins." if count == 1 else f"Yellow: the {count} moves that win.")
    after = f", after {board.name(solution.moves[0])}" if solution.moves else ""
    if solution.trees is not None and any(solution.trees):
        said.append(f"Green and purple{after}: two disjoint trees that hold A and B, marked edges contracted.")
    if solution.forests is not None and any(solution.forests):
        text = "two disjoint forests that keep A and B apart, all other free edges given to Short."
        said.append(f"Green and purple{after}: {text}")
    return said


def draw(
    path: Path,
    board: "Board",
    states: Any,
    to_move: str,
    chosen: list[int],
    parts: tuple[tuple[int, ...], ...],
    said: list[str],
    ended: str | None,
    *,
    potentials: bool,
) -> None:
    """Draw the position.

    Args:
        path: FILE.svg, FILE.png or FILE.html.
        board: the board.
        states: of every edge.
        to_move: the player to move.
        chosen: edges that are picked out.
        parts: the two sets of edges of a proof, or none.
        said: lines below the title.
        ended: who has won, None while neither has.
        potentials: whether they are wanted.

    Raises:
        InputError: the path's folder does not exist.
        StorageError: the file cannot be written.
    """
    from tafelwerk.plots.figure import save
    from tafelwerk.plots.switching.drawing import Position, drawn
    from tafelwerk.solvers.switching.graph import DELETED, FREE, MARKED
    from tafelwerk.solvers.switching.potentials import node_potentials

    moves = int((states != FREE).sum())
    after = f"after {moves} {'move' if moves == 1 else 'moves'}" if moves else "before the first move"
    title = f"Order {board.order}, {after}: "
    title += f"{ended.capitalize()} has won" if ended else f"{to_move.capitalize()} to move"
    position = Position(
        board.order,
        [(board.name(edge), x, y) for edge, (x, y) in enumerate(board.places.tolist())],
        frozenset((states == DELETED).nonzero()[0].tolist()),
        frozenset((states == MARKED).nonzero()[0].tolist()),
        frozenset(chosen),
        tuple(frozenset(part) for part in parts),
        node_potentials(board.graph, states)[2:] if potentials and not ended else (),
    )
    save(drawn(position, title, *said), path)
    note(f"{path} written")
