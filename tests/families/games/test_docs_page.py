"""The games of docs/games.md are asked from Python as the page says, and proved; its first one has 25 lines."""

from pathlib import Path

import pytest
from page_commands import ROOT, files
from program import call

PAGE = "docs/games.md"
FILES = files(PAGE)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name, text in FILES.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    monkeypatch.setenv("TAFELWERK_BOOK", str(tmp_path / "book"))
    return tmp_path


def test_the_first_game_has_25_lines() -> None:
    assert list(FILES) == ["tictactoe.py", "thirteen.py", "cram.py", "ask.py"]
    assert len(FILES["tictactoe.py"].splitlines()) == 25


def test_python_prints_what_the_page_says(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.syspath_prepend(str(folder))
    exec(compile(FILES["ask.py"], "ask.py", "exec"), {})
    shown = "".join(f"    {line}\n" for line in ["$ python ask.py", *capsys.readouterr().out.splitlines()])
    assert shown in (ROOT / PAGE).read_text(encoding="utf-8")


def test_the_games_are_proved(folder: Path) -> None:
    names = ("tictactoe.py", "thirteen.py", "cram.py")
    for name in names:
        assert call("games", "solve", name, "--book", folder / "book", cwd=folder).returncode == 0
    proved = call("games", "verify", *names, "--book", folder / "book", cwd=folder)
    assert proved.returncode == 0, proved.stderr
    assert "cram, values by those of the successors: all 778 rows" in proved.stderr
