"""Figures of the Monte-Carlo family: `races`, `subtraction`, and what several of them share: curves of MC(k) against MC(2k),
thinned to visible detail, and tables of text.

Sources: Jena dissertation on the exact analysis of heuristics for combinatorial games, chapters 2 and 3; page on the
win probabilities of the number game 3-5-11 at random moves (3-5-11-N).
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise
from typing import Any

from tafelwerk.extras import Book, Layer, Record, alt
from tafelwerk.families.montecarlo.rules import FAMILY, Dsc, Esr, SubtractionRules
from tafelwerk.plots import style
from tafelwerk.plots.figure import need

PER_DECADE = 40
K_TITLE = "k, playouts per candidate"
MEAN_TITLE = "mean chance of MC(k) to win against MC(2k)"
WIN_TITLE = "chance of MC(k) to win against MC(2k)"
ROLE_COLOURS = {"moving first": style.BLUE, "moving second": style.VERMILION, "mean": style.INK}
ROLES = tuple(ROLE_COLOURS)
_DASHES = dict(zip(ROLES, ([7, 4], [2, 3], [1, 0]), strict=True))
_WIDEST_GAP = 10
"""Factor between neighbouring k beyond which a curve has a gap."""


@dataclass(frozen=True, slots=True)
class Curve:
    """Duels of MC(k) against MC(2k) in one game. `key` is the n of a race or the heap; the other fields are sequences over k."""

    key: int
    ks: tuple[int, ...]
    first: tuple[float, ...]
    second: tuple[float, ...]
    mean: tuple[float, ...]

    def record(self, **more: object) -> Record:
        """The curve of the mean as one record, for `flat_chart`."""
        return {"key": self.key, "k": self.ks, "win": _round_chances(self.mean), **more}


def esr_curve(book: Book, race: Esr, k_max: int, per_decade: int = PER_DECADE) -> Curve:
    """The curve of one single-step race for k from 1 to `k_max`; its key is 0.

    Args:
        book: the book.
        race: the race.
        k_max: the last k. Without it, or with a gap before it, no figure is drawn.
        per_decade: most k kept per factor of ten.
    """
    curves = _curves(book, "esr_duels", "0", "n = ? AND m = ? AND s = ?", (race.n, race.m, race.s), k_max, per_decade)
    return _need_curves(curves, [0], k_max, str(race))[0]


def dsc_curves(book: Book, lanes: Sequence[int], k_max: int, per_decade: int = PER_DECADE) -> list[Curve]:
    """The curves of DSC(n) for every n of `lanes`, their key; the rest as in `esr_curve`."""
    within = (min(lanes), max(lanes))
    curves = _curves(book, "dsc_duels", "n", "n BETWEEN ? AND ?", within, k_max, per_decade)
    what = str(Dsc(lanes[0])) if len(lanes) == 1 else f"dsc {within[0]} to {within[1]}"
    return _need_curves(curves, lanes, k_max, what)


def heap_curves(
    book: Book, rules: SubtractionRules, heaps: Sequence[int], k_max: int, per_decade: int = PER_DECADE
) -> list[Curve]:
    """The curves of one subtraction game for every heap of `heaps`, their key; the rest as in `esr_curve`."""
    within = (min(heaps), max(heaps))
    condition = "moves = ? AND overshoot = ? AND heap BETWEEN ? AND ?"
    values = (rules.text, rules.overshoot, *within)
    curves = _curves(book, "subtraction_duels", "heap", condition, values, k_max, per_decade)
    return _need_curves(curves, heaps, k_max, f"subtraction {rules.options}, heaps {within[0]} to {within[1]}")


def _curves(
    book: Book, table: str, key: str, condition: str, values: tuple[object, ...], k_max: int, per_decade: int
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


def _need_curves(curves: list[Curve], keys: Iterable[int], k_max: int, what: str) -> list[Curve]:
    by_key = {curve.key: curve for curve in curves}
    chosen = [by_key[key] for key in keys if key in by_key and _has_all_k(by_key[key], k_max)]
    return need(chosen if len(chosen) == len(list(keys)) else None, f"the curve of {what} for k = 1 to {k_max}")


def _has_all_k(curve: Curve, k_max: int) -> bool:
    ends = (curve.ks[0], curve.ks[-1]) == (1, k_max)
    return ends and all(after <= _WIDEST_GAP * before for before, after in pairwise(curve.ks))


def _round_chances(chances: Iterable[float]) -> list[float]:
    """Chances rounded to six places, finer than a pixel."""
    return [round(chance, 6) for chance in chances]


def flat_chart(records: Iterable[Record]) -> "alt.Chart":
    """A chart of records whose fields k and win are lists of the same length, with one row per element."""
    flat: alt.Chart = style.chart(records).transform_flatten(["k", "win"])
    return flat


def ends_of_means(curves: Iterable[Curve], step: float, *more: float) -> tuple[float, float]:
    """The range of an axis of means that holds the curves and the further values; its ends are multiples of the step."""
    return style.zoom([*more, *(mean for curve in curves for mean in curve.mean)], step)


def mean_lines(
    records: Iterable[Record], x: "alt.X", y: "alt.Y", mark: Record | None = None, **channels: Any
) -> list[Layer]:
    """A rule at one half, and over it curves of the mean.

    Args:
        records: of curves, as from `Curve.record`.
        x: the axis of k.
        y: the axis of means.
        mark: how lines are drawn.
        channels: colour, dashes and the like.
    """
    lines = flat_chart(records).mark_line(**(mark or {}))
    return [style.level(0.5), lines.encode(x=x, y=y, **channels)]


def colour_by_key(domain: list[int], title: str, values: list[int]) -> Record:
    """Channels of one curve per key, coloured by the key, for a range of keys, a title of the legend and its values."""
    key = alt.Legend(title=title, gradientLength=200, values=values)
    scale = alt.Scale(scheme=style.part_of("inferno"), domain=domain, reverse=True)
    return {"color": alt.Color("key:Q", scale=scale, legend=key), "detail": "key:N"}


def role_lines(curve: Curve, x: "alt.X", low: float, high: float) -> Layer:
    """The three curves of one game, moving first, moving second and their mean, distinguished by colour and dashes."""
    chances = zip(ROLES, (curve.first, curve.second, curve.mean), strict=True)
    lines = flat_chart({"role": role, "k": curve.ks, "win": _round_chances(win)} for role, win in chances)
    layer: Layer = lines.mark_line(strokeWidth=2, clip=True).encode(
        x=x,
        y=style.y_axis(WIN_TITLE, low, high, "win"),
        color=style.palette("role:N", ROLE_COLOURS, style.legend(**style.STROKES)),
        strokeDash=alt.StrokeDash("role:N", scale=alt.Scale(domain=ROLES, range=[*_DASHES.values()])),
    )
    return layer


def three_roles(curve: Curve, x: "alt.X | None" = None, half: bool = True) -> Layer:
    """The three curves of one game over the whole range of chances, with a rule at one half.

    Args:
        curve: the game's curve.
        x: the axis of k. Default: logarithmic over the whole curve.
        half: whether the axis of chances goes from 0 to 1. Otherwise it fits the curves.
    """
    axis = x if x is not None else style.log_x(K_TITLE, curve.ks[0], curve.ks[-1])
    low, high = (0.0, 1.0) if half else style.zoom([*curve.first, *curve.second], 0.02)
    return style.panel(*([style.level(0.5)] if half else []), role_lines(curve, axis, low, high))


def text_table(headings: Sequence[str], lines: Sequence[tuple[float, Sequence[str]]]) -> Layer:
    """A table of text, every other group of lines shaded.

    Args:
        headings: of the columns.
        lines: a number and one text per column. Lines are sorted by the number; rounded up, it is their group.
    """
    entries = [
        {"line": line, "column": heading, "text": text}
        for line, texts in lines
        for heading, text in zip(headings, texts, strict=True)
    ]
    groups = list(dict.fromkeys(-int(-line // 1) for line, _ in lines))
    shaded = [{"line": line} for line, _ in lines if groups.index(-int(-line // 1)) % 2 == 0]
    look: Record = {"orient": "top", "domain": False, "ticks": False, "labelPadding": 8, "labelFontWeight": "bold"}
    columns = style.cells(None, "column:N", **look).sort(list(headings))
    text = style.chart(entries).mark_text(
        fontSize=13, color=style.INK, font="DejaVu Sans Mono, Menlo, Consolas, monospace"
    )
    stripes = style.chart(shaded).mark_bar(color=style.STRIPE, height=alt.RelativeBandSize(1.0))
    return style.panel(
        stripes.encode(y=alt.Y("line:O", axis=None, scale=alt.Scale(padding=0))),
        text.encode(
            x=columns, y=alt.Y("line:O", axis=None), text="text:N", tooltip=style.hints(column="column", text="value")
        ),
        width=alt.Step(118),
        height=alt.Step(30),
        frame=False,
    )
