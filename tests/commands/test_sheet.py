"""Printable sheets: every family has one from the pocket book, on pages of A4; and pictures of what commands draw."""

import json
import re
from pathlib import Path
from shlex import split

import pytest
from program import call

from tafelwerk.families import FAMILIES
from tafelwerk.fingerprint import PACKAGE

WORDS = {
    "beams": ("--seed", "2"),
    "mastermind": ("--strategy", "h1"),
    "montecarlo": ("--moves", "2,5", "--limit", "30"),
    "dresher": ("--limit", "5"),
    "minimax": ("--limit", "4"),
    "skat": ("--seed", "2", "--limit", "1"),
    "search": ("--limit", "20"),
    "switching": ("--order", "3", "--seed", "2"),
}

SHEETS = [
    line.split(" => ") for line in Path(__file__).with_name("sheets.txt").read_text(encoding="utf-8").splitlines()
]
"""Families, and words of their sheets."""

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


@pytest.mark.parametrize("family", FAMILIES)
def test_every_family_has_a_sheet(family: str, none: Path, tmp_path: Path) -> None:
    file, paper = tmp_path / "sheet.svg", tmp_path / "sheet.pdf"
    line = ("sheet", family, *WORDS.get(family, ()))
    done = call(*line, "--book", none, "-o", file, "--json")
    assert done.returncode == 0, done.stderr
    document = json.loads(done.stdout)
    count = document["pages"]
    assert document == {"family": family, "file": str(file), "pages": count}
    text = file.read_text(encoding="utf-8")
    assert text.startswith("<svg")
    assert f'height="{842 * count:.2f}pt"' in text
    # the line that makes it again stands at the foot
    assert f"tafelwerk {' '.join(line)}" in text
    assert re.search(r"<title[^>]*>[^<]+</title><desc[^>]*>[^<]{100,}</desc>", text)
    words = " ".join(re.findall(r">([^<>]+)<", text))
    assert [part for named, part in SHEETS if named == family and part not in words] == []
    if family == "dresher":
        assert call(*line, "--book", none, "-o", paper).returncode == 0
        assert paper.read_bytes().count(b"/MediaBox [0 0 595 842]") == count


def test_the_tree_of_mastermind_is_whole(none: Path, tmp_path: Path) -> None:
    """Every code stands on the sheet of the optimal tree of 4 pegs and 6 colours, and the counts are those of the summary."""
    file = tmp_path / "tree.svg"
    assert call("sheet", "mastermind", "-o", file, "--book", none).returncode == 0
    text = re.sub(r"<desc.*?</desc>", "", file.read_text(encoding="utf-8"))
    asked = {query for _, query in re.findall(r">(\d,\d)  ([A-F]{4})(?: \(\d+\))?<", text)}
    assert len(asked) >= 1295
    assert "1,296 codes, 5,625 guesses for all of them: 4.3403 on average, 6 at most" in text


def test_a_small_tree_is_computed_and_boards_may_be_blank(none: Path, tmp_path: Path) -> None:
    file, line = tmp_path / "small.svg", ("sheet", "mastermind", "--pegs", "3", "--colors", "4")
    assert call(*line, "-o", file, "--book", none).returncode == 0
    text = file.read_text(encoding="utf-8")
    # the total of the optimal strategy of 64 codes
    assert "64 codes, 206 guesses for all of them" in text
    codes = re.findall(r">\d,\d  ([A-D]{3})", text)
    assert len(codes) == 63
    assert call(*line, "--blank", "-o", file, "--book", none).returncode == 0
    text = file.read_text(encoding="utf-8")
    # four boards with a row for the code and ten for guesses, three pegs each, and three for answers
    assert text.count("<circle") == 4 * (11 * 3 + 10 * 3)
    assert "tafelwerk sheet mastermind --pegs 3 --colors 4 --blank<" in text
    assert call("sheet", "mastermind", "3x4", "--palette", "RGBY", "-o", file, "--book", none).returncode == 0
    own = file.read_text(encoding="utf-8")
    assert sorted(re.findall(r">\d,\d  ([RGBY]{3})", own)) == sorted(
        code.translate(str.maketrans("ABCD", "RGBY")) for code in codes
    )
    assert "build it with" in call("sheet", "mastermind", "--pegs", 5, "--colors", 6, "--book", none).stderr


def test_blank_boards_of_numbers(none: Path, tmp_path: Path) -> None:
    file, line = tmp_path / "numbers.svg", ("sheet", "dresher", "--limit", "8", "--blank")
    assert call(*line, "-o", file, "--book", none).returncode == 0
    text = file.read_text(encoding="utf-8")
    # twelve rounds on the paper: the numbers to be crossed out, a field for the hider and one for the count
    assert (text.count("<circle"), text.count("<rect")) == (12 * 8, 12 * 2 + 1)
    assert "tafelwerk sheet dresher --limit 8 --blank<" in text
    assert "--limit must be 1 to 20 with --blank, not 21" in call("sheet", "dresher", "--limit", 21, "--blank").stderr


def test_win_and_loss_of_a_subtraction_game(none: Path, tmp_path: Path) -> None:
    """Heap by heap as the recursion has it."""
    file = tmp_path / "heaps.svg"
    assert call("sheet", "montecarlo", "--moves", "2,5", "--limit", "40", "-o", file, "--book", none).returncode == 0
    said = re.findall(r"Heap (\d+): (lost|take [\d, and]+)\.", file.read_text(encoding="utf-8"))
    lost: set[int] = {0}
    for heap in range(1, 41):
        # who takes at least what is left wins
        moves = [move for move in (2, 5) if heap - move <= 0 or heap - move in lost]
        if not moves:
            lost.add(heap)
        assert said[heap - 1] == (str(heap), f"take {' and '.join(map(str, moves))}" if moves else "lost")


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
