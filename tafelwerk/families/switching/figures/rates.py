"""Shares of games that agents win, by the order of the board, and a conjecture where the heuristic's share tends.

The model is rate = L + a / m^b at order m. Least squares: for every b of a grid the best a, and the best L from 0 to 1.
Deviations from the curve are not noise but the boards' own, and those of neighbouring orders resemble each other. So the interval
of L comes from a bootstrap: blocks of BLOCK successive deviations, drawn at random, are added to the curve for further fits.
It tells how well the orders at hand determine L if the model holds, not whether it holds.

Source: H. R. Künsch, The jackknife and the bootstrap for general stationary observations, Annals of Statistics 17, 1989.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tafelwerk.extras import Book, Drawing, Layer, Record, alt
from tafelwerk.families.switching.rules import FAMILY, FEW_PLAYOUTS, SAMPLED_ORDERS, agent_pairs
from tafelwerk.plots import style
from tafelwerk.plots.figure import need
from tafelwerk.tables.answers import LEVEL, sampled_share
from tafelwerk.wording import join_words

LEAST = 3
"""Least number of points of a curve."""

COLD = "temperature:0.01"

MAP_ORDER = 4
"""Preferred order of the board whose temperatures are shown against each other."""

NEGLIGIBLE = 1e-6
"""Greatest error bound of a chance without a bar."""

FAINTEST = 0.1
"""Least percentage that the colours of the map distinguish; they are logarithmic, and 0 has no logarithm."""

_LINE = 30
"""Pixels per row of the map."""

_DARK = 0.66
"""Part of the scale beyond which text on squares is white."""


def _pairings(book: Book, where: str) -> list[tuple[Any, ...]]:
    return book.rows(
        FAMILY,
        f"SELECT m, cut, short, chance, error, certainty, games, seed FROM switching.pairings WHERE {where} ORDER BY m, short",
    )


def _records(rows: Iterable[tuple[Any, ...]], place: Callable[[str], float], series: str = "") -> list[Record]:
    """Points of curves in percent: `x` from Short's name, `m`, bars where chances are not certain to a millionth."""
    records = []
    for m, _, short, chance, error, certainty, games, _ in rows:
        low, high = chance, chance
        if certainty == "sampled":
            low, high = sampled_share(chance, games, error)["interval"]
        elif error > NEGLIGIBLE:
            low, high = max(0.0, chance - error), min(1.0, chance + error)
        records.append(
            {"x": place(short), "m": f"M = {m}", "series": series, "y": round(100 * chance, 6)}
            | {"low": round(100 * low, 6), "high": round(100 * high, 6)}
        )
    return records


def _certainty_text(*groups: Sequence[tuple[Any, ...]]) -> str:
    """How the points are known, and the set that they are from."""
    rows = [row for group in groups for row in group]
    sampled = [row for row in rows if row[5] == "sampled"]
    sentences = []
    certain = sorted({row[0] for row in rows if row[5] != "sampled"})
    if certain:
        sentences.append(
            f"Certified: points of {'order' if len(certain) == 1 else 'orders'}"
            f" {join_words(list(map(str, certain)))} without bars."
        )
    if sampled:
        games, seeds = sorted({row[6] for row in sampled}), sorted({row[7] for row in sampled})
        count = f"{games[0]:,}" if len(games) == 1 else f"{games[0]:,} to {games[-1]:,}"
        seed = f"seed {seeds[0]}" if len(seeds) == 1 else "several seeds"
        sentences.append(f"Bars: 95 % of {count} games per point ({seed}).")
    standard = {(m, *pair) for m in (2, 3, *SAMPLED_ORDERS) for pair in agent_pairs(m)}
    within = all(row[:3] in standard or row[2].rpartition(":")[2] in FEW_PLAYOUTS for row in rows)
    sentences.append(
        "From the standard set."
        if within
        else "From the full set (`tafelwerk build switching --full`) or your own builds."
    )
    return " ".join(sentences)


def _curve_points(records: list[Record], key: str = "m") -> list[Record]:
    """The points of curves with at least LEAST of them."""
    count: dict[str, int] = {}
    for record in records:
        count[record[key]] = count.get(record[key], 0) + 1
    return [record for record in records if count[record[key]] >= LEAST]


def _curves(
    records: list[Record],
    title: str,
    height: int,
    key: str = "m",
    heading: str | None = None,
    dashes: list[Record] | None = None,
) -> Layer:
    """Curves over a logarithmic axis, one per colour, and dashed horizontal lines."""
    names = sorted({record[key] for record in records}, key=lambda name: float(name.rpartition(" ")[2]))
    low, high = min(record["x"] for record in records), max(record["x"] for record in records)
    _, top = style.zoom([*(record["high"] for record in records), *(record["y"] for record in dashes or ())], 1.0)
    y = style.y_axis("Short wins (%)", 0.0, top, "y")
    colour = style.palette(
        f"{key}:N", dict(zip(names, style.COLOURS, strict=False)), alt.Legend(title=None, orient="right")
    )
    base = (
        style.chart(records)
        .encode(x=style.log_x(title, low, high, "x", fine=True), y=y, color=colour)
        .encode(
            tooltip=style.hints(
                **{key: "board" if key == "m" else "temperature of Short", "x": title, "y": "Short wins (%)"},
                low="interval from",
                high="to",
            )
        )
    )
    bars = base.mark_rule(strokeWidth=1).encode(y=alt.Y("low:Q"), y2="high:Q")
    exact = style.chart(dashes or []).mark_rule(strokeDash=[5, 4], opacity=0.7).encode(y=y, color=colour)
    exact = exact.encode(tooltip=style.hints(series="Short with exact potentials", y="Short wins (%)"))
    across = [exact] if dashes else []
    return style.panel(*across, bars, *style.line_with_dots(base, 18), height=height, title=heading)


def _last(name: str) -> float:
    """The last number of an agent's name: K of mc:K, T of temperature:T and gauss-seidel:SWEEPS:T."""
    return float(Fraction(name.rpartition(":")[2]))


def _is_certain(record: Record) -> bool:
    """Whether a point is certified and so has no bar."""
    return bool(record["low"] == record["high"])


def _rises(best: Record, curve: list[Record]) -> bool:
    """Whether the greatest point of a curve is its last, so that the optimum may lie beyond."""
    return bool(best["x"] == max(record["x"] for record in curve))


def _is_undecided(best: Record, records: list[Record]) -> bool:
    """Whether another point's bar overlaps that of the greatest, so that the best is undecided."""
    return any(record["high"] >= best["low"] for record in records if record is not best)


def _best_playouts(records: list[Record]) -> str:
    """What the curves of MC(K) show: an optimum only where it is certain and is followed by further points."""
    parts, orders = [], sorted({record["m"] for record in records})
    for m in orders:
        curve = [record for record in records if record["m"] == m]
        best = max(curve, key=lambda record: record["y"])
        if best["y"] == 0:
            continue
        at = f"at K = {best['x']:g}"
        if _rises(best, curve):
            parts.append(f"{m}: still rising {at}")
        elif _is_certain(best):
            parts.append(f"{m}: best {at}, {best['y']:.2g} %")
        elif _is_undecided(best, curve):
            parts.append(f"{m}: bars overlap around K = {best['x']:g}")
        else:
            parts.append(f"{m}: best {at}, about {best['y']:.2g} %")
    return f"MC(K) as Short. {'; '.join(parts)}" if parts else "MC(K) as Short never wins"


def playouts(book: Book) -> Drawing:
    """Figure 5.9: MC(K) as Short over K."""
    rows = _pairings(book, "cut = 'heuristic' AND short LIKE 'mc:%' AND short <> 'mc:inf'")
    records = need(_curve_points(_records(rows, _last)), "Monte-Carlo agents against the heuristic")
    limits = _pairings(book, "cut = 'heuristic' AND short = 'mc:inf' AND m > 2")
    inf = "; ".join(f"M = {row[0]}: {_percent(100 * row[3])} %" for row in limits)
    return style.add_title(
        _curves(records, "playouts K per candidate", 340),
        _best_playouts(records),
        f"Short plays MC(K), Cut the heuristic.{f' With infinitely many playouts {inf} (certified).' if inf else ''}",
        _certainty_text(rows),
    )


def _temperature_pairs(book: Book) -> tuple[int, list[tuple[float, float, float]]]:
    """A board and its pairings of two temperatures: Cut's, Short's, Short's chance.

    The board has MAP_ORDER if possible, otherwise the largest order with enough pairings. Temperatures that are not paired with
    all others are left out.
    """
    where = "cut LIKE 'temperature:%' AND short LIKE 'temperature:%' AND 'temperature:inf' NOT IN (cut, short)"
    boards: dict[int, dict[tuple[float, float], float]] = {}
    for m, cut, short, chance, *_ in _pairings(book, where):
        boards.setdefault(m, {})[_last(cut), _last(short)] = chance
    maps: dict[int, list[tuple[float, float, float]]] = {}
    for m, chances in boards.items():
        heats = {heat for pair in chances for heat in pair}
        while heats:
            missing = {
                heat: sum(((heat, o) not in chances) + ((o, heat) not in chances) for o in heats) for heat in heats
            }
            if not any(missing.values()):
                break
            heats.remove(max(missing, key=lambda heat: (missing[heat], heat)))
        # a single temperature of Cut, or equal ones, make no map
        if len(heats) >= LEAST:
            maps[m] = [(cut, short, chance) for (cut, short), chance in chances.items() if {cut, short} <= heats]
    need(maps, "heuristics at any two temperatures", f"tafelwerk build {FAMILY} --order {MAP_ORDER} --pairings")
    m = MAP_ORDER if MAP_ORDER in maps else max(maps)
    return m, maps[m]


def _percent(value: float) -> str:
    """A percentage to two digits, more just below 100, and at most two decimals."""
    if value in (0, 100):
        return f"{value:.0f}"
    if value < 0.005:
        return "<0.01"
    return f"{value:.{0 if 9.95 <= value < 99.5 else 1 if 0.995 <= value < 9.95 else 2}f}"


def _map(pairs: list[tuple[float, float, float]], heading: str) -> Layer:
    """Short's chance by its temperature (across) and Cut's (upwards)."""
    records: list[Record] = [
        {"cut": f"{cut:g}", "short": f"{short:g}"}
        | {"shade": round(max(100 * chance, FAINTEST), 6), "text": _percent(100 * chance)}
        for cut, short, chance in sorted(pairs)
    ]
    names = [f"{heat:g}" for heat in sorted({cut for cut, _, _ in pairs})]
    most = max(10 * FAINTEST, *(record["shade"] for record in records))
    ticks = style.decades(FAINTEST, min(most, 50), (1, 2, 5))
    key = alt.Legend(title="Short wins (%)", orient="right", gradientLength=300, values=ticks)
    shade = alt.Scale(type="log", domain=[FAINTEST, most], range=[*style.SEQUENCE], interpolate="lab")
    base = style.chart(records).encode(
        x=style.cells("temperature of Short", "short:O").sort(names),
        y=alt.Y("cut:O", sort=names[::-1], title="temperature of Cut"),
        tooltip=style.hints(cut="temperature of Cut", short="temperature of Short", text="Short wins (%)"),
    )
    dark = alt.datum.shade > FAINTEST * (most / FAINTEST) ** _DARK
    return style.panel(
        base.mark_rect().encode(color=alt.Color("shade:Q", scale=shade, legend=key)),
        base.mark_text(fontSize=11).encode(text="text:N", color=style.ink_on(dark)),
        height=_LINE * len(names),
        title=heading,
    )


def _best_heat(records: list[Record]) -> str:
    """The effect of Short's temperature alone: a certified optimum, otherwise one that the bars imply."""
    certain = [record for record in records if _is_certain(record) and record["y"] > 0]
    best = max(certain or records, key=lambda record: record["y"])
    curve = [record for record in records if record["m"] == best["m"]]
    if best["y"] == 0:
        return "Chance does not help Short"
    about = "around " if not _is_certain(best) and _is_undecided(best, curve) else ""
    return f"A little chance helps Short: best at {about}T = {best['x']:g}, {best['y']:.2g} % ({best['m']})"


def temperatures(book: Book) -> Drawing:
    """Figure 5.10: any two temperatures at one order; equal temperatures, and Short's with Cut at 0.01, at all orders."""
    hot = "short LIKE 'temperature:%' AND short <> 'temperature:inf'"
    order, pairs = _temperature_pairs(book)
    both, shorts = _pairings(book, f"cut = short AND {hot}"), _pairings(book, f"cut = '{COLD}' AND {hot}")
    equal, cold = (_curve_points(_records(rows, _last)) for rows in (both, shorts))
    need(equal, "heuristics at equal temperatures")
    need(cold, f"heuristics against {COLD}")
    each = _map(pairs, f"Each at its own temperature, M = {order}")
    above = _curves(equal, "temperature of both", 240, heading="Equal temperatures")
    below = _curves(cold, "temperature of Short", 240, heading="Cut at temperature 0.01")
    return style.add_title(
        alt.vconcat(each, above, below, spacing=18).resolve_scale(color="independent"),
        _best_heat(cold),
        _certainty_text(both, shorts),
    )


def _best_sweeps(m: int, records: list[Record], exact: dict[float, float]) -> str:
    """What the curves over sweeps show, compared with exact potentials at the same temperature."""
    best = max(records, key=lambda record: record["y"])
    curve = [record for record in records if record["series"] == best["series"]]
    finished = exact.get(float(best["series"].rpartition(" ")[2]))
    beside = "" if finished is None else f" (exact potentials {finished:.3g} %)"
    if not _is_certain(best) and _is_undecided(best, records):
        above = finished is not None and best["low"] > finished
        return f"Order {m}: bars of the best overlap" + (
            f", {best['y']:.3g} % with {best['x']:g} sweeps at {best['series']}{beside}" if above else ""
        )
    if _rises(best, curve):
        return f"Order {m}: best at {best['series']}, still rising at {best['x']:g} sweeps, {best['y']:.2g} %{beside}"
    return f"Order {m}: best at {best['series']} with {best['x']:g} sweeps, {best['y']:.2g} %{beside}"


def _exact_percentages(rows: Iterable[tuple[Any, ...]]) -> dict[tuple[int, float], float]:
    """Short's chance in percent with exact potentials, by order and temperature."""
    return {(row[0], _last(row[2])): round(100 * row[3], 6) for row in rows}


def _dashes(records: list[Record], exact: dict[float, float]) -> list[Record]:
    """Horizontal lines of a panel: the limit of many sweeps, by series."""
    names = {record["series"] for record in records}
    return [{"series": f"T = {heat:g}", "y": y} for heat, y in exact.items() if f"T = {heat:g}" in names]


def sweeps(book: Book) -> Drawing:
    """Figure 5.11: Short by sweeps and temperature, against the heuristic."""
    # a temperature only, neither over-relaxation nor another start
    plain = "regexp_full_match(short, 'gauss-seidel:[0-9]+:[0-9./]+')"
    rows = _pairings(book, f"cut = 'heuristic' AND {plain}")
    exact_rows = _pairings(book, "cut = 'heuristic' AND short LIKE 'temperature:%' AND short <> 'temperature:inf'")
    exact = _exact_percentages(exact_rows)
    panels = []
    for m in sorted({row[0] for row in rows}):
        records: list[Record] = []
        for heat in sorted({_last(row[2]) for row in rows}):
            series = [row for row in rows if row[0] == m and _last(row[2]) == heat]
            records += _records(series, lambda name: float(name.split(":")[1]), f"T = {heat:g}")
        records = sorted(_curve_points(records, "series"), key=lambda record: (record["series"], record["x"]))
        # at order 2 Short never wins
        if any(record["y"] for record in records):
            finished = {heat: y for (order, heat), y in exact.items() if order == m}
            heading = _best_sweeps(m, records, finished)
            curves = _curves(records, "Gauss-Seidel sweeps", 220, "series", heading, _dashes(records, finished))
            panels.append((m, records, finished, curves))
    need(panels, "Gauss-Seidel agents against the heuristic")
    last, records, finished, _ = panels[-1]
    return style.add_title(
        alt.vconcat(*(panel for *_, panel in panels), spacing=18).resolve_scale(color="independent"),
        _best_sweeps(last, records, finished),
        "Short: the heuristic with potentials after some sweeps, at a temperature. Cut: the heuristic. Dashed: exact potentials.",
        _certainty_text(rows),
    )


FIRSTS, LEAST_ORDERS = (12, 16, 20, 24, 28, 32, 36), 12
"""First orders from which curves are fitted, and least number of orders. On smaller boards Cut wins all or nearly all games."""

BLOCK, SAMPLES, SEED = 4, 2000, 1
"""Length of a block of deviations; number of fits, and their seed."""

EXPONENTS = np.geomspace(0.05, 8.0, 160)

Reals = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Fit:
    """A fitted curve L + a / m^b.

    Attributes:
        limit, scale, exponent: L, a, b.
        spread: root mean square of the deviations.
        low, high: interval of L at the level LEVEL.
        half: a and b of the best curve with L = 1/2.
        half_spread: root mean square of the deviations from that curve.
    """

    limit: float
    scale: float
    exponent: float
    spread: float
    low: float
    high: float
    half: tuple[float, float]
    half_spread: float

    def at(self, order: float) -> float:
        """The fitted rate."""
        return self.limit + self.scale * float(order**-self.exponent)


def fit_limit(orders: Sequence[int], rates: Sequence[float]) -> Fit:
    """The curve through the rates of successive orders, at least LEAST_ORDERS of them, ascending."""
    at, values = np.array(orders, np.float64), np.array(rates, np.float64)
    (limit,), (scale,), (exponent,), (spread,) = _best_curves(at, values[None, :], 0.0, 1.0)
    curve = limit + scale * at**-exponent
    deviations = values - curve
    draw = np.random.default_rng(SEED)
    blocks = -(-len(at) // BLOCK)
    begins = draw.integers(0, len(at) - BLOCK + 1, (SAMPLES, blocks, 1))
    resampled = deviations[(begins + np.arange(BLOCK)).reshape(SAMPLES, -1)[:, : len(at)]]
    limits = _best_curves(at, curve + resampled - resampled.mean(axis=1, keepdims=True), 0.0, 1.0)[0]
    low, high = np.quantile(limits, [(1.0 - LEVEL) / 2.0, (1.0 + LEVEL) / 2.0]).tolist()
    _, (half_scale,), (half_exponent,), (half_spread,) = _best_curves(at, values[None, :], 0.5, 0.5)
    return Fit(
        float(limit),
        float(scale),
        float(exponent),
        float(spread),
        low,
        high,
        (float(half_scale), float(half_exponent)),
        float(half_spread),
    )


def _best_curves(at: Reals, values: Reals, least: float, most: float) -> tuple[Reals, Reals, Reals, Reals]:
    """Limits, scales, exponents and root mean squares of the deviations of the best curves, one per row of values, with limits
    from `least` to `most`."""
    rows = len(values)
    curves = np.zeros((4, rows))
    curves[3] = np.inf
    mean = values.mean(axis=1)
    for exponent in EXPONENTS:
        power = at**-exponent
        middle = power.mean()
        slope = (values - mean[:, None]) @ (power - middle) / ((power - middle) ** 2).sum()
        limit = np.clip(mean - slope * middle, least, most)
        scale = (values - limit[:, None]) @ power / (power @ power)
        spread = np.sqrt(((values - limit[:, None] - scale[:, None] * power) ** 2).mean(axis=1))
        better = spread < curves[3]
        curves[:, better] = np.stack([limit, scale, np.full(rows, exponent), spread])[:, better]
    return curves[0], curves[1], curves[2], curves[3]


LEAST_BOARDS = 2
"""Least number of boards that the figure needs."""


def rates(book: Book) -> Drawing:
    """The share of games that Cut wins."""
    rows = book.records(
        FAMILY, "SELECT m, round(100 * cut, 4) AS cut, losing + mixed AS lost FROM switching.rates ORDER BY m"
    )
    need(len(rows) >= LEAST_BOARDS, "heuristic against heuristic on several boards")
    first, last = rows[0]["m"], rows[-1]["m"]
    low, _ = style.zoom([row["cut"] for row in rows], 5.0)
    base = style.chart({"m": row["m"], "cut": row["cut"]} for row in rows).encode(
        x=style.x_axis("order M", first - 0.5, last + 0.5, "m", tickCount=min(last - first + 1, 40)),
        y=style.y_axis("Cut wins (%)", min(low, 90.0), 101.0, "cut"),
    )
    lost = next((row["m"] for row in rows if row["lost"]), None)
    title = f"Cut wins every game on the boards of orders {first} to {last}"
    if lost is not None:
        title = (
            f"From order {lost} on the heuristic can lose to itself; at order {last} Cut wins {rows[-1]['cut']:.1f} %"
        )
    layers = [base.mark_line(color=style.BLUE, strokeWidth=1.6), base.mark_circle(color=style.INK, size=36, opacity=1)]
    notes = ["Both follow the resistor heuristic, Cut first. Exact: all ties are enumerated."]
    fits = {}
    for begin in FIRSTS:
        late = [(row["m"], row["cut"] / 100) for row in rows if row["m"] >= begin]
        if len(late) >= LEAST_ORDERS:
            fits[begin] = fit_limit(*zip(*late, strict=True))
    if fits:
        begin, fit = next(iter(fits.items()))
        curve = style.chart({"m": m, "fit": 100 * fit.at(m)} for m in range(begin, last + 1))
        layers.append(
            curve.mark_line(color=style.VERMILION, strokeWidth=1.4, strokeDash=[5, 3]).encode(
                x=style.x_axis("order M", first - 0.5, last + 0.5, "m"),
                y=style.y_axis("Cut wins (%)", min(low, 90.0), 101.0, "fit"),
            )
        )
        notes += [
            f"Dashed: {100 * fit.limit:.1f} + {100 * fit.scale:.4g} / M^{fit.exponent:.2f}, fitted from order {begin} on; "
            f"root mean square of deviations {100 * fit.spread:.2f}, with a limit of 50 {100 * fit.half_spread:.2f}.",
            "95 % interval of the limit, by the first order fitted: "
            + "; ".join(f"{begin}: {100 * each.low:.1f} to {100 * each.high:.1f}" for begin, each in fits.items())
            + ". A conjecture.",
        ]
    return style.add_title(style.panel(*layers), title, *notes)
