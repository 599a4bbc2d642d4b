"""The family's look-ups from Python."""

from fractions import Fraction
from pathlib import Path

import pytest

from tafelwerk import open_book
from tafelwerk.errors import InputError, MissingTableError
from tafelwerk.families.dresher import questions
from tafelwerk.families.dresher.answers import OneTree

ASKED = (questions.Value, questions.Hider, questions.Searcher, questions.Certificate, questions.Explain)


def test_what_is_no_size_is_refused() -> None:
    odd = (-1, 4097, 10**40, 3.5, 3.0, "11", None, True, Fraction(3))
    for kind, n in [*((kind, 0) for kind in ASKED), *((questions.Value, n) for n in odd)]:
        with pytest.raises(InputError) as caught:
            kind(n)  # type: ignore[arg-type]
        said = "" if n == 10**40 else f"{n:,}" if type(n) is int else repr(n)
        assert str(caught.value).startswith(f"N must be 1 to 4,096, not {said}")


def test_what_is_not_stored(tmp_path: Path) -> None:
    with open_book(tmp_path / "none", pocket=False) as book:
        for kind in ASKED:
            assert kind(4096).look_up(book) is None
            with pytest.raises(MissingTableError) as missing:
                book.ask(kind(4096))
            assert missing.value.build == "tafelwerk build dresher --from 4096 --to 4096"


def test_look_ups_of_the_quick_set(small_book: Path) -> None:
    with open_book(small_book) as book:
        value, hider = book.dresher.value(4), book.dresher.hider(4)
        searcher, one = book.dresher.searcher(4), book.dresher.searcher(4, 2)
        certificate = book.dresher.certificate(4)
        assert questions.Value(300).look_up(book) is None
        with pytest.raises(InputError, match="--tree must be 1 to 2, the number of trees for 4 numbers, not 3"):
            book.dresher.searcher(4, 3)
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
