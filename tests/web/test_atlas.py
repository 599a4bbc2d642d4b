"""The atlas: pages that open from files, the same bytes for the same book."""

import re
import signal
import subprocess
import sys
import time
from html.parser import HTMLParser
from pathlib import Path

import pytest
from program import PROGRAM, call, environment, refused

import tafelwerk

POCKET = Path(tafelwerk.__file__).parent / "pocket"
WORDS = ("atlas", "--figures", "dresher-3.1", "--figures", "montecarlo-2.12", "--rows", "20", "--book", POCKET)


@pytest.fixture(scope="module")
def atlas(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An atlas of two figures, one of which the pocket book has no rows for."""
    folder = tmp_path_factory.mktemp("atlas") / "atlas"
    done = call(*WORDS, "-o", folder)
    assert done.returncode == 0
    assert "left out, since the book does not hold its rows: montecarlo-2.12; run: tafelwerk build" in done.stderr
    assert re.search(
        r"written: \d+ pages with 1 figure, \d+ tables and \d+ strategies; [\d.]+ MB in [\d.]+ s", done.stderr
    )
    return folder


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
def pages(atlas: Path) -> dict[Path, Page]:
    """All pages."""
    return {file: Page(file) for file in sorted(atlas.rglob("*.html"))}


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


def test_every_page_is_reached_from_the_first(pages: dict[Path, Page], atlas: Path) -> None:
    first = {(atlas / link.partition("#")[0]).resolve() for link in pages[atlas / "index.html"].links}
    assert set(pages) - first <= {atlas / "index.html"}


def test_a_page_has_a_title_one_heading_a_language_no_inline_code_and_no_name_twice(pages: dict[Path, Page]) -> None:
    for file, page in pages.items():
        assert not page.faults, (file, page.faults)
        assert page.headings == 1, file
        assert page.title.strip(), file
        assert page.lang == "en", file
        assert len(page.ids) == len(set(page.ids)), file
    assert len({page.title for page in pages.values()}) == len(pages)


def test_the_same_book_gives_the_same_bytes(atlas: Path, tmp_path: Path) -> None:
    assert call(*WORDS, "-o", tmp_path / "again").returncode == 0
    assert files(tmp_path / "again") == files(atlas)


def test_a_table_has_its_columns_its_origin_its_first_rows_and_all_of_a_small_one(atlas: Path) -> None:
    text = (atlas / "tables" / "dresher.games.html").read_text(encoding="utf-8")
    assert "The first 20 of" in text
    assert text.count("<tr>") > 20
    assert re.search(r"How it is known:</strong> exact, by certificates.*; \d+ builds?, 20\d\d-\d\d-\d\d", text)
    assert "tafelwerk build dresher" in text
    assert "printed numbers beside ours" in text
    assert 'href="../figures/dresher-3.1.html"' not in text  # drawn from dresher.hider
    assert 'href="../figures/dresher-3.1.html"' in (atlas / "tables" / "dresher.hider.html").read_text(encoding="utf-8")
    assert (atlas / "tables" / "dresher.games.csv").read_text(encoding="utf-8").startswith("n,")


def test_a_figure_names_its_source_and_the_tables_it_is_drawn_from(atlas: Path) -> None:
    text = (atlas / "figures" / "dresher-3.1.html").read_text(encoding="utf-8")
    assert "Figure 3.1 of: Misha Stassen, Oplossingen voor Dreshers hoger lager spel" in text
    assert 'href="../tables/dresher.hider.html">dresher.hider</a>: exact, by certificates' in text
    assert re.search(r"<summary>\d+ printed numbers? beside ours, read from the same tables</summary>", text)


def test_printed_numbers_stand_beside_ours_with_the_reason_where_they_differ(atlas: Path) -> None:
    text = (atlas / "published.html").read_text(encoding="utf-8")
    assert '<td class="n">4.4151</td><td class="n">4.41512345679</td><td>agrees</td>' in text
    assert "<td>differs: truncated in the source instead of rounded: 5668/1296 = 4.37346</td>" in text
    assert 'href="./tables/mastermind.strategies.html">strategies</a>' in text


def test_a_folder_that_is_there_is_left_alone(atlas: Path, tmp_path: Path) -> None:
    before = files(atlas)
    assert "is there already" in refused(call(*WORDS, "-o", atlas), 2)
    assert files(atlas) == before
    assert "there is no folder" in refused(call(*WORDS, "-o", tmp_path / "no" / "atlas"), 2)
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


@pytest.mark.skipif(sys.platform == "win32", reason="signals and limits of POSIX")
def test_ctrl_c_and_a_full_disk_leave_nothing(tmp_path: Path) -> None:
    # all figures, so that there is time to end it
    line = [PROGRAM, "atlas", "--rows", "5", "--book", str(POCKET), "-o", tmp_path / "atlas"]
    with subprocess.Popen(line, stderr=subprocess.PIPE, env=environment()) as process:
        for _ in range(600):
            if list(tmp_path.glob(".atlas.*.part/vega.js")):
                break
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        assert process.wait(60) == 130
    assert not list(tmp_path.iterdir())

    def small() -> None:
        import resource

        resource.setrlimit(resource.RLIMIT_FSIZE, (500_000, 500_000))

    done = subprocess.run(
        line, stderr=subprocess.PIPE, env=environment(), preexec_fn=small, check=False, text=True, timeout=120
    )
    assert done.returncode == 5
    assert "nothing was left behind" in done.stderr
    assert not list(tmp_path.iterdir())
