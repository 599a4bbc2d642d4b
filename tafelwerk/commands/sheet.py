"""`tafelwerk sheet`: a printable page per family. Its options are the keywords of `sheet_pages` in pictures.py of its room."""

import inspect
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from shlex import quote
from typing import Annotated, Any

import typer
import typer.main

from tafelwerk.commands.coercion import declare
from tafelwerk.commands.common import App, BookOption, JsonOption, LazyGroup, bundle_options
from tafelwerk.commands.output import answer, picture_option, save_picture
from tafelwerk.errors import InputError, in_quotes
from tafelwerk.frozen import frozen
from tafelwerk.parameters import slots_of_function
from tafelwerk.play.session import command_line
from tafelwerk.spelling import name_key

SheetOption = Annotated[Path | None, picture_option("File: FILE.pdf, .svg, .png or .html. Default: FAMILY-sheet.pdf.")]


@frozen
class SheetOptions:
    """Options of every sheet."""

    book: BookOption
    output: SheetOption = None
    json: JsonOption = False


class Families(LazyGroup):
    """Loads a family's sheet when its name is called."""

    def list_commands(self, ctx: Any) -> list[str]:
        from tafelwerk.families import KNOWN

        return list(KNOWN)

    def make_command(self, ctx: Any, name: str) -> Any:
        family = App()
        family.command(name)(_sheet_command(name))
        return typer.main.get_command(family)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        if args[0] not in self.list_commands(ctx):
            _refuse_game(args[0])
        return super().resolve_command(ctx, args)


def _refuse_game(name: str) -> None:
    """Refuse the name of a game that is no family; it has a sheet if it is the only game of its family.

    Raises:
        InputError: the name is a game's.
    """
    from tafelwerk.museum import room_named, rooms_of

    try:
        room = room_named(name)
    except InputError:
        return
    if len(rooms_of(room.family)) == 1:
        raise InputError(f"the sheet of {room.title}: tafelwerk sheet {room.family}")
    page = f"tafelwerk rules {quote(name)} -o {quote(name_key(name))}.pdf"
    summary = (_pages(room.family).__doc__ or "").partition(".")[0]
    raise InputError(
        f"no sheet is called {in_quotes(name)}; the rules of {room.title} as a hand-out: {page}; "
        f"the sheet of its family: tafelwerk sheet {room.family} ({summary})"
    )


def _pages(family: str) -> Callable[..., Any]:
    """What draws a family's sheet."""
    pages: Callable[..., Any] = import_module(f"tafelwerk.families.{family}.pictures").sheet_pages
    return pages


app = App(cls=Families)


@app.callback()
def sheet(book: BookOption) -> None:
    """Make printable A4 pages: a strategy's tree, win and loss, mixtures, hands, boards or moves; a PDF has one page for each.

    Example: tafelwerk sheet mastermind

    Example: tafelwerk sheet montecarlo --moves 2,5 -o heaps.pdf

    Example: tafelwerk sheet switching --order 6 -o board.svg
    """


def _sheet_command(family: str) -> Callable[..., None]:
    """The command that prints a family's sheet."""
    pages = _pages(family)
    slots = slots_of_function(pages)

    def command(options: SheetOptions, **given: Any) -> None:
        from tafelwerk.book import open_book

        path = options.output or Path(f"{family}-sheet.pdf")
        for name, slot in slots.items():
            if given[name] is None and slot.parameter.fallback is not None:
                given[name] = slot.parameter.fallback()
        arguments = [
            [*([] if slot.is_argument else [slot.option]), *([] if given[name] is True else [given[name]])]
            for name, slot in slots.items()
            if given[name] != slot.default
        ]
        line = command_line("sheet", family, *(word for words in arguments for word in words))
        with open_book(options.book) as opened:
            sheets = pages(opened, line, **given)
        save_picture(sheets, path)
        if options.json:
            answer(True, {"family": family, "file": path, "pages": len(sheets)}, "")

    text = inspect.cleandoc(pages.__doc__ or "").partition("\n\nRaises:")[0]
    return bundle_options(declare(command, slots.values(), text, options=SheetOptions))
