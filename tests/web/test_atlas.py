"""The atlas: pages that open from files, the same bytes for the same book."""

import re
import sys
from pathlib import Path

import pytest
from books import copy_family
from program import call, refused, run
from web.asking import check_page, identifiers, targets
from web.conftest import POCKET, Atlas

from tafelwerk.web.atlas import table_files

FIGURES = ("--figures", "dresher-3.1")


def files(folder: Path) -> dict[str, bytes]:
    return {str(file.relative_to(folder)): file.read_bytes() for file in folder.rglob("*") if file.is_file()}


def test_every_page_is_reached_and_leads_to_files_and_places_in_them(atlas: Atlas) -> None:
    """And keeps the rules of pages; nothing leads elsewhere. What is left out is said."""
    pages = {file: file.read_text(encoding="utf-8") for file in atlas.folder.rglob("*.html")}
    places = {file: {*identifiers(text)} for file, text in pages.items()}
    assert {file.parent.name for file in pages} == {"atlas", "figures", "tables", "strategies"}
    for file, text in pages.items():
        check_page(text, file)
        for link in targets(text):
            path, _, place = link.partition("#")
            target = (file.parent / path).resolve() if path else file
            assert ":" not in path, (file, link)
            assert target.is_file(), (file, link)
            assert not place or place in places[target], (file, link)
    index = atlas.folder / "index.html"
    assert {*pages} - {(atlas.folder / link.partition("#")[0]).resolve() for link in targets(pages[index])} <= {index}
    assert len({re.findall("<title>(.*?)</title>", text, re.DOTALL)[0] for text in pages.values()}) == len(pages)
    assert "left out, since the book does not hold its rows: montecarlo-2.12; run: tafelwerk build" in atlas.told
    assert re.search(r"written: \d+ pages with 1 figure, \d+ tables and \d+ strategies; [\d.]+ MB in .* s", atlas.told)


def test_the_same_book_gives_the_same_bytes(atlas: Atlas, tmp_path: Path) -> None:
    """In a process that puts sets into another order, too."""
    copy_family(POCKET, "dresher", tmp_path / "book")
    words = ("atlas", *FIGURES, "--rows", "20", "--book", tmp_path / "book", "-o", tmp_path / "elsewhere")
    done = run(*words, TAFELWERK_POCKET="", PYTHONHASHSEED="7")
    assert done.returncode == 0, done.stderr
    here = files(atlas.folder)
    elsewhere = {name: text for name, text in files(tmp_path / "elsewhere").items() if "/dresher" in name}
    assert len(elsewhere) > 10
    assert elsewhere == {name: here[name] for name in elsewhere}


def test_tables_figures_and_printed_numbers_say_where_they_come_from(atlas: Atlas) -> None:
    def read(name: str) -> str:
        return (atlas.folder / name).read_text(encoding="utf-8")

    text = read("tables/dresher.games.html")
    assert "The first 20 of" in text
    assert text.count("<tr>") > 20
    assert re.search(r"How it is known:</strong> exact, by certificates.*; \d+ builds?, 20\d\d-\d\d-\d\d", text)
    assert "tafelwerk build dresher" in text
    assert "printed numbers beside ours" in text
    assert 'href="../figures/dresher-3.1.html"' not in text  # drawn from dresher.hider
    assert 'href="../figures/dresher-3.1.html"' in read("tables/dresher.hider.html")
    assert read("tables/dresher.games.csv").startswith("n,")
    text = read("figures/dresher-3.1.html")
    assert "Figure 3.1 of: Misha Stassen, Oplossingen voor Dreshers hoger lager spel" in text
    assert 'href="../tables/dresher.hider.html">dresher.hider</a>: exact, by certificates' in text
    assert re.search(r"<summary>\d+ printed numbers? beside ours, read from the same tables</summary>", text)
    text = read("published.html")
    assert '<td class="n">4.4151</td><td class="n">4.41512345679</td><td>agrees</td>' in text
    assert "<td>differs: truncated in the source instead of rounded: 5668/1296 = 4.37346</td>" in text
    assert 'href="./tables/mastermind.strategies.html">strategies</a>' in text


def test_a_folder_that_is_there_is_left_alone(atlas: Atlas, tmp_path: Path) -> None:
    before = files(atlas.folder)
    assert "is there already" in refused(call(*atlas.words, "-o", atlas.folder), 2)
    assert files(atlas.folder) == before
    assert "there is no folder" in refused(call(*atlas.words, "-o", tmp_path / "no" / "atlas"), 2)
    assert "unknown figure 'dresher-x'" in refused(call("atlas", "--figures", "dresher-x", "-o", tmp_path / "x"), 2)
    assert not list(tmp_path.iterdir())


def test_what_is_missing_says_what_to_do(tmp_path: Path) -> None:
    """A family that is damaged is left out."""
    book = tmp_path / "book"
    book.mkdir()
    (book / "dresher.duckdb").write_bytes(b"no database")
    done = call("atlas", *FIGURES, "--figures", "search-4.1", "--book", book, cwd=tmp_path, TAFELWERK_POCKET="")
    assert done.returncode == 0, done.stderr
    assert f"dresher-3.1; run: tafelwerk doctor --book {book}" in done.stderr
    text = (tmp_path / "atlas" / "index.html").read_text(encoding="utf-8")
    for line in ("beams", "minimax tictactoe", "search"):
        assert f"<code>tafelwerk build {line}</code>" in text
    assert not list((tmp_path / "atlas" / "tables").glob("dresher.*"))


def test_ctrl_c_leaves_nothing(atlas: Atlas, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """At a moment when most of it is written."""

    def interrupt(*asked: object) -> None:
        assert list(tmp_path.glob(".atlas.*.part/figures/dresher-3.1.html"))
        raise KeyboardInterrupt

    monkeypatch.setattr(table_files, "write_tables", interrupt)
    assert call(*atlas.words, "-o", tmp_path / "atlas").returncode == 130
    assert not list(tmp_path.iterdir())


@pytest.mark.skipif(sys.platform == "win32", reason="limits of POSIX")
def test_a_full_disk_leaves_nothing(atlas: Atlas, tmp_path: Path) -> None:
    resource = pytest.importorskip("resource")
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (500_000, before[1]))
    try:
        done = call(*atlas.words, "-o", tmp_path / "atlas")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert done.returncode == 5
    assert "nothing was left behind" in done.stderr
    assert not list(tmp_path.iterdir())
