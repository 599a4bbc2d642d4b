"""Bridg-It: blank boards to play on, an opening with the proof that it wins, and a puzzle."""

from typing import cast

from tafelwerk.build.switching.positions import played
from tafelwerk.commands.sheets.wanted import Wanted
from tafelwerk.commands.switching.picture import placed
from tafelwerk.plots.pictures import Picture
from tafelwerk.plots.sheets import Block
from tafelwerk.plots.sheets import pages as set_on_pages
from tafelwerk.plots.switching import lattice
from tafelwerk.solvers.switching.board import make_board
from tafelwerk.tables.switching import questions
from tafelwerk.tables.switching.answers import PerfectMove
from tafelwerk.tables.switching.puzzles import MOST_ORDER

OPTIONS = ("--order", "--seed")

ORDER = 5


def pages(wanted: Wanted) -> list[Picture]:
    """The sheet."""
    order = wanted.order or ORDER
    board = make_board(order)
    empty, _ = played(board, "")
    blank = lattice.board(placed(board, empty), named=False)
    opening = board.name(board.graph.edges // 2)
    states, _ = played(board, opening)
    found = cast(PerfectMove, wanted.book.ask(questions.move.of(order, opening, "perfect")))
    solved = lattice.board(placed(board, states, (), found.proof.parts), cut_owns=True)
    reply = (
        "Dashed: two disjoint sets of Cut's links, either of which separates top and bottom. When Short takes a link of one, Cut "
        "takes one of the other, and two such sets are left."
    )
    puzzle = wanted.book.ask(questions.puzzle.of(min(order, MOST_ORDER), wanted.seed or 1))
    on = make_board(puzzle.order)
    asked = lattice.board(placed(on, played(on, puzzle.moves)[0]))
    blocks = [
        Block(blank, "To play on"),
        Block(blank, "To play on"),
        Block(solved, f"Cut opens with {opening} and wins", (reply,)),
        Block(
            asked, f"Puzzle: {puzzle.to_move.capitalize()} wins by one move", (f"{puzzle.grade}; seed {puzzle.seed}",)
        ),
    ]
    below = (
        "Two players, one colour each. Cut begins and links neighbouring hollow dots, from left to right; Short links "
        "neighbouring filled dots, from top to bottom. No two links cross. The player who joins both own sides wins; a draw is "
        "impossible.",
    )
    return set_on_pages(f"Bridg-It of order {order}", below, blocks, 2, wanted.line)
