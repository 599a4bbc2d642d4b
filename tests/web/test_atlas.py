"""The atlas: pages that open from files, the same bytes for the same book."""

import re
import sys
from functools import partial
from html.parser import HTMLParser
from pathlib import Path

import pytest
from books import copy_family
from program import call, refused, run
from web.conftest import POCKET, Atlas

from tafelwerk.web.atlas import table_files


def test_what_is_written_and_what_is_left_out_is_said(atlas: Atlas) -> None:
    assert "left out, since the book does not hold its rows: montecarlo-2.12; run: tafelwerk build" in atlas.told
    assert re.search(r"written: \d+ pages with 1 figure, \d+ tables and \d+ strategies; [\d.]+ MB in .* s", atlas.told)


def files(folder: Path) -> dict[str, bytes]:
    return {str(file.relative_to(folder)): file.read_bytes() for file in folder.rglob("*") if file.is_file()}


class Page(HTMLParser):
    """What a page links to, what can be linked to in it, and what is against its rules."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.links, self.ids, self.faults = list[str](), list[str](), list[str]()
        self.headings, self.title, self.lang = 0, "", ""
        self._in_title = False
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.links += [str(given[name]) for name in ("href", "src") if name in given]
        self.ids += [str(given["id"])] if "id" in given else []
        self.headings += tag == "h1"
        self._in_title = tag == "title"
        self.lang = given.get("lang") or self.lang if tag == "html" else self.lang
        is_data = given.get("type") == "application/json"
        if tag == "style" or "style" in given or (tag == "script" and "src" not in given and not is_data):
            self.faults.append(tag)
        self.faults += [name for name in given if name.startswith("on")]
        if tag == "img" and "alt" not in given:
            self.faults.append("img without alt")

    def handle_data(self, data: str) -> None:
        self.title += data if self._in_title else ""

    def handle_endtag(self, tag: str) -> None:
        self._in_title = False


@pytest.fixture(scope="module")
def pages(atlas: Atlas) -> dict[Path, Page]:
    """All pages."""
    return {file: Page(file) for file in sorted(atlas.folder.rglob("*.html"))}


def test_links_lead_to_files_and_places_in_them_and_nothing_leads_elsewhere(pages: dict[Path, Page]) -> None:
    assert {file.parent.name for file in pages} == {"atlas", "figures", "tables", "strategies"}
    for file, page in pages.items():
        for link in page.links:
            path, _, place = link.partition("#")
            target = (file.parent / path).resolve() if path else file
            assert ":" not in path, (file, link)
            assert target.is_file(), (file, link)
            if place:
                assert place in pages[target].ids, (file, link)


def test_every_page_is_reached_and_keeps_the_rules(pages: dict[Path, Page], atlas: Atlas) -> None:
    first = {(atlas.folder / link.partition("#")[0]).resolve() for link in pages[atlas.folder / "index.html"].links}
    assert set(pages) - first <= {atlas.folder / "index.html"}
    for file, page in pages.items():
        assert not page.faults, (file, page.faults)
        assert page.headings == 1, file
        assert page.title.strip(), file
        assert page.lang == "en", file
        assert len(page.ids) == len(set(page.ids)), file
    assert len({page.title for page in pages.values()}) == len(pages)


def test_the_same_book_gives_the_same_bytes(tmp_path: Path) -> None:
    """In a process that puts sets into another order, too."""
    for family in ("dresher", "minimax"):
        copy_family(POCKET, family, tmp_path / "book")
    words = ("atlas", "--figures", "dresher-3.1", "--rows", "20", "--book", tmp_path / "book")
    for ask, name in ((call, "here"), (partial(run, PYTHONHASHSEED="7"), "elsewhere")):
        done = ask(*words, "-o", tmp_path / name, TAFELWERK_POCKET="")
        assert done.returncode == 0, done.stderr
    assert files(tmp_path / "here") == files(tmp_path / "elsewhere")


def test_a_table_has_its_columns_its_origin_its_first_rows_and_all_of_a_small_one(atlas: Atlas) -> None:
    text = (atlas.folder / "tables" / "dresher.games.html").read_text(encoding="utf-8")
    assert "The first 20 of" in text
    assert text.count("<tr>") > 20
    assert re.search(r"How it is known:</strong> exact, by certificates.*; \d+ builds?, 20\d\d-\d\d-\d\d", text)
    assert "tafelwerk build dresher" in text
    assert "printed numbers beside ours" in text
    assert 'href="../figures/dresher-3.1.html"' not in text  # drawn from dresher.hider
    assert 'href="../figures/dresher-3.1.html"' in (atlas.folder / "tables" / "dresher.hider.html").read_text(
        encoding="utf-8"
    )
    assert (atlas.folder / "tables" / "dresher.games.csv").read_text(encoding="utf-8").startswith("n,")


def test_a_figure_names_its_source_and_the_tables_it_is_drawn_from(atlas: Atlas) -> None:
    text = (atlas.folder / "figures" / "dresher-3.1.html").read_text(encoding="utf-8")
    assert "Figure 3.1 of: Misha Stassen, Oplossingen voor Dreshers hoger lager spel" in text
    assert 'href="../tables/dresher.hider.html">dresher.hider</a>: exact, by certificates' in text
    assert re.search(r"<summary>\d+ printed numbers? beside ours, read from the same tables</summary>", text)


def test_printed_numbers_stand_beside_ours_with_the_reason_where_they_differ(atlas: Atlas) -> None:
    text = (atlas.folder / "published.html").read_text(encoding="utf-8")
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


def test_an_empty_book_gives_an_atlas_that_says_what_to_build(tmp_path: Path) -> None:
    done = call("atlas", "--figures", "dresher-3.1", "--book", tmp_path / "none", cwd=tmp_path, TAFELWERK_POCKET="")
    assert done.returncode == 0, done.stderr
    text = (tmp_path / "atlas" / "index.html").read_text(encoding="utf-8")
    for line in (
        "tafelwerk build beams",
        "tafelwerk build minimax tictactoe",
        "tafelwerk build dresher --from 1 --to 40",
    ):
        assert f"<code>{line}</code>" in text
    assert str(tmp_path) not in text


def test_a_damaged_family_is_left_out(tmp_path: Path) -> None:
    book = tmp_path / "book"
    book.mkdir()
    (book / "dresher.duckdb").write_bytes(b"no database")
    done = call("atlas", "--figures", "dresher-3.1", "--book", book, "-o", tmp_path / "atlas")
    assert done.returncode == 0, done.stderr
    assert f"dresher-3.1; run: tafelwerk doctor --book {book}" in done.stderr
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
