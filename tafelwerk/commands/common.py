"""What every command shares: the sub-app's class, the options, the book, the answer and the run of a build.

A family's commands stand in commands/<family>.py:

    app = App(help="...")                  mounted as `tafelwerk <family>`

    @app.command()
    def value(n: Annotated[int, typer.Argument()], book: BookOption, json: JsonOption = False) -> None: ...

`BookOption` carries its own default, so such a parameter stands before those with `= ...`. A word that begins like a
negative number (`-5`) is an argument, never an unknown option, so that the command's own check answers it.
"""

import inspect
import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from enum import StrEnum
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeVar, cast

import typer
from typer.core import TyperCommand, TyperGroup

from tafelwerk.commands.coercion import take_over
from tafelwerk.commands.output import answer, json_text, note, rational, table
from tafelwerk.errors import InputError

if TYPE_CHECKING:
    from tafelwerk.build.task import Build
    from tafelwerk.tables.book import Book

__all__ = [
    "App",
    "BookOption",
    "BuildOptions",
    "Command",
    "ComputeOption",
    "DryRunOption",
    "Executor",
    "ExecutorOption",
    "ForceOption",
    "Group",
    "JobsOption",
    "JsonOption",
    "KeepOption",
    "QuickOption",
    "SchedulerOption",
    "answer",
    "at_least",
    "json_text",
    "note",
    "open_book",
    "rational",
    "refuse_options_before",
    "run_builds",
    "table",
    "takes_build_options",
]

F = TypeVar("F", bound=Callable[..., Any])
CONTEXT: dict[str, Any] = {"help_option_names": ["--help", "-h"]}
_NEGATIVE_NUMBER = re.compile(r"-\.?\d")


class Command(TyperCommand):
    """A command to which `-5` is an argument."""

    def get_params(self, ctx: Any) -> list[Any]:
        return take_over(super().get_params(ctx), self.callback)

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        names = {name: param for param in self.get_params(ctx) for name in (*param.opts, *param.secondary_opts)}
        words = iter(args)
        for word in words:
            if word == "--":
                break
            if _NEGATIVE_NUMBER.match(word):
                ctx.ignore_unknown_options = True
            elif word in names:
                if not getattr(names[word], "is_flag", True):
                    next(words, None)  # its value
            elif len(word) > 1 and word[0] == "-" and word.partition("=")[0] not in names and word[:2] not in names:
                # Ignoring unknown options is for negative numbers alone
                ctx.ignore_unknown_options = False
                args = [word]
                break
        with _placed(ctx):
            return super().parse_args(ctx, args)


class Group(TyperGroup):
    """A group that answers a call without arguments with its help."""

    def get_params(self, ctx: Any) -> list[Any]:
        return take_over(super().get_params(ctx), self.callback)

    def collect_usage_pieces(self, ctx: Any) -> list[str]:
        pieces = super().collect_usage_pieces(ctx)
        return pieces if self.list_commands(ctx) else [piece for piece in pieces if piece != self.subcommand_metavar]

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        if not args and not self.invoke_without_command and not ctx.resilient_parsing:
            typer.echo(ctx.get_help(), color=ctx.color)
            raise typer.Exit
        with _placed(ctx):
            return super().parse_args(ctx, args)


@contextmanager
def _placed(ctx: Any) -> Iterator[None]:
    """A usage error knows the command it belongs to, so that its help can be named."""
    try:
        yield
    except typer.TyperException as error:
        if getattr(error, "ctx", None) is None:
            error.ctx = ctx  # type: ignore[attr-defined]
        raise


class App(typer.Typer):
    """A typer app with the house's settings; `command()` makes `Command`s."""

    def __init__(self, *, help: str | None = None, cls: type[Group] = Group, **settings: Any) -> None:
        house: dict[str, Any] = {"add_completion": False, "context_settings": CONTEXT, "rich_markup_mode": "markdown"}
        if help is not None:
            house["help"] = help
        super().__init__(cls=cls, pretty_exceptions_enable=False, **(house | settings))

    def command(self, name: str | None = None, **settings: Any) -> Callable[[F], F]:
        """As typer's; the class and the context settings are the house's."""
        house: dict[str, Any] = {"cls": Command, "context_settings": CONTEXT}
        return super().command(name, **(house | settings))


def at_least(least: int) -> Callable[[typer.CallbackParam, int | None], int | None]:
    """The check of a number on the command line."""

    def check(param: typer.CallbackParam, value: int | None) -> int | None:
        if value is not None and value < least:
            name = param.opts[0] if param.opts[0].startswith("-") else param.metavar
            raise InputError(f"{name} is {least} or more, not {value}")
        return value

    return check


class Executor(StrEnum):
    """Where tasks run."""

    LOCAL = "local"
    DASK = "dask"


BookOption = Annotated[
    Path,
    typer.Option(
        "--book",
        metavar="DIR",
        envvar="TAFELWERK_BOOK",
        default_factory=lambda: Path("book"),
        show_default=False,
        help="Folder of the book, else ./book; a missing one is an empty book.",
    ),
]
JsonOption = Annotated[bool, typer.Option("--json", help="Answer with one JSON document.")]
ComputeOption = Annotated[
    bool, typer.Option("--compute", help="Compute what is not in the book, however long it takes.")
]
KeepOption = Annotated[bool, typer.Option("--keep", help="Commit to the book what had to be computed.")]
QuickOption = Annotated[bool, typer.Option("--quick", help="A smallest useful set instead of the standard set.")]
JobsOption = Annotated[
    int | None, typer.Option("--jobs", "-j", min=1, metavar="N", help="Worker processes; else one a core.")
]
ExecutorOption = Annotated[
    Executor, typer.Option("--executor", help="Where tasks run: processes here, or a Dask cluster.")
]
SchedulerOption = Annotated[
    str | None,
    typer.Option(
        "--scheduler", metavar="ADDRESS", help="The Dask scheduler, as tcp://HOST:PORT; it sees the same folder."
    ),
]
DryRunOption = Annotated[
    bool, typer.Option("--dry-run", help="Only say which tasks there are and what they will take; nothing is written.")
]
ForceOption = Annotated[bool, typer.Option("--force", help="Build anew what the book already holds.")]


@dataclass(frozen=True)
class BuildOptions:
    """The options that every build takes."""

    book: Path
    jobs: int | None = None
    executor: Executor = Executor.LOCAL
    scheduler: str | None = None
    dry_run: bool = False
    force: bool = False
    json: bool = False


_SHARED: dict[str, tuple[Any, Any]] = {
    "book": (BookOption, inspect.Parameter.empty),
    "jobs": (JobsOption, None),
    "executor": (ExecutorOption, Executor.LOCAL),
    "scheduler": (SchedulerOption, None),
    "dry_run": (DryRunOption, False),
    "force": (ForceOption, False),
    "json": (JsonOption, False),
}


def takes_build_options(function: F) -> F:
    """Gives a command the options that every build takes, in the place of its parameter `options: BuildOptions`."""
    signature = inspect.signature(function)
    own = [parameter for name, parameter in signature.parameters.items() if name != "options"]
    shared = [
        inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=annotation)
        for name, (annotation, default) in _SHARED.items()
    ]

    @wraps(function)
    def command(*arguments: Any, **words: Any) -> Any:
        options = BuildOptions(**{name: words.pop(name) for name in _SHARED})
        return function(*arguments, options=options, **words)

    annotations = {name: hint for name, hint in function.__annotations__.items() if name != "options"}
    command.__annotations__ = annotations | {name: annotation for name, (annotation, _) in _SHARED.items()}
    command.__signature__ = signature.replace(parameters=own + shared)  # type: ignore[attr-defined]
    return cast(F, command)


def open_book(path: Path) -> "Book":
    """The book in a folder, for reading."""
    from tafelwerk.tables.book import open_book as opened

    return opened(path)


def refuse_options_before(context: typer.Context) -> None:
    """Refuse options of a group that stand before the name of a subcommand, where they would be lost."""
    for param in context.command.params:
        source = context.get_parameter_source(param.name or "")
        if source is not None and source.name == "COMMANDLINE":
            name = context.invoked_subcommand
            command = context.command.commands[name or ""]  # type: ignore[attr-defined]
            if any(param.opts[0] in own.opts for own in command.params):
                raise InputError(
                    f"{param.opts[0]} stands before {name}; it belongs behind it: "
                    f"{context.command_path} {name} ... {param.opts[0]}"
                )
            raise InputError(
                f"{param.opts[0]} and {name} do not go together; see: {context.command_path} {name} --help"
            )


def run_builds(builds: Iterable["Build"], options: BuildOptions, *, next_steps: Iterable[str] = ()) -> None:
    """Run the builds that the book does not hold yet, with progress on standard error, and close with a summary.

    Args:
        builds: what to build.
        options: as given on the command line; with `dry_run` the plan is printed and nothing is written.
        next_steps: command lines to try next, shown after the summary.

    Raises:
        TafelwerkError: as the runner raises them.
    """
    from tafelwerk.commands.progress import run

    run(tuple(builds), options, tuple(next_steps))
