"""What builds hold is what their tasks make, and their names are the commands that make them."""

from tafelwerk.build.switching import sets
from tafelwerk.tables.builds.switching import MANY_PLAYOUTS, MOST_WALKED_ORDER


def test_names_and_evidence() -> None:
    """Nothing but the followed games of many playouts and large boards rests on one program."""
    for build in (*sets.standard(), *sets.full()):
        is_single = build.name.rpartition(":")[2] in MANY_PLAYOUTS or build.parameters["order"] > MOST_WALKED_ORDER
        assert build.evidence == ("single" if is_single else "recomputed"), build.name
    for build, name, evidence in (
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
    ):
        assert (build.name, build.evidence) == (f"switching {name}", evidence)
