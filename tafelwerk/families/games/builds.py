"""What can be built of the user's own games: a game, by a build or at once.

The standard set is every game registered by a package. A game's work is known only afterwards; the estimate is for a game of
typical size.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from os import PathLike
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Annotated, Any, ClassVar

from tafelwerk import own_games
from tafelwerk.build.kind import Kind
from tafelwerk.build.task import Checkpoint, Resumable
from tafelwerk.errors import InputError
from tafelwerk.families.games.rules import (
    FAMILY,
    NodeKind,
    Rules,
    class_of,
    code_of,
    find_game,
    known_game,
    register_game,
    source_of,
)
from tafelwerk.families.games.stored_games import stored_game
from tafelwerk.frozen import frozen
from tafelwerk.parameters import Parameter

if TYPE_CHECKING:
    from tafelwerk.solvers.games import Solution
    from tafelwerk.tables.book import Book

MOST_POSITIONS = 1_000_000
"""Default limit of positions of a game."""

Most = Annotated[
    int,
    Parameter("N", f"Greatest number of positions. Default: {MOST_POSITIONS:,}.", 1, 100_000_000, option="--positions"),
]
"""A limit of positions."""

USUAL_POSITIONS = 20_000
"""Number of positions assumed for the estimate."""


@frozen
class GameTask(Resumable):
    """Every position of a game, identified by its name.

    Attributes:
        game: its name.
        code: digest of its code, by `code_of`, so that parts of other code are not reused.
        most: greatest number of positions.
        word: the game as it was named, such as a file, for a process that does not know it yet.
    """

    game: str
    code: str | None
    most: int
    word: str
    tables: ClassVar[tuple[str, ...]] = ("games", "positions", "sources")
    SPEED: ClassVar[float] = 4e4

    def resume(self, checkpoint: Checkpoint | None) -> Mapping[str, Mapping[str, Any]]:
        """As `run`, from the positions that were found."""
        from tafelwerk.solvers.games import solve_own_game

        rules = known_game(self.game) or (find_game(self.word) if self.word else None)
        if rules is None:
            raise InputError(f"there is no game {self.game!r}: no package registers it, and no code was given")
        if checkpoint is None or self.code is None:  # without source, the game of a state may be another
            return solution_rows(rules, solve_own_game(rules, self.most))
        return solution_rows(rules, solve_own_game(rules, self.most, checkpoint.load(), checkpoint.save))

    def operations(self) -> float:
        return float(USUAL_POSITIONS)

    def expected_rows(self) -> int:
        return USUAL_POSITIONS + 1


def solution_rows(rules: Rules, solution: "Solution") -> dict[str, dict[str, Any]]:
    """The rows of a solved game, positions in the order of their texts."""
    graph = solution.graph
    order = sorted(range(len(graph)), key=graph.texts.__getitem__)
    values = [solution.values[index] for index in order]
    greatest = max((plies for plies in solution.distances if plies is not None), default=None)
    game = {
        "game": [rules.name],
        "class": [class_of(rules)],
        "code": [code_of(rules)],
        "players": [rules.players],
        "chance": [NodeKind.CHANCE in graph.kinds],
        "symmetry": [rules.is_symmetric],
        "start": [graph.texts[0]],
        "positions": [len(graph)],
        "ends": [len(graph.outcomes)],
        "edges": [len(graph.edges.successors)],
        "greatest": [greatest],
    }
    positions = {
        "game": rules.name,
        "position": [graph.texts[index] for index in order],
        "kind": [graph.kinds[index].value for index in order],
        "value": [float(value) for value in values],
        "value_num": [str(value.numerator) for value in values],
        "value_den": [str(value.denominator) for value in values],
        "distance": [solution.distances[index] for index in order],
        "moves": [solution.best[index] for index in order],
    }
    source = source_of(rules)
    sources = {"game": [rules.name], "source": [source]} if source else {"game": [], "source": []}
    return {"games": game, "positions": positions, "sources": sources}


def compile_solver() -> None:
    """Solve a game of three positions, which compiles the kernel."""
    from tafelwerk.solvers.games import solve_own_game

    solve_own_game(Rules(_Countdown()), 9)


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


class WholeGame(Kind, kind=""):
    """A game, identified by its name.

    Attributes:
        code: digest of its code, by `code_of`.
        most: greatest number of positions.
        word: the game as it was named.
    """

    game: Annotated[str, Parameter("NAME", "Name of the game.")]
    code: str | None = None
    most: Most = MOST_POSITIONS
    word: str = ""

    evidence = "certificate"

    @property
    def parameters(self) -> Mapping[str, Any]:
        return {"game": self.game}

    @property
    def name(self) -> str:
        return f"{FAMILY} {self.game}"

    def make_tasks(self) -> Iterator[GameTask]:
        yield GameTask(self.game, self.code, self.most, self.word)


def standard() -> Iterator[WholeGame]:
    """Every game registered by a package."""
    for name in own_games.installed_games():
        yield WholeGame(name, code_of(find_game(name)))


quick = full = standard


def pocket() -> Iterator[WholeGame]:
    """The empty set: the pocket book has none of the user's games."""
    yield from ()


def warm() -> tuple[Callable[[], object], ...]:
    """Small computations that together compile every kernel."""
    return (compile_solver,)


def holds(book: "Book", rules: Rules) -> bool:
    """Whether the book holds a game solved by its current code; False if this is unknown."""
    stored, code = stored_game(book, rules.name), code_of(rules)
    return stored is not None and code is not None and stored.code == code


def keep_game(book: str | PathLike[str], rules: Rules, *, most: int = MOST_POSITIONS, force: bool = False) -> bool:
    """Solve a game in this process and commit it, unless the book holds it, solved by the same code.

    Args:
        book: the book's folder.
        rules: the game.
        most: greatest number of positions.
        force: solve it again.

    Returns:
        Whether it was solved.

    Raises:
        InputError: the game returns an impossible value, or has more positions.
        TafelwerkError: errors of the runner.
    """
    from tafelwerk.build.commit import upgrade
    from tafelwerk.build.runner import run
    from tafelwerk.tables.book import Book

    code = code_of(register_game(rules))
    build = WholeGame(rules.name, code, most)
    upgrade(Path(book), build.family)
    with Book(book) as opened:
        if not force and holds(opened, rules):
            return False
    run(book, (build,), executor="inline", force=True)
    return True


@contextmanager
def holding(book: str | PathLike[str], rules: Rules) -> Iterator["Book"]:
    """A book that holds a game solved by its current code: the given one, or a temporary one.

    Args:
        book: the book's folder.
        rules: the game.

    Raises:
        InputError: as `keep_game`.
    """
    from tafelwerk.tables.book import Book

    with Book(book) as opened:
        if holds(opened, rules):
            yield opened
            return
    with TemporaryDirectory() as folder:
        own = Path(folder) / "book"
        keep_game(own, rules)
        with Book(own) as opened:
            yield opened
