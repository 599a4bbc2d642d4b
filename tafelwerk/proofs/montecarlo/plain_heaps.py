"""Win and loss, blunders and biased playouts of subtraction games heap after heap, in plain lists and integers: a reference for
the faster solvers.

With D a common denominator of all playout chances, y(h) = chance - 1/2 is N(h) / (2 D^h) for integers N(h), which a plain list
holds. MC(inf) compares them over the denominator of the current heap.

Source: Jena dissertation on the exact analysis of heuristics for combinatorial games, section 2.5.2 and chapter 3.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm

from tafelwerk.errors import InputError
from tafelwerk.proofs.montecarlo.plain_games import Ending, heap_options


@dataclass(frozen=True, slots=True)
class Share:
    """A won heap, and the share of the best candidates of MC(inf) that lose."""

    heap: int
    losing: Fraction


def repeats(moves: tuple[int, ...], overshoot: str, preperiod: int, period: int) -> bool:
    """Whether win and loss repeat every `period` heaps after `preperiod`, and neither number could be smaller.

    As many outcomes as the largest move determine all later ones; they are compared one period apart.
    """
    if preperiod < 0 or period < 1:
        return False
    reach = moves[-1]
    lost = _lost(moves, overshoot, preperiod + 2 * period + reach)
    begin = preperiod + 1
    if lost[begin : begin + reach] != lost[begin + period : begin + period + reach]:
        return False
    if preperiod and lost[preperiod] == lost[preperiod + period]:
        return False
    cycle = lost[begin : begin + period]
    return all(cycle != cycle[shift:] + cycle[:shift] for shift in range(1, period // 2 + 1) if period % shift == 0)


def losing_shares(
    moves: tuple[int, ...], overshoot: str, limit: int, kind: str | None = None, bias: Fraction = Fraction(0)
) -> list[Share]:
    """Every won heap up to limit, and the share of MC(inf)'s best candidates that lose.

    Args:
        moves: numbers that may be taken, ascending.
        overshoot: "wins", "loses" or "illegal".
        limit: largest heap.
        kind: "static" or "informed" for biased playouts.
        bias: bias of the playouts, from -1 to 1.

    Raises:
        InputError: overshoot, kind or bias is invalid.
    """
    if kind not in (None, "static", "informed"):
        raise InputError(f"kind must be static or informed, not {kind!r}")
    if abs(bias) > 1:
        raise InputError(f"bias must be from -1 to 1, not {bias}")
    lost = _lost(moves, overshoot, limit)
    common = lcm(*(chance.denominator for chance in _possible(len(moves), kind, bias)))
    powers = [1]
    for _ in range(moves[-1]):
        powers.append(powers[-1] * common)
    numbers = [-1]
    # common^heap, for endings: 1/2 is common^heap / (2 common^heap)
    unit = 1
    found: list[Share] = []
    for heap in range(1, limit + 1):
        unit *= common
        options = heap_options(moves, heap, overshoot)
        if not options:
            numbers.append(-unit)
            continue
        wins = [after == Ending.WINS if isinstance(after, Ending) else lost[after] for _, after in options]
        # value of random play left to the opponent: y after each candidate, over 2 common^heap
        left = [
            (-unit if after == Ending.WINS else unit) if isinstance(after, Ending) else numbers[after] * powers[move]
            for move, after in options
        ]
        if any(wins):
            least = min(left)
            best = [win for win, value in zip(wins, left, strict=True) if value == least]
            found.append(Share(heap, Fraction(best.count(False), len(best))))
        total = 0
        for chance, value in zip(_chances(wins, kind, bias), left, strict=True):
            total -= chance.numerator * (common // chance.denominator) * value
        numbers.append(total // common)
    return found


def _chances(wins: Sequence[bool], kind: str | None, bias: Fraction) -> list[Fraction]:
    """Playout chances of the candidates, ascending; `wins` says which candidates win."""
    more, less = (1 + bias) / 2, (1 - bias) / 2
    winning, losing = wins.count(True), wins.count(False)
    if kind == "static" and len(wins) == 2:
        return [less, more]
    if kind == "informed" and winning and losing:
        return [more / winning if win else less / losing for win in wins]
    return [Fraction(1, len(wins))] * len(wins)


def _possible(moves: int, kind: str | None, bias: Fraction) -> list[Fraction]:
    """Every chance that `_chances` can give with at most the given number of moves."""
    found = [Fraction(1, count) for count in range(1, moves + 1)]
    if kind is not None:
        found += [(1 + sign * bias) / 2 / count for sign in (1, -1) for count in range(1, moves + 1)]
    return found


def _lost(moves: tuple[int, ...], overshoot: str, heap: int) -> list[bool]:
    """Whether heaps 0 to heap are lost for the player to move."""
    lost = [True]
    beyond = overshoot == "wins"
    for left in range(1, heap + 1):
        lost.append(not any(lost[left - move] if move <= left else beyond for move in moves))
    return lost
