"""Every figure as it is shown: themes, widths, descriptions, tooltips, zoom, and what is written to files."""

import json
import re
from pathlib import Path
from typing import Any

import altair
import pytest
import vl_convert
from figures import FIGURES, chart, drawn

from tafelwerk.errors import InputError
from tafelwerk.plots import style
from tafelwerk.plots.colours import DARK, INK, PAPER, Theme
from tafelwerk.plots.output import write
from tafelwerk.plots.parts import Spec, panels, records, units
from tafelwerk.plots.rendering import document, picture, save, title_of
from tafelwerk.plots.specification import as_chart, specification
from tafelwerk.plots.width import extremes, measured
from tafelwerk.tables.book import Book

COLOUR = re.compile(r"#[0-9a-f]{6}")
PLOTS = (
    "montecarlo-2.7",
    "montecarlo-2.11",
    "montecarlo-3.1",
    "mastermind-4.6",
    "dresher-3.5",
    "skat-jacks",
    "switching-5.10",
)
DRAWINGS = ("beams-A.1", "switching-5.5", "montecarlo-2.4", "dresher-1.3")


def spec_of(name: str, book: Book, theme: Theme = "light", width: int | None = None, *, zoom: bool = False) -> Spec:
    return specification(chart(name, book), theme, width, zoom=zoom)


def colours(part: Any) -> set[str]:
    """Every colour that stands in a specification or its data."""
    return set(COLOUR.findall(json.dumps(part).lower()))


@pytest.mark.parametrize("name", FIGURES)
def test_every_figure_has_a_title_a_description_and_tooltips(name: str, book: Book) -> None:
    spec = spec_of(name, book)
    assert title_of(spec)
    assert spec["description"].startswith(title_of(spec))
    assert len(spec["description"]) > len(title_of(spec)) + 20
    told = [
        unit["encoding"]["tooltip"] for unit in units(spec) if isinstance(unit.get("encoding", {}).get("tooltip"), list)
    ]
    assert told
    for entry in (entry for tooltip in told for entry in tooltip):
        assert entry["title"].strip()
        assert "_" not in entry["title"]
        # numbers are rounded
        assert entry["type"] != "quantitative" or entry["format"] in (",d", ",.5~r")


HELPERS = {"left", "right", "top", "bottom", "low", "high", "x", "y", "x1", "x2", "y1", "y2", "v", "l", "key", "ink"}
"""Names of fields that place marks; they are no words for readers."""


@pytest.mark.parametrize("name", FIGURES)
def test_every_mark_that_stands_for_rows_has_a_tooltip_in_words(name: str, book: Book) -> None:
    for unit in units(spec_of(name, book, zoom=True)):
        encoding = unit.get("encoding", {})
        shown = [one for one in map(encoding.get, "xy") if one and "field" in one and one.get("axis", {}) is not None]
        if shown and unit["mark"]["type"] not in ("text", "image"):
            # marks that help to read say so
            assert isinstance(encoding.get("tooltip"), list) or encoding["tooltip"] == {"value": None}
        told = encoding.get("tooltip")
        for entry in told if isinstance(told, list) else ():
            assert len(entry["title"]) > 1
            assert entry["title"] not in HELPERS
            assert not re.search(r"[a-z]_|[a-z][0-9]$", entry["title"])


@pytest.mark.parametrize("name", FIGURES)
def test_every_figure_has_both_themes(name: str, book: Book) -> None:
    light, dark = spec_of(name, book), spec_of(name, book, "dark")
    assert colours(light) <= {*DARK}
    assert colours(dark) <= {*DARK.values()}
    assert (light["background"], dark["background"]) == (PAPER, DARK[PAPER])
    assert light["config"]["title"]["color"] == INK
    assert not re.search(r'"(white|black|gr[ae]y)"', json.dumps(light))
    assert vl_convert.vegalite_to_svg(dark).startswith("<svg")
    # the chart itself stays as it is
    assert drawn(name, book)["background"] == PAPER


@pytest.mark.parametrize("width", [360, 1000])
@pytest.mark.parametrize("name", [*PLOTS, *DRAWINGS])
def test_a_picture_is_as_wide_as_wanted(name: str, width: int, book: Book) -> None:
    spec = spec_of(name, book, width=width)
    assert measured(spec) == pytest.approx(width, abs=1)
    if name in PLOTS:
        assert spec["config"]["axis"]["labelFontSize"] == 11


def test_panels_that_become_narrow_stand_below_each_other(book: Book) -> None:
    wide, narrow = (spec_of("montecarlo-2.7", book, width=width) for width in (900, 360))
    assert len(wide["hconcat"]) == len(narrow["vconcat"]) == 3
    assert all(panel["width"] > 200 for panel in panels(narrow))


def test_narrow_pictures_have_their_legends_below(book: Book) -> None:
    for name in ("montecarlo-2.11", "search-4.1", "switching-5.9"):
        legends = [
            channel["legend"]
            for unit in units(spec_of(name, book, width=360))
            for channel in unit["encoding"].values()
            if isinstance(channel, dict) and channel.get("legend")
        ]
        assert legends
        assert {legend["orient"] for legend in legends} == {"bottom"}


def test_what_is_measured_is_as_wide_as_the_figure(book: Book) -> None:
    for name in ("montecarlo-2.15", "search-4.1", "minimax-memory", "skat-jacks"):
        spec = spec_of(name, book)
        few = spec | {"datasets": extremes(spec)}
        assert records(few) <= records(spec)
        assert measured(few) == pytest.approx(measured(spec), abs=1)


def test_a_picture_without_its_title_is_described_alike(book: Book) -> None:
    titled, bare = (
        specification(chart("dresher-3.5", book), width=360, zoom=True, is_titled=is_titled)
        for is_titled in (True, False)
    )
    assert "title" not in bare
    assert bare["description"] == titled["description"]
    assert measured(bare) == pytest.approx(360, abs=1)


@pytest.mark.parametrize("width", [199, 4001])
def test_widths_out_of_range_are_refused(width: int, book: Book) -> None:
    with pytest.raises(InputError, match="200 to 4,000"):
        spec_of("montecarlo-2.8", book, width=width)


def test_plots_are_zoomed_and_boards_are_not(book: Book) -> None:
    plot, board = spec_of("montecarlo-2.12", book, zoom=True), spec_of("beams-board", book, zoom=True)
    (zoomed,) = [unit for unit in units(plot) if "params" in unit]
    assert zoomed["params"][0] == {"name": "zoom_0", "select": "interval", "bind": "scales"}
    lines = [unit["mark"] for unit in units(plot) if unit["mark"]["type"] == "line"]
    assert lines
    assert all(mark["point"] == "transparent" and mark["clip"] for mark in lines)
    assert not [unit for unit in units(board) if "params" in unit]


@pytest.mark.parametrize(
    "name", ["montecarlo-2.7", "skat-ladder-nodes", "dresher-3.1", "minimax-grundy", "beams-board"]
)
def test_pages_compile(name: str, book: Book) -> None:
    compiled = vl_convert.vegalite_to_vega(spec_of(name, book, zoom=True))
    assert compiled["marks"]


def test_a_specification_is_a_chart_again(book: Book) -> None:
    for name, kind in (("montecarlo-2.12", altair.LayerChart), ("montecarlo-2.7", altair.HConcatChart)):
        found = as_chart(spec_of(name, book, "dark"))
        assert isinstance(found, kind)
        document = found.to_dict(validate=False)
        assert (document["background"], document["description"][:3]) == (
            DARK[PAPER],
            (name == "montecarlo-2.12" and "DSC") or "ESR",
        )
        assert "text/html" in str(found._repr_mimebundle_()) or found._repr_mimebundle_()


def test_raised_and_lowered_signs() -> None:
    assert style.power_of_ten(12) == "10¹²"
    assert [style.entropy_name(order) for order in ("h0", 1, "h1.5", "3/2", "hinf", "∞")] == [
        "H₀",
        "H₁",
        "H₃⁄₂",
        "H₃⁄₂",
        "H∞",
        "H∞",
    ]


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("montecarlo-2.12", "10<tspan dy="),
        ("search-4.16", ">3/2</tspan>"),
        ("mastermind-4.17", ">α</tspan>"),
        ("dresher-conjectures", ">j</tspan>"),
    ],
)
def test_signs_are_set_in_the_font_of_their_line(name: str, shown: str, book: Book) -> None:
    content = picture(spec_of(name, book))
    assert shown in content
    assert not re.search(r"[A-Za-z0-9]\^|H_|[⁴-⁹₀-₉]", re.sub(r"<title>.*</desc>", "", content))


def test_a_shift_is_taken_back_in_the_next_line() -> None:
    chart = style.titled(style.chart([{"x": 1}]).mark_point().encode(x="x:Q"), "title", "to 10⁵, H₁", "next 10⁶")
    content = picture(specification(chart))
    found = re.search(
        r"<tspan>to 10<tspan dy=\"(-[0-9.]+)\".*?dy=\"([0-9.]+)\".*?dy=\"([0-9.]+)\".*?dy=\"([0-9.]+)\">next", content
    )
    assert found is not None
    up, back, down, line = map(float, found.groups())
    assert back == -up
    assert line == pytest.approx(14 - down)


def test_files_carry_title_and_description(book: Book, tmp_path: Path) -> None:
    spec = spec_of("montecarlo-2.12", book)
    title, description = title_of(spec), spec["description"]
    write(document(spec), tmp_path / "a.svg")
    content = (tmp_path / "a.svg").read_text(encoding="utf-8")
    assert re.match(r'<svg role="img"[^>]*><title>DSC\(40\).*</title><desc>DSC\(40\).*</desc>', content)
    assert "aria-label" not in content
    write(document(spec), tmp_path / "a.png")
    picture = (tmp_path / "a.png").read_bytes()
    assert b"iTXtTitle\0\0\0\0\0" + title.encode() in picture
    assert b"iTXtDescription\0\0\0\0\0" + description.encode() in picture
    # a chunk that is not whole would keep readers from the rest
    assert vl_convert.svg_to_png("<svg xmlns='http://www.w3.org/2000/svg' width='1' height='1'/>")[:8] == picture[:8]
    write(document(spec), tmp_path / "a.pdf")
    assert (tmp_path / "a.pdf").read_bytes().startswith(b"%PDF")
    save(chart("montecarlo-2.12", book), tmp_path / "a.html")
    page = (tmp_path / "a.html").read_text(encoding="utf-8")
    assert f"<title>{title}</title>" in page
    assert '<div id="figure" role="img" aria-label="DSC(40)' in page
    assert len(page) < 500_000


def test_the_same_figure_is_the_same_file(book: Book, tmp_path: Path) -> None:
    first = picture(spec_of("dresher-3.1", book))
    picture(spec_of("skat-jacks", book))
    assert picture(spec_of("dresher-3.1", book)) == first


def test_scales(book: Book, tmp_path: Path) -> None:
    spec = spec_of("beams-board", book)
    for scale, suffix in ((1.0, "png"), (3.0, "png"), (2.0, "svg"), (2.0, "pdf")):
        write(document(spec), tmp_path / f"{scale:g}.{suffix}", scale)
    one, three = (int.from_bytes((tmp_path / f"{scale}.png").read_bytes()[16:20], "big") for scale in (1, 3))
    assert three == pytest.approx(3 * one, abs=3)
    page = re.search(rb"MediaBox *\[0 0 ([0-9.]+)", (tmp_path / "2.pdf").read_bytes())
    assert page is not None
    assert float(page[1]) == pytest.approx(2 * measured(spec), rel=1e-2)
    width = re.search(r' width="([0-9.]+)"', (tmp_path / "2.svg").read_text())
    assert width is not None
    assert float(width[1]) == pytest.approx(2 * measured(spec), rel=1e-3)
