"""The task of the user's own games: every position of one game.

`SPEED` is the number of a task's operations per second on one core. A game's work is known only afterwards; the estimate is for a
game of typical size.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, ClassVar

from tafelwerk.errors import InputError
from tafelwerk.families.games.rules import finding
from tafelwerk.families.games.rules.rules import Kind, Rules
from tafelwerk.parameters import Parameter

if TYPE_CHECKING:
    from tafelwerk.solvers.games.solving import Solution

MOST_POSITIONS = 1_000_000
"""Default limit of positions of a game."""

Most = Annotated[int, Parameter("N", f"Greatest number of positions. Default: {MOST_POSITIONS:,}.", 1, 100_000_000)]
"""A limit of positions."""

USUAL_POSITIONS = 20_000
"""Number of positions assumed for the estimate."""


@dataclass(frozen=True, slots=True)
class SolvedGame:
    """Every position of a game, identified by its name.

    Attributes:
        game: its name.
        code: digest of its code, by `code_of`, so that parts of other code are not reused.
        most: greatest number of positions.
    """

    game: str
    code: str | None
    most: int
    tables: ClassVar[tuple[str, ...]] = ("games", "positions")
    SPEED: ClassVar[float] = 4e4

    def run(self) -> Mapping[str, Mapping[str, Any]]:
        from tafelwerk.solvers.games.solving import solve

        rules = finding.known(self.game)
        if rules is None:
            raise InputError(f"there is no game {self.game!r}: no package registers it, and no code was given")
        return rows(rules, solve(rules, self.most))

    def operations(self) -> float:
        return float(USUAL_POSITIONS)

    def expected_rows(self) -> int:
        return USUAL_POSITIONS + 1


def rows(rules: Rules, solution: "Solution") -> dict[str, dict[str, Any]]:
    """The rows of a solved game, positions in the order of their texts."""
    graph = solution.graph
    order = sorted(range(len(graph)), key=graph.texts.__getitem__)
    values = [solution.values[place] for place in order]
    greatest = max((one for one in solution.distances if one is not None), default=None)
    game = {
        "game": [rules.name],
        "class": [finding.class_of(rules)],
        "code": [finding.code_of(rules)],
        "players": [rules.players],
        "chance": [Kind.CHANCE in graph.kinds],
        "symmetry": [rules.is_symmetric],
        "start": [graph.texts[0]],
        "positions": [len(graph)],
        "ends": [len(graph.outcomes)],
        "edges": [len(graph.successors)],
        "greatest": [greatest],
    }
    positions = {
        "game": rules.name,
        "position": [graph.texts[place] for place in order],
        "kind": [graph.kinds[place].value for place in order],
        "value": [float(value) for value in values],
        "value_num": [str(value.numerator) for value in values],
        "value_den": [str(value.denominator) for value in values],
        "distance": [solution.distances[place] for place in order],
        "moves": [solution.best[place] for place in order],
    }
    return {"games": game, "positions": positions}


def compile_solver() -> None:
    """Solve a game of three positions, which compiles the kernel."""
    from tafelwerk.solvers.games.solving import solve

    solve(Rules(_Countdown()), 9)


class _Countdown:
    """One token is taken per move; the player who takes the last one wins."""

    def start(self) -> int:
        return 2

    def moves(self, tokens: int) -> list[str]:
        return ["take"]

    def after(self, tokens: int, move: str) -> int:
        return tokens - 1

    def outcome(self, tokens: int) -> int | None:
        return None if tokens else -1
