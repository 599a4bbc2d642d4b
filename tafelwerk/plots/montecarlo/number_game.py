"""Figures of the number game 3-5-11: random play and its limits (4, 5), better strategies (11, 12).

Source: page on the win probabilities of the number game 3-5-11 at random moves, figures 4, 5, 11 and 12; the last two
simulate what is exact here.
"""

from typing import Any

from tafelwerk.plots.colours import BLUE, CROSS, INK, MUTED, VERMILION, WIDTH
from tafelwerk.plots.figure import figure, need
from tafelwerk.plots.lazy import Book, Drawing, Layer, Record, alt
from tafelwerk.plots.montecarlo.subtraction import HEAP_TITLE
from tafelwerk.plots.style import chart, layered, legend, palette, panel, titled, x_axis, y_axis
from tafelwerk.tables.montecarlo import FAMILY, Limits, SubtractionRules, questions

RULES = SubtractionRules((3, 5, 11), "loses")
HEAPS = 200
PARITIES = {"even": VERMILION, "odd": BLUE}


def _random_play(book: Book) -> list[Record]:
    found = book.records(
        FAMILY,
        "SELECT heap, round(chance, 6) AS win, if(heap % 2 = 0, 'even', 'odd') AS parity, "
        "if(won, 'won', 'lost') AS play FROM montecarlo.subtraction_positions "
        "WHERE moves = ? AND overshoot = ? AND heap <= ? ORDER BY heap",
        RULES.text,
        RULES.overshoot,
        HEAPS,
    )
    need(len(found) == HEAPS, f"the positions of 3-5-11 to heap {HEAPS}")
    return found


def _axes(title: str = "chance of the player to move to win") -> dict[str, Any]:
    return {"x": x_axis(HEAP_TITLE, 0, HEAPS, "heap"), "y": y_axis(title, 0.0, 1.0, "win")}


def _parity() -> "alt.Color":
    colour: alt.Color = palette("parity:N", PARITIES, legend("heap"))
    return colour


def _over_limits(book: Book, points: "alt.Chart", title: str) -> Drawing:
    """Points over a rule at every limit of random play, with the fraction beside its right end."""
    limits = need(questions.limits(book, RULES), "the limits of 3-5-11")
    parities = list(PARITIES)
    base = chart(
        {"win": float(chance), "text": f"{chance}", "parity": parities[residue % 2]}
        for residue, chance in limits.limits.items()
    ).encode(y=alt.Y("win:Q"), color=_parity())
    rules: Layer = layered(
        base.mark_rule(strokeDash=[6, 3], strokeWidth=1.2),
        base.mark_text(align="left", dx=6, fontSize=11).encode(x=alt.value(WIDTH), text="text:N"),
    )
    return titled(panel(rules, points), title, _spoken(limits))


def _spoken(limits: Limits) -> str:
    names = "even heaps", "odd heaps"
    if limits.modulus == 1:
        return f"Limit: {limits.limits[0]} ({float(limits.limits[0]):.4f})."
    parts = [f"{names[residue % 2]} {chance} ({float(chance):.4f})" for residue, chance in limits.limits.items()]
    return f"Limits, exact: {', '.join(parts)}."


@figure("3-5-11-4", "3-5-11: random play and its limits")
def random_play(book: Book) -> Drawing:
    """Figure 4: random play in 3-5-11."""
    points = chart(_random_play(book)).mark_point(filled=True, size=26, opacity=1)
    title = "3-5-11: at random play even and odd heaps go to limits of their own"
    return _over_limits(book, points.encode(**_axes(), color=_parity()), title)


@figure("3-5-11-5", "3-5-11: random play, heaps won and lost")
def random_play_won(book: Book) -> Drawing:
    """Figure 5: random play in 3-5-11, with what perfect play makes of every heap."""
    shapes = {"won": "circle", "lost": CROSS}
    shape = palette("play:N", shapes, legend("perfect play", symbolStrokeColor=INK), channel="Shape")
    points = chart(_random_play(book)).mark_point(size=30, strokeWidth=1.5, opacity=1)
    title = "3-5-11: the chance at random play says little about what perfect play wins"
    return _over_limits(book, points.encode(**_axes(), color=_parity(), shape=shape), title)


@figure("3-5-11-11", "3-5-11: careful against random, exact")
def careful_first(book: Book) -> Drawing:
    """Figure 11: the careful agent moves first against the random one."""
    return _duel(
        book,
        "careful",
        "random",
        "3-5-11: care from heap 11 down pays from large heaps too",
        "The first player, from 11 down, avoids overshooting and goes to 0 if it can; the second is random.",
    )


@figure("3-5-11-12", "3-5-11: random against half-perfect, exact")
def half_perfect_second(book: Book) -> Drawing:
    """Figure 12: the random agent moves first against the half-perfect one."""
    return _duel(
        book,
        "random",
        "half-perfect",
        "3-5-11: a perfect move half of the time is enough to beat a random player",
        "The first player plays at random, the second perfectly with probability 1/2 at every move.",
    )


def _duel(book: Book, first: str, second: str, title: str, subtitle: str) -> Drawing:
    records = book.records(
        FAMILY,
        "SELECT heap, round(chance, 6) AS win, if(heap % 2 = 0, 'even', 'odd') AS parity, "
        "first || ' against ' || second AS agents FROM montecarlo.agent_duels "
        "WHERE moves = ? AND overshoot = ? AND first = ? AND second = ? AND heap <= ? ORDER BY heap",
        RULES.text,
        RULES.overshoot,
        first,
        second,
        HEAPS,
    )
    need(len(records) == HEAPS, f"the duels of {first} against {second} in 3-5-11 to heap {HEAPS}")
    axes = _axes("chance of the first player to win")
    under = chart(record | {"agents": "random against random"} for record in _random_play(book))
    agents = alt.StrokeDash("agents:N", legend=alt.Legend(title="for comparison", orient="bottom"))
    points = chart(records).mark_point(filled=True, size=26, opacity=1)
    return titled(
        panel(
            under.mark_line(strokeWidth=1.1, color=MUTED).encode(**axes, detail="parity:N", strokeDash=agents),
            points.encode(**axes, color=_parity()),
        ),
        title,
        subtitle,
        f"Exact, where the source simulated. At heap {HEAPS - 1}: {records[-2]['win']:.4f}, "
        f"at {HEAPS}: {records[-1]['win']:.4f}.",
    )
