"""What a reader sees of a page, and words in it that are the program's, not a person's."""

import re
from collections.abc import Iterator, Mapping
from html import unescape

_VOID = "br circle col hr img input line link meta path polygon polyline rect source use"
VOID = frozenset(_VOID.split())
"""Elements without an end."""

UNREAD = frozenset({"script", "style", "title", "template"})
"""Elements whose texts are no part of what is read."""

COPIED = frozenset({"pre", "textarea", "samp"})
"""Elements whose texts are statements, documents, and what these return."""

ASIDE = re.compile(
    "The same elsewhere|How to repeat (it|them)|In a terminal|Logs of your own, in a terminal"
    "|Dasselbe anderswo|In einem Terminal|Eigene Protokolle, in einem Terminal"
)
"""Headings and folded parts under which lines for a terminal stand."""

OPTION = re.compile(r"(?<![\w-])--[A-Za-z][\w-]*")
TYPED = re.compile(r"\bType (?!a move\b)\w+")
KEY = re.compile(r"\b(?!log_)[a-z]+(?:_[a-z0-9]+)+\b(?!:)")
"""An identifier; a logarithm has its base behind the line, and a class of a module is named so by its author."""


PART = re.compile(r"<!--.*?-->|<![^>]*>|<script\b.*?</script>|<(/?)([A-Za-z][\w-]*)[^>]*?(/?)>|([^<]+)", re.DOTALL)
"""A comment, the type or a script; a tag, whether it ends an element, or is a whole one; or a text. No tag has > within."""


class VisibleTexts:
    """The texts of a page that are read, without those of parts that are set aside. Python's parser takes four times as long.

    Attributes:
        texts: of each text the elements around it, and the text.
    """

    def __init__(self, page: str) -> None:
        self.texts: list[tuple[frozenset[str], str]] = []
        self._open: list[str] = []
        self._heading, self._title = "", ""
        self._is_aside = False
        self._aside_within = 0
        for end, tag, is_whole, text in PART.findall(page):
            if text:
                self._read(unescape(text))
            elif end:
                self._end(tag)
            elif tag and not is_whole and tag not in VOID:
                self._begin(tag)

    def _begin(self, tag: str) -> None:
        self._open.append(tag)
        if tag in ("h1", "h2", "summary"):
            self._heading, self._title = tag, ""
        if tag in ("h1", "h2"):
            self._is_aside = False

    def _end(self, tag: str) -> None:
        if tag not in self._open:
            return
        if tag == self._heading:
            is_aside = ASIDE.fullmatch(self._title.strip()) is not None
            if tag == "summary" and is_aside and not self._aside_within:
                self._aside_within = len(self._open) - 1
            elif tag != "summary":
                self._is_aside = is_aside
            self._heading = ""
        while self._open.pop() != tag:
            pass
        if len(self._open) < self._aside_within:
            self._aside_within = 0

    def _read(self, data: str) -> None:
        if self._heading:
            self._title += data
        text = data.strip()
        if text and not (self._is_aside or self._aside_within or UNREAD.intersection(self._open)):
            self.texts.append((frozenset(self._open), text))


def odd_words(page: str, *, has_columns: bool) -> Iterator[str]:
    """Options, orders to type something, and identifiers that a page shows, each with the text around it.

    Args:
        page: its text.
        has_columns: whether names of tables and columns are what the page is about.
    """
    for around, text in VisibleTexts(page).texts:
        patterns = [] if around & COPIED else [OPTION, TYPED]
        if not has_columns and not around & (COPIED | {"code"}):
            patterns.append(KEY)
        for pattern in patterns:
            for word in pattern.findall(text):
                yield f"{word} in {text[:120]!r}"


OF_COLUMNS = re.compile(r"/?(tables|data|sql|cards|builds|find|published)\b.*")
"""Pages that are about tables and columns, and printed numbers by the names of the source."""


def word_faults(pages: Mapping[str, str]) -> list[str]:
    """Odd words of pages by address, or by file of an atlas."""
    return [
        f"{path}: {fault}"
        for path, text in pages.items()
        for fault in dict.fromkeys(odd_words(text, has_columns=OF_COLUMNS.fullmatch(path) is not None))
    ]
