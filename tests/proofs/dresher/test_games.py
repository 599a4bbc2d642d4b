"""Games proved once more: what the methods find, and what they rightly pass."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from mutations import Mutant, Mutation
from sharing import made_once

from tafelwerk.build.runner import run
from tafelwerk.families.dresher import builds as sets
from tafelwerk.proofs import dresher as proofs

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
