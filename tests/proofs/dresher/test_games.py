"""Games proved once more: what the methods find, and what they rightly pass."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from mutations import Mutant, Mutation
from sharing import made_once

from tafelwerk.build.runner import run
from tafelwerk.families.dresher import builds as sets
from tafelwerk.proofs import dresher as proofs
from tafelwerk.proofs.dresher import stored_rows

LAST = 16
CERTIFICATES = "dresher.games, dresher.hider, dresher.searcher: certificates"


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return made_once(
        tmp_path_factory,
        "dresher-games",
        lambda folder: run(folder, [*sets.games_builds(1, LAST)], executor="inline"),
        "dresher",
    )


@pytest.fixture(scope="module")
def mutant(book: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Mutant]:
    with Mutant(book, "dresher", tmp_path_factory.mktemp("mutant")) as opened:
        yield opened


def failed(mutant: Mutant, *lies: str) -> list[str]:
    """Claims that fail after some statements."""
    return mutant.failed(Mutation("lies", ";".join(lies), "games"), 1)


@given(st.integers(1, 6), st.integers(1, 6), st.integers(1, 5), st.randoms(use_true_random=False))
def test_rank(rows: int, columns: int, inner: int, random: Random) -> None:
    """A product has no greater rank than its factors have rows or columns; numpy's rank is safe for such small integers."""
    draw = np.random.default_rng(random.getrandbits(32))
    matrix = draw.integers(-3, 4, (rows, inner)) @ draw.integers(-3, 4, (inner, columns))
    for prime in stored_rows.PRIMES:
        assert stored_rows._rank(matrix, prime) == np.linalg.matrix_rank(matrix)


def test_primes() -> None:
    for prime in stored_rows.PRIMES:
        assert prime < 2**31
        assert all(prime % divisor for divisor in range(2, 46_342))
    # modulo a prime the rank may be less
    matrix = np.array([[stored_rows.PRIMES[0], 0], [0, 1]])
    assert [stored_rows._rank(matrix, prime) for prime in stored_rows.PRIMES] == [1, 2]
    for shape in ((0, 3), (3, 0)):
        assert stored_rows._rank(np.empty(shape, np.int64), stored_rows.PRIMES[0]) == 0


def test_an_optimal_strategy_in_place_of_another(mutant: Mutant) -> None:
    """For four numbers the hider has many, so that the value is proved; what is derived from the stored one shows it."""
    other = ["UPDATE hider SET weight = '1' WHERE n = 4", "UPDATE games SET hider_total = '4' WHERE n = 4"]
    assert failed(mutant, *other) == [CERTIFICATES]
    other.append("UPDATE hider SET probability = 0.25 WHERE n = 4")
    assert failed(mutant, *other) == []
    assert failed(mutant, *other, "UPDATE games SET hider_unique = true WHERE n = 4") == [CERTIFICATES]


def test_large_games_in_doubles(mutant: Mutant, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without --full; all errors but those of uniqueness."""
    monkeypatch.setattr(proofs, "NEAR", 4)
    claim = CERTIFICATES.replace("certificates", "certificates in doubles beyond n = 4")
    assert failed(mutant, "UPDATE games SET rounds = rounds") == []
    for lie in (
        "UPDATE games SET value_num = (value_num::INTEGER + 1)::VARCHAR WHERE n = 9",
        "UPDATE games SET value_num = (value_num::INTEGER - 1)::VARCHAR WHERE n = 9",
        "UPDATE games SET hider_total = (hider_total::INTEGER - 1)::VARCHAR WHERE n = 9",
        "UPDATE hider SET probability = probability + 1e-16 WHERE n = 9",
        "UPDATE searcher SET weight = (weight::INTEGER + 1)::VARCHAR WHERE n = 9 AND tree = 1",
        "UPDATE searcher SET depths = list_transform(depths, lambda d, i: d + (i = 9)::UTINYINT) WHERE n = 9 AND tree = 1",
    ):
        assert claim in failed(mutant, lie)
