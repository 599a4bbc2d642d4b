"""`tafelwerk plot`: the file that is written; tests/refusals has what is refused."""

import json
from pathlib import Path

import pytest
from program import call, refused


def test_the_list() -> None:
    (figure,) = json.loads(call("plot", "--list", "skat JACKS", "--json").stdout)
    assert figure["figure"] == "skat-jacks"


@pytest.mark.parametrize(
    ("line", "file", "begin"),
    [
        ("--width 200 --theme dark --scale 10", "dresher-1.3.svg", b"<svg"),
        ("-o a.SVG", "a.SVG", b"<svg"),
        ("-o a.png", "a.png", b"\x89PNG"),
        ("-o a.pdf", "a.pdf", b"%PDF"),
        ("--output a.html", "a.html", b"<!DOCTYPE html>"),
    ],
)
def test_a_figure_is_written(line: str, file: str, begin: bytes, tmp_path: Path) -> None:
    done = call("plot", "dresher-1.3", *line.split(), "--book", tmp_path / "none", cwd=tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", f"{file} written\n")
    content = (tmp_path / file).read_bytes()
    assert content.lstrip().startswith(begin)
    assert b"<script src=" not in content
    assert b'src="http' not in content
    assert [path.name for path in tmp_path.iterdir()] == [file]


def test_a_folder_that_is_not_there_is_refused(tmp_path: Path) -> None:
    assert "there is no folder none" in refused(call("plot", "dresher-1.3", "-o", "none/a.svg", cwd=tmp_path), 2)
