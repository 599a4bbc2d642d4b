"""Random play and simple agents by other recursions than those of the game graphs: a reference for the exact solvers.

Sources: Jena dissertation on the exact analysis of heuristics for combinatorial games, definition 2.1; the page on random
play in the number game 3-5-11, figures 4, 11 and 12.
"""

from math import gcd

from flint import arb, ctx, fmpq

from tafelwerk.errors import InputError
from tafelwerk.proofs.montecarlo.plain_games import Ending, heap_options, race_steps

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
