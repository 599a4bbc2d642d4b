"""The atlas: pages that open from files, the same bytes for the same book."""

import re
from pathlib import Path

import pytest
from program import call, refused

import tafelwerk

POCKET = Path(tafelwerk.__file__).parent / "pocket"
WORDS = ("atlas", "--figures", "dresher-3.1", "--figures", "montecarlo-2.12", "--rows", "20", "--book", POCKET)


@pytest.fixture(scope="module")
def atlas(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An atlas of two figures, one of which the pocket book has no rows for."""
    folder = tmp_path_factory.mktemp("atlas") / "atlas"
    done = call(*WORDS, "-o", folder)
    assert done.returncode == 0
    assert "left out, since the book does not hold their rows: montecarlo-2.12" in done.stderr
    return folder


def files(folder: Path) -> dict[str, bytes]:
    return {str(file.relative_to(folder)): file.read_bytes() for file in folder.rglob("*") if file.is_file()}


def test_links_lead_to_files_beside_them_and_nothing_leads_elsewhere(atlas: Path) -> None:
    pages = list(atlas.rglob("*.html"))
    assert {file.parent.name for file in pages} == {"atlas", "figures", "tables"}
    for page in pages:
        text = page.read_text(encoding="utf-8")
        assert not re.search(
            r"https?://", re.sub(r'<script type="application/json".*?</script>', "", text, flags=re.DOTALL)
        )
        for link in re.findall(r'(?:href|src)="([^"#]+)"', text):
            assert (page.parent / link).exists(), (page, link)


def test_the_same_book_gives_the_same_bytes(atlas: Path, tmp_path: Path) -> None:
    assert call(*WORDS, "-o", tmp_path / "again").returncode == 0
    assert files(tmp_path / "again") == files(atlas)


def test_a_table_has_its_columns_its_first_rows_and_all_of_a_small_one(atlas: Path) -> None:
    text = (atlas / "tables" / "dresher.games.html").read_text(encoding="utf-8")
    assert "The first 20 of" in text
    assert text.count("<tr>") > 20
    assert (atlas / "tables" / "dresher.games.csv").read_text(encoding="utf-8").startswith("n,")


def test_a_folder_that_is_there_is_left_alone(atlas: Path, tmp_path: Path) -> None:
    before = files(atlas)
    assert "is there already" in refused(call(*WORDS, "-o", atlas), 2)
    assert files(atlas) == before
    assert "there is no folder" in refused(call(*WORDS, "-o", tmp_path / "no" / "atlas"), 2)
    assert "unknown figure 'dresher-x'" in refused(call("atlas", "--figures", "dresher-x", "-o", tmp_path / "x"), 2)
    assert not list(tmp_path.iterdir())
