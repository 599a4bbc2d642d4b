"""Values that a shell completes: by the option or the argument, and by the family of the command.

Only rules and the texts of schemas are read, so that Tab answers at once. A family's own values are COMPLETIONS of its
room; the book is asked for names alone.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from importlib import import_module
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperCommand
from typer.main import get_command

from tafelwerk.streams import is_seen

if TYPE_CHECKING:
    from tafelwerk.tables.book import Book

_CHOICES = re.compile(r"[a-z-]+(\|[a-z-]+)+")

_Values = Iterable[str] | Callable[[Any], Iterable[str]]
"""Values: words, or what finds them, given the command's context."""


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
            _complete_by(param, values)


def option_alone(name: str, words: Sequence[str]) -> Any:
    """A command with one option, the one whose value a shell completes: its values need no import of the real command.

    Args:
        name: a family, or "build" before one.
        words: the rest of the command line, up to the option.

    Returns:
        The command, or None if the words do not end in an option whose values are known by its family and name.
    """
    family = name if name != "build" else next((word for word in words if word in _families()), "")
    values = _known_in(family).get(words[-1]) if words and words[-1].startswith("--") else None
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

    command.__annotations__["value"] = Annotated[str, typer.Option(words[-1])]
    alone = get_command(app)
    _complete_by(next(param for param in alone.params if param.name == "value"), values)
    return alone


def _complete_by(parameter: Any, values: _Values) -> None:
    """Let a shell complete a parameter by values. Typer's own argument hands the words before it, not the context."""

    def complete(ctx: Any, param: Any, begun: str) -> list[str]:
        ctx.obj = begun
        words = values(ctx) if callable(values) else values
        return [word for word in words if word.startswith(begun) and is_seen(word)]

    parameter._custom_shell_complete = complete


def _values(family: str, param: Any) -> _Values | None:
    """The values of a parameter, or None where any value may be."""
    names = (param.opts[-1] if param.param_type_name == "option" else "", param.metavar or "")
    of_family = _known_in(family)
    values = of_family.get(names[0]) or of_family.get(names[1]) or _KNOWN.get(names[1])
    if values is not None:
        return values
    if _CHOICES.fullmatch(names[1]):
        return names[1].split("|")
    return None


def _families(ctx: Any = None) -> Iterable[str]:
    from tafelwerk.families import KNOWN

    return KNOWN


def _tables(ctx: Any) -> Iterable[str]:
    from tafelwerk.tables.layout import schema_sql

    for family in _families():
        for name in re.findall(r"^CREATE TABLE (\w+)", schema_sql(family), re.MULTILINE):
            yield f"{family}.{name}"


def _families_and_tables(ctx: Any) -> Iterable[str]:
    return (*_families(), *_tables(ctx))


def _figures(ctx: Any) -> Iterable[str]:
    from tafelwerk.families import FAMILIES
    from tafelwerk.plots.figure import all_figures

    family = str(ctx.obj).partition("-")[0]
    return all_figures([family] if family in FAMILIES else FAMILIES)


def _queries(ctx: Any) -> Iterable[str]:
    from tafelwerk.named_queries import named_queries

    return named_queries()


def _citable(ctx: Any) -> Iterable[str]:
    return sorted({*_figures(ctx), *_queries(ctx), *_tables(ctx)})


@contextmanager
def book_of(ctx: Any) -> "Iterator[Book]":
    """The book that is named so far, or the default one."""
    from pathlib import Path

    from tafelwerk.book import open_book
    from tafelwerk.places import default_book

    with open_book(Path(ctx.params.get("book") or default_book())) as book:
        yield book


def _games(ctx: Any) -> Iterable[str]:
    if ctx.info_name == "rules":
        from tafelwerk.museum import rooms

        return [room.name for room in rooms()]
    from tafelwerk.play.games import all_games

    return [game.name for game in all_games()]


_KNOWN: Mapping[str, _Values] = {
    "FAMILY": _families,
    "TABLE": _tables,
    "FAMILY[.TABLE]": _families_and_tables,
    "FIGURE": _figures,
    "QUERY": _queries,
    "FIGURE|TABLE|QUERY": _citable,
    "GAME": _games,
}
"""Values of what stands for them in the help of every family's commands."""


def _known_in(family: str) -> Mapping[str, _Values]:
    """COMPLETIONS of a family's room; none if it has none."""
    if family not in _families():
        return {}
    known: Mapping[str, _Values] = getattr(import_module(f"tafelwerk.families.{family}"), "COMPLETIONS", {})
    return known
