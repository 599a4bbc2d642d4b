"""The proof line by line: lines of optimal strategies hold, sums are those of all trees, an error shows in its line."""

from dataclasses import replace
from fractions import Fraction
from itertools import combinations_with_replacement

import pytest
from naive import dresher as naive
from published import DRESHER_VALUES

from tafelwerk.errors import InputError
from tafelwerk.families.dresher import answers
from tafelwerk.families.dresher.proof_lines import MOST_PROVED, Proof, grown
from tafelwerk.families.dresher.questions import Certificate, certificate_of


@pytest.mark.parametrize("n", range(1, 8))
def test_every_line_holds_and_refers_to_lines_before_it(n: int) -> None:
    proof = Proof(Certificate(n).solve())
    assert str(proof.value) == DRESHER_VALUES[n - 1]
    assert len(proof) == 5 + n * (n + 1) // 2 + len(proof.trees) + n
    assert [part.first for part in proof.parts[1:]] == [part.last + 1 for part in proof.parts[:-1]]
    for number in range(1, len(proof) + 1):
        line = proof.line(number)
        assert line.holds, line
        assert line.number == number
        # the claim names the lines that show it
        cells = [cell for row in line.rows for cell in row if isinstance(cell, int)]
        assert number == 1 or all(0 <= cell < number for cell in cells)
    # least sums are those of all trees
    for first, last in combinations_with_replacement(range(1, min(n, 6) + 1), 2):
        line = proof.line(proof.interval_line(first, last))
        assert int(line.right) == naive.least_guesses(proof.weights[first - 1 : last])
        assert [row[0] for row in line.rows] == [str(guess) for guess in range(first, last + 1)]
    # a number takes its mean depth
    for place in range(n):
        line = proof.line(proof.parts[6].first + place)
        mean = sum(Fraction(weight, proof.trees_total) * depths[place] for weight, depths in proof.trees)
        assert line.left.endswith(f"= {mean}")
        assert sum(int(str(row[3])) for row in line.rows) == mean * proof.trees_total


def test_trees_are_grown_from_their_depths() -> None:
    assert [grown(depths) for depths in naive.trees(5)] == [*naive.trees(5)]
    assert grown((1, 1)) != (1, 1)


def test_an_error_shows_in_its_line() -> None:
    proved = Certificate(5).solve()

    def wrong(altered: answers.Certificate) -> list[str]:
        proof = Proof(altered)
        return [line.part for line in map(proof.line, range(1, len(proof) + 1)) if not line.holds]

    assert not wrong(proved)
    assert "The lower bound" in wrong(replace(proved, value=proved.value + 1))
    assert "Every number against the trees" in wrong(replace(proved, value=proved.value - Fraction(1, 9)))
    assert wrong(replace(proved, hider_total=proved.hider_total + 1))[0] == "The hider's strategy"
    assert "The searcher's strategy" in wrong(replace(proved, searcher_total=proved.searcher_total + 1))
    tree = replace(proved.searcher[0], depths=(1, 1, 2, 3, 4))
    assert "The searcher's trees" in wrong(replace(proved, searcher=(tree, *proved.searcher[1:])))


def test_lines_and_sizes_that_there_are_not_are_refused() -> None:
    proof = Proof(Certificate(3).solve())
    for number in (0, len(proof) + 1):
        with pytest.raises(InputError, match="has lines 1 to"):
            proof.line(number)
    n = MOST_PROVED + 1
    with pytest.raises(InputError, match=f"at most {MOST_PROVED} numbers"):
        Proof(certificate_of(Fraction(1), [1] * n, [(1, tuple(range(1, n + 1)))]))
