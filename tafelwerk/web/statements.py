"""SQL from pages: one reading statement, in a worker."""

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from math import inf
from typing import TYPE_CHECKING, Any

from tafelwerk.commands.output import json_text
from tafelwerk.errors import InputError, LimitError
from tafelwerk.tables.layout import identifier

if TYPE_CHECKING:
    from tafelwerk.tables.sandbox import Answer

MOST_ROWS = 1000
"""Rows of a statement that a page shows."""

SECONDS, MEMORY = 10.0, 10**9
"""What a statement may take: seconds, bytes."""

LONGEST = 20_000
"""Characters of a statement."""

LARGEST_ANSWER, LARGEST_FILE = 8_000_000, 50_000_000
"""Bytes of an answer, as text of JSON, and of a file of rows."""


def rows(statement: str, limit: int = MOST_ROWS) -> dict[str, Any]:
    """The first rows of a statement.

    Args:
        statement: one reading statement.
        limit: rows at most.

    Returns:
        "columns": name and type of each; "rows": lists of values in JSON's types, exact numbers beyond 2^53 and decimals as
        text; "more": whether there are others; "notes": what was left out.

    Raises:
        TafelwerkError: as `sandbox.query`.
        LimitError: they are too large for a page.
    """
    with _ask(statement) as answer:
        return answer_page(answer, limit, LARGEST_ANSWER)


def own_rows(statement: str, limit: int = MOST_ROWS) -> dict[str, Any]:
    """The first rows of a statement that the program has made; see `rows`."""
    with _ask(statement, is_own=True) as answer:
        return answer_page(answer, limit, LARGEST_ANSWER)


def answer_page(answer: "Answer", limit: int, most: float = inf) -> dict[str, Any]:
    """The first rows of an answer; see `rows`.

    Args:
        answer: the answer.
        limit: rows at most.
        most: bytes of the rows, as text of JSON, at most.
    """
    names, kinds = answer.columns, answer.types
    rows: list[Any] = []
    size, has_more = 0, False
    # a cell may have megabytes, so the rows are not read all at once
    for (row,) in answer.texts(1):
        if len(rows) == limit:
            has_more = True
            break
        text = json_text(list(row))
        size += len(text)
        check_size(size, most)
        rows.append(json.loads(text, parse_float=_number, parse_int=_whole))
    return {
        "columns": [{"name": name, "type": kind} for name, kind in zip(names, kinds, strict=True)],
        "rows": rows,
        "more": has_more,
        "notes": [str(fault) for fault in answer.left_out.values()],
    }


FEW, MOST_FACETS = 16, 8
"""Values of a column that are listed with their numbers of rows, and columns of a table that have such lists."""

COUNTED = 200_000
"""Rows in which different values are counted exactly."""

_LISTED = re.compile(r"VARCHAR|BOOLEAN|ENUM.*|U?(TINYINT|SMALLINT|INTEGER|BIGINT)")
_FLOATS = ("FLOAT", "DOUBLE")
_ORDERED = re.compile(r"U?(TINYINT|SMALLINT|INTEGER|BIGINT|HUGEINT)|FLOAT|DOUBLE|DECIMAL.*|DATE|TIME.*")
_NESTED = re.compile(r".*\]|(STRUCT|MAP|UNION)\(.*")


def profile(source: str, build: str) -> dict[str, Any] | None:
    """What the columns of a selection hold; None where that takes too long.

    Args:
        source: its rows, as a FROM clause of the program's own.
        build: the column that numbers builds, of which no values are listed.

    Returns:
        "rows": their number; "exact": whether different values are counted, not estimated;
        "columns": of each column by name the "least" and "greatest" number or time as text, the number of "different" values
        (None of lists), and how many are "missing";
        "facets": columns of few values, each with its "values": text, or None for no value, and number of rows.

    Raises:
        TafelwerkError: as `sandbox.query`.
    """
    try:
        return _profile(source, build)
    except LimitError:
        return None


def _profile(source: str, build: str) -> dict[str, Any]:
    with _ask(f"{source} LIMIT 0", is_own=True) as empty:
        kinds = dict(zip(empty.columns, empty.types, strict=True))
        ((rows,),) = empty.another(f"SELECT count(*) {source}").rows()
        count = "count(DISTINCT {})" if rows <= COUNTED else "approx_count_distinct({})"
        parts = []
        for name, kind in kinds.items():
            column = identifier(name)
            ends = "printf('%.6g', {0}), printf('%.6g', {1})" if kind in _FLOATS else "{0}::VARCHAR, {1}::VARCHAR"
            least, greatest = f"min({column})", f"max({column})"
            parts += [
                f"count({column})",
                ends.format(least, greatest) if _ORDERED.fullmatch(kind) else "NULL, NULL",
                "NULL" if _NESTED.fullmatch(kind) else count.format(column),
            ]
        (numbers,) = empty.another(f"SELECT {', '.join(parts)} {source}").rows()
        columns = {}
        for index, name in enumerate(kinds):
            known, least, greatest, different = numbers[4 * index : 4 * index + 4]
            columns[name] = {"least": least, "greatest": greatest, "different": different, "missing": rows - known}
        few = [
            name
            for name, kind in kinds.items()
            if name != build
            and _LISTED.fullmatch(kind)
            and 1 < (columns[name]["different"] or 0) <= min(FEW, rows // 2)
        ][:MOST_FACETS]
        facets = [
            {
                "column": name,
                "values": empty.another(
                    f"SELECT CAST({identifier(name)} AS VARCHAR), count(*) {source} GROUP BY {identifier(name)}"
                    f" ORDER BY {identifier(name)} LIMIT {2 * FEW}"
                ).rows(),
            }
            for name in few
        ]
    return {"rows": rows, "exact": rows <= COUNTED, "columns": columns, "facets": facets}


def named_statement(name: str) -> dict[str, Any]:
    """The "statement" of a named query, and the "count" of its figure's statements; errors as of `named_queries.statement_of`."""
    from tafelwerk.book import open_book
    from tafelwerk.named_queries import statement_of

    with open_book() as book:
        statement, count = statement_of(name, book)
    return {"statement": statement, "count": count}


def save_rows(statement: str, ending: str) -> bytes:
    """All rows of a statement as a file.

    Args:
        statement: one reading statement.
        ending: "csv" or "parquet".

    Returns:
        The file.

    Raises:
        TafelwerkError: as `sandbox.query`.
        LimitError: the file is too large for a page.
    """
    from tafelwerk.commands.rowset import Format, save
    from tafelwerk.web.worker import scratch

    with _ask(statement) as answer, scratch(f"rows.{ending}") as file:
        save(answer, Format(ending), file)
        if file.stat().st_size > LARGEST_FILE:
            raise LimitError(f"the file has more than {LARGEST_FILE:,} bytes; write it with: tafelwerk sql ... -o FILE")
        return file.read_bytes()


@contextmanager
def _ask(statement: str, *, is_own: bool = False) -> "Iterator[Answer]":
    from tafelwerk.places import default_book, pocket_beneath
    from tafelwerk.tables.sandbox import Limits, query

    if len(statement) > LONGEST:
        raise InputError(f"a statement may have {LONGEST:,} characters, not {len(statement):,}")
    book = default_book()
    try:
        limits = Limits(SECONDS, MEMORY, None)
        with query(book, statement, limits, beneath=pocket_beneath(book), is_own=is_own) as answer:
            yield answer
    except LimitError as error:
        # the limits are those of pages, which have no options
        fault, is_option, _ = str(error).partition(": raise the limit")
        if is_option:
            raise LimitError(f"{fault}; ask for less, or use the command line") from None
        raise


def _whole(text: str) -> int | str:
    """A whole number, as text where JavaScript would round it."""
    number = int(text)
    return number if abs(number) < 2**53 else text


def _number(text: str) -> float | str:
    """A number, as text where a double would round it."""
    return float(text) if repr(float(text)) == text or len(text) < 17 else text


def check_size(size: int, most: float = LARGEST_ANSWER) -> None:
    """Refuse an answer that is too large for a page.

    Args:
        size: its bytes, perhaps not all of them.
        most: that it may have.

    Raises:
        LimitError: it has more.
    """
    if size > most:
        raise LimitError(
            f"the answer has more than {most:,} bytes, the most that a page takes; ask for less of it, or use the command line"
        )
