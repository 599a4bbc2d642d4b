"""Stored exact tables, proved anew by what their rows have to do with each other, and by other recursions.

A position's chance is the mean over its candidates, a candidate's what its successor's row leaves the opponent; perfect
play and the best candidates follow the same way. The rules are said once more in plain Python.
"""

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from math import isfinite
from typing import Any

from flint import arb, ctx, fmpq

from tafelwerk.build.claims import Claims, nearest, stored_fraction
from tafelwerk.solvers.montecarlo.plain_games import Ending, crash_options, heap_options
from tafelwerk.solvers.montecarlo.plain_play import (
    PRECISION,
    agent_chances,
    limit_enclosures,
    limit_modulus,
    race_chance,
)
from tafelwerk.tables.book import Book
from tafelwerk.tables.checks import Check
from tafelwerk.tables.montecarlo import FAMILY

MOST_AGENT_HEAP = 3000
"""Heap up to which duels of agents are within reach."""


@dataclass(frozen=True, slots=True)
class _Row:
    """What a row of positions or moves says: won or wins, best, chance as a fraction (None: none), as a double."""

    won: bool
    best: bool
    chance: fmpq | None
    double: float


Rows = dict[Hashable, _Row]
Options = Callable[[Any], Sequence[tuple[int, Any]]]
"""(move, state it leaves or Ending) for each candidate of a state."""


def relation_checks(book: Book) -> Iterator[Check]:
    """Every row of the tables of positions and of moves."""
    for game, columns, state, move in (
        ("dsc", "n", "own, other", "step"),
        ("subtraction", "moves, overshoot::VARCHAR", "heap", "move"),
    ):
        groups = book.rows(FAMILY, f"SELECT DISTINCT {columns} FROM {FAMILY}.{game}_positions ORDER BY ALL")
        orphans = book.rows(
            FAMILY,
            f"SELECT DISTINCT {columns} FROM {FAMILY}.{game}_moves "
            f"EXCEPT SELECT DISTINCT {columns} FROM {FAMILY}.{game}_positions",
        )
        if not groups and not orphans:
            continue
        positions, moves = Claims(), Claims()
        for orphan in orphans:
            moves.claim(" ".join(map(str, orphan)), "no positions", False)
        for group in groups:
            condition = " AND ".join(f"{column} = ?" for column in columns.split(", "))
            found = book.rows(
                FAMILY,
                f"SELECT {state}, won, chance, numerator, denominator FROM {FAMILY}.{game}_positions WHERE {condition}",
                *group,
            )
            candidates = book.rows(
                FAMILY,
                f"SELECT {state}, {move}, wins, best, chance, numerator, denominator FROM {FAMILY}.{game}_moves "
                f"WHERE {condition}",
                *group,
            )
            by_state: Rows = {
                _state(key): _Row(won, False, stored_fraction(p, q), double) for *key, won, double, p, q in found
            }
            by_move: Rows = {
                (_state(key), step): _Row(wins, best, stored_fraction(p, q), double)
                for *key, step, wins, best, double, p, q in candidates
            }
            if game == "dsc":
                options, expected = _crash(group[0])
            else:
                moves_, rule = group
                options, expected = _heaps(moves_, rule, max((row[0] for row in found), default=0))
            positions.rows += len(by_state)
            moves.rows += len(by_move)
            _relate(f"{game} {' '.join(map(str, group))}", options, expected, by_state, by_move, positions, moves)
        yield positions.check(
            f"{FAMILY}.{game}_positions: relations", f"{positions.rows} rows agree with their successors'"
        )
        yield moves.check(f"{FAMILY}.{game}_moves: relations", f"{moves.rows} rows agree with their successors'")


def race_start_checks(book: Book) -> Iterator[Check]:
    """Random play in single-step races, as a race of two players who do not meet."""
    rows = book.rows(FAMILY, f"SELECT n, m, s, chance, numerator, denominator, error FROM {FAMILY}.esr_starts")
    if not rows:
        return
    claims = Claims(rows=len(rows))
    for n, m, s, chance, numerator, denominator, error in rows:
        row = f"esr {n} {m} {s}"
        value = race_chance(n, m, s)
        if numerator is not None or denominator is not None:
            claims.claim(row, "not the fraction", stored_fraction(str(numerator), str(denominator)) == value)
            claims.claim(row, "not the nearest double", chance == nearest(value))
        within = isfinite(chance) and 0 <= error < 1 and abs(_exact(chance) - value) <= _exact(error)
        claims.claim(row, f"chance {chance!r} is not within {error:.3g}", within)
    yield claims.check(f"{FAMILY}.esr_starts: race of independent players", f"all {len(rows)} rows proved")


def limit_checks(book: Book) -> Iterator[Check]:
    """Limits of random play, enclosed: beyond the largest move a value is, but for its sign, a mean of those before it,
    so that from any window of them on all later values stay between the window's ends."""
    rows = book.rows(
        FAMILY,
        f"SELECT moves, overshoot::VARCHAR, residue, modulus, limit_chance, numerator, denominator "
        f"FROM {FAMILY}.subtraction_limits ORDER BY ALL",
    )
    if not rows:
        return
    claims = Claims()
    far = 0
    widest = 0.0
    for (moves, overshoot), group in groupby(rows, key=lambda row: row[:2]):
        stored = list(group)
        sizes = tuple(map(int, moves.split(",")))
        modulus = limit_modulus(sizes)
        whole = [(row[2], row[3]) for row in stored] == [(residue, modulus) for residue in range(modulus)]
        claims.claim(f"{moves} {overshoot}", f"not a row for each of {modulus} residues", whole)
        if not whole:
            continue
        enclosures = limit_enclosures(sizes, overshoot)
        if enclosures is None:
            far += len(stored)
            continue
        claims.rows += len(stored)
        with ctx.workprec(PRECISION):
            for (_, _, residue, _, double, p, q), ball in zip(stored, enclosures, strict=True):
                value = stored_fraction(p, q)
                row = f"{moves} {overshoot}, residue {residue}"
                claims.claim(row, "no reduced fraction", value is not None)
                if value is not None:
                    claims.claim(row, f"not within {ball.str(20)}", not bool(abs(arb(value) - ball.mid()) > ball.rad()))
                    claims.claim(row, "not the nearest double", double == nearest(value))
                widest = max(widest, float(ball.rad()))
    yield claims.check(
        f"{FAMILY}.subtraction_limits: enclosures",
        f"{claims.rows} of {len(rows)} rows enclosed within {widest:.2g}{f', {far} out of reach' if far else ''}",
    )


def agent_checks(book: Book) -> Iterator[Check]:
    """Duels of agents that sample nothing: backward induction in fractions, agents from their descriptions."""
    pairs = book.rows(
        FAMILY,
        f"SELECT moves, overshoot::VARCHAR, first::VARCHAR, second::VARCHAR, max(heap), count(*) "
        f"FROM {FAMILY}.agent_duels GROUP BY ALL ORDER BY ALL",
    )
    if not pairs:
        return
    claims = Claims()
    total = 0
    for moves, overshoot, first, second, most, count in pairs:
        total += count
        if most > MOST_AGENT_HEAP:
            continue
        claims.rows += count
        chances = agent_chances(tuple(map(int, moves.split(","))), overshoot, first, second, most)
        rows = book.rows(
            FAMILY,
            f"SELECT heap, chance, numerator, denominator FROM {FAMILY}.agent_duels "
            "WHERE moves = ? AND overshoot = ? AND first = ? AND second = ?",
            moves,
            overshoot,
            first,
            second,
        )
        for heap, double, p, q in rows:
            row = f"{moves} {overshoot}, {first} against {second}, heap {heap}"
            claims.claim(row, "not the fraction", stored_fraction(p, q) == chances[heap])
            claims.claim(row, "not the nearest double", double == nearest(chances[heap]))
    yield claims.check(f"{FAMILY}.agent_duels: fractions", f"{claims.rows} of {total} rows proved")


def _exact(double: float) -> fmpq:
    return fmpq(*double.as_integer_ratio())


def _state(key: list[int]) -> Hashable:
    return key[0] if len(key) == 1 else tuple(key)


def _crash(n: int) -> tuple[Options, set[Hashable]]:
    """The candidates in DSC(n), and every undecided state that can be reached."""
    seen: set[tuple[int, int]] = set()
    todo = [(0, 0)]
    while todo:
        state = todo.pop()
        if state not in seen:
            seen.add(state)
            todo += [after for _, after in crash_options(n, state) if not isinstance(after, Ending)]
    return lambda state: crash_options(n, state), set(seen)


def _heaps(moves: str, overshoot: str, most: int) -> tuple[Options, set[Hashable]]:
    """The candidates at a heap, and the heaps that should be there."""
    sizes = tuple(map(int, moves.split(",")))
    return lambda heap: heap_options(sizes, heap, overshoot), set(range(1, most + 1))


def _relate(
    name: str,
    options: Options,
    expected: set[Hashable],
    by_state: Rows,
    by_move: Rows,
    positions: Claims,
    moves: Claims,
) -> None:
    """What the rows of one game have to do with each other."""
    for state in expected ^ set(by_state):
        positions.claim(f"{name}, {state}", "missing" if state in expected else "no such position", False)
    wanted = {(state, move) for state in expected for move, _ in options(state)}
    for key in wanted ^ set(by_move):
        moves.claim(f"{name}, {key}", "missing" if key in wanted else "no such candidate", False)
    for claims, rows in ((positions, by_state), (moves, by_move)):
        for key, row in rows.items():
            claims.claim(f"{name}, {key}", "no reduced fraction", row.chance is not None)
            if row.chance is not None:
                claims.claim(f"{name}, {key}", "not the nearest double", row.double == nearest(row.chance))
    for state in expected & set(by_state):
        after = {move: _after(left, by_state) for move, left in options(state)}
        chances = [chance for _, chance in after.values()]
        if any(chance is None for chance in chances):
            continue
        _relate_state(f"{name}, {state}", by_state[state], after, positions)
        best = max((chance for chance in chances if chance is not None), default=None)
        for move, (wins, chance) in after.items():
            if (candidate := by_move.get((state, move))) is not None:
                label = f"{name}, {state}, {move}"
                moves.claim(label, "wins is not what the successor says", candidate.won == wins)
                moves.claim(label, "chance is not what the successor leaves", candidate.chance == chance)
                moves.claim(label, "best is not whether no chance is higher", candidate.best == (chance == best))


def _relate_state(label: str, row: _Row, after: dict[int, tuple[bool, fmpq | None]], positions: Claims) -> None:
    total = sum((chance for _, chance in after.values() if chance is not None), fmpq(0))
    positions.claim(label, "won is not what the successors say", row.won == any(wins for wins, _ in after.values()))
    positions.claim(
        label, "chance is not the mean over the candidates", row.chance == (total / len(after) if after else fmpq(0))
    )


def _after(left: Any, by_state: Rows) -> tuple[bool, fmpq | None]:
    """Whether a candidate wins, and its chance, by the row of the state it leaves; no chance where that is missing."""
    if isinstance(left, Ending):
        return left == Ending.WINS, fmpq(int(left == Ending.WINS))
    row = by_state.get(left)
    if row is None or row.chance is None:
        return False, None
    return not row.won, 1 - row.chance
