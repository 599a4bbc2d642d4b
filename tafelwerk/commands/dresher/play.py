"""`tafelwerk dresher play`: a game against the program, as searcher or as hider."""

from typing import Annotated, Any

import typer

from tafelwerk.commands.common import BookOption, ComputeOption, note
from tafelwerk.commands.dresher.words import NumbersArgument, app
from tafelwerk.commands.terminal import SeedOption, seeded
from tafelwerk.commands.terminal import play as at_terminal
from tafelwerk.tables.dresher import questions

STRIP = 60
"""Width of the strip, in columns."""


@app.command()
def play(
    book: BookOption,
    n: NumbersArgument = 20,
    role: Annotated[
        str,
        typer.Option(
            "--as",
            metavar="searcher|hider",
            help="Your role: search for the program's number, or hide a number from it.",
        ),
    ] = "searcher",
    history: Annotated[
        str,
        typer.Option(
            "--history", metavar='"10 higher; ..."', help="Guesses so far, each with higher, lower or correct."
        ),
    ] = "",
    seed: SeedOption = None,
    compute: ComputeOption = False,
) -> None:
    """Play Dresher's game: guess a number and hear what each guess cost, or keep one in mind and have it guessed.

    Example: tafelwerk dresher play

    Example: tafelwerk dresher play 11 --as hider
    """
    from tafelwerk.book import open_book
    from tafelwerk.play.deduction import deducing
    from tafelwerk.play.dresher import Dresher

    with open_book(book) as opened:
        problem = Dresher(opened.ask(questions.certificate.of(n), compute=compute, note=note))
    at_terminal(deducing(role, problem, problem.read_history(history), seeded(seed)), drawn, book)


def drawn(strip: Any) -> Any:
    """The numbers that are left, as a strip."""
    from itertools import pairwise

    from rich.text import Text

    from tafelwerk.commands.output import encodes

    width = min(strip.n, STRIP)
    inside, outside = ("█", "░") if encodes("█░") else ("#", ".")
    numbers = [1 + column * strip.n // width for column in range(width + 1)]
    overlap = [strip.first < after and strip.last >= begin for begin, after in pairwise(numbers)]
    cells = "".join(inside if shared else outside for shared in overlap)
    return Text(f"  1 {cells} {strip.n}", "cyan")
