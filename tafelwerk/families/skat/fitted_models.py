"""The classifiers of hands and their results on held-out games."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tafelwerk.families.skat import answers
from tafelwerk.families.skat.answers import Validation, Weights
from tafelwerk.families.skat.rules.words import term
from tafelwerk.families.skat.stored_only import StoredOnly
from tafelwerk.language import message, say
from tafelwerk.tables.questions import Text
from tafelwerk.wording import number_text

if TYPE_CHECKING:
    from tafelwerk.tables.book import Book

_WORDS = {
    "thesis": message("least squares on the seven features of Kupferschmid 2003; all cards open"),
    "open": message("logistic regression on features of each suit; all cards open"),
    "hidden": message(
        "logistic regression on the result of open and the winner with open cards; played out with hidden cards"
    ),
}


class Models(StoredOnly[answers.Models]):
    """Classifiers of hands: how well each separates games won from games lost, on games that it was not fitted to.

    True positives had a chance of at least one half and were won; false positives had such a chance and were lost. The loss is
    the mean squared difference of chance and outcome. The weights are in table skat.models, and in the answer with --json.

    Example: tafelwerk skat models
    """

    @property
    def build_options(self) -> str:
        return "--trials 3000"

    @property
    def phrase(self) -> str:
        return term("models of hands")

    def look_up(self, book: Book) -> answers.Models | None:
        return fitted_models(book)

    def text(self, answer: answers.Models) -> Text:
        return lambda: _layout(answer)


def fitted_models(book: Book) -> answers.Models | None:
    """The classifiers fitted to the largest number of deals, and their results on held-out games."""
    rows = book.rows(
        "skat",
        "SELECT seed, deals, played, model, game, declarer, list(feature ORDER BY place), list(weight ORDER BY place),"
        " list(DISTINCT build) AS build"
        " FROM skat.models GROUP BY seed, deals, played, model, game, declarer"
        " QUALIFY rank() OVER (ORDER BY deals DESC, played DESC, seed) = 1"
        " ORDER BY model, game, declarer",
    )
    if not rows:
        return None
    seed, deals, played = rows[0][:3]
    validations = book.rows(
        "skat",
        "SELECT model, game, declarer, true_positives, false_positives, false_negatives, true_negatives, loss"
        " FROM skat.validations WHERE seed = ? AND deals = ? AND played = ? ORDER BY model, game, declarer",
        seed,
        deals,
        played,
    )
    weights = [
        Weights(model, game, declarer, dict(zip(features, values, strict=True)))
        for _, _, _, model, game, declarer, features, values in rows
    ]
    return answers.Models(seed, deals, played, [Validation(*row) for row in validations], weights, certainty="sampled")


def _layout(found: answers.Models) -> Any:
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
        share = say(", {told} of {of} games right", told=told, of=of) if games else ""
        parts += [Text(f"{model}: {say(words)}{share}", "bold"), fitted(columns, console().width), ""]
    deals, played = number_text(found.deals), number_text(found.played)
    below = say(
        "Fitted to the trials of {deals} deals of seed {seed} and the playouts of {played}; a fifth held out.",
        deals=deals,
        seed=found.seed,
        played=played,
    )
    return Group(*parts, Text(below))
