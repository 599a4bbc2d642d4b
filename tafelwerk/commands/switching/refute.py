"""`tafelwerk switching refute`: after which openings Short beats a Cut who follows the heuristic, and how."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from tafelwerk.commands.common import BookOption, JsonOption, answer
from tafelwerk.commands.switching.words import OrderArgument, app, listed
from tafelwerk.errors import InputError

if TYPE_CHECKING:
    from tafelwerk.solvers.switching.board import Board

MOST_ORDER = 4
"""Order up to which all that the heuristic may do is gone through."""


@app.command()
def refute(
    order: OrderArgument,
    book: BookOption,
    opening: Annotated[
        str | None,
        typer.Option("--opening", metavar="EDGE", help="One opening; else all that the heuristic may choose."),
    ] = None,
    json: JsonOption = False,
) -> None:
    """How Short beats a Cut who follows the heuristic, whichever of tied edges Cut takes; a game for every opening.

    Example: tafelwerk switching refute 3

    Example: tafelwerk switching refute 4 --opening C3
    """
    if order > MOST_ORDER:
        raise InputError(
            f"all that the heuristic may do is gone through on boards of order 2 to {MOST_ORDER}, not {order}"
        )
    from tafelwerk.solvers.switching.board import make_board
    from tafelwerk.solvers.switching.shannon import first_moves

    board = make_board(order)
    firsts = first_moves(order)
    if opening is not None:
        edge = board.edge(opening)
        firsts = [images for images in firsts if edge in images]
        if not firsts:
            every = sorted(edge for images in first_moves(order) for edge in images)
            all_names = listed(board.names(every), last="or")
            raise InputError(f"{board.name(edge)} is no opening of the heuristic: these are {all_names}")
    found = {name: beaten for images in firsts for name, beaten in _beaten(board, images).items()}
    if opening is not None:
        found = {board.name(edge): found[board.name(edge)]}
    names = sorted(found, key=board.edge)
    document: dict[str, Any] = {
        "order": order,
        "beaten": [name for name in names if found[name] is not None],
        "safe": [name for name in names if found[name] is None],
        "lines": {name: {"moves": beaten[0], "depth": beaten[1]} for name in names if (beaten := found[name])},
        "certainty": "exact",
        "source": "computed",
    }
    answer(json, document, lambda: _words(document))


def _beaten(board: "Board", images: tuple[int, ...]) -> dict[str, tuple[list[str], int] | None]:
    """For an opening and its images: a game that Short wins and after how many of its moves that is certain; None without one."""
    from tafelwerk.solvers.switching.graph import play
    from tafelwerk.solvers.switching.refutation import refute as refuted
    from tafelwerk.solvers.switching.refutation import winning_line

    first = images[0]
    states, _ = play(board.graph, [first])
    found = refuted(board.graph, states)
    if found is None:
        return dict.fromkeys(board.names(images))
    line = [first, *winning_line(board.graph, states, found)]
    by_image = {int(mirror[first]): board.names(mirror[line].tolist()) for mirror in board.mirrors}
    return {board.name(edge): (by_image[edge], found.depth) for edge in images}


def _words(document: dict[str, Any]) -> str:
    """A line for every opening that can be beaten."""
    order, lines = document["order"], document["lines"]
    text = f"Order {order}, Cut follows the heuristic, whichever of tied edges it takes.\n"
    if document["safe"]:
        text += f"Short cannot be sure to beat it after {listed(document['safe'], last='or')}.\n"
    if lines:
        text += f"Short beats it after {listed(document['beaten'])}; a game each, Cut and Short in turn:\n"
    for name, line in lines.items():
        text += f"{name}: {' '.join(line['moves'])} (certain after {line['depth']} of Short's moves)\n"
    return text.rstrip()
