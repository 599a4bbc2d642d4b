"""What builds hold, as their parameters say."""

from fractions import Fraction

from tafelwerk.build.beams import sets
from tafelwerk.rules.beams.strategies import Entropy, Improved
from tafelwerk.tables.builds import contents


def test_names_of_curves_ask_for_their_orders() -> None:
    for ends, words in (
        ((None, None, None), ""),
        ((Fraction(0), Fraction(5, 2), Fraction(1, 4)), " --from 0 --to 2.5 --step 0.25"),
        ((Fraction(1), Fraction(1), None), " --from 1 --to 1"),
        ((None, Fraction(1, 4), None), " --from 0 --to 0.2 --step 0.1"),
        ((Fraction(1), Fraction(2), Fraction(1, 3)), " --from 1 --to 2 --step 1/3"),
    ):
        (build,) = sets.curve_builds("3c6p", "lex-c", *ends)
        assert build.name == f"beams --variant 3c6p --curve{words}"


def test_a_curve_of_a_large_variant() -> None:
    (build,) = sets.curve_builds("6c6p", "lex-d", Fraction(0), Fraction(2), Fraction(1))
    found = contents("beams", build.parameters)
    assert found is not None
    assert found.name == "beams --variant 6c6p --curve --tie lex-d --from 0 --to 2 --step 1"
    assert found.evidence == "single"
    assert set(found.rows) == {"costs", "node_costs"}
    rest = contents("beams", {**build.parameters, "without": ["h1"]})
    assert rest is not None
    assert rest.name == found.name
    assert all("'h1'" in found.rows[table] and "'h1'" not in rest.rows[table] for table in rest.rows)


def test_evidence() -> None:
    for build, evidence in (
        (sets.variant_build("6c6p"), "recomputed"),
        (sets.strategy_build("6c3p", Improved()), "certificate"),
        (sets.strategy_build("6c6p", Entropy(Fraction(1))), "single"),
        (sets.strategy_build("6c6p", Improved()), "single"),
        (sets.part_build("hex30", Improved(), 3, 32), "single"),
        (sets.top_build("6c6p", Entropy(Fraction(1))), "recomputed"),
        (sets.bound_build("6c3p", 300), "recomputed"),
    ):
        assert build.evidence == evidence
