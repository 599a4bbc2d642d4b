"""`tafelwerk skat deals`: random deals, or deals of a file, checked and numbered."""

from pathlib import Path
from typing import Annotated

import typer

from tafelwerk.commands.asking import AtOnce, Text, asks
from tafelwerk.commands.skat.words import app, deals_in
from tafelwerk.errors import InputError
from tafelwerk.rules.skat.cards import card_names, read_list
from tafelwerk.rules.skat.limits import LARGEST_SEED, MOST_CARDS, MOST_DRAWN
from tafelwerk.rules.skat.words import in_german, worded
from tafelwerk.tables.skat import questions


@app.command()
@asks
def deals(
    ask: AtOnce,
    file: Annotated[
        Path | None,
        typer.Argument(metavar="FILE", help="Deals to check and number, one per line; - reads standard input."),
    ] = None,
    random: Annotated[
        int | None,
        typer.Option("--random", min=1, max=MOST_DRAWN, metavar="N", help="Number of random deals. Default: 1."),
    ] = None,
    seed: Annotated[
        int | None,
        typer.Option("--seed", min=0, max=LARGEST_SEED, metavar="S", help="Random seed of the deals. Default: 0."),
    ] = None,
    cards: Annotated[
        int | None,
        typer.Option(
            "--cards",
            min=1,
            max=MOST_CARDS,
            metavar="K",
            help="Cards per hand; below ten there is no Skat. Default: 10.",
        ),
    ] = None,
) -> Text:
    """Deals as text, one per line: random deals, always the same for a seed, or the deals of a file.

    The deal's number follows after #; the book and --deal know the deal by it. Printed lines can be read again as they are.

    Example: tafelwerk skat deals --random 5 --seed 7

    Example: tafelwerk skat deals deals.txt --json
    """
    given = None
    if file is not None:
        for name, value in (("--random", random), ("--seed", seed), ("--cards", cards)):
            if value is not None:
                raise InputError(
                    worded(
                        f"{name} is for random deals, and {file} is a file of deals; give one or the other",
                        f"{name} ist für zufällige Verteilungen, und {file} nennt eine Datei; gib eines von beiden an",
                    )
                )
        given = [deal.text() for deal in deals_in(file)]
    found = ask(questions.deals, random, seed, cards, given)
    return lambda: "".join(f"{_shown(one.deal)}  # {one.number}\n" for one in found.deals)


def _shown(deal: str) -> str:
    """A deal as shown to people; in English it is written as in tables and logs."""
    return " | ".join(card_names(read_list(part)) for part in deal.split("|")) if in_german() else deal
