"""What builds hold is what their tasks make, and their names are the commands that make them."""

from tafelwerk.families.switching import builds
from tafelwerk.families.switching.rules import MANY_PLAYOUTS, MOST_WALKED_ORDER


def test_names_and_evidence() -> None:
    """Nothing but the followed games of many playouts and large boards rests on one program."""
    for build in (*builds.standard(), *builds.full()):
        is_single = build.name.rpartition(":")[2] in MANY_PLAYOUTS or build.parameters["order"] > MOST_WALKED_ORDER
        assert build.evidence == ("single" if is_single else "recomputed"), build.name
    for build, name, evidence in (
        (builds.AgentMoves(3, "mc:2000"), "--order 3 --agent mc:2000", "single"),
        (builds.AgentMoves(2, "temperature:0.10"), "--order 2 --agent temperature:0.1", "recomputed"),
        (
            builds.Pairing(2, "random", "gauss-seidel:30"),
            "--order 2 --cut random --short gauss-seidel:30",
            "single",
        ),
        (builds.Pairing(4, "random", "mc:5"), "--order 4 --cut random --short mc:5", "recomputed"),
        (
            builds.Pairing(4, "mc:5", "perfect", 50, 3),
            "--order 4 --cut mc:5 --short perfect --games 50 --seed 3",
            "single",
        ),
        (builds.Pairing(4, "perfect", "mc:5", 50), "--order 4 --cut perfect --short mc:5 --games 50", "recomputed"),
        (builds.Comparison(5, 500), "--order 5 --pairings --games 500", "recomputed"),
        (builds.Comparison(4, seed=2, full=True), "--order 4 --pairings --full --seed 2", "recomputed"),
        (builds.Pairing(4, "heuristic", "mc:01000"), "--order 4 --cut heuristic --short mc:1000", "single"),
        (
            builds.Pairing(2, "random", "gauss-seidel:3:warm", 80),
            "--order 2 --cut random --short gauss-seidel:3:warm --games 80",
            "recomputed",
        ),
        (builds.Comparison(8, 1000), "--order 8 --pairings", "recomputed"),
        (builds.Pairing(3, "edge-count", "random"), "--order 3 --cut edge-count --short random", "single"),
        (builds.Board(3, openings=True), "--order 3 --openings", "recomputed"),
    ):
        assert (build.name, build.evidence) == (f"switching {name}", evidence)
