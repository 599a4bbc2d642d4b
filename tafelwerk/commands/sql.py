"""`tafelwerk sql`: one read-only statement on the book."""

import os
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from decimal import Decimal
from functools import cache
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tafelwerk.commands.asking import read_text
from tafelwerk.commands.coercion import VERBATIM
from tafelwerk.commands.common import App, BookOption, JsonOption
from tafelwerk.commands.output import ROW_FILES, answer, console, note, table
from tafelwerk.commands.rowset import Format
from tafelwerk.errors import BookError, ExitCode, InputError, LimitError, MissingTableError, StorageError, in_quotes
from tafelwerk.files import abandon, read_standard_input
from tafelwerk.places import quote_path
from tafelwerk.streams import out
from tafelwerk.texts import StyledText
from tafelwerk.wording import count_noun, join_words, rows_text, seconds_text

if TYPE_CHECKING:
    from tafelwerk.errors import TafelwerkError
    from tafelwerk.tables.book import Book
    from tafelwerk.tables.provenance import BuildRecord
    from tafelwerk.tables.sandbox import Answer, Limits


app = App()

HELP = r"end a statement with ; or type .help for the commands, \q to leave"
_LEAVE = frozenset({r"\q", ".q", ".quit", ".exit", "quit", "exit"})
_ALSO = {"help": ".help", "?": ".help", r"\?": ".help", r"\dt": ".tables", ".once": ".output"}
"""Commands of the prompt by names that they have elsewhere."""
_MODES = {"box": Format.TABLE, "column": Format.TABLE, "duckbox": Format.TABLE, "lines": Format.LINE}
"""Formats by names that they have elsewhere."""
_HISTORY = 1000
_LONGEST = 2**20  # bytes of a statement
_LONGEST_NAME = 250  # characters of a file's name
_MEMORY = 64 * 10**6, 4 * 10**12
_SHOW_TABLES = re.compile(r"SHOW\s+TABLES\s*;?", re.IGNORECASE)
_BY_PART = re.compile(r"\bORDER\s+BY\b[^()]*?\b(\w+_(?:num|den))\b(?!\s*::)", re.IGNORECASE)
"""A statement that is ordered by a numerator or a denominator."""
COMMANDS = {
    ".help": "this list",
    ".mode FORMAT": "rows as table, line, markdown, json, jsonl, csv or csv2",
    ".output [FILE]": "rows of the next statement as a file, its ending gives the format; alone: on the screen",
    ".read FILE": "run the statements of a file, none if one fails",
    ".queries [WORDS]": "named queries: all, or those with these words",
    ".query NAME": "run a named query",
    ".schema FAMILY[.TABLE]": "columns, keys, joins and macros",
    ".tables [FAMILY]": "names of the tables; of a family with what they hold",
    ".timer": "show times: on or off",
    r"\x": "one line per value: on or off",
    r"\q": "leave",
}
"""Commands of the prompt, and what they do."""
_NAMES = frozenset({*_LEAVE, *_ALSO, *(command.partition(" ")[0] for command in COMMANDS)})

_ONE_BY_ONE = (Format.TABLE, Format.LINE, Format.MARKDOWN)
"""Formats in which rows of several statements stand one after the other."""


def _readable(texts: list[str] | None) -> list[str] | None:
    """Values of a statement as they are given; InputError before any other word is at fault, if one is no NAME=VALUE."""
    _read_parameters(texts or ())
    return texts


_SIZE = re.compile(r"(\d{1,9}(?:\.\d{1,9})?) ?([MGT])(i?)B", re.IGNORECASE)


@app.command()
def sql(
    book: BookOption,
    statement: Annotated[
        str | None,
        typer.Argument(
            metavar="STATEMENT",
            help="SQL statement, or - for standard input. Default: standard input; on a terminal, a prompt.",
        ),
        VERBATIM,
    ] = None,
    query: Annotated[
        str | None,
        typer.Option("--query", metavar="QUERY", help="Named query in place of STATEMENT.", show_default=False),
    ] = None,
    list_queries: Annotated[
        bool, typer.Option("--queries", help="List the named queries: all, or those that match STATEMENT as words.")
    ] = False,
    params: Annotated[
        list[str] | None,
        typer.Option(
            "--param",
            metavar="NAME=VALUE",
            callback=_readable,
            help="Value of $NAME in the statement; once per name. A number, or text; '10' in quotes is text.",
            show_default=False,
        ),
    ] = None,
    form: Annotated[
        Format | None,
        typer.Option(
            "--format",
            help="Format of the rows; csv2 has semicolons and decimal commas. Default: table, or by the ending of --output.",
        ),
    ] = None,
    output: Annotated[
        Path | None,
        typer.Option(
            "--output", "-o", metavar="FILE", help="Output file; its ending gives the format. Default: standard output."
        ),
    ] = None,
    timeout: Annotated[
        float,
        typer.Option(
            "--timeout",
            min=0.1,
            max=86_400,
            metavar="S",
            help="Time limit of a statement, in seconds. Default: 60.",
            show_default=False,
        ),
    ] = 60,
    memory: Annotated[
        str | None,
        typer.Option(
            "--memory",
            metavar="SIZE",
            help="Memory limit of a statement, such as 500MB or 2GB. Default: half of the machine's memory.",
        ),
    ] = None,
    json: JsonOption = False,
) -> None:
    """Run one SELECT (FROM, WITH, VALUES, PIVOT), EXPLAIN, DESCRIBE, SHOW or SUMMARIZE on the book, which is only read.

    Named queries are the questions of the docs, the findings, and the statements of the figures, each under the figure's name.
    Every family is a schema of that name, with macros for its notation, which `tafelwerk schema FAMILY` lists; meta.builds
    records what was built, how and when, and every row has the number of its build.

    Example: tafelwerk sql "FROM meta.builds" --format csv

    Example: tafelwerk sql "SELECT n, value, certainty, evidence FROM dresher.games JOIN meta.builds USING (build)"

    Example: tafelwerk sql 'SELECT number, probability FROM dresher.hider WHERE n = $n' --param n=9

    Example: tafelwerk sql "SHOW ALL TABLES" --json

    Example: tafelwerk sql --queries memory

    Example: tafelwerk sql --query dresher-plateaus --format csv

    Example: tafelwerk sql "SELECT dresher.tree_text(depths) FROM dresher.searcher WHERE n = 5"
    """
    from tafelwerk.named_queries import is_name

    if list_queries:
        if query is not None or output is not None or form not in (None, Format.TABLE, Format.JSON):
            raise InputError("--queries prints a list, or a document with --json; leave out the other options")
        queries = listed_queries(book, statement or "")
        answer(json or form is Format.JSON, {"queries": queries}, lambda: queries_layout(queries))
        return
    if statement == "-":
        statement = None
    if statement is not None and len(statement) <= _LONGEST_NAME and Path(statement).is_file():
        raise InputError(
            f"{statement} is a file; its statements are read by: tafelwerk sql < {quote_path(Path(statement))}"
        )
    form = _format(form, output, json)
    limits = _limits(timeout, memory)
    if statement is not None and is_name(statement):
        raise InputError(f"{statement} is a named query: tafelwerk sql --query {statement}")
    if query is not None:
        if statement is not None:
            raise InputError("give STATEMENT or --query NAME, not both")
        statement = named_statement(book, query)
    if statement is None and sys.stdin is not None and sys.stdin.isatty():
        for option, value in (("--output", output), ("--param", params)):
            if value:
                raise InputError(f'{option} needs a STATEMENT: tafelwerk sql "SELECT ..." {option} ...')
        Prompt(book, form, limits).lead()
        return
    parameters = _read_parameters(params or ())
    if statement is not None:
        _refuse_commands(statement)
    statements = [statement] if statement is not None else _read_pipe(form, output)
    if parameters:
        _check_places(" ".join(statements), parameters)
    execute(book, statements, form, limits, output, parameters)


def listed_queries(book: Path, words: str) -> list[dict[str, Any]]:
    """Named queries that match words, as in the JSON document.

    Args:
        book: the book's folder.
        words: a family, a name, or words. Default: all queries.

    Returns:
        Name, family, title and statement of each; the statement of a figure is None unless it is the only one.

    Raises:
        InputError: there is none.
        MissingTableError: a single figure is asked for, and rows of it are missing.
    """
    from tafelwerk.named_queries import find_queries

    queries = find_queries(words)
    statements = [query.statement or None for query in queries]
    if statements == [None]:
        statements = [named_statement(book, queries[0].name)]
    return [
        {"name": query.name, "family": query.family, "title": query.title, "statement": statement}
        for query, statement in zip(queries, statements, strict=True)
    ]


def queries_layout(queries: list[dict[str, Any]]) -> Any:
    """A line per named query, or the statement of the only one."""
    if len(queries) == 1:
        return StyledText("{name}: {title}\n\n{statement}".format_map(queries[0]))
    return table(("query", "title"), [(query["name"], query["title"]) for query in queries])


def named_statement(book: Path, name: str) -> str:
    """The statement of a named query.

    Raises:
        InputError: there is none.
        MissingTableError: it is a figure's, and rows of it are missing.
    """
    from tafelwerk.book import open_book
    from tafelwerk.named_queries import statement_of

    with open_book(book) as opened:
        statement, count = statement_of(name, opened)
    if count > 1:
        plain = name.partition("/")[0]
        note(f"{plain} is drawn from {count} statements: {plain}/1 to {plain}/{count}")
    return statement


def _limits(timeout: float, memory: str | None) -> "Limits":
    from tafelwerk.tables.sandbox import Limits

    if memory is None:
        return Limits(timeout, None, _leave)
    match = _SIZE.fullmatch(memory.strip())
    if not match:
        raise InputError(f"--memory must be a number with its unit, such as 500MB or 2GB, not {in_quotes(memory)}")
    number, unit, binary = match.groups()
    size = int(float(number) * (1024 if binary else 1000) ** (2 + "MGT".index(unit.upper())))
    if not _MEMORY[0] <= size <= _MEMORY[1]:
        raise InputError(f"--memory must be 64MB to 4TB, not {in_quotes(memory)}")
    return Limits(timeout, size, _leave)


def _leave(error: BaseException) -> None:
    """End the process if a statement does not end; nothing has been written yet."""
    abandon()
    interrupted = isinstance(error, KeyboardInterrupt)
    note("interrupted" if interrupted else f"error: {error}")
    os._exit(ExitCode.INTERRUPTED if interrupted else ExitCode.STORAGE)


def _read_pipe(form: Format, output: Path | None) -> list[str]:
    """The statements on standard input; bytes that are not UTF-8 are marked, as in an argument.

    Raises:
        InputError: it begins with a command of the prompt; or it has several statements, whose rows make no document or file.
    """
    text = str(read_standard_input(_LONGEST), "utf-8-sig", "surrogateescape")
    _refuse_commands(text)
    return _split(text, form, output)


def _split(text: str, form: Format, output: Path | None) -> list[str]:
    """The statements of a text; InputError if it has several, whose rows make no document or file."""
    from tafelwerk.tables.sandbox import split_statements

    statements = split_statements(text)
    if len(statements) > 1 and (output is not None or form not in _ONE_BY_ONE):
        formats = join_words(_ONE_BY_ONE, last="or")
        raise InputError(
            f"one statement at a time, not {len(statements)}: several are answered one after the other as {formats} on the "
            "screen, but their rows make no file or document"
        )
    return statements


def _refuse_commands(text: str) -> None:
    """Raise InputError if a text begins with a command of the prompt."""
    word = next(iter(text.split()), "")
    if word in _NAMES:
        raise InputError(
            f"{word} belongs to the prompt, which begins on a terminal: standard input and STATEMENT are read as SQL, and "
            "--format, --output, --query, --queries and tafelwerk schema do what the commands do"
        )


def _format(form: Format | None, output: Path | None, json: bool) -> Format:
    if json:
        if form not in (None, Format.JSON):
            raise InputError(f"--json and --format {form} exclude each other; give one of them")
        return Format.JSON
    if form is None and output is not None:
        ending = output.suffix.lower()
        if ending not in ROW_FILES:
            raise InputError(
                f"--output {output}: the ending must be {join_words([*ROW_FILES], last='or')}; or give --format"
            )
        return Format(ROW_FILES[ending])
    if form is Format.PARQUET and output is None:
        raise InputError("--format parquet needs a file; add --output FILE.parquet")
    return form or Format.TABLE


def _read_parameters(texts: Sequence[str]) -> dict[str, object] | None:
    """Values of a statement by name; None if none is given.

    Raises:
        InputError: one is no NAME=VALUE, or a name is given twice.
    """
    values: dict[str, object] = {}
    for text in texts:
        name, sign, value = text.removeprefix("$").partition("=")
        if not sign or not re.fullmatch(r"\w+", name):
            example = name if re.fullmatch(r"\w+", name) else "n"
            raise InputError(
                f"--param {in_quotes(text)}: write NAME=VALUE, such as --param {example}=10 for ${example} in the statement"
            )
        if name in values:
            raise InputError(f"--param gives {name} twice; give each name once")
        values[name] = _parameter_value(value)
    return values or None


def _check_places(statement: str, parameters: dict[str, object]) -> None:
    """Raise InputError if a statement has no place for one of the values."""
    missing = [f"${name}" for name in parameters if not _has_place(statement, name)]
    if missing and "$" not in statement:
        raise InputError(
            f"the statement has no {missing[0]}, for which --param gives a value; within double quotes the shell replaces it:"
            " write the statement in single quotes"
        )
    if missing:
        raise InputError(f"{missing[0]}, for which --param gives a value, does not occur in the statement")


def _has_place(statement: str, name: str) -> bool:
    """Whether a statement has $name."""
    return re.search(rf"\${name}\b", statement, re.IGNORECASE) is not None


def _parameter_value(text: str) -> object:
    """A number where the text is one, exactly unless it has an exponent; otherwise the text, without quotes around it."""
    if re.fullmatch(r"[+-]?\d{1,38}", text, re.ASCII):
        return int(text)
    if re.fullmatch(r"[+-]?\d{0,18}\.\d{1,18}", text, re.ASCII):
        return Decimal(text)
    if re.fullmatch(r"[+-]?\d{1,18}(\.\d{1,18})?e[+-]?\d{1,3}", text, re.ASCII | re.IGNORECASE):
        return float(text)
    return text[1:-1] if len(text) > 1 and text[0] == text[-1] == "'" else text


def execute(
    book: Path,
    statements: Sequence[str],
    form: Format,
    limits: "Limits",
    output: Path | None = None,
    parameters: dict[str, object] | None = None,
) -> None:
    """Run statements and write their rows; nothing is written if one of them fails.

    Args:
        book: the book's folder.
        statements: SQL, each one statement; to a file only one is written.
        form: format of the rows.
        limits: limits of time and memory of each.
        output: file; None for standard output.
        parameters: values of its places `$name`.

    Raises:
        InputError: a statement is not allowed, or DuckDB refuses it.
        LimitError: a statement exceeds a limit.
        BookError, StorageError: errors of the book.
    """
    from tafelwerk.commands import rowset
    from tafelwerk.places import pocket_beneath
    from tafelwerk.tables.sandbox import query

    texts, notes = [], list[str]()
    left_out: dict[str, TafelwerkError] = {}
    rows = 0
    for statement in statements:
        own = {name: value for name, value in (parameters or {}).items() if _has_place(statement, name)} or None
        line = 1 + len(statement) - len(statement.lstrip("\n"))
        with (
            _prefixing(f"line {line}: " if len(statements) > 1 else ""),
            query(book, statement, limits, parameters=own, beneath=pocket_beneath(book)) as result,
        ):
            if output is None:
                texts.append(rowset.gather(result, form))
                rows = texts[-1].rows
            else:
                rows = rowset.save(result, form, output)
            left_out |= result.left_out
            notes += _notes(book, statement, result, rows, is_shown=output is None)
    for fault in left_out.values():
        note(f"left out: {fault}")
    # standard output may be a pager, which may wait
    for number, text in enumerate(texts):
        out().write("\n" * (number > 0))
        out().flush()
        rowset.tell(text)
    if output is not None:
        note(f"{output} written: {rows_text(rows)}")
    for sentence in notes:
        note(sentence)


def _notes(book: Path, statement: str, result: "Answer", rows: int, *, is_shown: bool) -> Iterator[str]:
    """What is to be known of the rows of a statement, a sentence each.

    Args:
        book: the book's folder.
        statement: the statement.
        result: its answer, whose rows have been read.
        rows: their number.
        is_shown: whether they go to the screen.
    """
    is_list = _SHOW_TABLES.fullmatch(statement.strip()) or (not rows and "information_schema" in statement.lower())
    if is_shown and is_list:
        yield "every family is a schema of its name: SHOW ALL TABLES lists its tables, tafelwerk schema describes them"
    if (part := _BY_PART.search(statement)) and _is_text(part[1], statement, result):
        yield f"{part[1]} is text and ordered as such, 10 before 9: use {part[1]}::HUGEINT, or the decimal column beside it"
    yield from _hidden_builds(book, statement, result, rows)
    if not rows:
        yield from _empty_tables(book, statement, result)
        yield from _stored_names(statement)


def _is_text(column: str, statement: str, result: "Answer") -> bool:
    """Whether a column is text: as the answer has it or, where it is none of the answer's, in a table of the statement."""
    types = {name.lower(): kind for name, kind in zip(result.columns, result.types, strict=True)}
    columns = [types] if column.lower() in types else [_tables()[name] for name in _mentioned_tables(statement)]
    return any(kinds.get(column.lower()) == "VARCHAR" for kinds in columns)


def _empty_tables(book: Path, statement: str, result: "Answer") -> Iterator[str]:
    """Which tables of a statement no build has filled, and what fills them."""
    from tafelwerk.build.kind import no_rows
    from tafelwerk.tables.layout import tables_read

    for stored in tables_read(statement):
        if not result.another(f"SELECT 1 FROM {stored} LIMIT 1").rows():
            yield no_rows(stored, book)


def _stored_names(statement: str) -> Iterator[str]:
    """Which texts of a statement the tables call by another name."""
    from tafelwerk.tables.filters import stored_name

    families = dict.fromkeys(name.partition(".")[0] for name in _mentioned_tables(statement))
    for text in dict.fromkeys(re.findall(r"'([^']+)'", statement)):
        yield from (f"{text} is stored as '{stored}'" for family in families if (stored := stored_name(family, text)))


def _hidden_builds(book: Path, statement: str, result: "Answer", rows: int) -> Iterator[str]:
    """Which families of a statement have more in the pocket book, whose place a file of the user's takes.

    They have if a table of the statement has more rows there, or if the answer is empty and it has rows of a build that is not
    in the book.
    """
    from tafelwerk.places import pocket_beneath
    from tafelwerk.tables.book import Book, family_files
    from tafelwerk.tables.layout import tables_read
    from tafelwerk.tables.provenance import builds, table_summaries

    pocket = pocket_beneath(book)
    if pocket is None:
        return
    read = {*tables_read(*_mentioned_tables(statement))}
    both = {*family_files(book)} & {*family_files(pocket)} - {*result.left_out}
    for family in sorted(both & {name.partition(".")[0] for name in read}):
        with suppress(BookError, StorageError), Book(pocket) as small:
            names = {
                name for (name,) in result.another(f"SELECT name FROM meta.builds WHERE family = '{family}'").rows()
            }
            others = [build for build in builds(small, family) if build.name not in names]
            sizes = {f"{family}.{entry.name}": entry.rows for entry in table_summaries(small, family)}
            if any(_has_more(table, sizes[table], others, small, result, rows) for table in sorted(read & {*sizes})):
                more = f"to read the pocket book, with {count_noun(len(others), 'other build')}, instead:"
                yield f"{family} is read from your book alone; {more} --book {quote_path(pocket)}"


def _has_more(
    table: str, size: int, others: "Sequence[BuildRecord]", small: "Book", result: "Answer", rows: int
) -> bool:
    """Whether the pocket book has more of a table of `size` rows there; what an empty answer looked for may be in fewer rows."""
    from tafelwerk.tables.provenance import builds_of_rows

    if not others:
        return False
    ((own_size,),) = result.another(f"SELECT count(*) FROM {table}").rows()
    return size > own_size or (not rows and bool(builds_of_rows(small, table, "true", others)))


class Prompt:
    """The prompt: statements and dot commands typed on a terminal.

    Args:
        book: the book's folder.
        form: format of the rows.
        limits: limits of time and memory.
    """

    def __init__(self, book: Path, form: Format, limits: "Limits") -> None:
        self._book, self._form, self._limits = book, form, limits
        self._other = Format.TABLE if form is Format.LINE else Format.LINE
        self._is_timed = False
        self._output: Path | None = None
        self._pending: list[str] = []

    def lead(self) -> None:
        """Read statements, over several lines until a `;`, and answer each; errors do not end it."""
        _edit(lambda: "\n".join(self._pending))
        note(HELP)
        while True:
            try:
                line = input("   ...> " if self._pending else "tafelwerk> ")
            except EOFError:
                out().write("\n")
                return
            except KeyboardInterrupt:
                self._pending.clear()
                out().write("\n")
                continue
            except UnicodeDecodeError:
                self._pending.clear()
                note("error: the line is not UTF-8")
                continue
            if line.strip().rstrip(";") in _LEAVE:
                return
            with _errors_said():
                self._take(line)

    def _take(self, line: str) -> None:
        word, _, argument = line.strip().rstrip(";").partition(" ")
        if (word[:1] in (".", "\\") and (not self._pending or word in _NAMES)) or (word in _ALSO and not argument):
            self._command(_ALSO.get(word, word), argument.strip())
            return
        if word or self._pending:
            self._pending.append(line)
        if not self._pending or not self._pending[-1].rstrip().endswith(";"):
            return
        statement, self._pending = "\n".join(self._pending), []
        self._run(statement)

    def _run(self, *statements: str) -> None:
        output, self._output = self._output, None
        begin = perf_counter()
        form = self._form if output is None else _format(None, output, False)
        if form is Format.CSV and self._form is Format.CSV2:
            form = Format.CSV2
        execute(self._book, statements, form, self._limits, output)
        out().flush()
        if self._is_timed:
            note(f"{seconds_text(perf_counter() - begin)}")

    def _command(self, word: str, name: str) -> None:
        from tafelwerk.commands.schema import described_tables, names_layout, schema_layout

        if word == ".help":
            console().print(table(("command", "what"), COMMANDS.items()))
        elif word == ".tables":
            console().print(names_layout(name or None))
        elif word == ".schema":
            console().print(schema_layout(name, described_tables(name)) if name else names_layout(None))
        elif word == ".queries":
            console().print(queries_layout(listed_queries(self._book, name)))
        elif word == ".query":
            statement = named_statement(self._book, name)
            note(statement)
            self._run(statement)
        elif word == ".read":
            script = read_text(Path(name), "statements of SQL")
            with _prefixing(f"{name}, "):
                self._run(*_split(script, self._form, self._output))
        elif word == ".mode":
            forms = [form for form in Format if form is not Format.PARQUET]
            name = _MODES.get(name, name or self._form)
            if name not in forms:
                raise InputError(f".mode is one of {join_words(forms)}, not {in_quotes(name)}")
            if self._form is not Format(name):
                self._form, self._other = Format(name), self._form if name == Format.LINE else Format.LINE
            note(f"rows as {self._form}")
        elif word == ".output":
            path = Path(name) if name else None
            _format(None, path, False)
            self._output = path
            note(f"rows of the next statement go to {name or 'the screen'}")
        elif word == "\\x":
            self._form, self._other = self._other, self._form
            note("a line per value" if self._form is Format.LINE else f"rows as {self._form}")
        elif word == ".timer":
            self._is_timed = not self._is_timed
            note("times are shown" if self._is_timed else "times are not shown")
        else:
            instead = "LIMIT N in a statement bounds its rows" if word == ".maxrows" else HELP
            raise InputError(f"unknown command '{word}'; {instead}")


@contextmanager
def _prefixing(prefix: str) -> Iterator[None]:
    """Put where a statement stands before its error."""
    try:
        yield
    except (InputError, LimitError) as error:
        raise type(error)(f"{prefix}{error}") from error


@contextmanager
def _errors_said() -> Iterator[None]:
    """Errors of one line do not end the prompt."""
    try:
        yield
    except (BookError, InputError, LimitError, MissingTableError) as error:
        note(f"error: {error}")
    except KeyboardInterrupt:
        note("interrupted")


def _edit(pending: Callable[[], str]) -> None:
    """Set up line editing, completion by Tab, and a history across sessions if the cache folder is writable.

    Args:
        pending: the earlier lines of the statement being typed.
    """
    try:
        import readline
    except ImportError:
        return

    def complete(begun: str, state: int) -> str | None:
        words = completions(begun, f"{pending()}\n{readline.get_line_buffer()}")
        return words[state] if state < len(words) else None

    readline.set_completer(complete)
    readline.set_completer_delims(" \t\n()[]{},;=<>!+-*/%|&'\"")
    readline.parse_and_bind("bind ^I rl_complete" if "libedit" in (readline.__doc__ or "") else "tab: complete")
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


_CLAUSES = ("FROM", "GROUP BY", "HAVING", "JOIN", "LIMIT", "ORDER BY", "USING", "WHERE")
KEYWORDS = (*_CLAUSES, "DESCRIBE", "EXPLAIN", "PIVOT", "SELECT", "SHOW ALL TABLES", "SUMMARIZE", "VALUES", "WITH")


def completions(begun: str, statement: str = "") -> list[str]:
    """Completions of a word, in alphabetical order.

    Args:
        begun: the part of the word typed so far.
        statement: the statement typed so far; columns are those of its tables, or all if it names none.
    """
    words = _keywords(begun) if begun and "." not in begun else []
    word = begun.lower()
    return sorted({*words, *(name for name in _names(word, statement) if name.startswith(word))})


def _keywords(begun: str) -> list[str]:
    """Keywords with this beginning, in the typed case."""
    words = [word for word in KEYWORDS if word.startswith(begun.upper())]
    return [word.lower() for word in words] if begun.islower() else words


def _names(word: str, statement: str) -> Iterator[str]:
    if word.startswith("."):
        yield from (command.partition(" ")[0] for command in COMMANDS)
        return
    if re.match(r"\s*\.quer\w+ ", statement):
        from tafelwerk.named_queries import named_queries

        yield from named_queries()
        return
    tables, macros = _tables(), _macros()
    if "." in word:
        yield from (*tables, *(f"{name}(" for name in macros), "meta.builds", "meta.published")
        return
    yield from sorted({f"{name.partition('.')[0]}." for name in tables} | {"meta."})
    for name in _mentioned_tables(statement) or tables:
        yield from tables[name]


def _mentioned_tables(statement: str) -> list[str]:
    """The tables and views that a statement names."""
    return [name for name in _tables() if re.search(rf"\b{re.escape(name)}\b", statement, re.IGNORECASE)]


@cache
def _tables() -> dict[str, dict[str, str]]:
    """The types of the columns of every table and view, by family.table."""
    from tafelwerk.families import KNOWN
    from tafelwerk.tables.layout import layout, views

    return {
        f"{family}.{entry.name}": {column.name: column.type for column in entry.stored_columns}
        for family in KNOWN
        for entry in (*layout(family), *views(family))
    }


@cache
def _macros() -> tuple[str, ...]:
    """Every macro as family.macro."""
    from tafelwerk.families import KNOWN
    from tafelwerk.tables.layout import macros

    return tuple(f"{family}.{macro.name}" for family in KNOWN for macro in macros(family))
