"""Printed numbers of the sources beside the book's own.

A number, its verdict, tables of numbers ...... Number, agrees, Source.numbers
The numbers of a family ....................... families.montecarlo.published, and so on
All numbers, those of one family .............. printed_numbers
The book's number beside each ................. compare_numbers
`meta.published` of a statement ............... create_table
A question in Python's words .................. parse_question
"""

import ast
from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import StrEnum
from fractions import Fraction
from importlib import import_module
from importlib.util import find_spec
from itertools import product
from typing import TYPE_CHECKING, Any

from tafelwerk.errors import BookError, MissingTableError, StorageError, out_of_memory, was_interrupted
from tafelwerk.families import FAMILIES
from tafelwerk.frozen import frozen
from tafelwerk.tables.readings import literal

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

SIGNIFICANT = 12
"""Significant digits of a float that stands beside a printed number."""


class Source(StrEnum):
    """The texts whose numbers are compared."""

    DISSERTATION = "Jena dissertation on the exact analysis of heuristics for combinatorial games"
    SKAT = "S. Kupferschmid, Entwicklung eines Double Dummy Skat Solvers, Freiburg 2003"
    DRESHER = "M. Stassen, Oplossingen voor Dreshers hoger lager spel voor N <= 980, Delft 2018"
    NUMBER_GAME = "Page on win chances and random play in the number game 3-5-11"
    LECTURE = "P. Becker, Wissensbasierte Systeme II, lecture notes, FH Bonn-Rhein-Sieg 2004/05"

    def number(self, place: str, printed: str, query: str, reason: str = "") -> "Number":
        """One printed number; see `Number`."""
        return Number(self, place, printed, query, reason)

    def numbers(
        self, place: str, query: str, printed: Mapping[Any, str], reasons: Mapping[Any, str] | None = None
    ) -> "Iterator[Number]":
        """The numbers of a printed table: one query for all, with a hole per key.

        Args:
            place: where the table stands, with the same holes {0}, {1}, ...
            query: as in `Number`, with holes.
            printed: the numbers by their keys; a key of several parts is a tuple.
            reasons: why ours differ, by key.
        """
        for key, number in printed.items():
            parts = key if isinstance(key, tuple) else (key,)
            yield self.number(place.format(*parts), number, query.format(*parts), (reasons or {}).get(key, ""))


class Verdict(StrEnum):
    """What a comparison says."""

    AGREES = "agrees"
    DIFFERS = "differs"
    MISSING = "not stored"
    UNUSABLE = "cannot be used"


@frozen
class Number:
    """One printed number.

    Attributes:
        source: the text.
        place: where it is printed there.
        printed: as printed, with a decimal point; a fraction, a decimal number rounded to its last digit, or a word.
        query: SQL over the book: one column, or numerator and denominator; or a question in Python's words, as in
            `dresher.value(509).value`, where no table holds the number.
        reason: why the book's differs; "" where it agrees.
    """

    source: Source
    place: str
    printed: str
    query: str
    reason: str = ""

    @property
    def is_sql(self) -> bool:
        """Whether the query is SQL."""
        return self.query.startswith("SELECT ")

    def verdict(self, ours: str | None) -> Verdict:
        """Whether the book's number is the printed one."""
        if ours is None:
            return Verdict.MISSING
        return Verdict.AGREES if agrees(self.printed, ours) else Verdict.DIFFERS


def agrees(printed: str, ours: str) -> bool:
    """Whether a number rounds to the printed one: equal to it, or to its digits behind the point.

    Args:
        printed: as in `Number`.
        ours: a whole number, a fraction, a float or a word.
    """
    theirs, other = _exact(printed), _exact(ours)
    if theirs is None or other is None:
        return printed == ours
    if "." not in printed:
        return theirs == other
    digits = len(printed.partition(".")[2])
    # a float has its own last digit beside the printed one's
    slack = abs(other) / 10**SIGNIFICANT if "." in ours or "e" in ours else 0
    return abs(theirs - other) <= Fraction(1, 2 * 10**digits) + slack


def _exact(text: str) -> Fraction | None:
    try:
        return Fraction(text)
    except (ValueError, ZeroDivisionError):
        return None


def value_text(row: Sequence[Any] | None) -> str | None:
    """The answer of a query as text: a fraction of two columns, a float to SIGNIFICANT digits, the items of a list, the rows of a
    matrix; None if there is none."""
    if row is None or any(value is None for value in row):
        return None
    if len(row) == 2:
        return str(Fraction(int(row[0]), int(row[1])))
    (value,) = row
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list | tuple):
        is_matrix = bool(value) and isinstance(value[0], list | tuple)
        return "; ".join(" ".join(map(str, row)) for row in value) if is_matrix else " ".join(map(str, value))
    return f"{value:.{SIGNIFICANT}g}" if isinstance(value, float) else str(value)


def grid(rows: Sequence[Any], columns: Sequence[Any], printed: str) -> dict[tuple[Any, Any], str]:
    """Numbers of a printed grid by (row, column).

    Args:
        rows, columns: their keys.
        printed: the numbers row by row, separated by blanks; "-" where none is printed.
    """
    words = printed.split()
    return {key: word for key, word in zip(product(rows, columns), words, strict=True) if word != "-"}


COLUMNS = {
    "family": "Family whose tables hold the number.",
    "source": "Where it is printed.",
    "place": "Table, section or figure there.",
    "printed": "The number as printed.",
    "ours": "The book's number; NULL where the book does not hold it, or where it is asked rather than stored.",
    "verdict": "agrees (equal, or equal when rounded to the printed digits), differs, or not stored.",
    "reason": "Why the two differ.",
    "query": "SQL that gives the book's number, or the question that is asked, in Python.",
}
"""Columns and their comments."""


def create_table(connection: "DuckDBPyConnection") -> None:
    """Create and fill meta.published; the schema meta is there, and the families' files are attached."""
    from tafelwerk.tables.engine import duckdb

    columns = ", ".join(f"{name} VARCHAR" for name in COLUMNS)
    connection.execute(f"CREATE TABLE meta.published ({columns})")
    connection.execute("COMMENT ON TABLE meta.published IS 'Every printed number of the sources beside the book''s.'")
    for name, comment in COLUMNS.items():
        connection.execute(f"COMMENT ON COLUMN meta.published.{name} IS {literal(comment)}")

    def find(family: str, number: Number) -> str | None:
        if not number.is_sql:
            return None
        try:
            return value_text(connection.execute(number.query).fetchone())
        except (duckdb.Error, ArithmeticError, ValueError) as fault:
            if was_interrupted(fault) or out_of_memory(fault):
                raise
            return None  # no file of this family, an older one, or one of other values

    rows = [tuple(comparison.row()[name] for name in COLUMNS) for comparison in compare_numbers(find)]
    marks = ", ".join(["(" + ", ".join("?" * len(COLUMNS)) + ")"] * len(rows))
    connection.execute(f"INSERT INTO meta.published VALUES {marks}", [value for row in rows for value in row])


@frozen
class Asking:
    """A question, and what is read of its answer.

    Attributes:
        family, question: as in Python.
        arguments, named: literals.
        path: attributes, keys and places, from the answer on.
    """

    family: str
    question: str
    arguments: tuple[Any, ...]
    named: dict[str, Any]
    path: tuple[str | int, ...]

    def of(self, book: Any, **options: Any) -> Any:
        """The value.

        Args:
            book: a book that answers questions.
            options: as a question takes them, `compute=True` among them.
        """
        answer = getattr(getattr(book, self.family), self.question)(*self.arguments, **self.named, **options)
        return follow(answer, self.path)


def follow(value: Any, path: Sequence[str | int]) -> Any:
    """What stands at a path: attributes of objects, keys of mappings, places of lists."""
    for step in path:
        value = getattr(value, step) if isinstance(step, str) and hasattr(value, step) else value[step]
    return value


def parse_question(text: str) -> Asking:
    """A question in Python's words.

    Raises:
        ValueError: the text is of another form.
    """
    node = ast.parse(text, mode="eval").body
    path: list[str | int] = []
    while not isinstance(node, ast.Call):
        if isinstance(node, ast.Attribute):
            path.insert(0, node.attr)
        elif isinstance(node, ast.Subscript):
            path.insert(0, ast.literal_eval(node.slice))
        else:
            break
        node = node.value
    match node:
        case ast.Call(func=ast.Attribute(value=ast.Name(id=family), attr=question)):
            arguments = tuple(ast.literal_eval(argument) for argument in node.args)
            keywords = {str(argument.arg): ast.literal_eval(argument.value) for argument in node.keywords}
            return Asking(family, question, arguments, keywords, tuple(path))
    raise ValueError(f"no question in Python's words: {text}")


@frozen
class Comparison:
    """A printed number beside the book's.

    Attributes:
        family: the family whose tables the query reads.
        number: the printed number.
        ours: the book's, as text; None where it is not there.
        verdict: whether the two agree.
        build: the command line that stores the answer, of a question that says so; "" of others.
    """

    family: str
    number: Number
    ours: str | None
    verdict: Verdict
    build: str = ""

    def row(self) -> dict[str, str | None]:
        """A row of meta.published, and the document in JSON."""
        number = self.number
        return {
            "family": self.family,
            "source": number.source.value,
            "place": number.place,
            "printed": number.printed,
            "ours": self.ours,
            "verdict": self.verdict.value,
            "reason": number.reason or None,
            "query": number.query,
        }


def printed_numbers(family: str | None = None) -> Iterator[tuple[str, Number]]:
    """Every printed number with its family.

    Args:
        family: one family. Default: all.
    """
    for name in FAMILIES:
        module = f"tafelwerk.families.{name}.published"
        # no source prints numbers of some games
        if family in (None, name) and find_spec(module) is not None:
            for number in import_module(module).printed_numbers():
                yield name, number


def compare_numbers(find: Callable[[str, Number], str | None], family: str | None = None) -> Iterator[Comparison]:
    """Every printed number beside the book's.

    Args:
        find: the book's number, by family and number; None or MissingTableError where it is not there, BookError or StorageError
            where it cannot be used.
        family: one family. Default: all.
    """
    for name, number in printed_numbers(family):
        try:
            ours = find(name, number)
        except (BookError, StorageError):
            yield Comparison(name, number, None, Verdict.UNUSABLE)
        except MissingTableError as miss:
            yield Comparison(name, number, None, Verdict.MISSING, miss.build)
        else:
            yield Comparison(name, number, ours, number.verdict(ours))
