"""The one door for Python."""

import inspect
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from books import alter_file, copy_family

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
    assert [line[: line.index("about")] for line in said] == ["25% done, ", "50% done, "]


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
