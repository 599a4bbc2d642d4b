"""Memory: the value of every position without full pairs, and of the fresh game.

Source: U. Zwick and M. S. Paterson, The memory game, Theoretical Computer Science 110, 1993.
"""

from fractions import Fraction
from math import copysign
from typing import Any

from tafelwerk.families.minimax.rules.limits import FAMILY
from tafelwerk.families.minimax.rules.memory import Objective, Rule
from tafelwerk.plots.colours import BLUE, FRAME, INK, PAPER, VERMILION
from tafelwerk.plots.figure import need
from tafelwerk.plots.lazy import Book, Drawing, Layer, Record, alt
from tafelwerk.plots.style import cells, chart, dotted, hints, ink_on, level, palette, panel, titled, x_axis

WRITTEN = 6
"""Most pairs of a position that shows its fraction."""

STRONGEST = 1.0
"""Number of pairs from which positions look alike."""

SHOWN_FROM = 3
"""Least pairs of a fresh game shown: one pair and two are worth far more."""

BUILT_PAIRS = {"gain": 50, "win": 12}

MARKED = {"pass": ("pass", "to pass"), "forced": ("decline", "to decline a match")}
"""The marked turn, by rule: the last word of such a turn, and its name."""

_NAMES = {"pass": "with passes", "forced": "forced"}
_TICKS = (-1.0, -0.1, -0.01, 0.01, 0.1, 1.0)
_ROOT = 1 / 3
_HALF = 350


def _fraction(above: str, below: str) -> str:
    return str(Fraction(int(above), int(below)))


def _shade(value: float) -> float:
    """Position of a value on the colour scale: its cube root, so that small advantages are visible."""
    return round(copysign(min(abs(value), STRONGEST) ** _ROOT, value), 6)


def _colour(legend: bool) -> "alt.Color":
    most = _shade(STRONGEST)
    shown = None
    if legend:
        shown = alt.Legend(
            title="mean gain",
            values=[_shade(tick) for tick in _TICKS],
            labelExpr="format(datum.value * datum.value * datum.value, '.2~f')"
            f" + (abs(datum.value) >= {most} ? (datum.value > 0 ? ' or more' : ' or less') : '')",
            gradientLength=220,
        )
    scale = alt.Scale(domain=[-most, 0, most], range=[VERMILION, PAPER, BLUE], interpolate="lab")
    return alt.Color("shade:Q", scale=scale, legend=shown)


def _need(found: object, rule: str, objective: str) -> None:
    build = f"tafelwerk build minimax memory --pairs {BUILT_PAIRS[objective]}"
    build += "" if rule == Rule.PASS else f" --rule {rule}"
    build += "" if objective == Objective.GAIN else f" --objective {objective}"
    need(found, f"Memory, rule {rule}, objective {objective}", build)


def _records(book: Book, rule: str) -> list[Record]:
    """Positions under a rule, mean gain."""
    rows = book.rows(
        FAMILY,
        "SELECT pairs, known, value_num, value_den, value, actions FROM minimax.memory "
        "WHERE rule = ? AND objective = 'gain' ORDER BY pairs, known",
        rule,
    )
    _need(rows, rule, "gain")
    word = MARKED[rule][0]
    return [
        {"pairs": pairs, "known": known, "shade": _shade(value), "text": _fraction(above, below)}
        | {"marked": word in {turn.split()[-1] for turn in turns} and not _has_rival(turns, word)}
        for pairs, known, above, below, value, turns in rows
    ]


def _has_rival(turns: list[str], word: str) -> bool:
    """Whether another turn is as good as the marked one: another first card or, if that is declining, taking the match."""
    rivals = ["unseen then take"] if word == "decline" else [turn for turn in turns if turn != word]
    return any(turn in rivals for turn in turns)


def values(book: Book) -> Drawing:
    """Mean gain of all positions under both rules: as fractions for small ones, as colours for all."""
    found = {rule: _records(book, rule) for rule in Rule}
    firsts = []
    for rule, records in found.items():
        first = next((record for record in records if record["marked"]), None)
        if first is not None:
            firsts.append(f"{MARKED[rule][1]} from {first['pairs']} pairs on")
    small = [_written(found[rule], f"Rule {rule}") for rule in Rule]
    large = [_map(found[rule], rule is Rule.FORCED) for rule in Rule]
    return titled(
        alt.concat(*small, *large, columns=len(Rule), spacing=22).resolve_scale(color="independent"),
        f"Memory: it can be better {', and '.join(firsts)}" if firsts else "Memory: values of positions",
        "Mean of the mover's pairs minus the opponent's; best play, perfect memory, no complete pair known. Exact.",
        "Dots: with passes, passing is best; forced, declining a match that turns up is better.",
    )


def _places(records: list[Record], **axis: Any) -> "alt.Chart":
    """Positions by pairs left and pairs with one card known."""
    found: alt.Chart = chart(records).encode(
        tooltip=hints(pairs="pairs left", known="of these with one card known", text="mean gain (pairs)"),
        x=cells("of these with one card known", "known:O", ticks=False, **axis).sort("ascending"),
        y=cells("pairs left", "pairs:O", "Y", ticks=False, **axis),
    )
    return found


def _written(records: list[Record], title: str) -> Layer:
    """The small positions with their fractions."""
    base = _places([record for record in records if record["pairs"] <= WRITTEN])
    return panel(
        base.mark_rect(stroke=FRAME, strokeWidth=0.5).encode(color=_colour(False)),
        base.mark_text(fontSize=10).encode(
            text="text:N", color=ink_on(f"abs(datum.shade) > {0.82 * _shade(STRONGEST)}")
        ),
        width=_HALF,
        height=26 * WRITTEN,
        title=title,
    )


def _map(records: list[Record], legend: bool) -> Layer:
    """All positions as colours."""
    most = max(record["pairs"] for record in records)
    ticks = [pairs for pairs in range(most + 1) if pairs % (10 if most > 20 else 2) == 0]
    base = _places(records, values=ticks)
    dots = base.transform_filter(alt.datum.marked).mark_circle(size=max(5, 400 / most), color=INK, opacity=1)
    return panel(base.mark_rect().encode(color=_colour(legend)), dots, width=_HALF, height=_HALF)


def starts(book: Book) -> Drawing:
    """The fresh game by its pairs, under both rules and both objectives."""
    games = book.records(
        FAMILY,
        "SELECT objective::VARCHAR AS objective, rule::VARCHAR AS rule, pairs, value, value_num, value_den "
        "FROM minimax.memory WHERE known = 0 AND lead = 0 ORDER BY memory.objective, memory.rule, pairs",
    )
    panels, odd, ends = [], {}, []
    for objective, title in zip(Objective, ("mean gain (pairs)", "chance to win minus chance to lose"), strict=True):
        shown = [game for game in games if game["objective"] == objective and game["pairs"] >= SHOWN_FROM]
        for rule in Rule:
            line = [game for game in shown if game["rule"] == rule]
            _need(line, rule, objective)
            if objective == "gain":
                odd[rule] = _alternating_from(line)
                ends.append(line[-1]["pairs"])
        panels.append(_curve(shown, title))
    most = min(ends)
    known = [f"{pairs} ({rule})" for rule, pairs in odd.items() if pairs is not None]
    return titled(
        alt.vconcat(*panels, spacing=18).resolve_scale(color="shared"),
        f"On average, odd numbers of pairs favour the first player, even ones the second, from {' and '.join(known)} to {most}"
        if known
        else f"Memory: value of the first turn, to {most} pairs",
        f"Best play by both, perfect memory. Exact. Left out: {_left_out(games)}.",
    )


def _left_out(games: list[Record]) -> str:
    """The games that are not drawn, with their mean gains."""
    found = [
        f"{pairs} pair{'s' * (pairs > 1)}, worth {_fraction(game['value_num'], game['value_den'])} on average"
        for game in games
        if (game["objective"], game["rule"]) == (Objective.GAIN, Rule.PASS) and (pairs := game["pairs"]) < SHOWN_FROM
    ]
    return "; ".join(found)


def _alternating_from(line: list[Record]) -> int | None:
    """Least number of pairs from which odd numbers have positive value and even ones negative value; None if there is none."""
    least = None
    for record in reversed(line):
        if record["value"] * (1 if record["pairs"] % 2 else -1) <= 0:
            break
        least = record["pairs"]
    return least


def _curve(records: list[Record], title: str) -> Layer:
    """Both rules over the number of pairs."""
    most = max(record["pairs"] for record in records)
    ticks = [pairs for pairs in range(SHOWN_FROM, most + 1) if most <= 20 or pairs % 5 == 0]
    colours = dict(zip(_NAMES.values(), (BLUE, VERMILION), strict=True))
    points = chart({"pairs": one["pairs"], "rule": _NAMES[one["rule"]], "value": one["value"]} for one in records)
    base = points.encode(
        x=x_axis("pairs", SHOWN_FROM - 0.5, most + 0.5, "pairs", values=ticks, format="d"),
        y=alt.Y("value:Q", title=title),
        color=palette("rule:N", colours, alt.Legend(title="rule", orient="right")),
    )
    return panel(level(0), *dotted(base, 26, 1.2), height=220)
