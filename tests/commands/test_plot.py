"""`tafelwerk plot`: the file that is written; tests/refusals has what is refused."""

import json
import re
from pathlib import Path

import pytest
from program import call, refused

from tafelwerk.fingerprint import PACKAGE


def test_the_list() -> None:
    (figure,) = json.loads(call("plot", "--list", "skat JACKS", "--json").stdout)
    assert figure["figure"] == "skat-jacks"


@pytest.mark.parametrize(
    ("line", "file", "begin"),
    [
        ("--width 200 --theme dark --scale 10", "dresher-1.3.svg", b"<svg"),
        ("-o a.SVG", "a.SVG", b"<svg"),
        ("-o a.png", "a.png", b"\x89PNG"),
        ("-o a.png --for slides", "a.png", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + bytes([0, 0, 7, 128, 0, 0, 4, 56])),
        ("-o a.svg --for slides", "a.svg", b"<svg"),
        ("-o a.pdf --for print", "a.pdf", b"%PDF"),
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


def test_a_slide_has_large_letters_and_the_shape_of_a_screen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TAFELWERK_POCKET", str(PACKAGE / "pocket"))
    for purpose, smallest, shape in (("slides", 20, 16 / 9), ("print", 8 / 0.753, None)):
        done = call("plot", "dresher-3.1", "--for", purpose, "-o", "a.svg", "--book", tmp_path / "none", cwd=tmp_path)
        assert done.returncode == 0, done.stderr
        text = (tmp_path / "a.svg").read_text(encoding="utf-8")
        assert min(float(size) for size in re.findall(r'<text[^>]* font-size="([0-9.]+)px"', text)) >= smallest
        width, height = (float(side) for side in re.findall(r' (?:width|height)="([0-9.]+)"', text.partition(">")[0]))
        assert shape is None or width / height == pytest.approx(shape)
    assert "--for must be slides or print" in refused(call("plot", "dresher-3.1", "--for", "walls", cwd=tmp_path), 2)
    assert "do not go together" in refused(
        call("plot", "dresher-3.1", "--for", "print", "--width", 300, cwd=tmp_path), 2
    )
