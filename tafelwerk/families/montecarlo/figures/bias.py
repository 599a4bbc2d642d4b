"""Figures of biased playouts: errors of MC(inf) over bias and heap (3.2 to 3.5).

Source: Jena dissertation on the exact analysis of heuristics for combinatorial games, chapter 3.
"""

from itertools import pairwise
from math import sqrt

from tafelwerk.families.montecarlo.figures.subtraction import HEAP_TITLE
from tafelwerk.families.montecarlo.rules.games import FAMILY, Kind, SubtractionRules
from tafelwerk.plots.colours import BLUE, COLOURS, VERMILION, WIDTH
from tafelwerk.plots.figure import need
from tafelwerk.plots.lazy import Book, Drawing, Layer, Record, alt
from tafelwerk.plots.style import chart, hints, layered, palette, panel, titled, upright, x_axis, y_axis

ONE_OR_TWO = SubtractionRules((1, 2))
FOUR_OR_SEVEN = SubtractionRules((4, 7))
BIAS_TITLE = "bias ε of the playouts"
GOLDEN = 2 - sqrt(5)
"""The static bias at which MC(inf) in S(1,2) has a tie at every heap 3k + 1; section 3.3."""

HEAPS = 200
"""Largest heap of S(1,2) shown."""

_LEAST_SPAN = 1.5
_WIDEST_STEP = 0.2


def _stripes(book: Book, rules: SubtractionRules, kind: Kind, heaps: int = HEAPS) -> list[Record]:
    """Bad moves as stripes: a heap, and the ends of an interval of biases at which MC(inf) may lose there.

    A bias represents the values up to half-way to its neighbours among the stored ones.
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
    dense = len(scanned) > 1 and sum(steps) >= _LEAST_SPAN and max(steps) <= _WIDEST_STEP
    need(dense, f"{kind} biases of {rules.options} to heap {heaps}")
    return book.records(
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
        SELECT heap, heap % ? AS remainder, round(min(low), 6) AS "from", round(max(high), 6) AS "to"
        FROM stretches GROUP BY heap, stretch ORDER BY heap, min(low)
        """,
        scanned,
        rules.text,
        rules.overshoot,
        kind,
        heaps,
        sum(rules.moves),
    )


def _striped(
    stripes: list[Record], heaps: int, colours: dict[int, str], modulus: int, thickness: float, wide: bool = True
) -> "alt.Chart":
    key = alt.Legend(title=f"heap mod {modulus}", symbolType="stroke", symbolStrokeWidth=5)
    lines: alt.Chart = chart(stripes).mark_rule(strokeWidth=thickness, clip=True)
    return lines.encode(
        x=x_axis(BIAS_TITLE, -1, 1, "from", tickCount=10 if wide else 4),
        x2="to:Q",
        y=y_axis(HEAP_TITLE, 0, heaps, "heap"),
        color=palette("remainder:O", colours, key if wide else None),
        tooltip=hints(**{"heap": "heap", "from": "MC(inf) errs from bias", "to": "to bias"}),
    )


_BY_THREE = {1: BLUE, 2: VERMILION}


def _one_or_two(book: Book, kind: Kind, *rules: Layer) -> Layer:
    return panel(_striped(_stripes(book, ONE_OR_TWO, kind), HEAPS, _BY_THREE, 3, 1.9), *rules, height=420)


def static_bias(book: Book) -> Drawing:
    """Figure 3.2: static bias in S(1,2)."""
    return titled(
        _one_or_two(book, "static", upright(GOLDEN, "2 − √5"), upright(5 - sqrt(32), "5 − √32")),
        "S(1,2), static bias: MC(inf) errs at every bias",
        "Stripes: won heaps at which MC(inf) may take a losing move. Playouts take 1 with (1 − ε)/2, 2 with (1 + ε)/2.",
    )


def static_bias_apart(book: Book) -> Drawing:
    """Figure 3.3: static bias in S(1,2), one panel per remainder of the heap modulo 3."""
    stripes = _stripes(book, ONE_OR_TWO, "static")
    panels = [
        panel(
            _striped([one for one in stripes if one["remainder"] == remainder], HEAPS, _BY_THREE, 3, 5.0, wide=False),
            upright(GOLDEN, "2 − √5"),
            width=340,
            height=420,
            title=f"heaps 3k + {remainder}",
        )
        for remainder in _BY_THREE
    ]
    return titled(
        alt.hconcat(*panels),
        "S(1,2), static bias: only the heaps 3k + 1 have an edge at ε = 2 − √5",
        "Won heaps at which MC(inf) may take a losing move, one panel per remainder.",
    )


def informed_bias(book: Book) -> Drawing:
    """Figure 3.4: informed bias in S(1,2)."""
    return titled(
        _one_or_two(book, "informed", upright(-1 / 3, "−1/3"), upright(1 / 3, "1/3")),
        "S(1,2), informed bias: above ε = 1/3 MC(inf) plays perfectly",
        "Stripes: won heaps at which MC(inf) may take a losing move.",
        "In won heaps playouts take the winning move with (1 + ε)/2, the other with (1 − ε)/2.",
    )


def four_or_seven(book: Book) -> Drawing:
    """Figure 3.5: static bias in S(4,7)."""
    heaps = 400
    stripes = _stripes(book, FOUR_OR_SEVEN, "static", heaps)
    remainders = sorted({stripe["remainder"] for stripe in stripes})
    colours = dict(zip(remainders, COLOURS * 2, strict=False))
    clean = [t for t in range(1, 8) if t not in remainders]
    spared = f"; none at heaps 11k + {', '.join(map(str, clean))}" if clean else ""
    return titled(
        panel(layered(_striped(stripes, heaps, colours, 11, 1.3)), width=WIDTH, height=520),
        f"S(4,7), static bias: MC(inf) errs in most classes of won heaps{spared}",
        "Stripes: won heaps at which MC(inf) may take a losing move. Playouts take 4 with (1 − ε)/2, 7 with (1 + ε)/2.",
    )
