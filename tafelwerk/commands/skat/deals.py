"""`tafelwerk skat deals`: random deals, or those of a file, checked and numbered."""

import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from tafelwerk.commands.common import BookOption, JsonOption, answer
from tafelwerk.commands.skat.words import app, deals_in, drawn_deals, source_name
from tafelwerk.errors import InputError
from tafelwerk.rules.skat.deals import Deal, deal_number
from tafelwerk.rules.skat.limits import LARGEST_SEED, MOST_CARDS, MOST_DRAWN


@app.command()
def deals(
    book: BookOption,
    file: Annotated[
        Path | None, typer.Argument(metavar="[FILE]", help="Deals, one a line, to check and number; - reads them.")
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
            help="Cards in a hand; below ten there is no Skat. Default: 10.",
        ),
    ] = None,
    json: JsonOption = False,
) -> None:
    """Deals as text, a line each: random ones, the same for a seed for ever, or those of a file.

    Behind # stands the deal's number, by which the book and --deal know it; lines with it are read again as they are.

    Example: tafelwerk skat deals --random 5 --seed 7

    Example: tafelwerk skat deals deals.txt --json
    """
    if file is None:
        seed = 0 if seed is None else seed
        found = drawn_deals(1 if random is None else random, seed, 10 if cards is None else cards)
        if not json:
            for deal in found:
                sys.stdout.write(_line(deal))
            return
        answer(json, {"seed": seed, "deals": [_document(deal) for deal in found], "source": "computed"}, "")
        return
    for name, value in (("--random", random), ("--seed", seed), ("--cards", cards)):
        if value is not None:
            raise InputError(f"{name} is for random deals, and {file} names a file of deals: give one of the two")
    read = list(deals_in(file))
    if not read:
        raise InputError(f"{source_name(file)} holds no deal")
    document = {"deals": [_document(deal) for deal in read], "source": "computed"} if json else {}
    answer(json, document, lambda: "".join(map(_line, read)))


def _line(deal: Deal) -> str:
    return f"{deal.text()}  # {deal_number(deal)}\n"


def _document(deal: Deal) -> dict[str, Any]:
    return {"number": str(deal_number(deal)), "deal": deal.text(), "cards_each": deal.cards_each}
