"""What builds hold is what their tasks make, and their names are the commands that make them."""

import pytest

from tafelwerk.build.switching import sets
from tafelwerk.build.task import Build
from tafelwerk.errors import InputError
from tafelwerk.tables.builds import contents
from tafelwerk.tables.builds.switching import MANY_PLAYOUTS, MOST_WALKED_ORDER


def _tables(build: Build) -> set[str]:
    return {table for task in build.tasks for table in getattr(task, "tables", None) or (task.table,)}  # type: ignore[attr-defined]


def test_every_set() -> None:
    for build in (*sets.standard(), *sets.quick(), *sets.pocket(), *sets.full()):
        found = contents("switching", build.parameters)
        assert found is not None
        assert (found.name, found.certainty, set(found.rows)) == (build.name, build.certainty, _tables(build))
        # nothing but the followed games of many playouts and large boards rests on one program
        is_single = build.name.rpartition(":")[2] in MANY_PLAYOUTS or build.parameters["order"] > MOST_WALKED_ORDER
        assert found.evidence == ("single" if is_single else "recomputed")


@pytest.mark.parametrize(
    ("build", "name", "evidence"),
    [
        (sets.agent_build(3, "mc:2000"), "--order 3 --agent mc:2000", "single"),
        (sets.agent_build(2, "temperature:0.10"), "--order 2 --agent temperature:0.1", "recomputed"),
        (
            sets.pairing_build(2, "random", "gauss-seidel:30"),
            "--order 2 --cut random --short gauss-seidel:30",
            "single",
        ),
        (sets.pairing_build(4, "random", "mc:5"), "--order 4 --cut random --short mc:5", "recomputed"),
        (
            sets.pairing_build(4, "mc:5", "perfect", 50, 3),
            "--order 4 --cut mc:5 --short perfect --games 50 --seed 3",
            "single",
        ),
        (sets.pairing_build(4, "perfect", "mc:5", 50), "--order 4 --cut perfect --short mc:5 --games 50", "recomputed"),
        (sets.pairings_build(5, 500), "--order 5 --pairings --games 500", "recomputed"),
        (sets.pairings_build(4, seed=2, full=True), "--order 4 --pairings --full --seed 2", "recomputed"),
        (sets.pairing_build(4, "heuristic", "mc:01000"), "--order 4 --cut heuristic --short mc:1000", "single"),
        (
            sets.pairing_build(2, "random", "gauss-seidel:3:warm", 80),
            "--order 2 --cut random --short gauss-seidel:3:warm --games 80",
            "recomputed",
        ),
        (sets.pairings_build(8, 1000), "--order 8 --pairings", "recomputed"),
        (sets.pairing_build(3, "edge-count", "random"), "--order 3 --cut edge-count --short random", "single"),
        (sets.order_build(3, openings=True), "--order 3 --openings", "recomputed"),
    ],
    ids=lambda value: value.name if isinstance(value, Build) else "",
)
def test_single_builds(build: Build, name: str, evidence: str) -> None:
    found = contents("switching", build.parameters)
    assert found is not None
    assert (build.name, found.name, found.evidence) == (f"switching {name}", f"switching {name}", evidence)


@pytest.mark.parametrize(
    "parameters",
    [
        {},
        {"order": 1},
        {"order": 5, "openings": True},
        {"order": 4, "agent": "mc:3"},
        {"order": 2, "agent": "foo"},
        {"order": 2, "agent": "mc:07"},
        {"order": 2, "cut": "random", "short": "random", "games": 5, "seed": 1},
        {"order": 4, "cut": "random", "short": "random"},
        {"order": 4, "pairings": 7, "games": 5, "seed": 1},
        {"order": 4, "sizes": 7},
        {"order": 4, "cut": "heuristic", "short": "mc:inf", "games": 5, "seed": 1},
        {"order": 2, "agent": "gauss-seidel:3:warm"},
    ],
    ids=str,
)
def test_no_such_build(parameters: dict[str, object]) -> None:
    with pytest.raises(InputError, match="has no build"):
        contents("switching", parameters)
