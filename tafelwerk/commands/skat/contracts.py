"""`tafelwerk skat contracts`: contracts won with open cards and with hidden cards."""

from typing import Annotated, Any

import typer

from tafelwerk.commands.asking import AtOnce, Text, asks
from tafelwerk.commands.skat.words import SeedOption, app
from tafelwerk.rules.skat.limits import MOST_PLAYED, WORLDS
from tafelwerk.rules.skat.words import counted, number_text, percent, term, worded
from tafelwerk.tables.skat import questions
from tafelwerk.tables.skat.contracts import Contracts, ContractShares

PLACES = 1
"""Decimals of a share in percent."""


@app.command()
@asks
def contracts(
    ask: AtOnce,
    deals: Annotated[
        int | None,
        typer.Option(
            "--deals",
            min=1,
            max=MOST_PLAYED,
            metavar="N",
            help="Number of deals, the first of the seed. Default: all in the book.",
        ),
    ] = None,
    player: Annotated[
        str, typer.Option("--player", metavar="A", help="Program at all three seats, such as pimc:100.")
    ] = f"pimc:{WORLDS}",
    seed: SeedOption = 1,
) -> Text:
    """Contracts won with all cards open, and by a program against itself with hidden cards.

    The program bids, discards and announces on random deals. Each contract is judged by best play with all cards open, and is
    played once by the program at all three seats. The difference is about this program, not about perfect play with hidden cards.

    Example: tafelwerk skat contracts

    Example: tafelwerk skat contracts --player pimc:30 --deals 50
    """
    found = ask(questions.contracts, deals, player, seed)
    return lambda: _layout(found)


def _layout(found: Contracts) -> Any:
    from rich.console import Group
    from rich.text import Text as Line

    from tafelwerk.commands.fitting import Column, fitted
    from tafelwerk.commands.output import console

    rows = found.shares
    columns = [
        Column(term("game"), [term(one.game) for one in rows]),
        Column(term("contracts"), [one.contracts for one in rows]),
        Column(term("won, open"), [percent(one.open.share, PLACES) for one in rows], term("open")),
        Column(term("won, hidden"), [percent(one.hidden.share, PLACES) for one in rows], term("hidden")),
        Column(term("difference"), [number_text(100 * one.gain.difference, "+.1f") for one in rows]),
        Column(term("95 % interval"), [_interval(one) for one in rows], goes=1),
        Column(term("won only open"), [one.only_open for one in rows], term("only open"), goes=3),
        Column(term("won only hidden"), [one.only_hidden for one in rows], term("only hidden"), goes=3),
        Column(term("points, open"), [_points(one.open_points) for one in rows], goes=2),
        Column(term("points, hidden"), [_points(one.hidden_points) for one in rows], goes=2),
    ]
    drawn, seed, passed = counted(found.deals, "random deal"), number_text(found.seed, "d"), number_text(found.passed)
    below = worded(
        f"{drawn} of seed {seed}, {passed} of them passed. {found.player} bids, discards and announces, and plays all three hands"
        " with hidden cards; open: best play by all with all cards open. Differences are in points of percentage, paired by"
        " contract. They are about this program, not about perfect play with hidden cards.",
        f"{drawn} mit Startwert {seed}, davon {passed} eingepasst. {found.player} reizt, drückt, sagt an und spielt alle drei"
        " Blätter mit verdeckten Karten; offen: bestes Spiel aller mit offenen Karten. Unterschiede in Prozentpunkten, gepaart"
        " nach Spielen. Sie gelten für dieses Programm, nicht für perfektes Spiel mit verdeckten Karten.",
    )
    return Group(fitted(columns, console().width), "", Line(below))


def _interval(one: ContractShares) -> str:
    low, high = (number_text(100 * end, "+.1f") for end in one.gain.interval)
    return worded(f"{low} to {high}", f"{low} bis {high}")


def _points(mean: float | None) -> str | None:
    return None if mean is None else number_text(mean, ".1f")
