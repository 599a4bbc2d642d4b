"""Words to values, as typer would coerce them, and messages that say what the word may be."""

import re
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import pytest
import typer
import typer.main
from hypothesis import given
from hypothesis import strategies as st
from program import call, every_command

from tafelwerk.commands.common import App
from tafelwerk.errors import InputError


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
