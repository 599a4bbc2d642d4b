"""`tafelwerk sql`: one reading statement on the book."""

import os
import re
import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tafelwerk.commands.common import App, BookOption, JsonOption, note
from tafelwerk.commands.rowset import Format
from tafelwerk.errors import ExitCode, InputError, LimitError, TafelwerkError, quoted
from tafelwerk.files import abandon, read_standard_input
from tafelwerk.wording import rows_text

if TYPE_CHECKING:
    from tafelwerk.tables.sandbox import Limits

app = App()

_HELP = "end a statement with ;   .tables names the tables, .help this, \\q or Ctrl-D leaves"
_LEAVE = frozenset({r"\q", ".q", ".quit", ".exit", "quit", "exit"})
_HISTORY = 1000
_LONGEST = 2**20  # bytes of a statement
_MEMORY = 64 * 10**6, 4 * 10**12
_SIZE = re.compile(r"(\d{1,9}(?:\.\d{1,9})?) ?([MGT])(i?)B", re.IGNORECASE)


@app.command()
def sql(
    book: BookOption,
    statement: Annotated[
        str | None,
        typer.Argument(metavar="STATEMENT", help="Else a prompt; or the statement on standard input."),
    ] = None,
    form: Annotated[Format | None, typer.Option("--format", help="How the rows are written; else as a table.")] = None,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="FILE", help="Write to a file; its ending says the format.")
    ] = None,
    timeout: Annotated[
        float,
        typer.Option(
            "--timeout",
            min=0.1,
            max=86_400,
            metavar="S",
            help="Seconds a statement may take. Default: 60.",
            show_default=False,
        ),
    ] = 60,
    memory: Annotated[
        str | None,
        typer.Option(
            "--memory", metavar="SIZE", help="Memory it may use, as 500MB or 2GB. Default: half of the machine's."
        ),
    ] = None,
    json: JsonOption = False,
) -> None:
    """Ask the book one SELECT (FROM, WITH, VALUES), EXPLAIN, DESCRIBE, SHOW or SUMMARIZE; it is only read.

    Every family is a schema of its name; meta.builds says what was built, how and when.

    Example: tafelwerk sql "FROM meta.builds" --format csv

    Example: tafelwerk sql "SHOW ALL TABLES" --json
    """
    form = _format(form, output, json)
    limits = _limits(timeout, memory)
    if statement is None and sys.stdin is not None and sys.stdin.isatty():
        if output is not None:
            raise InputError('--output wants a STATEMENT: tafelwerk sql "SELECT ..." --output FILE')
        prompt(book, form, limits)
        return
    execute(book, _piped() if statement is None else statement, form, limits, output)


def _limits(timeout: float, memory: str | None) -> "Limits":
    from tafelwerk.tables.sandbox import Limits

    if memory is None:
        return Limits(timeout, None, _leave)
    found = _SIZE.fullmatch(memory.strip())
    if not found:
        raise InputError(f"--memory cannot be {quoted(memory)}: a number with its unit, such as 500MB or 2GB")
    number, unit, binary = found.groups()
    size = int(float(number) * (1024 if binary else 1000) ** (2 + "MGT".index(unit.upper())))
    if not _MEMORY[0] <= size <= _MEMORY[1]:
        raise InputError(f"--memory is 64MB to 4TB, not {quoted(memory)}")
    return Limits(timeout, size, _leave)


def _leave(error: BaseException) -> None:
    """End the process where a statement would not end; nothing has been written yet."""
    abandon()
    interrupted = isinstance(error, KeyboardInterrupt)
    note("interrupted" if interrupted else f"error: {error}")
    os._exit(ExitCode.INTERRUPTED if interrupted else ExitCode.STORAGE)


def _piped() -> str:
    """The statement on standard input; what is not UTF-8 is marked, as in an argument."""
    return str(read_standard_input(_LONGEST), "utf-8-sig", "surrogateescape")


def _format(form: Format | None, output: Path | None, json: bool) -> Format:
    if json:
        if form not in (None, Format.JSON):
            raise InputError(f"--json and --format {form} exclude each other; give one of them")
        return Format.JSON
    if form is None and output is not None:
        ending = output.suffix.lower().removeprefix(".")
        if ending not in (Format.JSON, Format.JSONL, Format.CSV, Format.PARQUET):
            raise InputError(f"--output {output}: its ending may be .json, .jsonl, .csv or .parquet; else add --format")
        return Format(ending)
    if form is Format.PARQUET and output is None:
        raise InputError("--format parquet wants a file: add --output FILE.parquet")
    return form or Format.TABLE


def execute(book: Path, statement: str, form: Format, limits: "Limits", output: Path | None = None) -> None:
    """Run one statement and write its rows.

    Args:
        book: the book's folder.
        statement: SQL, one statement.
        form: how the rows are written.
        limits: what it may take.
        output: a file; None for standard output.

    Raises:
        InputError: a statement that may not be, or that DuckDB refuses.
        LimitError: it takes too much.
        BookError, StorageError: as the book raises them.
    """
    from tafelwerk.commands import rowset
    from tafelwerk.places import pocket_beneath
    from tafelwerk.tables.sandbox import query

    with query(book, statement, limits, beneath=pocket_beneath(book)) as result:
        if output is None:
            text = rowset.gather(result, form)
        else:
            rows = rowset.save(result, form, output)
    for fault in result.left_out:
        note(f"left out: {fault}")
    # standard output may be a pager that takes its time
    if output is None:
        rowset.tell(text)
    else:
        note(f"{output} written: {rows_text(rows)}")


def prompt(book: Path, form: Format, limits: "Limits") -> None:
    """Read statements from the terminal, over several lines until a `;`, and answer each; errors do not end it."""
    _remember()
    note(_HELP)
    pending: list[str] = []
    while True:
        try:
            line = input("   ...> " if pending else "tafelwerk> ")
        except EOFError:
            sys.stdout.write("\n")
            return
        except KeyboardInterrupt:
            pending.clear()
            sys.stdout.write("\n")
            continue
        except UnicodeDecodeError:
            pending.clear()
            note("error: the line is not UTF-8")
            continue
        word = line.strip()
        if not pending and word in _LEAVE:
            return
        if not pending and word == ".help":
            note(_HELP)
            continue
        if not pending and word == ".tables":
            pending = ["SHOW ALL TABLES;"]
        elif word or pending:
            pending.append(line)
        if not pending or not pending[-1].rstrip().endswith(";"):
            continue
        statement, pending = "\n".join(pending), []
        try:
            execute(book, statement, form, limits)
            sys.stdout.flush()
        except TafelwerkError as error:
            if not isinstance(error, InputError | LimitError):
                raise
            note(f"error: {error}")
        except KeyboardInterrupt:
            note("interrupted")


def _remember() -> None:
    """Line editing, and a history over sessions where the cache folder can be written."""
    try:
        import readline
    except ImportError:
        return
    import atexit

    from tafelwerk.places import user_cache

    history = user_cache() / "sql_history"
    try:
        history.parent.mkdir(parents=True, exist_ok=True)
        history.touch(mode=0o600)
        readline.read_history_file(history)
    except OSError:
        return
    readline.set_history_length(_HISTORY)

    def keep() -> None:
        with suppress(OSError):
            readline.write_history_file(history)

    atexit.register(keep)
