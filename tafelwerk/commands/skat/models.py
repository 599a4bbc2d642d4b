"""`tafelwerk skat models`: the classifiers of hands and their results on held-out games."""

from typing import Any

from tafelwerk.commands.asking import AtOnce, Text, asks
from tafelwerk.commands.skat.words import app
from tafelwerk.rules.skat.words import number_text, term, worded
from tafelwerk.tables.skat import questions
from tafelwerk.tables.skat.answers import Models

_WORDS = {
    "thesis": (
        "least squares on the seven features of Kupferschmid 2003; all cards open",
        "kleinste Quadrate über die sieben Merkmale von Kupferschmid 2003; alle Karten offen",
    ),
    "open": (
        "logistic regression on features of each suit; all cards open",
        "logistische Regression über die Merkmale jeder Farbe; alle Karten offen",
    ),
    "hidden": (
        "logistic regression on the result of open and the winner with open cards; played out with hidden cards",
        "logistische Regression über das Ergebnis von open und den Sieger mit offenen Karten; mit verdeckten Karten"
        " ausgespielt",
    ),
}


@app.command()
@asks
def models(ask: AtOnce) -> Text:
    """Classifiers of hands: how well each separates games won from games lost, on games that it was not fitted to.

    True positives had a chance of at least one half and were won; false positives had such a chance and were lost. The loss is
    the mean squared difference of chance and outcome. The weights are in table skat.models, and in the answer with --json.

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
            Column(term("game"), [term(one.game) for one in rows]),
            Column(term("declarer"), [term(one.declarer) for one in rows]),
            Column(term("true pos."), [one.true_positives for one in rows], term("won +")),
            Column(term("false pos."), [one.false_positives for one in rows], term("lost +")),
            Column(term("false neg."), [one.false_negatives for one in rows], term("won -")),
            Column(term("true neg."), [one.true_negatives for one in rows], term("lost -")),
            Column(term("loss"), [None if one.loss is None else number_text(one.loss, ".3f") for one in rows]),
        ]
        told, of = number_text(right), number_text(games)
        share = worded(f", {told} of {of} games right", f", {told} von {of} Spielen richtig") if games else ""
        parts += [Text(f"{model}: {worded(*words)}{share}", "bold"), fitted(columns, console().width), ""]
    deals, played = number_text(found.deals), number_text(found.played)
    below = worded(
        f"Fitted to the trials of {deals} deals of seed {found.seed} and the playouts of {played}; a fifth held out.",
        f"Angepasst an {deals} Verteilungen mit Startwert {found.seed}, {played} davon ausgespielt; ein Fünftel"
        " zurückgehalten.",
    )
    return Group(*parts, Text(below))
