"""Shared parts of all commands: the class of sub-apps, the options, the book, the answer and the run of a build.

A family's commands are in its room; a command that does more than ask a question is a function:

    app = App(help="...")                  mounted as `tafelwerk <family>`

    @app.command()
    def value(n: Annotated[int, typer.Argument()], book: BookOption, json: JsonOption = False) -> None: ...

`BookOption` carries its own default, so such a parameter comes before those with `= ...`. A word that begins like a
negative number (`-5`) is an argument, never an unknown option, so the command's own check handles it.
"""

import inspect
import os
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from copy import copy
from dataclasses import MISSING, Field, fields, is_dataclass
from enum import StrEnum
from functools import cache, wraps
from itertools import pairwise
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, Annotated, Any, TypeVar, get_args, get_type_hints

import typer
from typer.core import TyperCommand, TyperGroup
from typer.models import ArgumentInfo

from tafelwerk.commands.coercion import take_over, typer_annotation
from tafelwerk.commands.old_names import bare_option, with_current_names
from tafelwerk.commands.output import Colour, choose_colour, note
from tafelwerk.errors import InputError, in_quotes
from tafelwerk.frozen import frozen
from tafelwerk.language import Language, language_of
from tafelwerk.parameters import Options, slots, slots_of_parameters
from tafelwerk.places import default_book, with_book
from tafelwerk.wording import count_noun, join_words, near

if TYPE_CHECKING:
    from tafelwerk.build.task import Build
    from tafelwerk.tables.book import Book

F = TypeVar("F", bound=Callable[..., Any])
CONTEXT: dict[str, Any] = {"help_option_names": ["--help", "-h"]}
MOST_JOBS = 1024
"""Worker processes of a build."""

NEGATIVE_NUMBER = r"-\.?\d"


class Command(TyperCommand):
    """A command that takes `-5` as an argument, and whose values a shell can complete."""

    def get_params(self, ctx: Any) -> list[Any]:
        return _add_completion(take_over(super().get_params(ctx), self.callback), ctx)

    def format_help(self, ctx: Any, formatter: Any) -> None:
        from tafelwerk.commands.help_page import show

        show(self, ctx)

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        names = options_of(self, ctx)
        ctx.given = all_args = args = with_current_names(args, names)
        words, values = iter(args), dict[str, str]()
        for word in words:
            if word == "--":
                break
            if re.match(NEGATIVE_NUMBER, word):
                ctx.ignore_unknown_options = True
            elif (option := word if word in names else word.partition("=")[0]) in names:
                param = names[option]
                if not getattr(param, "is_flag", True):
                    value = next(words, "") if option == word else word.partition("=")[2]
                    if not param.multiple and param.name in values:
                        together = _join_entries(param, values[param.name], value)
                        raise InputError(
                            f"{option} is given twice; give it once{together and f': {option} {together}'}"
                        )
                    values[param.name] = value
                    if option == word and value in names:
                        args = [option]  # typer says that its value is missing
                        break
            elif len(word) > 1 and word[0] == "-" and word.partition("=")[0] not in names and word[:2] not in names:
                # unknown options are ignored only for negative numbers
                ctx.ignore_unknown_options = False
                args = [word]
                break
        with _name_command_in_errors(ctx):
            try:
                return super().parse_args(ctx, [*args])
            except typer.TyperException as error:
                error.given = all_args  # type: ignore[attr-defined]
                # typer names the first missing parameter alone
                if hasattr(error, "param_type"):
                    error.missing, error.extra = self._missing(ctx, all_args)  # type: ignore[attr-defined]
                raise

    def invoke(self, ctx: Any) -> Any:
        try:
            return super().invoke(ctx)
        except InputError as error:
            if bare := bare_option(ctx.given, options_of(self, ctx)):
                error.args = (f"{error}; write: {bare[1]}",)
            raise

    def _missing(self, ctx: Any, args: list[str]) -> tuple[list[Any], list[str]]:
        """The parameters that must be given, and are not; and the words that no parameter takes."""
        values, extra, _ = self.make_parser(ctx).parse_args(args=[*args])
        missing = [param for param in self.get_params(ctx) if param.required and values.get(param.name) in (None, ())]
        return missing, extra


def _join_entries(param: Any, *values: str) -> str:
    """Values of an option that takes several entries as one; "" of other options."""
    metavar = param.metavar or ""
    separator = "; " if ";" in metavar else "," if "," in metavar else " "
    return quote(separator.join(values)) if "..." in metavar or "--history" in param.opts else ""


class Group(TyperGroup):
    """A group that prints its help when called without arguments."""

    def get_params(self, ctx: Any) -> list[Any]:
        return _add_completion(take_over(super().get_params(ctx), self.callback), ctx)

    def format_help(self, ctx: Any, formatter: Any) -> None:
        from tafelwerk.commands.help_page import show

        show(self, ctx)

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        if not args and not self.invoke_without_command and not ctx.resilient_parsing:
            self.format_help(ctx, None)
            raise typer.Exit
        args = with_current_names(args, options_of(self, ctx), is_group=True)
        with _name_command_in_errors(ctx):
            return super().parse_args(ctx, args)


class LazyGroup(Group):
    """A group whose commands are made, and their modules imported, when they are called."""

    def make_command(self, ctx: Any, name: str) -> Any:
        """The command of a name that `list_commands` has."""
        raise NotImplementedError

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        if cmd_name not in self.commands and cmd_name in self.list_commands(ctx):
            command = self.make_command(ctx, cmd_name)
            command.name = cmd_name
            self.commands[cmd_name] = command
        return self.commands.get(cmd_name)


def options_of(command: Any, ctx: Any) -> dict[str, Any]:
    """The parameters of a command by their names."""
    return {name: param for param in command.get_params(ctx) for name in (*param.opts, *param.secondary_opts)}


def _add_completion(params: list[Any], ctx: Any) -> list[Any]:
    """A command's parameters and those of every command, with values for shell completion."""
    color = next((param for param in ctx.find_root().command.params if param.name == _COLOR), None)
    if color is not None and ctx.parent is not None and color.name not in {param.name for param in params}:
        params = [*params, _hidden_copy(color)]
    if ctx.resilient_parsing:
        from tafelwerk.commands.completion import complete_values

        complete_values(params, ctx)
    return params


@cache
def _hidden_copy(param: Any) -> Any:
    """A parameter of the root, passed to the commands below, which ignore it; a single object, by which typer finds its place."""
    made = copy(param)
    made.expose_value = False
    return made


@contextmanager
def _name_command_in_errors(ctx: Any) -> Iterator[None]:
    """Give a usage error its command, so that the message can name the command's help."""
    try:
        yield
    except typer.TyperException as error:
        if getattr(error, "ctx", None) is None:
            error.ctx = ctx  # type: ignore[attr-defined]
        raise


class App(typer.Typer):
    """A typer app with the program's settings; `command()` makes `Command`s."""

    def __init__(self, *, help: str | None = None, cls: type[Group] = Group, **settings: Any) -> None:
        defaults: dict[str, Any] = {
            "add_completion": False,
            "context_settings": CONTEXT,
            "rich_markup_mode": "markdown",
        }
        if help is not None:
            defaults["help"] = help
        super().__init__(cls=cls, pretty_exceptions_enable=False, **(defaults | settings))

    def command(self, name: str | None = None, **settings: Any) -> Callable[[F], F]:
        """As typer's; the class and the context settings are the program's."""
        defaults: dict[str, Any] = {"cls": Command, "context_settings": CONTEXT}
        return super().command(name, **(defaults | settings))


class Executor(StrEnum):
    """Where tasks run."""

    LOCAL = "local"
    DASK = "dask"


_NAMED_BOOK = "tafelwerk.book"


def _book_folder(context: typer.Context, folder: Path | None) -> Path:
    """The folder given here, or before the subcommand, or by default; absolute."""
    if folder is not None:
        context.meta[_NAMED_BOOK] = folder.absolute()
    named_folder: Path | None = context.meta.get(_NAMED_BOOK)
    return default_book() if named_folder is None else named_folder


def book_is_named(context: typer.Context) -> bool:
    """Whether --book stands on the command line."""
    return _NAMED_BOOK in context.meta


BookOption = Annotated[
    Path,
    typer.Option(
        "--book",
        metavar="DIR",
        callback=_book_folder,
        default_factory=lambda: None,
        show_default=False,
        help="Book folder. Default: TAFELWERK_BOOK, or the user's data folder.",
    ),
]
FamilyArgument = Annotated[str | None, typer.Argument(metavar="FAMILY", help="Family of games. Default: every family.")]
_COLOR = "color"


def _choose_colour(context: typer.Context, choice: Colour | None) -> None:
    """Apply --color, wherever it is given; the last one counts."""
    if choice is not None:
        choose_colour(choice)


ColorOption = Annotated[
    Colour | None,
    typer.Option(
        "--color",
        metavar="|".join(Colour),
        callback=_choose_colour,
        is_eager=True,  # in time for --help
        help="When to colour. Default: auto, on a terminal; NO_COLOR and FORCE_COLOR are respected.",
    ),
]
JsonOption = Annotated[bool, typer.Option("--json", help="One JSON document instead of text.")]
ComputeOption = Annotated[
    bool, typer.Option("--compute", help="Compute an answer that is not stored, however long it takes.")
]
KeepOption = Annotated[bool, typer.Option("--keep", help="Commit computed results to the book.")]
JobsOption = Annotated[
    int | None,
    typer.Option("--jobs", "-j", min=1, max=MOST_JOBS, metavar="N", help="Worker processes. Default: one per core."),
]
ExecutorOption = Annotated[
    Executor, typer.Option("--executor", help="Where tasks run: local processes or a Dask cluster.")
]
SchedulerOption = Annotated[
    str | None,
    typer.Option(
        "--scheduler",
        metavar="ADDRESS",
        help="Dask scheduler, tcp://HOST:PORT; its workers need access to the book folder.",
    ),
]
DryRunOption = Annotated[
    bool, typer.Option("--dry-run", help="Plan only: tasks, rows, space and time. Nothing is computed or written.")
]
ForceOption = Annotated[bool, typer.Option("--force", help="Rebuild what the book already holds.")]


@frozen
class BuildOptions:
    """Options of every build."""

    book: BookOption
    jobs: JobsOption = None
    executor: ExecutorOption = Executor.LOCAL
    scheduler: SchedulerOption = None
    dry_run: DryRunOption = False
    force: ForceOption = False
    json: JsonOption = False


@frozen
class ChosenSet:
    """Options that choose one of a family's sets."""

    quick: Annotated[bool, typer.Option("--quick", help="The smallest useful set instead of the standard set.")] = False
    full: Annotated[
        bool, typer.Option("--full", help="The full set: everything the figures and records need (hours).")
    ] = False

    def of(self, family: Any) -> "Iterator[Build]":
        """The quick, the full or the standard set of a family's builders.

        Raises:
            InputError: both are given.
        """
        if self.quick and self.full:
            raise InputError("--quick and --full do not go together; give one of them")
        builds: Iterator[Build] = family.quick() if self.quick else family.full() if self.full else family.standard()
        return builds


def takes_book(app: App) -> App:
    """Callback that also allows --book before the name of a family's command."""

    @app.callback()
    def with_book(book: BookOption) -> None:
        pass

    return app


def bundle_options(function: Callable[..., Any]) -> Callable[..., None]:
    """Make a command of a function; a parameter whose class is a dataclass represents the options that are its fields.

    An option that several of them have is given once, to all.
    """

    def options(bundle: Any) -> "list[Field[Any]]":
        return [option for option in fields(bundle) if option.init]

    def annotation(bundle: Any, option: "Field[Any]") -> Any:
        marked = slots(bundle) if issubclass(bundle, Options) else ()
        return next((typer_annotation(slot) for slot in marked if slot.name == option.name), option.type)

    hints = get_type_hints(function, include_extras=True)
    bundles = {name: hint for name, hint in hints.items() if isinstance(hint, type) and is_dataclass(hint)}
    own: list[inspect.Parameter] = []
    parameters = inspect.signature(function).parameters
    hints |= {name: typer_annotation(slot) for name, slot in slots_of_parameters(parameters, hints).items()}
    for parameter in parameters.values():
        if parameter.name not in bundles:
            own.append(parameter.replace(kind=inspect.Parameter.KEYWORD_ONLY, annotation=hints[parameter.name]))
            continue
        for option in options(bundles[parameter.name]):
            if option.name in {declared.name for declared in own}:
                continue
            default = inspect.Parameter.empty if option.default is MISSING else option.default
            own.append(
                inspect.Parameter(
                    option.name,
                    inspect.Parameter.KEYWORD_ONLY,
                    default=default,
                    annotation=annotation(bundles[parameter.name], option),
                )
            )

    # a word fills the first argument that is left: those that may be left out come last
    own.sort(key=lambda parameter: parameter.default is not inspect.Parameter.empty and _is_argument(parameter))

    @wraps(function)
    def command(**words: Any) -> None:
        values = {name: words[name] for name in parameters if name not in bundles}
        for name, bundle in bundles.items():
            values[name] = bundle(**{option.name: words[option.name] for option in options(bundle)})
        function(**values)

    command.__signature__ = inspect.Signature(own)  # type: ignore[attr-defined]
    command.__annotations__ = {parameter.name: parameter.annotation for parameter in own}
    return command


def _is_argument(parameter: inspect.Parameter) -> bool:
    """Whether a parameter of a command has no option's name."""
    return any(isinstance(mark, ArgumentInfo) for mark in get_args(parameter.annotation))


def refuse_options_before(context: typer.Context) -> None:
    """Raise for options of a group given before a subcommand, where they would be lost; --book is allowed there."""
    for param in context.command.params:
        if param.name == "book":
            continue
        source = context.get_parameter_source(param.name or "")
        if source is not None and source.name == "COMMANDLINE":
            name = context.invoked_subcommand
            command = context.command.commands[name or ""]  # type: ignore[attr-defined]
            if any(param.opts[0] in own.opts for own in command.params):
                raise InputError(
                    f"{param.opts[0]} must follow {name}: {context.command_path} {name} ... {param.opts[0]}"
                )
            raise InputError(f"{param.opts[0]} is not an option of {name}; try: {context.command_path} {name} --help")


def asked_families(family: str | None) -> tuple[str, ...]:
    """The requested family, or every family.

    Raises:
        InputError: there is no such family.
    """
    from tafelwerk.families import KNOWN

    if family is not None and family not in KNOWN:
        from tafelwerk.tables.layout import layout

        owner, _, plain = family.partition(".")
        if owner in KNOWN and plain in {entry.name for entry in layout(owner)}:
            raise InputError(
                f"{family} is a table, not a family, which is {owner}; its columns: tafelwerk schema {family}"
            )
        tables = (f"{owner}.{family}" for owner in KNOWN if family in {entry.name for entry in layout(owner)})
        meant = near(family, KNOWN) or [*tables]
        words = (
            f"did you mean {join_words(meant, last='or')}?" if meant else f"it may be {join_words(KNOWN, last='or')}"
        )
        raise InputError(f"unknown family {in_quotes(family)}; {words}")
    return KNOWN if family is None else (family,)


def note_stale(book: "Book", families: Iterable[str]) -> None:
    """Report on standard error the families whose builds were made by other code than this program's."""
    from tafelwerk.families import KNOWN
    from tafelwerk.tables.provenance import stale_builds

    for family in families:
        if family not in KNOWN:
            continue
        stale = [build.name for build in stale_builds(book, family)]
        if stale:
            made = f"{count_noun(len(stale), 'build')} {'was' if len(stale) == 1 else 'were'}"
            line = with_book(rebuild_line(family, stale), book.path)
            note(f"{family}: {made} made by other code; rebuild with: {line}")


def rebuild_line(family: str, names: Sequence[str] = ()) -> str:
    """The command line that makes a family's builds anew, or one of the user's games.

    Args:
        family: the family.
        names: the builds that are meant.
    """
    from tafelwerk.families import OWN

    if family != OWN:
        return f"tafelwerk build {family} --force"
    from tafelwerk import own_games

    games = [name.removeprefix(f"{family} ") for name in names]
    # of a game that no package offers only the user knows the file
    game_word = next((game for game in games if game in own_games.installed_games()), "FILE.py")
    return f"tafelwerk games solve {game_word} --force"


def sets_app(family: str, help: str) -> App:
    """The app of `tafelwerk build FAMILY` for a family whose sets have no options; its subcommands build single items.

    Args:
        family: the family.
        help: description of the sets in --help.
    """
    app = App(invoke_without_command=True)

    @app.callback(help=help)
    @bundle_options
    def build(context: typer.Context, sets: ChosenSet, options: BuildOptions) -> None:
        if context.invoked_subcommand is not None:
            refuse_options_before(context)
            return
        from tafelwerk.build import kind

        run_builds(sets.of(kind.builders(family)), options)

    return app


def run_builds(builds: Iterable["Build"], options: BuildOptions, *, next_steps: Iterable[str] = ()) -> None:
    """Run the builds that the book does not hold yet, with progress on standard error, and end with a summary.

    Args:
        builds: the builds.
        options: as given on the command line; with `dry_run` the plan is printed and nothing is written.
        next_steps: command lines to try next, shown after the summary, with --book added if needed.

    Raises:
        TafelwerkError: errors of the runner.
    """
    from tafelwerk.commands.progress import run

    run(tuple(builds), options, (with_book(line, options.book) for line in next_steps))


def options_given(context: typer.Context) -> list[str]:
    """The options given on the command line, by their first names, in the order of the help; arguments by their placeholders."""
    return [
        param.opts[0] if param.opts[0].startswith("-") else param.metavar or param.opts[0]
        for param in context.command.params
        if (source := context.get_parameter_source(param.name or "")) is not None and source.name == "COMMANDLINE"
    ]


def exclusive(context: typer.Context, *alternatives: Sequence[str]) -> None:
    """Raise if two options of one group of alternatives are given.

    Raises:
        InputError: names the two.
    """
    options = options_given(context)
    for group in alternatives:
        several = [name for name in options if name in group]
        if len(several) > 1:
            raise InputError(f"{several[0]} and {several[1]} do not go together; give one of them")


def needs(context: typer.Context, *rules: tuple[Sequence[str], Sequence[str]]) -> None:
    """Raise if an option is given without any of those that it needs.

    Args:
        context: the command's.
        rules: pairs of options and of those of which one must be given with them.

    Raises:
        InputError: names the option and all that it needs.
    """
    options = set(options_given(context))
    for option in options_given(context):
        wanted: dict[Sequence[str], None] = {}
        needing = [option]
        for name in needing:
            groups = [owners for names, owners in rules if name in names and not options & {*owners}]
            # what an option needs may need more
            needing += [owners[0] for owners in groups if len(owners) == 1 and owners not in wanted]
            wanted |= dict.fromkeys(groups)
        if wanted:
            raise InputError(f"{option} needs {', and '.join(join_words(owners, last='or') for owners in wanted)}")


LANGUAGE = "tafelwerk.language"
"""Key of the language in a context's `meta`, where it can be read after the answer."""


def language_in(words: Sequence[str]) -> Language:
    """The language of a command line: the last one after --lang. Default: that of the environment. With --json: English."""
    if "--json" in words:
        return Language.ENGLISH
    languages = [word for before, word in pairwise(words) if before == "--lang"]
    languages += [word.removeprefix("--lang=") for word in words if word.startswith("--lang=")]
    known = [language for language in Language if language.value in languages[-1:]]
    return known[0] if known else language_of(os.environ)
