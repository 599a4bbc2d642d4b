"""A finite two-player game without cycles, compiled to flat arrays, so that one kernel serves every game.

Positions are numbered in topological order: every successor has a smaller number than its position, so a kernel that runs through
0, 1, 2, ... meets successors first. Players alternate. Chances and payoffs are those of the player to move. A position does not
record which player that is, so positions that look the same to both share one number.
"""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tafelwerk.errors import InputError

UNDECIDED = 2


class Edges(NamedTuple):
    """Arrays of a GameGraph for kernels; see there."""

    offsets: NDArray[np.int64]
    successors: NDArray[np.int32]
    multiplicities: NDArray[np.int32]
    payoff: NDArray[np.int8]


@dataclass(frozen=True, slots=True, eq=False)
class GameGraph:
    """A game as arrays; n positions, e edges.

    An edge bundles the candidate moves of a position that lead to the same successor. They remain separate candidates, which
    `multiplicities` counts. The edges of position i are offsets[i] to offsets[i + 1] - 1.

    Attributes:
        offsets: int64, shape (n + 1,).
        successors: int32, shape (e,): numbers of positions, each smaller than that of the edge's own position.
        multiplicities: int32, shape (e,): number of candidate moves on the edge, at least 1.
        labels: int32, shape (e,): the move, as each game defines it.
        payoff: int8, shape (n,): +1, 0, -1 if the game is over and the player to move has won, drawn or lost; otherwise
            UNDECIDED. Positions with a payoff have no edges, the others have at least one.
        root: number of the position the game starts from.
    """

    offsets: NDArray[np.int64]
    successors: NDArray[np.int32]
    multiplicities: NDArray[np.int32]
    labels: NDArray[np.int32]
    payoff: NDArray[np.int8]
    root: int

    @property
    def positions(self) -> int:
        return int(self.payoff.shape[0])

    @property
    def edges(self) -> int:
        return int(self.successors.shape[0])

    @property
    def arrays(self) -> Edges:
        """The graph as an argument of kernels."""
        return Edges(self.offsets, self.successors, self.multiplicities, self.payoff)

    def position_sums(self, numbers: NDArray[np.integer]) -> NDArray[np.int64]:
        """Sum, over the edges of each position, of a number per edge; int64, shape (n,), 0 without edges."""
        total = np.zeros(self.edges + 1, np.int64)
        numbers.cumsum(out=total[1:])
        before = total[self.offsets]
        sums: NDArray[np.int64] = before[1:] - before[:-1]
        return sums

    def edge_sums(self, numbers: NDArray[np.int64]) -> NDArray[np.int64]:
        """For each edge, the sum over its position; int64, shape (e,)."""
        sums: NDArray[np.int64] = np.repeat(self.position_sums(numbers), np.diff(self.offsets))
        return sums

    def edges_of(self, position: int) -> range:
        """Numbers of the edges that leave a position."""
        return range(int(self.offsets[position]), int(self.offsets[position + 1]))

    def check(self) -> None:
        """Raise InputError unless the arrays have every property above; linear in positions and edges."""
        n, e = self.positions, self.edges
        degree = np.diff(self.offsets)
        source = np.repeat(np.arange(n), degree)
        problems = {
            "offsets must start at 0, never fall and end at the number of edges": self.offsets.shape != (n + 1,)
            or self.offsets[0] != 0
            or self.offsets[-1] != e
            or bool((degree < 0).any()),
            "multiplicities and labels must have one entry per edge": self.multiplicities.shape != (e,)
            or self.labels.shape != (e,),
        }
        if not any(problems.values()):
            problems = {
                "successors must have smaller numbers than their position": bool((self.successors >= source).any())
                or bool((self.successors < 0).any()),
                "multiplicities must be at least 1": bool((self.multiplicities < 1).any()),
                "payoff must be -1, 0, 1 or UNDECIDED": not bool(np.isin(self.payoff, (-1, 0, 1, UNDECIDED)).all()),
                "exactly the undecided positions have edges": not np.array_equal(degree > 0, self.payoff == UNDECIDED),
                "the root must be a position": not 0 <= self.root < n,
            }
        for problem, found in problems.items():
            if found:
                raise InputError(f"not a game graph: {problem}")
