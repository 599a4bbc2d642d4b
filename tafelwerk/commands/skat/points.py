"""`tafelwerk skat points`: card points of random deals, their means and distributions."""

from typing import Annotated, Any

import typer

from tafelwerk.commands.asking import AtOnce, Text, asks
from tafelwerk.commands.skat.shares import PLACES
from tafelwerk.commands.skat.words import SeedOption, app
from tafelwerk.rules.skat.limits import MOST_DRAWN
from tafelwerk.rules.skat.words import counted, number_text, percent, term, worded
from tafelwerk.tables.skat import questions
from tafelwerk.tables.skat.points import CLASSES, Points


@app.command()
@asks
def points(
    ask: AtOnce,
    deals: Annotated[
        int | None,
        typer.Option(
            "--deals",
            min=1,
            max=MOST_DRAWN,
            metavar="N",
            help="Number of deals, the first of the seed. Default: all in the book with their points.",
        ),
    ] = None,
    seed: SeedOption = 1,
) -> Text:
    """Card points that each declarer makes in each game, with all cards open and best play by all: mean and distribution.

    The deals are played as dealt: nobody takes up the Skat, whose card points are the declarer's. The answer with --json has the
    quartiles and the interval of every share too.

    Example: tafelwerk skat points

    Example: tafelwerk skat points --deals 20
    """
    found = ask(questions.points, deals, seed)
    return lambda: _layout(found)


def _layout(found: Points) -> Any:
    from rich.console import Group
    from rich.text import Text as Line

    from tafelwerk.commands.fitting import Column, fitted
    from tafelwerk.commands.output import console, encodes

    sign = "±" if encodes("±") else "+-"
    means = [
        number_text(one.mean, ".2f")
        + ("" if one.standard_error is None else f" {sign} {number_text(one.standard_error, '.2f')}")
        for one in found.points
    ]
    columns = [
        Column(term("game"), [term(one.game) for one in found.points]),
        Column(term("declarer"), [term(one.declarer) for one in found.points]),
        Column(term("card points"), means, term("points")),
        Column("61+", [percent(sum(each.deals.share for each in one.classes[2:]), PLACES) for one in found.points]),
        *(
            Column(
                worded(f"{least} to {most}", f"{least} bis {most}") if least < most else str(least),
                [percent(one.classes[place].deals.share, PLACES) for one in found.points],
                goes=goes,
            )
            for place, ((least, most), goes) in enumerate(zip(CLASSES, (4, 2, 1, 3, 5), strict=True))
        ),
    ]
    table = fitted(columns, console().width)
    drawn, seed = counted(found.deals, "random deal"), number_text(found.seed, "d")
    below = worded(
        f"{drawn} of seed {seed} with all cards open and best play by all, as dealt: nobody takes up the Skat, whose card points"
        " are the declarer's. Means with their standard errors; shares of the deals by the declarer's points. With 30 points or"
        " fewer the declarer is Schneider, with 90 or more the defenders are.",
        f"{drawn} mit Startwert {seed}, offenen Karten und bestem Spiel aller, aus der Hand: Niemand nimmt den Skat auf; seine"
        " Augen zählen dem Alleinspieler. Mittel mit ihren Standardfehlern; Anteile der Verteilungen nach den Augen des"
        " Alleinspielers. Mit höchstens 30 Augen ist er Schneider, ab 90 sind es die Gegenspieler.",
    )
    return Group(table, "", Line(below))
