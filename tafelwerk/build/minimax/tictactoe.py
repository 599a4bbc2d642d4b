"""What searches make of tic-tac-toe: looking ahead to every depth, nodes by move order; the tasks and their build."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from tafelwerk.build.task import Build, Task

Columns = Mapping[str, Any]

GAME = "tictactoe"


@dataclass(frozen=True, slots=True)
class LookAheads:
    """Every position of tic-tac-toe, looked ahead 0 to 9 moves."""

    table: ClassVar[str] = "look_ahead"
    SPEED: ClassVar[float] = 1e9
    """Operations per second of one core, kernels warm; measured."""

    def run(self) -> Columns:
        from tafelwerk.build.minimax.tictactoe_rows import look_ahead_rows

        return look_ahead_rows()

    def operations(self) -> float:
        return 8e7

    def expected_rows(self) -> int:
        return 54_780


@dataclass(frozen=True, slots=True)
class NodeCounts:
    """Nodes of minimax and alpha-beta on the whole of tic-tac-toe, by move order."""

    table: ClassVar[str] = "node_counts"
    SPEED: ClassVar[float] = 1e9
    """Operations per second of one core, kernels warm; measured."""

    def run(self) -> Columns:
        from tafelwerk.build.minimax.tictactoe_rows import node_count_rows

        return node_count_rows()

    def operations(self) -> float:
        return 6e7

    def expected_rows(self) -> int:
        return 12


SEARCHES: Mapping[str, tuple[Task, ...]] = {GAME: (LookAheads(), NodeCounts())}
"""What is stored of a game's searches, beside its positions."""


def tictactoe_build() -> Build:
    """Positions and classes of tic-tac-toe, looking ahead, node counts."""
    from tafelwerk.build.minimax.positions import game_build

    return game_build(GAME)


def warm() -> tuple[Callable[[], object], ...]:
    """Small steps that together compile the kernels of looking ahead and of the counts."""
    return (LookAheads().run, NodeCounts().run)
