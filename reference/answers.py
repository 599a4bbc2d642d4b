"""Every JSON document: its keys with types and meanings, from the schemas of the questions."""

from collections.abc import Iterator, Mapping
from typing import Any

from reference.markdown import page, table
from tafelwerk.families import rooms
from tafelwerk.tables.json_schema import schema
from tafelwerk.tables.questions import kinds

INTRODUCTION = """\
The output of `--json`, which Python returns under the same names. The keys of every document are listed once, below; those of a
question are listed under its command. Dots separate the keys of nested documents; `[]` means the elements of a list, `{}` the
values of an object. Fractions are strings ("11445/2"), infinity is "inf", an unknown number is null. Each family's heading is
followed by a link to the same as JSON Schemas."""

SHARED = (
    "certainty",
    "error_bound",
    "samples",
    "standard_error",
    "interval",
    "level",
    "evidence",
    "source",
    "build",
    "question",
)
"""Keys that every document may have."""


def keys(document: Mapping[str, Any]) -> Iterator[tuple[str, str, str]]:
    """Every key of a document and of the documents nested in it: path, type and meaning.

    Args:
        document: a JSON Schema, with the schemas that it refers to under "$defs".
    """
    yield from _keys(document, document.get("$defs", {}), "", ())


def _keys(
    one: Mapping[str, Any], named: Mapping[str, Any], path: str, open_names: tuple[str, ...]
) -> Iterator[tuple[str, str, str]]:
    if "$ref" in one:
        name = one["$ref"].rpartition("/")[2]
        if name not in open_names:
            yield from _keys(named[name], named, path, (*open_names, name))
        return
    for kind in one.get("anyOf", ()):
        yield from _keys(kind, named, path, open_names)
    for key, value in one.get("properties", {}).items():
        below = f"{path}.{key}" if path else key
        yield below, _type(value), value.get("description", "")
        yield from _keys(value, named, below, open_names)
    if isinstance(one.get("items"), Mapping):
        yield from _keys(one["items"], named, f"{path}[]", open_names)
    if isinstance(one.get("additionalProperties"), Mapping):
        yield from _keys(one["additionalProperties"], named, f"{path}{{}}", open_names)


def _type(one: Mapping[str, Any]) -> str:
    """A type in a few words."""
    if "$ref" in one:
        return "object"
    if "anyOf" in one:
        return " or ".join(dict.fromkeys(_type(kind) for kind in one["anyOf"]))
    if "enum" in one:
        return " or ".join(f'"{value}"' if isinstance(value, str) else str(value) for value in one["enum"])
    if one.get("pattern", "").startswith("^-?[0-9]"):
        return "fraction"
    kind = one.get("type", "any")
    if isinstance(kind, list):
        return str(kind[0])
    if kind == "array":
        inside = one.get("items")
        return f"list of {_type(inside)}" if isinstance(inside, Mapping) else "list"
    return str(kind)


def text() -> str:
    """The page."""
    sections = [_shared()]
    for family in rooms():
        sections += [f"## {family}", f"[JSON Schemas of {family}](../schemas/{family}.json)"]
        sections += [_section(kind.name, family, schema(kind)) for kind in kinds(family)]
    return page("JSON documents", INTRODUCTION, sections)


def _shared() -> str:
    document = schema(kinds(rooms()[0])[0])
    rows = [(f"`{key}`", kind, meaning) for key, kind, meaning in keys(document) if key in SHARED]
    return "\n\n".join(["## Keys of every document", table(("key", "type", "meaning"), rows)])


def _section(name: str, family: str, document: Mapping[str, Any]) -> str:
    merged: dict[str, tuple[list[str], str]] = {}
    for key, kind, meaning in keys(document):
        if key.removeprefix("[].") not in SHARED:
            kinds, said = merged.setdefault(key, ([], meaning))
            merged[key] = ([*kinds, kind] if kind not in kinds else kinds, said or meaning)
    rows = [(f"`{key}`", " or ".join(kinds), meaning) for key, (kinds, meaning) in merged.items()]
    return "\n\n".join([f"### {family} {name}", table(("key", "type", "meaning"), rows)])
