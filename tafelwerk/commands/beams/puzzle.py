"""`tafelwerk beams puzzle`: answered beams that leave one code, for a person to find."""

from random import Random, SystemRandom
from typing import Annotated, Any

import typer

from tafelwerk.commands.beams import picture
from tafelwerk.commands.beams.board import drawn, hit_fields
from tafelwerk.commands.beams.words import VariantOption, app, problem
from tafelwerk.commands.common import BookOption, JsonOption, answer
from tafelwerk.commands.numbers import LARGEST_SEED
from tafelwerk.commands.output import headed
from tafelwerk.commands.picture import OutputOption, check
from tafelwerk.solvers.beams.board import VARIANTS, make_board
from tafelwerk.solvers.beams.history import write_history
from tafelwerk.tables import beams as tables

MOST_BEAMS = max(len(make_board(variant.side).diagonals) for variant in VARIANTS.values())
"""Beams of a puzzle: each takes a diagonal of its own."""

ATTEMPTS, MOST_ATTEMPTS = 30, 1000
"""Hidden codes that are tried for a puzzle of a number of beams: usually, and at most."""

MOST_LOOKED_THROUGH = 20_000_000
"""Patterns of all attempts together, unless their number is given: some four seconds."""


@app.command()
def puzzle(
    variant: VariantOption,
    book: BookOption,
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
            help=f"Hidden codes to try. Default: {ATTEMPTS}, fewer where each takes long.",
        ),
    ] = None,
    solution: Annotated[bool, typer.Option("--solution", help="Show the code, too.")] = False,
    output: OutputOption = None,
    json: JsonOption = False,
) -> None:
    """A puzzle: beams and their answers that leave exactly one code, none of them superfluous. Which code is it?

    Example: tafelwerk beams puzzle --variant 6c6p --seed 1 -o puzzle.svg

    Example: tafelwerk beams puzzle --variant 3c6p --beams 3 --solution
    """
    name = tables.variant(variant)
    check(output)
    ready = problem(name, book)
    from tafelwerk.solvers.beams.knowledge import code_text
    from tafelwerk.solvers.beams.puzzles import make_puzzle

    number = SystemRandom().randrange(10**12) if seed is None else seed
    usual = max(1, min(ATTEMPTS, MOST_LOOKED_THROUGH // len(ready.patterns)))
    found = make_puzzle(ready, Random(number), beams, attempts or usual)
    code = code_text(ready, found.solution)
    known = tuple(map(int, code)) if solution else hit_fields(ready.variant.side, found.history)
    title = f"Beams {name}: a puzzle of {len(found.history)} beams (--seed {number})"
    task = (
        f"{ready.variant.colours} colours, each on {ready.variant.size} fields that hang together. One code answers so."
    )
    if output is not None:
        picture.write(output, name, known, found.history, None, title, task)
    document = {
        "variant": name,
        "seed": number,
        "history": write_history(found.history),
        "beams": len(found.history),
        "remaining": 1,
        "solution": code,
        "certainty": "exact",
        "source": "computed",
    }

    def layout() -> Any:
        board = drawn(ready.variant.side, known, used={beam.diagonal: beam.colour for beam in found.history})
        below = [write_history(found.history), *([f"Solution: {code}"] if solution else [])]
        return headed(title, task, "", board, *below)

    answer(json, document, layout)
