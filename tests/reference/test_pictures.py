"""Pictures of README and docs."""

import re
from pathlib import Path

import pytest

from reference import pictures
from reference.screens import SCREENS
from tafelwerk.book import open_book

FOLDER = Path(__file__).parents[2] / "docs"
NAMES = {name for names in pictures.DOCS.values() for name in names} | {"overview-light", "overview-dark"}


def test_pictures_of_pages_are_there_small_and_shown_with_a_text_in_their_place() -> None:
    drawings = {path.stem: path.read_bytes() for path in (FOLDER / "pictures").glob("*.svg")}
    assert {*drawings} == NAMES
    for content in drawings.values():
        assert len(content) < 60_000
        assert re.search(rb"<title>[^<]+</title><desc>[^<]+</desc>", content)
    pages = "\n".join(page.read_text(encoding="utf-8") for page in FOLDER.glob("*.md"))
    shown = re.findall(r"!\[([^]]*)\]\(pictures/([^)]+)\.svg\)", pages)
    assert {name for _, name in shown} <= NAMES
    assert all(len(words) > 20 for words, _ in shown)
    screens = {path.stem: path.stat().st_size for path in (FOLDER / "pictures").glob("*.png")}
    assert {*screens} == {screen.name for screen in SCREENS}
    assert max(screens.values()) < 150_000
    text = (FOLDER.parent / "README.md").read_text(encoding="utf-8")
    assert {*re.findall(r"!\[[^]]{20,}\]\(docs/pictures/([^)]+)\.png\)", text)} == {*screens}


@pytest.mark.slow
def test_pictures_are_those_of_the_pocket_book(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TAFELWERK_POCKET")
    with open_book(tmp_path / "none") as book:
        pictures.write(tmp_path / "pictures", book)
        assert {path.stem for path in (tmp_path / "pictures").iterdir()} == NAMES
        pictures.write(tmp_path / "again", book)
    for path in (tmp_path / "pictures").iterdir():
        assert path.read_bytes() == (tmp_path / "again" / path.name).read_bytes()
