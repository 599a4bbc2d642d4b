"""Templates, and the one function that fills them."""

import json
import re
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from tafelwerk import __version__
from tafelwerk.build.catalogue import KNOWN
from tafelwerk.commands.output import cell_text

FOLDER = Path(__file__).parent
TEMPLATES, STATIC = FOLDER / "templates", FOLDER / "static"


LONGEST_CELL = 80
"""Characters of a value in a table; SQL and downloads have all of it."""


@cache
def _environment() -> Environment:
    made = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.tests["starting"] = lambda text, start: text.startswith(start)
    made.filters |= {"cell": cell_text, "query": query, "words": words, "address": address, "cells": cells}
    made.globals |= {"families": KNOWN, "version": __version__}
    return made


def fill(template: str, root: str = "/", **values: Any) -> str:
    """A page.

    Args:
        template: name of the template.
        root: how the page reaches the first page: "/" on the server, a relative path in files.
        values: what the template shows.
    """
    return (
        _environment()
        .get_template(template)
        .render(template=template, root=root, is_served=root == "/", up="" if root == "./" else root, **values)
    )


def query(values: Mapping[str, Any], **changed: Any) -> str:
    """The query of an address, with its question mark; what is None or "" is left out.

    Args:
        values: by name; lists stand for a name that is given several times.
        changed: values to put in their place.
    """
    pairs = {name: value for name, value in {**values, **changed}.items() if value is not None and value != ""}
    return f"?{urlencode(pairs, doseq=True)}" if pairs else ""


def address(pairs: Sequence[tuple[str, Any]], *more: tuple[str, Any]) -> str:
    """The query of an address, of pairs in their order."""
    return f"?{urlencode([*pairs, *more])}"


def cells(row: Sequence[Any]) -> Markup:
    """A row of a table as its cells; what is long is cut, floats have six digits."""
    return Markup("").join(map(_cell, row))


def _cell(value: Any) -> Markup:
    if value is None:
        return Markup("<td></td>")
    if isinstance(value, int | float) and not isinstance(value, bool):
        return Markup("<td class=n>{}</td>").format(f"{value:.6g}" if isinstance(value, float) else cell_text(value))
    text = json.dumps(value, ensure_ascii=False) if isinstance(value, list | dict) else cell_text(value)
    cut = text if len(text) <= LONGEST_CELL else f"{text[:LONGEST_CELL]}… ({len(text):,} characters)"
    return Markup("<td>{}</td>").format(cut)


def words(name: str) -> str:
    """A key of JSON as words: "mean_depth" is "mean depth"."""
    return re.sub(r"[_-]+", " ", name)
