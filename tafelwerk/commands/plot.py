"""`tafelwerk plot`: figures of the sources, drawn from the book."""

from collections.abc import Collection
from difflib import get_close_matches
from pathlib import Path
from typing import Annotated

import typer

from tafelwerk.commands.common import App, BookOption, JsonOption, answer, note, open_book, table
from tafelwerk.errors import InputError, quoted

app = App()


@app.command()
def plot(
    book: BookOption,
    figure: Annotated[
        str | None, typer.Argument(metavar="FIGURE", help="Family and the source's number; --list names them.")
    ] = None,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="FILE", help="FILE.svg, .png or .html; else FIGURE.svg.")
    ] = None,
    list_figures: Annotated[bool, typer.Option("--list", help="Name the figures there are.")] = False,
    json: JsonOption = False,
) -> None:
    """Draw a figure from the book, as SVG, PNG or self-contained HTML.

    Example: tafelwerk plot --list

    Example: tafelwerk plot montecarlo-2.12 -o duel.html
    """
    from tafelwerk.build.catalogue import FAMILIES
    from tafelwerk.plots.figure import checked_path, figures, save

    known = figures(tuple(FAMILIES))
    if list_figures:
        answer(
            json,
            [{"figure": name, "title": entry.title} for name, entry in known.items()],
            lambda: table(["figure", "title"], [[name, entry.title] for name, entry in known.items()]),
        )
        return
    if figure is None:
        raise InputError("FIGURE is missing: name one that `tafelwerk plot --list` shows")
    if figure not in known:
        raise InputError(f"FIGURE cannot be {quoted(figure)}; {_suggestion(figure, known)}")
    path = checked_path(output or Path(f"{figure}.svg"))
    with open_book(book) as opened:
        save(known[figure].chart(opened), path)
    if json:
        answer(json, {"figure": figure, "file": path}, "")
    else:
        note(f"{path} written")


def _suggestion(figure: str, known: Collection[str]) -> str:
    """What may have been meant by a name that no figure has: names near it, else those of its family, else all."""
    word = figure.strip().lower()
    begun = [name for name in known if name.startswith(word)] or [name for name in known if word in name]
    near = begun or get_close_matches(word, known, 1, 0.8)
    if len(near) == 1:
        return f"did you mean {near[0]}?"
    alike = near or [name for name in known if name.partition("-")[0] == word.partition("-")[0]]
    if not alike or len(alike) == len(known):
        return f"it may be {', '.join(known)}"
    return f"it may be {', '.join(alike)}; all names: tafelwerk plot --list"
