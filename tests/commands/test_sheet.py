"""Printable sheets: every family has one from the pocket book, on pages of A4; and pictures of what commands draw."""

import json
import re
from pathlib import Path
from shlex import split

import pytest
from program import call

from tafelwerk.families import FAMILIES
from tafelwerk.fingerprint import PACKAGE

SHEETS = [
    line.split(" => ") for line in Path(__file__).with_name("sheets.txt").read_text(encoding="utf-8").splitlines()
]
"""Lines behind `tafelwerk sheet`, and words of their sheets, or how often something stands in them."""

PICTURES = dict(
    line.split(" => ") for line in Path(__file__).with_name("pictures.txt").read_text(encoding="utf-8").splitlines()
)
"""Questions, each with words of the picture of its answer."""


@pytest.fixture(autouse=True)
def _pocket(monkeypatch: pytest.MonkeyPatch) -> None:
    """The pocket book that ships lies beneath."""
    monkeypatch.setenv("TAFELWERK_POCKET", str(PACKAGE / "pocket"))


@pytest.fixture
def none(tmp_path: Path) -> Path:
    return tmp_path / "none"


def test_every_family_has_a_sheet() -> None:
    assert {line.split()[0] for line, _ in SHEETS} == {*FAMILIES}


@pytest.mark.parametrize("line", dict.fromkeys(line for line, _ in SHEETS))
def test_a_sheet_has_its_words(line: str, none: Path, tmp_path: Path) -> None:
    file, paper = tmp_path / "sheet.svg", tmp_path / "sheet.pdf"
    words = ("sheet", *line.split(), "--book", none)
    done = call(*words, "-o", file, "--json")
    assert done.returncode == 0, done.stderr
    document = json.loads(done.stdout)
    count = document["pages"]
    assert document == {"family": line.split()[0], "file": str(file), "pages": count}
    text = file.read_text(encoding="utf-8")
    assert text.startswith("<svg")
    assert f'height="{842 * count:.2f}pt"' in text
    # the line that makes it again stands at the foot
    assert f"tafelwerk sheet {line}<" in text
    assert re.search(r"<title[^>]*>[^<]+</title><desc[^>]*>[^<]{100,}</desc>", text)
    content = " ".join(re.findall(r">([^<>]+)<", text))
    for part in (part for of, part in SHEETS if of == line):
        number, _, pattern = part.partition(" times ")
        assert len(re.findall(pattern, text)) == int(number) if pattern else part in content, part
    if line == "dresher --limit 5":
        assert call(*words, "-o", paper).returncode == 0
        assert paper.read_bytes().count(b"/MediaBox [0 0 595 842]") == count


@pytest.mark.parametrize("line", PICTURES)
def test_pictures_of_answers(line: str, none: Path, tmp_path: Path) -> None:
    """The answer on standard output is what it is without a picture; the picture has its text alternatives."""
    file = tmp_path / "picture.svg"
    words = (*split(line), "--book", none)
    done = call(*words, "-o", file)
    assert (done.returncode, done.stderr) == (0, f"{file} written\n")
    timeless = re.compile(r"searched, [\d.]+ m?s")
    assert timeless.sub("", done.stdout) == timeless.sub("", call(*words).stdout)
    text = file.read_text(encoding="utf-8")
    assert re.search(r"<title[^>]*>[^<]+</title><desc[^>]*>[^<]+</desc>", text)
    assert PICTURES[line] in " ".join(re.findall(r">([^<>]+)<", text))
    assert "nan" not in text
