"""Curves of MC(k) against MC(2k) from the book, thinned to what an eye can see, and how they are drawn."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise
from typing import TYPE_CHECKING, Any

from tafelwerk.errors import MissingTableError
from tafelwerk.plots.style import BLUE, HEIGHT, INK, VERMILION, WIDTH, data, layered, level, linear_y, log_x, zoom
from tafelwerk.tables.montecarlo import FAMILY, Dsc, Esr, SubtractionRules

if TYPE_CHECKING:
    import altair as alt

    from tafelwerk.tables.book import Book

BUILD = "tafelwerk build montecarlo"
"""The build that holds the rows of every figure."""

PER_DECADE = 40
K_TITLE = "k, playouts a candidate"
MEAN_TITLE = "mean chance of MC(k) to win against MC(2k)"
WIN_TITLE = "chance of MC(k) to win against MC(2k)"
ROLE_COLOURS = {"moving first": BLUE, "moving second": VERMILION, "mean": INK}
ROLES = tuple(ROLE_COLOURS)
_WIDEST_GAP = 10
"""Factor between neighbouring k beyond which a curve has a hole."""


@dataclass(frozen=True, slots=True)
class Curve:
    """Duels of MC(k) against MC(2k) in one game: `key` names the game (n of a race, the heap), the rest go along k."""

    key: int
    ks: tuple[int, ...]
    first: tuple[float, ...]
    second: tuple[float, ...]
    mean: tuple[float, ...]

    def record(self, **more: object) -> dict[str, Any]:
        """The curve of the mean as one record, for `flattened`."""
        return {"key": self.key, "k": self.ks, "win": _rounded(self.mean), **more}


def missing(book: "Book", what: str) -> MissingTableError:
    """What to raise where the book lacks the rows of a figure."""
    return MissingTableError(what, BUILD, book.path)


def esr_curve(book: "Book", race: Esr, k_max: int, per_decade: int = PER_DECADE) -> Curve:
    """The curve of one single-step race for k from 1 to `k_max`; its key is 0.

    Args:
        book: the book.
        race: the race.
        k_max: the last k, which must be in the book.
        per_decade: how many k a factor of ten are kept at most.

    Raises:
        MissingTableError: the book lacks it, or k_max, or a stretch of it.
    """
    found = _curves(book, "esr_duels", "0", "n = ? AND m = ? AND s = ?", (race.n, race.m, race.s), k_max, per_decade)
    return _whole(book, found, [0], k_max, str(race))[0]


def dsc_curves(book: "Book", lanes: Sequence[int], k_max: int, per_decade: int = PER_DECADE) -> list[Curve]:
    """The curves of DSC(n) for every n of `lanes`, their key; the rest as in `esr_curve`."""
    within = (min(lanes), max(lanes))
    found = _curves(book, "dsc_duels", "n", "n BETWEEN ? AND ?", within, k_max, per_decade)
    return _whole(
        book, found, lanes, k_max, str(Dsc(lanes[0])) if len(lanes) == 1 else f"dsc {within[0]} to {within[1]}"
    )


def heap_curves(
    book: "Book", rules: SubtractionRules, heaps: Sequence[int], k_max: int, per_decade: int = PER_DECADE
) -> list[Curve]:
    """The curves of one subtraction game for every heap of `heaps`, their key; the rest as in `esr_curve`."""
    within = (min(heaps), max(heaps))
    condition = "moves = ? AND overshoot = ? AND heap BETWEEN ? AND ?"
    values = (rules.text, rules.overshoot, *within)
    found = _curves(book, "subtraction_duels", "heap", condition, values, k_max, per_decade)
    return _whole(book, found, heaps, k_max, f"subtraction {rules.options}, heaps {within[0]} to {within[1]}")


def _curves(
    book: "Book", table: str, key: str, condition: str, values: tuple[object, ...], k_max: int, per_decade: int
) -> list[Curve]:
    rows = book.rows(
        FAMILY,
        f"SELECT {key} AS key, k, first, second, mean FROM montecarlo.{table} "
        f"WHERE {condition} AND k BETWEEN 1 AND ? AND rival = 2 * k "
        "QUALIFY row_number() OVER (PARTITION BY key, floor(log10(k) * ?) ORDER BY k) = 1 "
        "OR k = max(k) OVER (PARTITION BY key) ORDER BY key, k",
        *values,
        k_max,
        per_decade,
    )
    return [
        Curve(key, *zip(*(row[1:] for row in group), strict=True)) for key, group in groupby(rows, lambda row: row[0])
    ]


def _whole(book: "Book", found: list[Curve], keys: Iterable[int], k_max: int, what: str) -> list[Curve]:
    by_key = {curve.key: curve for curve in found}
    chosen = [by_key[key] for key in keys if key in by_key and _is_whole(by_key[key], k_max)]
    if len(chosen) < len(list(keys)):
        raise missing(book, f"the curve of {what} for k = 1 to {k_max}")
    return chosen


def _is_whole(curve: Curve, k_max: int) -> bool:
    ends = (curve.ks[0], curve.ks[-1]) == (1, k_max)
    return ends and all(after <= _WIDEST_GAP * before for before, after in pairwise(curve.ks))


def _rounded(chances: Iterable[float]) -> list[float]:
    """Chances to six places, finer than a pixel."""
    return [round(chance, 6) for chance in chances]


def flattened(records: Iterable[dict[str, Any]]) -> "alt.Chart":
    """A chart over records whose fields k and win are lists of one length: a row each of their elements."""
    import altair as alt

    chart: alt.Chart = alt.Chart(data(records)).transform_flatten(["k", "win"])
    return chart


def role_records(curve: Curve) -> list[dict[str, Any]]:
    """The three curves of one game: moving first, moving second, and their mean."""
    return [
        {"role": role, "k": curve.ks, "win": _rounded(chances)}
        for role, chances in zip(ROLES, (curve.first, curve.second, curve.mean), strict=True)
    ]


def role_lines(curve: Curve, x: "alt.X", low: float, high: float) -> "alt.Chart":
    """The three curves of one game as lines, told apart by colour and dashes."""
    import altair as alt

    legend = alt.Legend(title=None, orient="bottom", direction="horizontal", symbolType="stroke", symbolSize=400)
    lines: alt.Chart = (
        flattened(role_records(curve))
        .mark_line(strokeWidth=2, clip=True)
        .encode(
            x=x,
            y=linear_y(WIN_TITLE, low, high, "win"),
            color=alt.Color("role:N", scale=alt.Scale(domain=ROLES, range=list(ROLE_COLOURS.values())), legend=legend),
            strokeDash=alt.StrokeDash("role:N", scale=alt.Scale(domain=ROLES, range=[[7, 4], [2, 3], [1, 0]])),
        )
        .properties(width=WIDTH, height=HEIGHT)
    )
    return lines


def three_roles(curve: Curve, x: "alt.X | None" = None, half: bool = True) -> "alt.LayerChart":
    """The three curves of one game over the whole range of chances, with a rule at one half.

    Args:
        curve: the game's curve.
        x: the axis of k; logarithmic over the whole curve unless given.
        half: whether the chances shown go from 0 to 1; else only as far as the curves do.
    """
    axis = x if x is not None else log_x(K_TITLE, curve.ks[0], curve.ks[-1])
    low, high = (0.0, 1.0) if half else zoom([*curve.first, *curve.second], 0.02)
    lines = role_lines(curve, axis, low, high)
    return layered(level(0.5), lines) if half else layered(lines)
