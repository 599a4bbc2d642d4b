"""Templates, and the one function that fills them."""

import json
import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from tafelwerk import __version__
from tafelwerk.build.catalogue import KNOWN
from tafelwerk.commands.output import cell_text
from tafelwerk.commands.rowset import bounded
from tafelwerk.language import say
from tafelwerk.streams import is_seen, visible

FOLDER = Path(__file__).parent
TEMPLATES, STATIC = FOLDER / "templates", FOLDER / "static"


LONGEST_CELL = 80
"""Characters of a value in a table; SQL and downloads have all of it."""

_LEAST_TALLY, _LONGEST_NUMBER = 3, 15
_WORD = re.compile(r"[a-z][a-z_]*")
_NUMBER = re.compile(r"-?[0-9]{1,999}((\.[0-9]{1,99})?(e[+-]?[0-9]{1,3})?|/[0-9]{1,999})")


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
    made.filters |= {
        "cell": cell_text,
        "query": query,
        "words": words,
        "address": address,
        "cells": cells,
        "tally": tally,
        "bound": bound,
    }
    made.globals |= {"families": KNOWN, "version": __version__, "say": say}
    return made


def fill(template: str, root: str = "/", **values: Any) -> str:
    """A page.

    Args:
        template: name of the template.
        root: how the page reaches the first page: "/" on the server, a relative path in files.
        values: what the template shows.
    """
    page = (
        _environment()
        .get_template(template)
        .render(template=template, root=root, is_served=root == "/", up="" if root == "./" else root, **values)
    )
    return page if is_seen(page.replace("\n", "")) else _PARTS.sub(_visible_part, page)


_PARTS = re.compile(r"<(textarea|script|style)\b.*?</\1>|<[^>]*>|[^<]+", re.DOTALL)
"""Texts of a page, and what surrounds them: tags, and what is sent back or read by programs as it is."""


def _visible_part(part: re.Match[str]) -> str:
    """A text of a page, as on a terminal: what a page shows is never reordered or hidden by a stored character."""
    return part[0] if part[0].startswith("<") else visible(part[0])


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
    if isinstance(value, list | dict):
        text = json.dumps(value, ensure_ascii=False)
    else:
        text = cell_text(bounded(value) if isinstance(value, str) else value)
    cut = text if len(text) <= LONGEST_CELL else f"{text[:LONGEST_CELL]}… ({len(text):,} characters)"
    return Markup("<td>{}</td>").format(cut)


def tally(given: Mapping[str, Any], name: str) -> list[tuple[str, Any, str | None]] | None:
    """The entries of a mapping that counts or weighs things, such as a histogram; None of another mapping.

    Args:
        given: three or more numbers, or fractions as text, by what they are of.
        name: of the mapping, which is plural where the keys are plain words.

    Returns:
        Per entry the key, the value and its share of the largest in percent; None for the shares if a value is negative.
    """
    if len(given) < _LEAST_TALLY or not (name.endswith(("s", "histogram")) or not all(map(_WORD.fullmatch, given))):
        return None
    try:
        numbers = [Fraction(value) if _NUMBER.fullmatch(str(value)) else None for value in given.values()]
    except ZeroDivisionError:
        return None
    known = [number for number in numbers if number is not None]
    if len(known) < len(numbers):
        return None
    most = max(known)
    shares = [f"{float(100 * value / most):.4g}" if most > 0 and min(known) >= 0 else None for value in known]
    return list(zip(given, given.values(), shares, strict=True))


def bound(value: float) -> str:
    """A bound of a number; a great power of ten as such."""
    text = str(value)
    return (
        f"10^{len(text) - 1}"
        if len(text) > _LONGEST_NUMBER and text == f"1{'0' * (len(text) - 1)}"
        else cell_text(value)
    )


def words(name: str) -> str:
    """A key of JSON as words: "mean_depth" is "mean depth"."""
    return re.sub(r"[_-]+", " ", name)
