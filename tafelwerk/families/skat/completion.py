"""Values that a shell completes in the commands of Skat."""

from collections.abc import Iterable
from typing import Any


def _games(ctx: Any) -> Iterable[str]:
    from tafelwerk.families.skat.rules.cards import Game

    return _terms(ctx, [game.value for game in Game])


def _seats(ctx: Any) -> Iterable[str]:
    return _terms(ctx, ("forehand", "middlehand", "rearhand"))


def _terms(ctx: Any, words: Iterable[str]) -> Iterable[str]:
    """English terms in the language of the command line, with initial capitals in German."""
    from tafelwerk.commands.common import LANGUAGE, language_in
    from tafelwerk.families.skat.rules.cards import titled
    from tafelwerk.language import Language, speaking

    if (ctx.meta.get(LANGUAGE) or language_in(ctx.find_root().args)) is not Language.GERMAN:
        return words
    with speaking(Language.GERMAN):
        return [*map(titled, words)]


def _agents(ctx: Any) -> Iterable[str]:
    from tafelwerk.families.skat.rules.limits import AGENTS

    return AGENTS


def _players(ctx: Any) -> Iterable[str]:
    """Agents behind the commas of a list of players."""
    before, comma, _ = str(ctx.obj).rpartition(",")
    return [before + comma + agent for agent in _agents(ctx)]


def _stored_games(ctx: Any) -> Iterable[str]:
    if ctx.info_name != "games":  # other names are those of a file
        return ()
    from tafelwerk.commands.completion import book_of
    from tafelwerk.tables.names import cached_names, played_games

    with book_of(ctx) as book:
        return cached_names(played_games, book, "skat")


VALUES = {
    "--game": _games,
    "--declarer": _seats,
    "--seat": _seats,
    "AGENT[,AGENT]": _players,
    "A,B,C": _players,
    "AGENT": _agents,
    "NAME": _stored_games,
}
"""Values by the option, or by what stands for them in help."""
