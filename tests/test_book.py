"""The one door for Python."""

import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tafelwerk import InputError, MissingTableError, open_book
from tafelwerk.book import Progress
from tafelwerk.fingerprint import PACKAGE
from tafelwerk.rules.montecarlo import Esr, Subtraction, SubtractionRules

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
    assert found.question == {
        "name": "montecarlo duel",
        "game": "subtraction 5 --moves 1,2",
        "k": 3,
        "rival": 6,
        "exact": False,
    }
    assert f"<th>first</th><td>{found.first}</td>" in found._repr_html_()


def test_threads_on_one_book_get_the_evidence_of_their_own_questions(tmp_path: Path) -> None:
    with open_book(tmp_path) as book:
        questions = (
            lambda: book.montecarlo.duel(HEAP, k=3),
            lambda: book.montecarlo.duel(HEAP, k=4),
            lambda: book.dresher.value(5),
            lambda: book.dresher.hider(6),
        )
        alone = [question().evidence for question in questions]
        assert len(set(alone)) > 1
        before = sys.getswitchinterval()
        sys.setswitchinterval(1e-5)
        try:
            with ThreadPoolExecutor(8) as threads:
                together = list(threads.map(lambda place: questions[place % 4]().evidence, range(400)))
        finally:
            sys.setswitchinterval(before)
    assert together == alone * 100


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
