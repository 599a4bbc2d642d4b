"""The help of every command: panels, values by name, and examples that a shell reads as they are written.
A family's commands, each imported with its own module alone.
Values that a shell completes, asked as a shell asks for them.
Words to values, as typer would coerce them, and messages that say what the word may be.
"""

import re
from enum import StrEnum
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Annotated, Any

import pytest
import typer
import typer.main
from hypothesis import given
from hypothesis import strategies as st
from program import Runs, build_here, call, every_command, read, run, run_python
from typer.main import get_command

import tafelwerk
from tafelwerk.commands.common import App
from tafelwerk.commands.completion import _known_in
from tafelwerk.commands.families import build_app, family_app
from tafelwerk.commands.help_page import PANELS
from tafelwerk.errors import InputError
from tafelwerk.families import KNOWN, rooms
from tafelwerk.plots.figure import figures
from tafelwerk.tables.questions import kinds

COMMANDS = list(every_command())
WIDTHS = (60, 80)


@cache
def help_of(words: tuple[str, ...], columns: int) -> str:
    done = call(*words, "--help", COLUMNS=str(columns))
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def test_the_help_of_every_command() -> None:
    """It fits, its examples can be copied, what every command has comes last, and usage is made of placeholders:
    each argument by its own, in one pair of brackets if it may be omitted, and nothing else."""
    for words, command in COMMANDS:
        examples = re.findall(r"^Example: *(.*(?:\n.+)*)", command.help or "", re.MULTILINE)
        for columns in WIDTHS:
            text = help_of(words, columns)
            assert max(map(len, text.splitlines())) <= columns, words
            assert not re.search(r"<(str|bool|int|float|path|file|\w+\|)", text), (
                "a type of Python's stands for a value"
            )
            shown = text.partition("\nExample")[2].partition("╭")[0].partition("\n")[2]
            assert read(shown) == [word for example in examples for word in read(example)], words
        common = [text.find(f"│ {name} ") for name in ("--json", "--book") if f"│ {name} " in text]
        panels = {name for names in PANELS.values() for name in names}
        own = [text.find(f"│ {param.opts[0]}") for param in command.params if param.opts[0] not in panels]
        assert not common or max(own, default=-1) < min(common), words
        usage = " ".join(text.partition("\n\n")[0].split())
        arguments = [param for param in command.params if param.param_type_name == "argument"]
        pieces = [param.metavar if param.required else f"[{param.metavar}]" for param in arguments]
        if hasattr(command, "list_commands") and command.list_commands(None):
            pieces.append("[COMMAND [ARGS]...]" if command.invoke_without_command else "COMMAND [ARGS]...")
        assert usage == " ".join(("Usage: tafelwerk", *words, "[OPTIONS]", *pieces))
        assert not re.search(r"[{}]|\[\[|(?<![.])[.]{2}(?![.])|[.]{4}", usage), usage


def test_panels_and_what_stands_in_them() -> None:
    for line, usage, panels in (
        ("mastermind next", "", ["Game", "Answer", "Book"]),
        ("build mastermind", "", ["Game", "Build", "Answer", "Book"]),
        ("build montecarlo esr", " N M S", []),
        ("minimax grundy", " HEAP...", []),
        ("sql", "", ["Options", "Answer", "Book"]),
        ("mastermind", " COMMAND [ARGS]...", ["At the table", "Strategies", "Bounds", "Options", "Book"]),
        ("build", " [COMMAND [ARGS]...]", []),
        ("", " COMMAND [ARGS]...", ["Families", "The book", "Options", "Book"]),
    ):
        text = help_of(tuple(line.split()), 80)
        assert not panels or re.findall(r"^╭─ ([\w ]+) ─", text, re.MULTILINE) == panels, line
        assert text.startswith(f"Usage: tafelwerk {line}".rstrip() + f" [OPTIONS]{usage}"), line
    text = " ".join(help_of(("sql",), 80).replace("│", " ").split())
    assert "--format FORMAT Format of the rows; csv2 has semicolons and decimal commas. " in text
    formats = "table, line, markdown, json, jsonl, csv, csv2, parquet. Default: table, or by the ending of --output."
    assert f"One of {formats}" in text
    text = " ".join(help_of(("verify",), 80).replace("│", " ").split())
    assert "From 1 to 1,000,000,000." in text
    # a group lists the first sentences of its commands
    text = " ".join(help_of((), 80).replace("│", " ").split())
    assert " build Build the standard set of every family. tables List what is built" in text


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


POCKET = Path(tafelwerk.__file__).parent / "pocket"


def complete(line: str, shell: str = "bash", by: Runs = call, **extra: str) -> list[str]:
    """What Tab offers at the end of a line."""
    words = line.split(" ")
    asked = {"_TAFELWERK_COMPLETE": f"complete_{shell}", "COMP_WORDS": line, "COMP_CWORD": str(len(words) - 1)}
    if shell == "zsh":
        asked = {"_TAFELWERK_COMPLETE": "complete_zsh", "_TYPER_COMPLETE_ARGS": line}
    done = by(**asked, **extra)
    assert done.stderr == ""
    return done.stdout.split()


LINES = (Path(__file__).parent / "completions.txt").read_text(encoding="utf-8").splitlines()
VALUES = [
    *((line, values.split()) for line, _, values in (line.partition(" => ") for line in LINES[1:])),
    ("tables ", list(KNOWN)),
    ("plot search-", [name for name in figures("search") if name.startswith("search-")]),
]


def test_values_of_options_and_arguments() -> None:
    for line, values in VALUES:
        assert complete(f"tafelwerk {line}") == values, line


def test_zsh_is_told_the_same() -> None:
    for line, values in VALUES[::3]:
        told = "\n".join(complete(f"tafelwerk {line}", "zsh")).partition("((")[2]
        first = values[0].replace(":", "\\\\:")
        assert re.findall(r'^"([^"]+)"', told, re.MULTILINE)[:1] == [first], line


def test_the_installed_program_completes() -> None:
    assert complete("tafelwerk plot search-", "zsh", by=run) == complete("tafelwerk plot search-", "zsh")


def test_an_option_that_is_completed_by_name_means_one_thing_in_its_family() -> None:
    """What stands for its values, wherever it is an option; games of Skat are contracts in some commands."""
    for family in KNOWN:
        groups = [get_command(app) for app in (family_app(family), build_app(family))]
        commands = [command for group in groups for command in (group, *getattr(group, "commands", {}).values())]
        for option in (key for key in _known_in(family) if key.startswith("--")):
            metavars = {param.metavar for command in commands for param in command.params if option in param.opts}
            assert len(metavars - {"CONTRACT"}) == 1, (family, option, metavars)


def test_names_of_word_lists_come_from_the_book(tmp_path: Path) -> None:
    words, book = tmp_path / "words.txt", tmp_path / "book"
    words.write_text("crane\nslate\nstone\n")
    game = ("--codes", words, "--score", "wordle", "--name", "mine", "--strategy", "h1")
    done = build_here("build", "mastermind", *game, "--book", book)
    assert done.returncode == 0, done.stderr
    assert complete(f"tafelwerk --book {book} mastermind next --name ") == ["mine"]
    assert complete(f"tafelwerk mastermind next --book {book} --name m") == ["mine"]
    assert complete(f"tafelwerk build mastermind --force --jobs 2 --book {book} --name m") == ["mine"]
    assert complete(f"tafelwerk --book {tmp_path} mastermind next --name ") == []


def test_names_of_played_games_come_from_the_pocket_book_too() -> None:
    names = complete("tafelwerk skat games kupfer", TAFELWERK_POCKET=str(POCKET))
    assert names == [f"kupferschmid-{number}" for number in range(1, 10)]
    assert complete("tafelwerk skat replay FILE kupfer", TAFELWERK_POCKET=str(POCKET)) == []


class Side(StrEnum):
    LEFT = "left"
    RIGHT = "right"


def command(cls: type[typer.Typer]) -> Any:
    app = cls()

    @app.command()
    def act(
        words: Annotated[list[str], typer.Argument()],
        count: Annotated[int | None, typer.Option("--count", min=1)] = None,
        chance: Annotated[float, typer.Option("--chance", min=0, max=1)] = 0.5,
        size: Annotated[int, typer.Option("--size", max=9)] = 3,
        place: Annotated[Path, typer.Option("--place")] = Path(),
        side: Annotated[Side, typer.Option("--side")] = Side.LEFT,
        flag: Annotated[bool, typer.Option("--flag", envvar="ACT_FLAG")] = False,
    ) -> None:
        raise AssertionError

    return typer.main.get_command(app)


OURS, THEIRS = command(App), command(typer.Typer)


OPTIONS = (
    ([], ["--count", "7"], ["--count=12"]),
    ([], ["--chance", "0.25"], ["--chance", "1"]),
    ([], ["--size", "-4"]),
    ([], ["--place", "x/y"]),
    ([], ["--side", "right"]),
    ([], ["--flag"]),
)


@given(st.lists(st.sampled_from(["a", "left", "3"]), min_size=1), st.tuples(*map(st.sampled_from, OPTIONS)))
def test_the_same_values_as_typer(words: list[str], options: tuple[list[str], ...]) -> None:
    line = words + [word for option in options for word in option]
    ours, theirs = (made.make_context("act", list(line)).params for made in (OURS, THEIRS))
    assert ours == theirs
    assert {name: type(value) for name, value in ours.items()} == {name: type(value) for name, value in theirs.items()}


def test_what_a_word_may_be(monkeypatch: pytest.MonkeyPatch) -> None:
    for line, said in (
        ("--count 1.5", "'1.5' is not a whole number"),
        ("--count 1_0", "'1_0' is not a whole number"),
        ("--count 1" + "0" * 5000, "is not a whole number"),
        ("--chance half", "'half' is not a number"),
        ("--side up", "'up' is not one of 'left', 'right'"),
        ("--count 0", "--count must be 1 or more, not 0"),
        ("--size 10", "--size must be at most 9, not 10"),
        ("--chance 1.5", "--chance must be 0 to 1, not 1.5"),
        ("--chance nan", "--chance must be 0 to 1, not nan"),
    ):
        with pytest.raises((typer.BadParameter, InputError), match=re.escape(said)) as caught:
            OURS.make_context("act", ["a", *line.split()])
        assert line.split()[0] in getattr(caught.value, "format_message", lambda: str(caught.value))()
    for word, flag in (("yes", True), ("0", False), ("", False)):
        monkeypatch.setenv("ACT_FLAG", word)
        assert OURS.make_context("act", ["a"]).params["flag"] is flag
    # the limits themselves are within
    limits = OURS.make_context("act", ["a", "--count", "1", "--size", "9", "--chance", "0"]).params
    assert (limits["count"], limits["size"], limits["chance"]) == (1, 9, 0)
    with pytest.raises(typer.TyperException) as missed:
        OURS.make_context("act", ["--size", "3"])
    assert "Missing argument 'words'" in missed.value.format_message()


def test_negative_numbers_are_arguments_and_misspelt_options_are_not() -> None:
    for line, words in (
        ("-5", ["-5"]),
        ("a -5 --size -6 -.5", ["a", "-5", "-.5"]),
        ("-5 --flag -1/3", ["-5", "-1/3"]),
        ("-- --x", ["--x"]),
    ):
        assert OURS.make_context("act", line.split()).params["words"] == words
    for line in ("--flog a", "-5 --flog", "a -x -5", "-5 --size -3 --sise 4"):
        with pytest.raises(typer.TyperException, match="No such option: -"):
            OURS.make_context("act", line.split())


def test_a_path_is_never_empty() -> None:
    """The current folder is not what an unset variable of a shell names."""
    paths = [
        (words, param.opts[0])
        for words, command in every_command()
        for param in command.params
        if param.type_descriptor.annotation in (Path, list[Path])
    ]
    assert len(paths) > 100
    for words, name in paths[::4]:
        done = call(*words, *([name] if name.startswith("-") else []), "")
        assert done.returncode == 2, (words, name)
        assert "is empty: name a path, or leave it out" in " ".join(done.stderr.split()), (words, name, done.stderr)
