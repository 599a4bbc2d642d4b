"""What can be built of the user's own games: a game; the standard set is every game registered by a package."""

from collections.abc import Callable, Iterator, Mapping
from typing import Annotated, Any

from tafelwerk import own_games
from tafelwerk.build.kind import Kind
from tafelwerk.families.games.rules import FAMILY, finding
from tafelwerk.families.games.tasks import MOST_POSITIONS, Most, SolvedGame, compile_solver
from tafelwerk.parameters import Parameter


class WholeGame(Kind, kind=""):
    """A game, identified by its name.

    Attributes:
        code: digest of its code, by `code_of`.
        most: greatest number of positions.
    """

    game: Annotated[str, Parameter("NAME", "Name of the game.")]
    code: str | None = None
    most: Most = MOST_POSITIONS

    evidence = "certificate"

    @property
    def parameters(self) -> Mapping[str, Any]:
        return {"game": self.game}

    @property
    def name(self) -> str:
        return f"{FAMILY} {self.game}"

    def make_tasks(self) -> Iterator[SolvedGame]:
        yield SolvedGame(self.game, self.code, self.most)


def standard() -> Iterator[WholeGame]:
    """Every game registered by a package."""
    for name in own_games.installed():
        yield WholeGame(name, finding.code_of(finding.find(name)))


quick = full = standard


def pocket() -> Iterator[WholeGame]:
    """The empty set: the pocket book has none of the user's games."""
    yield from ()


def warm() -> tuple[Callable[[], object], ...]:
    """Small computations that together compile every kernel."""
    return (compile_solver,)
