"""Short's chance against the heuristic, and of heuristics at temperatures, by the order of the board."""

from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from tafelwerk.errors import MissingTableError
from tafelwerk.plots.style import COLOURS, WIDTH, data, dressed, heading, layered, linear_y, log_x, zoom
from tafelwerk.tables.switching import FAMILY

if TYPE_CHECKING:
    import altair as alt

    from tafelwerk.tables.book import Book

LEAST = 3
"""Points that a curve needs."""

COLD = "temperature:0.01"

_CERTAIN = "Orders 2 and 3: certified. Larger ones: games played, bars of two standard errors."

Record = dict[str, Any]


def _pairings(book: "Book", where: str) -> list[tuple[Any, ...]]:
    return book.rows(
        FAMILY, f"SELECT m, cut, short, chance, error, certainty FROM switching.pairings WHERE {where} ORDER BY m"
    )


def _records(rows: Iterable[tuple[Any, ...]], place: Callable[[str], float], series: str = "") -> list[Record]:
    """Points of curves in percent: `x` from Short's name, `m`, bars where games were played."""
    found = []
    for m, _, short, chance, error, certainty in rows:
        bar = 2 * error if certainty == "sampled" else 0.0
        low, high = max(0.0, chance - bar), min(1.0, chance + bar)
        found.append(
            {"x": place(short), "m": f"M = {m}", "series": series, "y": round(100 * chance, 6)}
            | {"low": round(100 * low, 6), "high": round(100 * high, 6)}
        )
    return found


def _curved(records: list[Record], key: str = "m") -> list[Record]:
    """Those of curves with LEAST points."""
    count: dict[str, int] = {}
    for record in records:
        count[record[key]] = count.get(record[key], 0) + 1
    return [record for record in records if count[record[key]] >= LEAST]


def _curves(
    records: list[Record], title: str, width: int, height: int, key: str = "m", legend: str | None = None
) -> "alt.LayerChart":
    """Curves over a logarithmic axis, one a colour."""
    import altair as alt

    names = sorted({record[key] for record in records}, key=lambda name: float(name.rpartition(" ")[2]))
    low, high = min(record["x"] for record in records), max(record["x"] for record in records)
    _, top = zoom([record["high"] for record in records], 1.0)
    colour = alt.Color(
        f"{key}:N",
        sort=names,
        scale=alt.Scale(domain=names, range=list(COLOURS[: len(names)])),
        legend=alt.Legend(title=legend, orient="right"),
    )
    x = log_x(title, low, high, "x", fine=True) if low >= 1 else _small_x(title, low, high)
    base = alt.Chart(data(records)).encode(x=x, y=linear_y("Short wins (%)", 0.0, top, "y"), color=colour)
    bars = base.mark_rule(strokeWidth=1).encode(y=alt.Y("low:Q"), y2="high:Q")
    return layered(bars, base.mark_line(strokeWidth=1.6), base.mark_circle(size=18, opacity=1)).properties(
        width=width, height=height
    )


def _small_x(title: str, low: float, high: float) -> "alt.X":
    """A logarithmic axis below 1."""
    import altair as alt

    ticks = [step * 10.0**-power for power in (4, 3, 2, 1, 0) for step in (1, 2, 5)]
    scale = alt.Scale(type="log", domain=[low, high], nice=False)
    values = [round(tick, 6) for tick in ticks if low * 0.999 <= tick <= high * 1.001]
    return alt.X("x:Q", title=title, scale=scale, axis=alt.Axis(values=values, format="~g"))


def _last(name: str) -> float:
    """The last number of an agent's name: K of mc:K, T of temperature:T and gauss-seidel:SWEEPS:T."""
    return float(Fraction(name.rpartition(":")[2]))


def _need(records: list[Record], what: str) -> None:
    if not records:
        raise MissingTableError(what, f"tafelwerk build {FAMILY} --order 3 --pairings")


def playouts(book: "Book") -> "alt.TopLevelMixin":
    """Figure 5.9: MC(K) as Short over K."""
    rows = _pairings(book, "cut = 'heuristic' AND short LIKE 'mc:%' AND short <> 'mc:inf'")
    records = _curved(_records(rows, _last))
    _need(records, "Monte-Carlo agents against the heuristic")
    best = max(records, key=lambda record: record["y"])
    return dressed(
        _curves(records, "playouts K a candidate", WIDTH, 340),
        f"MC(K) does best at K = {best['x']:g}, with {best['y']:.2g} % at {best['m']}",
        "Short plays MC(K), Cut the heuristic.",
        _CERTAIN,
    )


def temperatures(book: "Book") -> "alt.TopLevelMixin":
    """Figure 5.10, middle and below: equal temperatures, and Short's with Cut at 0.01."""
    import altair as alt

    hot = "short LIKE 'temperature:%' AND short <> 'temperature:inf'"
    equal = _curved(_records(_pairings(book, f"cut = short AND {hot}"), _last))
    cold = _curved(_records(_pairings(book, f"cut = '{COLD}' AND {hot}"), _last))
    _need(equal, "heuristics at equal temperatures")
    _need(cold, f"heuristics against {COLD}")
    best = max(cold, key=lambda record: record["y"])
    above = _curves(equal, "temperature of both", WIDTH, 240).properties(title=heading("Equal temperatures"))
    below = _curves(cold, "temperature of Short", WIDTH, 240).properties(title=heading("Cut at temperature 0.01"))
    return dressed(
        alt.vconcat(above, below, spacing=18).resolve_scale(color="independent"),
        f"A little chance helps Short: {best['y']:.2g} % at T = {best['x']:g}, {best['m']}",
        _CERTAIN,
    )


def sweeps(book: "Book") -> "alt.TopLevelMixin":
    """Figure 5.11: sweeps and temperature of Short against the heuristic."""
    import altair as alt

    rows = _pairings(book, "cut = 'heuristic' AND short LIKE 'gauss-seidel:%:%' AND short NOT LIKE '%inf'")
    panels = []
    for m in sorted({row[0] for row in rows}):
        records: list[Record] = []
        for heat in sorted({_last(row[2]) for row in rows}):
            series = [row for row in rows if row[0] == m and _last(row[2]) == heat]
            records += _records(series, lambda name: float(name.split(":")[1]), f"T = {heat:g}")
        records = sorted(_curved(records, "series"), key=lambda record: (record["series"], record["x"]))
        # at order 2 Short never wins
        if any(record["y"] for record in records):
            chart = _curves(records, "Gauss-Seidel sweeps", WIDTH, 220, "series")
            panels.append((m, records, chart.properties(title=heading(f"Order {m}"))))
    _need([record for _, records, _ in panels for record in records], "Gauss-Seidel agents against the heuristic")
    m, records, _ = panels[-1]
    best = max(records, key=lambda record: record["y"])
    return dressed(
        alt.vconcat(*(chart for _, _, chart in panels), spacing=18).resolve_scale(color="independent"),
        f"At order {m} Short does best with {best['x']:g} sweeps at {best['series']}: {best['y']:.2g} %",
        "Short follows the heuristic with unfinished potentials, at a temperature; Cut follows it exactly.",
        _CERTAIN,
    )
