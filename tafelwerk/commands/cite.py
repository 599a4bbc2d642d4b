"""`tafelwerk cite`: BibTeX of the program, a figure, a named query, the sources of a family, and a table with its builds."""

from contextlib import suppress
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tafelwerk.book import open_book
from tafelwerk.commands.common import App, BookOption, JsonOption
from tafelwerk.commands.output import answer
from tafelwerk.errors import InputError, MissingTableError, in_quotes
from tafelwerk.streams import legible, visible
from tafelwerk.wording import count_noun, join_words, suggestion

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tafelwerk.tables.bibliography import Work
    from tafelwerk.tables.book import Book
    from tafelwerk.tables.provenance import BuildRecord, TableSummary

app = App()

MOST_LINES = 8
"""Greatest number of build lines in a BibTeX entry; --json has all."""


@app.command()
def cite(
    book: BookOption,
    name: Annotated[
        str | None,
        typer.Argument(
            metavar="FIGURE|TABLE|QUERY",
            help="Figure, table as family.table, named query, finding, family, game, or a source's key or author. "
            "Default: the program.",
        ),
    ] = None,
    *,
    every: Annotated[bool, typer.Option("--all", help="Every source.")] = False,
    json: JsonOption = False,
) -> None:
    """Print BibTeX of the program, of a figure, of its source or those of a family, of a named query, and of a table with its
    builds.

    Example: tafelwerk cite

    Example: tafelwerk cite mastermind-4.6

    Example: tafelwerk cite dresher.games

    Example: tafelwerk cite dresher-plateaus

    Example: tafelwerk cite koyama
    """
    from tafelwerk.families import FAMILIES, KNOWN
    from tafelwerk.named_queries import named_queries
    from tafelwerk.plots.figure import all_figures
    from tafelwerk.tables import bibliography
    from tafelwerk.tables.layout import tables_read

    figure: dict[str, Any] | None = None
    query: dict[str, Any] | None = None
    table: dict[str, Any] | None = None
    works: tuple[Work, ...] = ()
    if every and name is not None:
        raise InputError("give a name or --all, not both")
    if every:
        works = bibliography.works()
    elif name in KNOWN:
        works = bibliography.sources([name])
    elif name is not None and "." in name and name.partition(".")[0] in KNOWN:
        works = bibliography.sources([name.partition(".")[0]])
        with open_book(book) as opened:
            table = _table(opened, name)
    elif name is not None:
        figures = all_figures(FAMILIES)
        family = _family_of_room(name)
        if family:
            works = bibliography.sources([family])
        elif name in figures:
            works = bibliography.figure_sources(name)
            figure = _part("figure", name, figures[name].title, f"tafelwerk plot {name}")
        elif asked := named_queries().get(name):
            works = bibliography.sources([asked.family])
            query = _part("query", name, asked.title, f"tafelwerk sql --query {name}")
            query |= {"statement": asked.statement, "tables": tables_read(asked.statement)}
        else:
            works = bibliography.works_named(name)
            if not works:
                names = {**figures, **named_queries()}
                raise InputError(f"unknown figure, table or family {in_quotes(name)}; {_meant(name, names)}")
    document = {
        "cited": name,
        "program": {"title": bibliography.TITLE, "bibtex": bibliography.program_bibtex()},
        "sources": [work.document() for work in works],
        "figure": figure,
        "query": query,
        "table": table,
    }
    parts = [part["bibtex"] for part in (figure, query, table) if part]
    entries = [bibliography.program_bibtex(), *(work.bibtex() for work in works), *parts]
    answer(json, document, "\n\n".join(entries))


def _family_of_room(name: str) -> str:
    """The family of a game by one of the game's names; "" if there is no such game."""
    from tafelwerk.museum import room_named

    with suppress(InputError):
        return room_named(name).family
    return ""


def _meant(name: str, names: "Iterable[str]") -> str:
    """What can be cited instead of a name that is none of a figure, a table, a query or a family: what serves a game."""
    from tafelwerk.families import KNOWN
    from tafelwerk.play.games import game_named
    from tafelwerk.tables.layout import layout

    with suppress(InputError):
        return f"of this game: tafelwerk cite {game_named(name).command.split()[1]}"
    tables = [f"{family}.{table.name}" for family in KNOWN for table in layout(family)]
    matching = [table for table in tables if table.partition(".")[2] == name]
    if matching:
        return f"did you mean {join_words(matching, last='or')}?"
    lists = join_words([f"tafelwerk {line}" for line in ("plot --list", "sql --queries", "schema", "cite --all")])
    return suggestion(name, [*names, *KNOWN, *tables], lists)


def _part(kind: str, name: str, title: str, line: str) -> dict[str, Any]:
    """A figure or a query with the command that makes it."""
    from tafelwerk.tables.bibliography import RELEASED, part_bibtex

    bibtex = part_bibtex("misc", name, f"Tafelwerk, {kind} {name}: {title}", RELEASED, f"made by: {line}")
    return {kind: name, "title": title, "line": line, "bibtex": bibtex}


def _table(book: "Book", name: str) -> dict[str, Any]:
    """A table with its builds, from the layer of the book that holds it.

    Raises:
        InputError: the family has no such table.
        MissingTableError: it has no rows.
    """
    from tafelwerk.tables.layout import layout, views
    from tafelwerk.tables.provenance import cited_builds, first_build, table_summaries, written_by

    family, _, plain = name.partition(".")
    known = [f"{family}.{entry.name}" for entry in layout(family)]
    if name not in known:
        what = (
            "a view, which has no builds of its own" if plain in {entry.name for entry in views(family)} else "no table"
        )
        raise InputError(f"{in_quotes(name)} is {what}; {suggestion(name, known, f'tafelwerk schema {family}')}")
    for layer in book.layers:
        summary = next((entry for entry in table_summaries(layer, family) if entry.name == plain and entry.rows), None)
        if summary is not None:
            builds = cited_builds(layer, family)[plain]
            return _document(summary, builds, written_by(layer, family))
    raise MissingTableError(f"table {name}", first_build(family), book.path)


def _document(summary: "TableSummary", builds: "list[BuildRecord]", program: str) -> dict[str, Any]:
    from tafelwerk.tables.bibliography import build_documents

    documents = build_documents(builds)
    lines = [build["line"] for build in documents]
    dates = sorted(build.built_at for build in builds)
    when = dates[-1].date().isoformat() if dates else ""
    return {
        "table": f"{summary.family}.{summary.name}",
        "rows": summary.rows,
        "sha256": summary.sha256,
        "written_by": program,
        "built_at": when,
        "certainty": sorted({build.certainty for build in builds}),
        "evidence": sorted({build.evidence for build in builds}),
        "builds": documents,
        "bibtex": _bibtex(summary, legible(lines), when, visible(program, lines=False)),
    }


def _bibtex(summary: "TableSummary", lines: list[str], when: str, program: str) -> str:
    from tafelwerk.tables.bibliography import part_bibtex

    more = f" and {count_noun(len(lines) - MOST_LINES, 'more build')}" if len(lines) > MOST_LINES else ""
    on = f" on {when}" if when else ""
    note = f"{count_noun(summary.rows, 'row')}, SHA-256 {summary.sha256}, written by {program}{on}; made by: "
    name = f"{summary.family}.{summary.name}"
    return part_bibtex("dataset", name, f"Tafelwerk, table {name}", when, note + "; ".join(lines[:MOST_LINES]) + more)
