"""Digests that identify builds and tasks: sixteen hexadecimal digits over everything they depend on."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from fractions import Fraction
from typing import Any


def build_digest(family: str, parameters: Mapping[str, Any]) -> str:
    """Digest of the build of a family with these parameters."""
    return digest([family, plain(dict(parameters))])


def build_number(digest: str) -> int:
    """Number by which rows name the build with this digest: its first 52 bits, which a double of JSON holds exactly.

    Raises:
        ValueError: it is no digest.
    """
    return int(digest[:13], 16)


def digest(value: object) -> str:
    """Digest of a value of JSON's types."""
    text = json.dumps(value, sort_keys=True, separators=(",", ":"), allow_nan=True)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def plain(value: Any) -> Any:
    """The value in JSON's types, distinct for distinct values.

    Raises:
        TypeError: it has no canonical form.
    """
    if value is None or isinstance(value, (bool, int, str)):
        return value
    if isinstance(value, float):
        return {"float": value.hex()}
    if isinstance(value, Enum):
        return {type(value).__name__: value.name}
    if isinstance(value, Fraction):
        return {"fraction": str(value)}
    if isinstance(value, bytes):
        return {"bytes": value.hex()}
    if isinstance(value, (tuple, list)):
        return [plain(item) for item in value]
    if isinstance(value, Mapping):
        return {str(key): plain(item) for key, item in value.items()}
    if is_dataclass(value):
        return {type(value).__qualname__: {field.name: plain(getattr(value, field.name)) for field in fields(value)}}
    if hasattr(value, "dtype") and hasattr(value, "tobytes"):
        return {"array": [str(value.dtype), list(value.shape), value.tobytes().hex()]}
    raise TypeError(f"a task's field has no canonical form: {type(value).__name__}")
