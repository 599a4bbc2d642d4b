"""The pages show what their commands print: on an empty book, so that the pocket book answers, or what is computed."""

import doctest
import re
from pathlib import Path

import pytest
from page_commands import PAGES, Example, examples, files
from program import call

from tafelwerk.fingerprint import PACKAGE

TYPED = {"play", "replay", "match"}
"""Commands that want more than their line, or a wider terminal: what is typed, files, tables of many columns."""

DEAR = ("beams", "puzzle")
"""Takes seven seconds on the standard game; shown/puzzles.txt has it on small ones."""

SOURCE = re.compile(r"\((?:exact; )?(?:pocket book|book|computed)\b")
TAKEN = re.compile(r"solved in [\d.]+ s")
POCKET = PACKAGE / "pocket"
COLUMNS = "100"


def shown(page: str) -> list[Example]:
    """Command lines that a page shows with what they print, in its order."""
    printed = [one for one in examples(page) if one.typed and one.printed and TYPED.isdisjoint(one.words[:2])]
    return [one for one in printed if one.words[:2] != DEAR]


def plain(text: str) -> str:
    """Lines folded and padded as they may be, as words, wherever answers come from and however long they took."""
    return TAKEN.sub("solved", SOURCE.sub("(book", " ".join(re.sub("─+", "─", text).split())))


@pytest.mark.parametrize("page", [page for page in PAGES if shown(page)])
def test_commands_print_what_the_page_says(page: str, tmp_path: Path) -> None:
    for name, source in files(page).items():
        (tmp_path / name).write_text(source, encoding="utf-8")
    book = tmp_path / "book"
    checker, places = doctest.OutputChecker(), {"COLUMNS": COLUMNS, "TAFELWERK_POCKET": str(POCKET)}
    for one in shown(page):
        done = call(*one.words, "--book", book, cwd=tmp_path, **places)
        assert done.returncode == 0, (one.words, done.stderr)
        # the reader's book is the default one
        found = plain(done.stdout).replace(f" --book {book}", "")
        assert checker.check_output(plain(one.printed), found, doctest.ELLIPSIS), (one.words, done.stdout)


def test_the_pages_explain_something_of_every_kind() -> None:
    explained = {one.words[0] for page in PAGES for one in shown(page) if one.words[1:2] == ("explain",)}
    assert explained >= {"montecarlo", "mastermind", "beams", "search", "switching", "minimax", "games"}
