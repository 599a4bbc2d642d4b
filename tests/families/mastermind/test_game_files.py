"""The user's files: what is read of them, and the one line about each fault.
Pictures of Mastermind have the letters, words and colours of the person's own board.
"""

import csv
import json
import re
import subprocess
import sys
from itertools import product
from pathlib import Path
from shlex import split

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from privileges import without_privileges

from tafelwerk.errors import InputError
from tafelwerk.families.mastermind.game_files import SEPARATORS, listed_table, listed_words, read_matrix, read_words
from tafelwerk.families.mastermind.parameters import COLOUR_NAMES, read_history
from tafelwerk.families.mastermind.pegs import HUES, game_picture, look_of, peg_name
from tafelwerk.families.mastermind.rules import Named, Pegs, parse_game, with_palette, write_code
from tafelwerk.spelling import compose


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "list.txt"


def test_words_are_read_in_order(file: Path) -> None:
    file.write_bytes("\ufeff# five letters\r\nzebra\r\n\r\n  apple \r\ncafe\u0301s\r\n".encode())
    assert [*read_words(file)] == ["zebra", "apple", "cafés"]


@given(st.lists(st.text("abcdeé\u0301", min_size=1), min_size=1, unique_by=compose))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_a_list_in_json_or_a_column_is_the_list_of_its_lines(file: Path, words: list[str]) -> None:
    file.write_text("\n".join(words), encoding="utf-8")
    listed = [*read_words(file)]
    for indent, escaped in ((None, False), (2, True)):
        file.write_text(json.dumps(words, indent=indent, ensure_ascii=escaped), encoding="utf-8")
        assert [compose(word) for word in read_words(file)] == listed
    for sign, header in product(SEPARATORS, ("n{}Wort\n", "")):
        rows = (f"{word}{sign}1" if not header else f"fruit{sign}{word}" for word in words)
        file.write_text(header.format(sign) + "\n".join(rows), encoding="utf-8-sig")
        assert [*read_words(file)] == listed


FAULTS = (Path(__file__).parent / "file_faults.txt").read_text(encoding="utf-8").splitlines()[1:]


@pytest.mark.parametrize("line", FAULTS)
def test_a_fault_is_named(file: Path, line: str) -> None:
    kind, content, message = re.fullmatch("(.*?): (.*) => (.*)", line).groups()
    file.write_bytes(content.encode().decode("unicode_escape").encode("latin-1"))
    with pytest.raises(InputError) as caught:
        {"words": read_words, "answers": read_matrix}[kind](file)
    assert str(caught.value).startswith(str(file))
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_file_that_is_none(file: Path) -> None:
    file.touch()
    for path, message in (
        (file.parent, "is a folder; give a file"),
        (file.parent / "none", "there is no such file"),
        (file / "none", "there is no such file"),
    ):
        with pytest.raises(InputError, match=message):
            read_matrix(path)


UNREADABLE = """
import sys
from pathlib import Path
from tafelwerk.families.mastermind.game_files import read_words
read_words(Path(sys.argv[1]))
"""


def test_a_file_that_cannot_be_read(file: Path) -> None:
    file.write_text("apple")
    file.chmod(0)
    words = [sys.executable, "-c", UNREADABLE, str(file)]
    done = subprocess.run(words, capture_output=True, text=True, preexec_fn=without_privileges, check=False)
    assert done.stderr.splitlines()[-1] == f"tafelwerk.errors.StorageError: cannot read {file}: Permission denied"


def test_a_matrix_is_read_as_it_stands(file: Path) -> None:
    file.write_text('query, b, a\n\nheavy?, yes, no\n"q,2","1,2","0,3"\n,,\n')
    assert read_matrix(file) == (["b", "a"], ["heavy?", "q,2"], [["yes", "no"], ["1,2", "0,3"]])


@pytest.mark.parametrize(
    ("content", "codes", "cells"),
    [
        (";a,b\nr;1,2\n", ["a,b"], [["1,2"]]),
        (",a;b\nr,1;2\n", ["a;b"], [["1;2"]]),
        ("sep=;\r\nq;a;b\r\nr;x;y\r\n", ["a", "b"], [["x", "y"]]),
        ("sep=,\nq;x,a\nr,y\n", ["a"], [["y"]]),
        ('q;"a;1";b\nr;"x\ny";z\n', ["a;1", "b"], [["x\ny", "z"]]),
        ("\t,\nr\tx\n", [","], [["x"]]),
        ("\t\n,a\nr,x\n", ["a"], [["x"]]),
    ],
)
def test_spreadsheets_have_other_separators(file: Path, content: str, codes: list[str], cells: list[list[str]]) -> None:
    file.write_bytes(b"\xef\xbb\xbf" + content.encode())
    assert read_matrix(file) == (codes, ["r"], cells)


names = st.text('ab,"; \n', min_size=1, max_size=5).map(str.strip).filter(bool)


@given(
    st.lists(names, min_size=1, max_size=4, unique=True),
    st.lists(names, min_size=1, max_size=4, unique=True),
    st.sampled_from(SEPARATORS),
    st.data(),
)
def test_what_is_written_as_csv_is_read_back(
    tmp_path_factory: pytest.TempPathFactory, codes: list[str], queries: list[str], separator: str, data: st.DataObject
) -> None:
    cells = [[data.draw(names) for _ in codes] for _ in queries]
    file = tmp_path_factory.mktemp("csv") / "table.csv"
    with file.open("w", newline="", encoding="utf-8") as opened:
        csv.writer(opened, delimiter=separator).writerows(
            [["", *codes], *([query, *row] for query, row in zip(queries, cells, strict=True))]
        )
    assert read_matrix(file) == (codes, queries, cells)


def test_a_column_of_a_spreadsheet_is_a_word_list(file: Path) -> None:
    for text in ('"apple"\n"angle"\n', "apple;\r\nangle;\r\n", '\ufeff"apple",\r\n"angle",\r\n', "apple\nangle"):
        file.write_text(text, encoding="utf-8", newline="")
        assert [*read_words(file)] == ["apple", "angle"]


def test_a_separator_may_end_every_row(file: Path) -> None:
    for text in ("q;a;b;\na;ja;nein;\nb;nein;ja;\n", "SEP=;\nq;a;b\na;ja;nein\nb;nein;ja\n"):
        file.write_text(text, encoding="utf-8")
        assert read_matrix(file) == (["a", "b"], ["a", "b"], [["ja", "nein"], ["nein", "ja"]])
    file.write_text("q;a;b;\na;ja;nein;x\nb;nein;ja;\n", encoding="utf-8")
    with pytest.raises(InputError, match="line 1: the code in column 4 is empty"):
        read_matrix(file)


def test_command_lines_name_the_files(tmp_path: Path) -> None:
    words, others, table = (tmp_path / name for name in ("my words.txt", "more.txt", "answers.csv"))
    words.write_text("apple\nangle\n", encoding="utf-8")
    others.write_text("ankle\n", encoding="utf-8")
    table.write_text("q,a,b\na,yes,no\nb,no,yes\n", encoding="utf-8")
    game = listed_words("jotto", words, others)
    assert (game.codes, game.queries) == (("angle", "apple"), ("ankle",))
    for line, known in ((game.options, "--words"), (game.build_options, "--codes")):
        assert split(line)[:6] == [known, str(words), "--queries", str(others), "--score", "jotto"]
    assert split(listed_table(Named("own"), table).options) == ["--matrix", str(table)]


@pytest.mark.parametrize(
    ("game", "history", "pegs", "words"),
    [
        ("4x6 palette ROYGBW", "RRGB 1b1w", ["R", "R", "G", "B", "O", "B", "G", "W"], ("RRGB", "OBGW")),
        ("4x6", "1145 1b1w", ["A", "A", "D", "E", "B", "E", "D", "F"], ("AADE", "BEDF")),
        (
            "4x6 palette red,orange,yellow,blue,brown,black",
            "red-red-blue-brown 1b1w",
            ["R", "R", "Blu", "Br", "O", "Br", "Blu", "Bla"],
            ("red-red-blue-brown", "orange-brown-blue-black"),
        ),
    ],
)
def test_a_picture_has_the_names_of_the_persons_colours(
    game: str, history: str, pegs: list[str], words: tuple[str, str]
) -> None:
    read = parse_game(game)
    drawn = game_picture(read, read_history(read, history), "BEDF", {}, "title")
    assert re.findall(r'font-weight="[^"]*"[^>]*>([A-Z][a-z]*)<', drawn.body) == pegs
    assert f"Guesses: {words[0]} answered 1,1." in drawn.text
    assert f"Next guess: {words[1]}." in drawn.text


@pytest.mark.parametrize(
    "palette", ["ROYGBWK", "red,orange,yellow,green,blue,white,black", "rot,orange,Gelb,grün,blau,weiß,schwarz"]
)
def test_pegs_have_the_usual_colours_that_a_palette_names(palette: str) -> None:
    game = with_palette(Pegs(4, 7), palette)
    names = ("red", "orange", "yellow", "green", "blue", "white", "black")
    assert [look_of(game, color) for color in range(7)] == [HUES[name] for name in names]


def test_other_names_have_letters_alone_and_every_usual_name_a_colour_of_its_own() -> None:
    assert look_of(with_palette(Pegs(4, 2), "red,mauve"), 1) == look_of(Pegs(4, 60), 1)
    assert {*COLOUR_NAMES.values()} == HUES.keys()
    assert len({*HUES.values()}) == len(HUES)


def test_names_on_pegs_tell_colours_apart() -> None:
    game = with_palette(Pegs(4, 8), "red,orange,yellow,green,blue,white,brown,black")
    assert [peg_name(game, color) for color in range(8)] == ["R", "O", "Y", "G", "Blu", "W", "Br", "Bla"]
    assert [peg_name(Pegs(4, 6), color) for color in range(6)] == [*write_code(Pegs(6, 6), range(6))]
