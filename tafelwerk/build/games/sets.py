"""Builds of the user's own games; the standard set is every game registered by a package. Nothing ships with the program."""

from collections.abc import Iterator

from tafelwerk.build.games.tasks import LARGEST_LIMIT, MOST_POSITIONS, SolvedGame
from tafelwerk.build.task import Build, DescribedBuild
from tafelwerk.errors import InputError
from tafelwerk.rules.games import FAMILY, finding


def game_build(name: str, code: str | None = None, most: int = MOST_POSITIONS) -> Build:
    """The build of a game, identified by its name.

    Args:
        name: the game.
        code: digest of its code, by `code_of`.
        most: greatest number of positions.

    Raises:
        InputError: the limit is out of range.
    """
    if not 1 <= most <= LARGEST_LIMIT:
        raise InputError(f"--most must be 1 to {LARGEST_LIMIT:,} positions, not {most}")
    return DescribedBuild.of(FAMILY, {"game": name}, (SolvedGame(name, code, most),))


def standard() -> Iterator[Build]:
    """Every game registered by a package."""
    for name in finding.installed():
        rules = finding.find(name)
        yield game_build(name, finding.code_of(rules))


def quick() -> Iterator[Build]:
    """As the standard set."""
    yield from standard()


def full() -> Iterator[Build]:
    """As the standard set."""
    yield from standard()


def pocket() -> Iterator[Build]:
    """The empty set: the pocket book has none of the user's games."""
    yield from ()
