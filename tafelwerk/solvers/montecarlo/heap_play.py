"""Exact random play in subtraction games, heap after heap, storing only a window as long as the largest move.

Let y(h) be the winning chance from heap h under random play, minus 1/2. Then y(h) = - sum over candidates a of P(a) y(h - a). The
chances P may depend on which candidates win under perfect play, and on the heap modulo a number, so that one recursion serves
uniform and biased playouts. Beyond the largest move every number is an integer over a common denominator, which is never
written down: MC(inf) compares candidates by integers only, and its ties are exact.

Source: Jena dissertation on the exact analysis of heuristics for combinatorial games, sections 2.5.2, 3.3.1 and 3.4.
"""

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from math import lcm

from flint import fmpq, fmpz

from tafelwerk.errors import InputError
from tafelwerk.solvers.montecarlo.subtraction import Overshoot, check_heap, check_moves, check_overshoot

MOST_WORK = 4_000_000_000
"""Most words of 64 bits that a run may process; about ten seconds."""

MoveChances = Callable[[Sequence[int], Sequence[bool], int], Sequence[fmpq]]
"""Playout chances of the candidates, given the candidates, which of them win under perfect play, and the heap."""

HALF = fmpq(1, 2)


@dataclass(frozen=True, slots=True)
class HeapChoice:
    """The choice of MC(inf) at a heap.

    Attributes:
        heap: the heap.
        candidates: the moves to choose from; empty only if overshooting is illegal.
        wins: whether each candidate wins under perfect play.
        values: for each candidate, the opponent's winning chance at random play after it, minus 1/2, times `scale`.
        scale: common factor of values; computed on demand: a large integer.
    """

    heap: int
    candidates: tuple[int, ...]
    wins: tuple[bool, ...]
    values: tuple[fmpz | fmpq, ...]
    scale: Callable[[], fmpz]

    @property
    def won(self) -> bool:
        return any(self.wins)

    def best(self) -> list[int]:
        """Indices of MC(inf)'s best candidates, after which the opponent's chance is smallest."""
        least = min(self.values)
        return [i for i, value in enumerate(self.values) if value == least]

    def losing_share(self) -> fmpq:
        """Share of the best candidates that lose under perfect play."""
        best = self.best()
        return fmpq(sum(not self.wins[i] for i in best), len(best))


def uniform(candidates: Sequence[int], wins: Sequence[bool], heap: int) -> Sequence[fmpq]:
    """Plain random play."""
    return [fmpq(1, len(candidates))] * len(candidates)


def heap_choices(
    moves: Sequence[int], overshoot: str, limit: int, chances: MoveChances = uniform, cycle: int = 1
) -> Iterator[HeapChoice]:
    """The choice of MC(inf) at each heap from 1 to limit. Exact.

    Args:
        moves, overshoot: the game.
        limit: largest heap.
        chances: chances of the playouts.
        cycle: modulus of the heap on which the chances depend.

    Raises:
        InputError: moves, overshoot or limit are invalid, or the numbers grow past MOST_WORK.
    """
    checked = check_moves(moves)
    rule = check_overshoot(overshoot)
    check_heap(limit, checked)
    lost = losses(checked, rule, limit)
    rows = _rows(checked, lost, limit, chances, cycle)
    scale = lcm(*(int(p.q) for row in rows.values() for p in row))
    words = 1 + max(0, limit - checked[-1]) / checked[0] * scale.bit_length() / 128
    if limit * len(checked) * words > MOST_WORK:
        raise InputError(
            f"limit: fractions up to heap {limit} take more than {MOST_WORK} steps; choose a smaller limit or chances "
            "with smaller denominators"
        )
    return _choices(checked, rule, limit, chances, cycle, lost, rows, scale)


def exact_heap(moves: Sequence[int], heap: int, overshoot: str = "wins") -> tuple[fmpq, dict[int, fmpq]]:
    """Random play from one heap: winning chance of the player to move, and the same after each move.

    Raises:
        InputError: see heap_choices.
    """
    choice = deque(heap_choices(moves, overshoot, heap), maxlen=1)[0]
    if not choice.candidates:
        return fmpq(0), {}
    scale = choice.scale()
    by_move = {a: HALF - fmpq(value) / scale for a, value in zip(choice.candidates, choice.values, strict=True)}
    return sum(by_move.values(), fmpq(0)) / len(by_move), by_move


def first_values(
    moves: tuple[int, ...], rule: Overshoot, limit: int, chances: MoveChances = uniform
) -> dict[int, fmpq]:
    """y(h) for heaps from 1 - largest move to limit; heaps below 0 count only if overshooting is legal."""
    values = {h: HALF if rule == "loses" and h < 0 else -HALF for h in range(1 - moves[-1], 1)}
    lost = losses(moves, rule, limit)
    for h in range(1, limit + 1):
        candidates = _candidates(moves, rule, h)
        row = chances(candidates, [_is_lost(lost, rule, h - a) for a in candidates], h) if candidates else ()
        values[h] = -sum((p * values[h - a] for p, a in zip(row, candidates, strict=True)), fmpq(0))
        if not candidates:
            values[h] = -HALF
    return values


def _candidates(moves: tuple[int, ...], rule: Overshoot, heap: int) -> tuple[int, ...]:
    return tuple(a for a in moves if a <= heap) if rule == "illegal" else moves


def losses(moves: tuple[int, ...], rule: Overshoot, limit: int) -> list[bool]:
    """Whether heaps 0 to limit are lost for the player to move under perfect play."""
    lost = [True]
    for h in range(1, limit + 1):
        lost.append(not any(_is_lost(lost, rule, h - a) for a in _candidates(moves, rule, h)))
    return lost


def _is_lost(lost: list[bool], rule: Overshoot, heap: int) -> bool:
    return lost[heap] if heap >= 0 else rule == "wins"


Rows = dict[tuple[tuple[bool, ...], int], Sequence[fmpq]]


def _rows(moves: tuple[int, ...], lost: list[bool], limit: int, chances: MoveChances, cycle: int) -> Rows:
    """Playout chances at heaps above the largest move, by which moves win and by the heap modulo `cycle`."""
    patterns = {(tuple(lost[h - a] for a in moves), h % cycle) for h in range(moves[-1] + 1, limit + 1)}
    return {(wins, residue): chances(moves, wins, residue) for wins, residue in patterns}


def _choices(
    moves: tuple[int, ...],
    rule: Overshoot,
    limit: int,
    chances: MoveChances,
    cycle: int,
    lost: list[bool],
    rows: Rows,
    scale: int,
) -> Iterator[HeapChoice]:
    reach = moves[-1]
    values = first_values(moves, rule, min(limit, reach), chances)
    for h in range(1, min(limit, reach) + 1):
        candidates = _candidates(moves, rule, h)
        wins = tuple(_is_lost(lost, rule, h - a) for a in candidates)
        yield HeapChoice(h, candidates, wins, tuple(values[h - a] for a in candidates), lambda: fmpz(1))
    if limit <= reach:
        return
    # y(h) = window[h % reach] / (denominator scale^steps); a new heap's denominator has one factor `scale` more than
    # that of the nearest heap it leads to, so a factor is added every moves[0] heaps
    denominator = fmpz(lcm(*(int(values[h].q) for h in range(1, reach + 1))))
    window = [fmpz(0)] * reach
    for h in range(1, reach + 1):
        window[h % reach] = fmpz((values[h] * denominator).p)
    weights = {pattern: [fmpz((p * scale).p) for p in row] for pattern, row in rows.items()}
    steps = 0
    for h in range(reach + 1, limit + 1):
        if (h - reach - 1) % moves[0] == 0:
            steps += 1
            window = [value * scale for value in window]
        seen = tuple(window[(h - a) % reach] for a in moves)
        wins = tuple(lost[h - a] for a in moves)
        yield HeapChoice(h, moves, wins, seen, partial(_denominator, denominator, scale, steps))
        total = fmpz(0)
        for weight, value in zip(weights[wins, h % cycle], seen, strict=True):
            total -= weight * value
        window[h % reach] = total // scale


def _denominator(start: fmpz, scale: int, steps: int) -> fmpz:
    return start * fmpz(scale) ** steps
