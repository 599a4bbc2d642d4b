"""`tafelwerk beams puzzle`: beams that leave exactly one code."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from tafelwerk.commands.asking import Computes, Text, asks
from tafelwerk.commands.beams.board import drawn, hit_fields
from tafelwerk.commands.beams.pictures import picture
from tafelwerk.commands.beams.words import Chosen, app, note_patterns
from tafelwerk.commands.output import headed
from tafelwerk.commands.puzzles import Batch, DifficultyOption, rated, scale_text, shown
from tafelwerk.rules.beams.board import ATTEMPTS, VARIANTS, Variant, variant_of, variant_options
from tafelwerk.rules.beams.history import read_history
from tafelwerk.rules.puzzles import BEAMS
from tafelwerk.tables.beams import questions
from tafelwerk.tables.beams.answers import Puzzle
from tafelwerk.wording import counted

if TYPE_CHECKING:
    from tafelwerk.plots.sheets import Block

MOST_BEAMS = max(len(variant.board.windows) for variant in VARIANTS.values())
"""Largest number of beams of a puzzle: each uses a different diagonal."""

MOST_ATTEMPTS = 1000
"""Largest number of hidden codes to try."""


@app.command()
@asks
def puzzle(
    chosen: Chosen,
    ask: Computes,
    beams: Annotated[
        int | None,
        typer.Option("--beams", min=1, max=MOST_BEAMS, metavar="K", help="Number of beams. Default: any."),
    ] = None,
    attempts: Annotated[
        int | None,
        typer.Option(
            "--attempts",
            min=1,
            max=MOST_ATTEMPTS,
            metavar="N",
            help=f"Number of hidden codes to try. Default: {ATTEMPTS}, fewer in large variants.",
        ),
    ] = None,
    difficulty: DifficultyOption = None,
    *,
    batch: Batch,
) -> Text:
    """A puzzle: beams and their answers that leave exactly one code, none of them redundant. Which code is it?

    All codes that the beams leave are counted. Difficulty: percentage of fields whose colour no beam shows; easy below 50, medium
    below 65.

    Example: tafelwerk beams puzzle --variant 6c6p --seed 1 -o puzzle.svg

    Example: tafelwerk beams puzzle --variant 3c6p --beams 3 --solution

    Example: tafelwerk beams puzzle --board 4x4 --colors 4 --seed 2

    Example: tafelwerk beams puzzle --variant 3c6p --seed 1 --count 4 --difficulty medium --solution -o puzzles.pdf
    """
    name = chosen.name
    note_patterns(name, ask.book)
    found: list[Puzzle] = batch.asked(
        ask, questions.puzzle, name, beams=beams, attempts=attempts, difficulty=difficulty
    )
    rules = variant_of(name)
    task = f"{rules.colours} colours, each on {rules.size} connected fields. Exactly one code fits."
    if batch.output is not None:
        given = (("--beams", beams), ("--attempts", attempts), ("--difficulty", difficulty))
        options = "".join(f" {option} {value}" for option, value in given if value)
        puzzles, solutions = zip(*(_blocks(rules, one) for one in found), strict=True)
        from tafelwerk.plots.beams.board import reading

        below = (task, " ".join(reading(rules.board)), scale_text(BEAMS))
        line = f"tafelwerk beams puzzle {variant_options(name)}{options}"
        batch.draw(f"Beams {name}", below, puzzles, solutions, line, 2)

    def one(puzzle: Puzzle, number: str) -> Any:
        history = read_history(puzzle.history, rules)
        filled = batch.solution and batch.count is None
        known = tuple(map(int, puzzle.solution)) if filled else hit_fields(rules.board, history)
        board = drawn(rules.board, known, used={beam.diagonal: beam.colour for beam in history})
        title = f"{number}{_title(puzzle)} (--seed {puzzle.seed}); difficulty: {rated(puzzle)}"
        below = [puzzle.history, *([f"Solution: {puzzle.solution}"] if filled else [])]
        return headed(title, task, "", board, *below)

    return lambda: shown(found, one, lambda puzzle: puzzle.solution, batch.solution and batch.count is not None)


def _title(puzzle: Puzzle) -> str:
    return f"Beams {puzzle.variant}: a puzzle of {counted(puzzle.beams, 'beam')}"


def _blocks(rules: Variant, puzzle: Puzzle) -> "tuple[Block, Block]":
    """The puzzle and its solution."""
    from tafelwerk.plots.sheets import Block

    history = read_history(puzzle.history, rules)
    name = puzzle.variant

    def drawing(known: tuple[int, ...]) -> "Block":
        title = f"a puzzle of {counted(puzzle.beams, 'beam')}, {rated(puzzle)}"
        return Block(picture(name, known, tuple(history), ""), title, (f"seed {puzzle.seed}",))

    return drawing(hit_fields(rules.board, history)), drawing(tuple(map(int, puzzle.solution)))
