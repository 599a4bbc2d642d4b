"""`tafelwerk beams puzzle`: answered beams that leave one code, for a person to find."""

from typing import Annotated, Any

import typer

from tafelwerk.commands.asking import Computes, Text, asks
from tafelwerk.commands.beams import picture
from tafelwerk.commands.beams.board import drawn, hit_fields
from tafelwerk.commands.beams.words import VariantOption, app, note_patterns
from tafelwerk.commands.output import headed
from tafelwerk.commands.picture import OutputOption, check
from tafelwerk.rules.beams.board import VARIANTS, make_board
from tafelwerk.rules.beams.history import read_history
from tafelwerk.rules.numbers import LARGEST_SEED
from tafelwerk.tables import beams as tables
from tafelwerk.tables.beams import questions

MOST_BEAMS = max(len(make_board(variant.side).diagonals) for variant in VARIANTS.values())
"""Beams of a puzzle: each takes a diagonal of its own."""

MOST_ATTEMPTS = 1000
"""Hidden codes that may be tried."""


@app.command()
@asks
def puzzle(
    variant: VariantOption,
    ask: Computes,
    seed: Annotated[
        int | None,
        typer.Option(
            "--seed", min=0, max=LARGEST_SEED, metavar="N", help="Random seed, for the same puzzle. Default: any."
        ),
    ] = None,
    beams: Annotated[
        int | None,
        typer.Option("--beams", min=1, max=MOST_BEAMS, metavar="K", help="Number of beams. Default: as drawn."),
    ] = None,
    attempts: Annotated[
        int | None,
        typer.Option(
            "--attempts",
            min=1,
            max=MOST_ATTEMPTS,
            metavar="N",
            help=f"Hidden codes to try. Default: {tables.ATTEMPTS}, fewer where each takes long.",
        ),
    ] = None,
    solution: Annotated[bool, typer.Option("--solution", help="Show the code, too.")] = False,
    output: OutputOption = None,
) -> Text:
    """A puzzle: beams and their answers that leave exactly one code, none of them superfluous. Which code is it?

    Example: tafelwerk beams puzzle --variant 6c6p --seed 1 -o puzzle.svg

    Example: tafelwerk beams puzzle --variant 3c6p --beams 3 --solution
    """
    name = tables.variant(variant)
    check(output)
    note_patterns(name, ask.book)
    found = ask(questions.puzzle, name, seed, beams, attempts)
    rules = VARIANTS[name]
    history = read_history(found.history, rules)
    known = tuple(map(int, found.solution)) if solution else hit_fields(rules.side, history)
    title = f"Beams {name}: a puzzle of {found.beams} beams (--seed {found.seed})"
    task = f"{rules.colours} colours, each on {rules.size} fields that hang together. One code answers so."
    if output is not None:
        picture.write(output, name, known, history, None, title, task)

    def layout() -> Any:
        board = drawn(rules.side, known, used={beam.diagonal: beam.colour for beam in history})
        below = [found.history, *([f"Solution: {found.solution}"] if solution else [])]
        return headed(title, task, "", board, *below)

    return layout
