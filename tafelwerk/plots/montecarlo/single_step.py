"""Figures of the single-step races (2.2 to 2.7).

Source: Jena dissertation on the exact analysis of heuristics for combinatorial games, sections 2.3 and 2.4.
"""

from typing import TYPE_CHECKING, Any

from tafelwerk.plots.figure import figure
from tafelwerk.plots.montecarlo.curves import (
    K_TITLE,
    MEAN_TITLE,
    ROLE_COLOURS,
    ROLES,
    WIN_TITLE,
    Curve,
    esr_curve,
    flattened,
    missing,
    role_lines,
    three_roles,
)
from tafelwerk.plots.style import (
    HEIGHT,
    INK,
    WIDTH,
    data,
    dressed,
    heading,
    layered,
    level,
    linear_x,
    linear_y,
    log_x,
    zoom,
)
from tafelwerk.tables.montecarlo import FAMILY, Esr

if TYPE_CHECKING:
    import altair as alt

    from tafelwerk.tables.book import Book

K_MAX = 1000
"""Where the long curves end."""

SIMULATED_GAMES = 100_000
"""Games a side and k in the source's simulation behind figure 2.2."""

EVERY_K = 1000
"""Points a decade that leave every k of a short curve."""


@figure("montecarlo-2.2", "ESR(5,6,1) to k = 50, with a simulation's scatter")
def simulation_scatter(book: "Book") -> "alt.TopLevelMixin":
    """Figure 2.2: ESR(5,6,1) to k = 50, with the scatter a simulation has."""
    import altair as alt

    curve = esr_curve(book, Esr(5, 6, 1), 50, EVERY_K)
    bands: list[dict[str, Any]] = []
    for k, first, second in zip(curve.ks, curve.first, curve.second, strict=True):
        variances = [chance * (1 - chance) / SIMULATED_GAMES for chance in (first, second)]
        centres = (first, second, (first + second) / 2)
        for role, centre, variance in zip(ROLES, centres, (*variances, sum(variances) / 4), strict=True):
            half = 1.96 * variance**0.5
            bands.append({"ink": ROLE_COLOURS[role], "k": k, "low": centre - half, "high": centre + half})
    low, high = zoom([value for band in bands for value in (band["low"], band["high"])], 0.02)
    x = linear_x(K_TITLE, 0, 50, "k")
    band = (
        alt.Chart(data(bands))
        .mark_area(opacity=0.35)
        .encode(
            x=x,
            y=linear_y(WIN_TITLE, low, high, "low"),
            y2=alt.Y2("high:Q").title(WIN_TITLE),
            fill=alt.Fill("ink:N", scale=None, legend=None),
        )
    )
    return dressed(
        layered(role_lines(curve, x, low, high), band),
        "ESR(5,6,1): exact, where the source's figure was simulated",
        f"Bands: where 95 % of simulations with {SIMULATED_GAMES:,} games a side would fall.",
        _lowest(curve, from_k=4),
    )


@figure("montecarlo-2.3", "ESR(5,6,1) to k = 50: moving first, second, and the mean")
def exact_to_fifty(book: "Book") -> "alt.TopLevelMixin":
    """Figure 2.3: ESR(5,6,1) to k = 50."""
    curve = esr_curve(book, Esr(5, 6, 1), 50, EVERY_K)
    return dressed(
        three_roles(curve, linear_x(K_TITLE, 0, 50, "k"), half=False),
        "ESR(5,6,1): MC(k) against MC(2k), exact, every k to 50",
        _lowest(curve, from_k=4),
    )


def _lowest(curve: Curve, from_k: int) -> str:
    mean, k = min((mean, k) for k, mean in zip(curve.ks, curve.mean, strict=True) if k >= from_k)
    return f"Lowest mean drawn from k = {from_k} on: {mean:.4f} at k = {k}."


@figure("montecarlo-2.4", "ESR(5,6,1): table of chances to ten places")
def table_of_chances(book: "Book") -> "alt.TopLevelMixin":
    """Figure 2.4: the table of ESR(5,6,1) to ten places."""
    import altair as alt

    ks = (3, 5, 10, 15, 20, 25, 30)
    rows = book.rows(
        FAMILY,
        "SELECT k, first, second, mean, error FROM montecarlo.esr_duels "
        "WHERE n = 5 AND m = 6 AND s = 1 AND rival = 2 * k AND list_contains(?, k) ORDER BY k",
        list(ks),
    )
    if len(rows) < len(ks):
        raise missing(book, f"the duels of esr 5 6 1 for k = {', '.join(map(str, ks))}")
    headings = ("k", "moving first", "moving second", "mean", "error, at most")
    cells = [
        {"line": k, "column": heading, "text": text}
        for k, *chances, error in rows
        for heading, text in zip(
            headings, (str(k), *(f"{chance:.10f}" for chance in chances), f"{error:.1e}"), strict=True
        )
    ]
    columns = alt.X(
        "column:N",
        sort=list(headings),
        title=None,
        axis=alt.Axis(orient="top", labelAngle=0, domain=False, ticks=False, labelPadding=8, labelFontWeight="bold"),
    )
    text = (
        alt.Chart(data(cells))
        .mark_text(fontSize=13, color=INK, font="DejaVu Sans Mono, Menlo, Consolas, monospace")
        .encode(x=columns, y=alt.Y("line:O", axis=None), text="text:N")
    )
    stripes = (
        alt.Chart(data({"line": k} for k in ks[::2]))
        .mark_bar(color="#f2f2f2", height=alt.RelativeBandSize(1.0))
        .encode(y=alt.Y("line:O", axis=None, scale=alt.Scale(padding=0)))
    )
    frameless = alt.ViewBackground(stroke=None)
    return dressed(
        layered(stripes, text).properties(width=WIDTH, height=alt.Step(30), view=frameless),
        "ESR(5,6,1): chances of MC(k) to win against MC(2k), to ten places",
        "The last column bounds the absolute error of the row's chances.",
    )


@figure("montecarlo-2.5", "ESR(5,6,1) to k = 1000")
def to_a_thousand(book: "Book") -> "alt.TopLevelMixin":
    """Figure 2.5: ESR(5,6,1) to k = 1000."""
    curve = esr_curve(book, Esr(5, 6, 1), K_MAX)
    return dressed(
        three_roles(curve),
        "ESR(5,6,1): the more playouts, the more moving first decides",
        _lowest(curve, from_k=4),
    )


@figure("montecarlo-2.6", "ESR(5,6,2) to k = 1000")
def two_pieces_home(book: "Book") -> "alt.TopLevelMixin":
    """Figure 2.6: ESR(5,6,2) to k = 1000."""
    curve = esr_curve(book, Esr(5, 6, 2), K_MAX)
    return dressed(
        three_roles(curve),
        "ESR(5,6,2): two pieces to bring home deepen the basin",
        _lowest(curve, from_k=4),
    )


@figure("montecarlo-2.7", "ESR(n,m,s): n, m, s varied around ESR(5,6,2)")
def race_variations(book: "Book") -> "alt.TopLevelMixin":
    """Figure 2.7: ESR(n,m,s) with one number varied around (5,6,2)."""
    import altair as alt

    panels = {
        "n": ("lane length n, m = 6, s = 2", [Esr(n, 6, 2) for n in range(2, 7)]),
        "m": ("lanes m, n = 5, s = 2", [Esr(5, m, 2) for m in range(2, 8)]),
        "s": ("pieces home s, n = 5, m = 6", [Esr(5, 6, s) for s in range(1, 7)]),
    }
    races = {race for _, varied in panels.values() for race in varied}
    curves = {race: esr_curve(book, race, K_MAX) for race in races}
    low, high = zoom([0.51, *(mean for curve in curves.values() for mean in curve.mean)], 0.03)
    charts = []
    for number, (name, (title, varied)) in enumerate(panels.items()):
        records = [curves[race].record(value=getattr(race, name)) for race in varied]
        lines = (
            flattened(records)
            .mark_line()
            .encode(
                x=log_x(K_TITLE, 1, K_MAX, fine=False),
                y=linear_y(MEAN_TITLE if number == 0 else "", low, high, "win"),
                color=alt.Color(
                    "value:O",
                    scale=alt.Scale(scheme=alt.SchemeParams("viridis", extent=[0, 0.9]), reverse=True),
                    legend=alt.Legend(title=name, orient="bottom", direction="horizontal", columns=6, symbolSize=200),
                ),
                strokeWidth=alt.condition(
                    f"datum.value == {getattr(Esr(5, 6, 2), name)}", alt.value(3.2), alt.value(1.5)
                ),
            )
        )
        charts.append(layered(level(0.5), lines).properties(width=270, height=HEIGHT, title=heading(title)))
    return dressed(
        alt.hconcat(*charts).resolve_scale(color="independent"),
        "ESR(n,m,s) around ESR(5,6,2): long and many lanes deepen the basin",
        "Mean of moving first and second; the thick line is ESR(5,6,2) in every panel.",
    )
