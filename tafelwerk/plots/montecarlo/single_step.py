"""Figures of the single-step races (2.2 to 2.7).

Source: Jena dissertation on the exact analysis of heuristics for combinatorial games, sections 2.3 and 2.4.
"""

from tafelwerk.plots.colours import INK
from tafelwerk.plots.figure import figure, need
from tafelwerk.plots.lazy import Book, Drawing, Layer, Record, alt
from tafelwerk.plots.montecarlo.curves import (
    K_TITLE,
    MEAN_TITLE,
    ROLE_COLOURS,
    ROLES,
    WIN_TITLE,
    Curve,
    esr_curve,
    mean_lines,
    role_lines,
    three_roles,
)
from tafelwerk.plots.style import cells, chart, graded, legend, log_x, panel, titled, x_axis, y_axis, zoom
from tafelwerk.tables.montecarlo import FAMILY, Esr

K_MAX = 1000
"""Where the long curves end."""

SIMULATED_GAMES = 100_000
"""Games per side and k in the source's simulation behind figure 2.2."""

EVERY_K = 1000
"""Points per decade that leave every k of a short curve."""


@figure("montecarlo-2.2", "ESR(5,6,1) to k = 50, with a simulation's scatter")
def simulation_scatter(book: Book) -> Drawing:
    """Figure 2.2: ESR(5,6,1) to k = 50, with the scatter a simulation has."""
    curve = esr_curve(book, Esr(5, 6, 1), 50, EVERY_K)
    bands: list[Record] = []
    for k, first, second in zip(curve.ks, curve.first, curve.second, strict=True):
        variances = [chance * (1 - chance) / SIMULATED_GAMES for chance in (first, second)]
        centres = (first, second, (first + second) / 2)
        for role, centre, variance in zip(ROLES, centres, (*variances, sum(variances) / 4), strict=True):
            half = 1.96 * variance**0.5
            bands.append({"ink": ROLE_COLOURS[role], "k": k, "low": centre - half, "high": centre + half})
    low, high = zoom([value for band in bands for value in (band["low"], band["high"])], 0.02)
    x = x_axis(K_TITLE, 0, 50, "k")
    band = chart(bands).mark_area(opacity=0.35)
    band = band.encode(
        x=x,
        y=y_axis(WIN_TITLE, low, high, "low"),
        y2=alt.Y2("high:Q").title(WIN_TITLE),
        fill=alt.Fill("ink:N", scale=None, legend=None),
    )
    return titled(
        panel(role_lines(curve, x, low, high), band),
        "ESR(5,6,1): exact, where the source's figure was simulated",
        f"Bands: where 95 % of simulations with {SIMULATED_GAMES:,} games per side would fall.",
        _lowest(curve, from_k=4),
    )


@figure("montecarlo-2.3", "ESR(5,6,1) to k = 50: moving first, second, and the mean")
def exact_to_fifty(book: Book) -> Drawing:
    """Figure 2.3: ESR(5,6,1) to k = 50."""
    curve = esr_curve(book, Esr(5, 6, 1), 50, EVERY_K)
    return titled(
        three_roles(curve, x_axis(K_TITLE, 0, 50, "k"), half=False),
        "ESR(5,6,1): MC(k) against MC(2k), exact, every k to 50",
        _lowest(curve, from_k=4),
    )


def _lowest(curve: Curve, from_k: int) -> str:
    mean, k = min((mean, k) for k, mean in zip(curve.ks, curve.mean, strict=True) if k >= from_k)
    return f"Lowest mean drawn from k = {from_k} on: {mean:.4f} at k = {k}."


@figure("montecarlo-2.4", "ESR(5,6,1): table of chances to ten places")
def table_of_chances(book: Book) -> Drawing:
    """Figure 2.4: the table of ESR(5,6,1) to ten places."""
    ks = (3, 5, 10, 15, 20, 25, 30)
    rows = book.rows(
        FAMILY,
        "SELECT k, first, second, mean, error FROM montecarlo.esr_duels "
        "WHERE n = 5 AND m = 6 AND s = 1 AND rival = 2 * k AND list_contains(?, k) ORDER BY k",
        list(ks),
    )
    need(len(rows) == len(ks), f"the duels of esr 5 6 1 for k = {', '.join(map(str, ks))}")
    headings = ("k", "moving first", "moving second", "mean", "error, at most")
    texts = [(k, (str(k), *(f"{chance:.10f}" for chance in chances), f"{error:.1e}")) for k, *chances, error in rows]
    entries = [
        {"line": k, "column": heading, "text": text}
        for k, line in texts
        for heading, text in zip(headings, line, strict=True)
    ]
    look: Record = {"orient": "top", "domain": False, "ticks": False, "labelPadding": 8, "labelFontWeight": "bold"}
    columns = cells(None, "column:N", **look).sort(list(headings))
    text = chart(entries).mark_text(fontSize=13, color=INK, font="DejaVu Sans Mono, Menlo, Consolas, monospace")
    stripes = chart({"line": k} for k in ks[::2]).mark_bar(color="#f2f2f2", height=alt.RelativeBandSize(1.0))
    return titled(
        panel(
            stripes.encode(y=alt.Y("line:O", axis=None, scale=alt.Scale(padding=0))),
            text.encode(x=columns, y=alt.Y("line:O", axis=None), text="text:N"),
            height=alt.Step(30),
            frame=False,
        ),
        "ESR(5,6,1): chances of MC(k) to win against MC(2k), to ten places",
        "The last column bounds the absolute error of the row's chances.",
    )


def _whole_curve(book: Book, race: Esr, title: str) -> Drawing:
    curve = esr_curve(book, race, K_MAX)
    return titled(three_roles(curve), title, _lowest(curve, from_k=4))


@figure("montecarlo-2.5", "ESR(5,6,1) to k = 1000")
def to_a_thousand(book: Book) -> Drawing:
    """Figure 2.5: ESR(5,6,1) to k = 1000."""
    return _whole_curve(book, Esr(5, 6, 1), "ESR(5,6,1): the more playouts, the more moving first decides")


@figure("montecarlo-2.6", "ESR(5,6,2) to k = 1000")
def two_pieces_home(book: Book) -> Drawing:
    """Figure 2.6: ESR(5,6,2) to k = 1000."""
    return _whole_curve(book, Esr(5, 6, 2), "ESR(5,6,2): two pieces to bring home deepen the basin")


@figure("montecarlo-2.7", "ESR(n,m,s): n, m, s varied around ESR(5,6,2)")
def race_variations(book: Book) -> Drawing:
    """Figure 2.7: ESR(n,m,s) with one number varied around (5,6,2)."""
    varied = {
        "n": ("lane length n, m = 6, s = 2", {n: Esr(n, 6, 2) for n in range(2, 7)}),
        "m": ("lanes m, n = 5, s = 2", {m: Esr(5, m, 2) for m in range(2, 8)}),
        "s": ("pieces home s, n = 5, m = 6", {s: Esr(5, 6, s) for s in range(1, 7)}),
    }
    curves = {race: esr_curve(book, race, K_MAX) for _, races in varied.values() for race in races.values()}
    low, high = zoom([0.51, *(mean for curve in curves.values() for mean in curve.mean)], 0.03)
    panels: list[Layer] = []
    for name, (title, races) in varied.items():
        usual = f"datum.value == {getattr(Esr(5, 6, 2), name)}"
        lines = mean_lines(
            [curves[race].record(value=value) for value, race in races.items()],
            log_x(K_TITLE, 1, K_MAX, fine=False),
            y_axis("" if panels else MEAN_TITLE, low, high, "win"),
            color=graded("value", legend(name, columns=6, symbolSize=200)),
            strokeWidth=alt.condition(usual, alt.value(3.2), alt.value(1.5)),
        )
        panels.append(panel(*lines, width=270, title=title))
    return titled(
        alt.hconcat(*panels).resolve_scale(color="independent"),
        "ESR(n,m,s) around ESR(5,6,2): long and many lanes deepen the basin",
        "Mean of moving first and second; the thick line is ESR(5,6,2) in every panel.",
    )
