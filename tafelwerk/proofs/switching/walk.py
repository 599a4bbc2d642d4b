"""Heuristic against heuristic after one first move, walked through a second time: chances, plies, the closest decision.

Positions are stored after a choice between edges that are not equivalent, and after every eighth forced move in between. The walk
does not continue from a position that is already stored, itself or as an image under the board's symmetries.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from random import Random

import numpy as np

from tafelwerk.proofs.switching.board import DELETED, MARKED, Board
from tafelwerk.proofs.switching.decisions import (
    CHOICE,
    CUT_WINS,
    PAUSED,
    STRIDE,
    UNSURE,
    is_alike,
    measure,
    position_key,
    run,
)
from tafelwerk.proofs.switching.network import States, exact_drops, make_workspace, residue_drop, residue_potentials


@dataclass(frozen=True, slots=True)
class Outcome:
    """What follows a first move.

    Attributes:
        rate: chance that Cut wins.
        shortest, longest: plies of the shortest and of the longest game.
        positions, branches: number of positions visited, and of those with a choice between edges that are not equivalent.
        faults: faults of the stored closest decision.
    """

    rate: Fraction
    shortest: int
    longest: int
    positions: int
    branches: int
    faults: tuple[str, ...]


@dataclass(slots=True)
class _Node:
    """A stored position: its continuations, each with weight, plies, key of the next position (None at the end), and winner."""

    ways: list[tuple[int, int, int | None, bool]]
    value: tuple[Fraction, int, int] | None = None


class Walker:
    """Walks on one board, each with new random primes."""

    def __init__(self, board: Board, draw: Random) -> None:
        self.board = board
        self.space = make_workspace(board, draw)

    def outcome(self, edge: int, gap: Fraction, gap_states: Sequence[int]) -> Outcome:
        """Walk through all games after a first move.

        Args:
            edge: the first move.
            gap: the stored gap of the closest decision.
            gap_states: the stored position of the closest decision.
        """
        states = np.zeros(self.board.edges, np.int8)
        states[edge] = DELETED
        root = position_key(self.space, states)
        nodes: dict[int, _Node] = {}
        todo = [(root, states, MARKED)]
        met: list[tuple[States, float, float]] = []
        exact: list[tuple[States, Fraction]] = []
        positions = branches = 0
        aim = float(gap)
        while todo:
            key, states, colour = todo.pop()
            if key in nodes:
                continue
            node = nodes[key] = _Node([])
            status, plies, found, count = run(self.space, states, colour, STRIDE, aim, 0)
            met += ((self.space.near[i].copy(), *self.space.gaps[i].tolist()) for i in range(count))
            positions += plies
            mover = colour if plies % 2 == 0 else DELETED + MARKED - colour
            if status in (CHOICE, UNSURE):
                positions += 1
                classes = self._classes(found) if status == CHOICE else self._settled(states, exact)
                branches += len(classes) > 1
                for first, weight in classes:
                    after = states.copy()
                    after[first] = mover
                    following = position_key(self.space, after)
                    node.ways.append((weight, plies + 1, following, False))
                    todo.append((following, after, DELETED + MARKED - mover))
            elif status == PAUSED:
                following = position_key(self.space, states)
                node.ways.append((1, plies, following, False))
                todo.append((following, states, mover))
            else:
                node.ways.append((1, plies, None, status == CUT_WINS))
        rate, shortest, longest = _valued(nodes, root)
        faults = tuple(self._gap_faults(edge, gap, gap_states, met, exact))
        return Outcome(rate, shortest + 1, longest + 1, positions, branches, faults)

    def tied(self, states: States) -> list[int]:
        """Edges with the greatest drop of an open position, ascending."""
        found, _, _, _, settled = measure(self.space, states)
        if settled:
            return [int(edge) for edge in self.space.tied[:found]]
        drops = exact_drops(self.board, states)
        return [edge for edge, drop in drops.items() if drop == max(drops.values())]

    def joins(self, states: States, edge: int) -> bool:
        """Whether marking an edge joins A and B."""
        measure(self.space, states)
        return sorted(self.space.label[self.board.ends[edge]].tolist()) == [0, 1]

    def _classes(self, found: int) -> list[tuple[int, int]]:
        """Tied edges up to equivalence: the first of each class, and the size of the class."""
        classes = self.space.classes[:found].tolist()
        return [(int(self.space.tied[first]), classes.count(first)) for first in sorted(set(classes))]

    def _settled(self, states: States, exact: list[tuple[States, Fraction]]) -> list[tuple[int, int]]:
        """As `_classes`, if only fractions decide; the gap between the greatest drops is recorded."""
        drops = exact_drops(self.board, states)
        levels = sorted(set(drops.values()))
        if len(levels) > 1:
            exact.append((states.copy(), levels[-1] - levels[-2]))
        classes: dict[int, int] = {}
        for edge in (edge for edge, drop in drops.items() if drop == levels[-1]):
            # the labels are those of this position, which was measured last
            first = next((first for first in classes if is_alike(self.space, first, edge)), edge)
            classes[first] = classes.get(first, 0) + 1
        return list(classes.items())

    def _gap_faults(
        self,
        edge: int,
        gap: Fraction,
        stored_states: Sequence[int],
        met: list[tuple[States, float, float]],
        exact: list[tuple[States, Fraction]],
    ) -> Iterator[str]:
        """Checks that the stored decision occurs and is the closest of all."""
        stored = np.array(stored_states, np.int8)
        if len(stored) != self.board.edges or stored.max() > MARKED or stored[edge] != DELETED:
            yield f"no position {stored_states!r:.80}"
            return
        where, is_met = position_key(self.space, stored), False
        for states, closest, error in met:
            if closest + error < gap:
                yield f"a decision is closer: {closest}"
                return
            same = self._is_gap(states, gap, error)
            if same is None:
                exact.append((states, _exact_gap(self.board, states)))
            elif same:
                is_met = is_met or position_key(self.space, states) == where
            elif closest - error <= gap:
                exact.append((states, _exact_gap(self.board, states)))
        for states, value in exact:
            if value < gap:
                yield f"a decision is closer: {float(value)}"
            is_met = is_met or (value == gap and position_key(self.space, states) == where)
        if not is_met:
            yield "the position of the closest decision is not met, or has another gap"

    def _is_gap(self, states: States, gap: Fraction, error: float) -> bool | None:
        """Whether a position's closest decision equals a fraction, modulo two primes; None if that is undecided."""
        space = self.space
        found, best, below, error, settled = measure(space, states)
        if not settled:
            return None
        tied = set(space.tied[:found].tolist())
        potential = space.potential[space.label[space.ends]]
        drops = np.abs(potential[:, 0] - potential[:, 1])
        near = [int(e) for e in np.flatnonzero((states == 0) & (drops >= below - error)) if int(e) not in tied]
        for number, prime in enumerate(space.primes.tolist()):
            if gap.denominator % prime == 0 or not residue_potentials(space, states, prime, space.rests[number]):
                return None
            rests = {residue_drop(space, edge, number) for edge in near}
            if len(rests) > 1:
                return None
            wanted = gap.numerator * pow(gap.denominator, -1, prime) % prime
            if (residue_drop(space, best, number) - rests.pop()) % prime != wanted:
                return False
        return True


def _exact_gap(board: Board, states: States) -> Fraction:
    levels = sorted(set(exact_drops(board, states).values()))
    return levels[-1] - levels[-2]


def _valued(nodes: dict[int, _Node], root: int) -> tuple[Fraction, int, int]:
    """Cut's chance and the remaining plies, by backward induction from the ends of the games."""
    todo = [root]
    while todo:
        node = nodes[todo[-1]]
        waiting = [key for _, _, key, _ in node.ways if key is not None and nodes[key].value is None]
        if waiting and node.value is None:
            todo += waiting
            continue
        todo.pop()
        rate, total, plies = Fraction(0), 0, []
        for weight, moves, key, cut in node.ways:
            after = (Fraction(cut), 0, 0) if key is None else nodes[key].value
            assert after is not None
            rate, total = rate + weight * after[0], total + weight
            plies += [moves + after[1], moves + after[2]]
        node.value = rate / total, min(plies), max(plies)
    value = nodes[root].value
    assert value is not None
    return value
