"""Stored periods, blunders and biased playouts of subtraction games, proved anew heap after heap in whole numbers."""

from collections.abc import Iterator
from fractions import Fraction
from random import Random
from typing import Any

from tafelwerk.build.claims import Claims
from tafelwerk.solvers.montecarlo.plain_heaps import losing_shares, repeats
from tafelwerk.tables.book import Book
from tafelwerk.tables.checks import Check
from tafelwerk.tables.montecarlo import FAMILY

SECONDS = 12.0
"""What the rows of a table may take together unless a number is asked for."""

ROW_SECONDS = 6.0
"""What a row may take to be within reach."""

_SEED = 35_11


def game_checks(book: Book, sample: int | None) -> Iterator[Check]:
    """Periods by simulation, blunders in whole numbers."""
    rows = book.rows(
        FAMILY,
        f"SELECT moves, overshoot::VARCHAR, preperiod, period, blunder, blunder_with_ties, searched_to, won_heaps, "
        f"losing_choices FROM {FAMILY}.subtraction_games ORDER BY ALL",
    )
    if not rows:
        return
    periods, blunders = Claims(), Claims()
    proved = [row for row in rows if row[3] is not None]
    drawn = _drawn(proved, [_simulation_seconds(row) for row in proved], sample)
    for moves, overshoot, preperiod, period, *_ in drawn:
        periods.rows += 1
        periods.claim(
            f"{moves} {overshoot}", f"not ({preperiod}, {period})", repeats(_sizes(moves), overshoot, preperiod, period)
        )
    yield periods.check(
        f"{FAMILY}.subtraction_games: periods by simulation",
        f"{periods.rows} of {len(rows)} rows proved"
        + (f", {len(rows) - len(proved)} claim no period" if len(proved) < len(rows) else ""),
    )
    drawn = _drawn(rows, [_share_seconds(_sizes(row[0]), row[6], len(_sizes(row[0]))) for row in rows], sample)
    for moves, overshoot, _, _, blunder, with_ties, limit, won, losing in drawn:
        row = f"{moves} {overshoot}, to {limit}"
        shares = losing_shares(_sizes(moves), overshoot, limit)
        blunders.rows += 1
        first = next((share.heap for share in shares if share.losing == 1), None)
        first_tied = next((share.heap for share in shares if share.losing > 0), None)
        blunders.claim(row, f"blunder {blunder} should be {first}", blunder == first)
        blunders.claim(row, f"blunder_with_ties {with_ties} should be {first_tied}", with_ties == first_tied)
        blunders.claim(row, f"won_heaps {won} should be {len(shares)}", won == len(shares))
        total = sum((share.losing for share in shares), Fraction(0))
        blunders.claim(row, f"losing_choices {losing} should be {float(total)}", losing == float(total))
    yield blunders.check(
        f"{FAMILY}.subtraction_games: blunders in whole numbers", f"{blunders.rows} of {len(rows)} rows proved"
    )


def asymmetry_checks(book: Book, sample: int | None) -> Iterator[Check]:
    """Biased playouts: every scan that is drawn finds the stored bad moves, and no others."""
    key = "moves, overshoot::VARCHAR, kind::VARCHAR, epsilon, epsilon_numerator, epsilon_denominator"
    scans = book.rows(FAMILY, f"SELECT {key}, max(heaps) FROM {FAMILY}.asymmetry_scans GROUP BY ALL ORDER BY ALL")
    orphans = book.rows(
        FAMILY,
        f"SELECT DISTINCT {key} FROM {FAMILY}.asymmetry_bad_moves "
        f"EXCEPT SELECT DISTINCT {key} FROM {FAMILY}.asymmetry_scans",
    )
    if not scans and not orphans:
        return
    claims = Claims()
    for orphan in orphans:
        claims.claim(" ".join(map(str, orphan)), "no scan", False)
    weights = [_share_seconds(_sizes(row[0]), row[6], 2 * abs(row[5])) for row in scans]
    found = 0
    drawn = _drawn(scans, weights, sample)
    for moves, overshoot, kind, epsilon, p, q, heaps in drawn:
        row = f"{moves} {overshoot} {kind} {p}/{q}"
        bias = Fraction(p, q) if q else Fraction(2)
        whole = (bias.numerator, bias.denominator) == (p, q) and float(bias) == epsilon and abs(bias) <= 1
        claims.claim(row, "no reduced bias with its nearest double", whole)
        if not whole:
            continue
        stored = book.rows(
            FAMILY,
            f"SELECT heap, share_numerator, share_denominator FROM {FAMILY}.asymmetry_bad_moves "
            "WHERE moves = ? AND overshoot = ? AND kind = ? AND epsilon_numerator = ? AND epsilon_denominator = ? "
            "ORDER BY heap",
            moves,
            overshoot,
            kind,
            p,
            q,
        )
        found += len(stored)
        shares = losing_shares(_sizes(moves), overshoot, heaps, kind, bias)
        expected = [
            (share.heap, share.losing.numerator, share.losing.denominator) for share in shares if share.losing > 0
        ]
        wrong = sorted({line[0] for line in set(stored) ^ set(expected)})
        claims.claim(row, f"wrong at heap {', '.join(map(str, wrong[:3]))}", not wrong)
    yield claims.check(
        f"{FAMILY}.asymmetry_bad_moves: biases in whole numbers",
        f"{len(drawn)} of {len(scans)} scans proved, with {found} bad moves",
    )


def _sizes(moves: str) -> tuple[int, ...]:
    return tuple(map(int, moves.split(",")))


def _simulation_seconds(row: tuple[Any, ...]) -> float:
    moves = _sizes(row[0])
    return float(2e-7 * len(moves) * (row[2] + 2 * row[3] + moves[-1]))


def _share_seconds(moves: tuple[int, ...], limit: int, denominator: int) -> float:
    words = limit * max(denominator, 2).bit_length() / 64
    return limit * len(moves) * (2e-6 + 2e-9 * words)


def _drawn(rows: list[tuple[Any, ...]], weights: list[float], sample: int | None) -> list[tuple[Any, ...]]:
    """Rows within reach, as many as asked for or as SECONDS are enough for, in an order that is always the same."""
    order = list(range(len(rows)))
    Random(_SEED).shuffle(order)
    order = [i for i in order if weights[i] <= ROW_SECONDS]
    if sample is not None:
        return [rows[i] for i in order[:sample]]
    found: list[tuple[Any, ...]] = []
    spent = 0.0
    for i in order:
        spent += weights[i]
        if found and spent > SECONDS:
            break
        found.append(rows[i])
    return found
