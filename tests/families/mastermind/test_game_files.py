"""The user's files: what is read of them, and the one line about each fault."""

import csv
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from privileges import without_privileges

from tafelwerk.errors import InputError
from tafelwerk.families.mastermind.game_files import SEPARATORS, read_matrix, read_words


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "list.txt"


def test_words_are_read_in_order(file: Path) -> None:
    file.write_bytes("\ufeff# five letters\r\nzebra\r\n\r\n  apple \r\ncafe\u0301s\r\n".encode())
    assert read_words(file) == ["zebra", "apple", "cafés"]


@pytest.mark.parametrize(
    ("read", "content", "message"),
    [
        (read_words, b"", "contains no words"),
        (read_words, b"# nothing\n\n", "contains no words"),
        (read_words, b"apple\nzebra\n# again\napple\n", "line 4: 'apple' is already in line 1"),
        (read_words, b"apple\nzebra crossing\n", "line 2: 'zebra crossing' is more than one word"),
        (read_words, b"apple\ncaf\xe9s\n", "line 2: not UTF-8"),
        (read_words, b"apple,1\nzebra,2\n", "has commas in every line; write one word per line"),
        (read_matrix, b"query;a;b\nq;1\n", "line 2: 2 fields, but the header has 3"),
        (read_matrix, b"sep=;\nquery;a;b\nq;1\n", "line 3: 2 fields, but the header has 3"),
        (read_matrix, b"query|a|b\nq|1|2\n", "line 1: no codes; give them in the header, after a first field"),
        (read_matrix, b"query a b\nq 1 2\n", "separated by commas, semicolons or tabs"),
        (read_words, b"apple\n\0\n", "line 2: a zero byte"),
        (read_matrix, b"", "line 1: no codes"),
        (read_matrix, b"query,a,b\n", "contains no queries"),
        (read_matrix, b"query,a,\nq,1,2\n", "line 1: the code in column 3 is empty"),
        (read_matrix, b"query,a,b,a\nq,1,2,3\n", "line 1: the code 'a' is in columns 2 and 4"),
        (read_matrix, b"query,a,b\nq,1,2\n\nr,1,2,3\n", "line 4: 4 fields, but the header has 3"),
        (read_matrix, b"query,a,b\n,1,2\n", "line 2: the query in the first column is empty"),
        (read_matrix, b"query,a,b\nq,1,\n", "line 2: the answer to 'q' for 'b' is empty"),
        (read_matrix, b"query,a,b\nq,1,2\nr,1,2\nq,2,1\n", "line 4: the query 'q' is already in line 2"),
        (read_matrix, b'query,a,b\n"q\nr",1,2\nq,2\n', "line 4: 2 fields"),
        (read_matrix, b'query,a,b\nq,1,2\nr,"1,2\n', "line 3: not CSV"),
    ],
)
def test_a_fault_is_named(file: Path, read: Callable[[Path], object], content: bytes, message: str) -> None:
    file.write_bytes(content)
    with pytest.raises(InputError) as caught:
        read(file)
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
        assert read_words(file) == ["apple", "angle"]


def test_a_separator_may_end_every_row(file: Path) -> None:
    for text in ("q;a;b;\na;ja;nein;\nb;nein;ja;\n", "SEP=;\nq;a;b\na;ja;nein\nb;nein;ja\n"):
        file.write_text(text, encoding="utf-8")
        assert read_matrix(file) == (["a", "b"], ["a", "b"], [["ja", "nein"], ["nein", "ja"]])
    file.write_text("q;a;b;\na;ja;nein;x\nb;nein;ja;\n", encoding="utf-8")
    with pytest.raises(InputError, match="line 1: the code in column 4 is empty"):
        read_matrix(file)
