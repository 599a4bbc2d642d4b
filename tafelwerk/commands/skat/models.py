"""`tafelwerk skat models`: the classifiers of hands and how they do on games held back."""

from typing import Any

from tafelwerk.commands.asking import AtOnce, Text, asks
from tafelwerk.commands.skat.words import app
from tafelwerk.tables.skat import questions
from tafelwerk.tables.skat.answers import Models

_WORDS = {
    "thesis": "least squares on the seven features of Kupferschmid 2003; every card open",
    "open": "logistic on the features suit by suit; every card open",
    "hidden": "logistic on what open says, and on who wins with open cards; played out with hidden cards",
}


@app.command()
@asks
def models(ask: AtOnce) -> Text:
    """Classifiers of hands: how well each tells games that are won from games that are lost, on games it was not fitted to.

    True positives were given half a chance or more and won, false positives were given as much and lost. The loss is the mean
    squared difference of chance and outcome. The weights themselves are in table skat.models, and with --json.

    Example: tafelwerk skat models
    """

    found = ask(questions.models)
    return lambda: _layout(found)


def _layout(found: Models) -> Any:
    from rich.console import Group
    from rich.text import Text

    from tafelwerk.commands.fitting import Column, fitted
    from tafelwerk.commands.output import console

    parts: list[Any] = []
    for model, words in _WORDS.items():
        rows = [one for one in found.validations if one.model == model]
        right = sum(one.true_positives + one.true_negatives for one in rows)
        games = sum(one.games for one in rows)
        columns = [
            Column("game", [one.game for one in rows]),
            Column("declarer", [one.declarer for one in rows]),
            Column("true pos.", [one.true_positives for one in rows], "won +"),
            Column("false pos.", [one.false_positives for one in rows], "lost +"),
            Column("false neg.", [one.false_negatives for one in rows], "won -"),
            Column("true neg.", [one.true_negatives for one in rows], "lost -"),
            Column("loss", [None if one.loss is None else f"{one.loss:.3f}" for one in rows]),
        ]
        share = f", {right:,} of {games:,} games told right" if games else ""
        parts += [Text(f"{model}: {words}{share}", "bold"), fitted(columns, console().width), ""]
    words = (
        f"Fitted to the trials of {found.deals:,} deals of seed {found.seed} and the playouts of {found.played:,};"
        " a fifth held back."
    )
    return Group(*parts, Text(words))
