"""A position as a picture file: the board with potentials, the chosen moves, and the proof of perfect play."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from tafelwerk.families.switching.answers import Forests, HeuristicMove, PerfectMove
from tafelwerk.families.switching.move_text import FORESTS, TREES
from tafelwerk.families.switching.parameters import View
from tafelwerk.wording import exact_number, listed

if TYPE_CHECKING:
    from tafelwerk.families.switching.figures.drawing import Position
    from tafelwerk.plots.pictures import Picture
    from tafelwerk.solvers.switching.board import Board


def heuristic_lines(answer: HeuristicMove) -> list[str]:
    """Lines of a drawing that describe the heuristic's moves."""
    if not answer.moves:
        return []
    said = f"Yellow: what the heuristic plays, {listed(answer.moves, last='or')}, "
    return [
        f"{said}a potential difference of {exact_number(answer.values[answer.moves[0]])}.",
        f"Under perfect play {answer.winner.capitalize()} wins.",
    ]


def perfect_lines(answer: PerfectMove) -> list[str]:
    """Lines of a drawing that describe perfect play and its proof."""
    said = [f"Under perfect play {answer.winner.capitalize()} wins."]
    if answer.moves:
        count = len(answer.moves)
        said.append("Yellow: the move that wins." if count == 1 else f"Yellow: the {count} moves that win.")
    if any(answer.proof.parts):
        after = f", after {answer.proof.after}" if answer.proof.after else ""
        said.append(f"Green and purple{after}: {FORESTS if isinstance(answer.proof, Forests) else TREES}.")
    return said


def board_picture(
    board: "Board", states: Any, answer: HeuristicMove | PerfectMove, *, potentials: bool, view: View
) -> "Picture":
    """A position with its best moves.

    Args:
        board: the board.
        states: state of every edge.
        answer: the moves to show.
        potentials: whether to show potentials, on the graph.
        view: the two lattices of dots, or Shannon's graph.
    """
    from tafelwerk.families.switching.figures import drawing, lattice
    from tafelwerk.plots.pictures import of_chart
    from tafelwerk.solvers.switching.graph import FREE
    from tafelwerk.solvers.switching.potentials.exact import node_potentials

    moves = int((states != FREE).sum())
    after = f"after {moves} {'move' if moves == 1 else 'moves'}" if moves else "before the first move"
    title = f"Order {board.order}, {after}: "
    title += f"{answer.winner.capitalize()} has won" if answer.decided else f"{answer.to_move.capitalize()} to move"
    position = place_position(
        board,
        states,
        answer.moves,
        answer.proof.parts if isinstance(answer, PerfectMove) else (),
        node_potentials(board.graph, states)[2:] if potentials and view is View.GRAPH and not answer.decided else (),
    )
    said = heuristic_lines(answer) if isinstance(answer, HeuristicMove) else perfect_lines(answer)
    if view is View.GRAPH:
        return of_chart(drawing.drawn(position, title, *said), title, lattice.described(position))
    forests = isinstance(answer, PerfectMove) and isinstance(answer.proof, Forests)
    return lattice.drawn(position, title, *said, cut_owns=forests)


def place_position(
    board: "Board",
    states: Any,
    chosen: Iterable[str] = (),
    parts: Iterable[Iterable[str]] = (),
    potentials: Sequence[Any] = (),
) -> "Position":
    """A position for drawing; chosen edges and parts are given by their names."""
    from tafelwerk.families.switching.figures.drawing import Position
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
