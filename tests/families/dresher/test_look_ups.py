"""The family's look-ups from Python."""

from fractions import Fraction
from pathlib import Path

import pytest

from tafelwerk import open_book
from tafelwerk.errors import InputError
from tafelwerk.families.dresher import questions

ASKED = (questions.Value, questions.Hider, questions.Searcher, questions.Certificate, questions.Explain)


def test_what_is_no_size_is_refused() -> None:
    odd = (-1, 4097, 10**40, 3.5, 3.0, "11", None, True, Fraction(3))
    for kind, n in [*((kind, 0) for kind in ASKED), *((questions.Value, n) for n in odd)]:
        with pytest.raises(InputError) as caught:
            kind(n)  # type: ignore[arg-type]
        said = "" if n == 10**40 else f"{n:,}" if type(n) is int else repr(n)
        assert str(caught.value).startswith(f"N must be 1 to 4,096, not {said}")


def test_a_proof_is_computed_from_the_book(small_book: Path, tmp_path: Path) -> None:
    with open_book(small_book) as book:
        stored = book.dresher.explain(11)
    with open_book(tmp_path / "none", pocket=False) as book:
        computed = book.dresher.explain(11)
    assert (stored.source, stored.evidence, computed.source) == ("book", "certificate", "computed")
    assert computed.lower == computed.upper == stored.lower == stored.upper == stored.value == Fraction(187, 62)
