"""Answers on standard output: one JSON document for programs, a layout for people; narration goes to standard error.

rich is imported only where something is laid out for a terminal.
"""

import json
import math
import os
import re
import shutil
import sys
import textwrap
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from dataclasses import fields, is_dataclass
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from enum import Enum, StrEnum
from fractions import Fraction
from functools import cache
from pathlib import Path
from shlex import quote
from time import monotonic
from typing import TYPE_CHECKING, Annotated, Any, TextIO
from uuid import UUID

import typer

from tafelwerk.errors import InputError
from tafelwerk.streams import beneath, escape_json, out, visible
from tafelwerk.texts import Group, StyledText, Table, TableColumn, plain_page
from tafelwerk.wording import localize, number_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.console import Console

    from tafelwerk.plots.pictures import Picture
    from tafelwerk.tables.questions import Question

# wide enough that nothing is folded in a file or a pipe
_UNFOLDED = 100_000

# 4214 digits or less, which Python writes
_MOST_BITS = 14_000

ROW_FILES = {
    ".json": "json",
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
    ".csv": "csv",
    ".parquet": "parquet",
    ".md": "markdown",
}
"""Endings of files of rows, as `tafelwerk sql -o` writes them."""

ROWS_OF_ANSWERS = (".csv", ".parquet")
"""Endings of files of the rows of an answer."""


class Colour(StrEnum):
    """Choices of --color."""

    AUTO = "auto"
    ALWAYS = "always"
    NEVER = "never"


LONGEST_NUMBER = 16
"""Greatest length of a number that a table never breaks."""

_colour = Colour.AUTO


def choose_colour(choice: Colour) -> None:
    """Set when to colour output; AUTO respects NO_COLOR and FORCE_COLOR, and otherwise colours only a terminal."""
    global _colour
    _colour = choice


def is_coloured(stream: TextIO) -> bool:
    """Whether colours are written to a stream."""
    if _colour is not Colour.AUTO:
        return _colour is Colour.ALWAYS
    if os.environ.get("NO_COLOR"):
        return False
    return bool(os.environ.get("FORCE_COLOR")) or stream.isatty()


def page_width(stream: TextIO | None = None) -> int | None:
    """Width of the page in columns.

    Args:
        stream: output stream. Default: standard output.

    Returns:
        The columns of the terminal, or COLUMNS; for a coloured pipe, which a pager shows, the columns of the controlling
        terminal. None for a file or a pipe, where nothing is folded.
    """
    stream = out() if stream is None else stream
    if stream.isatty():
        return shutil.get_terminal_size().columns
    columns = os.environ.get("COLUMNS", "")
    if columns.isascii() and columns.isdecimal() and int(columns) > 0:
        return int(columns)
    if is_coloured(stream) and sys.stderr is not None and sys.stderr.isatty():
        with suppress(OSError, ValueError):
            return os.get_terminal_size(sys.stderr.fileno()).columns
    return None


def fold_text(text: str, width: int | None) -> str:
    """The text made visible, with lines of at most the width, broken between words; lines that fit stay as they are."""
    text = visible(text)
    if width is None:
        return text
    return "\n".join(line if len(line) <= width else _fold_line(line, width) for line in text.split("\n"))


def _fold_line(line: str, width: int) -> str:
    """A line over several; a command line stays one to a shell."""
    indent = line[: len(line) - len(line.lstrip())]
    if line.startswith(f"{indent}tafelwerk "):
        from tafelwerk.commands.fitting import copyable

        return "\n".join(f"{indent}{part}" for part in copyable(line.strip(), width - len(indent)))
    return "\n".join(textwrap.wrap(line, width, subsequent_indent=indent, break_on_hyphens=False))


def encodes(text: str) -> bool:
    """Whether standard output can show the text."""
    try:
        text.encode(getattr(out(), "encoding", None) or "utf-8")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def shows_signs() -> bool:
    """Whether standard output is a terminal that can show the signs of suits."""
    return out().isatty() and encodes("♣♠♥♦")


def rational(value: Any) -> str:
    """The reduced fraction as text, sign in front, without "/1".

    Args:
        value: an int, a Fraction, or python-flint's fmpz or fmpq.

    Returns:
        "5625", "11445/2", "-1/3".

    Raises:
        TypeError: for anything else; a float is no exact number.
    """
    kind = type(value).__name__
    if kind == "fmpq":
        value = Fraction(int(value.p), int(value.q))
    elif kind == "fmpz" or (isinstance(value, int) and not isinstance(value, bool)):
        return _digits(int(value))
    if not isinstance(value, Fraction):
        raise TypeError(f"not an exact number: {value!r}")
    above = _digits(value.numerator)
    return above if value.denominator == 1 else f"{above}/{_digits(value.denominator)}"


def _digits(number: int) -> str:
    """An integer in decimal; Python itself writes no more than 4300 digits."""
    if number.bit_length() < _MOST_BITS:
        return str(number)
    from flint import fmpz

    return str(fmpz(number))


def plain(value: Any) -> Any:
    """The value in JSON's own types: NaN is None, infinity "inf", fractions are strings, values without a JSON type are text.

    A finite Decimal stays one, because JSON numbers can have as many digits.

    Raises:
        TypeError: the value cannot be part of an answer.
    """
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, Enum):
        return plain(value.value)
    if isinstance(value, str):
        return str(value)
    if isinstance(value, int):
        return int(value)
    if isinstance(value, float):
        if math.isfinite(value):
            return float(value)
        return None if math.isnan(value) else "inf" if value > 0 else "-inf"
    if isinstance(value, Mapping):
        return {key if isinstance(key, str) else _text(key): plain(item) for key, item in value.items()}
    if isinstance(value, Sequence | set | frozenset) and not isinstance(value, bytes | bytearray | memoryview):
        # trees are thousands of them
        return list(value) if all(type(item) is int for item in value) else [plain(item) for item in value]
    if is_dataclass(value) and not isinstance(value, type):
        return {field.name: plain(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, Decimal):
        return value if value.is_finite() else plain(float(value))
    if type(value).__name__ == "fmpz":
        return int(value)
    if type(value).__name__ == "fmpq" or isinstance(value, Fraction):
        return rational(value)
    if hasattr(value, "tolist"):  # numpy's scalars and arrays
        return plain(value.tolist())
    return _text(value)


def pick_fields(record: object, *names: str) -> dict[str, Any]:
    """A part of a document: attributes of a record under their names."""
    return {name: getattr(record, name) for name in names}


def _text(value: Any) -> str:
    """Text for a type that JSON does not know; as DuckDB writes it where DuckDB has it."""
    if isinstance(value, datetime):
        return value.isoformat(sep=" ")
    if isinstance(value, date | time):
        return value.isoformat()
    if isinstance(value, Decimal):
        return _decimal(value)
    if isinstance(value, bytes | bytearray | memoryview):
        return bytes(value).hex()
    if isinstance(value, timedelta | UUID | os.PathLike | int | float | bool):
        return str(value)
    if value is None:
        return "null"
    if type(value).__name__ == "fmpq" or isinstance(value, Fraction):
        return rational(value)
    raise TypeError(f"no JSON for {type(value).__name__}: {value!r}")


def _decimal(value: Decimal) -> str:
    return format(value, "f")


def json_text(document: Any) -> str:
    """The document as JSON text on one line; a Decimal keeps all its digits, and characters that cannot be seen are escaped.

    Raises:
        TypeError: the value cannot be part of an answer.
    """
    value = plain(document)
    try:
        return escape_json(_JSON.encode(value))
    except TypeError:  # a Decimal
        return escape_json(_encode(value))


_JSON = json.JSONEncoder(ensure_ascii=False, allow_nan=False)


def _encode(value: Any) -> str:
    if isinstance(value, Decimal):
        return _decimal(value)
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_JSON.encode(key)}: {_encode(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_encode, value)) + "]"
    # an encoder takes a detour for numbers
    return str(value) if type(value) is int else _JSON.encode(value)


Reader = Callable[[Any, Any, Any], None]
"""Is given an answer instead of standard output: its document, what a person reads, and what is seen of it (`asking.Look`)."""

_READER: ContextVar[Reader | None] = ContextVar("reader", default=None)


@contextmanager
def reading(reader: Reader) -> Iterator[None]:
    """Give the answers of the commands within to a reader, such as a page."""
    token = _READER.set(reader)
    try:
        yield
    finally:
        _READER.reset(token)


def is_read() -> bool:
    """Whether answers are given to a reader, with their documents."""
    return _READER.get() is not None


def answer(json_flag: bool, document: Any, text: str | Callable[[], Any], look: Any = None) -> None:
    """Print one answer, or give it to who reads it.

    Args:
        json_flag: whether --json was given; then only the document is written to standard output.
        document: a dict or list; see `plain` for its values.
        text: output for people, or a function without arguments that makes it: a string or a part of a `Group`.
        look: what is seen of it, for a reader; see `asking.Look`.
    """
    reader = _READER.get()
    if reader is not None:
        reader(document, text() if callable(text) else text, look)
        return
    if json_flag:
        out().write(json_text(document) + "\n")
        return
    content = text() if callable(text) else text
    if isinstance(content, str):
        out().write(fold_text(content.removesuffix("\n"), page_width()) + "\n")
        return
    page = plain_page(content) if _is_plain(out()) else None
    if page is None:
        console().print(content, crop=not _has_unbroken(content))
    else:
        out().write(page)


def _is_plain(stream: TextIO) -> bool:
    """Whether a stream has neither colours nor a width, and all characters."""
    encoding = str(getattr(stream, "encoding", None) or "utf-8").lower()
    return page_width(stream) is None and not is_coloured(stream) and encoding.startswith("utf")


def layout_width() -> int:
    """Columns that a layout on standard output may have."""
    return _UNFOLDED if _is_plain(out()) else console().width


@cache
def _console_class() -> "type[Console]":
    """A rich console whose texts are made visible before they are laid out; its own escape sequences are left alone."""
    from rich.console import Console

    class VisibleConsole(Console):
        def render(self, renderable: Any, options: Any = None) -> Iterable[Any]:
            for segment in super().render(renderable, options):
                yield segment if segment.control else segment._replace(text=visible(segment.text))

    return VisibleConsole


def console(*, stderr: bool = False) -> "Console":
    """A rich console, coloured as `is_coloured` says; nothing is folded if `page_width` is None."""
    paper = _console_class()
    stream = sys.stderr if stderr else out()
    coloured, width = is_coloured(stream), page_width(stream)
    if stream.isatty() and _colour is Colour.AUTO:
        return paper(file=beneath(stream), highlight=False)  # NO_COLOR leaves bold and dim
    made = paper(
        file=beneath(stream),
        highlight=False,
        width=_UNFOLDED if width is None else width,
        force_terminal=coloured,
        color_system="auto" if coloured else None,
        no_color=not coloured,
    )
    if coloured and made.color_system is None:  # TERM names no colours
        made = paper(
            file=beneath(stream), highlight=False, width=made.width, force_terminal=True, color_system="standard"
        )
    return made


def table(
    columns: Sequence[str],
    rows: Iterable[Sequence[Any]],
    *,
    title: str | None = None,
    unbroken_column: int | None = None,
) -> Any:
    """A table; numbers are right-aligned, a missing value is empty.

    Args:
        columns: the headings.
        rows: one sequence per row, as long as `columns`; texts, strings, numbers or None.
        title: a line above.
        unbroken_column: index of a column whose cells are never broken.

    Returns:
        A `Table`, or several in a `Group` where it is wider than the page.
    """
    cells, width = [list(row) for row in rows], page_width()
    least = [_least_width(column, [row[index] for row in cells]) for index, column in enumerate(columns)]
    if unbroken_column is not None:
        least[unbroken_column] = max(len(plain_text(row[unbroken_column])) for row in cells)
    if (
        width is not None
        and not is_read()
        and least
        and max(least[1:], default=0) + least[0] + _GAP <= width < _width(least)
    ):
        # the first column heads each part
        last = max(end for end in range(2, len(columns)) if _width(least[:end]) <= width)
        first = table(columns[:last], [row[:last] for row in cells], title=title)
        more = table([columns[0], *columns[last:]], [[row[0], *row[last:]] for row in cells])
        return Group(first, "", more)
    widest = [max(len(plain_text(cell)) for cell in column) for column in zip(columns, *cells, strict=True)]
    fitted = widest if width is None or is_read() or _width(least) > width else _fit(widest, least, width)
    return Table(
        [
            TableColumn(
                cell_text(column),
                [styled_text(row[index]) for row in cells],
                is_right=any(
                    isinstance(row[index], int | float | Decimal) and not isinstance(row[index], bool) for row in cells
                ),
                least=least[index],
                width=fitted[index] if fitted[index] < widest[index] else None,
            )
            for index, column in enumerate(columns)
        ],
        title,
    )


_GAP = 3
"""Columns between two columns of a table."""

_FIGURE = r"[-+−±]?[\d,]+(\.\d+)?%?"


def _width(columns: Sequence[int]) -> int:
    """Width of a table of such columns."""
    return sum(columns) + _GAP * (len(columns) - 1)


def _fit(widest: Sequence[int], least: Sequence[int], width: int) -> list[int]:
    """Widths of columns that fit the page: the widest give way, none below its least."""
    most = max(widest, default=0)
    while _width(fitted := [max(low, min(high, most)) for high, low in zip(widest, least, strict=True)]) > width:
        most -= 1
    return fitted


def _least_width(heading: str, cells: Iterable[Any]) -> int:
    """Least width of a column: a heading is broken between words, a number that is not very long not at all."""
    texts = [
        (plain_text(cell), isinstance(cell, int | float | Decimal) and not isinstance(cell, bool)) for cell in cells
    ]
    numbers = [len(text) for text, is_number in texts if is_number or re.fullmatch(_FIGURE, text)]
    return max((*map(len, heading.split()), *(length for length in numbers if length <= LONGEST_NUMBER)), default=0)


NARROWEST = 24
"""Columns that every other column of a table needs beside one of command lines."""


def command_table(columns: Sequence[str], rows: Iterable[Sequence[str]], lines: int) -> Any:
    """A table with a column of command lines, which are never broken; on a page too narrow for it each row is a few lines.

    Args:
        columns, rows: as of `table`.
        lines: index of the column of command lines.
    """
    cells, width = [list(row) for row in rows], page_width()
    longest = max((len(row[lines]) for row in cells), default=0)
    if width is None or is_read() or longest + (NARROWEST + _GAP) * (len(columns) - 1) <= width:
        laid_out = table(columns, cells, unbroken_column=lines)
        laid_out.columns[lines].no_wrap = True
        return laid_out
    others = [[cell for index, cell in enumerate(row) if index != lines] for row in cells]
    heading = StyledText(": ".join(name for index, name in enumerate(columns) if index != lines), "bold")
    texts = (
        part
        for row, words in zip(cells, others, strict=True)
        for part in (StyledText(": ".join(words)), unbroken(f"  {row[lines]}"))
    )
    return Group(heading, *texts)


def _has_unbroken(content: Any) -> bool:
    """Whether a layout has lines that are not broken, which are not to be cut either."""
    if isinstance(content, Group):
        return any(map(_has_unbroken, content.parts))
    return isinstance(content, StyledText) and content.overflow == "ignore"


def unbroken(text: str) -> StyledText:
    """A line that is not broken, such as a command line to be copied; a terminal breaks it where its own line ends."""
    return StyledText(visible(text), no_wrap=True, overflow="ignore")


def with_heading(heading: str, *below: Any) -> Any:
    """A layout with a line above it, which may be wider."""
    return Group(StyledText(heading), *below)


def styled_text(cell: Any) -> StyledText:
    """A table's cell as a text, all of it visible."""
    if not isinstance(cell, StyledText):
        return StyledText(cell_text(cell))
    text = visible(cell.plain)
    return cell if text == cell.plain else StyledText(text, cell.style)


def plain_text(cell: Any) -> str:
    """Text of a table's cell, without colours."""
    return styled_text(cell).plain


def cell_text(value: Any) -> str:
    """One value in a table for people, on one line: integers with thousands separators, a missing value empty."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return number_text(value)
    if isinstance(value, str):
        return visible(str(value), lines=False)
    plain_value = plain(value)
    if isinstance(plain_value, str):
        return visible(plain_value, lines=False)
    text = "nan" if plain_value is None else escape_json(_encode(plain_value))
    return localize(text) if isinstance(plain_value, float) else text


def note(text: str) -> None:
    """Print one message line on standard error."""
    if sys.stderr is not None:
        sys.stderr.write(fold_text(" ".join(text.split()), page_width(sys.stderr)) + "\n")
        sys.stderr.flush()


class Ticker:
    """Timer for progress lines during a long wait.

    Args:
        every: seconds between two lines.
    """

    def __init__(self, every: float = 10.0) -> None:
        self._every, self._last = every, monotonic()

    def __call__(self) -> bool:
        """True once its interval has passed, since it was made or last returned True."""
        if monotonic() - self._last < self._every:
            return False
        self._last = monotonic()
        return True


def write_text(lines: Iterable[str], output: Path | None) -> None:
    """Write a text to a file, whole or not at all, or to standard output.

    Raises:
        InputError: the file's folder does not exist, or it is a file of a book.
        StorageError: it cannot be written.
    """
    from tafelwerk.files import written_whole
    from tafelwerk.language import say

    if output is None:
        out().writelines(lines)
        return
    with written_whole(output) as partial, partial.open("w", encoding="utf-8", newline="") as stream:
        stream.writelines(lines)
    note(say("{path} written", path=output))


def check_picture(path: Path | None) -> Path | None:
    """The file of an option, before any work is done for it.

    Raises:
        InputError: its ending is none of a picture.
    """
    if path is not None:
        from tafelwerk.plots.output import check  # no answer without a picture pays for it

        check(path)
    return path


def _check_option(context: typer.Context, path: Path | None) -> Path | None:
    """`check_picture`, with a hint for a file of rows."""
    try:
        return check_picture(path)
    except InputError as refusal:
        assert path is not None, "no file is not refused"
        kind = _question_of(context.command_path)
        if path.suffix in ROWS_OF_ANSWERS and kind is not None and has_rows(kind):
            return path
        if path.suffix not in ROW_FILES:
            raise
        options, family = f"-o {quote(str(path))}", context.command_path.split()[-2]
        hint = rows_hint(context.command_path, options) or f"rows of a table: tafelwerk export {family}.TABLE {options}"
        raise InputError(f"{refusal}; {hint}") from None


def rows_hint(command_path: str, options: str) -> str:
    """Which command line writes stored rows behind the answers to a question; "" if the question names none.

    Args:
        command_path: the question's command, "tafelwerk mastermind compare".
        options: where to and how.
    """
    kind = _question_of(command_path)
    if kind is None or not kind.rows_line:
        return ""
    line, about = kind.rows_line
    return f"{about}: tafelwerk {line} {options}"


def _question_of(command_path: str) -> "type[Question[Any]] | None":
    """The question that a command asks, if it asks one."""
    from tafelwerk.families import KNOWN
    from tafelwerk.tables.questions import kinds

    family, name = command_path.split()[-2:]
    return next((kind for kind in kinds(family) if kind.name == name), None) if family in KNOWN else None


def has_rows(kind: "type[Question[Any]]") -> bool:
    """Whether answers to a question are written as rows, too."""
    from tafelwerk.tables.questions import Question

    return kind.as_rows is not Question.as_rows


def picture_option(help: str) -> Any:
    """The option for a file of a picture, checked before any work is done for it."""
    return typer.Option("--output", "-o", metavar="FILE", callback=_check_option, help=help)


OutputOption = Annotated[
    Path | None,
    picture_option("File for a picture of the answer: FILE.svg, .png, .pdf or .html. Default: no picture."),
]


RowsOption = Annotated[
    Path | None,
    picture_option(
        "File for a picture of the answer: FILE.svg, .png, .pdf or .html; or for its rows: FILE.csv or .parquet. Default: none."
    ),
]


def save_rows(rows: "Sequence[Mapping[str, Any]]", path: Path) -> None:
    """Write rows as CSV or Parquet, by the ending of the name, and report it; errors as of `save_picture`."""
    import polars

    from tafelwerk.files import written_whole
    from tafelwerk.language import say

    table = polars.DataFrame(rows)
    with written_whole(path) as partial:
        (table.write_parquet if path.suffix == ".parquet" else table.write_csv)(partial)
    note(say("{path} written", path=path))


def save_picture(pages: "Picture | Sequence[Picture]", path: Path) -> None:
    """Write a picture, or the pages of a sheet, and report it.

    Args:
        pages: the picture, or the pages.
        path: the file.

    Raises:
        InputError: the path's folder does not exist.
        StorageError: the file cannot be written.
    """
    from tafelwerk.language import say, speech
    from tafelwerk.plots.output import write
    from tafelwerk.plots.pictures import document

    write(document(pages, speech().language), path)
    note(say("{path} written", path=path))
