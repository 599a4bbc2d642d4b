"""Frozen dataclasses whose fields are made when they are first asked for, and whose methods when they are first called.

A look-up imports the classes of dozens of answers and options, and makes objects of a few. `dataclasses` generates and compiles
the source of up to six methods for each class, which took a quarter of the time of a look-up, and the fields a tenth.
"""

from collections.abc import Callable
from dataclasses import FrozenInstanceError, dataclass, field, fields, make_dataclass
from threading import RLock
from typing import Any, NoReturn, TypeVar, dataclass_transform, overload

T = TypeVar("T")


@overload
def frozen(kind: type[T], *, kw_only: bool = ..., eq: bool = ..., repr: bool = ...) -> type[T]: ...
@overload
def frozen(*, kw_only: bool = ..., eq: bool = ..., repr: bool = ...) -> Callable[[type[T]], type[T]]: ...
@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def frozen(kind: Any = None, *, kw_only: bool = False, eq: bool = True, repr: bool = True) -> Any:
    """Makes a class a frozen dataclass.

    Args:
        kind: the class.
        kw_only: whether its fields are given by name only.
        eq: whether objects with equal fields are equal and have the same hash.
        repr: whether objects are shown with their fields.
    """
    if kind is None:
        return lambda kind: frozen(kind, kw_only=kw_only, eq=eq, repr=repr)
    kind.__dataclass_fields__ = _FieldsLater(kind, kw_only)
    kind.__setattr__, kind.__delattr__ = _refuse_change, _refuse_deletion
    for name, is_wanted in (("__init__", True), ("__repr__", repr), ("__eq__", eq), ("__hash__", eq)):
        if is_wanted and name not in vars(kind):
            setattr(kind, name, _generated_later(kind, name))
    return kind


class _FieldsLater:
    """The fields of a class, which replace this attribute when it is first read."""

    _lock = RLock()

    def __init__(self, kind: type[Any], kw_only: bool) -> None:
        self._kind, self._kw_only = kind, kw_only

    def __get__(self, instance: object, owner: type[Any]) -> Any:
        with self._lock:
            if vars(self._kind)["__dataclass_fields__"] is self:
                dataclass(init=False, repr=False, eq=False, kw_only=self._kw_only)(self._kind)
        return vars(self._kind)["__dataclass_fields__"]


def _generated_later(kind: type[Any], name: str) -> Callable[..., Any]:
    """A method that replaces itself by the one that `dataclasses` generates."""

    def method(self: Any, *values: Any, **named: Any) -> Any:
        # without a docstring `dataclasses` would write one from the signature, which takes longer than the method
        namespace: dict[str, Any] = {"__doc__": kind.__name__}
        if hasattr(kind, "__post_init__"):
            namespace["__post_init__"] = None
        twin = make_dataclass(
            kind.__name__,
            [(field.name, field.type, field) for field in fields(kind)],
            namespace=namespace,
            frozen=True,
            init=name == "__init__",
            repr=name == "__repr__",
            eq=name in ("__eq__", "__hash__"),
        )
        setattr(kind, name, getattr(twin, name))
        return getattr(kind, name)(self, *values, **named)

    return method


def _refuse_change(self: object, name: str, value: object) -> NoReturn:
    raise FrozenInstanceError(f"cannot assign to field {name!r}")


def _refuse_deletion(self: object, name: str) -> NoReturn:
    raise FrozenInstanceError(f"cannot delete field {name!r}")
