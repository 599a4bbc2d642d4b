"""JSON Schemas of answers, made from their dataclasses.

python -m tafelwerk.tables.json_schema FOLDER        writes one file per family
"""

import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from enum import Enum
from fractions import Fraction
from importlib import import_module
from importlib.resources import files
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from tafelwerk.tables.question import Answer, Question

DIALECT = "https://json-schema.org/draft/2020-12/schema"
_PLAIN = {str: "string", bool: "boolean", int: "integer", NoneType: "null"}
_RATIONAL = {"type": "string", "pattern": "^-?[0-9]+(/[0-9]+)?$"}
_NUMBER = {"type": ["number", "null", "string"], "pattern": "^-?inf$"}
"""A float: NaN is null."""

_SAID = ("certainty", "source")
"""What every document says of itself."""


def questions(family: str) -> Iterator[Question[..., Any]]:
    """The questions of a family, in the order of their definitions; none of a family that has none."""
    try:
        found = import_module(f"tafelwerk.tables.{family}.questions")
    except ModuleNotFoundError:
        return
    yield from (value for value in vars(found).values() if isinstance(value, Question))


def schema(asks: Question[..., Any]) -> dict[str, Any]:
    """The schema of a question's documents."""
    # names that only type checkers import
    answer = get_type_hints(asks.look_up_function, localns={"Book": object})["return"]
    return {"title": f"{asks.family} {asks.name}", **_of(answer, without_none=True)}


def _of(kind: Any, *, without_none: bool = False) -> dict[str, Any]:
    """The schema of values of a type, as `commands.output.plain` writes them."""
    origin, arguments = get_origin(kind), get_args(kind)
    if origin in (Union, UnionType):
        kinds = [_of(one) for one in arguments if not (without_none and one is NoneType)]
        return kinds[0] if len(kinds) == 1 else {"anyOf": kinds}
    if origin is Literal:
        return {"enum": list(arguments)}
    if kind is Fraction:
        return dict(_RATIONAL)
    if kind is float:
        return dict(_NUMBER)
    if kind in _PLAIN:
        return {"type": _PLAIN[kind]}
    if isinstance(kind, type) and issubclass(kind, Enum):
        return {"enum": [one.value for one in kind]}
    if is_dataclass(kind):
        return _object(kind)
    if origin is tuple and arguments[-1:] != (Ellipsis,):
        return {
            "type": "array",
            "prefixItems": [_of(one) for one in arguments],
            "minItems": len(arguments),
            "items": False,
        }
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return {"type": "object", "additionalProperties": _of(arguments[1])}
    if isinstance(origin, type) and issubclass(origin, Sequence):
        items = _of(arguments[0])
        if is_dataclass(arguments[0]) and "question" in items.get("required", ()):
            items["required"].remove("question")
        return {"type": "array", "items": items}
    return {}


def _object(kind: Any) -> dict[str, Any]:
    hints = get_type_hints(kind)
    said = [field.name for field in fields(Answer)] if issubclass(kind, Answer) else []
    own = [field.name for field in fields(kind) if field.name not in said]
    return {
        "type": "object",
        "properties": {name: _of(hints[name], without_none=name in said) for name in (*own, *said)},
        "required": [*own, *(name for name in (*_SAID, "question") if name in said)],
        "additionalProperties": False,
    }


def text(family: str) -> str:
    """The file of a family: the schema of each question under its name."""
    found = {asks.name: schema(asks) for asks in questions(family)}
    return json.dumps({"$schema": DIALECT, "$defs": found}, indent=1, ensure_ascii=False) + "\n"


def main(folder: Path) -> None:
    """Write the files."""
    for family in sorted(file.name[:-4] for file in (files("tafelwerk.tables") / "schema").iterdir()):
        if family != "meta":
            (folder / f"{family}.json").write_text(text(family), encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
