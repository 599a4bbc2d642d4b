"""Named queries: statements worth asking, by name. Terminal and pages offer the same list.

questions of the docs       families/F/queries.sql
findings                    families/F/room.py: FINDINGS
figures                     what a figure asks of the book; its name names its query

`queries.sql` also says which tables are joined:

-- hider, searcher join games          each row of hider has, for the columns of the key of games, its row there

-- dresher-depth: How many guesses may the searcher need?
SELECT depth, min(n) AS first, max(n) AS last FROM dresher.games GROUP BY depth ORDER BY depth;
"""

import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from tafelwerk.errors import InputError, in_quotes
from tafelwerk.families import FAMILIES, KNOWN
from tafelwerk.frozen import frozen
from tafelwerk.museum import findings
from tafelwerk.plots.figure import figure_named, figures
from tafelwerk.wording import count_noun, suggestion

if TYPE_CHECKING:
    from tafelwerk.tables.book import Book

_FAMILIES = Path(__file__).parent / "families"
_JOIN = re.compile(r"^-- ([\w, ]+) join (\w+)$", re.MULTILINE)
_QUERY = re.compile(r"^-- (\S+): (.+)\n((?:.+\n)*?.+);$", re.MULTILINE)


@cache
def joins(family: str) -> Mapping[str, tuple[str, ...]]:
    """By table or view of the family, the tables whose whole key it has, too: along it each of its rows joins one of theirs."""
    joined: dict[str, tuple[str, ...]] = {}
    for names, target in _JOIN.findall(_text(family)):
        for name in names.split(", "):
            joined[name] = (*joined.get(name, ()), target)
    return joined


@cache
def written_queries(family: str) -> tuple[tuple[str, str, str], ...]:
    """Name, title and statement of each question of the docs."""
    return tuple(queries_in(_text(family)))


def queries_in(text: str) -> list[tuple[str, str, str]]:
    """Name, title and statement of each query of a text."""
    return _QUERY.findall(text)


def _text(family: str) -> str:
    file = _FAMILIES / family / "queries.sql"
    return file.read_text(encoding="utf-8") if file.is_file() else ""


_ANOTHER = re.compile(r"(.+)/([1-9][0-9]{0,3})")
"""A further statement of a figure: NAME/2."""


@frozen
class NamedQuery:
    """A statement worth asking.

    Attributes:
        name: its name; that of the figure whose statement it is.
        family: whose tables it reads.
        title: what it answers, in a line.
        statement: SQL; "" for a figure, whose statement depends on the book: see `figure_statements`.
    """

    name: str
    family: str
    title: str
    statement: str = ""


@cache
def named_queries() -> Mapping[str, NamedQuery]:
    """All named queries by name: per family those of the docs, then findings, then figures that read rows."""
    return {query.name: query for family in KNOWN for query in _of_family(family)}


def _of_family(family: str) -> Iterator[NamedQuery]:
    for name, title, statement in written_queries(family):
        yield NamedQuery(name, family, title, statement)
    for finding in findings():
        if finding.family == family:
            yield NamedQuery(finding.name, family, finding.question, finding.query)
    if family in FAMILIES:
        for name, figure in figures(family).items():
            if figure.has_rows:
                yield NamedQuery(name, family, figure.title)


def is_name(statement: str) -> bool:
    """Whether a text is the name of a query instead of a statement."""
    return re.fullmatch(r"[\w./-]+", statement) is not None and statement.partition("/")[0] in named_queries()


def find_queries(words: str) -> list[NamedQuery]:
    """The queries of a family, the one of a name, or those with all the words in name, title or statement.

    Raises:
        InputError: there is none.
    """
    queries = named_queries()
    if words in queries:
        return [queries[words]]
    wanted = words.casefold().split()
    matching = [
        query
        for query in queries.values()
        if words == query.family
        or all(word in f"{query.name} {query.title} {query.statement}".casefold() for word in wanted)
    ]
    if not matching:
        raise InputError(
            f"no query has {in_quotes(words)} in its name, title or statement; families: {', '.join(KNOWN)}"
        )
    return matching


def statement_of(name: str, book: "Book") -> tuple[str, int]:
    """A named query's statement, and the number of statements that its figure is drawn from, 1 for other queries.

    Args:
        name: of a query; NAME/2 is a further statement of a figure.
        book: the book, for what a figure asks of it.

    Raises:
        InputError: there is none.
        MissingTableError: the book lacks rows of the figure.
    """
    another = _ANOTHER.fullmatch(name)
    plain, number = (another[1], int(another[2])) if another else (name, 1)
    queries = named_queries()
    if plain not in queries:
        raise InputError(f"unknown query {in_quotes(name)}; {suggestion(name, queries, 'tafelwerk sql --queries')}")
    statements = [queries[plain].statement] if queries[plain].statement else figure_statements(plain, book)
    if number > len(statements):
        raise InputError(f"{plain} has {count_noun(len(statements), 'statement')}, not {number}")
    return statements[number - 1], len(statements)


def figure_statements(name: str, book: "Book") -> list[str]:
    """The statements whose rows a figure is drawn from, the one with the most rows first.

    Raises:
        InputError: there is no such figure.
        MissingTableError: the book lacks rows of it.
    """
    notes = figure_named(name).draw_noting(book).statements
    rows = {note.statement: note.rows for note in notes if note.rows and note.tables}
    return sorted(rows, key=lambda statement: -rows[statement])
