"""`tafelwerk plot`: the file that is written; tests/refusals has what is refused."""

import json
import re
from pathlib import Path

import pytest
from program import call

from tafelwerk.fingerprint import PACKAGE


def test_the_list() -> None:
    for words, names in (("skat JACKS", ["skat-jacks", "skat-hands"]), ("weaker agent", ["montecarlo-2.10"])):
        listed = json.loads(call("plot", "--list", words, "--json").stdout)
        assert [figure["figure"] for figure in listed] == names


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


@pytest.mark.parametrize(
    ("figure", "purpose", "smallest", "shape"),
    [
        *((name, "slides", 14, 16 / 9) for name in ("dresher-1.3", "dresher-3.1", "minimax-memory", "montecarlo-2.10")),
        ("dresher-3.1", "print", 8, None),
    ],
)
def test_letters_are_large_and_a_slide_has_the_shape_of_a_screen(
    figure: str, purpose: str, smallest: float, shape: float | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Letters of at least 14 pixels where a slide has 720; in print 8 points."""
    monkeypatch.setenv("TAFELWERK_POCKET", str(PACKAGE / "pocket"))
    done = call("plot", figure, "--for", purpose, "-o", "a.svg", "--book", tmp_path / "none", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    text = (tmp_path / "a.svg").read_text(encoding="utf-8")
    head = text.partition(">")[0]
    width, height = (float(side) for side in re.findall(r' (?:width|height)="([0-9.]+)"', head))
    _, _, own_width, own_height = map(float, re.findall(r'viewBox="([^"]+)"', head)[0].split())
    sizes = [float(size) for size in re.findall(r'<text[^>]* font-size="([0-9.]+)px"', text)]
    assert min(sizes) * min(width / own_width, height / own_height) >= smallest
    assert shape is None or width / height == pytest.approx(shape)
