"""What --compute asks for is computed, or the answer says why not: `next` of deduction games, at the start and after any history.

Small games stand for large ones: the operations of a look-up, and those that are allowed on request, are made few.
"""

from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import pytest

from tafelwerk.book import Book, open_book
from tafelwerk.build.runner import run
from tafelwerk.families.beams import next_step as beams
from tafelwerk.families.beams.answers import SampledQuery
from tafelwerk.families.beams.rules import SAMPLED, Improved
from tafelwerk.families.beams.rules import Entropy as BeamsEntropy
from tafelwerk.families.mastermind import next_query, rows
from tafelwerk.families.mastermind import questions as mastermind
from tafelwerk.families.mastermind.answers import MixedNext, UnprovedNext
from tafelwerk.families.mastermind.builds import GameBuild
from tafelwerk.families.mastermind.parameters import read_history
from tafelwerk.families.mastermind.play import Mastermind
from tafelwerk.families.mastermind.rules import HANGMAN, Entropy, Game, Hard, Named, Pegs, Strategy, word_list
from tafelwerk.rules.deduction import Optimal
from tafelwerk.solvers.machine.jit import INTERPRETED

pytestmark = pytest.mark.skipif(INTERPRETED, reason="too many sets of codes without compilation")

ONE = Fraction(1)
GAMES = [(Pegs(4, 5), ""), (Pegs(4, 6, True), "ABCD 1,1"), (Pegs(4, 12), "ABCC 1,2; ACDE 1,1")]
STRATEGIES: list[Strategy] = [
    Optimal(),
    Optimal(within=3),
    Entropy(ONE),
    Entropy(ONE, "mix"),
    Entropy(Fraction(0), "mix"),
]


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Book]:
    with open_book(tmp_path_factory.mktemp("empty"), pocket=False) as opened:
        yield opened


def is_settled(found: object) -> bool:
    """Whether an answer is the strategy's own query with its cost, or says what it is instead."""
    return (
        getattr(found, "certainty", "") == "sampled"
        or getattr(found, "reason", None) is not None
        or (getattr(found, "best", True) and getattr(found, "expected", 0) is not None)
    )


def limit(monkeypatch: pytest.MonkeyPatch, name: str, operations: float) -> None:
    """Set a number of operations that a search may take."""
    monkeypatch.setattr(next_query, name, operations)


@pytest.mark.parametrize("most", [1e4, 3e8])
@pytest.mark.parametrize(("game", "text"), GAMES, ids=[f"{game.name} {text}" for game, text in GAMES])
def test_a_query_is_computed_or_says_why_not(
    book: Book, monkeypatch: pytest.MonkeyPatch, game: Pegs, text: str, most: float
) -> None:
    limit(monkeypatch, "BUDGET", 1e3)
    limit(monkeypatch, "MOST_OPERATIONS", most)
    for strategy in STRATEGIES:
        asked = mastermind.Next(game, strategy, read_history(game, text))
        assert is_settled(book.ask(asked, compute=True)), strategy
        assert getattr(book.ask(asked), "reason", None) is None, strategy


def test_a_random_tie_break_stays_one_in_games_without_a_matrix(book: Book) -> None:
    asked = mastermind.Next(GAMES[2][0], Entropy(ONE, "mix"), read_history(*GAMES[2]))
    for compute in (False, True):
        found = book.ask(asked, compute=compute)
        assert isinstance(found, MixedNext)
        assert found.guess == found.tied[0]
        assert len(found.tied) > 1
        assert (found.reason is not None) == compute


@pytest.fixture(scope="module")
def words(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Book]:
    """Lists of words, of which the book holds no optimum."""
    folder = tmp_path_factory.mktemp("words")
    for score in ("wordle", HANGMAN):
        rules = word_list(Named(score), score, WORDS, ())
        run(folder, [GameBuild(rules)], executor="inline")
    with open_book(folder, pocket=False) as opened:
        yield opened


WORDS = [f"{a}{b}{c}" for a in "bmr" for b in "aou" for c in "dgnt"]


@pytest.mark.parametrize(
    ("game", "strategy"),
    [
        (Pegs(4, 5), Optimal()),
        (Pegs(4, 6, True), Optimal(within=3)),
        (Named("wordle"), Hard(Optimal())),
        (Named(HANGMAN), Optimal()),
    ],
    ids=str,
)
def test_a_first_query_is_always_given(
    words: Book, monkeypatch: pytest.MonkeyPatch, game: Game, strategy: Strategy
) -> None:
    """Where the optimum is in no book and too much for a look-up, a stand-in asks, and says so; play gives it as a hint."""
    asked = mastermind.Next(game, strategy, ())
    exact = words.ask(asked, compute=True)
    limit(monkeypatch, "BUDGET", 1e3)
    found = words.ask(asked)
    assert isinstance(found, UnprovedNext)
    assert (found.best, found.remaining) == (False, exact.remaining)
    assert found.asked_by in ("h1", "letter", "h1 hard"), found.asked_by
    assert found.expected is not None
    assert exact.expected is not None
    assert found.expected >= exact.expected
    assert f"asks {found.guess}" in Mastermind(game, strategy, words.path).hint(())


def test_a_stand_in_is_not_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    limit(monkeypatch, "BUDGET", 1e3)
    monkeypatch.setattr("tafelwerk.book.BUDGET", 1e3)
    said: list[str] = []
    with open_book(tmp_path, pocket=False) as opened:
        assert isinstance(
            opened.ask(mastermind.Next(Pegs(3, 4), Optimal(), ()), keep=True, note=said.append), UnprovedNext
        )
    assert said == ["a stand-in is not kept; --compute computes and keeps the answer asked for"]
    assert list(tmp_path.iterdir()) == []


def test_a_search_reports_and_gives_up(book: Book, monkeypatch: pytest.MonkeyPatch) -> None:
    game = Pegs(5, 6)
    limit(monkeypatch, "MOST_OPERATIONS", 3e8)
    monkeypatch.setattr("tafelwerk.book.Progress.tell", lambda self, text: self._note(text))
    said: list[str] = []
    found = book.ask(mastermind.Next(game, Optimal(), read_history(game, "AABBC 0,2")), compute=True, note=said.append)
    assert isinstance(found, UnprovedNext)
    assert found.reason is not None
    assert found.reason.startswith("the search for the optimal query did not end within")
    assert any(line.startswith("best total ") for line in said)


def test_ctrl_c_ends_a_search(book: Book, monkeypatch: pytest.MonkeyPatch) -> None:
    def pressed(_progress: rows.Progress) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr(rows, "status_text", pressed)
    game = Pegs(5, 6)
    with pytest.raises(KeyboardInterrupt):
        book.ask(mastermind.Next(game, Optimal(), read_history(game, "AABBC 0,2")), compute=True)


BEGUN = {"hex30": ["1@1 -"], "2x2c2": ["", "1@1 -"]}


@pytest.mark.parametrize("variant", ["3c6p", "6c3p", "hex30", "2x2c2", "4x4c4"])  # listed, stored, sampled, small
def test_beams_always_answers(book: Book, variant: str) -> None:
    strategies = [BeamsEntropy(ONE), *([] if variant in SAMPLED else [BeamsEntropy(Fraction(0), "mix"), Optimal()])]
    strategies += [Improved()] if variant in ("6c3p", "hex30") else []
    for history in BEGUN.get(variant, ["", "1@1 -", "1@1 -; 2@2 -"]):
        for strategy in strategies:
            asked = beams.Next(variant, strategy, history)
            assert getattr(book.ask(asked), "reason", None) is None
            found = book.ask(asked, compute=True)
            assert is_settled(found), (history, strategy)
            if isinstance(found, SampledQuery):
                assert found.samples
                assert found.standard_error is not None
