"""Classes whose methods are generated when they are first called behave as frozen dataclasses do."""

import pickle
from collections.abc import Callable
from dataclasses import dataclass, field, fields, is_dataclass, replace
from functools import partial
from typing import Any

from tafelwerk.frozen import frozen
from tafelwerk.parameters import Parameter


def make_classes(frozen: Callable[..., Any]) -> dict[str, Any]:
    """The same classes by one decorator or the other."""

    @frozen
    class Point:
        x: int
        y: int = 0
        tags: list[str] = field(default_factory=list)

    @frozen
    class Pair:
        a: int
        b: int

    @frozen(kw_only=True)
    class Labelled(Point):
        label: str
        length: int = field(default=0, init=False)

        def __post_init__(self) -> None:
            object.__setattr__(self, "length", len(self.label))

    @frozen
    class Named:
        name: str

        def __repr__(self) -> str:
            return self.name

        def __eq__(self, other: object) -> bool:
            return True

    @frozen(eq=False)
    class Single:
        a: int

    return {**locals(), "fields": fields, "is_dataclass": is_dataclass, "replace": replace}


USES = """
setattr(object.__new__(Pair), "a", 2)
delattr(object.__new__(Pair), "a")
setattr(Pair(1, 2), "a", 2)
delattr(Pair(1, 2), "a")
is_dataclass(Point)
[(field.name, field.default) for field in fields(Labelled)]
Point(1)
Point(1).tags is Point(1).tags
Point()
Point(z=1)
Point(x=1, z=1)
replace(Point(1), y=5)
replace(Point(1), y=5) == Point(1, 5)
Labelled(3, label="corner")
Labelled(x=3, y=0, label="corner") == Labelled(3, label="corner")
Labelled(3, "corner")
Pair(1, 2) == Pair(1, 2), Pair(1, 2) == Pair(2, 1), Pair(1, 2) == Point(1, 2)
len({Pair(1, 2), Pair(1, 2), Pair(2, 1)})
Named("a"), Named("a") == Named("b")
Single(1) == Single(1)
"""


def outcome(use: str, classes: dict[str, Any]) -> str:
    try:
        return repr(eval(use, classes))
    except Exception as error:
        return f"{type(error).__name__}: {error}".replace("make_classes.<locals>.", "")


def test_they_do_what_dataclasses_do() -> None:
    ours, theirs = make_classes(frozen), make_classes(partial(dataclass, frozen=True))
    for use in USES.strip().splitlines():
        assert outcome(use, ours) == outcome(use, theirs), use
    parameter = Parameter("N", "A number.", 1, 9)
    assert pickle.loads(pickle.dumps(parameter)) == parameter
