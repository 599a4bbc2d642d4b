"""Values that a shell completes: by the option or the argument, and by the family of the command.

Only rules and the texts of schemas are read, so that Tab answers at once. The book is asked only for the names of word lists and
of played games.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperCommand
from typer.main import get_command

from tafelwerk.streams import is_seen

if TYPE_CHECKING:
    from tafelwerk.tables.book import Book

_SEATS = ("forehand", "middlehand", "rearhand")
_CHOICES = re.compile(r"[a-z-]+(\|[a-z-]+)+")


def complete_values(params: list[Any], ctx: Any) -> None:
    """Give parameters of a command the values that a shell may complete.

    Args:
        params: the command's parameters.
        ctx: its context.
    """
    words: list[str] = []
    while ctx.parent is not None:  # ctx.command_path asks for the parameters again
        words, ctx = [ctx.info_name, *words], ctx.parent
    family = next((word for word in words if word in _families()), "")
    for param in params:
        values = _values(family, param)
        if values is not None:
            param._custom_shell_complete = _completing(values)


def option_alone(name: str, words: Sequence[str]) -> Any:
    """A command with one option, the one whose value a shell completes: its values need no import of the real command.

    Args:
        name: a family, or "build" before one.
        words: the rest of the command line, up to the option.

    Returns:
        The command, or None if the words do not end in an option whose values are known by its family and name.
    """
    family = name if name != "build" else next((word for word in words if word in _families()), "")
    values = _KNOWN.get((family, words[-1])) if words and words[-1].startswith("--") else None
    if values is None:
        return None
    from tafelwerk.commands.common import App, BookOption, Command

    class Alone(Command):
        def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
            return TyperCommand.parse_args(self, ctx, args)  # other options are unknown here, and no fault

    app = App()

    @app.command(cls=Alone, context_settings={"ignore_unknown_options": True, "allow_extra_args": True})
    def command(book: BookOption, value: str = "") -> None:
        pass

    option = typer.Option(words[-1], shell_complete=_completing(values))
    command.__annotations__["value"] = Annotated[str, option]
    return get_command(app)


def _completing(values: Callable[[Any], Iterable[str]]) -> Callable[[Any, Any, str], list[str]]:
    def complete(ctx: Any, param: Any, begun: str) -> list[str]:
        ctx.obj = begun
        return [value for value in values(ctx) if value.startswith(begun) and is_seen(value)]

    return complete


def _values(family: str, param: Any) -> Callable[[Any], Iterable[str]] | None:
    """The values of a parameter, given the command's context, or None where any value may be."""
    names = (param.opts[-1] if param.param_type_name == "option" else "", param.metavar or "")
    known = (_KNOWN[key] for key in ((family, names[0]), (family, names[1]), ("", names[1])) if key in _KNOWN)
    found = next(known, None)
    if found is not None:
        return found
    if _CHOICES.fullmatch(names[1]):
        return lambda ctx: names[1].split("|")
    return None


def _families(ctx: Any = None) -> Iterable[str]:
    from tafelwerk.build.catalogue import KNOWN

    return KNOWN


def _tables(ctx: Any) -> Iterable[str]:
    from tafelwerk.tables.layout import schema_sql

    for family in _families():
        for name in re.findall(r"^CREATE TABLE (\w+)", schema_sql(family), re.MULTILINE):
            yield f"{family}.{name}"


def _families_and_tables(ctx: Any) -> Iterable[str]:
    return (*_families(), *_tables(ctx))


def _figures(ctx: Any) -> Iterable[str]:
    from tafelwerk.build.catalogue import FAMILIES
    from tafelwerk.plots.figure import all_figures

    family = str(ctx.obj).partition("-")[0]
    return all_figures([family] if family in FAMILIES else FAMILIES)


def _figures_and_tables(ctx: Any) -> Iterable[str]:
    return (*_figures(ctx), *_tables(ctx))


def _variants(ctx: Any) -> Iterable[str]:
    from tafelwerk.rules.beams.board import VARIANTS

    return VARIANTS


def _beams_ties(ctx: Any) -> Iterable[str]:
    from tafelwerk.rules.beams.strategies import TIES

    return TIES


def _ties(ctx: Any) -> Iterable[str]:
    from tafelwerk.rules.mastermind.strategies import TIES

    return TIES


def _beams_strategies(ctx: Any) -> Iterable[str]:
    return ("optimal", "improved", "h-prime", "u", *_ENTROPIES)


def _strategies(ctx: Any) -> Iterable[str]:
    return ("optimal", *_ENTROPIES)


_ENTROPIES = ("h0", "h0.5", "h1", "h2", "hinf")


def _search_strategies(ctx: Any) -> Iterable[str]:
    return ("optimal", "h0", "h1", "h1.5", "h2", "hinf")


@contextmanager
def _book(ctx: Any) -> "Iterator[Book]":
    """The book that is named so far, or the default one."""
    from pathlib import Path

    from tafelwerk.book import open_book
    from tafelwerk.places import default_book

    with open_book(Path(ctx.params.get("book") or default_book())) as book:
        yield book


def _word_lists(ctx: Any) -> Iterable[str]:
    from tafelwerk.tables.names import remembered, word_lists

    with _book(ctx) as book:
        return remembered(word_lists, book, "mastermind")


def _played_games(ctx: Any) -> Iterable[str]:
    if ctx.info_name != "games":  # other names are those of a file
        return ()
    from tafelwerk.tables.names import played_games, remembered

    with _book(ctx) as book:
        return remembered(played_games, book, "skat")


def _skat_games(ctx: Any) -> Iterable[str]:
    from tafelwerk.rules.skat.cards import Game

    return _skat_terms(ctx, [game.value for game in Game])


def _skat_seats(ctx: Any) -> Iterable[str]:
    return _skat_terms(ctx, _SEATS)


def _skat_terms(ctx: Any, words: Iterable[str]) -> Iterable[str]:
    """English terms in the language of the command line, with initial capitals in German."""
    from tafelwerk.commands.line_language import LANGUAGE, language_in
    from tafelwerk.language import Language, speaking
    from tafelwerk.rules.skat.words import titled

    if (ctx.meta.get(LANGUAGE) or language_in(ctx.find_root().args)) is not Language.GERMAN:
        return words
    with speaking(Language.GERMAN):
        return [*map(titled, words)]


def _skat_agents(ctx: Any) -> Iterable[str]:
    from tafelwerk.rules.skat.limits import AGENTS

    return AGENTS


def _players(ctx: Any) -> Iterable[str]:
    """Agents behind the commas of a list of players."""
    before, comma, _ = str(ctx.obj).rpartition(",")
    return [before + comma + agent for agent in _skat_agents(ctx)]


def _racing_agents(ctx: Any) -> Iterable[str]:
    from tafelwerk.rules.montecarlo import AGENTS

    return ("mc:", "mc:inf", *AGENTS, "half-perfect:")


def _switching_agents(ctx: Any) -> Iterable[str]:
    heated = ("temperature:", "annealing:", "gauss-seidel:", "edge-count", "shortest-path")
    return ("perfect", "heuristic", "random", "mc:", "mc:inf", "k-best:", *heated)


def _minimax_games(ctx: Any) -> Iterable[str]:
    from tafelwerk.rules.minimax.games import GAMES, HEAP_GAMES

    return (*GAMES, *HEAP_GAMES) if ctx.info_name in ("play", "tree") else GAMES


def _move_orders(ctx: Any) -> Iterable[str]:
    return ("natural", "best-first", "worst-first", "centre-first", "corners-first", "edges-first")


def _opponents(ctx: Any) -> Iterable[str]:
    return ("perfect", "random", "look-ahead:")


def _playable_games(ctx: Any) -> Iterable[str]:
    from tafelwerk.play.games import GAMES

    return [*(game.name for game in GAMES), *_own_games(ctx)]


def _own_games(ctx: Any) -> Iterable[str]:
    from tafelwerk.rules.games.finding import installed

    return installed()


def _own_and_stored_games(ctx: Any) -> Iterable[str]:
    from tafelwerk.tables.names import own_games, remembered

    with _book(ctx) as book:
        return sorted({*_own_games(ctx), *remembered(own_games, book, "games")})


_KNOWN: dict[tuple[str, str], Callable[[Any], Iterable[str]]] = {
    ("", "FAMILY"): _families,
    ("", "TABLE"): _tables,
    ("", "FAMILY[.TABLE]"): _families_and_tables,
    ("", "FIGURE"): _figures,
    ("", "FIGURE|TABLE"): _figures_and_tables,
    ("", "GAME"): _playable_games,
    ("beams", "--variant"): _variants,
    ("beams", "--strategy"): _beams_strategies,
    ("beams", "--tie"): _beams_ties,
    ("mastermind", "--strategy"): _strategies,
    ("mastermind", "--tie"): _ties,
    ("mastermind", "--name"): _word_lists,
    ("skat", "--game"): _skat_games,
    ("skat", "--declarer"): _skat_seats,
    ("skat", "--position"): _skat_seats,
    ("skat", "--seat"): _skat_seats,
    ("skat", "PLAYER[,PLAYER]"): _players,
    ("skat", "A,B,C"): _players,
    ("skat", "AGENT"): _skat_agents,
    ("skat", "NAME"): _played_games,
    ("search", "--strategy"): _search_strategies,
    ("montecarlo", "GAME"): lambda ctx: ("esr", "dsc", "dsr", "subtraction"),
    ("montecarlo", "AGENT"): _racing_agents,
    ("switching", "AGENT"): _switching_agents,
    ("minimax", "GAME"): _minimax_games,
    ("games", "NAME"): _own_and_stored_games,
    ("games", "NAME..."): _own_and_stored_games,
    ("minimax", "ORDER"): _move_orders,
    ("minimax", "OPPONENT"): _opponents,
}
"""Values by family ("" for all) and by the option, or by what stands for the value in help."""
