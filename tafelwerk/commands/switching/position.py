"""`tafelwerk switching move`: moves of the heuristic and of perfect play in a position, with potentials or the proof."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, cast

import typer

from tafelwerk.commands.asking import Text, Unkept, asks
from tafelwerk.commands.picture import OutputOption
from tafelwerk.commands.switching import picture
from tafelwerk.commands.switching.other_graphs import on_graph
from tafelwerk.commands.switching.sayings import heuristic_text, named, proof_text, proof_words
from tafelwerk.commands.switching.words import BoardOption, MovesOption, View, ViewOption, app
from tafelwerk.errors import InputError, UncomputedError
from tafelwerk.tables.switching import questions
from tafelwerk.tables.switching.answers import HeuristicMove, PerfectMove

if TYPE_CHECKING:
    from tafelwerk.solvers.switching.board import Board


@app.command()
@asks
def move(
    ask: Unkept,
    order: BoardOption = None,
    graph: Annotated[
        Path | None,
        typer.Option(
            "--graph",
            metavar="FILE",
            help="File of any graph instead of a board: per line the two nodes of an edge and its conductance (default: 1). "
            "- is standard input.",
        ),
    ] = None,
    moves: MovesOption = "",
    policy: Annotated[
        str, typer.Option("--policy", metavar="heuristic|perfect", help="Policy: Shannon's resistors, or perfect play.")
    ] = "heuristic",
    turn: Annotated[
        str | None,
        typer.Option("--turn", metavar="cut|short", help="With --graph: player who moves first. Default: cut."),
    ] = None,
    taken: Annotated[
        str | None,
        typer.Option(
            "--taken",
            metavar="G,G",
            help="With --graph: conductances of deleted and of marked edges. Default: zero and infinity.",
        ),
    ] = None,
    view: ViewOption = View.DOTS,
    output: OutputOption = None,
) -> Text:
    """Best moves in a position: the edges with the greatest potential difference, or the winning moves with their proof.

    The answer is computed, not looked up. A file for --graph has the lines of `solve`; a conductance may stand before `deleted`
    or `marked`. The heuristic then takes an edge with the most current.

    Example: tafelwerk switching move --order 3 --moves "A5 C5 C3 A1" --policy heuristic

    Example: tafelwerk switching move --order 9 --moves "E9 C9" --policy perfect --json

    Example: tafelwerk switching move --order 9 --moves "E9 C9" --policy perfect --output board.svg

    Example: tafelwerk switching move --order 3 --moves "A5 C5 C3 A1" --view graph

    Example: tafelwerk switching move --graph graph.txt --moves "A-x x-B"

    Example: tafelwerk switching move --graph graph.txt --moves "A-x x-B" --taken 1/100,100
    """
    questions.move.of(order, moves, policy, None if graph is None else "", turn, taken)
    if output is not None:
        if order is None:
            raise InputError("--output draws boards: it needs --order")
        picture.check_order(order)
    if graph is not None:
        return on_graph(graph, ask, moves, policy, turn, taken)
    assert order is not None
    return _on_board(order, ask, moves, policy, view, output)


def _on_board(order: int, ask: Unkept, moves: str, policy: str, view: View, output: Path | None) -> Text:
    """Moves of the given policy on a board, with the board drawn."""
    try:
        found = cast(HeuristicMove | PerfectMove, ask(questions.move, order, moves, policy))
    except UncomputedError as missing:
        raise UncomputedError(missing.what, f"{missing.line}{f' --output {output}' if output else ''}") from None
    from tafelwerk.build.switching.graphs import potential_operations
    from tafelwerk.build.switching.positions import played
    from tafelwerk.solvers.switching.board import make_board
    from tafelwerk.tables.computation import BUDGET

    board = make_board(order)
    states, _ = played(board, moves)
    if output is not None:
        known = ask.compute or potential_operations(order**2) <= BUDGET
        picture.draw(output, board, states, found, potentials=known, view=view)

    def words(on_board: bool) -> str:
        if found.decided:
            return f"Order {order}, the game is over: {found.winner.capitalize()} has won."
        said = f"Order {order}, {found.to_move.capitalize()} to move"
        if isinstance(found, HeuristicMove):
            best = cast(PerfectMove, ask(questions.move, order, moves, "perfect")).moves
            return f"{said}. {heuristic_text(found, best, on_board)}"
        winning = f" Winning moves: {named(found.moves, on_board)}." if found.moves else ""
        return f"{said}: {found.winner.capitalize()} wins.{winning}"

    return lambda: _layout(words, board, states, found, view)


def _layout(
    words: Callable[[bool], str], board: "Board", states: Any, found: HeuristicMove | PerfectMove, view: View
) -> Any:
    """Answer, board, and proof of perfect play on the board; a message instead of a board that is too wide."""
    from rich.console import Group
    from rich.text import Text as Styled

    from tafelwerk.commands.switching.board import drawn, too_wide
    from tafelwerk.solvers.switching.graph import Player

    proof = found.proof if isinstance(found, PerfectMove) and any(found.proof.parts) else None
    wide = too_wide(board, view)
    pieces: list[Any] = [Styled(words(wide is None), "bold"), ""]
    if wide is not None:
        if proof is not None:
            pieces += [Styled(proof_text(proof)), ""]
        return Group(*pieces, Styled(f"{wide}; -o FILE.svg draws it."))
    if found.moves or proof is None:
        pieces += [drawn(board, states, view, [board.edge(name) for name in found.moves]), ""]
    if proof is not None:
        after = states.copy()
        if proof.after:
            after[board.edge(proof.after)] = Player(found.winner).colour
        parts = [[board.edge(name) for name in part] for part in proof.parts]
        pieces += [Styled(proof_words(proof)), "", drawn(board, after, view, parts=parts), ""]
    return Group(*pieces[:-1])
