"""Look-ups of Beams: strategies by their words, bitsets, codes by their numbers, and books without them."""

from fractions import Fraction
from math import inf
from pathlib import Path

import pytest
from naive import beams as naive
from sharing import made_once

from tafelwerk.build.beams import sets
from tafelwerk.build.runner import run
from tafelwerk.errors import InputError, MissingTableError
from tafelwerk.rules.beams.board import VARIANTS
from tafelwerk.rules.beams.strategies import Entropy
from tafelwerk.rules.deduction import Optimal
from tafelwerk.tables import beams as tables
from tafelwerk.tables.beams import questions
from tafelwerk.tables.beams.answers import summary_of
from tafelwerk.tables.book import Book, open_book

H1 = Entropy(Fraction(1))
BOARD = naive.lines(3)


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    builds = [sets.variant_build("3c6p"), sets.strategy_build("3c6p", H1)]
    return made_once(tmp_path_factory, "beams-tables", lambda folder: run(folder, builds, executor="inline"), "beams")


def test_codes_by_their_numbers(book: Path) -> None:
    codes = list(naive.codes(VARIANTS["3c6p"]))
    with open_book(book) as opened:
        for number in (0, 1, 5, 6, 777, 1859):
            wanted = "".join(str(colour + 1) for colour in codes[number])
            assert tables.get_codes(opened, "3c6p", [number], 3) == (wanted,)
        some = [1859, 5, 777, 6]
        several = tuple("".join(str(colour + 1) for colour in codes[number]) for number in some)
        assert tables.get_codes(opened, "3c6p", some, 3) == several
        assert tables.get_codes(opened, "3c6p", [0, 1860], 3) == ()
        assert tables.get_codes(opened, "6c3p", [0], 6) == ()


def test_bitsets_of_queries(book: Path) -> None:
    codes = list(naive.codes(VARIANTS["3c6p"]))
    with open_book(book) as opened:
        found = tables.get_bitsets(opened, "3c6p", [(1, 2), (3, 9), (1, 2)])
        assert set(found) == {(1, 2), (3, 9)}
        for (colour, diagonal), bitsets in found.items():
            for hits, bits in bitsets.items():
                line = BOARD[diagonal - 1]
                places = [] if hits == "-" else [int(place) for place in hits.split(",")]
                fields = frozenset(line[place - 1] for place in places)
                giving = [naive.answer(code, colour - 1, line) == fields for code in codes]
                assert giving == [bool(bits >> number & 1) for number in range(len(codes))]
            assert sum(bits.bit_count() for bits in bitsets.values()) == 1860
        assert tables.get_bitsets(opened, "6c3p", [(1, 2)]) == {}
        both = tables.bitset_of(found, [(1, 2, "-"), (3, 9, "-")], 1860)
        assert both == found[1, 2]["-"] & found[3, 9]["-"]
        assert tables.bitset_of(found, [(1, 2, "1,4")], 1860) == 0 or "1,4" in found[1, 2]
        assert tables.bitset_of(found, [], 1860) == (1 << 1860) - 1


def test_nodes_and_their_children(book: Path) -> None:
    with open_book(book) as opened:
        root = tables.get_node(opened, "3c6p", H1, ())
        assert root is not None
        assert root.query is not None
        assert (root.codes, root.cost) == (1860, 7412)
        total = 0
        for hits, codes in root.children:
            child = tables.get_node(opened, "3c6p", H1, [(*root.query, hits)])
            assert child is not None
            assert child.codes == codes
            total += child.cost or 0
        assert sum(codes for _, codes in root.children) == 1860
        assert total == root.cost
        assert tables.get_node(opened, "3c6p", H1, [(3, root.query[1], "-")]) is None
        assert tables.get_node(opened, "3c6p", Optimal(), ()) is None


def test_a_curve_is_points_and_whole_strategies(book: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    """H_1 is stored whole and on the curve: it is one point; the order infinity is the last."""
    builds = [
        sets.strategy_build("3c6p", H1),
        sets.strategy_build("3c6p", Entropy(None)),
        sets.strategy_build("3c6p", tables.Approximate("h-prime")),
        *sets.curve_builds("3c6p", "lex-c", Fraction(1), Fraction(3), Fraction(1)),
    ]
    path = made_once(tmp_path_factory, "beams-curve", lambda folder: run(folder, builds, executor="inline"), "beams")
    with open_book(path) as opened:
        points = questions.curve.probe(opened, "3c6p")
        assert [point.alpha for point in points] == [1, 2, 3, inf]
        assert (points[0].total, points[0].mean, points[0].strategy) == (7412, 7412 / 1860, "h1")
        assert points[3].total == questions.summary.probe(opened, "3c6p", Entropy(None)).total
        assert questions.curve(opened, "3c6p", "lex-d") is None
    with open_book(book) as opened:
        assert [point.alpha for point in questions.curve.probe(opened, "3c6p", "lex-c")] == [1]


@pytest.mark.parametrize("history", ["1@1 1,2; 2@8 1", "4@1 -", "1@99 -", "1@200 -", "what", "1@2", "1@2 -; 1@2 1"])
def test_next_has_no_answer_where_no_code_is_left(history: str, book: Path) -> None:
    with open_book(book) as opened:
        assert questions.next(opened, "3c6p", H1, "1@2 -") is not None
        assert questions.next(opened, "3c6p", H1, history) is None


def test_histories_with_any_spaces(book: Path) -> None:
    with open_book(book) as opened:
        found = questions.next.probe(opened, "3c6p", H1, " 1@2  -;2@9 1 ;")
        assert found == questions.next.probe(opened, "3c6p", H1, "1@2 -; 2@9 1")
    assert questions.next.of("3c6p", H1, "1@2  -;").document["history"] == "1@2 -"


def test_a_question_names_its_strategy() -> None:
    asked = questions.summary.of("3c6p", Entropy(Fraction(1, 2), "mix")).document
    assert asked == {"name": "beams summary", "variant": "3c6p", "strategy": "h0.5 --tie mix"}
    for wrong in (lambda: questions.counts.of("3c7p"), lambda: questions.curve.of("6c10p")):
        with pytest.raises(InputError, match="--variant"):
            wrong()


def test_a_book_without_the_family(tmp_path: Path) -> None:
    with open_book(tmp_path) as opened:
        nothing_there(opened)


def nothing_there(opened: Book) -> None:
    assert questions.counts(opened, "3c6p") is None
    assert questions.summary(opened, "3c6p", H1) is None
    assert tables.get_parts(opened, "3c6p", H1) == (0, 1)
    assert tables.get_node(opened, "3c6p", H1, ()) is None
    assert tables.get_bound(opened, "3c6p") is None
    assert questions.curve(opened, "3c6p") is None
    assert questions.next(opened, "3c6p", H1) is None
    assert questions.next(opened, "6c6p", H1) is None
    with pytest.raises(MissingTableError, match=r"tafelwerk build beams --variant 3c6p --book "):
        questions.counts.probe(opened, "3c6p")
    with pytest.raises(MissingTableError, match=r"--variant 6c6p --strategy hinf --tie lex-d --book "):
        questions.summary.probe(opened, "6c6p", Entropy(None, "lex-d"))


@pytest.mark.parametrize("tie", [None, *tables.TIES])
@pytest.mark.parametrize("word", ["h0", "h0.5", "h1", "h4/3", "hinf"])
def test_strategies_by_their_words(word: str, tie: str | None) -> None:
    found = tables.strategy(word, tie)
    assert (found.name, found.tie) == (word, tie or "lex-c")
    assert found == tables.strategy(found.name, found.tie)
    assert str(found) == (word if tie in (None, "lex-c") else f"{word} --tie {tie}")
    assert found.title == f"{word}, ties {tie or 'lex-c'}"


@pytest.mark.parametrize("word", ["optimal", "improved"])
def test_strategies_without_a_tie_rule(word: str) -> None:
    found = tables.strategy(word)
    assert (found.name, found.tie, found.options, str(found)) == (word, "none", f"--strategy {word}", word)


@pytest.mark.parametrize("tie", [None, "lex-c", "lex-d"])
@pytest.mark.parametrize("word", tables.APPROXIMATIONS)
def test_approximations_by_their_words(word: str, tie: str | None) -> None:
    found = tables.strategy(word, tie)
    assert (found.name, found.tie) == (word, tie or "lex-c")
    assert found.options == f"--strategy {word}" + (" --tie lex-d" if tie == "lex-d" else "")
    assert found == tables.Approximate(found.name, found.tie)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("word", "tie"),
    [
        ("h-1", None),
        ("x", None),
        ("h1", "lex"),
        ("optimal", "lex-c"),
        ("improved", "mix"),
        ("u", "mix"),
        ("h-prime", "lex"),
        ("h'", None),
    ],
)
def test_strategies_that_cannot_be(word: str, tie: str | None) -> None:
    with pytest.raises(InputError):
        tables.strategy(word, tie)


def test_variants_are_those_of_the_rules() -> None:
    assert set(tables.VARIANTS) == set(VARIANTS)
    assert [tables.variant(name) for name in tables.VARIANTS] == list(tables.VARIANTS)
    with pytest.raises(InputError, match="3c6p, 6c3p, 6c6p or 6c10p"):
        tables.variant("6c6")


def test_sums_of_a_summary() -> None:
    found = summary_of(((1, 0, Fraction(1, 2)), (1, 2, Fraction(3, 2)), (3, 0, Fraction(4))))
    assert (found.codes, found.total, found.penalty, found.max) == (6, 17, 3, 3)
    assert found.histogram == {"1": Fraction(1, 2), "3": Fraction(11, 2)}
    assert found.query_histogram == {"1": 2, "3": 4}
    assert found.mean == 17 / 6


def test_histories_as_the_tables_have_them() -> None:
    assert tables.history_text([]) == ""
    assert tables.history_text([(1, 3, "2,4"), (2, 5, "-")]) == "1@3 2,4; 2@5 -"
