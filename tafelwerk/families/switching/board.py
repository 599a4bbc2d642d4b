"""A position as text for a terminal, and as a picture: board, potentials, chosen moves, proof of perfect play."""

from collections.abc import Collection, Iterable, Sequence
from typing import TYPE_CHECKING, Any

from tafelwerk.commands.output import encodes, layout_width
from tafelwerk.families.switching.answers import Forests, HeuristicMove, PerfectMove
from tafelwerk.families.switching.moves import FORESTS, TREES
from tafelwerk.families.switching.parameters import View
from tafelwerk.solvers.switching.switching_graph import DELETED, FREE, MARKED, Board
from tafelwerk.texts import StyledText
from tafelwerk.wording import exact_number, join_words

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from tafelwerk.families.switching.figures import Position
    from tafelwerk.plots.pictures import Picture


SIGNS = {True: ("•", "━", "┃", "·"), False: ("o", "=", "|", "x")}
"""A node, a marked edge along a row, a marked edge between rows, a deleted edge; by whether the terminal encodes such signs."""

DOTS = {True: ("●", "━", "┃", "○", "─", "│"), False: ("o", "=", "|", "+", "-", ":")}
"""Short's dot, its links along a row and between rows, then the same for Cut; by whether the terminal encodes such signs."""

FREE_STYLE, CHOSEN_STYLE, MARKED_STYLE, DELETED_STYLE, END_STYLE = (
    "cyan",
    "bold yellow",
    "bold green",
    "dim red",
    "bold",
)
PART_STYLES = ("bold green", "bold magenta")

SHORT_STYLE, CUT_STYLE, NAME_STYLE = "bold blue", "bold red", "dim"
"""Styles of each player's dots and links on the lattices, and of the names of free links."""

_INDENT = 2


def width(board: Board, view: View) -> int:
    """Number of columns of a drawing of the board."""
    name = _longest(board)
    if view is View.GRAPH:
        return _INDENT + (board.order - 1) * (name + 3) + name + 2
    return board.order * (_cell(board, view) + 1) + 1


def too_wide(board: Board, view: View) -> str | None:
    """A message if the board is wider than the terminal, None if it fits; files and pipes take any width."""
    needed, there = width(board, view), layout_width()
    if needed <= there:
        return None
    return f"The board of order {board.order} takes {needed} columns, but the terminal has {there}"


def draw_board(
    board: Board,
    states: "Sequence[int] | NDArray[np.int8]",
    view: View,
    chosen: Collection[int] = (),
    parts: Sequence[Collection[int]] = (),
) -> StyledText:
    """The board, one line per row of edges: free edges by their names, taken edges as lines.

    Args:
        board: the board.
        states: state of every edge.
        view: the lattices or the graph.
        chosen: free edges to highlight, in brackets.
        parts: two sets of free edges, disjoint from `chosen`, shown with `1:` and `2:` before their names.
    """
    return (_graph if view is View.GRAPH else _lattices)(board, states, chosen, parts)


def legend(view: View) -> StyledText:
    """Whose signs are whose, and which side joins what."""
    if view is View.GRAPH:
        _, along, between, gone = SIGNS[encodes("".join(SIGNS[True]))]
        whose = ((f"{along} {between}", MARKED_STYLE, "marked by Short"), (gone, DELETED_STYLE, "deleted by Cut"))
    else:
        dot, along, between, other, across, upright = DOTS[encodes("".join(DOTS[True]))]
        whose = (
            (f"{other} {across} {upright}", CUT_STYLE, "Cut, left to right"),
            (f"{dot} {along} {between}", SHORT_STYLE, "Short, top to bottom"),
        )
    text = StyledText()
    for sign, style, words in whose:
        text.append(sign, style).append(f" {words}   ")
    return text.append("names: free links")


def _lattices(
    board: Board,
    states: "Sequence[int] | NDArray[np.int8]",
    chosen: Collection[int],
    parts: Sequence[Collection[int]],
) -> StyledText:
    """Draws Short's dots at even columns and odd rows, Cut's at odd columns and even rows."""
    dot, along, between, other, across, upright = DOTS[encodes("".join(DOTS[True]))]
    number = {(x, y): edge for edge, (x, y) in enumerate(board.places.tolist())}
    cell, span = _cell(board, View.DOTS), 2 * board.order - 1
    text = StyledText(no_wrap=True, overflow="ignore")
    for y in range(-1, span + 1):
        row = StyledText()
        # a row of Short's dots is indented by half a cell
        row.append(" " * (cell // 2 + 1) if y % 2 else "")
        for x in range(0 if y % 2 else -1, span + (0 if y % 2 else 1)):
            edge = number.get((x, y))
            if edge is None:
                own = (dot, SHORT_STYLE) if y % 2 and x % 2 == 0 else (other, CUT_STYLE) if x % 2 else (" ", "")
                row.append(*(own if y % 2 == 0 or x % 2 == 0 else (" " * cell, "")))
            elif states[edge] == FREE:
                name, style = _free(board.name(edge), edge, chosen, parts, cell)
                row.append(name, NAME_STYLE if style == FREE_STYLE else style)
            elif states[edge] == DELETED:
                row.append(upright.center(cell) if y % 2 else across * cell, CUT_STYLE)
            else:
                row.append(along * cell if y % 2 else between.center(cell), SHORT_STYLE)
        row.rstrip()
        text.append(row).append("\n" if y < span else "")
    return text


def _graph(
    board: Board,
    states: "Sequence[int] | NDArray[np.int8]",
    chosen: Collection[int],
    parts: Sequence[Collection[int]],
) -> StyledText:
    """Draws nodes and edges between A at the top and B at the bottom."""
    node, along, between, gone = SIGNS[encodes("".join(SIGNS[True]))]
    number = {(x, y): edge for edge, (x, y) in enumerate(board.places.tolist())}
    cell, span = _cell(board, View.GRAPH), 2 * board.order - 1
    bar = along * (width(board, View.GRAPH) - _INDENT)
    text = StyledText(no_wrap=True, overflow="ignore")
    text.append(f"A {bar}\n", END_STYLE)
    for y in range(span):
        text.append(" " * _INDENT)
        if y % 2:
            text.append(" " * ((cell - 1) // 2))
        for x in range(span):
            edge = number.get((x, y))
            if edge is None:
                text.append(node if y % 2 else " ", END_STYLE)
            elif states[edge] == FREE:
                text.append(*_free(board.name(edge), edge, chosen, parts, cell))
            elif states[edge] == DELETED:
                text.append(gone.center(cell), DELETED_STYLE)
            else:
                text.append(along * cell if y % 2 else between.center(cell), MARKED_STYLE)
        text.append("\n")
    text.append(f"B {bar}", END_STYLE)
    return text


def _free(
    name: str, edge: int, chosen: Collection[int], parts: Sequence[Collection[int]], cell: int
) -> tuple[str, str]:
    """A free edge's name as shown, and its style."""
    part = next((index for index, edges in enumerate(parts) if edge in edges), None)
    if edge in chosen:
        return f"[{name}]".center(cell), CHOSEN_STYLE
    if part is not None:
        return f"{part + 1}:{name}".center(cell), PART_STYLES[part]
    return name.center(cell), FREE_STYLE


def _cell(board: Board, view: View) -> int:
    """Columns per edge; odd on the lattices, whose rows are offset by half a cell."""
    name = _longest(board) + 2
    return name if view is View.GRAPH else name | 1


def _longest(board: Board) -> int:
    return max(len(board.name(edge)) for edge in range(board.graph.edges))


def heuristic_lines(answer: HeuristicMove) -> list[str]:
    """Lines of a drawing that describe the heuristic's moves."""
    if not answer.moves:
        return []
    sentence = f"Yellow: what the heuristic plays, {join_words(answer.moves, last='or')}, "
    return [
        f"{sentence}a potential difference of {exact_number(answer.values[answer.moves[0]])}.",
        f"Under perfect play {answer.winner.capitalize()} wins.",
    ]


def perfect_lines(answer: PerfectMove) -> list[str]:
    """Lines of a drawing that describe perfect play and its proof."""
    lines = [f"Under perfect play {answer.winner.capitalize()} wins."]
    if answer.moves:
        count = len(answer.moves)
        lines.append("Yellow: the move that wins." if count == 1 else f"Yellow: the {count} moves that win.")
    if any(answer.proof.parts):
        after = f", after {answer.proof.after}" if answer.proof.after else ""
        lines.append(f"Green and purple{after}: {FORESTS if isinstance(answer.proof, Forests) else TREES}.")
    return lines


def board_picture(
    board: "Board", states: Any, answer: HeuristicMove | PerfectMove, *, potentials: Sequence[Any], view: View
) -> "Picture":
    """A position with its best moves.

    Args:
        board: the board.
        states: state of every edge.
        answer: the moves to show.
        potentials: of the nodes but the terminals, shown on the graph; empty to show none.
        view: the two lattices of dots, or Shannon's graph.
    """
    from tafelwerk.families.switching import figures
    from tafelwerk.plots.pictures import of_chart

    moves = int((states != FREE).sum())
    after = f"after {moves} {'move' if moves == 1 else 'moves'}" if moves else "before the first move"
    title = f"Order {board.order}, {after}: "
    title += f"{answer.winner.capitalize()} has won" if answer.decided else f"{answer.to_move.capitalize()} to move"
    position = place_position(
        board,
        states,
        answer.moves,
        answer.proof.parts if isinstance(answer, PerfectMove) else (),
        potentials,
    )
    below = heuristic_lines(answer) if isinstance(answer, HeuristicMove) else perfect_lines(answer)
    if view is View.GRAPH:
        return of_chart(figures.draw_board(position, title, *below), title, figures.describe_position(position))
    forests = isinstance(answer, PerfectMove) and isinstance(answer.proof, Forests)
    return figures.draw_lattice(position, title, *below, cut_owns=forests)


def place_position(
    board: "Board",
    states: Any,
    chosen: Iterable[str] = (),
    parts: Iterable[Iterable[str]] = (),
    potentials: Sequence[Any] = (),
) -> "Position":
    """A position for drawing; chosen edges and parts are given by their names."""
    from tafelwerk.families.switching.figures import Position

    return Position(
        board.order,
        [(board.name(edge), x, y) for edge, (x, y) in enumerate(board.places.tolist())],
        frozenset((states == DELETED).nonzero()[0].tolist()),
        frozenset((states == MARKED).nonzero()[0].tolist()),
        frozenset(map(board.edge, chosen)),
        tuple(frozenset(map(board.edge, part)) for part in parts),
        potentials,
    )
