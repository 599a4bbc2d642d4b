"""Figures of Mastermind under the numbers of their source.

Source: Jena dissertation on the exact analysis of heuristics for combinatorial games, chapter 4.
"""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from tafelwerk.errors import MissingTableError
from tafelwerk.plots.figure import figure
from tafelwerk.plots.style import (
    BLUE,
    GREEN,
    HEIGHT,
    INK,
    MUTED,
    PURPLE,
    VERMILION,
    WIDTH,
    data,
    dressed,
    heading,
    layered,
    linear_x,
    linear_y,
    upright,
    zoom,
)
from tafelwerk.rules.mastermind.games import Pegs
from tafelwerk.rules.mastermind.strategies import Tie
from tafelwerk.tables.mastermind import questions
from tafelwerk.tables.mastermind.answers import Point

if TYPE_CHECKING:
    import altair as alt

    from tafelwerk.tables.book import Book

STANDARD = Pegs(4, 6)
JUNIOR = Pegs(4, 6, distinct=True)
FIRST_SWITCH = 1.3378999
"""The order of entropy beyond which the first guess is AABC instead of ABCD; section 4.3.3."""

ALPHA_TITLE = "order α of the Rényi entropy"
MEAN_TITLE = "queries on average"
ROOT_SIZE = 1000
"""Codes of the root model in figure 4.17."""

_BUILD = "tafelwerk build mastermind"


def _curve(book: "Book", game: Pegs, tie: Tie, opening: str | None = None) -> list[Point]:
    found = questions.curve(book, game, tie, opening) or []
    if len(found) < 2 or found[-1].alpha < 6:
        always = f", first {opening}" if opening else ""
        raise MissingTableError(f"{game.title}, the curve over alpha, ties {tie.upper()}{always}", _BUILD, book.path)
    return [point for point in found if point.alpha <= 6]


def _records(points: Iterable[Point], curve: str) -> list[dict[str, Any]]:
    return [{"alpha": point.alpha, "mean": round(point.mean, 7), "curve": curve} for point in points]


def _dots(records: list[dict[str, Any]], colours: dict[str, str], low: float, high: float) -> "alt.Chart":
    """Piecewise constant functions as dots, as they jump."""
    import altair as alt

    legend = alt.Legend(title=None, orient="bottom", direction="horizontal", symbolSize=60)
    scale = alt.Scale(domain=list(colours), range=list(colours.values()))
    dots: alt.Chart = (
        alt.Chart(data(records))
        .mark_circle(size=9, opacity=0.9, clip=True)
        .encode(
            x=linear_x(ALPHA_TITLE, 0, 6, "alpha", 7),
            y=linear_y(MEAN_TITLE, low, high, "mean"),
            color=alt.Color("curve:N", scale=scale, legend=legend),
        )
        .properties(width=WIDTH * 0.62, height=HEIGHT)
    )
    return dots


def _panel(book: "Book", game: Pegs, title: str, step: float) -> "alt.LayerChart":
    """Means of both tie rules over alpha, and that of the optimal strategy."""
    import altair as alt

    records = _records(_curve(book, game, "lex"), "LEX") + _records(_curve(book, game, "mix"), "MIX")
    best = questions.summary.probe(book, game).mean
    low, high = zoom([*(record["mean"] for record in records), best], step)
    rule = alt.Chart(data([{}])).mark_rule(color=MUTED, strokeDash=[5, 4]).encode(y=alt.YDatum(best))
    note = (
        alt.Chart(data([{}]))
        .mark_text(align="right", baseline="bottom", dx=-4, dy=-2, fontSize=11, color=INK, text=f"optimal {best:.4f}")
        .encode(x=alt.value(WIDTH * 0.62), y=alt.YDatum(best))
    )
    dots = _dots(records, {"LEX": BLUE, "MIX": VERMILION}, low, high)
    layers = [rule, dots, note]
    if game == STANDARD:
        layers.append(upright(FIRST_SWITCH, "first guess ABCD | AABC"))
    chart: alt.LayerChart = layered(*layers).properties(title=heading(title, 18 if game == STANDARD else 32))
    return chart


@figure("mastermind-4.6", "Mastermind: mean number of queries over alpha")
def means_over_alpha(book: "Book") -> "alt.TopLevelMixin":
    """Figure 4.6: mean number of queries of the entropy strategies over alpha, for 360 and for 1296 codes."""
    import altair as alt

    panels = alt.hconcat(
        _panel(book, JUNIOR, "360 codes: four different colours of six", 0.02),
        _panel(book, STANDARD, "1296 codes: four pegs of six colours", 0.02),
        spacing=36,
    )
    return dressed(
        panels,
        "Mastermind: entropy strategies over α",
        "Exact means over all codes; LEX takes the first of tied queries, MIX each with equal chance. Dots are the orders",
        "that the book holds.",
    )


@figure("mastermind-4.17", "Mastermind and the root model over alpha, against optimal play")
def games_over_alpha(book: "Book") -> "alt.TopLevelMixin":
    """Figure 4.17: how much longer than optimal the entropy strategies take, over alpha, game by game."""
    import altair as alt

    always = "Mastermind, 1296 codes, AABC first"
    curves = {
        # beneath the curve it shares a stretch with, and wider
        always: (_curve(book, STANDARD, "lex", "AABC"), questions.summary.probe(book, STANDARD).mean),
        "Mastermind, 1296 codes": (_curve(book, STANDARD, "lex"), questions.summary.probe(book, STANDARD).mean),
        "Mastermind, 360 codes": (_curve(book, JUNIOR, "lex"), questions.summary.probe(book, JUNIOR).mean),
    }
    records: list[dict[str, Any]] = []
    for name, (points, best) in curves.items():
        records += [
            {
                "alpha": float(p.alpha),
                "mean": float(p.mean),
                "loss": round(100 * (float(p.mean) / best - 1), 5),
                "curve": name,
            }
            for p in points
        ]
    root = f"root model, {ROOT_SIZE} codes"
    records += [dict(record, curve=root) for record in _root(book)]
    colours = dict(zip([*curves, root], (PURPLE, BLUE, GREEN, VERMILION), strict=True))
    low, high = zoom([record["loss"] for record in records], 1)
    chart = (
        alt.Chart(data(records))
        .mark_circle(opacity=0.9, clip=True)
        .encode(
            size=alt.condition(f"datum.curve === '{always}'", alt.value(45), alt.value(9)),
            x=linear_x(ALPHA_TITLE, 0, 6, "alpha", 13),
            y=linear_y("longer than optimal, in percent", low, min(high, 6), "loss"),
            color=alt.Color(
                "curve:N",
                scale=alt.Scale(domain=list(colours), range=list(colours.values())),
                legend=alt.Legend(title=None, orient="bottom", direction="horizontal", columns=2, symbolSize=60),
            ),
        )
        .properties(width=WIDTH, height=HEIGHT)
    )
    return dressed(
        chart,
        "Deduction games compared",
        "Mean number of queries of the H_α strategies against the optimal mean, exact; ties LEX.",
    )


def _root(book: "Book") -> list[dict[str, Any]]:
    """The root model's part of figure 4.17, from the tables of the search models."""
    rows = book.rows(
        "search",
        "SELECT h.alpha, h.total / h.size, 100 * (h.total / o.total - 1) FROM search.root_totals h"
        " JOIN search.root_totals o ON o.size = h.size AND o.strategy = 'optimal'"
        " WHERE h.size = ? AND h.alpha BETWEEN 0.01 AND 6 ORDER BY h.alpha",
        ROOT_SIZE,
    )
    if len(rows) < 100:
        raise MissingTableError(
            f"the root model with {ROOT_SIZE} codes over alpha", "tafelwerk build search", book.path
        )
    return [{"alpha": alpha, "mean": mean, "loss": round(loss, 5)} for alpha, mean, loss in rows]
