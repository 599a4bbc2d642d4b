"""`tafelwerk skat hands`: games won by classes of hands, beside the chances by which the program bids."""

from typing import Annotated, Any

import typer

from tafelwerk.commands.asking import AtOnce, Text, asks
from tafelwerk.commands.skat.words import SeedOption, app
from tafelwerk.rules.skat.limits import MOST_DRAWN
from tafelwerk.rules.skat.words import counted, number_text, percent, term, worded
from tafelwerk.tables.skat import questions
from tafelwerk.tables.skat.hands import LEAST, HandClass, Hands, RatedGames, SkatClass

PLACES = 1
"""Decimals of a share in percent."""

KINDS = {"suit": "suit games", "grand": "grand", "null": "null"}
"""Terms of the kinds of games."""

FEATURES = {"suit": ("jacks", "trumps", "aces"), "grand": ("jacks", "aces"), "null": ("excess",)}
"""Features that define the classes of a kind, which are terms too."""


@app.command()
@asks
def hands(
    ask: AtOnce,
    seed: SeedOption = 1,
    position: Annotated[
        str | None,
        typer.Option(
            "--position",
            metavar="SEAT",
            help="Declarer's seat: forehand, middlehand or rearhand. Default: all seats together.",
        ),
    ] = None,
    dealt: Annotated[
        bool, typer.Option("--dealt", help="Hands as dealt, the Skat left, from the deals of --question win.")
    ] = False,
    least: Annotated[
        int, typer.Option("--least", min=1, max=MOST_DRAWN, metavar="N", help="Smallest number of games of a class.")
    ] = LEAST,
) -> Text:
    """Games won by classes of the declarer's hands, with open cards, beside the chances by which the program bids.

    A class is given by jacks, trumps and aces outside trumps; in Null by how far the cards are above safe ones. A second table
    divides games by the chance that the fitted models give them, with --dealt another one by the cards of the Skat. Only games
    count to which the models were not fitted.

    Example: tafelwerk skat hands

    Example: tafelwerk skat hands --dealt --seed 2 --position forehand
    """
    found = ask(questions.hands, seed, position, dealt, least)
    return lambda: _layout(found)


def _layout(found: Hands) -> Any:
    from rich.console import Group
    from rich.text import Text as Line

    parts: list[Any] = []
    for kind, title in KINDS.items():
        classes = [one for one in found.classes if one.kind == kind]
        if classes:
            parts += [Line(term(title), "bold"), _classes(kind, classes), ""]
    if found.skats:
        title = worded("by the cards of the Skat left", "nach den Karten des liegenden Skats")
        parts += [Line(title, "bold"), _skats(found.skats), ""]
    models = {
        "open": ("model open, games solved with open cards", "Modell open, mit offenen Karten gelöste Spiele"),
        "hidden": ("model hidden, games played out", "Modell hidden, ausgespielte Spiele"),
    }
    for model, words in models.items():
        ratings = [one for one in found.ratings if one.model == model]
        if ratings:
            parts += [Line(worded(*words), "bold"), _ratings(ratings), ""]
    games, deals, seed = counted(found.games, "game"), counted(found.deals, "deal"), number_text(found.seed, "d")
    below = worded(
        f"{games} on {deals} of seed {seed} to which the models were not fitted; games of one deal count as independent. Chance:"
        " mean of the fitted model.",
        f"{games} aus {deals} mit Startwert {seed}, an die die Modelle nicht angepasst sind; Spiele einer Verteilung gelten als"
        " unabhängig. Chance: Mittel des angepassten Modells.",
    )
    how = worded(
        "Hands as dealt, the Skat left; its points are the declarer's.",
        "Blätter wie ausgeteilt, der Skat bleibt liegen; seine Augen zählen dem Alleinspieler.",
    )
    if not found.dealt:
        how = worded(
            "Hands after discarding, of declarers with a fair prospect of the game; the discard is drawn from roughly good ones.",
            "Blätter nach dem Drücken, von Alleinspielern mit Aussicht auf das Spiel; gedrückt wird zufällig unter etwa guten"
            " Möglichkeiten.",
        )
    return Group(*parts, Line(f"{below} {how}"))


def _classes(kind: str, classes: list[HandClass]) -> Any:
    from tafelwerk.commands.fitting import Column

    return _table([Column(term(name), [getattr(one, name) for one in classes]) for name in FEATURES[kind]], classes)


def _skats(skats: list[SkatClass]) -> Any:
    from tafelwerk.commands.fitting import Column

    kinds = Column(term("game"), [term(KINDS[one.kind]) for one in skats])
    held = (Column(term(name), [getattr(one, name) for one in skats]) for name in ("trumps", "aces"))
    return _table([kinds, *held], skats)


def _ratings(ratings: list[RatedGames]) -> Any:
    from tafelwerk.commands.fitting import Column

    ranges = [f"{percent(one.least)} - {percent(one.most)}" for one in ratings]
    return _table(
        [Column(term("game"), [term(KINDS[one.kind]) for one in ratings]), Column(term("range"), ranges)], ratings
    )


def _table(first: list[Any], rows: list[HandClass] | list[SkatClass] | list[RatedGames]) -> Any:
    from tafelwerk.commands.fitting import Column, fitted
    from tafelwerk.commands.output import console

    columns = [
        *first,
        Column(term("games"), [one.games for one in rows]),
        Column(term("won"), [percent(one.won.share, PLACES) for one in rows]),
        Column(term("95 % interval"), [_interval(*one.won.interval) for one in rows], goes=1),
        Column(term("chance"), [percent(one.chance, PLACES) for one in rows]),
    ]
    return fitted(columns, console().width)


def _interval(low: float, high: float) -> str:
    start, end = number_text(100 * low, f".{PLACES}f"), percent(high, PLACES)
    return worded(f"{start} to {end}", f"{start} bis {end}")
