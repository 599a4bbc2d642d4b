"""Classes whose methods are generated when they are first called behave as frozen dataclasses do."""

import pickle
from dataclasses import FrozenInstanceError, dataclass, field, fields, is_dataclass, replace
from typing import Any

import pytest

from tafelwerk.frozen import frozen


@frozen
class Point:
    """A point."""

    x: int
    y: int = 0
    tags: list[str] = field(default_factory=list)


@frozen(kw_only=True)
class Labelled(Point):
    """A point with a label."""

    label: str
    length: int = field(default=0, init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "length", len(self.label))


LABELLED = Labelled(3, label="corner")


@dataclass(frozen=True)
class Twin:
    """What `dataclasses` makes of the fields of `Point`."""

    x: int
    y: int = 0
    tags: list[str] = field(default_factory=list)


def test_fields_and_defaults_are_those_of_a_dataclass() -> None:
    assert is_dataclass(Point)
    assert [(field.name, field.default) for field in fields(Point)] == [
        (field.name, field.default) for field in fields(Twin)
    ]
    point = Point(1)
    assert (point.x, point.y, point.tags) == (1, 0, [])
    assert point.tags is not Point(1).tags
    assert replace(point, y=5) == Point(1, 5)
    assert Labelled(x=3, y=0, label="corner") == LABELLED
    assert LABELLED.length == 6


@pytest.mark.parametrize("arguments", [{}, {"z": 1}, {"x": 1, "z": 1}])
def test_wrong_arguments_are_refused_as_by_a_dataclass(arguments: dict[str, Any]) -> None:
    with pytest.raises(TypeError) as refused:
        Point(**arguments)
    with pytest.raises(TypeError) as expected:
        Twin(**arguments)
    assert str(refused.value) == str(expected.value).replace("Twin", "Point")


@frozen
class Pair:
    """Two numbers; first used below."""

    a: int
    b: int


def test_objects_with_equal_fields_are_equal_and_nothing_is_assigned() -> None:
    for one in (object.__new__(Pair), Pair(1, 2)):
        with pytest.raises(FrozenInstanceError, match="cannot assign to field 'a'"):
            one.a = 2  # type: ignore[misc]
        with pytest.raises(FrozenInstanceError, match="cannot delete field 'a'"):
            del one.a
    assert Pair(1, 2) == Pair(1, 2) != Pair(2, 1)
    assert len({Pair(1, 2), Pair(1, 2), Pair(2, 1)}) == 2
    assert Pair(1, 2) != Point(1, 2)
    assert repr(Pair(1, 2)).endswith("Pair(a=1, b=2)")
    assert pickle.loads(pickle.dumps(LABELLED)) == LABELLED


@frozen
class Named:
    """A name."""

    name: str

    def __repr__(self) -> str:
        return self.name

    def __eq__(self, other: object) -> bool:
        return True


@frozen(eq=False)
class Single:
    """One of its kind."""

    a: int


def test_methods_of_the_class_itself_are_kept() -> None:
    """Classes without equality have that of objects."""
    assert repr(Named("a")) == "a"
    assert Named("a") == Named("b")
    assert Single(1) != Single(1)
