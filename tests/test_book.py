"""The one door for Python."""

import ast
import inspect
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from operator import attrgetter
from pathlib import Path

import pytest
from books import alter_file, copy_family
from page_commands import PAGES, ROOT, python_sources

from tafelwerk import InputError, MissingTableError, open_book
from tafelwerk.book import Progress
from tafelwerk.families.montecarlo.rules import Esr, Subtraction, SubtractionRules
from tafelwerk.fingerprint import PACKAGE
from tafelwerk.tables.book import family_file

HEAP = Subtraction(SubtractionRules((1, 2)), 5)


@pytest.fixture(autouse=True)
def pocket(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TAFELWERK_POCKET", str(PACKAGE / "pocket"))


def test_an_answer_says_where_it_comes_from(tmp_path: Path) -> None:
    with open_book(tmp_path) as book:
        found = book.montecarlo.duel(HEAP, k=3)
        exact = book.montecarlo.duel(HEAP, k=3, exact=True)
    assert abs(found.first - exact.first) <= found.error_bound
    assert (found.source, found.evidence, exact.source, exact.error_bound) == ("pocket", "recomputed", "computed", None)
    assert found.question["game"] == "subtraction 5 --moves 1,2"
    assert f"<th>first</th><td>{found.first}</td>" in found._repr_html_()


@pytest.mark.parametrize("questions", [45, pytest.param(300, marks=pytest.mark.slow)])
def test_each_of_six_threads_on_one_book_gets_the_evidence_of_its_own_questions(questions: int, tmp_path: Path) -> None:
    """Rows of one table, of builds of which one alone, or two, or three programs say how they are known."""
    labels = {2: "single", 3: "recomputed", 6: "certificate"}
    relabelled = (
        f"UPDATE meta.builds SET evidence = '{label}' WHERE name = 'search free --codes 1000 --width {width}'"
        for width, label in labels.items()
    )
    alter_file(family_file(copy_family(PACKAGE / "pocket", "search", tmp_path), "search"), *relabelled)
    before = sys.getswitchinterval()
    with open_book(tmp_path) as book, ThreadPoolExecutor(6) as threads:

        def ask(thread: int) -> list[str]:
            widths = [tuple(labels)[(thread + place) % 3] for place in range(questions)]
            answers = [book.search.free(100 + place, width) for place, width in enumerate(widths)]
            return [f"{width} {one.evidence}" for width, one in zip(widths, answers, strict=True)]

        sys.setswitchinterval(1e-5)
        try:
            together = list(threads.map(ask, range(6)))
        finally:
            sys.setswitchinterval(before)
    wanted = [f"{width} {label}" for width, label in labels.items()]
    assert together == [(wanted[thread % 3 :] + wanted[: thread % 3]) * (questions // 3) for thread in range(6)]


def test_what_a_thread_holds_at_the_end_of_a_process_is_closed() -> None:
    """DuckDB would print it as leaks."""
    begin = "from threading import *; from tafelwerk import open_book; book, asked = open_book(), Event()"
    hold = "def hold(): book.dresher.hider(4); asked.set(); Event().wait()"
    script = f"{begin}\n{hold}\nThread(target=hold, daemon=True).start(); asked.wait()"
    assert not subprocess.run([sys.executable, "-c", script], capture_output=True, check=True).stderr


def test_what_is_missing_is_computed_kept_or_named(tmp_path: Path) -> None:
    with open_book(tmp_path, pocket=False) as book:
        assert book.montecarlo.perfect(HEAP).source == "computed"
        with pytest.raises(MissingTableError, match="build montecarlo esr 6 6 1 --k-max 5000"):
            book.montecarlo.curve(Esr(6, 6, 1), 5000)
        kept = book.montecarlo.limits(HEAP.rules, keep=True)
    with open_book(tmp_path, pocket=False) as book:
        again = book.montecarlo.limits(HEAP.rules)
        assert (again.limits, again.source) == (kept.limits, "book")
        assert all(check.ok for check in book.verify("montecarlo", sample=5))


def test_progress_is_noted_now_and_then() -> None:
    said: list[str] = []
    often, seldom = Progress(said.append, every=0), Progress(said.append)
    for share in (0.25, 0.5, 1.0):
        often(share)
        seldom(share)
    assert [line[: line.index("about")] for line in said] == ["25 % done, ", "50 % done, "]


def test_families_and_questions_have_names(tmp_path: Path) -> None:
    with open_book(tmp_path) as book:
        assert {"duel", "curve", "basins"} <= set(dir(book.montecarlo))
        with pytest.raises(AttributeError, match="no question 'duels'"):
            book.montecarlo.duels(HEAP)
        with pytest.raises(AttributeError, match="no 'chess'"):
            _ = book.chess
        assert {"mastermind", "skat", "games"} <= set(dir(book))
        asked = inspect.signature(book.mastermind.next)
        assert str(asked).startswith(
            "(game: Pegs | Named | WordList | str, strategy: Optimal | Entropy | Letter | Hard | str = 'optimal', history: "
        )
        assert (book.mastermind.next.__doc__ or "").startswith("Next query of a strategy")
        # modules of the package are no families
        assert not hasattr(book, "checksum")


def test_keywords_are_those_of_the_command_line(tmp_path: Path) -> None:
    """A field goes by the name of its option, too, and options that say part of a field stand beside it."""
    (tmp_path / "words.txt").write_text("crane\nslate\nabide\n", encoding="utf-8")
    deal = "CJ CA | SJ CT | HJ C7", "clubs", "forehand"
    with open_book(tmp_path / "book") as book:
        asks = book.mastermind, book.montecarlo, book.skat, book.beams
        mastermind, montecarlo, skat, beams = asks
        same = [
            (
                mastermind.next("4x6", history="AABC BWW", palette="ABCDEF"),
                mastermind.next("4x6 palette ABCDEF", history="AABC 1,2"),
            ),
            (mastermind.summary(pegs=4, colors=6), mastermind.summary("4x6")),
            (mastermind.summary("4x6", "h1", tie="lex"), mastermind.summary("4x6", strategy="h1")),
            (montecarlo.duel("subtraction 20", moves="1,2", k=3), montecarlo.duel("subtraction 20 --moves 1,2", k=3)),
            (beams.next(board="2x2", colours=2), beams.next("2x2c2")),
        ]
        for asked, plain in same:
            assert asked == plain
        assert mastermind.next(words=str(tmp_path / "words.txt"), score="wordle").guess in ("crane", "slate", "abide")
        assert skat.solve(*deal, history="CJ").cards == skat.solve(*deal, played="CJ").cards
        assert {"palette", "words", "pegs"} <= inspect.signature(mastermind.next).parameters.keys()
        wrong = [
            (
                "no keywords 'palet' .did you mean palette.. and 'hue'",
                lambda: mastermind.next("4x6", palet="RGBYOW", hue=1),
            ),
            ("position is given twice", lambda: skat.bid("CJ", seat="forehand", position="rearhand")),
            ("takes 2 values without keywords at most, not 3", lambda: book.search.free(1000, 10, 3)),
            ("missing 1 required positional argument: 'width'", lambda: book.search.free(1000)),
        ]
        for reason, call in wrong:
            with pytest.raises(TypeError, match=reason):
                call()
        with pytest.raises(InputError, match="'4x6' names the game, and --pegs"):
            mastermind.summary("4x6", pegs=4, colors=6)


def test_calls_of_the_pages_fit() -> None:
    """Every call of a question or method of the book within the text and the Python of the pages, by its signature."""
    inline = [
        piece
        for page in PAGES
        for piece in re.findall(
            r"`((?:book|tafelwerk\.open_book\(\))\.[^`]+)`", (ROOT / page).read_text(encoding="utf-8")
        )
        if "(" in piece
    ]
    calls = 0
    with open_book() as book:
        for source in (*inline, *python_sources().values()):
            for node in ast.walk(ast.parse(source)):
                chain = (
                    ast.unparse(node.func).replace("tafelwerk.open_book()", "book")
                    if isinstance(node, ast.Call)
                    else ""
                )
                if not isinstance(node, ast.Call) or not re.fullmatch(r"book(\.\w+){1,2}", chain):
                    continue
                method = attrgetter(chain.removeprefix("book."))(book)
                keywords = {keyword.arg: keyword.value for keyword in node.keywords if keyword.arg}
                inspect.signature(method).bind_partial(*node.args, **keywords)
                calls += 1
    assert calls > 20


def test_named_queries(tmp_path: Path) -> None:
    with open_book(tmp_path) as book:
        listed = book.queries("dresher")
        assert listed.columns == ["query", "family", "title", "statement"]
        (statement,) = listed.filter(query="dresher-plateaus")["statement"]
        assert book.sql(query="dresher-plateaus").equals(book.sql(statement))
        with pytest.raises(InputError, match="did you mean dresher-plateaus"):
            book.sql(query="dresher-plateau")
        for wrong in ({}, {"statement": "SELECT 1", "query": "dresher-plateaus"}):
            with pytest.raises(InputError, match="give a statement or query=NAME"):
                book.sql(**wrong)


def test_tables_figures_and_builds(tmp_path: Path) -> None:
    with open_book(tmp_path) as book:
        listed = book.tables()
        assert listed.columns == ["book", "family", "table", "rows", "sha256", "comment"]
        assert set(listed["book"]) == {"pocket"}
        assert book.figure("montecarlo-2.8").to_dict()["title"]["text"]
        with pytest.raises(InputError, match="did you mean"):
            book.figure("montecarlo-2.08")
        with pytest.raises(InputError, match="one family: montecarlo"):
            book.build("chess")
