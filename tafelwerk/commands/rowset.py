"""Rows of a query as a table, JSON, JSON lines, CSV of either kind or Parquet, with DuckDB's own values.

A table, lines and Markdown are for people: characters that cannot be seen are made visible. CSV has the exact text, unless it
goes to a terminal; JSON escapes them.

Rows pass in batches, so a table of ten million rows needs no more memory than one of ten thousand. Values without a type
in JSON or CSV (dates, intervals, blobs, ...) are written as DuckDB's own text.
"""

import re
import shutil
import tempfile
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from decimal import Decimal
from enum import StrEnum
from functools import partial
from itertools import accumulate, chain, islice
from json.encoder import encode_basestring
from math import isfinite, isnan
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

from tafelwerk.commands.output import console, json_text, note, page_width
from tafelwerk.errors import InputError, LimitError
from tafelwerk.files import written_whole
from tafelwerk.streams import beneath, escape_json, out, visible
from tafelwerk.tables.readings import literal
from tafelwerk.tables.value_types import Stream, check_names
from tafelwerk.wording import count_noun, join_words, rows_text

if TYPE_CHECKING:
    from tafelwerk.tables.sandbox import Answer

BATCH = 10_000
SHOWN = 1_000
"""Greatest number of rows in a table for people."""
LONGEST_COLUMN, LONGEST_CELL = 40, 200
"""Greatest width of a column that is not folded, and greatest length of a cell, on a terminal."""
GAP = 3
"""Blanks between two columns."""
_NUMBER = re.compile(r"[-+]?[0-9.e+/-]*")
_IN_MEMORY = 1 << 26
_MOST_TEXT = 10**9
"""Greatest number of characters collected for standard output; beyond `_IN_MEMORY` in a temporary file."""


_MARKED = re.compile(r"[\\|`*~]|<(?=[\w/!?])|&(?=#?\w+;)|\](?=\()|\b_|_\b")
"""Signs that mean something in Markdown."""
_STREAM = re.compile(r".*?' failed: (?:\w+: )?", re.DOTALL)  # beginning of DuckDB's error of a stream


class Format(StrEnum):
    """Formats of rows."""

    TABLE = "table"
    LINE = "line"
    MARKDOWN = "markdown"
    JSON = "json"
    JSONL = "jsonl"
    CSV = "csv"
    CSV2 = "csv2"
    """With semicolons between fields and commas before decimals, as spreadsheets of many countries read it."""
    PARQUET = "parquet"


class TextSpool:
    """Text in a format on its way to standard output, up to `_MOST_TEXT`.

    Attributes:
        form: the format.
        rows: number of rows.
        remarks: what is said of the rows once they are written.
    """

    rows = 0

    def __init__(self, form: Format) -> None:
        self.form = form
        self.remarks: list[str] = []
        self.file = tempfile.SpooledTemporaryFile(_IN_MEMORY, mode="w+", encoding="utf-8", newline="")  # noqa: SIM115
        self._left = _MOST_TEXT

    def write(self, text: str) -> int:
        """Take a piece of the text."""
        self._left -= len(text)
        if self._left < 0:
            raise LimitError(
                f"the answer is longer than {_MOST_TEXT:,} characters: write it to a file with --output FILE, or add a LIMIT"
            )
        return self.file.write(text)

    def writelines(self, lines: Iterable[str]) -> None:
        """Take several pieces of the text."""
        for line in lines:
            self.write(line)


def gather(answer: "Answer", form: Format) -> TextSpool:
    """Read all rows and lay them out as text, so that nothing is written if the query fails midway.

    Raises:
        InputError: the format needs a file, or does not allow two columns with the same name.
        LimitError: the text is too long.
    """
    if form is Format.PARQUET:
        raise InputError("--format parquet needs a file; add --output FILE.parquet")
    text = TextSpool(form)
    try:
        text.rows = _write_text(answer, form, text)  # type: ignore[arg-type]
    except BaseException:
        text.file.close()
        raise
    return text


def tell(text: TextSpool) -> None:
    """Write the collected text to standard output."""
    with text.file as file:
        file.seek(0)
        # a table has colours, and what it shows is visible already
        is_exact = text.form is Format.TABLE or not out().isatty()
        shutil.copyfileobj(file, beneath(out()) if is_exact else out())
    out().flush()
    for remark in text.remarks:
        note(remark)


def save(answer: "Answer", form: Format, path: Path) -> int:
    """Write the rows to a file, whole or not at all.

    Returns:
        The number of rows.

    Raises:
        InputError: the rows do not fit the format, or the file's folder does not exist.
        StorageError: the file cannot be written.
    """
    with written_whole(path) as partial:
        if form is Format.PARQUET:
            return write_parquet(answer, partial)
        with partial.open("w", encoding="utf-8", newline="") as stream:
            return _write_text(answer, form, stream)


def _write_text(answer: "Answer", form: Format, stream: TextIO) -> int:
    names = list(answer.columns)
    if form in (Format.JSON, Format.JSONL):
        check_names(names, form)
    rows = _rows(answer)
    if form is Format.TABLE:
        return _table(names, rows, stream)
    if form is Format.LINE:
        return _lines(names, rows, stream)
    if form is Format.MARKDOWN:
        return _write_counting(stream, chain(_markdown_head(names), map(_markdown_line, rows))) - 2
    if form in (Format.CSV, Format.CSV2):
        separator, texts = (",", _CSV) if form is Format.CSV else (";", _CSV2)
        lines = (separator.join([texts[type(value)](value) for value in row]) + "\n" for row in chain([names], rows))
        return _write_counting(stream, lines) - 1
    objects = _objects(names, rows)
    if form is Format.JSONL:
        return _write_counting(stream, (text + "\n" for text in objects))
    first = next(objects, None)
    if first is None:
        stream.write("[]\n")
        return 0
    count = _write_counting(stream, chain([f"[{first}"], (f",\n{text}" for text in objects)))
    stream.write("]\n")
    return count


def _objects(names: list[str], rows: Iterator[tuple[Any, ...]]) -> Iterator[str]:
    """One JSON object per row."""
    keys = [json_text(name) + ": " for name in names]
    for row in rows:
        yield "{" + ", ".join([key + _JSON[type(value)](value) for key, value in zip(keys, row, strict=True)]) + "}"


def _write_counting(stream: TextIO, pieces: Iterable[str]) -> int:
    count = 0
    for count, piece in enumerate(pieces, 1):  # noqa: B007
        stream.write(piece)
    return count


def _rows(answer: "Answer") -> Iterator[tuple[Any, ...]]:
    """The rows as numbers, text, lists and dicts."""
    return chain.from_iterable(answer.texts(BATCH))


def _csv_text(text: str, separator: str = ",") -> str:
    """The text, quoted if necessary; an empty text is quoted to distinguish it from NULL."""
    # a byte-order mark at the beginning of a file is not read
    if text and not any(sign in text for sign in f'{separator}"\n\r\ufeff') and text == text.strip():
        return text
    return '"' + text.replace('"', '""') + '"'


def _csv_nested(value: Any, separator: str = ",") -> str:
    return _csv_text(_nested_text(value), separator)


def _csv_number(value: float | Decimal) -> str:
    """A number with a comma before its decimals."""
    return (repr(value) if isinstance(value, float) else json_text(value)).replace(".", ",")


def _nested_text(value: Any) -> str:
    """A list, structure or map as JSON, in which NaN is not NULL."""
    return json_text(_with_nan(value))


def _with_nan(value: Any) -> Any:
    if isinstance(value, float):
        return "nan" if isnan(value) else value
    if isinstance(value, dict):
        return {name: _with_nan(item) for name, item in value.items()}
    return [_with_nan(item) for item in value] if isinstance(value, list | tuple) else value


def _csv_boolean(value: bool) -> str:
    return "true" if value else "false"


def _json_float(value: float) -> str:
    return repr(value) if isfinite(value) else json_text(value)


def _json_text(text: str) -> str:
    return escape_json(encode_basestring(text))


# repr of a float is the shortest text that reads back as the same float, and inf, -inf and nan as they are
_CSV: defaultdict[type, Callable[[Any], str]] = defaultdict(
    lambda: _csv_nested, {type(None): lambda _: "", bool: _csv_boolean, int: str, float: repr, str: _csv_text}
)
_CSV2: defaultdict[type, Callable[[Any], str]] = defaultdict(
    lambda: partial(_csv_nested, separator=";"),
    _CSV | {float: _csv_number, Decimal: _csv_number, str: partial(_csv_text, separator=";")},
)
_JSON: defaultdict[type, Callable[[Any], str]] = defaultdict(
    lambda: json_text, {type(None): lambda _: "null", int: str, float: _json_float, str: _json_text}
)


def _table(names: list[str], rows: Iterator[tuple[Any, ...]], stream: TextIO) -> int:
    """A table for people; the plan of an EXPLAIN unchanged."""
    first = list(islice(rows, SHOWN))
    more = next(rows, None) is not None
    if names == ["explain_key", "explain_value"]:
        stream.writelines(f"{visible(value)}\n" for _, value in first)
        return len(first)
    paper = console()
    width = page_width()
    cells = [[_cell(value) if width is None else _brief(value) for value in row] for row in first]
    widths = [_column_widths(name, [row[index] for row in cells]) for index, name in enumerate(names)]
    columns = len(names) if width is None else _fitting([least for least, _ in widths], width)
    from rich import box
    from rich.table import Table
    from rich.text import Text

    laid_out = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False)
    for index, name in enumerate(names[:columns]):
        number = any(
            isinstance(row[index], int | float | Decimal) and not isinstance(row[index], bool) for row in first
        )
        least, widest = widths[index]
        laid_out.add_column(
            Text(_cell(name)),
            justify="right" if number else "left",
            overflow="fold",
            no_wrap=width is not None and least == widest <= width,
        )
    for texts in cells:
        laid_out.add_row(*map(Text, texts[:columns]))
    with paper.capture() as captured:
        paper.print(laid_out)
    stream.write(captured.get())
    _remark(
        stream, f"(first {SHOWN:,} rows; --format csv or jsonl writes all)" if more else f"({rows_text(len(first))})"
    )
    if columns < len(names):
        left = count_noun(len(names) - columns, "column")
        _remark(
            stream, f"{left} left out: {join_words(names[columns:], 8)}; --format line, in the prompt \\x, shows all"
        )
    return len(first)


def _remark(stream: TextIO, text: str) -> None:
    """Say something of the rows: beside a file at once, on standard output behind them."""
    if isinstance(stream, TextSpool):
        stream.remarks.append(text)
    else:
        note(text)


def _column_widths(name: str, texts: list[str]) -> tuple[int, int]:
    """The least width of a column and its widest cell: long texts may be folded, numbers never."""
    widest = max(map(len, [_cell(name), *texts]))
    return (widest if all(map(_NUMBER.fullmatch, texts)) else min(widest, LONGEST_COLUMN)), widest


def _fitting(widths: list[int], width: int) -> int:
    """Number of columns of these widths, from the left, that fit a terminal; at least one."""
    taken = accumulate(widths, lambda total, column: total + GAP + column)
    return max(sum(total <= width for total in taken), 1)


def _brief(value: Any) -> str:
    """A cell as a terminal shows it: floats with six significant digits, long texts and lists cut."""
    text = f"{value:.6g}" if isinstance(value, float) and isfinite(value) else _cell(value)
    return text if len(text) <= LONGEST_CELL else f"{text[: LONGEST_CELL - 1]}…"


def _lines(names: list[str], rows: Iterator[tuple[Any, ...]], stream: TextIO) -> int:
    """One line per value, and an empty line between rows."""
    names, count = [_cell(name) for name in names], 0
    width = max(map(len, names))
    for count, row in enumerate(rows, 1):
        stream.write("" if count == 1 else "\n")
        stream.writelines(f"{name:>{width}}  {_cell(value)}\n" for name, value in zip(names, row, strict=True))
    _remark(stream, f"({rows_text(count)})")
    return count


def _markdown_head(names: list[str]) -> list[str]:
    return [_markdown_line(tuple(names)), "|" + " --- |" * len(names) + "\n"]


def _markdown_line(row: tuple[Any, ...]) -> str:
    texts = (_MARKED.sub(r"\\\g<0>", _cell(value, lines=True)) for value in row)
    cells = (visible(text).replace("\n", "<br>") for text in texts)
    return "| " + " | ".join(cells) + " |\n"


def _cell(value: Any, *, lines: bool = False) -> str:
    """A value as people read it, on one line unless its line breaks are to stay.

    NULL is nothing.
    """
    if value is None:
        return ""
    if isinstance(value, str):
        text = bound_text(value)
        return text if lines else visible(text, lines=False)
    if isinstance(value, float):
        return repr(value)
    return _nested_text(value)


def bound_text(text: str) -> str:
    """The text, in quotation marks as in SQL if it would look like nothing or has blanks or such marks at its ends."""
    return text if text and text == text.strip() and not (text[0] == text[-1] == "'") else literal(text)


def write_parquet(answer: "Answer", path: Path) -> int:
    """Write the rows through a second DuckDB, which may write files: the one that answers may not.

    Args:
        answer: the answer with the rows.
        path: the file.

    Returns:
        The number of rows.

    Raises:
        InputError: two columns have the same name, or Parquet does not hold a type or a value.
        OSError: the file cannot be written.
    """
    import duckdb

    from tafelwerk.tables.sandbox import translate_errors
    from tafelwerk.tables.storage import duckdb_path, first_line, system_words

    rows = answer.columns_for_parquet()
    target = literal(duckdb_path(path))
    with duckdb.connect(":memory:") as writer:
        try:
            writer.register("rows", Stream(rows))
            ((count,),) = writer.execute(
                f"COPY (FROM rows) TO {target} (FORMAT parquet, COMPRESSION zstd, USE_TMP_FILE false)"
            ).fetchall()
        except duckdb.IOException as fault:
            raise OSError(system_words(fault) or first_line(fault)) from fault
        except duckdb.Error as fault:
            # the error of the rows follows the error of their stream
            with translate_errors():
                raise RuntimeError(_STREAM.sub("", str(fault), count=1)) from fault
    return int(count)
