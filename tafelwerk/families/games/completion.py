"""Values that a shell completes in the commands of the user's own games."""

from collections.abc import Iterable
from typing import Any


def _names(ctx: Any) -> Iterable[str]:
    from tafelwerk.commands.completion import book_of
    from tafelwerk.own_games import installed
    from tafelwerk.tables.names import own_games, remembered

    with book_of(ctx) as book:
        return sorted({*installed(), *remembered(own_games, book, "games")})


VALUES = {"NAME": _names, "NAME...": _names}
"""Values by the option, or by what stands for them in help."""
