"""Citations: the program, the sources of its models and figures, and the builds of a table.

They are used by `cite`, by the description of an exported book, and by the references of CITATION.cff (written by
`python -m tafelwerk.tables.bibliography FILE`).
"""

import re
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tafelwerk import __version__

TITLE = "Tafelwerk: exhaustive strategy tables for games"
AUTHORS = "The Tafelwerk developers"
RELEASED = "2026-11-21"
"""Release date of this version."""
LICENSE = ("MIT", "MIT License", "https://opensource.org/license/mit")
"""Name of the license, its title, and the address of its text."""

_NUMBERED = re.compile(r"(?:-|^3-5-11-)(?:[0-9]+|A)\.[0-9]+$")
_KINDS = {"phdthesis": "thesis", "mastersthesis": "thesis", "book": "book", "article": "article", "online": "website"}
"""Types of CITATION.cff by those of BibTeX; any other is generic."""


@dataclass(frozen=True, slots=True)
class Work:
    """A source.

    Attributes:
        key: citation key.
        kind: its type in BibTeX.
        title: title as printed, or a description if the title is not known.
        authors: "Surname, Given names" each, or one name; empty if our copy names none.
        year: year of publication; None if not known.
        families: families with models, figures or theorems from it.
        figures: families whose figures with a number are the source's.
        more: other fields of BibTeX: journal, volume, school, note and the like.
    """

    key: str
    kind: str
    title: str
    authors: tuple[str, ...]
    year: int | None
    families: tuple[str, ...]
    figures: tuple[str, ...] = ()
    more: Mapping[str, str] = field(default_factory=dict)

    @property
    def text(self) -> str:
        """The source on one line: authors, title, place and year."""
        names = " and ".join(" ".join(reversed(name.split(", "))) for name in self.authors)
        places = [self.more[name] for name in ("booktitle", "journal", "publisher", "school") if name in self.more]
        if "volume" in self.more:
            places[-1] += f" {self.more['volume']}"
        when = [str(self.year)] if self.year else []
        said = ", ".join(filter(None, [names, self.title, *places, *when]))
        return f"{said} ({self.more['note']})" if "note" in self.more else said

    def bibtex(self) -> str:
        """The source as an entry of BibTeX."""
        fields = {"author": " and ".join(self.authors), "title": f"{{{self.title}}}", **self.more}
        return entry(self.kind, self.key, {**fields, "year": str(self.year or "")})

    def document(self) -> dict[str, Any]:
        """The source as a JSON document."""
        facts = {
            "key": self.key,
            "kind": self.kind,
            "title": self.title,
            "authors": list(self.authors),
            "year": self.year,
        }
        return {**facts, **self.more, "bibtex": self.bibtex()}

    def reference(self) -> list[str]:
        """The source as lines of the references of CITATION.cff."""
        lines = [f"type: {_KINDS.get(self.kind, 'generic')}", f"title: {_quoted(self.title)}", "authors:"]
        for name in self.authors or ("anonymous",):
            surname, comma, given = name.partition(", ")
            if comma:
                lines += [f"  - family-names: {_quoted(surname)}", f"    given-names: {_quoted(given)}"]
            else:
                lines.append(f"  - name: {_quoted(name)}")
        for cff, bibtex in (
            ("journal", "journal"),
            ("volume", "volume"),
            ("collection-title", "booktitle"),
            ("thesis-type", "type"),
        ):
            if bibtex in self.more:
                lines.append(f"{cff}: {_quoted(self.more[bibtex])}")
        for cff, bibtex in (("publisher", "publisher"), ("institution", "school")):
            if bibtex in self.more:
                lines += [f"{cff}:", f"  name: {_quoted(self.more[bibtex])}"]
        if self.year:
            lines.append(f"year: {self.year}")
        if "note" in self.more:
            lines.append(f"notes: {_quoted(self.more['note'])}")
        return lines


_JENA = ("montecarlo", "mastermind", "beams", "search", "switching")

WORKS = (
    Work(
        "jena",
        "phdthesis",
        "Dissertation on the exact analysis of heuristics for combinatorial games",
        (),
        None,
        _JENA,
        _JENA,
        {
            "school": "Friedrich-Schiller-Universität Jena",
            "type": "Dissertation",
            "note": "in German, supervised by Ingo Althöfer; the copy at hand names no author, and lacks its title page",
        },
    ),
    Work(
        "jberries",
        "online",
        "Berechnung der Gewinn-Wahrscheinlichkeiten für das Zahlenspiel 3-5-11 und Durchführung von Simulationen"
        " mit Zufallszügen",
        ("jberries",),
        None,
        ("montecarlo",),
        ("3-5-11",),
        {"note": "page on the number game 3-5-11; the copy at hand names no year"},
    ),
    Work(
        "kupferschmid2003",
        "mastersthesis",
        "Entwicklung eines Double Dummy Skat Solvers mit einer Anwendung für verdeckte Skatspiele",
        ("Kupferschmid, Sebastian",),
        2003,
        ("skat",),
        ("skat",),
        {"school": "Albert-Ludwigs-Universität Freiburg", "type": "Diplomarbeit"},
    ),
    Work(
        "stassen2018",
        "mastersthesis",
        "Oplossingen voor Dreshers hoger lager spel voor N <= 980",
        ("Stassen, Misha",),
        2018,
        ("dresher",),
        ("dresher",),
        {"school": "Technische Universiteit Delft", "type": "Bachelor's thesis"},
    ),
    Work("dresher1961", "book", "The Mathematics of Games of Strategy", ("Dresher, Melvin",), 1961, ("dresher",)),
    Work(
        "johnson1964",
        "incollection",
        "A search game",
        ("Johnson, Selmer M.",),
        1964,
        ("dresher",),
        (),
        {"booktitle": "Advances in Game Theory"},
    ),
    Work(
        "gilbert1962",
        "article",
        "Games of identification and convergence",
        ("Gilbert, Edgar N.",),
        1962,
        ("dresher",),
        (),
        {"journal": "SIAM Review", "volume": "4"},
    ),
    Work(
        "lehman1964",
        "article",
        "A solution of the Shannon switching game",
        ("Lehman, Alfred",),
        1964,
        ("switching",),
        (),
        {"journal": "Journal of the Society for Industrial and Applied Mathematics", "volume": "12"},
    ),
    Work(
        "mansfield1996",
        "article",
        "Strategies for the Shannon switching game",
        ("Mansfield, Richard",),
        1996,
        ("switching",),
        (),
        {"journal": "American Mathematical Monthly", "volume": "103"},
    ),
    Work(
        "becker2004",
        "misc",
        "Wissensbasierte Systeme II",
        ("Becker, Peter",),
        2004,
        ("minimax",),
        (),
        {"note": "lecture notes, winter 2004/05, FH Bonn-Rhein-Sieg"},
    ),
    Work(
        "guysmith1956",
        "article",
        "The G-values of various games",
        ("Guy, Richard K.", "Smith, Cedric A. B."),
        1956,
        ("minimax",),
        (),
        {"journal": "Proceedings of the Cambridge Philosophical Society", "volume": "52"},
    ),
    Work(
        "berlekamp1982",
        "book",
        "Winning Ways for your Mathematical Plays",
        ("Berlekamp, Elwyn R.", "Conway, John H.", "Guy, Richard K."),
        1982,
        ("minimax",),
    ),
    Work(
        "zwick1993",
        "article",
        "The memory game",
        ("Zwick, Uri", "Paterson, Michael S."),
        1993,
        ("minimax",),
        (),
        {"journal": "Theoretical Computer Science", "volume": "110"},
    ),
    Work(
        "cohen1995",
        "article",
        "On the problem of sorting burnt pancakes",
        ("Cohen, David S.", "Blum, Manuel"),
        1995,
        ("minimax",),
        (),
        {"journal": "Discrete Applied Mathematics", "volume": "61"},
    ),
)
"""The sources, as the pages of the documentation name them."""


def sources(families: Iterable[str]) -> tuple[Work, ...]:
    """The sources of some families."""
    wanted = set(families)
    return tuple(work for work in WORKS if wanted & set(work.families))


def figure_sources(figure: str) -> tuple[Work, ...]:
    """The source of a figure; for a figure of our own, the sources of its family.

    Args:
        figure: its name: family and the source's number, such as mastermind-4.6; or the family and a word.
    """
    family = "3-5-11" if figure.startswith("3-5-11-") else figure.partition("-")[0]
    if figure_place(figure):
        return tuple(work for work in WORKS if family in work.figures)
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
            "date": RELEASED,
            "year": RELEASED[:4],
            "license": LICENSE[0],
        },
    )


def entry(kind: str, key: str, fields: Mapping[str, str]) -> str:
    """A BibTeX entry; empty fields are left out, and characters special to TeX are escaped."""
    lines = [f"  {name} = {{{_escaped(value)}}}," for name, value in fields.items() if value]
    return "\n".join([f"@{kind}{{{key},", *lines, "}"])


def _escaped(text: str) -> str:
    return re.sub(r"[&%$#_]", lambda found: "\\" + found[0], text).replace("<=", "$\\le$")


def citation_file(text: str) -> str:
    """The text of CITATION.cff with the version, date and references of this module.

    Args:
        text: current text of the file.
    """
    head = text.partition("\nreferences:")[0].rstrip("\n")
    for name, value in (
        ("title", f'"{TITLE}"'),
        ("version", __version__),
        ("date-released", RELEASED),
        ("license", LICENSE[0]),
    ):
        head = re.sub(rf"^{name}: .*$", f"{name}: {value}", head, flags=re.MULTILINE)
    lines = ["references:"]
    for work in WORKS:
        first, *others = work.reference()
        lines += [f"  - {first}", *(f"    {line}" for line in others)]
    return "\n".join([head, *lines]) + "\n"


def _quoted(text: str) -> str:
    """A text in the quotes of YAML."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


if __name__ == "__main__":
    path = Path(sys.argv[1])
    path.write_text(citation_file(path.read_text(encoding="utf-8")), encoding="utf-8")
