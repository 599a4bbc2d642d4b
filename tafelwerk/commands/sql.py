"""`tafelwerk sql`: one reading statement on the book."""

import sys
from contextlib import suppress
from pathlib import Path
from typing import Annotated

import typer

from tafelwerk.commands.common import App, BookOption, JsonOption, note
from tafelwerk.commands.output import rows_text
from tafelwerk.commands.rowset import Format
from tafelwerk.errors import InputError, TafelwerkError

app = App()

_HELP = "end a statement with ;   .tables names the tables, .help this, \\q or Ctrl-D leaves"
_LEAVE = frozenset({r"\q", ".q", ".quit", ".exit", "quit", "exit"})
_HISTORY = 1000


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
    json: JsonOption = False,
) -> None:
    """Ask the book one SELECT (FROM, WITH, VALUES), EXPLAIN, DESCRIBE, SHOW or SUMMARIZE; it is only read.

    Every family is a schema of its name; meta.builds says what was built, how and when.

    Example: tafelwerk sql "FROM meta.builds" --format csv

    Example: tafelwerk sql "SHOW ALL TABLES" --json
    """
    form = _format(form, output, json)
    if statement is None and sys.stdin is not None and sys.stdin.isatty():
        if output is not None:
            raise InputError('--output wants a STATEMENT: tafelwerk sql "SELECT ..." --output FILE')
        prompt(book, form)
        return
    if statement is None:
        statement = sys.stdin.read() if sys.stdin is not None else ""
    execute(book, statement, form, output)


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


def execute(book: Path, statement: str, form: Format, output: Path | None = None) -> None:
    """Run one statement and write its rows.

    Args:
        book: the book's folder.
        statement: SQL, one statement.
        form: how the rows are written.
        output: a file; None for standard output.

    Raises:
        InputError: a statement that may not be, or that DuckDB refuses.
        BookError, StorageError: as the book raises them.
    """
    from tafelwerk.commands import rowset
    from tafelwerk.tables.sandbox import query

    with query(book, statement) as result:
        if output is None:
            rowset.tell(result, form)
        else:
            rows = rowset.save(result, form, output)
            note(f"{output} written: {rows_text(rows)}")


def prompt(book: Path, form: Format) -> None:
    """Read statements from the terminal, over several lines until a `;`, and answer each; errors do not end it."""
    from tafelwerk.errors import ExitCode

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
            execute(book, statement, form)
            sys.stdout.flush()
        except TafelwerkError as error:
            note(f"error: {error}")
            if error.exit_code != ExitCode.BAD_INPUT:
                raise
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
