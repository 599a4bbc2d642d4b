"""Games of your own: solve completely, query, explain and play them. Nothing of it ships with the program.

Nothing else of the package is imported with it: help pages and completion read these names alone.

    in a class         name here                  meaning
    position           Rules.canonical            the position that stands for all equivalent ones in the book
    outcome            Node.outcome               what an end is worth to the player to move
    chance             Node.weights               exact probabilities of the positions that chance leads to
    moves, after       Node.names, Node.after     texts of the moves, and the positions after them
"""

from typing import Any

HELP = (
    "Games of your own: solve completely, query, explain and play them. `tafelwerk games explain FILE -o FILE.svg` draws a"
    " position."
)

COMMANDS = {
    "list": ("commands", "Which games of your own are there?"),
    "check": ("questions", "Does my game play as I mean it?"),
    "solve": ("commands", ""),
    "position": ("questions", "What is a position worth?"),
    "explain": ("questions", "What is each move worth?"),
    "summary": ("questions", "How many positions are won, and how long do games last?"),
    "source": ("commands", "By which code was a game solved?"),
    "play": ("commands", ""),
    "verify": ("commands", ""),
}
"""Commands: the module of the question or the function, and what a command answers, in a person's words."""

PURPOSES = {
    "Your games": ("list", "check", "solve"),
    "Positions": ("position", "explain", "summary", "play"),
    "How it is known": ("source", "verify"),
}
"""What commands are for, in the order of help."""


def _names(ctx: Any) -> list[str]:
    from tafelwerk.commands.completion import book_of
    from tafelwerk.own_games import installed_games
    from tafelwerk.tables.names import cached_names, own_games

    with book_of(ctx) as book:
        return sorted({*installed_games(), *cached_names(own_games, book, "games")})


COMPLETIONS = {"NAME": _names, "NAME...": _names}
"""Values that a shell completes: words, or what finds them, by the option or by what stands for them in help."""


def cited_builds(book: Any, records: list[Any]) -> list[Any]:
    """Builds of this family under names that `tafelwerk build` takes; see `provenance.cited_builds`."""
    from tafelwerk.families.games.stored_games import cited_builds

    return cited_builds(book, records)
