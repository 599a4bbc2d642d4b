"""Duels of Monte-Carlo agents by backward induction, every value with a proven radius, by another method than the solvers'.

Random play is computed in integers with 256 bits after the binary point. MC(k)'s choice comes from `choice`. MC(inf) takes the
best candidates, found by fractions.

Source: Jena dissertation on the exact analysis of heuristics for combinatorial games, sections 2.1 and 2.4.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby, pairwise
from math import ldexp
from typing import Any, NamedTuple

import numpy as np
from flint import fmpq
from numpy.typing import NDArray

from tafelwerk.families.montecarlo.rules.games import DoubleStep, Esr, Game, Subtraction
from tafelwerk.proofs.montecarlo.ball_play import exact_chances
from tafelwerk.proofs.montecarlo.choice import (
    BLOCK,
    CONTOUR_PLAYOUTS,
    CONTOUR_VARIANCE,
    EXPONENT,
    LEFT_OUT,
    UNIT,
    Windows,
    all_candidates,
    contour,
    empty_windows,
    two_candidates,
    window_cap,
    write_masses,
)
from tafelwerk.proofs.montecarlo.plain_games import (
    LOST,
    PlainGame,
    plain_lane,
    plain_subtraction,
    race_steps,
)
from tafelwerk.solvers.machine.jit import kernel

Reals = NDArray[np.float64]
Ints = NDArray[np.int64]

BITS = 256
"""Bits of chances after the binary point."""


@dataclass(frozen=True, slots=True, eq=False)
class Board:
    """A game as arrays; n positions, successors first. Position 0 is lost for the player to move, 1 is won.

    Attributes:
        offsets: int64 (n + 1,), start of each position's successors.
        successors, counts: int64 (e,), successors, and number of candidates that lead to each.
        chances: float64 (n, 4), chances of the player to move at random play: of losing, as a pair, and of winning.
        starts: numbers of the positions that duels start from, by heap, or under None.
        pairs: whether no position has more than two candidates, except where all are equivalent.
    """

    offsets: Ints
    successors: Ints
    counts: Ints
    chances: Reals
    starts: dict[int | None, int]
    pairs: bool


def duel(game: Game, k: int, rival: int) -> dict[int | None, tuple[float, float, float]]:
    """MC(k) against MC(rival); 0 stands for infinitely many playouts.

    Returns:
        (first, second, radius) by heap, or under None from the start of a race: the chances of MC(k) to win when it moves first
        and second, each within the radius.
    """
    board = board_of(game)
    positions, edges = board.offsets.size - 1, board.successors.size
    shares = np.zeros((2, edges if 0 in (k, rival) else 0))
    for agent, playouts in enumerate((k, rival)):
        if not playouts:
            shares[agent] = limit_shares(game)
    # contours need masses of few positions only
    eager = [not board.pairs or playouts <= CONTOUR_PLAYOUTS for playouts in (k, rival)]
    width = max(window_cap(playouts) if full else 1500 for playouts, full in zip((k, rival), eager, strict=True))
    ring = _reach(board) if any(eager) else 1
    groups = int(np.diff(board.offsets).max(initial=1))
    tied = int(np.add.reduceat(board.counts, board.offsets[2:-1]).max()) if edges else 1
    agents = Agents(np.array([k, rival], np.float64), np.array(eager), shares, ring)
    scratch = Scratch(np.empty((2, groups), np.int64), np.empty(groups), np.empty((2 * tied + 6, BLOCK)))
    windows = empty_windows(ring + 2, width), empty_windows(ring + 2, width)
    win, error = np.zeros((2, positions)), np.zeros((2, positions))
    _duel_kernel((board.offsets, board.successors, board.counts), board.chances, agents, windows, scratch, win, error)
    return {
        heap: (float(win[0, at]), float(1.0 - win[1, at]), float(max(error[0, at], error[1, at])) + UNIT)
        for heap, at in board.starts.items()
    }


class Agents(NamedTuple):
    """Two agents.

    Attributes:
        playouts: float64 (2,); 0 stands for infinitely many.
        eager: bool (2,), whether the masses of every position are written.
        shares: float64 (2, e), choices of an agent with infinitely many playouts.
        ring: number of slots for positions, not counting the two endings.
    """

    playouts: Reals
    eager: NDArray[np.bool_]
    shares: Reals
    ring: int


class Scratch(NamedTuple):
    """Groups of candidates in one position.

    Attributes:
        whole: int64 (2, groups), slot and number of candidates.
        worth: float64 (groups,), values.
        work: float64 (2 m + 6, BLOCK), for `all_candidates`.
    """

    whole: Ints
    worth: Reals
    work: Reals


@kernel
def _duel_kernel(
    edges: tuple[Ints, Ints, Ints],
    chances: Reals,
    agents: Agents,
    both: tuple[Windows, Windows],
    scratch: Scratch,
    win: Reals,
    error: Reals,
) -> None:
    """Fill win and error, float64 (2, n): winning chance of the agent to move. Masses are kept in a ring of slots."""
    offsets, successors, counts = edges
    ring, whole, worth = agents.ring, scratch.whole, scratch.worth
    for i in range(offsets.shape[0] - 1):
        for agent in range(2):
            if i < 2:
                win[agent, i] = float(i)
                continue
            begin, end = offsets[i], offsets[i + 1]
            others, doubts = win[1 - agent], error[1 - agent]
            windows, k = both[agent], agents.playouts[agent]
            if k == 0.0:
                total, doubt, size = 0.0, 0.0, 0.0
                for e in range(begin, end):
                    total += agents.shares[agent, e] * (1.0 - others[successors[e]])
                    doubt += agents.shares[agent, e] * doubts[successors[e]]
                    size += 1.0 if agents.shares[agent, e] > 0.0 else 0.0
                win[agent, i] = min(1.0, total)
                error[agent, i] = 1.0001 * (doubt + (size + 2.0) * UNIT * total) if size > 1.0 else doubt + UNIT
                continue
            least, spread, worst = 2.0, 0.0, 0.0
            for e in range(begin, end):
                v = 1.0 - others[successors[e]]
                least, spread = min(least, v), max(spread, v)
                worst = max(worst, doubts[successors[e]])
            if end - begin == 1 or (spread == least and worst == 0.0):
                win[agent, i] = least
                error[agent, i] = worst + (0.5 * UNIT if 0.0 < least < 1.0 else 0.0)
                continue
            if end - begin == 2 and counts[begin] == 1 and counts[begin + 1] == 1:
                s1, s2 = successors[begin], successors[begin + 1]
                share, unsure = _pair(chances, s1, s2, k, agents.eager[agent], ring, windows)
                v1, v2 = 1.0 - others[s1], 1.0 - others[s2]
                # the share is that of the first candidate
                value = v2 + share * (v1 - v2)
                win[agent, i] = min(1.0, max(0.0, value))
                error[agent, i] = 1.0001 * (
                    share * doubts[s1]
                    + (1.0 - share) * doubts[s2]
                    + unsure * (abs(v1 - v2) + doubts[s1] + doubts[s2])
                    + UNIT * (value + 3.0 * abs(v1 - v2))
                )
                continue
            floor = 0
            for e in range(begin, end):
                floor = max(floor, windows.first[_slot(successors[e], ring)])
            # a candidate whose masses end below all those of another is never chosen
            groups, candidates, cut = 0, 0, 2.0 * LEFT_OUT
            least, worst = 2.0, 0.0
            for e in range(begin, end):
                slot = _slot(successors[e], ring)
                cut += counts[e] * windows.tail[slot]
                if windows.length[slot] == 0:
                    cut += 1.0
                if windows.first[slot] + windows.length[slot] > floor:
                    candidates += counts[e]
                    whole[0, groups], whole[1, groups] = slot, counts[e]
                    worth[groups] = 1.0 - others[successors[e]]
                    least, worst = min(least, worth[groups]), max(worst, doubts[successors[e]])
                    groups += 1
            added = 0.0
            if groups > 1:
                for g in range(groups):
                    worth[g] -= least
                added = all_candidates(windows, whole[0], whole[1], worth, groups, scratch.work)
            win[agent, i] = min(1.0, least + added)
            error[agent, i] = 1.0001 * (worst + 2.0 * cut + UNIT * ((6.0 * candidates + 17.0) * added + least + added))
        for agent in range(2):
            if agents.eager[agent]:
                write_masses(both[agent], _slot(i, ring), chances[i], agents.playouts[agent])


@kernel
def _slot(position: int, ring: int) -> int:
    """Slot of a position's masses; the two endings have slots of their own."""
    return ring + position if position < 2 else position % ring


@kernel
def _pair(chances: Reals, s1: int, s2: int, k: float, eager: bool, ring: int, windows: Windows) -> tuple[float, float]:
    """Chance that the first of two candidates is chosen, and a bound on its error."""
    one, other = _slot(s1, ring), _slot(s2, ring)
    if not eager:
        p1, q1, p2, q2 = chances[s1, 0], chances[s1, 2], chances[s2, 0], chances[s2, 2]
        # a candidate that wins or loses for certain ties only if the other does so in every playout
        if p1 >= 1.0 and chances[s1, 1] == 0.0 and q1 <= 0.0:
            return 1.0 - 0.5 * _all(p2, q2, k), 1e-14 * _all(p2, q2, k)
        if p2 >= 1.0 and q2 <= 0.0:
            return 0.5 * _all(p1, q1, k), 1e-14 * _all(p1, q1, k)
        if p1 <= 0.0:
            return 0.5 * _all(q2, p2, k), 1e-14 * _all(q2, p2, k)
        if p2 <= 0.0:
            return 1.0 - 0.5 * _all(q1, p1, k), 1e-14 * _all(q1, p1, k)
        if k * (p1 * q1 + p2 * q2) >= CONTOUR_VARIANCE:
            if (p1 - p2) + (chances[s1, 1] - chances[s2, 1]) <= 0.0:
                return contour(chances[s1], chances[s2], k)
            value, unsure = contour(chances[s2], chances[s1], k)
            return 1.0 - value, unsure + UNIT
        one, other = 0, 1
        write_masses(windows, one, chances[s1], k)
        write_masses(windows, other, chances[s2], k)
    first, length, tail = windows.first, windows.length, windows.tail
    cut = tail[one] + tail[other]
    if length[one] == 0 or length[other] == 0:
        return 0.5, 0.5
    if first[one] + length[one] <= first[other]:
        return 0.0, cut
    if first[other] + length[other] <= first[one]:
        return 1.0, cut
    value = two_candidates(windows, one, other)
    return value, cut + 17.0 * UNIT * value


@kernel
def _all(p: float, q: float, k: float) -> float:
    """p^k with q = 1 - p; relative error 1e-14 unless it is below e^-EXPONENT."""
    if p <= 0.0:
        return 0.0
    exponent = k * (np.log1p(-q) if q < 0.5 else np.log(p))
    return np.exp(exponent) if exponent > -EXPONENT else 0.0


def _reach(board: Board) -> int:
    """Largest distance between a position and its successors, not counting the endings."""
    here = np.repeat(np.arange(board.offsets.size - 1), np.diff(board.offsets))
    inner = board.successors >= 2
    return int((here - board.successors)[inner].max(initial=0)) + 1


@lru_cache(maxsize=1)
def board_of(game: Game) -> Board:
    """The game by its rules, with random play."""
    match game:
        case Esr(n, m, s):
            return race_board(n, m, s)
        case DoubleStep(n):
            plain: PlainGame[Any] = plain_lane(n, game.crash)
            starts: dict[int | None, int] = {None: plain.numbers[0, 0]}
        case Subtraction(rules, heap):
            plain = plain_subtraction(rules.moves, heap, rules.overshoot)
            starts = {0: LOST, **{left: plain.numbers[left] for left in range(1, heap + 1)}}
    edges = np.array([edge for options in plain.options for edge in options], np.int64).reshape(-1, 2)
    return _board(np.array([len(options) for options in plain.options]), edges[:, 0], edges[:, 1], starts)


def _board(degrees: Ints, successors: Ints, counts: Ints, starts: dict[int | None, int]) -> Board:
    """A board from the degrees of its positions, with the chances of random play."""
    offsets = np.concatenate([np.zeros(1, np.int64), np.cumsum(degrees)])
    wins = [0, 1 << BITS]
    pairs, edges = True, list(zip(successors.tolist(), counts.tolist(), strict=True))
    for begin, end in pairwise(offsets[2:].tolist()):
        candidates = sum(count for _, count in edges[begin:end])
        wins.append(sum(count * ((1 << BITS) - wins[after]) for after, count in edges[begin:end]) // candidates)
        pairs = pairs and (candidates <= 2 or end - begin == 1)
    losses = [(1 << BITS) - chance for chance in wins]
    return Board(offsets, successors, counts, np.array([*_split(losses), *_split(wins)]).T.copy(), starts, pairs)


def _split(chances: Sequence[int]) -> tuple[list[float], list[float]]:
    """Integers over 2^BITS as pairs of doubles."""
    high = [float(chance) for chance in chances]
    low = [float(chance - int(one)) for chance, one in zip(chances, high, strict=True)]
    return [ldexp(one, -BITS) for one in high], [ldexp(one, -BITS) for one in low]


def race_board(n: int, m: int, s: int) -> Board:
    """ESR(n, m, s): pairs of states of the player to move and of the opponent, with equal tempo or one step behind."""
    steps = race_steps(n, m, s)
    levels = [list(states) for _, states in groupby(steps, key=sum)]
    rank = {state: i for states in levels for i, state in enumerate(states)}
    # a player's moves: state, rank of the next state (-1: home), candidates
    moves = []
    for states in levels:
        rows = []
        for i, state in enumerate(states):
            found: dict[int, int] = {}
            for after in steps[state]:
                place = -1 if after is None else rank[after]
                found[place] = found.get(place, 0) + 1
            rows += [(i, place, count) for place, count in found.items()]
        moves.append(np.array(rows, np.int64))
    bases: dict[tuple[int, int], int] = {}
    position = 2
    successors, counts, degrees = [], [], [np.zeros(2, np.int64)]
    for t in range(len(levels) - 1, -1, -1):
        for ahead in (1, 0):
            if t + ahead >= len(levels):
                continue
            movers, opponents = len(levels[t]), len(levels[t + ahead])
            following = len(levels[t + 1]) if t + 1 < len(levels) else 0
            mover, place, number = moves[t].T
            # every opponent for every move, in the order of positions
            degree = np.bincount(mover, minlength=movers)
            order = np.repeat(mover, opponents) * opponents + np.tile(np.arange(opponents), mover.size)
            target = bases.get((t + ahead, t + 1), 2) + np.tile(np.arange(opponents), mover.size) * following
            led = np.where(np.repeat(place, opponents) < 0, 0, target + np.repeat(place, opponents))
            sorting = np.argsort(order, kind="stable")
            successors.append(led[sorting])
            counts.append(np.repeat(number, opponents)[sorting])
            degrees.append(np.repeat(degree, opponents))
            bases[t, t + ahead] = position
            position += movers * opponents
    return _board(np.concatenate(degrees), np.concatenate(successors), np.concatenate(counts), {None: position - 1})


@lru_cache(maxsize=1)
def limit_shares(game: Game) -> Reals:
    """Choices of MC(inf): the chance of each successor in `board_of(game)`; best candidates are found by fractions.

    Raises:
        KeyError: the game is neither a race nor a subtraction game.
    """
    board = board_of(game)
    options = [
        list(zip(board.successors[begin:end].tolist(), board.counts[begin:end].tolist(), strict=True))
        for begin, end in zip(board.offsets[:-1].tolist(), board.offsets[1:].tolist(), strict=True)
    ]
    chances: list[fmpq] = exact_chances(options)
    found: list[float] = []
    for candidates in options:
        if candidates:
            least = min(chances[after] for after, _ in candidates)
            best = [count if chances[after] == least else 0 for after, count in candidates]
            found += [count / sum(best) for count in best]
    return np.array(found)
