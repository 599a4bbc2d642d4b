"""Positions and moves as text: strings as they are, anything else as JSON."""

import json
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from fractions import Fraction
from typing import Any

from tafelwerk.errors import InputError, quoted
from tafelwerk.spelling import compose

LONGEST_TEXT = 10_000
"""Greatest length of a position's text."""


def text_of(value: Any) -> str:
    """A position or a move as text.

    Raises:
        InputError: it cannot be written as text.
    """
    if type(value) is str:
        return compose(value)
    if type(value) is int:
        return str(value)
    return compose(json.dumps(_plain(value), ensure_ascii=False, separators=(",", ":")).strip('"'))


def normal_text(text: str) -> str:
    """A typed position in the form of stored texts: JSON without blanks, anything else unchanged."""
    try:
        found = json.loads(text)
    except ValueError:
        return text
    # an escaped mark may follow its letter
    return (
        compose(json.dumps(found, ensure_ascii=False, separators=(",", ":")))
        if isinstance(found, list | dict)
        else text
    )


def _plain(value: Any) -> Any:
    """The value in JSON's types."""
    kind = type(value)
    if kind is tuple or kind is list:
        return [_plain(one) for one in value]
    if value is None or kind in (int, str, bool):
        return value
    if isinstance(value, Enum):
        return value.name
    if isinstance(value, Fraction):
        return str(value)
    if isinstance(value, bytes):
        return value.hex()
    if isinstance(value, tuple | list):
        return [_plain(one) for one in value]
    if isinstance(value, frozenset | set):
        return sorted((_plain(one) for one in value), key=lambda one: (str(type(one)), json.dumps(one)))
    if isinstance(value, Mapping):
        return {text_of(key): _plain(one) for key, one in value.items()}
    if is_dataclass(value):
        return {field.name: _plain(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, int | str):
        return value
    if "__str__" in _written_by(kind) or "__repr__" in _written_by(kind):
        return str(value)
    raise InputError(
        f"{quoted(value)} cannot be written as text: build positions and moves of numbers, strings, tuples and frozensets, "
        f"or give the class {kind.__name__} a method __str__"
    )


def _written_by(kind: type) -> set[str]:
    """Names defined by a class or one of its bases except `object`."""
    return {name for base in kind.__mro__[:-1] for name in vars(base)}
