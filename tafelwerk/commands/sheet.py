"""`tafelwerk sheet`: a printable page per family."""

from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tafelwerk.commands.common import App, BookOption, JsonOption, answer, options_given
from tafelwerk.commands.picture import check_picture, save
from tafelwerk.errors import InputError, in_quotes
from tafelwerk.frozen import frozen
from tafelwerk.rules.numbers import LARGEST_SEED

if TYPE_CHECKING:
    from tafelwerk.book import Book


app = App()

OWN = ("--output", "--book", "--json")
"""Options of every family."""


@app.command()
def sheet(
    context: typer.Context,
    book: BookOption,
    family: Annotated[str, typer.Argument(metavar="FAMILY", help="Family; `tafelwerk --help` lists them.")],
    output: Annotated[
        Path | None,
        typer.Option(
            "--output",
            "-o",
            metavar="FILE",
            callback=check_picture,
            help="File: FILE.pdf, .svg, .png or .html. Default: FAMILY-sheet.pdf.",
        ),
    ] = None,
    pegs: Annotated[
        int | None,
        typer.Option("--pegs", min=1, max=8, metavar="P", help="Number of pegs, for mastermind. Default: 4."),
    ] = None,
    colors: Annotated[
        int | None,
        typer.Option("--colors", min=1, max=20, metavar="C", help="Number of colours, for mastermind. Default: 6."),
    ] = None,
    strategy: Annotated[
        str | None,
        typer.Option("--strategy", metavar="S", help="Strategy, for mastermind, as in its `next`. Default: optimal."),
    ] = None,
    moves: Annotated[
        str | None,
        typer.Option(
            "--moves", metavar="A,B", help="Allowed moves of the subtraction game, for montecarlo. Default: 1,2."
        ),
    ] = None,
    limit: Annotated[
        int | None,
        typer.Option(
            "--limit",
            min=1,
            max=200,
            metavar="N",
            help="Heaps (montecarlo), sizes (dresher, search), pairs (minimax) or hands (skat). Default: what fits a page.",
        ),
    ] = None,
    variant: Annotated[
        str | None, typer.Option("--variant", metavar="V", help="Variant, for beams, as in its `next`. Default: 3c6p.")
    ] = None,
    order: Annotated[
        int | None,
        typer.Option("--order", min=3, max=12, metavar="M", help="Order of the board, for switching. Default: 5."),
    ] = None,
    seed: Annotated[
        int | None,
        typer.Option(
            "--seed", min=0, max=LARGEST_SEED, metavar="N", help="Random seed of puzzles and hands. Default: 1."
        ),
    ] = None,
    json: JsonOption = False,
) -> None:
    """Make printable A4 pages: a strategy's tree, win and loss, mixtures, hands or boards; a PDF has one page for each.

    mastermind: the whole tree of a strategy. montecarlo: win and loss of a subtraction game. dresher: mixtures and search trees.
    minimax: Memory. skat: hands and their chances. beams: the board and puzzles. search: totals. switching: Bridg-It.

    Example: tafelwerk sheet mastermind

    Example: tafelwerk sheet montecarlo --moves 2,5 -o heaps.pdf

    Example: tafelwerk sheet switching --order 6 -o board.svg
    """
    from tafelwerk.build.catalogue import FAMILIES

    if family not in FAMILIES:
        raise InputError(f"FAMILY cannot be {in_quotes(family)}; it may be {', '.join(FAMILIES)}")
    from tafelwerk.book import open_book

    maker = import_module(f"tafelwerk.families.{family}.sheets")
    foreign = [name for name in options_given(context) if name.startswith("--") and name not in (*OWN, *maker.OPTIONS)]
    if foreign:
        raise InputError(f"{foreign[0]} is not an option of the sheet of {family}; it takes {', '.join(maker.OPTIONS)}")
    path = output or Path(f"{family}-sheet.pdf")
    values = {"--pegs": pegs, "--colors": colors, "--strategy": strategy, "--moves": moves, "--limit": limit}
    values |= {"--variant": variant, "--order": order, "--seed": seed}
    line = f"tafelwerk sheet {family}" + "".join(
        f" {name} {value}" for name, value in values.items() if value is not None
    )
    with open_book(book) as opened:
        pages = maker.pages(SheetOptions(opened, pegs, colors, strategy, moves, limit, variant, order, seed, line))
    save(pages, path)
    if json:
        answer(json, {"family": family, "file": path, "pages": len(pages)}, "")


@frozen
class SheetOptions:
    """The options of `tafelwerk sheet`, those that were left out as None.

    Attributes:
        book: where answers are looked up; what it lacks is computed.
        pegs, colors, strategy: of Mastermind.
        moves, limit: of a subtraction game and its largest heap; `limit` is the largest size of other tables, too.
        variant: of Beams.
        order: of a board of Bridg-It.
        seed: of puzzles and hands.
        line: the command line, for the foot of the page.
    """

    book: "Book"
    pegs: int | None
    colors: int | None
    strategy: str | None
    moves: str | None
    limit: int | None
    variant: str | None
    order: int | None
    seed: int | None
    line: str
