"""Figures of the number game 3-5-11: random play and its limits (4, 5), better strategies (11, 12).

Source: page on the win probabilities of the number game 3-5-11 at random moves, figures 4, 5, 11 and 12; the last two
simulate what is exact here.
"""

from typing import TYPE_CHECKING, Any

from tafelwerk.plots.figure import figure
from tafelwerk.plots.montecarlo.curves import missing
from tafelwerk.plots.montecarlo.subtraction import HEAP_TITLE
from tafelwerk.plots.style import (
    BLUE,
    CROSS,
    HEIGHT,
    INK,
    MUTED,
    VERMILION,
    WIDTH,
    data,
    dressed,
    layered,
    linear_x,
    linear_y,
)
from tafelwerk.tables.montecarlo import FAMILY, Limits, SubtractionRules, questions

if TYPE_CHECKING:
    import altair as alt

    from tafelwerk.tables.book import Book

RULES = SubtractionRules((3, 5, 11), "loses")
HEAPS = 200
PARITIES = ("even", "odd")
_CHANCE_TITLE = "chance of the player to move to win"


def _random_play(book: "Book") -> list[dict[str, Any]]:
    rows = book.rows(
        FAMILY,
        "SELECT heap, chance, won FROM montecarlo.subtraction_positions "
        "WHERE moves = ? AND overshoot = ? AND heap <= ? ORDER BY heap",
        RULES.text,
        RULES.overshoot,
        HEAPS,
    )
    if len(rows) < HEAPS:
        raise missing(book, f"the positions of 3-5-11 to heap {HEAPS}")
    return [
        {"heap": heap, "win": round(chance, 6), "parity": PARITIES[heap % 2], "play": "won" if won else "lost"}
        for heap, chance, won in rows
    ]


def _limits(book: "Book") -> Limits:
    limits = questions.limits(book, RULES)
    if limits is None:
        raise missing(book, "the limits of 3-5-11")
    return limits


def _axes(title: str = _CHANCE_TITLE) -> tuple["alt.X", "alt.Y"]:
    return linear_x(HEAP_TITLE, 0, HEAPS, "heap"), linear_y(title, 0.0, 1.0, "win")


def _colour() -> "alt.Color":
    import altair as alt

    legend = alt.Legend(title="heap", orient="bottom", direction="horizontal")
    return alt.Color("parity:N", scale=alt.Scale(domain=PARITIES, range=[VERMILION, BLUE]), legend=legend)


def _limit_rules(limits: Limits) -> "alt.LayerChart":
    """A rule at every limit, with the fraction beside its right end."""
    import altair as alt

    records = [
        {"win": float(chance), "text": f"{chance}", "parity": PARITIES[residue % 2]}
        for residue, chance in limits.limits.items()
    ]
    base = alt.Chart(data(records)).encode(y=alt.Y("win:Q"), color=_colour())
    return layered(
        base.mark_rule(strokeDash=[6, 3], strokeWidth=1.2),
        base.mark_text(align="left", dx=6, fontSize=11).encode(x=alt.value(WIDTH), text="text:N"),
    )


def _spoken(limits: Limits) -> str:
    names = "even heaps", "odd heaps"
    if limits.modulus == 1:
        return f"Limit: {limits.limits[0]} ({float(limits.limits[0]):.4f})."
    parts = [f"{names[residue % 2]} {chance} ({float(chance):.4f})" for residue, chance in limits.limits.items()]
    return f"Limits, exact: {', '.join(parts)}."


@figure("3-5-11-4", "3-5-11: random play and its limits")
def random_play(book: "Book") -> "alt.TopLevelMixin":
    """Figure 4: random play in 3-5-11."""
    import altair as alt

    x, y = _axes()
    limits = _limits(book)
    points = (
        alt.Chart(data(_random_play(book)))
        .mark_point(filled=True, size=26, opacity=1)
        .encode(x=x, y=y, color=_colour())
    )
    return dressed(
        layered(_limit_rules(limits), points).properties(width=WIDTH, height=HEIGHT),
        "3-5-11: at random play even and odd heaps go to limits of their own",
        _spoken(limits),
    )


@figure("3-5-11-5", "3-5-11: random play, heaps won and lost")
def random_play_won(book: "Book") -> "alt.TopLevelMixin":
    """Figure 5: random play in 3-5-11, with what perfect play makes of every heap."""
    import altair as alt

    x, y = _axes()
    limits = _limits(book)
    shape = alt.Shape(
        "play:N",
        scale=alt.Scale(domain=["won", "lost"], range=["circle", CROSS]),
        legend=alt.Legend(title="perfect play", orient="bottom", direction="horizontal", symbolStrokeColor=INK),
    )
    points = (
        alt.Chart(data(_random_play(book)))
        .mark_point(size=30, strokeWidth=1.5, opacity=1)
        .encode(x=x, y=y, color=_colour(), shape=shape)
    )
    return dressed(
        layered(_limit_rules(limits), points).properties(width=WIDTH, height=HEIGHT),
        "3-5-11: the chance at random play says little about what perfect play wins",
        _spoken(limits),
    )


@figure("3-5-11-11", "3-5-11: careful against random, exact")
def careful_first(book: "Book") -> "alt.TopLevelMixin":
    """Figure 11: the careful agent moves first against the random one."""
    return _duel(
        book,
        "careful",
        "random",
        "3-5-11: care from heap 11 down pays from large heaps too",
        "The first player, from 11 down, avoids overshooting and goes to 0 if it can; the second is random.",
    )


@figure("3-5-11-12", "3-5-11: random against half-perfect, exact")
def half_perfect_second(book: "Book") -> "alt.TopLevelMixin":
    """Figure 12: the random agent moves first against the half-perfect one."""
    return _duel(
        book,
        "random",
        "half-perfect",
        "3-5-11: a perfect move half of the time is enough to beat a random player",
        "The first player plays at random, the second perfectly with probability 1/2 at every move.",
    )


def _duel(book: "Book", first: str, second: str, title: str, subtitle: str) -> "alt.TopLevelMixin":
    import altair as alt

    rows = book.rows(
        FAMILY,
        "SELECT heap, chance FROM montecarlo.agent_duels "
        "WHERE moves = ? AND overshoot = ? AND first = ? AND second = ? AND heap <= ? ORDER BY heap",
        RULES.text,
        RULES.overshoot,
        first,
        second,
        HEAPS,
    )
    if len(rows) < HEAPS:
        raise missing(book, f"the duels of {first} against {second} in 3-5-11 to heap {HEAPS}")
    x, y = _axes("chance of the first player to win")
    records = [
        {"heap": heap, "win": round(chance, 6), "parity": PARITIES[heap % 2], "agents": f"{first} against {second}"}
        for heap, chance in rows
    ]
    under = (
        alt.Chart(data(record | {"agents": "random against random"} for record in _random_play(book)))
        .mark_line(strokeWidth=1.1, color=MUTED)
        .encode(
            x=x,
            y=y,
            detail="parity:N",
            strokeDash=alt.StrokeDash("agents:N", legend=alt.Legend(title="for comparison", orient="bottom")),
        )
    )
    points = alt.Chart(data(records)).mark_point(filled=True, size=26, opacity=1).encode(x=x, y=y, color=_colour())
    return dressed(
        layered(under, points).properties(width=WIDTH, height=HEIGHT),
        title,
        subtitle,
        f"Exact, where the source simulated. At heap {HEAPS - 1}: {rows[-2][1]:.4f}, at {HEAPS}: {rows[-1][1]:.4f}.",
    )
