"""`tafelwerk plot`: the list, the file, the refusals."""

import json
from pathlib import Path
from typing import Any

import pytest
from program import call, refused

from tafelwerk.errors import MissingTableError
from tafelwerk.plots.figure import Figure

NAMES = ("toy-1.1", "chess-hands", "chess-1.1")


def draw(book: Any) -> Any:
    import altair

    rows = book.rows("montecarlo", "SELECT k, mean FROM montecarlo.subtraction_duels WHERE heap = 2")
    if not rows:
        raise MissingTableError("the curve", "tafelwerk build montecarlo --quick", book.path)
    return (
        altair.Chart(altair.Data(values=[{"k": k, "mean": mean} for k, mean in rows]))
        .mark_line()
        .encode(x="k:Q", y="mean:Q")
    )


@pytest.fixture(autouse=True)
def registry(monkeypatch: pytest.MonkeyPatch) -> None:
    known = {name: Figure(name, "A curve" if name == "toy-1.1" else "Another", draw) for name in NAMES}
    monkeypatch.setattr("tafelwerk.plots.figure.figures", lambda families: known)


def test_the_list() -> None:
    assert all(name in call("plot", "--list").stdout for name in NAMES)
    for words in ("toy", "toy CURVE"):
        listed = json.loads(call("plot", "--list", words, "--json").stdout)
        assert listed == [{"figure": "toy-1.1", "title": "A curve", "set": "standard"}]


@pytest.mark.parametrize(
    ("line", "file", "begin"),
    [
        ("--width 200 --theme dark --scale 10", "toy-1.1.svg", b"<svg"),
        ("-o a.SVG", "a.SVG", b"<svg"),
        ("-o a.png", "a.png", b"\x89PNG"),
        ("-o a.pdf", "a.pdf", b"%PDF"),
        ("--output a.html", "a.html", b"<!DOCTYPE html>"),
    ],
)
def test_a_figure_is_written(line: str, file: str, begin: bytes, book: Path, tmp_path: Path) -> None:
    done = call("plot", "toy-1.1", *line.split(), "--book", book, cwd=tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", f"{file} written\n")
    content = (tmp_path / file).read_bytes()
    assert content.lstrip().startswith(begin)
    assert b"<script src=" not in content
    assert b'src="http' not in content
    assert [path.name for path in tmp_path.iterdir()] == [file]


REFUSED = {
    "toy-9.9": "error: unknown figure 'toy-9.9'; it may be toy-1.1, chess-hands or chess-1.1",
    "chess-hand": "error: unknown figure 'chess-hand'; did you mean chess-hands?",
    "Chess_Hands": "did you mean chess-hands?",
    "hands": "did you mean chess-hands?",
    "chess": "did you mean chess-hands or chess-1.1? All names: tafelwerk plot --list",
    "chess-9": "did you mean chess-1.1?",
    "halma": "it may be toy-1.1, chess-hands or chess-1.1",
    "": "plot --list",
    "toy-1.1 -o a.eps": "a.eps ends in .eps; a picture is written as FILE.svg, FILE.png, FILE.pdf or FILE.html",
    "toy-1.1 --width 199": "200 to 4,000",
    "toy-1.1 --width 4001": "200 to 4,000",
    "toy-1.1 --scale 0": "0.1 to 10",
    "toy-1.1 --scale 2 -o a.html": "--scale is for pictures",
    "toy-1.1 --theme sepia": "themes are light and dark",
    "--list halma": "no figure has 'halma'",
    "toy-1.1 -o none/a.svg": "there is no folder none",
}


def test_what_is_refused(book: Path, tmp_path: Path) -> None:
    for line, said in REFUSED.items():
        assert said in refused(call("plot", *line.split(), cwd=tmp_path, TAFELWERK_BOOK=str(book)), 2), line
    missing = refused(call("plot", "toy-1.1", cwd=tmp_path, TAFELWERK_BOOK="none"), 3)
    assert "tafelwerk build montecarlo --quick" in missing
    assert list(tmp_path.iterdir()) == []
