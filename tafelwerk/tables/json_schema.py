"""JSON Schemas of answers, made from their dataclasses; `make docs` writes one file per family."""

import inspect
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import fields, is_dataclass
from enum import Enum
from fractions import Fraction
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from tafelwerk.tables.answers import Answer, document_fields
from tafelwerk.tables.questions import Question, answer_type, kinds

DIALECT = "https://json-schema.org/draft/2020-12/schema"
_PLAIN = {str: "string", bool: "boolean", int: "integer", NoneType: "null"}
_RATIONAL = {"type": "string", "pattern": "^-?[0-9]+(/[0-9]+)?$"}
_NUMBER = {"type": ["number", "null", "string"], "pattern": "^-?inf$"}
"""A float: NaN is null."""

_SAID = ("certainty", "source")
"""Keys that every document has."""


def schema(asks: type[Question[Any]]) -> dict[str, Any]:
    """The schema of a question's documents."""
    types = _Types()
    described = types.of(answer_type(asks), without_none=True)
    title = f"{asks.family} {asks.name}"
    nested = {"$defs": types.nested} if types.nested else {}
    # with an $id of its own a schema finds its own $defs, wherever it is embedded
    return {"$id": f"tafelwerk:{title.replace(' ', ':')}", "title": title, **nested, **described}


class _Types:
    """Schemas of values of types, as `commands.output.plain` writes them.

    Attributes:
        nested: schemas of dataclasses that hold values of their own kind, by name.
    """

    def __init__(self) -> None:
        self.nested: dict[str, Any] = {}
        self._open: list[Any] = []

    def of(self, kind: Any, *, without_none: bool = False) -> dict[str, Any]:
        """The schema of values of a type."""
        origin, arguments = get_origin(kind), get_args(kind)
        if origin in (Union, UnionType):
            kinds = [self.of(argument) for argument in arguments if not (without_none and argument is NoneType)]
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
            return {"enum": [argument.value for argument in kind]}
        if is_dataclass(kind):
            return self._object(kind)
        if origin is tuple and arguments[-1:] != (Ellipsis,):
            items = [self.of(argument) for argument in arguments]
            return {"type": "array", "prefixItems": items, "minItems": len(items), "items": False}
        if isinstance(origin, type) and issubclass(origin, Mapping):
            return {"type": "object", "additionalProperties": self.of(arguments[1])}
        if isinstance(origin, type) and issubclass(origin, Sequence):
            items_of = self.of(arguments[0])
            if is_dataclass(arguments[0]) and "question" in items_of.get("required", ()):
                items_of["required"].remove("question")
            return {"type": "array", "items": items_of}
        return {}

    def _object(self, kind: Any) -> dict[str, Any]:
        name = kind.__name__
        if kind in self._open:
            self.nested.setdefault(name, {})
            return {"$ref": f"#/$defs/{name}"}
        self._open.append(kind)
        hints = get_type_hints(kind)
        shared = [field.name for field in fields(Answer)] if issubclass(kind, Answer) else []
        own = [field.name for field in document_fields(kind) if field.name not in shared]
        # what is None by default is left out then
        always = [field.name for field in fields(kind) if field.default is not None and field.name in own]
        described = meanings(kind)
        properties = {
            "type": "object",
            "properties": {
                field: _with_meaning(self.of(hints[field], without_none=field in shared), described.get(field))
                for field in (*own, *shared)
            },
            "required": [*always, *(field for field in (*_SAID, "question") if field in shared)],
            "additionalProperties": False,
        }
        self._open.pop()
        if name not in self.nested:
            return properties
        self.nested[name] = properties
        return {"$ref": f"#/$defs/{name}"}


def meanings(kind: type) -> dict[str, str]:
    """Meanings of the fields of a dataclass, by name, from "Attributes:" in its docstring and those of its bases."""
    texts: dict[str, str] = {}
    for ancestor in reversed(kind.__mro__):
        section = re.search(
            r"^Attributes:\n((?:    .*\n?|\n)+)", inspect.cleandoc(vars(ancestor).get("__doc__") or ""), re.MULTILINE
        )
        entries = re.split(r"\n    (?=\S)", f"\n{section[1].rstrip()}")[1:] if section else []
        for entry in entries:
            names, _, meaning = entry.partition(":")
            texts |= dict.fromkeys(names.split(", "), " ".join(meaning.split()))
    return texts


def _with_meaning(schema: dict[str, Any], meaning: str | None) -> dict[str, Any]:
    return schema | {"description": meaning} if meaning else schema


def text(family: str) -> str:
    """The file of a family: the schema of each question under its name."""
    schemas = {asks.name: schema(asks) for asks in kinds(family)}
    return json.dumps({"$schema": DIALECT, "$defs": schemas}, indent=1, ensure_ascii=False) + "\n"
