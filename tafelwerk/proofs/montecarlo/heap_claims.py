"""Claims about periods, blunders and biased playouts of subtraction games, heap after heap in whole numbers."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import partial
from math import isqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tafelwerk.proofs.claims import Claim, Faults, Rows, joined
from tafelwerk.proofs.montecarlo.plain_heaps import losing_shares, repeats
from tafelwerk.rules.montecarlo import FAMILY, SubtractionRules
from tafelwerk.solvers.jit import kernel
from tafelwerk.tables.book import Book

NEAR_WORK = 40_000
"""Heaps times moves up to which blunders are looked for whatever is asked."""

ALL_SCANS = 600
"""Scans up to which all are looked at."""

NEAR_PERIOD = 1_000_000
"""Pre-period and period up to which they are simulated whatever is asked."""

FARTHEST_PERIOD, FARTHEST_HEAP = 200_000_000, 200_000
"""Beyond these no build looks for periods and for blunders."""

SEARCHED, SEARCHED_FAR = 3_000_000, 133_000_000
"""Heaps in which a period that is claimed to be absent is looked for by default, and by a full proof."""

FOUND_BELOW = 66_000_000
"""Periods, and heaps before them, up to which a search finds them; none is claimed beyond."""

GAMES = f"{FAMILY}.subtraction_games"


def claims(book: Book) -> Iterator[Claim]:
    """The claims of this module."""
    names: tuple[str, ...] = ("moves", "overshoot::VARCHAR", "preperiod", "period")
    proved = ("preperiod", "period")
    given = "(period IS NOT NULL OR preperiod IS NOT NULL)"
    near = f"{given} AND coalesce(period, 0) <= {NEAR_PERIOD} AND coalesce(preperiod, 0) <= {NEAR_PERIOD}"
    for method, condition, long in (
        ("periods by simulation", near, False),
        (f"periods beyond {NEAR_PERIOD:,} by simulation", f"{given} AND NOT ({near})", True),
    ):
        rows = Rows(book, GAMES, names, condition)
        yield Claim(
            GAMES,
            method,
            proved,
            "recomputed",
            len(rows),
            partial(_periods, rows),
            long=long,
            seconds=10 if long else 0.01,
        )
    for method, heaps, condition in (
        ("absent and far periods", SEARCHED, f"NOT ({near})"),
        ("absent periods, far", SEARCHED_FAR, f"NOT {given}"),
    ):
        rows = Rows(book, GAMES, names, condition)
        prove = partial(_absent, rows, heaps)
        yield Claim(GAMES, method, proved, "recomputed", len(rows), prove, long=heaps > SEARCHED, seconds=heaps * 3e-9)
    names = (
        "moves",
        "overshoot::VARCHAR",
        "blunder",
        "blunder_with_ties",
        "searched_to",
        "won_heaps",
        "losing_choices",
    )
    work = "searched_to::BIGINT * len(string_split(moves, ','))"
    for method, condition, long in (
        ("blunders in whole numbers", f"{work} <= {NEAR_WORK}", False),
        ("blunders in whole numbers, far", f"{work} > {NEAR_WORK}", True),
    ):
        rows = Rows(book, GAMES, names, condition)
        yield Claim(
            GAMES,
            method,
            names[2:],
            "recomputed",
            len(rows),
            partial(_blunders, rows),
            long=long,
            seconds=20 if long else 0.03,
        )
    key = ("moves", "overshoot", "kind", "epsilon", "epsilon_num", "epsilon_den")
    work = "heaps::BIGINT * len(string_split(moves, ','))"
    for method, condition, long in (
        ("biases in whole numbers", f"{work} <= {NEAR_WORK}", False),
        ("biases in whole numbers, far", f"{work} > {NEAR_WORK}", True),
    ):
        names = ("moves", "overshoot::VARCHAR", "kind::VARCHAR", *key[3:], "heaps")
        scans = Rows(book, f"{FAMILY}.asymmetry_scans", names, condition)
        yield Claim(
            f"{scans.table}, {FAMILY}.asymmetry_bad_moves",
            method,
            ("epsilon", "heap", "share_num", "share_den"),
            "recomputed",
            len(scans),
            partial(_scans, book, scans),
            noun="scans",
            long=long,
            seconds=20 if long else 0.003,
            least=0 if long else ALL_SCANS,
        )
    same = " AND ".join(f"s.{name} = b.{name}" for name in key)
    yield joined(
        book,
        f"{FAMILY}.asymmetry_bad_moves",
        "scans that reach them",
        (*key, "heap"),
        "SELECT 'moves ' || b.moves || ', bias ' || b.epsilon || ', heap ' || b.heap || ': no scan goes so far' FROM"
        f" {FAMILY}.asymmetry_bad_moves b ANTI JOIN {FAMILY}.asymmetry_scans s ON {same} AND b.heap <= s.heaps",
    )


def _sizes(moves: str, overshoot: str) -> tuple[int, ...]:
    """The moves of a game.

    Raises:
        ValueError, InputError: there is no such game.
    """
    return SubtractionRules(tuple(map(int, moves.split(","))), overshoot).moves  # type: ignore[arg-type]  # checked there


def _periods(rows: Rows, places: Sequence[int]) -> list[str]:
    faults = Faults()
    for moves, overshoot, preperiod, period in rows.at(places):
        whole = preperiod is not None and period is not None and max(preperiod, period) <= FARTHEST_PERIOD
        holds = whole and repeats(_sizes(moves, overshoot), overshoot, preperiod, period)
        faults.unless(holds, f"{moves} {overshoot}", f"({preperiod}, {period}) is not its period")
    return faults.texts


def _absent(rows: Rows, heaps: int, places: Sequence[int]) -> list[str]:
    """Periods that are claimed to be absent, or large: no window of outcomes that settles all later ones comes back before."""
    faults = Faults()
    for moves, overshoot, _, period in rows.at(places):
        sizes = np.array(_sizes(moves, overshoot), np.int64)
        found = _return_kernel(sizes, overshoot == "wins", np.zeros(heaps + int(sizes[-1]) + 1, np.bool_))
        holds = found == 0 or (found > FOUND_BELOW if period is None else found == period)
        faults.unless(holds, f"{moves} {overshoot}", f"win and loss repeat after {found} heaps")
    return faults.texts


@kernel
def _return_kernel(moves: NDArray[np.int64], beyond: bool, lost: NDArray[np.bool_]) -> int:
    """How far before the last heaps, as many as the largest move says, the same outcomes stand; 0 where nowhere."""
    reach = moves[-1]
    lost[0] = True
    for heap in range(1, lost.shape[0]):
        won = False
        for move in moves:
            won = won or (lost[heap - move] if move <= heap else beyond)
        lost[heap] = not won
    last = lost.shape[0] - 1
    for back in range(1, last - reach + 1):
        same = True
        for j in range(reach):
            if lost[last - j] != lost[last - back - j]:
                same = False
                break
        if same:
            return back
    return 0


def _blunders(rows: Rows, places: Sequence[int]) -> list[str]:
    faults = Faults()
    for moves, overshoot, *stored in rows.at(places):
        limit = stored[2]
        if limit > FARTHEST_HEAP:
            faults.unless(False, f"{moves} {overshoot}", f"no build looks for blunders up to {limit}")
            continue
        shares = losing_shares(_sizes(moves, overshoot), overshoot, limit)
        right = [
            next((share.heap for share in shares if share.losing == 1), None),
            next((share.heap for share in shares if share.losing > 0), None),
            limit,
            len(shares),
            float(sum((share.losing for share in shares), Fraction(0))),
        ]
        faults.unless(stored == right, f"{moves} {overshoot}, to {limit}", f"{stored} should be {right}")
    return faults.texts


def _scans(book: Book, rows: Rows, places: Sequence[int]) -> list[str]:
    """Biased playouts: every scan finds the stored bad moves, and no others."""
    faults = Faults()
    scans = rows.at(places)
    condition = "true"
    if len(scans) < isqrt(len(rows)):
        pairs = ", ".join(f"({row[4]}, {row[5]})" for row in scans)
        condition = f"(epsilon_num, epsilon_den) IN ({pairs})"
    stored: dict[tuple[Any, ...], list[tuple[int, int, int]]] = {}
    for *key, heap, numerator, denominator in book.rows(
        FAMILY,
        "SELECT moves, overshoot::VARCHAR, kind::VARCHAR, epsilon_num, epsilon_den, heap, share_num,"
        f" share_den FROM {FAMILY}.asymmetry_bad_moves WHERE {condition} ORDER BY heap",
    ):
        stored.setdefault(tuple(key), []).append((heap, numerator, denominator))
    for moves, overshoot, kind, epsilon, p, q, heaps in scans:
        row = f"{moves} {overshoot} {kind} {p}/{q}"
        bias = Fraction(p, q)
        reduced = (bias.numerator, bias.denominator, float(bias)) == (p, q, epsilon)
        faults.unless(reduced, row, f"no reduced bias with its nearest double: {epsilon!r}")
        if heaps > FARTHEST_HEAP:
            faults.unless(False, row, f"no build looks for bad moves up to {heaps}")
            continue
        shares = losing_shares(_sizes(moves, overshoot), overshoot, heaps, kind, bias)
        right = [(share.heap, share.losing.numerator, share.losing.denominator) for share in shares if share.losing > 0]
        found = [line for line in stored.get((moves, overshoot, kind, p, q), ()) if line[0] <= heaps]
        wrong = sorted({line[0] for line in set(found) ^ set(right)})
        faults.unless(found == right, row, f"wrong at heap {', '.join(map(str, wrong[:3]))}")
    return faults.texts
