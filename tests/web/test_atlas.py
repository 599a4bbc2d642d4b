"""The atlas: pages that open from files, the same bytes for the same book."""

import re
import sys
from os.path import normpath
from pathlib import Path

import pytest
from books import copy_family
from program import call, refused, run
from web.asking import check_page, identifiers, targets
from web.conftest import POCKET, Atlas, OneLook
from web.visible import word_faults

from tafelwerk.web.atlas import walk
from tafelwerk.web.atlas.walk import Walk

FIGURES = ("--figures", "dresher-3.1")


def files(folder: Path) -> dict[str, bytes]:
    return {str(file.relative_to(folder)): file.read_bytes() for file in folder.rglob("*") if file.is_file()}


def test_every_page_is_reached_and_leads_to_files_and_places_in_them(atlas: Atlas) -> None:
    """And keeps the rules of pages; nothing leads elsewhere, nor needs a server. What is left out is said."""
    pages = {file: file.read_text(encoding="utf-8") for file in atlas.folder.rglob("*.html")}
    assert len(pages) > 200
    assert word_faults({str(file.relative_to(atlas.folder)): text for file, text in pages.items()}) == []
    places = {file: {*identifiers(text)} for file, text in pages.items()}
    folders = {str(file.parent.relative_to(atlas.folder)).partition("/")[0] for file in pages}
    assert folders == {".", "ask", "figures", "game", "records", "results", "skat", "strategies", "tables"}
    written = {file for file in atlas.folder.rglob("*") if file.is_file()}
    leads: dict[Path, set[Path]] = {}
    for file, text in pages.items():
        check_page(text, file)
        assert not re.search(r"<(form|input|button)\b|\x00|Click on|</title>\s*<rect", text), file
        for link in targets(text):
            path, _, place = link.partition("#")
            target = Path(normpath(file.parent / path)) if path else file
            assert ":" not in path, (file, link)
            assert target in written, (file, link)
            assert not place or place in places[target] or target.name == "index.html", (file, link)
            leads.setdefault(file, set()).add(target)
    reached, waiting = set(), [atlas.folder / "index.html"]
    while waiting:
        file = waiting.pop()
        if file not in reached:
            reached.add(file)
            waiting += leads.get(file, ())
    assert {*pages} <= reached
    assert "left out, since the book does not hold its rows: montecarlo-2.12; run: tafelwerk build" in atlas.told
    assert re.search(r"written: \d+ pages with 1 figure, \d+ tables and \d+ strategies; [\d.]+ MB in .* s", atlas.told)


@pytest.mark.slow
def test_the_same_book_gives_the_same_bytes(atlas: Atlas, tmp_path: Path) -> None:
    """In processes that put sets into another order, too; but for pictures of games, of which the test's atlas has one each.

    Answers of Skat have seconds and a seed that is drawn. Where the program itself serves, it need not name the book.
    """
    words = (*atlas.words, "-o", tmp_path / "elsewhere")
    done = run(*words, timeout=900, PYTHONHASHSEED="7")
    assert done.returncode == 0, done.stderr
    named = re.compile(rf' --book {re.escape(str(POCKET))}|"{re.escape(str(POCKET))}"'.encode())
    there, here = (
        {name: named.sub(b"", content) for name, content in files(folder).items()}
        for folder in (tmp_path / "elsewhere", atlas.folder)
    )
    assert there.keys() == here.keys()
    others = [name for name in here if here[name] != there[name]]
    assert [name for name in others if not re.search(r"^game/.*\.svg$|^ask/skat/", name)] == []


def test_pages_are_those_of_the_server_with_links_to_files(atlas: Atlas) -> None:
    def read(name: str) -> str:
        return (atlas.folder / name).read_text(encoding="utf-8")

    text = read("tables/dresher.games.html")
    assert text.count("<tr>") > 20
    assert 'href="dresher.games.csv" download>All rows as CSV</a>' in text
    assert read("tables/dresher.games.csv").startswith("n,")
    assert "Prove its rows again" not in text
    text = read("figures/dresher-3.1.html")
    assert '<script type="application/json" id="spec">{"spec":' in text
    assert "Stassen" in text
    text = read("game/dresher.html")
    assert 'href="../results/' in text
    assert 'href="../ask/dresher/' in text
    assert "/play/" not in text
    assert 'src="game/mastermind/picture-card-1.svg"' in read("index.html")
    assert 'class="sentence"' in next((atlas.folder / "ask" / "dresher").iterdir()).read_text(encoding="utf-8")


def test_a_folder_that_is_there_is_left_alone(atlas: Atlas, tmp_path: Path) -> None:
    before = files(atlas.folder)
    assert "is there already" in refused(call(*atlas.words, "-o", atlas.folder), 2)
    assert files(atlas.folder) == before
    assert "there is no folder" in refused(call(*atlas.words, "-o", tmp_path / "no" / "atlas"), 2)
    assert "unknown figure 'dresher-x'" in refused(call("atlas", "--figures", "dresher-x", "-o", tmp_path / "x"), 2)
    assert not list(tmp_path.iterdir())


@pytest.fixture
def few_pages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[str | Path, ...]:
    """The walk goes to two pages and those of figures, in this process: the command line, of a book of one family."""
    monkeypatch.setattr(walk, "Workers", OneLook)
    monkeypatch.setattr(walk, "PAGES", re.compile("/|/results|/figures(/[^/]+)?"))
    return ("atlas", *FIGURES, "--book", copy_family(POCKET, "dresher", tmp_path / "book"))


def test_what_is_missing_says_what_to_do(few_pages: tuple[str | Path, ...], tmp_path: Path) -> None:
    """A family that is damaged is left out."""
    book = tmp_path / "book"
    (book / "dresher.duckdb").write_bytes(b"no database")
    done = call(*few_pages, "--figures", "search-4.1", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert f"dresher-3.1; run: tafelwerk doctor --book {book}" in done.stderr
    text = (tmp_path / "atlas" / "strategies.html").read_text(encoding="utf-8")
    for line in ("beams", "minimax tictactoe", "search"):
        assert f"<code>tafelwerk build {line}</code>" in text
    assert not list((tmp_path / "atlas" / "tables").glob("dresher.*"))


def test_one_family_alone(few_pages: tuple[str | Path, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(walk, "PAGES", re.compile("/|/results|/(game|results)/[^/]+|/data|/tables/[^/]+"))
    done = call("atlas", "search", *FIGURES, "--book", POCKET, "-o", tmp_path / "atlas")
    assert done.returncode == 0, done.stderr
    written = {file.relative_to(tmp_path / "atlas") for file in (tmp_path / "atlas").rglob("*/*.*")}
    assert Path("tables/search.root_totals.html") in written
    assert {walk.family_of(f"/{path.with_suffix('')}") for path in written} <= {"search", None}
    assert {path.stem for path in written if path.parts[0] == "game" and path.suffix == ".html"} == {"search"}


def test_ctrl_c_leaves_nothing(
    few_pages: tuple[str | Path, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At a moment when most of it is written."""

    def interrupt(*asked: object) -> None:
        assert list(tmp_path.glob(".atlas.*.part"))
        raise KeyboardInterrupt

    monkeypatch.setattr(Walk, "write", interrupt)
    assert call(*few_pages, "-o", tmp_path / "atlas").returncode == 130
    assert [path.name for path in tmp_path.iterdir()] == ["book"]


@pytest.mark.skipif(sys.platform == "win32", reason="limits of POSIX")
def test_a_full_disk_leaves_nothing(few_pages: tuple[str | Path, ...], tmp_path: Path) -> None:
    resource = pytest.importorskip("resource")
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (500_000, before[1]))
    try:
        done = call(*few_pages, "-o", tmp_path / "atlas")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert done.returncode == 5
    assert "nothing was left behind" in done.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["book"]
