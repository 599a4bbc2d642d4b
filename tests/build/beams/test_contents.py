"""What builds hold, as their parameters say."""

from fractions import Fraction

from tafelwerk.families.beams import builds as kinds
from tafelwerk.families.beams.rules import Entropy, Improved
from tafelwerk.tables.builds import contents


def test_names_of_curves_ask_for_their_orders() -> None:
    for ends, words in (
        ((None, None, None), ""),
        ((Fraction(0), Fraction(5, 2), Fraction(1, 4)), " --from 0 --to 2.5 --step 0.25"),
        ((Fraction(1), Fraction(1), None), " --from 1 --to 1"),
        ((None, Fraction(1, 4), None), " --from 0 --to 0.2 --step 0.1"),
        ((Fraction(1), Fraction(2), Fraction(1, 3)), " --from 1 --to 2 --step 1/3"),
    ):
        (build,) = kinds.curve_builds("3c6p", "lex-c", *ends)
        assert build.name == f"beams --variant 3c6p --curve{words}"


def test_a_curve_of_a_large_variant() -> None:
    (build,) = kinds.curve_builds("6c6p", "lex-d", Fraction(0), Fraction(2), Fraction(1))
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
        (kinds.VariantBuild("6c6p"), "recomputed"),
        (kinds.StrategyBuild("6c3p", Improved()), "certificate"),
        (kinds.StrategyBuild("6c6p", Entropy(Fraction(1))), "single"),
        (kinds.StrategyBuild("6c6p", Improved()), "single"),
        (kinds.PartBuild("hex30", Improved(), 3, 32), "single"),
        (kinds.TopBuild("6c6p", Entropy(Fraction(1))), "recomputed"),
        (kinds.BoundBuild("6c3p", 300), "recomputed"),
    ):
        assert build.evidence == evidence
