"""A family's commands, made from its room: a command for each question, each kind of build, and each function that does more.

The module of the command that is called is imported, and no other: importing the options of all takes longer than a query.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib import import_module
from inspect import cleandoc
from types import ModuleType
from typing import TYPE_CHECKING, Any

from tafelwerk.commands.coercion import declare
from tafelwerk.commands.common import App, BuildOptions, bundle_options, run_builds, sets_app
from tafelwerk.parameters import slots

if TYPE_CHECKING:
    from typer.models import CommandInfo

    from tafelwerk.build.kind import Kind


def family_app(family: str, words: Sequence[str] = ()) -> App:
    """The app of a family: the commands that its COMMANDS list. An app of its own is `FamilyApp` in the module that APP names.

    Args:
        family: its name.
        words: the command line behind it. If they name a command, the app has only that one. Help and messages that list
            all commands come from lines that name none.
    """
    room = import_module(f"tafelwerk.families.{family}")
    own: str | None = getattr(room, "APP", None)
    kind = App if own is None else import_module(f"{room.__name__}.{own}").FamilyApp
    app: App = kind(help=room.HELP)
    commands: Mapping[str, tuple[str, str]] = room.COMMANDS
    purposes = {name: purpose for purpose, names in getattr(room, "PURPOSES", {}).items() for name in names}
    synonyms = getattr(room, "COMMAND_SYNONYMS", {})
    called = (synonyms.get(word, word) for word in _possible_names(words))
    names = [name for name in called if name in commands][:1] or [*purposes] or commands
    app.registered_commands = [
        _register(kind, name, f"{room.__name__}.{commands[name][0]}", purposes.get(name)) for name in names
    ]
    return app


@cache
def build_app(family: str) -> App:
    """The app of `tafelwerk build FAMILY`: the sets, and a command for each kind of build.

    Where the sets have options of their own, `builds` has no SETS, their help, but `commands` a function `build`; if no kind has
    a command, all builds are options of that one.
    """
    from tafelwerk.build.kind import kinds

    room = f"tafelwerk.families.{family}"
    sets = getattr(import_module(f"{room}.builds"), "SETS", None)
    with_names = [kind for kind in kinds(family) if kind.kind]
    if sets is None:
        app = App(invoke_without_command=bool(with_names))
        (app.callback() if with_names else app.command())(import_module(f"{room}.commands").build)
    else:
        app = sets_app(family, cleandoc(sets))
    for kind in with_names:
        app.command(kind.kind)(_build_command(kind))
    return app


def _possible_names(words: Sequence[str]) -> list[str]:
    """The words of a command line that can name a command."""
    before = ["", *words]
    return [
        word for word, last in zip(words, before, strict=False) if word[:1] != "-" and last not in ("--book", "--lang")
    ]


@cache
def _register(kind: type[App], name: str, module: str, purpose: str | None) -> "CommandInfo":
    """A command as an app holds it: made once in a process, since tests and workers of pages call it many times."""
    app = kind()
    app.command(name, rich_help_panel=purpose)(_command(name, import_module(module)))
    (command,) = app.registered_commands
    return command


def _command(name: str, module: ModuleType) -> Callable[..., None]:
    """The command of a name: a function, or what asks a question; `list_` is the function of `list`, which is Python's."""
    from tafelwerk.commands.asking import question_command
    from tafelwerk.tables.questions import is_question

    plain = name.replace("-", "_")
    function: Callable[..., None] | None = getattr(module, plain, None) or getattr(module, f"{plain}_", None)
    if function is not None:
        return function
    return question_command(next(kind for kind in vars(module).values() if is_question(kind) and kind.name == name))


def _build_command(kind: "type[Kind]") -> Callable[..., None]:
    def command(options: BuildOptions, **given: Any) -> None:
        build = kind(**given)
        run_builds(build.sections(), options, next_steps=build.try_next())

    return bundle_options(declare(command, slots(kind), kind.__doc__, options=BuildOptions))
