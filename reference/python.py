"""The Python interface: `open_book`, `Book`, and the questions of each family."""

import ast
import inspect
import re
from collections.abc import Iterator
from typing import Any

import tafelwerk
from reference.markdown import anchor, bullets, code, page, prose
from tafelwerk.tables.json_schema import questions
from tafelwerk.tables.signatures import class_name
from tafelwerk.tables.signatures import text as stub

INTRODUCTION = """\
`tafelwerk.open_book()` opens the book, and `book.FAMILY.QUESTION(...)` asks it. Parameters and answers are the same as on the
command line; an answer's attributes are the keys of its [JSON document](json.md). `compute=True` computes an answer that is not
stored, however long it takes; `keep=True` stores it."""

_MODULE = re.compile(r"\b(?:tafelwerk|collections\.abc|fractions)(?:\.[a-z_]+)*\.(?=[A-Z])")
_SECTION = re.compile(r"^(Args|Returns|Raises|Attributes|Yields):\n((?:    .*\n?|\n)+)", re.MULTILINE)


def exported() -> Iterator[tuple[str, Any]]:
    """The public names of the package with their objects, including the public methods of `Book`."""
    for name in tafelwerk.__all__:
        found = getattr(tafelwerk, name)
        if inspect.isclass(found) or inspect.isfunction(found):
            yield f"tafelwerk.{name}", found
        if name == "Book":
            for one, method in inspect.getmembers(found, inspect.isfunction):
                if not one.startswith("_"):
                    yield f"Book.{one}", method


def text() -> str:
    """The page."""
    sections = ["## tafelwerk", *(part for name, found in exported() for part in _exported(name, found))]
    tree = ast.parse(stub())
    for family, asked in _families().items():
        (kind,) = (one for one in tree.body if isinstance(one, ast.ClassDef) and one.name == class_name(family))
        sections.append(f"## book.{family}")
        for method in (one for one in kind.body if isinstance(one, ast.FunctionDef)):
            sections += [f"### book.{family}.{method.name}", code(_signature(method), "python")]
            asks = asked[method.name]
            sections.append(documented(asks.look_up_function))
            sections.append(f"Keys of the answer: [{family} {asks.name}](json.md#{anchor(f'{family} {asks.name}')})")
    return page("Python", INTRODUCTION, sections)


def _families() -> dict[str, dict[str, Any]]:
    from tafelwerk.tables.json_schema import families

    return {family: {asks.look_up_function.__name__: asks for asks in questions(family)} for family in families()}


def _exported(name: str, found: Any) -> Iterator[str]:
    yield f"### {name}"
    if not inspect.isclass(found):
        signature = re.sub(
            r"<function \S+ at 0x\w+>|~", lambda one: "..." * (len(one[0]) > 1), str(inspect.signature(found))
        )
        signature = signature.replace("(self, ", "(").replace("(self)", "()")
        yield code(
            _MODULE.sub("", f"{name.removeprefix('tafelwerk.')}{signature}".replace('"', "").replace("'", "")), "python"
        )
    yield documented(found)


def _signature(method: ast.FunctionDef) -> str:
    """A method as it is called, with the names of types but not their modules."""
    method.args.args = method.args.args[1:]
    shown = f"{method.name}({ast.unparse(method.args)})"
    return _MODULE.sub("", f"{shown} -> {ast.unparse(method.returns) if method.returns else 'None'}")


def documented(found: Any) -> str:
    """The docstring: its prose, then parameters, errors and attributes as lists."""
    said = inspect.getdoc(found) or ""
    lists = [f"{name}:\n\n{_listed(body)}" for name, body in _SECTION.findall(said)]
    return "\n\n".join([prose(_SECTION.sub("", said)), *lists])


def _listed(body: str) -> str:
    """Entries of a section of a docstring: names and what they mean, or plain sentences."""
    rows = []
    for entry in re.split(r"\n    (?=\S)", f"\n{body.rstrip()}")[1:]:
        name, colon, meaning = entry.partition(":")
        rows.append((f"`{name}`", meaning) if colon and "\n" not in name else (" ".join(entry.split()), ""))
    return bullets(rows)
