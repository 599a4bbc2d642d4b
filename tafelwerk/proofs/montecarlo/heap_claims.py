"""Claims about periods, blunders and biased playouts of subtraction games, proved heap after heap in integers."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import partial
from math import isqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tafelwerk.families.montecarlo.rules.games import FAMILY, bias_key, read_rules
from tafelwerk.proofs.claims import Claim, Faults, Rows, divided, joined, near_and_far
from tafelwerk.proofs.montecarlo.plain_heaps import losing_shares, repeats
from tafelwerk.solvers.machine.jit import kernel
from tafelwerk.tables.book import Book

NEAR_WORK = 40_000
"""Largest product of heaps and moves for which blunders are always proved."""

ALL_SCANS = 600
"""Number of scans up to which all are proved."""

NEAR_PERIOD = 1_000_000
"""Largest pre-period and period that are always simulated."""

FARTHEST_PERIOD, FARTHEST_HEAP = 200_000_000, 200_000
"""Largest period and largest heap of blunders that any build looks for."""

SEARCHED, SEARCHED_FAR = 3_000_000, 133_000_000
"""Heaps searched for a period that is claimed to be absent, by default and in a full proof."""

FOUND_BELOW = 66_000_000
"""Largest period, and largest pre-period, that a search can find; none is claimed beyond."""

GAMES, SCANS, BAD_MOVES = (
    f"{FAMILY}.{table}" for table in ("subtraction_games", "asymmetry_scans", "asymmetry_bad_moves")
)

_BLUNDERS = ("blunder", "blunder_with_ties", "searched_to", "won_heaps", "losing_choices")


def claims(book: Book) -> Iterator[Claim]:
    """The claims of this module."""
    names = ("moves", "overshoot", "preperiod", "period")
    given = "(period IS NOT NULL OR preperiod IS NOT NULL)"
    near = f"greatest(coalesce(period, 0), coalesce(preperiod, 0)) <= {NEAR_PERIOD}"
    method, rows = "periods by simulation", divided(book, GAMES, names, near, given)
    yield from near_and_far(GAMES, method, names[2:], rows, _periods, seconds=(0.01, 10))
    for method, heaps, condition in (
        ("absent and far periods", SEARCHED, f"NOT ({given} AND {near})"),
        ("absent periods, far", SEARCHED_FAR, f"NOT {given}"),
    ):
        some, length = Rows(book, GAMES, names, condition), heaps * 3e-9
        prove = partial(_absent, some, heaps)
        yield Claim(GAMES, method, names[2:], "recomputed", len(some), prove, long=heaps > SEARCHED, seconds=length)
    rows = divided(
        book, GAMES, ("moves", "overshoot", *_BLUNDERS), f"searched_to * len(string_split(moves, ',')) <= {NEAR_WORK}"
    )
    yield from near_and_far(GAMES, "blunders in whole numbers", _BLUNDERS, rows, _blunders, seconds=(0.03, 20))
    key = tuple(bias_key(read_rules("1,2"), "static", Fraction(0)))
    near = f"heaps * len(string_split(moves, ',')) <= {NEAR_WORK}"
    yield from near_and_far(
        f"{SCANS}, {BAD_MOVES}",
        "biases in whole numbers",
        ("epsilon", "heap", "share_num", "share_den"),
        divided(book, SCANS, (*key, "heaps"), near),
        partial(_scans, book),
        seconds=(0.003, 20),
        noun="scans",
        least=ALL_SCANS,
    )
    same = " AND ".join(f"s.{name} = b.{name}" for name in key)
    yield joined(
        book,
        BAD_MOVES,
        "scans that reach them",
        (*key, "heap"),
        "SELECT 'moves ' || b.moves || ', bias ' || b.epsilon || ', heap ' || b.heap || ': no scan goes so far' FROM"
        f" {BAD_MOVES} b ANTI JOIN {SCANS} s ON {same} AND b.heap <= s.heaps",
    )


def _periods(rows: Rows, places: Sequence[int]) -> list[str]:
    faults = Faults()
    for moves, overshoot, preperiod, period in rows.at(places):
        whole = preperiod is not None and period is not None and max(preperiod, period) <= FARTHEST_PERIOD
        holds = whole and repeats(read_rules(moves, overshoot).moves, overshoot, preperiod, period)
        faults.unless(holds, f"{moves} {overshoot}", f"({preperiod}, {period}) is not its period")
    return faults.texts


def _absent(rows: Rows, heaps: int, places: Sequence[int]) -> list[str]:
    """Periods claimed to be absent or large: no window of outcomes that determines all later ones repeats earlier."""
    faults = Faults()
    for moves, overshoot, _, period in rows.at(places):
        sizes = np.array(read_rules(moves, overshoot).moves, np.int64)
        found = _return_kernel(sizes, overshoot == "wins", np.zeros(heaps + int(sizes[-1]) + 1, np.bool_))
        holds = found == 0 or (found > FOUND_BELOW if period is None else found == period)
        faults.unless(holds, f"{moves} {overshoot}", f"win and loss repeat after {found} heaps")
    return faults.texts


@kernel
def _return_kernel(moves: NDArray[np.int64], beyond: bool, lost: NDArray[np.bool_]) -> int:
    """Distance back to the last repetition of the final window of outcomes, as long as the largest move; 0 if there is none."""
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
        shares = losing_shares(read_rules(moves, overshoot).moves, overshoot, limit)
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
    """Biased playouts: every scan finds the stored bad moves and no others."""
    faults = Faults()
    scans = rows.at(places)
    condition = "true"
    if len(scans) < isqrt(len(rows)):
        pairs = ", ".join(f"({row[4]}, {row[5]})" for row in scans)
        condition = f"(epsilon_num, epsilon_den) IN ({pairs})"
    stored: dict[tuple[Any, ...], list[tuple[int, int, int]]] = {}
    for *key, heap, numerator, denominator in book.rows(
        FAMILY,
        "SELECT moves, overshoot, kind, epsilon_num, epsilon_den, heap, share_num, share_den"
        f" FROM {BAD_MOVES} WHERE {condition} ORDER BY heap",
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
        shares = losing_shares(read_rules(moves, overshoot).moves, overshoot, heaps, kind, bias)
        right = [(share.heap, share.losing.numerator, share.losing.denominator) for share in shares if share.losing > 0]
        found = [line for line in stored.get((moves, overshoot, kind, p, q), ()) if line[0] <= heaps]
        wrong = sorted({line[0] for line in set(found) ^ set(right)})
        faults.unless(found == right, row, f"wrong at heap {', '.join(map(str, wrong[:3]))}")
    return faults.texts
