"""Beams: the numbered board for play on paper, and puzzles."""

from tafelwerk.commands.sheet import SheetOptions
from tafelwerk.families.beams.board import picture
from tafelwerk.families.beams.figures.boards import board_panel
from tafelwerk.families.beams.questions import Puzzle
from tafelwerk.families.beams.rules import hit_fields, read_history, variant_of
from tafelwerk.plots.pictures import Picture, of_chart
from tafelwerk.plots.sheets import Block
from tafelwerk.plots.sheets import pages as set_on_pages
from tafelwerk.plots.style import add_title

OPTIONS = ("--variant", "--seed")

PUZZLES = 3


def pages(wanted: SheetOptions) -> list[Picture]:
    """The sheet."""
    name = wanted.variant or "3c6p"
    rules = variant_of(name)
    board = rules.board
    numbered = of_chart(
        add_title(board_panel(board), ""), f"Beams {name}", f"The board, fields and {board.noun}s by number."
    )
    blocks = [Block(numbered, f"The board: fields and {board.noun}s by number")]
    for seed in range(wanted.seed or 1, (wanted.seed or 1) + PUZZLES):
        puzzle = wanted.book.ask(Puzzle(name, seed), compute=True)
        history = tuple(read_history(puzzle.history, rules))
        drawing = picture(name, hit_fields(board, history), history, "")
        blocks.append(Block(drawing, f"Puzzle {seed}: {puzzle.beams} beams, {puzzle.grade}"))
    below = (
        f"{rules.colours} colours are hidden, each on {rules.size} connected fields. A beam asks for one colour along one "
        f"{board.noun} and tells the places that have it; its colour and the places are shown at its end.",
        "In each puzzle exactly one filling of the board gives these answers. Solutions: tafelwerk beams puzzle "
        f"--variant {name} --seed N --solution.",
    )
    return set_on_pages(f"Beams {name}", below, blocks, 2, wanted.line)
