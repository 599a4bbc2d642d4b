"""Parameters that several options say, that are read with the help of others, from files, or made where none is given."""

from pathlib import Path
from typing import Annotated, Any

import pytest
from typer.testing import CliRunner

from tafelwerk.commands.asking import contents_of
from tafelwerk.commands.coercion import declare
from tafelwerk.commands.common import App, bundle_options
from tafelwerk.errors import ContentError, InputError
from tafelwerk.frozen import frozen
from tafelwerk.parameters import Options, Parameter, command_line, read_fields
from tafelwerk.tables.answers import Answer
from tafelwerk.tables.questions import Question


class BoardOptions(Options[str]):
    rows: Annotated[int, Parameter("R", "Rows.", 1, 9)] | None = None
    columns: Annotated[int, Parameter("C", "Columns.", 1, 9, aliases=("--files",))] | None = None

    @property
    def value(self) -> str:
        if self.rows is None or self.columns is None:
            raise InputError("name a board: --rows R --columns C")
        return f"{self.rows}x{self.columns}"


def _write(board: str) -> str:
    rows, columns = board.split("x")
    return f"--rows {rows} --columns {columns}"


@frozen
class Walk:
    """A walk."""

    board: Annotated[str, Parameter("BOARD", "The board.", write=_write, options=BoardOptions)]
    path: Annotated[str, Parameter("PATH", "The path.", parse="{0}:{1}".format, needs=("board",))]

    def __post_init__(self) -> None:
        read_fields(self)


def walked(*words: str) -> list[Walk]:
    walks = []

    def command(**given: Any) -> None:
        walks.append(Walk(**given))

    app = App()
    app.command()(bundle_options(declare(command, Walk)))
    done = CliRunner().invoke(app, words)
    if isinstance(done.exception, InputError):
        raise done.exception
    return walks


def test_several_options_say_a_parameter() -> None:
    assert walked("ab", "--rows", "2", "--files", "3") == [Walk("2x3", "ab")]
    assert Walk("2x3", "ab").path == "2x3:ab"
    assert command_line("walk", Walk("2x3", "ab")) == "walk 2x3:ab --rows 2 --columns 3"
    with pytest.raises(InputError, match="name a board"):
        walked("ab", "--rows", "2")
    with pytest.raises(InputError, match="--columns must be 1 to 9, not 10"):
        walked("ab", "--rows", "2", "--columns", "10")


def _lines(text: str) -> str:
    for number, line in enumerate(text.splitlines(), 1):
        if "?" in line:
            raise ContentError(f"line {number}: {line}")
    return text


def _unit(name: str) -> str:
    if name != "line":
        raise InputError("no unit")
    return name


class Length(Question[Answer], title="the length of a text"):
    """The length of a text."""

    __module__ = "tafelwerk.families.texts"

    lines: Annotated[str, Parameter("FILE", "A text.", parse=_lines, file="lines of words")]
    unit: Annotated[str, Parameter("U", "Unit.", parse=_unit)] = "line"
    seed: Annotated[int, Parameter("N", "Seed.", 0, 9, needs=("unit",), fallback=len)] | None = None
    is_long: Annotated[bool, Parameter("", "Whether it is long.", option="--long")] = False


def asked_with(path: Path | str, unit: str = "line") -> str:
    with contents_of(Length, {"lines": Path(path), "unit": unit}) as given:
        text: str = given["lines"]
        Length(**given)
    return text


def test_a_text_is_a_file_on_the_command_line(tmp_path: Path) -> None:
    (tmp_path / "sound").write_text("one\ntwo")
    (tmp_path / "faulty").write_text("one\n?")
    assert asked_with(tmp_path / "sound") == "one\ntwo"
    with pytest.raises(InputError, match=r"faulty, line 2: \?"):
        asked_with(tmp_path / "faulty")
    with pytest.raises(InputError, match="missing: there is no such file; give a file with lines of words"):
        asked_with(tmp_path / "missing")
    with pytest.raises(InputError, match="no unit"):
        asked_with(tmp_path / "missing", "mile")
    assert command_line("length", Length("one", is_long=True, seed=4)) == "length FILE --seed 4 --long"


def test_a_parameter_that_is_not_given_makes_its_value() -> None:
    assert Length("seven").seed == len("line")
    assert Length("seven", seed=7).seed == 7


def test_a_parameter_has_no_name_of_a_method() -> None:
    with pytest.raises(TypeError, match="cannot be called text"):
        type("Told", (Question,), {"__annotations__": {"text": str}, "__module__": "tafelwerk.families.search.told"})
