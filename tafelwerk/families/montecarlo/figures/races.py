"""Figures of the single-step races (2.1 to 2.7) and of the double-step crash races (2.8 to 2.13).

Source: Jena dissertation on the exact analysis of heuristics for combinatorial games, sections 2.3, 2.4 and 2.5.1.
"""

from collections.abc import Sequence

from tafelwerk.extras import Book, Drawing, Layer, Record, alt
from tafelwerk.families.montecarlo.figures import (
    K_TITLE,
    MEAN_TITLE,
    ROLE_COLOURS,
    ROLES,
    WIN_TITLE,
    Curve,
    colour_by_key,
    dsc_curves,
    ends_of_means,
    esr_curve,
    mean_lines,
    role_lines,
    text_table,
    three_roles,
)
from tafelwerk.families.montecarlo.questions import Basins
from tafelwerk.families.montecarlo.rules import FAMILY, Dsc, Esr
from tafelwerk.plots import style
from tafelwerk.plots.figure import need
from tafelwerk.wording import ranges

K_MAX = 1000
"""Last k of the long curves."""

SIMULATED_GAMES = 100_000
"""Games per side and k in the source's simulation behind figure 2.2."""

EVERY_K = 1000
"""Points per decade that keep every k of a short curve."""


def single_step_board(book: Book) -> Drawing:
    """Figure 2.1: the board of ESR(n,m,s). A drawing of the rules; no rows of the book are needed."""
    n, m = 5, 3
    players = {"player 1": style.BLUE, "player 2": style.VERMILION}
    # lanes from the top; the players' lanes are set apart
    lanes = [(player, lane, -lane - (m + 0.6) * side) for side, player in enumerate(players) for lane in range(m)]
    x = alt.X("field:Q", scale=alt.Scale(domain=[-1.6, n + 0.9]), axis=None)
    y = alt.Y("height:Q", scale=alt.Scale(domain=[-2 * m - 0.4, 1.2]), axis=None)
    lines = style.chart({"field": 0, "end": n, "height": height} for _, _, height in lanes).mark_rule(
        color=style.MUTED, strokeWidth=2
    )
    fields = style.chart({"field": field, "height": height} for _, _, height in lanes for field in range(n + 1))
    gone = {("player 1", 1): 2, ("player 2", 0): 1}
    pieces = style.chart(
        {"field": gone.get((player, lane), 0), "height": height, "player": player} for player, lane, height in lanes
    )
    moves = style.chart(
        {"field": gone[player, lane] - 0.66, "end": gone[player, lane] - 0.34, "height": height}
        for player, lane, height in lanes
        if (player, lane) in gone
    )
    texts = style.chart(
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
    return style.add_title(
        style.panel(
            lines.encode(x=x, x2="end:Q", y=y),
            fields.mark_point(size=420, fill=style.PAPER, stroke=style.MUTED, **circle).encode(
                x=x, y=y, tooltip=style.hints(field="field")
            ),
            moves.mark_rule(color=style.INK, strokeWidth=2).encode(x=x, x2="end:Q", y=y),
            pieces.mark_point(size=230, stroke=style.INK, **circle).encode(
                x=x,
                y=y,
                fill=style.palette("player:N", players, channel="Fill"),
                tooltip=style.hints(player="piece of", field="field"),
            ),
            texts.mark_text(fontSize=12, color=style.INK).encode(x=x, y=y, text="text:N"),
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
    low, high = style.zoom([value for band in bands for value in (band["low"], band["high"])], 0.02)
    x = style.x_axis(K_TITLE, 0, 50, "k")
    band = style.chart(bands).mark_area(opacity=0.35)
    band = band.encode(
        x=x,
        y=style.y_axis(WIN_TITLE, low, high, "low"),
        y2=alt.Y2("high:Q").title(WIN_TITLE),
        fill=alt.Fill("ink:N", scale=None, legend=None),
        tooltip=style.hints(role="MC(k)", k=K_TITLE, low="95 % of simulations from", high="to"),
    )
    return style.add_title(
        style.panel(role_lines(curve, x, low, high), band),
        "ESR(5,6,1): exact, where the source's figure was simulated",
        f"Bands: where 95 % of simulations with {SIMULATED_GAMES:,} games per side would fall.",
        _lowest(curve, from_k=4),
    )


def exact_to_fifty(book: Book) -> Drawing:
    """Figure 2.3: ESR(5,6,1) to k = 50."""
    curve = esr_curve(book, Esr(5, 6, 1), 50, EVERY_K)
    return style.add_title(
        three_roles(curve, style.x_axis(K_TITLE, 0, 50, "k"), half=False),
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
    simulated = {k: _largest_sample(book, k) for k in TABLE_K}
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
    return style.add_title(
        text_table(headings, lines),
        "ESR(5,6,1): chances of MC(k) to win against MC(2k), to ten places, and shares of simulated games",
        "Error: bound on the absolute error of exact rows, standard error of the mean of simulated ones. "
        "Times are CPU seconds.",
    )


def _largest_sample(book: Book, k: int) -> tuple[int, tuple[float, float, float], float, float, float | None] | None:
    """The sample with the most games, or None: games per side, shares moving first, second and on average, standard error of the
    mean, and seconds of the games and of the exact duel."""
    row = book.one(
        FAMILY,
        "SELECT games, a.wins, b.wins, a.seconds + b.seconds, a.exact_seconds FROM montecarlo.simulations a "
        "JOIN montecarlo.simulations b USING (game, games, seed) WHERE game = 'esr 5 6 1' AND a.first = ? AND a.second = ? "
        "AND b.first = a.second AND b.second = a.first ORDER BY games DESC, seed LIMIT 1",
        f"mc:{k}",
        f"mc:{2 * k}",
    )
    if row is None:
        return None
    games, wins, losses, seconds, exact_seconds = row
    first, second = wins / games, 1 - losses / games
    variance = (first * (1 - first) + second * (1 - second)) / games
    return games, (first, second, (first + second) / 2), variance**0.5 / 2, seconds, exact_seconds


def _whole_curve(book: Book, race: Esr, title: str) -> Drawing:
    curve = esr_curve(book, race, K_MAX)
    return style.add_title(three_roles(curve), title, _lowest(curve, from_k=4))


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
    low, high = style.zoom([0.51, *(mean for curve in curves.values() for mean in curve.mean)], 0.03)
    panels: list[Layer] = []
    for name, (title, races) in varied.items():
        usual = f"datum.value == {getattr(Esr(5, 6, 2), name)}"
        lines = mean_lines(
            [curves[race].record(value=value) for value, race in races.items()],
            style.log_x(K_TITLE, 1, K_MAX, fine=False),
            style.y_axis("" if panels else MEAN_TITLE, low, high, "win"),
            color=style.ordered_colour("value", style.legend(name, columns=6, symbolSize=200)),
            strokeWidth=alt.condition(usual, alt.value(3.2), alt.value(1.5)),
            tooltip=style.hints(value=title.partition(",")[0], k=K_TITLE, win=MEAN_TITLE),
        )
        panels.append(style.panel(*lines, width=270, title=title))
    return style.add_title(
        alt.hconcat(*panels).resolve_scale(color="independent"),
        "ESR(n,m,s) around ESR(5,6,2): long and many lanes deepen the basin",
        "Mean of moving first and second; the thick line is ESR(5,6,2) in every panel.",
    )


_FLAT = 1e-9
"""Difference of means that a figure treats as none."""


def crash_race_board(book: Book) -> Drawing:
    """Figure 2.8: the board of DSC(n) after a first move. A drawing of the rules; no rows of the book are needed."""
    n = 10
    x = alt.X("field:Q", scale=alt.Scale(domain=[-0.9, n + 0.9]), axis=None)
    y = alt.Y("height:Q", scale=alt.Scale(domain=[-1.7, 1.9]), axis=None)
    names = ["0", "1", "2", "3", *[""] * (n - 4), "n"]
    fields = style.chart({"field": i, "height": 0, "name": name} for i, name in enumerate(names))
    lane = style.chart([{"field": 0, "end": n, "height": 0}]).mark_rule(color=style.MUTED, strokeWidth=2)
    at_start = [("W", 1, style.INK), ("B", n, style.PAPER)]
    pieces = style.chart({"field": field, "height": 0, "player": player, "ink": ink} for player, field, ink in at_start)
    steps = [("W has gone 1", 0, 1, 0.55), ("single step", n, n - 1, 0.55), ("double step", n, n - 2, 1.0)]
    arcs: list[Record] = [
        {
            "field": start + (end - start) * t / 20,
            "height": 0.3 + peak * 4 * (t / 20) * (1 - t / 20),
            "step": step,
            "order": t,
        }
        for step, start, end, peak in steps
        for t in range(21)
    ]
    tips = style.chart({"field": end, "height": 0.32, "step": step} for step, _, end, _ in steps)
    labels = [
        (0.5, 1.15, "W has gone 1"),
        (n - 0.75, 1.6, "B may go 1 or 2"),
        (0, -1.1, "start of W,"),
        (0, -1.4, "home of B"),
        (n, -1.1, "start of B,"),
        (n, -1.4, "home of W"),
    ]
    texts = style.chart({"field": field, "height": height, "text": text} for field, height, text in labels)
    colour = style.palette(
        "step:N", dict(zip([step for step, *_ in steps], (style.BLUE, style.VERMILION, style.VERMILION), strict=True))
    )
    circle: Record = {"shape": "circle", "filled": True, "strokeWidth": 1.5, "opacity": 1}
    drawing = style.panel(
        lane.encode(x=x, x2="end:Q", y=y),
        fields.mark_point(size=900, fill=style.PAPER, stroke=style.MUTED, **circle).encode(
            x=x, y=y, tooltip=style.hints(field="field")
        ),
        fields.mark_text(dy=32, fontSize=12, color=style.INK).encode(x=x, y=y, text="name:N"),
        style.chart(arcs).mark_line(strokeWidth=2).encode(x=x, y=y, order="order:Q", color=colour, detail="step:N"),
        tips.mark_point(shape="triangle-down", filled=True, size=90, opacity=1).encode(x=x, y=y, color=colour),
        pieces.mark_point(size=520, stroke=style.INK, **circle).encode(
            x=x,
            y=y,
            fill=style.palette("player:N", {"W": style.PAPER, "B": style.INK}, channel="Fill"),
            tooltip=style.hints(player="piece", field="field"),
        ),
        pieces.mark_text(fontSize=12, fontWeight="bold").encode(
            x=x, y=y, text="player:N", color=alt.Color("ink:N", scale=None)
        ),
        texts.mark_text(fontSize=12, color=style.INK).encode(x=x, y=y, text="text:N"),
        height=220,
    )
    return style.add_title(
        drawing.resolve_scale(color="independent"),
        "DSC(n): the board after W has opened with a single step",
        "A piece that reaches the far end or lands on the other piece wins; jumping over it is allowed.",
    )


def positions(book: Book) -> Drawing:
    """Figure 2.9: DSC(10), every position with its chance under random play."""
    n = 10
    records = book.records(
        FAMILY,
        "SELECT own, other, if(won, 'won', 'lost') AS play, chance, format('{:.1f}', 100 * chance) AS percent, "
        "if(0.2 < chance AND chance < 0.8, 'dark', 'light') AS ink "
        "FROM montecarlo.dsc_positions WHERE n = ? ORDER BY own, other",
        n,
    )
    openings = book.rows(
        FAMILY,
        "SELECT step, chance_num, chance_den, chance, wins FROM montecarlo.dsc_moves "
        "WHERE n = ? AND own = 0 AND other = 0 ORDER BY step",
        n,
    )
    need(records and len(openings) == 2, f"the positions of dsc {n}")
    bare: Record = {"grid": False, "domain": False, "ticks": False, "labelAngle": 0}
    base = style.chart(records).encode(
        tooltip=style.hints(
            own="fields gone by the player to move",
            other="fields gone by the opponent",
            percent="chance under random play, %",
            play="perfect play",
        ),
        x=style.cells("fields the player to move has gone", "own:O", **bare),
        y=style.cells("fields the opponent has gone", "other:O", "Y", **bare).sort("descending"),
    )
    ink = style.palette("ink:N", {"dark": style.INK, "light": style.ON_FILL})
    scale = alt.Scale(domain=[0, 0.25, 0.5, 0.75, 1], range=[*style.DIVERGING[::-1]], interpolate="lab")
    key = alt.Legend(title="chance at random play", gradientLength=180, format=".1f")
    shape = style.palette(
        "play:N",
        {"won": "circle", "lost": style.CROSS},
        alt.Legend(title="perfect play", symbolStrokeColor=style.INK),
        channel="Shape",
    )
    spoken = {1: "single", 2: "double"}
    chances = ", ".join(f"{spoken[step]} step {p}/{q} ({100 * chance:.1f} %)" for step, p, q, chance, _ in openings)
    winning = " and ".join(f"the {spoken[step]} step" for step, _, _, _, wins in openings if wins)
    return style.add_title(
        style.panel(
            base.mark_rect(stroke=style.PAPER, strokeWidth=1.5).encode(
                fill=alt.Fill("chance:Q", scale=scale, legend=key)
            ),
            base.mark_text(dy=-7, fontSize=11).encode(text="percent:N", color=ink),
            base.mark_point(yOffset=11, size=42, strokeWidth=1.6, opacity=1).encode(shape=shape, color=ink),
            width=alt.Step(52),
            height=alt.Step(44),
        ),
        "DSC(10): the chance of the player to move under random play, in %",
        f"Opening: {chances}.",
        f"Under perfect play {winning} wins: here MC(k) errs for large k.",
    )


def short_lanes(book: Book) -> Drawing:
    """Figure 2.10: DSC(n) for n = 3 to 12."""
    curves = dsc_curves(book, range(3, 13), 1000)
    low, high = ends_of_means(curves, 0.02)
    lines = mean_lines(
        (curve.record() for curve in curves),
        style.log_x(K_TITLE, 1, 1000),
        style.y_axis(MEAN_TITLE, low, high, "win"),
        {"strokeWidth": 1.8},
        color=style.ordered_colour("key"),
        strokeDash=alt.condition("datum.key % 2 == 0", alt.value([1, 0]), alt.value([6, 2])),
    )
    ends = [curve.mean[-1] for curve in curves]
    over = [curve.key for curve in curves if max(curve.mean) > 0.5 + _FLAT]
    # far enough for the larger letters of a slide
    heights = style.spread(ends, (high - low) / style.HEIGHT * 19)
    base = style.chart(
        {"key": curve.key, "k": 1000, "win": end, "height": height, "label": f"n = {curve.key}"}
        for curve, end, height in zip(curves, ends, heights, strict=True)
    )
    leaders = base.mark_rule(strokeWidth=1, clip=False).encode(
        x=alt.value(style.WIDTH + 2),
        x2=alt.value(style.WIDTH + 18),
        y=alt.Y("win:Q"),
        y2="height:Q",
        color=style.ordered_colour("key"),
    )
    leaders = leaders.encode(tooltip=style.hints(key="lane length n", win="mean chance at k = 1000"))
    texts = base.mark_text(align="left", dx=4, fontSize=11, color=style.INK).encode(
        x=alt.value(style.WIDTH + 18), y=alt.Y("height:Q"), text="label:N"
    )
    return style.add_title(
        style.panel(*lines, leaders, texts),
        "DSC(n), n = 3 to 12: the weaker agent can be the better one",
        "Mean of moving first and second; odd n dashed. "
        f"Above one half, where MC(k) beats MC(2k): n = {ranges(over).replace('-', ' to ') if over else 'none'}.",
    )


def all_lanes(book: Book) -> Drawing:
    """Figure 2.11: DSC(n) for n = 3 to 40."""
    curves = dsc_curves(book, range(3, 41), 100_000, 30)
    lines = mean_lines(
        (curve.record() for curve in curves),
        style.log_x(K_TITLE, 1, 100_000),
        style.y_axis(MEAN_TITLE, *ends_of_means(curves, 0.01), "win"),
        {"strokeWidth": 1.3},
        **colour_by_key([1, 40], "lane length n", [3, 10, 20, 30, 40]),
    )
    return style.add_title(
        style.panel(*lines),
        "DSC(n), n = 3 to 40: below k = 100 long lanes share one curve",
        "Mean of moving first and second.",
    )


def long_lane(book: Book) -> Drawing:
    """Figure 2.12: DSC(40) to k = 10^6 and on to 10^9."""
    curve = dsc_curves(book, [40], 10**9)[0]
    basins = need(Basins(Dsc(40), 10**6).look_up(book), "the basins of dsc 40 to k = 1000000").basins
    bottoms = style.chart({"k": basin.k, "win": basin.mean} for basin in basins)
    points = bottoms.mark_point(filled=True, size=70, color=style.GREEN, opacity=1).encode(x="k:Q", y="win:Q")
    return style.add_title(
        style.layer_charts(three_roles(curve), style.upright(1e6, "the source ends here", style.HEIGHT * 0.7), points),
        f"DSC(40): {_count_in_words(len(basins), 'basin')} of the mean up to k = {style.power_of_ten(6)}, and the continuation",
        f"Dots: the bottoms of the basins, k = {', '.join(f'{basin.k:,}' for basin in basins)}.",
    )


def _count_in_words(number: int, noun: str) -> str:
    words = ("no", "one", "two", "three", "four", "five")
    return f"{words[number] if number < len(words) else number} {noun}{'' if number == 1 else 's'}"


def many_basins(book: Book) -> Drawing:
    """Figure 2.13: the double-step crash races with two or more basins."""
    curves = [*dsc_curves(book, range(3, 40), 100_000), *dsc_curves(book, [40], 10**6)]
    bottoms = {curve.key: basin_bottoms(curve) for curve in curves}
    chosen = [curve for curve in curves if curve.key == 40 or len(bottoms[curve.key]) > 1]
    columns = 1 if len(chosen) < 16 else 2
    colours = style.ordered_colour("key", alt.Legend(title="lane length n", symbolType="stroke", columns=columns))
    x, y = style.log_x(K_TITLE, 1, 10**6), style.y_axis(MEAN_TITLE, *ends_of_means(chosen, 0.01), "win")
    thick = alt.condition("datum.key == 40", alt.value(2.8), alt.value(1.3))
    lines = mean_lines((curve.record() for curve in chosen), x, y, color=colours, strokeWidth=thick)
    dots = style.chart({"key": curve.key, "k": k, "win": mean} for curve in chosen for k, mean in bottoms[curve.key])
    shorter = [curve.key for curve in chosen if curve.key < 40]
    names = f"n = {ranges(shorter).replace('-', ' to ')}" if shorter else "no lane below n = 40"
    return style.add_title(
        style.panel(*lines, dots.mark_point(filled=True, size=26, opacity=1).encode(x=x, y=y, color=colours)),
        "DSC(n) where the mean has two or more basins",
        f"{names} to k = {style.power_of_ten(5)}, n = 40 (thick) to k = {style.power_of_ten(6)}, "
        f"where it has {_count_in_words(len(bottoms[40]), 'basin')}.",
        "Dots: the lowest points computed of each basin.",
    )


def basin_bottoms(curve: Curve) -> list[tuple[int, float]]:
    """The local minima of a curve's points (k, mean) beyond k = 3.

    The source counts the fall to k = 2 as half a basin at most. A minimum from which the curve rises by less than _FLAT on a side
    is not counted.
    """
    bottoms: list[tuple[int, float]] = []
    high = low = (curve.ks[0], curve.mean[0])
    falling = False
    for point in zip(curve.ks, curve.mean, strict=True):
        if falling:
            if point[1] < low[1]:
                low = point
            elif point[1] > low[1] + _FLAT:
                if low[0] > 3:
                    bottoms.append(low)
                high, falling = point, False
        elif point[1] > high[1]:
            high = point
        elif point[1] < high[1] - _FLAT:
            low, falling = point, True
    return bottoms
