"""What builds hold, as their parameters say."""

from fractions import Fraction
from typing import Any

import pytest

from tafelwerk.build.beams import sets
from tafelwerk.build.task import tables_of
from tafelwerk.errors import InputError
from tafelwerk.rules.beams.strategies import Approximate, Entropy, Improved
from tafelwerk.tables.builds import contents


def test_every_build_is_described() -> None:
    h1 = Entropy(Fraction(1))
    builds = [*sets.standard(), *sets.quick(), *sets.pocket(), *sets.full()]
    builds += [sets.strategy_build("6c6p", h1), sets.top_build("3c6p", h1)]
    builds += [sets.strategy_build("6c6p", Approximate("u")), sets.strategy_build("6c6p", Entropy(None, "mix"))]
    for build in builds:
        found = contents("beams", build.parameters)
        assert found is not None
        assert (found.name, found.certainty) == (build.name, "exact")
        assert set(found.rows) == {table for task in build.tasks for table in tables_of(task)}


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ((None, None, None), ""),
        ((Fraction(0), Fraction(5, 2), Fraction(1, 4)), " --from 0 --to 2.5 --step 0.25"),
        ((Fraction(1), Fraction(1), None), " --from 1 --to 1"),
        ((None, Fraction(1, 4), None), " --from 0 --to 0.2 --step 0.1"),
        ((Fraction(1), Fraction(2), Fraction(1, 3)), " --from 1 --to 2 --step 1/3"),
    ],
)
def test_names_of_curves_ask_for_their_orders(options: tuple[Fraction | None, ...], words: str) -> None:
    (build,) = sets.curve_builds("3c6p", "lex-c", *options)
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


@pytest.mark.parametrize(
    "parameters",
    [
        {},
        {"variant": "3c7p"},
        {"variant": "3c6p", "bound": 0},
        {"variant": "6c6p", "bound": 5},
        {"variant": "3c6p", "strategy": "h1.0", "tie": "lex-c"},
        {"variant": "3c6p", "strategy": "h1"},
        {"variant": "3c6p", "strategy": "improved", "tie": "none"},
        {"variant": "6c6p", "strategy": "improved", "tie": "none", "top": 3},
        {"variant": "6c6p", "strategy": "improved", "tie": "lex-c"},
        {"variant": "6c10p", "strategy": "h1", "tie": "lex-c"},
        {"variant": "3c6p", "strategy": "h1", "tie": "lex-c", "part": 1, "parts": 2},
        {"variant": "6c6p", "strategy": "h1", "tie": "lex-c", "part": 3, "parts": 2},
        {"variant": "6c6p", "strategy": "h1", "tie": "mix", "top": 3},
        {"variant": "3c6p", "tie": "lex-c", "curve": ["h1", "h2", "h2.5"]},
        {"variant": "3c6p", "tie": "lex-c", "curve": []},
        {"variant": "3c6p", "tie": "none", "curve": ["h1"]},
        {"variant": "6c6p", "tie": "mix", "curve": ["h0", "h1"]},
        {"variant": "6c6p", "tie": "lex-c", "curve": ["h0", "h1"], "without": ["h0", "h1"]},
        {"variant": "6c6p", "tie": "lex-c", "curve": ["h0", "h1"], "part": 1},
        {"variant": "3c6p", "tie": "lex-c", "curve": ["h0", "h1"], "without": ["h0"]},
        {"variant": "3c6p", "foo": 1},
    ],
)
def test_no_such_build(parameters: dict[str, Any]) -> None:
    with pytest.raises(InputError):
        contents("beams", parameters)
