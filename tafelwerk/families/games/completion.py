"""Values that a shell completes in the commands of the user's own games."""

from collections.abc import Iterable
from typing import Any


def _names(ctx: Any) -> Iterable[str]:
    from tafelwerk.commands.completion import book_of
    from tafelwerk.own_games import installed_games
    from tafelwerk.tables.names import cached_names, own_games

    with book_of(ctx) as book:
        return sorted({*installed_games(), *cached_names(own_games, book, "games")})


VALUES = {"NAME": _names, "NAME...": _names}
"""Values by the option, or by what stands for them in help."""
