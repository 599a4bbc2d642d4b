"""Pictures of README and docs."""

import re
from pathlib import Path

import pytest

from reference import pictures
from reference.screens import SCREENS
from tafelwerk.book import open_book

FOLDER = Path(__file__).parents[2] / "docs"
NAMES = {name for names in pictures.DOCS.values() for name in names} | {"overview-light", "overview-dark"}


def test_pictures_of_docs_are_there_small_and_named() -> None:
    found = {path.stem: path for path in (FOLDER / "pictures").glob("*.svg")}
    assert {*found} == NAMES
    for path in found.values():
        content = path.read_text(encoding="utf-8")
        assert len(content.encode()) < 60_000
        assert re.search(r"<title>[^<]+</title><desc>[^<]+</desc>", content)


def test_pages_show_pictures_that_are_there_with_a_text_in_their_place() -> None:
    shown = set()
    for page in FOLDER.glob("*.md"):
        for words, name in re.findall(r"!\[([^]]*)\]\(pictures/([^)]+)\.svg\)", page.read_text(encoding="utf-8")):
            assert len(words) > 20
            shown.add(name)
    assert shown <= NAMES
    assert {name for names in pictures.DOCS.values() for name in names if name in shown}


def test_readme_shows_the_pictures_of_pages_with_a_text_in_their_place() -> None:
    found = {path.stem: path for path in (FOLDER / "pictures").glob("*.png")}
    assert {*found} == {screen.name for screen in SCREENS}
    assert all(path.stat().st_size < 150_000 for path in found.values())
    text = (FOLDER.parent / "README.md").read_text(encoding="utf-8")
    shown = dict(re.findall(r"!\[([^]]{20,})\]\(docs/pictures/([^)]+)\.png\)", text))
    assert {*shown.values()} == {*found}


@pytest.mark.slow
def test_pictures_are_those_of_the_pocket_book(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TAFELWERK_POCKET")
    with open_book(tmp_path / "none") as book:
        pictures.write(tmp_path / "pictures", book)
        assert {path.stem for path in (tmp_path / "pictures").iterdir()} == NAMES
        pictures.write(tmp_path / "again", book)
    for path in (tmp_path / "pictures").iterdir():
        assert path.read_bytes() == (tmp_path / "again" / path.name).read_bytes()
