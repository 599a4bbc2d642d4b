"""Names of the user's own games: what packages register, and the files from which this process takes games.

A package registers games by entry points of the group `tafelwerk.games`, each a class or a function that makes a game:

    [project.entry-points."tafelwerk.games"]
    nim = "my_games:Nim"
"""

from collections.abc import Iterable
from importlib.machinery import PathFinder
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path

from tafelwerk.spelling import compose

GROUP = "tafelwerk.games"

OFFERED: dict[str, str] = {}
"""Files, each perhaps with a class, that a process which takes no other file takes games from, by their short names."""

_installed_alone = False


def take_installed_alone(offered: Iterable[str] = ()) -> None:
    """Have this process take games from packages and from the offered files alone, no more from any file or named module.

    Args:
        offered: files, or classes in files, such as "/home/me/nim.py:Nim"; they are loaded when they are asked for.
    """
    global _installed_alone
    _installed_alone = True
    OFFERED.update((compose(short_name(file)), file) for file in offered)


def is_restricted() -> bool:
    """Whether this process takes games from packages and offered files alone."""
    return _installed_alone


def short_name(named: str) -> str:
    """A file or a class in a file without its folder: "nim.py:Nim"."""
    path, _, kind = named.partition(":")
    return f"{Path(path).name}:{kind}" if kind else Path(path).name


def word_of(game: str, class_name: str) -> str:
    """What command lines take for a stored game: its name if a package registers it, otherwise its class in a module or a file.

    Args:
        game: its name.
        class_name: its class as it was solved, module:Name.
    """
    module, _, kind = class_name.partition(":")
    if game in installed_games():
        return game
    # nothing is imported: a book may come from somebody else
    is_module = "." in module or PathFinder.find_spec(module) is not None
    return class_name if is_module else f"{module}.py:{kind}"


def installed_games() -> dict[str, EntryPoint]:
    """The games registered by packages, by name, not loaded yet."""
    return {compose(point.name): point for point in sorted(entry_points(group=GROUP), key=lambda point: point.name)}
