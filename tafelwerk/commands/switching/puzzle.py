"""`tafelwerk switching puzzle`: positions of Bridg-It in which exactly one move wins."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from tafelwerk.commands.asking import Computes, Text, asks
from tafelwerk.commands.puzzles import Batch, DifficultyOption, rated, scale_text, shown
from tafelwerk.commands.switching.words import View, ViewOption, app
from tafelwerk.rules.puzzles import SWITCHING
from tafelwerk.tables.switching import questions
from tafelwerk.tables.switching.puzzles import LEAST_ORDER, MOST_ORDER, Puzzle

if TYPE_CHECKING:
    from tafelwerk.plots.sheets import Block

AIMS = {
    View.DOTS: {
        "cut": "Cut links the hollow dots from left to right",
        "short": "Short links the filled dots from top to bottom",
    },
    View.GRAPH: {"cut": "Cut deletes edges to keep A and B apart", "short": "Short marks edges to join A and B"},
}
"""Aims of the players, on the lattices and on the graph."""


@app.command()
@asks
def puzzle(
    ask: Computes,
    order: Annotated[
        int, typer.Option("--order", min=LEAST_ORDER, max=MOST_ORDER, metavar="M", help="Order of the board.")
    ] = 4,
    difficulty: DifficultyOption = None,
    view: ViewOption = View.DOTS,
    *,
    batch: Batch,
) -> Text:
    """A puzzle: a position of Bridg-It in which exactly one move wins. Which move is it?

    Disjoint trees (Lehman) prove that no other move wins. Difficulty: number of links that the winner would still need if the
    other side passed, the winning one included. 2 is easy, 3 medium, 4 or more hard.

    Example: tafelwerk switching puzzle --order 4 --seed 1

    Example: tafelwerk switching puzzle --order 5 --difficulty hard --seed 1 --solution --json

    Example: tafelwerk switching puzzle --order 4 --seed 1 --count 6 --solution -o puzzles.pdf
    """
    found: list[Puzzle] = batch.asked(ask, questions.puzzle, order, difficulty=difficulty)
    if batch.output is not None:
        puzzles, solutions = zip(*(_blocks(one, view) for one in found), strict=True)
        below = (f"{AIMS[view]['short']}; {AIMS[view]['cut']}. Exactly one move wins: which?", scale_text(SWITCHING))
        hard = f" --difficulty {difficulty}" if difficulty else ""
        batch.draw("Bridg-It", below, puzzles, solutions, f"tafelwerk switching puzzle --order {order}{hard}")

    def one(puzzle: Puzzle, number: str) -> Any:
        from rich.console import Group
        from rich.text import Text as Styled

        from tafelwerk.build.switching.positions import played
        from tafelwerk.commands.switching.board import drawn, too_wide
        from tafelwerk.solvers.switching.board import make_board

        board = make_board(puzzle.order)
        heading = (
            f"{number}Bridg-It of order {puzzle.order}: {puzzle.to_move.capitalize()} to move and win (--seed {puzzle.seed}); "
            f"difficulty: {rated(puzzle)}"
        )
        wide = too_wide(board, view)
        picture = (
            drawn(board, played(board, puzzle.moves)[0], view) if wide is None else f"{wide}; -o FILE.svg draws it."
        )
        task = f"{AIMS[view][puzzle.to_move]}; exactly one of {puzzle.free} moves wins."
        return Group(Styled(heading, "bold"), Styled(task), "", picture)

    return lambda: shown(found, one, lambda puzzle: puzzle.solution, batch.solution)


def _blocks(puzzle: Puzzle, view: View) -> "tuple[Block, Block]":
    """The puzzle and its solution."""
    from tafelwerk.build.switching.positions import played
    from tafelwerk.commands.switching.picture import placed
    from tafelwerk.plots.pictures import Picture, of_chart
    from tafelwerk.plots.sheets import Block
    from tafelwerk.plots.style import titled
    from tafelwerk.plots.switching import drawing, lattice
    from tafelwerk.solvers.switching.board import make_board

    board = make_board(puzzle.order)
    states, _ = played(board, puzzle.moves)

    def picture(*chosen: str) -> Picture:
        position = placed(board, states, chosen)
        if view is View.GRAPH:
            return of_chart(titled(drawing.board(position, drawing.UNIT), ""), "Bridg-It", lattice.described(position))
        return lattice.board(position)

    title = f"{puzzle.to_move.capitalize()} to move and win: {rated(puzzle)}"
    return (
        Block(picture(), title, (f"seed {puzzle.seed}",)),
        Block(picture(puzzle.solution), f"{puzzle.to_move.capitalize()} plays {puzzle.solution}"),
    )
