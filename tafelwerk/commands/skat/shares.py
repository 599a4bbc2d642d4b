"""`tafelwerk skat shares`: the share of random deals that each declarer wins in each game."""

from typing import Annotated, Any

import typer

from tafelwerk.commands.asking import Text, Unkept, asks
from tafelwerk.commands.skat.words import SeedOption, app
from tafelwerk.rules.skat.limits import MOST_DRAWN
from tafelwerk.rules.skat.words import counted, number_text, percent, term, worded
from tafelwerk.tables.skat import questions
from tafelwerk.tables.skat.shares import Shares

PLACES = 2
"""Decimals of a share in percent."""


@app.command()
@asks
def shares(
    ask: Unkept,
    deals: Annotated[
        int | None,
        typer.Option(
            "--deals",
            min=1,
            max=MOST_DRAWN,
            metavar="N",
            help="Number of deals, the first of the seed. Default: all in the book.",
        ),
    ] = None,
    seed: SeedOption = 1,
) -> Text:
    """Share of random deals that each declarer wins in each game, with all cards open and best play by all.

    The deals are played as dealt: nobody takes up the Skat, whose card points are the declarer's. The shares are no chances at
    the table, where nobody sees the other hands and most of these games would not be announced.

    Example: tafelwerk skat shares --deals 50

    Example: tafelwerk skat shares --deals 20 --seed 7
    """
    found = ask(questions.shares, deals, seed)
    return lambda: _layout(found)


def _layout(found: Shares) -> Any:
    from rich.console import Group
    from rich.text import Text as Line

    from tafelwerk.commands.fitting import Column, fitted
    from tafelwerk.commands.output import console

    columns = [
        Column(term("game"), [term(one.game) for one in found.shares]),
        Column(term("declarer"), [term(one.declarer) for one in found.shares]),
        Column(term("deals won"), [one.won for one in found.shares], goes=1),
        Column(term("share"), [percent(one.share, PLACES) for one in found.shares]),
        Column(term("95 % interval"), [_interval(*one.interval) for one in found.shares], goes=2),
    ]
    table = fitted(columns, console().width, bars=[one.share for one in found.shares])
    drawn, seed = counted(found.deals, "random deal"), number_text(found.seed, "d")
    below = worded(
        f"{drawn} of seed {seed} with all cards open and best play by all. Nobody takes up the Skat, whose card points are the"
        " declarer's. In Null no trick wins, otherwise 61 points.",
        f"{drawn} mit Startwert {seed}, offenen Karten und bestem Spiel aller. Niemand nimmt den Skat auf; seine Augen zählen dem"
        " Alleinspieler. Bei Null gewinnt, wer keinen Stich bekommt, sonst, wer 61 Augen hat.",
    )
    return Group(table, "", Line(below))


def _interval(low: float, high: float) -> str:
    return worded(
        f"{number_text(100 * low, '.2f')} to {percent(high, PLACES)}",
        f"{number_text(100 * low, '.2f')} bis {percent(high, PLACES)}",
    )
