"""Entropy strategies of Mastermind over alpha, and their histograms.

Source: Jena dissertation on the exact analysis of heuristics for combinatorial games, chapter 4.
"""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

from tafelwerk.extras import Book, Drawing, Layer, Record, alt
from tafelwerk.families.mastermind import costs
from tafelwerk.families.mastermind.answers import Cost, Point
from tafelwerk.families.mastermind.rules import FAMILY, Pegs, Tie
from tafelwerk.plots import style
from tafelwerk.plots.figure import need

STANDARD = Pegs(4, 6)
JUNIOR = Pegs(4, 6, distinct=True)
FIRST_SWITCH = 1.3378999
"""The order of entropy beyond which the first guess is AABC instead of ABCD; section 4.3.3."""

ALPHA_TITLE = "order α of the Rényi entropy"
MEAN_TITLE = "queries on average"
ROOT_SIZE = 1000
"""Codes of the root model in figure 4.17."""


def _curve(book: Book, game: Pegs, tie: Tie, opening: str | None = None) -> list[Point]:
    points = costs.Curve(game, tie, opening).stored(book) or []
    always = f", first {opening}" if opening else ""
    is_complete = len(points) > 1 and points[-1].alpha >= 6
    need(is_complete, f"{game.title}, the curve over alpha, ties {tie.upper()}{always}")
    return [point for point in points if point.alpha <= 6]


def _records(points: Iterable[Point], curve: str) -> list[Record]:
    return [{"alpha": point.alpha, "mean": round(point.mean, 7), "curve": curve} for point in points]


def _panel(book: Book, game: Pegs, title: str) -> Layer:
    """Means of both tie rules over alpha, as dots since they jump, and the mean of the optimal strategy."""
    records = _records(_curve(book, game, "lex"), "LEX") + _records(_curve(book, game, "mix"), "MIX")
    best = costs.Summary(game).probe(book).mean
    low, high = style.zoom([*(record["mean"] for record in records), best], 0.02)
    width = style.WIDTH * 0.62
    # LEX is below and wider, so that MIX does not cover it
    dots = style.chart(records).mark_circle(opacity=1, clip=True)
    dots = dots.encode(
        size=alt.condition("datum.curve === 'LEX'", alt.value(34), alt.value(8)),
        x=style.x_axis(ALPHA_TITLE, 0, 6, "alpha", tickCount=7),
        y=style.y_axis(MEAN_TITLE, low, high, "mean"),
        color=style.palette("curve:N", {"LEX": style.BLUE, "MIX": style.VERMILION}, style.legend(symbolSize=60)),
    )
    # a line of text above the plot in both panels keeps their titles level
    switch = style.upright(FIRST_SWITCH, "first guess ABCD | AABC" if game == STANDARD else "")
    if game != STANDARD:
        switch = switch.encode(opacity=alt.value(0))
    return style.panel(
        style.level(best, f"optimal {best:.4f}", width), dots, switch, width=width, title=title, offset=18
    )


def means_over_alpha(book: Book) -> Drawing:
    """Figure 4.6: mean number of queries of the entropy strategies over alpha, for 360 and for 1296 codes."""
    panels = alt.hconcat(
        _panel(book, JUNIOR, "360 codes: four different colours of six"),
        _panel(book, STANDARD, "1296 codes: four pegs of six colours"),
        spacing=36,
    )
    return style.add_title(
        panels,
        "Mastermind: entropy strategies over α",
        "Exact means over all codes; LEX takes the first of tied queries, MIX each with equal chance. Dots are the orders",
        "that the book holds.",
    )


def games_over_alpha(book: Book) -> Drawing:
    """Figure 4.17: excess of the entropy strategies over optimal play, over alpha, by game."""
    # AABC first is wider and below the curve with which it coincides in part
    always = "Mastermind, 1296 codes, AABC first"
    curves: list[tuple[str, Pegs, str | None]] = [
        (always, STANDARD, "AABC"),
        ("Mastermind, 1296 codes", STANDARD, None),
        ("Mastermind, 360 codes", JUNIOR, None),
    ]
    root = f"root model, {ROOT_SIZE} codes"
    records: list[Record] = []
    for name, game, opening in curves:
        points, best = _curve(book, game, "lex", opening), costs.Summary(game).probe(book).mean
        records += [
            {"alpha": p.alpha, "mean": p.mean, "loss": round(100 * (p.mean / best - 1), 5), "curve": name}
            for p in points
        ]
    records += [record | {"curve": root} for record in _root(book)]
    names = [name for name, _, _ in curves]
    colours = dict(zip([*names, root], (style.PURPLE, style.BLUE, style.GREEN, style.VERMILION), strict=True))
    low, high = style.zoom([record["loss"] for record in records], 1)
    dots = style.chart(records).mark_circle(opacity=0.9, clip=True)
    dots = dots.encode(
        size=alt.condition(f"datum.curve === '{always}'", alt.value(45), alt.value(9)),
        x=style.x_axis(ALPHA_TITLE, 0, 6, "alpha", tickCount=13),
        y=style.y_axis("longer than optimal, in percent", low, min(high, 6), "loss"),
        color=style.palette("curve:N", colours, style.legend(columns=2, symbolSize=60)),
    )
    return style.add_title(
        style.panel(dots),
        "Deduction games compared",
        "Mean number of queries of the Hα strategies against the optimal mean, exact; ties LEX.",
    )


def _root(book: Book) -> list[Record]:
    """The root model's part of figure 4.17, from the tables of the search models."""
    points = book.records(
        "search",
        "SELECT h.alpha, h.total / h.size AS mean, round(100 * (h.total / o.total - 1), 5) AS loss"
        " FROM search.root_totals h JOIN search.root_totals o ON o.size = h.size AND o.strategy = 'optimal'"
        " WHERE h.size = ? AND h.alpha BETWEEN 0.01 AND 6 ORDER BY h.alpha",
        ROOT_SIZE,
    )
    need(len(points) >= 100, f"the root model with {ROOT_SIZE} codes over alpha", "tafelwerk build search")
    return points


_NAMES = {"h0": "H₀, most answers", "h1": "H₁, Shannon", "hinf": "H∞, least largest part"}


def means_over_colours(book: Book) -> Drawing:
    """Mean number of queries of H_1 over the number of colours, by number of pegs; section 4.7."""
    records = book.records(
        FAMILY,
        "SELECT pegs, colors, round(mean, 6) AS mean, game FROM mastermind.strategies JOIN mastermind.games USING (game)"
        " WHERE strategy = 'h1' AND tie = 'lex' AND score = 'mastermind' AND NOT \"distinct\" ORDER BY pegs, colors",
    )
    need(len({record["colors"] for record in records}) > 1, "H_1 of games with several numbers of colours")
    _, high = style.zoom([record["colors"] for record in records], 10)
    low, most = style.zoom([record["mean"] for record in records], 1)
    lines = style.chart(records).encode(
        x=style.x_axis("colours", 0, high, "colors"),
        y=style.y_axis(MEAN_TITLE, low, most, "mean"),
        color=style.ordered_colour("pegs", style.legend("pegs", symbolType="circle")),
        tooltip=style.hints(game="game", mean="queries on average"),
    )
    return style.add_title(
        style.panel(*style.line_with_dots(lines, 40)),
        "Mastermind: H₁ with many colours",
        "Exact means over all codes, ties LEX. With p pegs and many colours a colour more costs some 1/(p + 1) queries.",
    )


def queries(book: Book) -> Drawing:
    """Histograms of the stored strategies of the standard game, by mean; at least the optimal one and an entropy strategy."""
    parts = book.records(
        FAMILY,
        "SELECT strategy, tie::VARCHAR AS tie, queries, mean, most, "
        "round(100 * (sum(h.codes) OVER line - h.codes) / s.codes, 5) AS low, "
        "round(100 * sum(h.codes) OVER line / s.codes, 5) AS high "
        "FROM mastermind.histograms h JOIN mastermind.strategies s USING (game, strategy, tie) WHERE game = ? "
        "WINDOW line AS (PARTITION BY strategy, tie ORDER BY queries) ORDER BY mean, most, strategy, tie, queries",
        STANDARD.name,
    )
    for part in parts:
        name, tie = part["strategy"], part["tie"]
        part["name"] = name if tie == "none" else f"{_NAMES.get(name, style.entropy_name(name))}, {tie.upper()}"
    entropies = [part["mean"] for part in parts if part["tie"] != "none"]
    means = {part["name"]: part["mean"] for part in parts}
    need("optimal" in means and entropies, f"{STANDARD.title}, optimal and entropy strategies")
    fewest = min(part["most"] for part in parts)
    least = dict.fromkeys(part["name"] for part in parts if part["most"] == fewest)
    return style.add_title(
        _stacked_shares(parts, means),
        f"Mastermind, 1296 codes: {means['optimal']:.4f} queries on average at best, {min(entropies):.4f} at best by entropy",
        f"Exact. Never more than {fewest} queries: {'; '.join(least)}.",
        "The strategies that the book holds; of tied queries LEX takes the first, MIX each with equal chance.",
    )


def compare_histograms(costs: Mapping[str, Cost], codes: int, title: str) -> Drawing:
    """Histograms of strategies of one game, one above the other.

    Args:
        costs: the cost of each strategy.
        codes: number of codes.
        title: what is said above.
    """
    parts: list[Record] = []
    for name, cost in costs.items():
        below = Fraction(0)
        for queries, count in cost.histogram.items():
            low, below = below, below + count
            parts.append(
                {"name": name, "queries": queries, "low": _percent(low, codes), "high": _percent(below, codes)}
            )
    return style.add_title(_stacked_shares(parts, {name: cost.mean for name, cost in costs.items()}), title)


def _percent(count: Fraction, codes: int) -> float:
    return round(float(100 * count / codes), 5)


def _stacked_shares(parts: Sequence[Record], means: Mapping[str, float]) -> Layer:
    """A bar per strategy, in which the codes found with each number of queries follow each other; its mean to the right."""
    y = alt.Y("name:N", sort=list(means), title=None, axis=alt.Axis(ticks=False, domain=False, labelLimit=240))
    bars = style.chart(
        {key: part[key] for key in ("name", "queries", "low", "high")} | {"share": round(part["high"] - part["low"], 3)}
        for part in parts
    )
    texts = style.chart({"name": name, "text": f"{mean:.4f}"} for name, mean in means.items())
    return style.panel(
        bars.mark_bar(stroke=style.PAPER, strokeWidth=0.5).encode(
            x=style.x_axis("codes, %; right: mean number of queries", 0, 100, "low"),
            x2="high:Q",
            y=y,
            color=style.ordered_colour("queries", style.legend("queries", symbolType="square")),
            tooltip=style.hints(name="strategy", queries="queries", share="codes, %"),
        ),
        texts.mark_text(align="left", dx=6, fontSize=11, color=style.INK).encode(
            x=alt.value(style.WIDTH), y=y, text="text:N"
        ),
        height=alt.Step(26),
    )
