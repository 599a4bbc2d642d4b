"""`tafelwerk plot`: the list, the file, the refusals."""

import json
from pathlib import Path
from typing import Any

import pytest
from program import call, refused

from tafelwerk import cli
from tafelwerk.errors import MissingTableError
from tafelwerk.plots.figure import Figure


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
    known = {"toy-1.1": Figure("toy-1.1", "A curve", draw)}
    monkeypatch.setattr("tafelwerk.plots.figure.figures", lambda families: known)


def test_the_list(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["plot", "--list"]) == 0
    assert "toy-1.1" in capsys.readouterr().out
    assert cli.main(["plot", "--list", "--json"]) == 0
    listed = [{"figure": "toy-1.1", "title": "A curve", "set": "standard"}]
    assert json.loads(capsys.readouterr().out) == listed
    for words in ("montecarlo", "toy CURVE"):
        assert cli.main(["plot", "--list", words, "--json"]) == 0
        assert json.loads(capsys.readouterr().out) == listed


@pytest.mark.parametrize(
    ("output", "file", "begin"),
    [
        ([], "toy-1.1.svg", b"<svg"),
        (["-o", "a.SVG"], "a.SVG", b"<svg"),
        (["-o", "a.png"], "a.png", b"\x89PNG"),
        (["-o", "a.pdf"], "a.pdf", b"%PDF"),
        (["--output", "a.html"], "a.html", b"<!DOCTYPE html>"),
        (["--width", "300", "--theme", "dark", "--scale", "2"], "toy-1.1.svg", b"<svg"),
    ],
)
def test_a_figure_is_written(
    output: list[str],
    file: str,
    begin: bytes,
    book: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert cli.main(["plot", "toy-1.1", *output, "--book", str(book)]) == 0
    assert capsys.readouterr() == ("", f"{file} written\n")
    content = (tmp_path / file).read_bytes()
    assert content.lstrip().startswith(begin)
    if file.endswith("html"):
        assert b"<script src=" not in content
        assert b'src="http' not in content
    assert [path.name for path in tmp_path.iterdir()] == [file]


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["plot"], 2, "plot --list"),
        (["plot", "toy-9.9"], 2, "it may be toy-1.1"),
        (["plot", "toy"], 2, "did you mean toy-1.1?"),
        (
            ["plot", "toy-1.1", "-o", "a.eps"],
            2,
            "a.eps ends in .eps; a picture is written as FILE.svg, FILE.png, FILE.pdf or FILE.html",
        ),
        (["plot", "toy-1.1", "--width", "100"], 2, "200 to 4,000"),
        (["plot", "toy-1.1", "--scale", "0"], 2, "0.1 to 10"),
        (["plot", "toy-1.1", "--scale", "2", "-o", "a.html"], 2, "--scale is for pictures"),
        (["plot", "toy-1.1", "--theme", "sepia"], 2, "themes are light and dark"),
        (["plot", "--list", "halma"], 2, "no figure has 'halma'"),
        (["plot", "toy-1.1", "-o", "none/a.svg"], 2, "there is no folder none"),
        (["plot", "toy-1.1", "--book", "none"], 3, "tafelwerk build montecarlo --quick"),
    ],
)
def test_what_is_refused(
    words: list[str],
    code: int,
    said: str,
    book: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TAFELWERK_BOOK", str(book))
    assert cli.main(words) == code
    out, err = capsys.readouterr()
    assert out == ""
    assert len(err.splitlines()) == 1
    assert said in err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("word", "said"),
    [
        ("chess-hand", "did you mean chess-hands?"),
        ("Chess_Hands", "did you mean chess-hands?"),
        ("hands", "did you mean chess-hands?"),
        ("chess", "did you mean chess-hands or chess-1.1? All names: tafelwerk plot --list"),
        ("chess-9", "did you mean chess-1.1?"),
        ("halma", "it may be toy-1.1, chess-hands or chess-1.1"),
        ("", "it may be toy-1.1, chess-hands or chess-1.1"),
    ],
)
def test_names_near_that_of_no_figure(word: str, said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    known = {name: Figure(name, "A curve", draw) for name in ("toy-1.1", "chess-hands", "chess-1.1")}
    monkeypatch.setattr("tafelwerk.plots.figure.figures", lambda families: known)
    assert refused(call("plot", word), 2) == f"error: unknown figure {word!r}; {said}"
