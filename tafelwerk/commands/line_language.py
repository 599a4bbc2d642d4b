"""Language that a command line asks for, where a family answers in several."""

import os
from collections.abc import Sequence
from itertools import pairwise

from tafelwerk.language import Language, language_of

LANGUAGE = "tafelwerk.language"
"""Key of the language in a context's `meta`, where it can be read after the answer."""


def language_in(words: Sequence[str]) -> Language:
    """The language of a command line: the last one after --lang. Default: that of the environment. With --json: English."""
    if "--json" in words:
        return Language.ENGLISH
    languages = [word for before, word in pairwise(words) if before == "--lang"]
    languages += [word.removeprefix("--lang=") for word in words if word.startswith("--lang=")]
    known = [language for language in Language if language.value in languages[-1:]]
    return known[0] if known else language_of(os.environ)
