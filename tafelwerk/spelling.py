"""One spelling of a name: canonically equivalent texts are the same text.

`e` with a combining accent and `é` look alike and mean the same; keyboards type one, file systems and editors write either. All
text is therefore composed (Unicode's normal form C) where it enters: words of the command line, parameters of a question,
lines typed in a game, query strings of addresses, and the contents of files. Behind these doors texts are compared as they are.

Compatibility is not applied (form KC): it would merge different names, such as `x²` and `x2`. Paths of files stay as they are:
to the system they are bytes. So does SQL.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any

_ALONE = (
    r"[\0-\u02ff]|[^\W\d_\u0d4e\u0e00-\u0eff\u1100-\u11ff\ua960-\ua97f\ud7b0-\ud7ff\uff9e\uff9f\U00011000-\U00011fff]"
)
"""Characters that join no other beside them: those of Latin, and the letters of most scripts, but not of Thai or old Korean."""


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


def name_key(name: str) -> str:
    """The letters and digits of a name, by which names are compared: Bridg-It and "bridg it" are one."""
    return "".join(filter(str.isalnum, name.casefold()))


def natural_key(name: str) -> list[tuple[int, str]]:
    """Sort key of names, with the numbers in them by size."""
    return [(int(part), "") if part.isdecimal() else (-1, part) for part in re.split(r"(\d+)", name)]


def split_entries(text: str) -> list[str]:
    """The entries of a history, which semicolons or ends of lines separate; none of them is empty."""
    return [entry for entry in map(str.strip, text.replace("\n", ";").split(";")) if entry]


def letters(word: str) -> Sequence[str]:
    """The letters of a word as people count them: a base with its marks is one, also where no single character stands for both.

    These are the extended grapheme clusters of Unicode, Standard Annex 29: the word's own characters, unless some of them join.
    """
    if word.isascii() or all(re.fullmatch(_ALONE, letter) for letter in word):
        return word
    from wcwidth import iter_graphemes  # not loaded for most word lists

    clusters = tuple(iter_graphemes(word))
    return word if len(clusters) == len(word) else clusters
