"""Heuristic against heuristic by the order of the board."""

from tafelwerk.families.switching.figures.limit import FIRSTS, LEAST_ORDERS, fitted
from tafelwerk.families.switching.rules.boards import FAMILY
from tafelwerk.plots.colours import BLUE, INK, VERMILION
from tafelwerk.plots.figure import need
from tafelwerk.plots.lazy import Book, Drawing
from tafelwerk.plots.style import chart, panel, titled, x_axis, y_axis, zoom

LEAST = 2
"""Least number of boards that the figure needs."""


def rates(book: Book) -> Drawing:
    """The share of games that Cut wins."""
    rows = book.records(
        FAMILY, "SELECT m, round(100 * cut, 4) AS cut, losing + mixed AS lost FROM switching.rates ORDER BY m"
    )
    need(len(rows) >= LEAST, "heuristic against heuristic on several boards")
    first, last = rows[0]["m"], rows[-1]["m"]
    low, _ = zoom([row["cut"] for row in rows], 5.0)
    base = chart({"m": row["m"], "cut": row["cut"]} for row in rows).encode(
        x=x_axis("order M", first - 0.5, last + 0.5, "m", tickCount=min(last - first + 1, 40)),
        y=y_axis("Cut wins (%)", min(low, 90.0), 101.0, "cut"),
    )
    lost = next((row["m"] for row in rows if row["lost"]), None)
    title = f"Cut wins every game on the boards of orders {first} to {last}"
    if lost is not None:
        title = (
            f"From order {lost} on the heuristic can lose to itself; at order {last} Cut wins {rows[-1]['cut']:.1f} %"
        )
    layers = [base.mark_line(color=BLUE, strokeWidth=1.6), base.mark_circle(color=INK, size=36, opacity=1)]
    notes = ["Both follow the resistor heuristic, Cut first. Exact: all ties are enumerated."]
    fits = {}
    for begin in FIRSTS:
        late = [(row["m"], row["cut"] / 100) for row in rows if row["m"] >= begin]
        if len(late) >= LEAST_ORDERS:
            fits[begin] = fitted(*zip(*late, strict=True))
    if fits:
        begin, fit = next(iter(fits.items()))
        curve = chart({"m": m, "fit": 100 * fit.at(m)} for m in range(begin, last + 1))
        layers.append(
            curve.mark_line(color=VERMILION, strokeWidth=1.4, strokeDash=[5, 3]).encode(
                x=x_axis("order M", first - 0.5, last + 0.5, "m"),
                y=y_axis("Cut wins (%)", min(low, 90.0), 101.0, "fit"),
            )
        )
        notes += [
            f"Dashed: {100 * fit.limit:.1f} + {100 * fit.scale:.4g} / M^{fit.exponent:.2f}, fitted from order {begin} on; "
            f"root mean square of deviations {100 * fit.spread:.2f}, with a limit of 50 {100 * fit.half_spread:.2f}.",
            "95 % interval of the limit, by the first order fitted: "
            + "; ".join(f"{begin}: {100 * each.low:.1f} to {100 * each.high:.1f}" for begin, each in fits.items())
            + ". A conjecture.",
        ]
    return titled(panel(*layers), title, *notes)
