"""What names a task and a build."""

from dataclasses import dataclass
from fractions import Fraction

import numpy as np
import pytest
import toy_family
from hypothesis import example, given
from hypothesis import strategies as st
from loose_builds import LooseBuild

from tafelwerk.build.task import task_digest


@dataclass(frozen=True)
class Anything:
    """A task with one field of any kind."""

    table = "signs"
    field: object

    def run(self) -> dict[str, list]:
        return {}

    def operations(self) -> float:
        return 0.0

    def expected_rows(self) -> int:
        return 0


FIELDS = st.recursive(
    st.none() | st.booleans() | st.integers(-2, 12) | st.sampled_from([0.0, -0.0, 1.0, "", "1", "12", b"1", "1/2"]),
    lambda inner: (
        st.tuples(inner) | st.tuples(inner, inner) | st.dictionaries(st.sampled_from("ab"), inner, max_size=1)
    ),
    max_leaves=3,
) | st.sampled_from([Fraction(1, 2), toy_family.Squares(1, 2)])


@given(FIELDS, FIELDS)
@example(((1,), 2), (1, 2))
@example((1, 2), (12,))
@example(Fraction(1, 2), "1/2")
def test_equal_fields_alone_have_equal_digests(one: object, other: object) -> None:
    assert (task_digest(Anything(one)) == task_digest(Anything(other))) == (repr(one) == repr(other))


def test_arrays_differ_by_values_and_types() -> None:
    arrays = (np.arange(3), np.arange(3, dtype=np.int32), np.arange(4))
    assert len({task_digest(Anything(array)) for array in arrays}) == 3
    assert task_digest(Anything(np.arange(3))) == task_digest(Anything(arrays[0]))


def test_what_cannot_be_named() -> None:
    with pytest.raises(TypeError, match="canonical"):
        task_digest(Anything(object()))
    with pytest.raises(TypeError, match="dataclass"):
        task_digest(3)


def test_build_is_known_by_family_and_parameters() -> None:
    build = toy_family.squares(10)
    assert build.digest == toy_family.squares(10, tasks=2).digest
    assert build.digest != toy_family.squares(11).digest
    assert build.digest != LooseBuild("toi", build.name, build.parameters, build.tasks, "exact").digest
    assert build.expected_rows() == 10
    assert build.operations() == 10.0
