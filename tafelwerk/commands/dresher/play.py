"""`tafelwerk dresher play`: a game against the program, as searcher of its number or as hider of one."""

from random import Random
from typing import Annotated

import typer

from tafelwerk.commands.common import BookOption, ComputeOption, note
from tafelwerk.commands.dresher.words import NumbersArgument, app
from tafelwerk.errors import InputError, quoted
from tafelwerk.rules.numbers import LARGEST_SEED
from tafelwerk.tables.dresher import questions

ROLES = ("searcher", "hider")


@app.command()
def play(
    n: NumbersArgument,
    book: BookOption,
    role: Annotated[
        str, typer.Option("--as", metavar="searcher|hider", help="You look for the program's number, or it for yours.")
    ] = "searcher",
    seed: Annotated[
        int | None,
        typer.Option(
            "--seed", min=0, max=LARGEST_SEED, metavar="S", help="Random seed, for a reproducible game. Default: any."
        ),
    ] = None,
    compute: ComputeOption = False,
) -> None:
    """Play: guess a number and hear what each guess cost, or keep one in mind and have it guessed.

    Example: tafelwerk dresher play 20

    Example: tafelwerk dresher play 20 --as hider
    """
    if role not in ROLES:
        raise InputError(f"--as must be {' or '.join(ROLES)}, not {quoted(role)}")
    from tafelwerk.book import open_book

    with open_book(book) as opened:
        game = opened.ask(questions.certificate.of(n), compute=compute, note=note)
    from tafelwerk.commands.dresher.session import AsHider, AsSearcher

    (AsSearcher if role == "searcher" else AsHider)(game, Random(seed)).play()
