"""Figures of biased playouts: where MC(inf) goes wrong over bias and heap (3.2 to 3.5).

Source: Jena dissertation on the exact analysis of heuristics for combinatorial games, chapter 3.
"""

from itertools import pairwise
from math import sqrt
from typing import TYPE_CHECKING, Any

from tafelwerk.plots.figure import figure
from tafelwerk.plots.montecarlo.curves import missing
from tafelwerk.plots.montecarlo.subtraction import HEAP_TITLE
from tafelwerk.plots.style import (
    BLUE,
    COLOURS,
    VERMILION,
    WIDTH,
    data,
    dressed,
    heading,
    layered,
    linear_x,
    linear_y,
    upright,
)
from tafelwerk.tables.montecarlo import FAMILY, Kind, SubtractionRules

if TYPE_CHECKING:
    import altair as alt

    from tafelwerk.tables.book import Book

ONE_OR_TWO = SubtractionRules((1, 2))
FOUR_OR_SEVEN = SubtractionRules((4, 7))
BIAS_TITLE = "bias ε of the playouts"
GOLDEN = 2 - sqrt(5)
"""The static bias at which MC(inf) in S(1,2) has a tie at every heap 3k + 1; section 3.3."""

_LEAST_SPAN = 1.5
_WIDEST_STEP = 0.2


def _stripes(book: "Book", rules: SubtractionRules, kind: Kind, heaps: int) -> list[dict[str, Any]]:
    """Bad moves as stripes: a heap, and the ends of a stretch of neighbouring biases at which MC(inf) may lose there.

    A bias stands for its surroundings up to half way to its neighbours among those looked at.
    """
    scanned = [
        bias
        for (bias,) in book.rows(
            FAMILY,
            "SELECT DISTINCT epsilon FROM montecarlo.asymmetry_scans "
            "WHERE moves = ? AND overshoot = ? AND kind = ? AND heaps >= ? ORDER BY epsilon",
            rules.text,
            rules.overshoot,
            kind,
            heaps,
        )
    ]
    steps = [after - before for before, after in pairwise(scanned)]
    if len(scanned) < 2 or sum(steps) < _LEAST_SPAN or max(steps) > _WIDEST_STEP:
        raise missing(book, f"{kind} biases of {rules.options} to heap {heaps}")
    rows = book.rows(
        FAMILY,
        """
        WITH biases AS (
            SELECT epsilon, row_number() OVER all_of_them AS place,
                coalesce(epsilon - lag(epsilon) OVER all_of_them, lead(epsilon) OVER all_of_them - epsilon) AS below,
                coalesce(lead(epsilon) OVER all_of_them - epsilon, epsilon - lag(epsilon) OVER all_of_them) AS above
            FROM (SELECT unnest(?::DOUBLE[]) AS epsilon)
            WINDOW all_of_them AS (ORDER BY epsilon)
        ), bad AS (
            SELECT DISTINCT heap, place, epsilon - below / 2 AS low, epsilon + above / 2 AS high
            FROM montecarlo.asymmetry_bad_moves JOIN biases USING (epsilon)
            WHERE moves = ? AND overshoot = ? AND kind = ? AND heap <= ?
        ), stretches AS (
            SELECT *, place - row_number() OVER (PARTITION BY heap ORDER BY place) AS stretch FROM bad
        )
        SELECT heap, min(low) AS low, max(high) AS high FROM stretches GROUP BY heap, stretch ORDER BY heap, low
        """,
        scanned,
        rules.text,
        rules.overshoot,
        kind,
        heaps,
    )
    return [{"heap": heap, "from": round(low, 6), "to": round(high, 6)} for heap, low, high in rows]


def _striped(
    stripes: list[dict[str, Any]],
    heaps: int,
    colours: dict[int, str],
    modulus: int,
    thickness: float,
    width: int = WIDTH,
    height: int = 420,
) -> "alt.Chart":
    import altair as alt

    records = [stripe | {"remainder": stripe["heap"] % modulus} for stripe in stripes]
    legend = alt.Legend(title=f"heap mod {modulus}", symbolType="stroke", symbolStrokeWidth=5)
    chart: alt.Chart = (
        alt.Chart(data(records))
        .mark_rule(strokeWidth=thickness, clip=True)
        .encode(
            x=linear_x(BIAS_TITLE, -1, 1, "from", 10 if width == WIDTH else 4),
            x2="to:Q",
            y=linear_y(HEAP_TITLE, 0, heaps, "heap"),
            color=alt.Color(
                "remainder:O",
                scale=alt.Scale(domain=list(colours), range=list(colours.values())),
                legend=legend if width == WIDTH else None,
            ),
        )
        .properties(width=width, height=height)
    )
    return chart


_BY_THREE = {1: BLUE, 2: VERMILION}


@figure("montecarlo-3.2", "S(1,2): bad moves under static bias")
def static_bias(book: "Book") -> "alt.TopLevelMixin":
    """Figure 3.2: static bias in S(1,2)."""

    chart = _striped(_stripes(book, ONE_OR_TWO, "static", 200), 200, _BY_THREE, 3, 1.9)
    return dressed(
        layered(chart, upright(GOLDEN, "2 − √5"), upright(5 - sqrt(32), "5 − √32")),
        "S(1,2), static bias: MC(inf) errs whatever the bias",
        "Stripes: won heaps at which MC(inf) may take a losing move. Playouts take 1 with (1 − ε)/2, 2 with (1 + ε)/2.",
    )


@figure("montecarlo-3.3", "S(1,2): bad moves under static bias, by heap mod 3")
def static_bias_apart(book: "Book") -> "alt.TopLevelMixin":
    """Figure 3.3: static bias in S(1,2), a panel for each remainder of the heap by 3."""
    import altair as alt

    stripes = _stripes(book, ONE_OR_TWO, "static", 200)
    panels = [
        layered(
            _striped([s for s in stripes if s["heap"] % 3 == remainder], 200, _BY_THREE, 3, 5.0, 340),
            upright(GOLDEN, "2 − √5"),
        ).properties(title=heading(f"heaps 3k + {remainder}"))
        for remainder in (1, 2)
    ]
    return dressed(
        alt.hconcat(*panels),
        "S(1,2), static bias: only the heaps 3k + 1 have an edge at ε = 2 − √5",
        "Won heaps at which MC(inf) may take a losing move, apart by remainder, without the rows of the other heaps.",
    )


@figure("montecarlo-3.4", "S(1,2): bad moves under informed bias")
def informed_bias(book: "Book") -> "alt.TopLevelMixin":
    """Figure 3.4: informed bias in S(1,2)."""

    chart = _striped(_stripes(book, ONE_OR_TWO, "informed", 200), 200, _BY_THREE, 3, 1.9)
    return dressed(
        layered(chart, upright(-1 / 3, "−1/3"), upright(1 / 3, "1/3")),
        "S(1,2), informed bias: above ε = 1/3 MC(inf) plays perfectly",
        "Stripes: won heaps at which MC(inf) may take a losing move.",
        "In won heaps playouts take the winning move with (1 + ε)/2, the other with (1 − ε)/2.",
    )


@figure("montecarlo-3.5", "S(4,7): bad moves under static bias")
def four_or_seven(book: "Book") -> "alt.TopLevelMixin":
    """Figure 3.5: static bias in S(4,7)."""

    heaps = 400
    stripes = _stripes(book, FOUR_OR_SEVEN, "static", heaps)
    remainders = sorted({stripe["heap"] % 11 for stripe in stripes})
    palette = dict(zip(remainders, COLOURS * 2, strict=False))
    clean = [t for t in range(1, 8) if t not in remainders]
    spared = f"; none at heaps 11k + {', '.join(map(str, clean))}" if clean else ""
    return dressed(
        layered(_striped(stripes, heaps, palette, 11, 1.3, height=520)),
        f"S(4,7), static bias: MC(inf) errs in most classes of won heaps{spared}",
        "Stripes: won heaps at which MC(inf) may take a losing move. Playouts take 4 with (1 − ε)/2, 7 with (1 + ε)/2.",
    )
