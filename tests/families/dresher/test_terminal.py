"""What terminals are sent: colours, and pages of their width."""

import re
from pathlib import Path

import pytest
from program import call, on_terminal


@pytest.mark.parametrize(("words", "columns"), [(("hider", 16), 60), (("searcher", 11), 30), (("explain", 11), 30)])
def test_no_number_is_broken_over_lines(words: tuple[object, ...], columns: int, quick_book: Path) -> None:
    text = re.sub(r"\x1b\[[\d;]*m", "", on_terminal("dresher", *words, columns=columns, book=quick_book))
    lines = text.splitlines()
    assert max(map(len, lines)) <= columns
    wide = call("dresher", *map(str, words), "--book", quick_book).stdout
    # what is folded is folded between words: numbers of the narrow page stand in the wide one too
    known = set(re.findall(r"[\d./]*\d", wide))
    assert set(re.findall(r"[\d./]*\d", text)) <= known
    # no heading is folded: each table has one line of them, above its rule
    rules = [number for number, line in enumerate(lines) if line.lstrip().startswith("─")]
    headings = [lines[number - 1].split() for number in rules]
    assert {words[0] for words in headings} <= {"number", "tree", "first", "for", "rule"}
    assert len(rules) == sum(line.lstrip().startswith("─") for line in wide.splitlines())


def test_a_bar_keeps_to_its_line(quick_book: Path) -> None:
    for columns, count in ((60, 3), (30, 0)):
        text = on_terminal("dresher", "hider", 5, columns=columns, book=quick_book)
        bars = [line.split()[0] for line in text.splitlines() if "█" in line]
        assert len(bars) == len(set(bars)) == count
        assert all(first[0].isdigit() for first in bars)


def test_a_cut_tree_says_so_on_a_narrow_terminal(quick_book: Path) -> None:
    text = on_terminal("dresher", "searcher", 16, "--tree", 1, "--levels", 2, columns=40, book=quick_book)
    words = " ".join(re.sub(r"\x1b\[[\d;]*m", "", text).split())
    assert re.search(r"The first 2 of \d levels; \(k\) stands for k more numbers. --levels \d draws all.", words)
