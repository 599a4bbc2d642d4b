"""Citations: the program, the sources of its models and figures (bibliography.bib), and tables with their builds.

They are used by `cite`, by pages, and by the description of an exported book. CITATION.cff names the same sources.
"""

import calendar
import re
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from tafelwerk import __version__
from tafelwerk.frozen import frozen

if TYPE_CHECKING:
    from tafelwerk.tables.provenance import BuildRecord

TITLE = "Tafelwerk: exhaustive strategy tables for games"
AUTHORS = "The Tafelwerk developers"
HOW_PUBLISHED = "Python package tafelwerk"
RELEASED = "2026-11-29"
"""Release date of this version."""
LICENSE = ("MIT", "MIT License", "https://opensource.org/license/mit")
"""Name of the license, its title, and the address of its text."""

_NUMBERED = re.compile(r"(?:-|^3-5-11-)(?:[0-9]+|A)\.[0-9]+$")
_ENTRY = re.compile(r"^@(\w+)\{(\w+),\n(.*?)^\}", re.MULTILINE | re.DOTALL)
_FIELD = re.compile(r"^  (\w+) = \{(.*)\},$", re.MULTILINE)


@frozen
class Work:
    """A source.

    Attributes:
        key: citation key.
        kind: its type in BibTeX.
        fields: the fields of BibTeX by name, without TeX's signs.
        families: families with models, figures or theorems from it.
        figures: families whose figures with a number are the source's.
    """

    key: str
    kind: str
    fields: Mapping[str, str]
    families: tuple[str, ...]
    figures: tuple[str, ...]

    @property
    def text(self) -> str:
        """The source on one line: authors, title, place and year."""
        names = " and ".join(" ".join(reversed(name.split(", "))) for name in self.authors)
        places = [self.fields[name] for name in ("booktitle", "journal", "publisher", "school") if name in self.fields]
        if "volume" in self.fields:
            places[-1] += f" {self.fields['volume']}"
        text = ", ".join(filter(None, [names, self.fields["title"], *places, self.fields.get("year")]))
        return f"{text} ({self.fields['note']})" if "note" in self.fields else text

    @property
    def authors(self) -> list[str]:
        """ "Surname, Given names" each, or one name; empty if our copy names none."""
        return self.fields["author"].split(" and ") if "author" in self.fields else []

    def bibtex(self) -> str:
        """The source as an entry of BibTeX."""
        return entry(self.kind, self.key, {**self.fields, "title": f"{{{self.fields['title']}}}"})

    def document(self) -> dict[str, Any]:
        """The source as a JSON document."""
        year = int(self.fields["year"]) if "year" in self.fields else None
        more = {name: text for name, text in self.fields.items() if name not in ("title", "author", "year")}
        facts = {"key": self.key, "kind": self.kind, "title": self.fields["title"], "authors": self.authors}
        return {**facts, "year": year, **more, "bibtex": self.bibtex()}


@cache
def works() -> tuple[Work, ...]:
    """The sources, as the pages of the documentation name them."""
    text = (files("tafelwerk.tables") / "bibliography.bib").read_text(encoding="utf-8")
    return tuple(_work(*parts) for parts in _ENTRY.findall(text))


def _work(kind: str, key: str, body: str) -> Work:
    fields = {name: re.sub(r"\\([&%$#_])", r"\1", text.replace("$\\le$", "<=")) for name, text in _FIELD.findall(body)}
    families, figures = (tuple(filter(None, fields.pop(name, "").split(", "))) for name in ("families", "figures"))
    return Work(key, kind, fields | {"title": fields["title"].strip("{}")}, families, figures)


def sources(families: Iterable[str]) -> tuple[Work, ...]:
    """The sources of some families."""
    family_set = set(families)
    return tuple(work for work in works() if family_set & set(work.families))


def works_named(name: str) -> tuple[Work, ...]:
    """The sources with this key, or with an author of this surname; case is ignored."""
    key = name.casefold()
    return tuple(
        work
        for work in works()
        if key == work.key or key in (author.partition(",")[0].casefold() for author in work.authors)
    )


def figure_sources(figure: str) -> tuple[Work, ...]:
    """The source of a figure; for a figure of our own, the sources of its family.

    Args:
        figure: its name: family and the source's number, such as mastermind-4.6; or the family and a word.
    """
    family = "3-5-11" if figure.startswith("3-5-11-") else figure.partition("-")[0]
    if figure_place(figure):
        return tuple(work for work in works() if family in work.figures)
    return sources([family])


def figure_place(figure: str) -> str:
    """What a figure is in its source: "figure 4.6"; "" for a figure of our own."""
    is_numbered = figure.startswith("3-5-11-") or _NUMBERED.search(figure)
    return f"figure {figure.rpartition('-')[2]}" if is_numbered else ""


def program_bibtex() -> str:
    """This version of the program as an entry of BibTeX."""
    return entry(
        "software",
        "tafelwerk",
        {
            "author": f"{{{AUTHORS}}}",
            "title": f"{{{TITLE}}}",
            "version": __version__,
            "year": RELEASED[:4],
            "month": month(RELEASED),
            "howpublished": HOW_PUBLISHED,
            "license": LICENSE[0],
        },
    )


def part_bibtex(kind: str, what: str, title: str, when: str, note: str) -> str:
    """A figure or a table of the program as an entry of BibTeX.

    Args:
        kind: its type in BibTeX.
        what: its name, which is part of the key.
        title: what it is.
        when: its date, in ISO format.
        note: how it is made.
    """
    return entry(
        kind,
        f"tafelwerk:{what}",
        {
            "author": f"{{{AUTHORS}}}",
            "title": f"{{{title}}}",
            "version": __version__,
            "year": when[:4],
            "month": month(when),
            "howpublished": HOW_PUBLISHED,
            "note": note,
        },
    )


def month(when: str) -> str:
    """The abbreviation of BibTeX's styles for the month of a date in ISO format; "" without a date."""
    return calendar.month_abbr[int(when[5:7])].lower() if when else ""


def entry(kind: str, key: str, fields: Mapping[str, str]) -> str:
    """A BibTeX entry; empty fields are left out, and characters special to TeX are escaped."""
    values = ((name, value if name == "month" else f"{{{_escape(value)}}}") for name, value in fields.items() if value)
    return "\n".join([f"@{kind}{{{key},", *(f"  {name} = {value}," for name, value in values), "}"])


def _escape(text: str) -> str:
    # TeX makes a dash of the two signs before an option
    text = re.sub(r"[&%$#_]", lambda found: "\\" + found[0], text).replace("--", "{-}{-}")
    return text.replace("<=", "$\\le$").replace("^", "\\^{}").replace("~", "\\~{}")


def build_documents(records: "Iterable[BuildRecord]") -> list[dict[str, Any]]:
    """The builds that made the rows of a table, as `cite` and the description of an exported book list them."""
    return [
        {
            "build": build.number,
            "line": f"tafelwerk build {build.name}",
            "rows": build.rows,
            "sha256": build.sha256,
            "certainty": build.certainty,
            "evidence": build.evidence,
            "built_at": build.built_at.isoformat(timespec="seconds"),
            "fingerprint": build.fingerprint,
        }
        for build in records
    ]
