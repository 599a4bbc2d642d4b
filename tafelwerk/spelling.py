"""One spelling of a name: canonically equivalent texts are the same text.

`e` with a combining accent and `é` look alike and mean the same; keyboards type one, file systems and editors write either. All
text is therefore composed (Unicode's normal form C) where it enters: words of the command line, parameters of a question,
lines typed in a game, query strings of addresses, and the contents of files. Behind these doors texts are compared as they are.

Compatibility is not applied (form KC): it would merge different names, such as `x²` and `x2`. Paths of files stay as they are:
to the system they are bytes. So does SQL.
"""

from collections.abc import Mapping
from typing import Any


def compose(text: str) -> str:
    """The text with every character composed, in the canonical order of its marks."""
    if text.isascii():
        return text
    from unicodedata import normalize  # not loaded for most look-ups

    return normalize("NFC", text)


def compose_all(value: Any) -> Any:
    """A value of lists, tuples, mappings and texts, with every text composed; other values as they are."""
    if isinstance(value, str):
        # names of enumerations and other kinds of text stay what they are
        return compose(value) if type(value) is str else value
    if type(value) in (list, tuple):
        return type(value)(map(compose_all, value))
    if isinstance(value, Mapping) and type(value) is dict:
        return {compose_all(key): compose_all(item) for key, item in value.items()}
    return value
