"""Figures of the number game 3-5-11: random play and its limits (3 to 5), simulated (6 to 10), better strategies (11, 12).

Source: page on the win probabilities of the number game 3-5-11 at random moves, figures 3 to 12. Its last two are
simulated and exact here. The page gives the picture of 30 games the number 8 again, and that of 10 games the number 9, but speaks
of pictures 6 to 10: here they are 9 and 10.
"""

from fractions import Fraction
from typing import Any

from tafelwerk.families.montecarlo import answers
from tafelwerk.families.montecarlo.figures.subtraction import HEAP_TITLE
from tafelwerk.families.montecarlo.figures.written import text_table
from tafelwerk.families.montecarlo.questions import Limits
from tafelwerk.families.montecarlo.rules.games import FAMILY, Subtraction, SubtractionRules
from tafelwerk.plots.colours import BLUE, CROSS, INK, MUTED, VERMILION, WIDTH
from tafelwerk.plots.figure import need
from tafelwerk.plots.lazy import Book, Drawing, Layer, Record, alt
from tafelwerk.plots.style import chart, hints, layered, legend, palette, panel, titled, x_axis, y_axis
from tafelwerk.tables.answers import QUANTILE
from tafelwerk.tables.layers import layered as in_layers

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
    colour: alt.Color = palette("parity:N", PARITIES, legend("heap", symbolOpacity=1))
    return colour


def _over_limits(book: Book, points: "alt.Chart", title: str) -> Drawing:
    """Points over a rule at each limit of random play, with the fraction at its right end."""
    limits = need(in_layers(Limits(RULES).look_up)(book), "the limits of 3-5-11")
    parities = list(PARITIES)
    base = chart(
        {"win": float(chance), "text": f"{chance}", "parity": parities[residue % 2]}
        for residue, chance in limits.limits.items()
    ).encode(y=alt.Y("win:Q"), color=_parity())
    rules: Layer = layered(
        base.mark_rule(strokeDash=[6, 3], strokeWidth=1.2).encode(
            tooltip=hints(parity="heaps", text="limit of the chance", win="about")
        ),
        base.mark_text(align="left", dx=6, fontSize=11).encode(x=alt.value(WIDTH), text="text:N"),
    )
    return titled(panel(rules, points), title, _spoken(limits))


def _spoken(limits: answers.Limits) -> str:
    names = "even heaps", "odd heaps"
    if limits.modulus == 1:
        return f"Limit: {limits.limits[0]} ({float(limits.limits[0]):.4f})."
    parts = [f"{names[residue % 2]} {chance} ({float(chance):.4f})" for residue, chance in limits.limits.items()]
    return f"Limits, exact: {', '.join(parts)}."


def first_chances(book: Book) -> Drawing:
    """Figure 3: chances of small even and odd heaps under random play."""
    most = 18
    found = dict(
        book.rows(
            FAMILY,
            "SELECT heap, chance_num || '/' || chance_den FROM montecarlo.subtraction_positions "
            "WHERE moves = ? AND overshoot = ? AND heap <= ?",
            RULES.text,
            RULES.overshoot,
            most,
        )
    )
    need(len(found) == most, f"the positions of 3-5-11 to heap {most}")
    lines = []
    for n in range(1, most // 2 + 1):
        even, odd = (Fraction(found[heap]) for heap in (2 * n, 2 * n - 1))
        lines.append((n, tuple(map(str, (n, even, 1 - even, odd, 1 - odd)))))
    return titled(
        text_table(("n", "p(2n)", "q(2n)", "p(2n − 1)", "q(2n − 1)"), lines),
        "3-5-11: chances of the player to move to win (p) and to lose (q) under random play, exact",
        "All moves are odd: after two of them, an even heap is even again, and an odd heap odd.",
    )


def random_play(book: Book) -> Drawing:
    """Figure 4: random play in 3-5-11."""
    points = chart(_random_play(book)).mark_point(filled=True, size=26, opacity=1)
    title = "3-5-11: under random play, even and odd heaps have different limits"
    return _over_limits(book, points.encode(**_axes(), color=_parity()), title)


def random_play_won(book: Book) -> Drawing:
    """Figure 5: random play in 3-5-11, with the outcome of every heap under perfect play."""
    shapes = {"won": "circle", "lost": CROSS}
    shape = palette("play:N", shapes, legend("perfect play", symbolStrokeColor=INK), channel="Shape")
    points = chart(_random_play(book)).mark_point(size=30, strokeWidth=1.5, opacity=1)
    title = "3-5-11: the chance under random play says little about perfect play"
    return _over_limits(book, points.encode(**_axes(), color=_parity(), shape=shape), title)


def simulated(book: Book, games: int) -> Drawing:
    """Figures 6 to 10: random play simulated with some games per heap, around the exact chances."""
    shares = _shares(book, games)
    exact = _random_play(book)
    bands, inside = [], 0
    for one in exact:
        half = QUANTILE * (one["win"] * (1 - one["win"]) / games) ** 0.5
        low, high = max(0.0, one["win"] - half), min(1.0, one["win"] + half)
        bands.append({"heap": one["heap"], "parity": one["parity"], "low": round(low, 6), "high": round(high, 6)})
        inside += low - 1e-9 <= shares[one["heap"]] <= high + 1e-9
    points = chart(one | {"win": shares[one["heap"]], "mark": "simulated"} for one in exact)
    shapes = {"won": "circle", "lost": CROSS}
    shape = palette("play:N", shapes, legend("exact, perfect play", symbolStrokeColor=INK), channel="Shape")
    marks = palette(
        "mark:N",
        {"simulated": "triangle-up"},
        legend(None, symbolStrokeColor=INK, symbolFillColor=INK),
        channel="Shape",
    )
    band = (
        chart(bands)
        .mark_area(opacity=0.18)
        .encode(
            x=x_axis(HEAP_TITLE, 0, HEAPS, "heap"),
            y=y_axis("chance of the player to move to win", 0.0, 1.0, "low"),
            y2="high:Q",
            color=_parity(),
            tooltip=hints(heap=HEAP_TITLE, low="95 % of shares from", high="to"),
        )
    )
    whole: Layer = panel(
        band,
        chart(exact).mark_point(size=22, strokeWidth=1.3, opacity=1).encode(**_axes(), color=_parity(), shape=shape),
        points.mark_point(size=26, filled=True, opacity=0.85).encode(**_axes(), color=_parity(), shape=marks),
    ).resolve_scale(shape="independent")
    return titled(
        whole,
        f"3-5-11: shares of {games:,} random games per heap around the exact chances",
        f"Triangles: simulated shares. Bands hold about 95 % of them, here {inside} of {HEAPS}.",
    )


def _shares(book: Book, games: int) -> dict[int, float]:
    """The share of simulated random games that the player to move won, by heap."""
    what = f"{games:,} random games of 3-5-11 per heap to heap {HEAPS}"
    names = {str(Subtraction(RULES, heap)): heap for heap in range(1, HEAPS + 1)}
    rows = book.rows(
        FAMILY,
        "SELECT game, arg_min(wins, seed) FROM montecarlo.simulations "
        "WHERE first = 'random' AND second = 'random' AND games = ? AND list_contains(?, game) GROUP BY game",
        games,
        list(names),
    )
    need(len(rows) == HEAPS, what)
    return {names[game]: wins / games for game, wins in rows}


def careful_first(book: Book) -> Drawing:
    """Figure 11: the careful agent moves first against the random one."""
    return _duel(
        book,
        "careful",
        "random",
        "3-5-11: careful play from heap 11 down pays off from large heaps too",
        "The first player, from 11 down, avoids overshooting and goes to 0 if it can; the second is random.",
    )


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
