"""Beams: the numbered board for play on paper, and puzzles."""

from typing import Annotated

from tafelwerk.book import Book
from tafelwerk.families.beams.board import picture
from tafelwerk.families.beams.figures.boards import board_panel
from tafelwerk.families.beams.questions import Puzzle
from tafelwerk.families.beams.rules import hit_fields, read_history, variant_of
from tafelwerk.parameters import Parameter
from tafelwerk.plots.pictures import Picture, of_chart
from tafelwerk.plots.sheets import Block, set_on_pages
from tafelwerk.plots.style import add_title
from tafelwerk.rules.puzzles import Seed

PUZZLES = 3


def pages(
    book: Book,
    line: str,
    variant: Annotated[str, Parameter("V", "Variant, as in `tafelwerk beams next`. Default: 3c6p.")] = "3c6p",
    seed: Seed | None = None,
) -> list[Picture]:
    """The board with its numbers, and puzzles.

    Example: tafelwerk sheet beams --variant 4c6p
    """
    rules = variant_of(variant)
    board = rules.board
    numbered = of_chart(
        add_title(board_panel(board), ""), f"Beams {variant}", f"The board, fields and {board.noun}s by number."
    )
    blocks = [Block(numbered, f"The board: fields and {board.noun}s by number")]
    assert seed is not None, "drawn where none is given"
    for number in range(seed, seed + PUZZLES):
        puzzle = book.ask(Puzzle(variant, number), compute=True)
        history = tuple(read_history(puzzle.history, rules))
        drawing = picture(variant, hit_fields(board, history), history, "")
        blocks.append(Block(drawing, f"Puzzle {number}: {puzzle.beams} beams, {puzzle.grade}"))
    below = (
        f"{rules.colours} colours are hidden, each on {rules.size} connected fields. A beam asks for one colour along one "
        f"{board.noun} and tells the places that have it; its colour and the places are shown at its end.",
        "In each puzzle exactly one filling of the board gives these answers. Solutions: tafelwerk beams puzzle "
        f"--variant {variant} --seed N --solution.",
    )
    return set_on_pages(f"Beams {variant}", below, blocks, 2, line)
