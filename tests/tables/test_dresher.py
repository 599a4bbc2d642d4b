"""The family's look-ups from Python."""

from fractions import Fraction
from pathlib import Path

import pytest

from tafelwerk import open_book
from tafelwerk.errors import InputError, MissingTableError
from tafelwerk.tables.dresher import questions
from tafelwerk.tables.dresher.answers import OneTree

ASKED = (questions.value, questions.hider, questions.searcher, questions.certificate, questions.explain)


def test_what_is_no_size_is_refused(tmp_path: Path) -> None:
    odd = (-1, 4097, 10**40, 3.5, 3.0, "11", None, True, Fraction(3))
    with open_book(tmp_path) as book:
        for ask, n in [
            *((ask, 0) for ask in (*ASKED, *(asked.probe for asked in ASKED))),
            *((ASKED[0], n) for n in odd),
        ]:
            with pytest.raises(InputError) as caught:
                ask(book, n)  # type: ignore[operator]
            assert str(caught.value) == f"N must be 1 to 4,096, not {n!r}"


def test_what_is_not_stored(tmp_path: Path) -> None:
    with open_book(tmp_path / "none") as book:
        assert [asked(book, 4096) for asked in ASKED] == [None] * 5
        for asked in ASKED:
            with pytest.raises(MissingTableError) as missing:
                asked.probe(book, 4096)
            assert missing.value.build == "tafelwerk build dresher --from 4096 --to 4096"


def test_look_ups_of_the_quick_set(small_book: Path) -> None:
    with open_book(small_book) as book:
        value, hider = questions.value.probe(book, 4), questions.hider.probe(book, 4)
        searcher, one = questions.searcher.probe(book, 4), questions.searcher.probe(book, 4, 2)
        certificate = questions.certificate.probe(book, 4)
        assert questions.value(book, 300) is None
        with pytest.raises(InputError, match="--tree must be 1 to 2, the number of trees for 4 numbers, not 3"):
            questions.searcher(book, 4, 3)
    assert (value.value, value.value_float, value.bound, value.bound_met) == (2, 2.0, 2, True)
    assert [str(weight) for weight in hider.weights] == ["1/3", "1/6", "1/6", "1/3"]
    assert (len(searcher.trees), sum(tree.probability for tree in searcher.trees)) == (2, 1)
    assert isinstance(one, OneTree)
    assert (one.trees, one.tree, one.of) == (searcher.trees[1:], 2, 2)
    assert (certificate.hider_total, certificate.hider, certificate.searcher_total) == (6, (2, 1, 1, 2), 2)


def test_a_proof_is_computed_from_the_book(small_book: Path, tmp_path: Path) -> None:
    with open_book(small_book) as book:
        stored = book.dresher.explain(11)
    with open_book(tmp_path / "none", pocket=False) as book:
        computed = book.dresher.explain(11)
    assert (stored.source, stored.evidence, computed.source) == ("book", "certificate", "computed")
    assert computed.lower == computed.upper == stored.lower == stored.upper == stored.value == Fraction(187, 62)
