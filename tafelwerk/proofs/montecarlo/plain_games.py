"""A second implementation of the games, straight from their rules: positions, heaps, random play and simple agents.

Plain Python, position after position, without arrays or kernels, sharing nothing with the game graphs that the tables are made
from: a reference for the faster solvers.

Win and loss, blunders and biased playouts of subtraction games go heap after heap, in plain lists and integers. With D a common
denominator of all playout chances, y(h) = chance - 1/2 is N(h) / (2 D^h) for integers N(h), which a plain list holds. MC(inf)
compares them over the denominator of the current heap.

Random play and simple agents are solved by other recursions than those of the game graphs.

Sources: Jena dissertation on the exact analysis of heuristics for combinatorial games, definitions 2.1, 2.3 and 2.4, the note
after definition 2.1, section 2.5.2 and chapter 3; the page on random play in the number game 3-5-11, figures 4, 11 and 12.
"""

from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from math import gcd, lcm
from typing import Generic, TypeVar

from flint import arb, ctx, fmpq

from tafelwerk.errors import InputError

LOST, WON = 0, 1
"""Numbers of the two finished positions: the player to move has lost, or has won."""

State = TypeVar("State", bound=Hashable)


class Ending(Enum):
    """A move that ends the game: it wins or loses immediately."""

    WINS = "wins"
    LOSES = "loses"


@dataclass(frozen=True, slots=True, eq=False)
class PlainGame(Generic[State]):
    """A game as a list of positions, successors first.

    Attributes:
        options: one entry per position: (number of the successor, number of candidate moves that lead to it) for each successor;
            empty for LOST and WON. A player who cannot move has lost: such a position is LOST.
        numbers: number of every reachable position, by state.
    """

    options: tuple[tuple[tuple[int, int], ...], ...]
    numbers: dict[State, int]


def plain_game(starts: list[State], moves: Callable[[State], list[State | Ending]]) -> PlainGame[State]:
    """Every position reachable from `starts`.

    Args:
        starts: initial states.
        moves: candidates of a state, one entry per candidate: the state left to the opponent, or an ending.
    """
    options: list[tuple[tuple[int, int], ...]] = [(), ()]
    # an immediate win leaves the opponent a lost position
    numbers: dict[State | Ending, int] = {Ending.WINS: LOST, Ending.LOSES: WON}
    for start in starts:
        stack: list[State | Ending] = [start]
        while stack:
            state = stack[-1]
            if state in numbers or isinstance(state, Ending):
                stack.pop()
                continue
            after = Counter(moves(state))
            missing = [successor for successor in after if successor not in numbers]
            if missing:
                stack += missing
                continue
            stack.pop()
            if not after:
                numbers[state] = LOST
                continue
            numbers[state] = len(options)
            options.append(tuple(sorted((numbers[successor], count) for successor, count in after.items())))
    return PlainGame(
        tuple(options), {state: number for state, number in numbers.items() if not isinstance(state, Ending)}
    )


def heap_options(moves: Sequence[int], heap: int, overshoot: str) -> list[tuple[int, int | Ending]]:
    """The candidates at a heap: number taken, and the heap left.

    Raises:
        InputError: overshoot is not "wins", "loses" or "illegal".
    """
    if overshoot not in ("wins", "loses", "illegal"):
        raise InputError(f"overshoot must be wins, loses or illegal, not {overshoot!r}")
    options: list[tuple[int, int | Ending]] = []
    for move in moves:
        if move < heap:
            options.append((move, heap - move))
        elif move == heap:
            options.append((move, Ending.WINS))
        elif overshoot != "illegal":
            options.append((move, Ending(overshoot)))
    return options


def plain_subtraction(moves: Sequence[int], heap: int, overshoot: str) -> PlainGame[int]:
    """S_moves with the heaps from 1 to `heap`; a state is the heap.

    Raises:
        InputError: overshoot is not "wins", "loses" or "illegal".
    """
    return plain_game(
        list(range(1, heap + 1)), lambda left: [after for _, after in heap_options(moves, left, overshoot)]
    )


Square = tuple[int, int]


def lane_options(n: int, crash: bool, state: Square) -> list[tuple[int, Square | Ending]]:
    """The candidates in a double-step race, DSC(n) if pieces crash and DSR(n) if not: steps, and the state that each leaves.
    The player to move has gone state[0] fields, the opponent state[1]."""
    own, other = state
    ends = (n, n - other) if crash else (n,)
    reached = [(step, own + step) for step in (1, 2) if own + step <= n]
    return [(step, Ending.WINS if field in ends else (other, field)) for step, field in reached]


def plain_lane(n: int, crash: bool) -> PlainGame[Square]:
    """DSC(n) or DSR(n); a state is the numbers of fields gone by the player to move and by the opponent."""
    return plain_game([(0, 0)], lambda state: [after for _, after in lane_options(n, crash, state)])


Pieces = tuple[int, ...]
"""A player's pieces: their squares, ascending."""


def race_steps(n: int, m: int, s: int) -> dict[Pieces, tuple[Pieces | None, ...]]:
    """The moves of one player in ESR(n, m, s) alone: for every state before the end, the state after a step of each piece that is
    not home, or None if it brings the s-th piece home. States are ordered by the steps gone."""
    steps: dict[Pieces, tuple[Pieces | None, ...]] = {}
    level: dict[Pieces, None] = {(0,) * m: None}
    while level:
        reached: dict[Pieces, None] = {}
        for state in level:
            next_states: list[Pieces | None] = []
            for i, square in enumerate(state):
                if square == n:
                    continue
                moved = tuple(sorted((*state[:i], square + 1, *state[i + 1 :])))
                next_states.append(None if moved.count(n) >= s else moved)
            steps[state] = tuple(next_states)
            reached |= dict.fromkeys(moved for moved in next_states if moved is not None)
        level = reached
    return steps


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
    lost = _lost_heaps(moves, overshoot, preperiod + 2 * period + reach)
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
    lost = _lost_heaps(moves, overshoot, limit)
    common = lcm(*(chance.denominator for chance in _possible(len(moves), kind, bias)))
    powers = [1]
    for _ in range(moves[-1]):
        powers.append(powers[-1] * common)
    numbers = [-1]
    # common^heap, for endings: 1/2 is common^heap / (2 common^heap)
    unit = 1
    shares: list[Share] = []
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
            shares.append(Share(heap, Fraction(best.count(False), len(best))))
        total = 0
        for chance, value in zip(_chances(wins, kind, bias), left, strict=True):
            total -= chance.numerator * (common // chance.denominator) * value
        numbers.append(total // common)
    return shares


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
    possible = [Fraction(1, count) for count in range(1, moves + 1)]
    if kind is not None:
        possible += [(1 + sign * bias) / 2 / count for sign in (1, -1) for count in range(1, moves + 1)]
    return possible


def _lost_heaps(moves: tuple[int, ...], overshoot: str, heap: int) -> list[bool]:
    """Whether heaps 0 to heap are lost for the player to move."""
    lost = [True]
    beyond = overshoot == "wins"
    for left in range(1, heap + 1):
        lost.append(not any(lost[left - move] if move <= left else beyond for move in moves))
    return lost


PRECISION = 192

NARROW = 1e-30
"""Largest width of an enclosure of a limit."""

MOST_STEPS = 1_000_000
"""Most candidates processed until an enclosure is narrow."""


def race_chance(n: int, m: int, s: int) -> fmpq:
    """Chance that the mover wins ESR(n, m, s) at random play.

    The players do not meet. If T is the number of moves that a player needs at random, the mover wins with chance P(T1 <= T2) for
    independent T1 and T2 with the same distribution, which takes one player's positions only.
    """
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


def limit_modulus(moves: tuple[int, ...]) -> int:
    """Number of residue classes of heaps that may have different limits: 2 g if all moves are odd multiples of their greatest
    common divisor g, otherwise 1."""
    divisor = gcd(*moves)
    return 2 * divisor if all(move // divisor % 2 for move in moves) else 1


def limit_enclosures(moves: tuple[int, ...], overshoot: str) -> list[arb] | None:
    """For each residue class by limit_modulus(moves), a ball that holds every limit point of the chances of winning under random
    play; None if that takes too long.

    Above the largest move, y = chance - 1/2 of a heap is minus the mean of y over its successors: |y| never exceeds the maximum
    of a window, and there is one residue class. If all moves are odd multiples of g, z(h) = (-1)^floor(h / g) y(h) is the mean of
    z over the successors, all in the same residue class modulo g, whose windows never widen.

    Raises:
        InputError: overshoot is not "wins", "loses" or "illegal".
    """
    reach = moves[-1]
    modulus = limit_modulus(moves)
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


def agent_chances(moves: tuple[int, ...], overshoot: str, first: str, second: str, heap: int) -> list[fmpq]:
    """Chance that `first`, who is to move, wins against `second`, at heaps 0 to heap.

    Raises:
        InputError: overshoot or an agent is invalid.
    """
    lost = [True]
    wins: tuple[list[fmpq], list[fmpq]] = [fmpq(0)], [fmpq(0)]
    for left in range(1, heap + 1):
        options = [after for _, after in heap_options(moves, left, overshoot)]
        winning = [after == Ending.WINS if isinstance(after, Ending) else lost[after] for after in options]
        lost.append(not any(winning))
        # a heap without a move ends the game, too
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
    """Chance of each candidate, ascending, given which ones win at perfect play and which ones end the game at once."""
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
    if agent != "half-perfect":
        raise InputError(f"agent must be random, perfect, careful or half-perfect, not {agent!r}")
    optimal = winning if any(winning) else [i == 0 for i in range(count)]
    return [
        (random_weight + optimal_weight) / 2
        for random_weight, optimal_weight in zip(_even([True] * count), _even(optimal), strict=True)
    ]


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
    hull = balls[0]
    for ball in balls[1:]:
        hull = hull.union(ball)
    return hull
