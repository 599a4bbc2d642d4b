"""Stored exact tables, proved anew by what their rows have to do with each other, and by other recursions.

A position's chance is the mean over its candidates, a candidate's what its successor's row leaves the opponent; perfect
play and the best candidates follow the same way. The rules are said once more in plain Python.
"""

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from math import gcd, isfinite
from typing import Any

from flint import arb, ctx, fmpq

from tafelwerk.build.montecarlo.claims import Claims, nearest, stored_fraction
from tafelwerk.solvers.montecarlo.plain_games import (
    Ending,
    crash_options,
    heap_options,
    race_steps,
)
from tafelwerk.tables.book import Book
from tafelwerk.tables.checks import Check
from tafelwerk.tables.montecarlo import FAMILY

PRECISION = 192

NARROW = 1e-30
"""Width at which an enclosure of a limit is narrow enough."""

MOST_STEPS = 1_000_000
"""Candidates that may be gone through until an enclosure is narrow."""

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
    """Random play in single-step races, by another recursion.

    The players do not meet: with T the moves that one of them needs at random, the mover wins with chance P(T1 <= T2)
    for independent T1, T2 alike; their distribution takes one player's positions.
    """
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


def race_chance(n: int, m: int, s: int) -> fmpq:
    """The chance of the mover to win ESR(n, m, s) at random play."""
    steps = race_steps(n, m, s)
    here = {(0,) * m: fmpq(1)}
    needed: list[fmpq] = []
    while here:
        after: dict[tuple[int, ...], fmpq] = {}
        home = fmpq(0)
        for pieces, chance in here.items():
            moved = steps[pieces]
            for state in moved:
                if state is None:
                    home += chance / len(moved)
                else:
                    after[state] = after.get(state, fmpq(0)) + chance / len(moved)
        needed.append(home)
        here = after
    left, total = fmpq(1), fmpq(0)
    for home in needed:
        total += home * left
        left -= home
    return total


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
        divisor = gcd(*sizes)
        modulus = 2 * divisor if all(size // divisor % 2 for size in sizes) else 1
        whole = [(row[2], row[3]) for row in stored] == [(residue, modulus) for residue in range(modulus)]
        claims.claim(f"{moves} {overshoot}", f"not a row for each of {modulus} residues", whole)
        if not whole:
            continue
        enclosures = limit_enclosures(sizes, overshoot, modulus)
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


def limit_enclosures(moves: tuple[int, ...], overshoot: str, modulus: int) -> list[arb] | None:
    """For each residue a ball that holds every limit point of the chances along it; None where that takes too long.

    y = chance - 1/2 of a heap above the largest move is minus the mean of y over its successors: |y| never grows past
    the largest of a window, and there is one residue. If all moves are odd multiples of g, z(h) = (-1)^floor(h / g)
    y(h) is the mean of z over the successors, all with the same residue by g, whose windows never widen: then the
    modulus is 2 g.
    """
    reach = moves[-1]
    half = modulus // 2
    with ctx.workprec(PRECISION):
        values: list[arb] = [arb(-1) / 2]
        height = 2 * reach
        while len(values) * len(moves) <= MOST_STEPS:
            while len(values) <= height:
                values.append(_mean_after(values, moves, overshoot))
            window = range(height - reach + 1, height + 1)
            if modulus > 1:
                hulls = [_hull([(-1) ** (h // half) * values[h] for h in window if h % half == r]) for r in range(half)]
                balls = [(-1) ** (r // half) * hulls[r % half] + fmpq(1, 2) for r in range(modulus)]
            else:
                most = max(abs(values[h]).upper() for h in window)
                balls = [arb(fmpq(1, 2)) + arb(0, most)] * modulus
            if all(ball.rad() < NARROW for ball in balls):
                return balls
            height += height // 2
    return None


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


def agent_chances(moves: tuple[int, ...], overshoot: str, first: str, second: str, heap: int) -> list[fmpq]:
    """The chance of `first`, to move, to win against `second`, at the heaps 0 to heap."""
    lost = [True]
    wins: tuple[list[fmpq], list[fmpq]] = [fmpq(0)], [fmpq(0)]
    for left in range(1, heap + 1):
        options = [after for _, after in heap_options(moves, left, overshoot)]
        winning = [after == Ending.WINS if isinstance(after, Ending) else lost[after] for after in options]
        lost.append(not any(winning))
        # a heap without a move is the end of the game, too
        ends = [after if isinstance(after, Ending) else _dead(moves, after, overshoot) for after in options]
        for agent, own, others in ((first, wins[0], wins[1]), (second, wins[1], wins[0])):
            chance = fmpq(0)
            for weight, after in zip(_weights(agent, winning, ends), options, strict=True):
                if isinstance(after, Ending):
                    chance += weight * int(after == Ending.WINS)
                else:
                    chance += weight * (1 - others[after])
            own.append(chance)
    return wins[0]


def _weights(agent: str, winning: list[bool], ends: list[Ending | None]) -> list[fmpq]:
    """The chance of each candidate, ascending: those that win at perfect play, and those that end the game at once."""
    count = len(winning)
    if agent == "random":
        return _even([True] * count)
    if agent == "perfect":
        return _even(winning if any(winning) else [True] * count)
    if agent == "careful":
        if Ending.WINS in ends:
            return _even([end == Ending.WINS for end in ends])
        safe = [end != Ending.LOSES for end in ends]
        return _even(safe if any(safe) else [True] * count)
    optimal = winning if any(winning) else [i == 0 for i in range(count)]
    return [(one + other) / 2 for one, other in zip(_even([True] * count), _even(optimal), strict=True)]


def _even(chosen: list[bool]) -> list[fmpq]:
    return [fmpq(int(choice), max(1, sum(chosen))) for choice in chosen]


def _dead(moves: tuple[int, ...], heap: int, overshoot: str) -> Ending | None:
    return None if heap_options(moves, heap, overshoot) else Ending.WINS


def _mean_after(values: list[arb], moves: tuple[int, ...], overshoot: str) -> arb:
    """y of the next heap."""
    options = heap_options(moves, len(values), overshoot)
    if not options:
        return arb(-1) / 2
    total = arb(0)
    for _, after in options:
        if isinstance(after, Ending):
            total += arb(1 if after == Ending.WINS else -1) / 2
        else:
            total -= values[after]
    return total / len(options)


def _hull(balls: list[arb]) -> arb:
    found = balls[0]
    for ball in balls[1:]:
        found = found.union(ball)
    return found


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
