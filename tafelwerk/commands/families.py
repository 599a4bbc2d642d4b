"""A family's commands: the module of the command that is called is imported, and no other.

Importing the options of all commands takes longer than a query. A family is one module, or a package: its MODULES says which
module has which commands, `words` has the app, and `builds` that of its builds.
"""

from collections.abc import Callable, Mapping, Sequence
from copy import copy
from importlib import import_module
from inspect import cleandoc
from types import ModuleType
from typing import TYPE_CHECKING, Any

import typer.main

from tafelwerk.commands.common import App, BuildOptions, bundled, run_builds, sets_app
from tafelwerk.commands.declaring import declare
from tafelwerk.families import has_builds, has_room

if TYPE_CHECKING:
    from tafelwerk.build.kind import Kind


def family_app(family: str, words: Sequence[str] = ()) -> App:
    """The app of a family.

    Args:
        family: its name.
        words: the command line behind it. If they name a command, the app has only that one. Help and messages that list
            all commands come from lines that name none.
    """
    if has_room(family):
        return _room_app(family, words)
    package = f"tafelwerk.commands.{family}"
    modules: Mapping[str, Sequence[str]] | None = getattr(import_module(package), "MODULES", None)
    called = _called(words)
    app: App = import_module(package if modules is None else f"{package}.words").app
    one = copy(app)
    if modules is None:
        one.registered_commands = [each for each in app.registered_commands if _name(each) in called[:1]]
        return one if one.registered_commands else app
    names = [name for several in modules.values() for name in several]
    wanted = [name for name in names if name in called[:1]] or names
    for module, several in modules.items():
        if not set(wanted).isdisjoint(several):
            import_module(f"{package}.{module}")
    known = {_name(each): each for each in app.registered_commands}
    one.registered_commands = [known[name] for name in wanted]
    return one


def build_app(family: str) -> App:
    """The app of `tafelwerk build FAMILY`."""
    if has_builds(family):
        return _room_builds(family)
    module = import_module(f"tafelwerk.commands.{family}")
    if hasattr(module, "MODULES"):
        module = import_module(f"tafelwerk.commands.{family}.builds")
    app: App = module.build_app
    return app


def _called(words: Sequence[str]) -> list[str]:
    """The words of a command line that can name a command."""
    before = ["", *words]
    return [
        word for word, last in zip(words, before, strict=False) if word[:1] != "-" and last not in ("--book", "--lang")
    ]


def _room_app(family: str, words: Sequence[str]) -> App:
    """The app of a family that has its folder: the commands that its COMMANDS list; only the one that is called, if one is.

    An app of its own is the class `FamilyApp` in the module that its APP names.
    """
    room = import_module(f"tafelwerk.families.{family}")
    own: str | None = getattr(room, "APP", None)
    kind = App if own is None else import_module(f"{room.__name__}.{own}").FamilyApp
    app: App = kind(help=room.HELP)
    modules: Mapping[str, str] = room.COMMANDS
    for name in [word for word in _called(words) if word in modules][:1] or modules:
        app.command(name)(_command(name, import_module(f"tafelwerk.families.{family}.{modules[name]}")))
    return app


def _command(name: str, module: ModuleType) -> Callable[..., None]:
    """The command of a name: a function, or what asks a question; `list_` is the function of `list`, which is Python's."""
    from tafelwerk.commands.asking import question_command
    from tafelwerk.tables.questions import is_question

    plain = name.replace("-", "_")
    function: Callable[..., None] | None = getattr(module, plain, None) or getattr(module, f"{plain}_", None)
    if function is not None:
        return function
    return question_command(next(kind for kind in vars(module).values() if is_question(kind) and kind.name == name))


def _room_builds(family: str) -> App:
    """The app of `tafelwerk build FAMILY`: the sets, and a command for each kind of build.

    Where the sets have options of their own, `builds` has no SETS, their help, but `commands` a function `build`; if no kind has
    a command, all builds are options of that one.
    """
    from tafelwerk.build.kind import kinds

    room = f"tafelwerk.families.{family}"
    sets = getattr(import_module(f"{room}.builds"), "SETS", None)
    named = [kind for kind in kinds(family) if kind.kind]
    if sets is None:
        app = App(invoke_without_command=bool(named))
        (app.callback() if named else app.command())(import_module(f"{room}.commands").build)
    else:
        app = sets_app(family, cleandoc(sets))
    for kind in named:
        app.command(kind.kind)(_build_command(kind))
    return app


def _build_command(kind: "type[Kind]") -> Callable[..., None]:
    def command(options: BuildOptions, **given: Any) -> None:
        build = kind(**given)
        run_builds(build.sections(), options, next_steps=build.try_next())

    return bundled(declare(command, kind, options=BuildOptions))


def _name(command: "typer.models.CommandInfo") -> str:
    """The name of a command as typer makes it."""
    if command.name is None:
        assert command.callback is not None
        return typer.main.get_command_name(command.callback.__name__)
    return command.name
