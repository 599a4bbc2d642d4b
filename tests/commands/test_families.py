"""A family's commands, each imported with its own module alone."""

from importlib import import_module
from types import ModuleType

from program import run_python

from tafelwerk.build.catalogue import KNOWN
from tafelwerk.commands.families import _name, build_app, family_app
from tafelwerk.families import has_room, rooms
from tafelwerk.tables.questions import kinds


def packages() -> dict[str, ModuleType]:
    found = {family: import_module(f"tafelwerk.commands.{family}") for family in KNOWN if not has_room(family)}
    return {family: module for family, module in found.items() if hasattr(module, "MODULES")}


def test_every_module_has_the_commands_that_are_declared() -> None:
    for family, package in packages().items():
        app = family_app(family)
        declared = [name for names in package.MODULES.values() for name in names]
        assert [_name(one) for one in app.registered_commands] == declared
        whole = import_module(f"tafelwerk.commands.{family}.words").app
        assert len(whole.registered_commands) == len(app.registered_commands)
        for one in app.registered_commands:
            assert one.callback is not None
            assert _name(one) in package.MODULES[one.callback.__module__.rpartition(".")[2]]
    assert all(build_app(family).registered_commands or build_app(family).registered_callback for family in KNOWN)


def test_every_question_of_a_room_is_a_command() -> None:
    for family in rooms():
        named = [_name(one) for one in family_app(family).registered_commands]
        assert named == list(import_module(f"tafelwerk.families.{family}").COMMANDS)
        assert {kind.name for kind in kinds(family)} <= {*named}
        assert [_name(one) for one in family_app(family, ["--book", named[0], named[1]]).registered_commands] == [
            named[1]
        ]
        assert build_app(family).registered_commands or build_app(family).registered_callback


def test_a_command_is_imported_alone() -> None:
    script = (
        "import sys; from tafelwerk.commands.families import family_app\n"
        "one = family_app('skat', ['--book', 'deals', '--lang', 'de', 'deals', 'games', '--json'])\n"
        "print([each.callback.__name__ for each in one.registered_commands])\n"
        "print({'games', 'replay', 'play', 'puzzle', 'builds'} & {name.rpartition('.')[2] for name in sys.modules "
        "if name.startswith('tafelwerk.families.skat.')})\n"
        "print(len(family_app('skat', ['solv']).registered_commands) == len(family_app('skat').registered_commands) > 10)"
    )
    assert run_python(script).stdout == "['deals']\nset()\nTrue\n"
