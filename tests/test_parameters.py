"""A parameter that several options say, and one whose text is read with the help of another."""

from typing import Annotated, Any

import pytest
from typer.testing import CliRunner

from tafelwerk.commands.common import App, bundled
from tafelwerk.commands.declaring import declare
from tafelwerk.errors import InputError
from tafelwerk.frozen import frozen
from tafelwerk.parameters import Options, Parameter, command_line, read_fields


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
    app.command()(bundled(declare(command, Walk)))
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
