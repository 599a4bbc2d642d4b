"""A family's commands: the module of the command that is called is imported, and no other.

Importing the options of all commands takes longer than a query. A family is one module, or a package: its MODULES says which
module has which commands, `words` has the app, and `builds` that of its builds.
"""

from collections.abc import Mapping, Sequence
from copy import copy
from importlib import import_module

import typer.main

from tafelwerk.commands.common import App


def family_app(family: str, words: Sequence[str] = ()) -> App:
    """The app of a family.

    Args:
        family: its name.
        words: the command line behind it. If they name a command, the app has only that one. Help and messages that list
            all commands come from lines that name none.
    """
    package = f"tafelwerk.commands.{family}"
    modules: Mapping[str, Sequence[str]] | None = getattr(import_module(package), "MODULES", None)
    before = ["", *words]
    called = [
        word for word, last in zip(words, before, strict=False) if word[:1] != "-" and last not in ("--book", "--lang")
    ]
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
    module = import_module(f"tafelwerk.commands.{family}")
    if hasattr(module, "MODULES"):
        module = import_module(f"tafelwerk.commands.{family}.builds")
    app: App = module.build_app
    return app


def _name(command: "typer.models.CommandInfo") -> str:
    """The name of a command as typer makes it."""
    if command.name is None:
        assert command.callback is not None
        return typer.main.get_command_name(command.callback.__name__)
    return command.name
