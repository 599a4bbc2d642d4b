"""The bibliography: CITATION.cff says what it says, and the pages name its works."""

import re

from page_commands import PAGE_OF, ROOT

from tafelwerk import __version__
from tafelwerk.families import FAMILIES
from tafelwerk.plots.figure import all_figures
from tafelwerk.tables.bibliography import (
    LICENSE,
    RELEASED,
    TITLE,
    entry,
    figure_sources,
    sources,
    works,
)


def test_citation_file() -> None:
    text = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    for line in (
        f"version: {__version__}",
        f"date-released: {RELEASED}",
        f"license: {LICENSE[0]}",
        f'title: "{TITLE}"',
    ):
        assert f"\n{line}\n" in text
    references = text.partition("\nreferences:\n")[2].split("\n  - ")
    for work, reference in zip(works(), references, strict=True):
        assert f'\n    title: "{work.fields["title"]}"\n    authors:\n' in reference
        names = re.findall(r'(?:family-names|- name): "(.*)"', reference)
        assert names == ([name.partition(", ")[0] for name in work.authors] or ["anonymous"])
        assert re.findall(r"\n    year: (.*)", reference) == ([work.fields["year"]] if "year" in work.fields else [])


def test_a_work_stands_on_the_page_of_its_family() -> None:
    for work in works():
        for family in work.families:
            page = " ".join((ROOT / "docs" / f"{PAGE_OF.get(family, family)}.md").read_text(encoding="utf-8").split())
            names = [name.partition(",")[0] for name in work.authors if name != "jberries"]
            words = [*names, *([work.fields["year"]] if "year" in work.fields and work.key != "berlekamp1982" else [])]
            words += {"jena": ["Jena dissertation", "names no author"], "jberries": ["3-5-11"]}.get(work.key, [])
            assert [word for word in words if word not in page] == []
            assert work in sources([family])


def test_every_family_and_figure_has_a_source() -> None:
    assert [family for family in FAMILIES if not sources([family])] == []
    assert [name for name in all_figures(FAMILIES) if not figure_sources(name)] == []


def test_the_source_of_a_figure() -> None:
    for figure, keys in [
        ("mastermind-4.6", ["jena"]),
        ("beams-A.1", ["jena"]),
        ("montecarlo-2.12", ["jena"]),
        ("3-5-11-12", ["jberries"]),
        ("skat-9.6", ["kupferschmid2003"]),
        ("dresher-3.1", ["stassen2018"]),
        ("dresher-value", ["stassen2018", "dresher1961", "johnson1964", "gilbert1962"]),
    ]:
        assert [work.key for work in figure_sources(figure)] == keys


def test_what_tex_would_not_print_is_escaped() -> None:
    text = entry("misc", "a", {"note": "5 % of a_b & #1 <= $2 --k 2^3", "year": ""})
    assert text == "@misc{a,\n  note = {5 \\% of a\\_b \\& \\#1 $\\le$ \\$2 {-}{-}k 2\\^{}3},\n}"


def test_the_dissertation_has_no_author() -> None:
    (jena,) = (work for work in works() if work.key == "jena")
    assert "names no author" in jena.bibtex()
    assert "Ingo Althöfer" in jena.text
    assert "author" not in [line.split()[0] for line in jena.bibtex().splitlines()]
