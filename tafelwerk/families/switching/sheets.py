"""Bridg-It: blank boards to play on, an opening with the proof that it wins, and a puzzle."""

from typing import Annotated, cast

from tafelwerk.book import Book
from tafelwerk.families.switching.answers import PerfectMove
from tafelwerk.families.switching.board import place_position
from tafelwerk.families.switching.figures import drawings
from tafelwerk.families.switching.moves import Move
from tafelwerk.families.switching.positions import read_moves
from tafelwerk.families.switching.questions import MOST_ORDER, Puzzle
from tafelwerk.parameters import Parameter
from tafelwerk.plots.pictures import Picture
from tafelwerk.plots.sheets import Block, set_on_pages
from tafelwerk.rules.puzzles import Seed
from tafelwerk.solvers.switching.switching_graph import make_board

ORDER = 5


def pages(
    book: Book,
    line: str,
    order: Annotated[int, Parameter("M", f"Order of the board. Default: {ORDER}.", 3, 12)] = ORDER,
    seed: Seed | None = None,
) -> list[Picture]:
    """Blank boards of Bridg-It, an opening with the proof that it wins, and a puzzle.

    Example: tafelwerk sheet switching --order 6 -o board.svg
    """
    board = make_board(order)
    empty, _ = read_moves(board, "")
    blank = drawings.lattice_picture(place_position(board, empty), named=False)
    opening = board.name(board.graph.edges // 2)
    states, _ = read_moves(board, opening)
    opening_move = cast(PerfectMove, book.ask(Move(order, opening, "perfect")))
    solved = drawings.lattice_picture(place_position(board, states, (), opening_move.proof.parts), cut_owns=True)
    reply = (
        "Dashed: two disjoint sets of Cut's links, either of which separates top and bottom. When Short takes a link of one, Cut "
        "takes one of the other, and two such sets are left."
    )
    assert seed is not None, "drawn where none is given"
    puzzle = book.ask(Puzzle(min(order, MOST_ORDER), seed))
    on = make_board(puzzle.order)
    puzzle_board = drawings.lattice_picture(place_position(on, read_moves(on, puzzle.moves)[0]))
    blocks = [
        Block(blank, "To play on"),
        Block(blank, "To play on"),
        Block(solved, f"Cut opens with {opening} and wins", (reply,)),
        Block(
            puzzle_board,
            f"Puzzle: {puzzle.to_move.capitalize()} wins by one move",
            (f"{puzzle.grade}; seed {puzzle.seed}",),
        ),
    ]
    below = (
        "Two players, one colour each. Cut begins and links neighbouring hollow dots, from left to right; Short links "
        "neighbouring filled dots, from top to bottom. No two links cross. The player who joins both own sides wins; a draw is "
        "impossible.",
    )
    return set_on_pages(f"Bridg-It of order {order}", below, blocks, 2, line)
