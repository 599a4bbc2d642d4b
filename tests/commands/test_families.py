"""A family's commands, each imported with its own module alone."""

from importlib import import_module

from program import run_python

from tafelwerk.commands.families import build_app, family_app
from tafelwerk.families import rooms
from tafelwerk.tables.questions import kinds

FEW = 6
"""Commands, at most, of a family whose help has no headings."""


def test_every_question_of_a_room_is_a_command() -> None:
    for family in rooms():
        named = [one.name for one in family_app(family).registered_commands]
        room = import_module(f"tafelwerk.families.{family}")
        purposes = getattr(room, "PURPOSES", {})
        assert sorted(named) == sorted(room.COMMANDS)
        # a page of help that fits a screen needs no headings
        assert [name for names in purposes.values() for name in names] == (named if purposes else [])
        assert purposes or len(named) <= FEW
        assert {kind.name for kind in kinds(family)} <= {*named}
        assert [one.name for one in family_app(family, ["--book", named[0], named[-1]]).registered_commands] == [
            named[-1]
        ]
        assert build_app(family).registered_commands or build_app(family).registered_callback


def test_a_command_is_imported_alone() -> None:
    script = (
        "import sys; from tafelwerk.commands.families import family_app\n"
        "one = family_app('skat', ['--book', 'deals', '--lang', 'de', 'deals', 'games', '--json'])\n"
        "print([each.callback.__name__ for each in one.registered_commands])\n"
        "print({'games', 'replay', 'play', 'puzzle', 'builds'} & {name.rpartition('.')[2] for name in sys.modules "
        "if name.startswith('tafelwerk.families.skat.') and '.rules.' not in name})\n"
        "print(len(family_app('skat', ['solv']).registered_commands) == len(family_app('skat').registered_commands) > 10)"
    )
    assert run_python(script).stdout == "['deals']\nset()\nTrue\n"
