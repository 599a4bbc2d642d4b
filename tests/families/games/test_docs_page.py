"""The games of docs/games.md are asked from Python as the page says; its first one has 25 lines."""

from pathlib import Path

import pytest
from page_commands import ROOT, files

PAGE = "docs/games.md"


def test_python_prints_what_the_page_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    texts = files(PAGE)
    assert list(texts) == ["tictactoe.py", "thirteen.py", "cram.py", "ask.py"]
    assert len(texts["tictactoe.py"].splitlines()) == 25
    for name, text in texts.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    monkeypatch.setenv("TAFELWERK_BOOK", str(tmp_path / "book"))
    monkeypatch.syspath_prepend(str(tmp_path))
    exec(compile(texts["ask.py"], "ask.py", "exec"), {})
    shown = "".join(f"    {line}\n" for line in ["$ python ask.py", *capsys.readouterr().out.splitlines()])
    assert shown in (ROOT / PAGE).read_text(encoding="utf-8")
