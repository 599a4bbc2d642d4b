"""A position as a picture file: the board with potentials, the chosen moves, and the proof of perfect play."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tafelwerk.commands.picture import save
from tafelwerk.commands.switching.sayings import FORESTS, TREES
from tafelwerk.commands.switching.words import View
from tafelwerk.errors import InputError
from tafelwerk.tables.switching.answers import Forests, HeuristicMove, PerfectMove
from tafelwerk.wording import exact_number, listed

if TYPE_CHECKING:
    from tafelwerk.plots.switching.drawing import Position
    from tafelwerk.solvers.switching.board import Board

MOST_DRAWN = 40
"""Largest order of a board that is drawn: 3121 edges, each with its name."""


def check_order(order: int) -> None:
    """Raise InputError if a board is too large to draw."""
    if order > MOST_DRAWN:
        raise InputError(f"--output draws boards up to order {MOST_DRAWN}, not {order}")


def heuristic_lines(found: HeuristicMove) -> list[str]:
    """Lines of a drawing that describe the heuristic's moves."""
    if not found.moves:
        return []
    said = f"Yellow: what the heuristic plays, {listed(found.moves, last='or')}, "
    return [
        f"{said}a potential difference of {exact_number(found.values[found.moves[0]])}.",
        f"Under perfect play {found.winner.capitalize()} wins.",
    ]


def perfect_lines(found: PerfectMove) -> list[str]:
    """Lines of a drawing that describe perfect play and its proof."""
    said = [f"Under perfect play {found.winner.capitalize()} wins."]
    if found.moves:
        count = len(found.moves)
        said.append("Yellow: the move that wins." if count == 1 else f"Yellow: the {count} moves that win.")
    if any(found.proof.parts):
        after = f", after {found.proof.after}" if found.proof.after else ""
        said.append(f"Green and purple{after}: {FORESTS if isinstance(found.proof, Forests) else TREES}.")
    return said


def draw(
    path: Path, board: "Board", states: Any, found: HeuristicMove | PerfectMove, *, potentials: bool, view: View
) -> None:
    """Draw the position.

    Args:
        path: FILE.svg, FILE.png, FILE.pdf or FILE.html.
        board: the board.
        states: state of every edge.
        found: the moves to show.
        potentials: whether to show potentials, on the graph.
        view: the two lattices of dots, or Shannon's graph.

    Raises:
        InputError: the path's folder does not exist.
        StorageError: the file cannot be written.
    """
    from tafelwerk.plots.pictures import of_chart
    from tafelwerk.plots.switching import drawing, lattice
    from tafelwerk.solvers.switching.graph import FREE
    from tafelwerk.solvers.switching.potentials.exact import node_potentials

    moves = int((states != FREE).sum())
    after = f"after {moves} {'move' if moves == 1 else 'moves'}" if moves else "before the first move"
    title = f"Order {board.order}, {after}: "
    title += f"{found.winner.capitalize()} has won" if found.decided else f"{found.to_move.capitalize()} to move"
    position = placed(
        board,
        states,
        found.moves,
        found.proof.parts if isinstance(found, PerfectMove) else (),
        node_potentials(board.graph, states)[2:] if potentials and view is View.GRAPH and not found.decided else (),
    )
    said = heuristic_lines(found) if isinstance(found, HeuristicMove) else perfect_lines(found)
    if view is View.GRAPH:
        picture = of_chart(drawing.drawn(position, title, *said), title, lattice.described(position))
    else:
        forests = isinstance(found, PerfectMove) and isinstance(found.proof, Forests)
        picture = lattice.drawn(position, title, *said, cut_owns=forests)
    save(picture, path)


def placed(
    board: "Board",
    states: Any,
    chosen: Iterable[str] = (),
    parts: Iterable[Iterable[str]] = (),
    potentials: Sequence[Any] = (),
) -> "Position":
    """A position for drawing; chosen edges and parts are given by their names."""
    from tafelwerk.plots.switching.drawing import Position
    from tafelwerk.solvers.switching.graph import DELETED, MARKED

    return Position(
        board.order,
        [(board.name(edge), x, y) for edge, (x, y) in enumerate(board.places.tolist())],
        frozenset((states == DELETED).nonzero()[0].tolist()),
        frozenset((states == MARKED).nonzero()[0].tolist()),
        frozenset(map(board.edge, chosen)),
        tuple(frozenset(map(board.edge, part)) for part in parts),
        potentials,
    )
