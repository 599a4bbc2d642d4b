"""JSON Schemas of answers, made from their dataclasses; `make docs` writes one file per family."""

import inspect
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from enum import Enum
from fractions import Fraction
from importlib import import_module
from importlib.resources import files
from pkgutil import iter_modules
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from tafelwerk.families import families_with_schema, has_room
from tafelwerk.tables import questions as asking
from tafelwerk.tables.layout import SHARED
from tafelwerk.tables.question import Answer, Question, document_fields

Asked = Question[..., Any] | type[asking.Question[Any]]
"""A question: of a family that has its folder, a class."""

DIALECT = "https://json-schema.org/draft/2020-12/schema"
_PLAIN = {str: "string", bool: "boolean", int: "integer", NoneType: "null"}
_RATIONAL = {"type": "string", "pattern": "^-?[0-9]+(/[0-9]+)?$"}
_NUMBER = {"type": ["number", "null", "string"], "pattern": "^-?inf$"}
"""A float: NaN is null."""

_SAID = ("certainty", "source")
"""Keys that every document has."""


def questions(family: str) -> Iterator[Asked]:
    """The questions of a family, in the order of their definitions."""
    if has_room(family):
        yield from asking.kinds(family)
        return
    found = import_module(f"tafelwerk.tables.{family}.questions")
    yield from (value for value in vars(found).values() if isinstance(value, Question))


def schema(asks: Asked) -> dict[str, Any]:
    """The schema of a question's documents."""
    types = _Types()
    found = types.of(answer_of(asks), without_none=True)
    title = f"{asks.family} {asks.name}"
    nested = {"$defs": types.nested} if types.nested else {}
    # with an $id of its own a schema finds its own $defs, wherever it is embedded
    return {"$id": f"tafelwerk:{title.replace(' ', ':')}", "title": title, **nested, **found}


def answer_of(asks: Asked) -> Any:
    """The type of a question's answers."""
    if isinstance(asks, type):
        return asking.answer_type(asks)
    package = import_module(f"tafelwerk.tables.{asks.family}")
    # names imported only for type checkers are in other modules of the family
    names: dict[str, Any] = {"Book": object}
    for part in iter_modules(package.__path__):
        names |= vars(import_module(f"{package.__name__}.{part.name}"))
    return get_type_hints(asks.look_up_function, localns=names)["return"]


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
            kinds = [self.of(one) for one in arguments if not (without_none and one is NoneType)]
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
            return self._object(kind)
        if origin is tuple and arguments[-1:] != (Ellipsis,):
            items = [self.of(one) for one in arguments]
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
        said = [field.name for field in fields(Answer)] if issubclass(kind, Answer) else []
        own = [field.name for field in document_fields(kind) if field.name not in said]
        # what is None by default is left out then
        always = [field.name for field in fields(kind) if field.default is not None and field.name in own]
        described = meanings(kind)
        found = {
            "type": "object",
            "properties": {
                one: _with_meaning(self.of(hints[one], without_none=one in said), described.get(one))
                for one in (*own, *said)
            },
            "required": [*always, *(one for one in (*_SAID, "question") if one in said)],
            "additionalProperties": False,
        }
        self._open.pop()
        if name not in self.nested:
            return found
        self.nested[name] = found
        return {"$ref": f"#/$defs/{name}"}


def meanings(kind: type) -> dict[str, str]:
    """Meanings of the fields of a dataclass, by name, from "Attributes:" in its docstring and those of its bases."""
    found: dict[str, str] = {}
    for one in reversed(kind.__mro__):
        section = re.search(
            r"^Attributes:\n((?:    .*\n?|\n)+)", inspect.cleandoc(vars(one).get("__doc__") or ""), re.MULTILINE
        )
        entries = re.split(r"\n    (?=\S)", f"\n{section[1].rstrip()}")[1:] if section else []
        for entry in entries:
            names, _, meaning = entry.partition(":")
            found |= dict.fromkeys(names.split(", "), " ".join(meaning.split()))
    return found


def _with_meaning(schema: dict[str, Any], meaning: str | None) -> dict[str, Any]:
    return schema | {"description": meaning} if meaning else schema


def text(family: str) -> str:
    """The file of a family: the schema of each question under its name."""
    found = {asks.name: schema(asks) for asks in questions(family)}
    return json.dumps({"$schema": DIALECT, "$defs": found}, indent=1, ensure_ascii=False) + "\n"


def families() -> list[str]:
    """The families that have a schema, in alphabetical order."""
    here = {file.name[:-4] for file in (files("tafelwerk.tables") / "schema").iterdir()} - {"meta", SHARED}
    return sorted(here | set(families_with_schema()))
