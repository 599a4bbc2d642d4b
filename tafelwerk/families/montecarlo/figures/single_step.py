"""Figures of the single-step races (2.1 to 2.7).

Source: Jena dissertation on the exact analysis of heuristics for combinatorial games, sections 2.3 and 2.4.
"""

from collections.abc import Sequence

from tafelwerk.families.montecarlo.figures.curves import (
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
from tafelwerk.families.montecarlo.figures.written import text_table
from tafelwerk.families.montecarlo.rules.games import FAMILY, Esr
from tafelwerk.plots.colours import BLUE, INK, MUTED, PAPER, VERMILION
from tafelwerk.plots.figure import need
from tafelwerk.plots.lazy import Book, Drawing, Layer, Record, alt
from tafelwerk.plots.style import chart, graded, hints, legend, log_x, palette, panel, titled, x_axis, y_axis, zoom

K_MAX = 1000
"""Last k of the long curves."""

SIMULATED_GAMES = 100_000
"""Games per side and k in the source's simulation behind figure 2.2."""

EVERY_K = 1000
"""Points per decade that keep every k of a short curve."""


def board(book: Book) -> Drawing:
    """Figure 2.1: the board of ESR(n,m,s). A drawing of the rules; no rows of the book are needed."""
    n, m = 5, 3
    players = {"player 1": BLUE, "player 2": VERMILION}
    # lanes from the top; the players' lanes are set apart
    lanes = [(player, lane, -lane - (m + 0.6) * side) for side, player in enumerate(players) for lane in range(m)]
    x = alt.X("field:Q", scale=alt.Scale(domain=[-1.6, n + 0.9]), axis=None)
    y = alt.Y("height:Q", scale=alt.Scale(domain=[-2 * m - 0.4, 1.2]), axis=None)
    lines = chart({"field": 0, "end": n, "height": height} for _, _, height in lanes).mark_rule(
        color=MUTED, strokeWidth=2
    )
    fields = chart({"field": field, "height": height} for _, _, height in lanes for field in range(n + 1))
    gone = {("player 1", 1): 2, ("player 2", 0): 1}
    pieces = chart(
        {"field": gone.get((player, lane), 0), "height": height, "player": player} for player, lane, height in lanes
    )
    moves = chart(
        {"field": gone[player, lane] - 0.66, "end": gone[player, lane] - 0.34, "height": height}
        for player, lane, height in lanes
        if (player, lane) in gone
    )
    texts = chart(
        [
            {"field": 0, "height": 0.8, "text": "start, field 0"},
            {"field": n, "height": 0.8, "text": "home, field n"},
            *(
                {"field": -1.1, "height": -(m - 1) / 2 - (m + 0.6) * side, "text": name}
                for side, name in enumerate(players)
            ),
        ]
    )
    circle: Record = {"shape": "circle", "filled": True, "strokeWidth": 1.5, "opacity": 1}
    return titled(
        panel(
            lines.encode(x=x, x2="end:Q", y=y),
            fields.mark_point(size=420, fill=PAPER, stroke=MUTED, **circle).encode(
                x=x, y=y, tooltip=hints(field="field")
            ),
            moves.mark_rule(color=INK, strokeWidth=2).encode(x=x, x2="end:Q", y=y),
            pieces.mark_point(size=230, stroke=INK, **circle).encode(
                x=x,
                y=y,
                fill=palette("player:N", players, channel="Fill"),
                tooltip=hints(player="piece of", field="field"),
            ),
            texts.mark_text(fontSize=12, color=INK).encode(x=x, y=y, text="text:N"),
            height=300,
            frame=False,
        ),
        "ESR(n,m,s): m lanes of n steps per player",
        "A move advances one of a player's pieces by one field. The first with s of m pieces home wins; "
        f"drawn for n = {n} and m = {m}.",
    )


def simulation_scatter(book: Book) -> Drawing:
    """Figure 2.2: ESR(5,6,1) to k = 50, with the scatter of a simulation."""
    curve = esr_curve(book, Esr(5, 6, 1), 50, EVERY_K)
    bands: list[Record] = []
    for k, first, second in zip(curve.ks, curve.first, curve.second, strict=True):
        variances = [chance * (1 - chance) / SIMULATED_GAMES for chance in (first, second)]
        centres = (first, second, (first + second) / 2)
        for role, centre, variance in zip(ROLES, centres, (*variances, sum(variances) / 4), strict=True):
            half = 1.96 * variance**0.5
            ends = {"low": round(centre - half, 7), "high": round(centre + half, 7)}
            bands.append({"role": role, "ink": ROLE_COLOURS[role], "k": k} | ends)
    low, high = zoom([value for band in bands for value in (band["low"], band["high"])], 0.02)
    x = x_axis(K_TITLE, 0, 50, "k")
    band = chart(bands).mark_area(opacity=0.35)
    band = band.encode(
        x=x,
        y=y_axis(WIN_TITLE, low, high, "low"),
        y2=alt.Y2("high:Q").title(WIN_TITLE),
        fill=alt.Fill("ink:N", scale=None, legend=None),
        tooltip=hints(role="MC(k)", k=K_TITLE, low="95 % of simulations from", high="to"),
    )
    return titled(
        panel(role_lines(curve, x, low, high), band),
        "ESR(5,6,1): exact, where the source's figure was simulated",
        f"Bands: where 95 % of simulations with {SIMULATED_GAMES:,} games per side would fall.",
        _lowest(curve, from_k=4),
    )


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


TABLE_K = (3, 5, 10, 15, 20, 25, 30)
"""Playouts in the source's table."""


def table_of_chances(book: Book) -> Drawing:
    """Figure 2.4: the table of ESR(5,6,1) to ten places, with simulated rows where the book has them."""
    rows = book.rows(
        FAMILY,
        "SELECT k, first, second, mean, error FROM montecarlo.esr_duels "
        "WHERE n = 5 AND m = 6 AND s = 1 AND rival = 2 * k AND list_contains(?, k) ORDER BY k",
        list(TABLE_K),
    )
    need(len(rows) == len(TABLE_K), f"the duels of esr 5 6 1 for k = {', '.join(map(str, TABLE_K))}")
    simulated = {k: _simulated(book, k) for k in TABLE_K}
    lines: list[tuple[float, Sequence[str]]] = []
    for k, *chances, error in rows:
        times = ""
        if (sample := simulated[k]) is not None:
            games, shares, spread, seconds, exact_seconds = sample
            texts = [f"{share:.10f}" for share in shares]
            lines.append((k - 0.5, (str(k), f"{games:,}", *texts, f"{spread:.1e}", f"{seconds:.3g} s")))
            times = "" if exact_seconds is None else f"{exact_seconds:.2g} s"
        lines.append((k, (str(k), "exact", *(f"{chance:.10f}" for chance in chances), f"{error:.1e}", times)))
    headings = ("k", "games per side", "moving first", "moving second", "mean", "error", "time")
    return titled(
        text_table(headings, lines),
        "ESR(5,6,1): chances of MC(k) to win against MC(2k), to ten places, and shares of simulated games",
        "Error: bound on the absolute error of exact rows, standard error of the mean of simulated ones. "
        "Times are CPU seconds.",
    )


def _simulated(book: Book, k: int) -> tuple[int, tuple[float, float, float], float, float, float | None] | None:
    """The sample with the most games, or None: games per side, shares moving first, second and on average, standard error of the
    mean, and seconds of the games and of the exact duel."""
    found = book.one(
        FAMILY,
        "SELECT games, a.wins, b.wins, a.seconds + b.seconds, a.exact_seconds FROM montecarlo.simulations a "
        "JOIN montecarlo.simulations b USING (game, games, seed) WHERE game = 'esr 5 6 1' AND a.first = ? AND a.second = ? "
        "AND b.first = a.second AND b.second = a.first ORDER BY games DESC, seed LIMIT 1",
        f"mc:{k}",
        f"mc:{2 * k}",
    )
    if found is None:
        return None
    games, wins, losses, seconds, exact_seconds = found
    first, second = wins / games, 1 - losses / games
    variance = (first * (1 - first) + second * (1 - second)) / games
    return games, (first, second, (first + second) / 2), variance**0.5 / 2, seconds, exact_seconds


def _whole_curve(book: Book, race: Esr, title: str) -> Drawing:
    curve = esr_curve(book, race, K_MAX)
    return titled(three_roles(curve), title, _lowest(curve, from_k=4))


def to_a_thousand(book: Book) -> Drawing:
    """Figure 2.5: ESR(5,6,1) to k = 1000."""
    return _whole_curve(book, Esr(5, 6, 1), "ESR(5,6,1): the more playouts, the more it matters who moves first")


def two_pieces_home(book: Book) -> Drawing:
    """Figure 2.6: ESR(5,6,2) to k = 1000."""
    return _whole_curve(book, Esr(5, 6, 2), "ESR(5,6,2): bringing two pieces home deepens the basin")


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
            tooltip=hints(value=title.partition(",")[0], k=K_TITLE, win=MEAN_TITLE),
        )
        panels.append(panel(*lines, width=270, title=title))
    return titled(
        alt.hconcat(*panels).resolve_scale(color="independent"),
        "ESR(n,m,s) around ESR(5,6,2): long and many lanes deepen the basin",
        "Mean of moving first and second; the thick line is ESR(5,6,2) in every panel.",
    )
