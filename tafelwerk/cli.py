"""The root of the command line: commands for all families, the families, and every error as one line.

A command's module is imported only when the command is called, so a look-up in one family does not pay for the others.
"""

import gc
import os
import re
import sys
import traceback
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Annotated, Any

import typer
import typer.main
from typer.core import TyperCommand

from tafelwerk import __version__, streams
from tafelwerk.commands.common import App, BookOption, ColorOption, LazyGroup, takes_book
from tafelwerk.commands.compiling import CompileError, run_compiled, watch
from tafelwerk.commands.families import family_app
from tafelwerk.commands.output import Colour, choose_colour, fold_text, page_width
from tafelwerk.errors import (
    LONGEST_QUOTE,
    ExitCode,
    FaultsError,
    InputError,
    InterruptedBuildError,
    StorageError,
    TafelwerkError,
    in_quotes,
    out_of_memory,
    shorten,
    was_interrupted,
)
from tafelwerk.tables import readings

PROGRAM = "tafelwerk"
COMPLETES = "_TAFELWERK_COMPLETE"
"""Environment variable by which a shell asks for completions."""

COMMANDS = (
    "build",
    "tables",
    "verify",
    "diff",
    "sql",
    "schema",
    "find",
    "plot",
    "sheet",
    "export",
    "cite",
    "published",
    "rules",
    "play",
    "serve",
    "atlas",
    "doctor",
    "warm",
)
LONGEST_ARGUMENT, MOST_ARGUMENTS = 100_000, 1000
"""Greatest length of an argument, and greatest number of arguments."""

LONGEST_WORD = 1000
"""Characters of a word of any message."""

REPORT = "this is a bug in Tafelwerk: please report the command line and the output of --debug"


class _ClosedPipeError(Exception):
    """The reader of standard output went away."""


class _InterruptedError(Exception):
    """Ctrl-C."""


class Root(LazyGroup):
    """Loads a command's or a family's module when its name is called."""

    def list_commands(self, ctx: Any) -> list[str]:
        return [*families(), *COMMANDS]

    def shell_complete(self, ctx: Any, incomplete: str) -> list[Any]:
        # names alone: a line of its help would import each of them
        for name in self.list_commands(ctx):
            self.commands.setdefault(name, TyperCommand(name))
        return super().shell_complete(ctx, incomplete)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        ctx.args = args[1:]  # taken out before by typer; what `get_command` imports depends on them
        return super().resolve_command(ctx, args)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        if ctx is not None and ctx.resilient_parsing:
            from tafelwerk.commands.completion import option_alone

            alone = option_alone(cmd_name, ctx.args)
            if alone is not None:
                alone.name = cmd_name
                return alone
        return super().get_command(ctx, cmd_name)

    def make_command(self, ctx: Any, name: str) -> Any:
        if name in COMMANDS:
            command, panel = typer.main.get_command(import_module(f"tafelwerk.commands.{name}").app), "The book"
        else:
            app = takes_book(family_app(name, () if ctx is None else ctx.args))
            command, panel = typer.main.get_group(app), "Families"
        command.rich_help_panel = panel  # type: ignore[attr-defined]
        return command

    def invoke(self, ctx: Any) -> Any:
        # typer would turn these into exits of its own
        try:
            super().invoke(ctx)
            streams.out().flush()
        except KeyboardInterrupt as error:
            raise _InterruptedError from error
        except BrokenPipeError as error:
            raise _ClosedPipeError from error


def families() -> tuple[str, ...]:
    """The families' names, in the order of the book."""
    from tafelwerk.families import KNOWN

    return KNOWN


root = App(cls=Root, add_completion=True)


def _show_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"{PROGRAM} {__version__}")
        raise typer.Exit


@root.callback()
def tafelwerk(
    version: Annotated[
        bool, typer.Option("--version", "-V", callback=_show_version, is_eager=True, help="Show the version and exit.")
    ] = False,
    debug: Annotated[
        bool, typer.Option("--debug", help="Show the traceback of an error; also TAFELWERK_DEBUG=1.")
    ] = False,
    *,
    book: BookOption,
    color: ColorOption = None,
) -> None:
    """Exhaustive strategy tables for games: computed once, kept in DuckDB, answered at once.

    Example: tafelwerk dresher value 11

    Example: tafelwerk build --quick

    Example: tafelwerk --book DIR tables
    """


def main(args: Sequence[str] | None = None) -> int:
    """Run the command line.

    Args:
        args: the words after the program's name; None for those of the process.

    Returns:
        The exit code, one of `ExitCode`.
    """
    if args is None:
        _prepare_process()
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    if COMPLETES in os.environ:  # a shell reads what is printed
        return _answer(args)
    with streams.program(is_process=args is None):
        return _answer(args)


def _answer(args: Sequence[str] | None) -> int:
    """Run a command line, its streams being prepared; see `main`."""
    words = list(sys.argv[1:] if args is None else args)
    words, debug = _without_debug(_as_typed(words))
    words = _as_options(words)
    choose_colour(Colour.AUTO)  # of the process before, in tests
    last_read = readings.Readings()
    try:
        _check(words)
        if args is None and COMPLETES in os.environ:
            gc.disable()  # the process ends with the values; garbage collection costs a tenth of the time
        elif args is None:
            watch(words)
        with readings.noting(last_read):
            code = _run(words)
    except (_ClosedPipeError, SystemExit):
        # rich leaves by SystemExit when the reader of a help page goes away
        return _let_go_of_stdout(ExitCode.ANSWERED)
    except CompileError:
        if args is not None:
            raise
        run_compiled()
    except BaseException as error:
        if debug:
            traceback.print_exception(error.__cause__ if isinstance(error, _InterruptedError) else error)
        return _let_go_of_stdout(_report(error, last_read.last))
    return code


def _prepare_process() -> None:
    """Open the standard streams that are closed, and let numpy's linear algebra start no threads.

    A file opened later would take a closed stream's place, and what a library prints would go into it. For threads that cannot
    have memory, OpenBLAS ends the process.
    """
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    for number in (0, 1, 2):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # takes the lowest free number
    for name in ("stdin", "stdout", "stderr"):
        if getattr(sys, name) is None:
            # open until the process ends
            setattr(sys, name, Path(os.devnull).open("r" if name == "stdin" else "w", encoding="utf-8"))  # noqa: SIM115


def _check(words: list[str]) -> None:
    """Raise InputError if the words of the command line are not text, or too much of it."""
    if len(words) > MOST_ARGUMENTS:
        raise InputError(f"there are {len(words):,} arguments; a command takes at most {MOST_ARGUMENTS:,}")
    for word in words:
        if len(word) > LONGEST_ARGUMENT:
            raise InputError(
                f"an argument may have {LONGEST_ARGUMENT:,} characters, not {len(word):,}: {in_quotes(word, 20)}"
            )
        try:
            word.encode()
        except UnicodeEncodeError:
            raise InputError(f"an argument is not UTF-8: {in_quotes(word)}") from None


def _run(words: list[str]) -> int:
    command = typer.main.get_command(root)
    code = command.main(words, prog_name=PROGRAM, standalone_mode=False)
    try:
        streams.out().flush()
    except BrokenPipeError as error:
        raise _ClosedPipeError from error
    return code if isinstance(code, int) else ExitCode.ANSWERED


def _without_debug(words: list[str]) -> tuple[list[str], bool]:
    """--debug counts wherever it stands before a `--`, so that it can be added to a line that failed."""
    end = words.index("--") if "--" in words else len(words)
    debug = "--debug" in words[:end] or os.environ.get("TAFELWERK_DEBUG", "") not in ("", "0")
    return [word for word in words[:end] if word != "--debug"] + words[end:], debug


_DASH = re.compile(r"(?<![^\0=])(?:[–—](?=[^\W\d_])|[–—−](?=\.?\d))")
_QUOTED = re.compile(r"(?<![^\0=])[“„”«»‘‚]([^“„”«»‘’‚]*)[“”«»’](?![^\0])")
_BLANK = re.compile(r"(^[a-z]+(?:\0[a-z-]+)?|(?<![^\0])--?[\w-]+)[\u00a0\u202f]|[\u00a0\u202f](?=--?[a-z])")
"""What a word processor or a page makes of two hyphens or one, of quotation marks, and of a blank between words."""


def _as_typed(words: list[str]) -> list[str]:
    """The words as a keyboard types them, where they were copied: without a prompt, typographic dashes, quotes and blanks."""
    words = words[words[:1] in (["$"], [">"]) :]
    words = words[words[:1] == [PROGRAM] :]
    line = "\0".join(words)
    if line.isascii():
        return words
    line = _DASH.sub(lambda dash: "--" if line[dash.end()].isalpha() else "-", line)
    line = _QUOTED.sub(lambda quoted: quoted[1].replace("\0", " "), line)
    return _BLANK.sub(lambda blank: f"{blank[1] or ''}\0", line).split("\0")


def _as_options(words: list[str]) -> list[str]:
    """`help COMMAND` as `COMMAND --help`, `version` as `--version`, and --lang behind the name of what takes it."""
    if words[:1] == ["help"]:
        return [*words[1:], "--help"]
    count = 2 if words[:1] == ["--lang"] else int(bool(words) and words[0].startswith("--lang="))
    if count and {"skat", "rules"} & {*words[count : count + 1]}:
        return [words[count], *words[:count], *words[count + 1 :]]
    return ["--version"] if words == ["version"] else words


def _report(error: BaseException, reading: readings.Reading | None) -> int:
    """Report an error on standard error, in one line, or one per fault of a file.

    Args:
        error: the error.
        reading: the last statement that read values from a family's file.

    Returns:
        The exit code.
    """
    message, code = _explain(error, reading)
    lines = message.split("\n") if isinstance(error, FaultsError) else [message]
    # a path, say, that is no path
    message = "\n".join(
        " ".join(
            word if len(word) <= LONGEST_WORD else shorten(word, LONGEST_QUOTE)
            for word in streams.visible(line).split()
        )
        for line in lines
    )
    if sys.stderr is not None:
        try:
            sys.stderr.write(fold_text(message, page_width(sys.stderr)) + "\n")
            sys.stderr.flush()
        except OSError:
            pass
    return code


def _explain(error: BaseException, reading: readings.Reading | None) -> tuple[str, int]:
    if isinstance(error, InterruptedBuildError):
        return str(error), error.exit_code
    if isinstance(error, TafelwerkError):
        fault = None if reading is None else readings.fault_of_file(error, reading)
        return f"{error.label}: {fault or error}", (fault or error).exit_code
    if isinstance(error, _InterruptedError | KeyboardInterrupt | typer.Abort) or was_interrupted(error):
        return "interrupted", ExitCode.INTERRUPTED
    if isinstance(error, typer.TyperException):
        from tafelwerk.commands.usage_errors import usage_text  # no answer pays for it

        return f"error: {usage_text(error)}", ExitCode.BAD_INPUT
    if isinstance(error, OSError) and error.errno is not None:
        where = f" {error.filename}" if error.filename else ""
        return f"error: cannot read or write{where}: {error.strerror}", StorageError.exit_code
    if out_of_memory(error):
        return "error: out of memory; nothing was changed: ask for less, or run fewer jobs", StorageError.exit_code
    if reading is not None and isinstance(error, Exception):
        fault = readings.fault_of_file(error, reading)
        if fault is not None:
            return f"error: {fault}", fault.exit_code
    return f"defect: {type(error).__name__}: {error}; {REPORT}", ExitCode.DEFECT


def _let_go_of_stdout(code: int) -> int:
    """Discard standard output's buffer, so that the interpreter does not try to write it at exit."""
    stream = streams.out()
    try:
        stream.flush()
    except (OSError, ValueError):
        try:
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, stream.fileno())
            os.close(nowhere)
        except (OSError, ValueError):
            pass
    return code
