"""Figures as they are shown: widths, descriptions, zoom, and what is written to files."""

import json
import re
from functools import cache
from pathlib import Path

import altair
import pytest
from figures import FIGURES, chart, draw

from tafelwerk.errors import InputError
from tafelwerk.plots import style
from tafelwerk.plots.output import check, write
from tafelwerk.plots.rendering import document, picture, save, title_of
from tafelwerk.plots.specification import Spec, as_chart, measure_width, panels, specification, units
from tafelwerk.plots.style import DARK, PAPER, Theme
from tafelwerk.tables.book import Book

PLOTS = ("montecarlo-2.7", "montecarlo-2.11", "skat-jacks")
DRAWINGS = ("beams-A.1", "montecarlo-2.4")


@cache
def spec_of(name: str, book: Book, theme: Theme = "light", width: int | None = None, *, zoom: bool = False) -> Spec:
    return specification(chart(name, book), theme, width, zoom=zoom)


@pytest.mark.parametrize(
    ("name", "width"), [*((name, 360) for name in PLOTS), ("switching-5.10", 1000), *((name, 360) for name in DRAWINGS)]
)
def test_a_picture_is_as_wide_as_wanted(name: str, width: int, book: Book) -> None:
    spec = spec_of(name, book, width=width)
    assert measure_width(spec) == pytest.approx(width, abs=1)
    if name not in DRAWINGS:
        assert spec["config"]["axis"]["labelFontSize"] == pytest.approx(11, rel=0.03)


def test_narrow_pictures_have_their_panels_and_legends_below_each_other(book: Book) -> None:
    wide, narrow = (spec_of("montecarlo-2.7", book, width=width) for width in (900, 360))
    assert len(wide["hconcat"]) == len(narrow["vconcat"]) == 3
    assert all(panel["width"] > 200 for panel in panels(narrow))
    encodings = [unit["encoding"] for unit in units(spec_of("montecarlo-2.11", book, width=360))]
    channels = [channel for encoding in encodings for channel in encoding.values() if isinstance(channel, dict)]
    assert {channel["legend"]["orient"] for channel in channels if channel.get("legend")} == {"bottom"}


def test_a_picture_without_its_title_is_described_alike(book: Book) -> None:
    titled = spec_of("montecarlo-2.11", book, width=360)
    bare = specification(chart("montecarlo-2.11", book), width=360, is_titled=False)
    assert "title" not in bare
    assert bare["description"] == titled["description"]
    assert measure_width(bare) == pytest.approx(360, abs=1)


def test_widths_have_limits(book: Book) -> None:
    for width in (199, 4001):
        with pytest.raises(InputError, match=f"width {width}: a figure is 200 to 4,000 pixels wide"):
            spec_of("montecarlo-2.8", book, width=width)
    for width in (200, 4000):
        assert measure_width(spec_of("montecarlo-2.8", book, width=width)) == pytest.approx(width, abs=4)


def test_plots_are_zoomed_and_boards_are_not(book: Book) -> None:
    plot, board = spec_of("montecarlo-2.12", book, zoom=True), spec_of("beams-board", book, zoom=True)
    (zoomed,) = [unit for unit in units(plot) if "params" in unit]
    assert zoomed["params"][0] == {"name": "zoom_0", "select": "interval", "bind": "scales"}
    lines = [unit["mark"] for unit in units(plot) if unit["mark"]["type"] == "line"]
    assert lines
    assert all(mark["point"] == "transparent" and mark["clip"] for mark in lines)
    assert not [unit for unit in units(board) if "params" in unit]


def test_a_specification_is_a_chart_again(book: Book) -> None:
    spec = spec_of("montecarlo-2.7", book, "dark", 360)
    again = as_chart(spec)
    assert isinstance(again, altair.VConcatChart)
    document = again.to_dict(validate=False)
    assert (document["background"], document["description"]) == (DARK[PAPER], spec["description"])


def test_raised_and_lowered_signs(book: Book) -> None:
    """They are set in the font of their line; that nothing else is left, each figure's own test says."""
    assert style.power_of_ten(12) == "10¹²"
    orders = {"h0": "H₀", 1: "H₁", "h1.5": "H₃⁄₂", "3/2": "H₃⁄₂", "hinf": "H∞", "∞": "H∞"}
    assert {order: style.entropy_name(order) for order in orders} == orders
    assert "10<tspan dy=" in picture(spec_of("montecarlo-2.12", book))
    assert ">α</tspan>" in picture(spec_of("mastermind-4.17", book))


def test_a_shift_is_taken_back_in_the_next_line() -> None:
    chart = style.add_title(style.chart([{"x": 1}]).mark_point().encode(x="x:Q"), "title", "to 10⁵, H₁", "next 10⁶")
    content = picture(specification(chart))
    shifts = re.search(
        r"<tspan>to 10<tspan dy=\"(-[0-9.]+)\".*?dy=\"([0-9.]+)\".*?dy=\"([0-9.]+)\".*?dy=\"([0-9.]+)\">next", content
    )
    assert shifts is not None
    up, back, down, line = map(float, shifts.groups())
    assert back == -up
    assert line == pytest.approx(14 - down)


def test_files_carry_title_and_description(book: Book, tmp_path: Path) -> None:
    spec = spec_of("montecarlo-2.12", book)
    title, description = title_of(spec), spec["description"]
    for suffix in ("svg", "png", "pdf"):
        write(document(spec), tmp_path / f"a.{suffix}")
    content = (tmp_path / "a.svg").read_text(encoding="utf-8")
    assert re.match(r'<svg role="img"[^>]*><title>DSC\(40\).*</title><desc>DSC\(40\).*</desc>', content)
    assert "aria-label" not in content
    image = (tmp_path / "a.png").read_bytes()
    assert image.startswith(b"\x89PNG\r\n\x1a\n")
    assert b"iTXtTitle\0\0\0\0\0" + title.encode() in image
    assert b"iTXtDescription\0\0\0\0\0" + description.encode() in image
    assert (tmp_path / "a.pdf").read_bytes().startswith(b"%PDF")
    save(chart("montecarlo-2.12", book), tmp_path / "a.html")
    page = (tmp_path / "a.html").read_text(encoding="utf-8")
    assert not re.search(r"<(script|link)[^>]*(src|href)\s*=", page), "it needs no network"
    assert f"<title>{title}</title>" in page
    assert '<div id="figure" role="img" aria-label="DSC(40)' in page
    assert len(page) < 500_000


def test_the_same_figure_is_the_same_file(book: Book) -> None:
    """And other endings than those of pictures are refused."""
    first = picture(spec_of("dresher-3.1", book))
    picture(spec_of("beams-board", book))
    assert picture(spec_of("dresher-3.1", book)) == first
    name = "montecarlo-2.11"
    assert json.dumps(draw(name, book)) == json.dumps(FIGURES[name].draw(book).to_dict())  # type: ignore[attr-defined]
    for name in ("a.eps", "a", "a.svg.gz"):
        with pytest.raises(InputError, match=r"FILE\.svg, FILE\.png, FILE\.pdf or FILE\.html"):
            check(Path(name))


def test_scales(book: Book, tmp_path: Path) -> None:
    spec = spec_of("beams-board", book)
    for scale, suffix in ((1.0, "png"), (3.0, "png"), (2.0, "svg"), (2.0, "pdf")):
        write(document(spec), tmp_path / f"{scale:g}.{suffix}", scale)
    one, three = (int.from_bytes((tmp_path / f"{scale}.png").read_bytes()[16:20], "big") for scale in (1, 3))
    assert three == pytest.approx(3 * one, abs=3)
    for suffix, pattern in (("pdf", rb"MediaBox *\[0 0 ([0-9.]+)"), ("svg", rb' width="([0-9.]+)"')):
        width = re.search(pattern, (tmp_path / f"2.{suffix}").read_bytes())
        assert width is not None
        assert float(width[1]) == pytest.approx(2 * measure_width(spec), rel=1e-2)
