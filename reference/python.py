"""The Python interface: `open_book`, `Book`, and the questions of each family."""

import inspect
import re
from collections.abc import Iterator
from typing import Any

import tafelwerk
from reference.markdown import anchor, bullets, code, page, prose
from tafelwerk.families import rooms
from tafelwerk.parameters import slots
from tafelwerk.tables.questions import Question, kinds, signature

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
    for family in rooms():
        sections += [f"## book.{family}", *(part for kind in kinds(family) for part in _asked(kind))]
    return page("Python", INTRODUCTION, sections)


def _asked(kind: type[Question[Any]]) -> Iterator[str]:
    """A question: how it is called, what it answers, its parameters."""
    yield f"### book.{kind.family}.{kind.method}"
    yield code(f"{kind.method}{signature(kind)}", "python")  # type: ignore[arg-type]  # a class is hashable
    yield prose(re.sub(r"^Example: .*$", "", inspect.getdoc(kind) or "", flags=re.MULTILINE))
    yield "Args:\n\n" + bullets([(f"`{slot.name}`", slot.parameter.help) for slot in slots(kind)])
    yield f"Keys of the answer: [{kind.family} {kind.name}](json.md#{anchor(f'{kind.family} {kind.name}')})"


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
