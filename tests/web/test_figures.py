"""Figures: the gallery, a page with statements and rows, specifications, the script that draws them."""

import re
from html import unescape
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
import vl_convert
from starlette.testclient import TestClient
from web.asking import open_page
from web.conftest import BASE

from tafelwerk.families import FAMILIES
from tafelwerk.plots.figure import all_figures
from tafelwerk.plots.pictures import PHONE
from tafelwerk.web import picture_jobs
from tafelwerk.web.routes.figure_pages import group_figures, listed_figures


def names(text: str) -> list[str]:
    """The figures that a gallery shows."""
    return re.findall(r'href="/figures/([^"]+)"', text)


def test_the_gallery_has_every_figure_once_by_family_and_origin(site: TestClient) -> None:
    assert sorted(names(open_page(site, "/figures"))) == sorted(all_figures(FAMILIES))
    groups = dict(group_figures(listed_figures()))
    assert list(groups) == [family for family in FAMILIES if family in groups]
    sets = {name: [one["name"] for one in members] for name, members in groups["montecarlo"]}
    assert {"3-5-11-4", "montecarlo-2.12"} <= {*sets["Figures of the source"]}
    assert [heading for heading, _ in groups["beams"]] == ["Figures of the source", "More figures"]


def test_a_figure_says_where_it_comes_from(site: TestClient) -> None:
    text = open_page(site, "/figures/dresher-3.1")
    (link,) = re.findall(r'href="(/sql\?[^"]+)"', text)
    (statement,) = parse_qs(urlsplit(unescape(link)).query)["q"]
    assert "FROM dresher.hider" in statement
    answer = site.post("/api/sql", json={"sql": statement, "limit": 100}, headers={"origin": BASE}).json()
    assert len(answer["rows"]) == 40
    for words in ("Stassen", "figure 3.1", "Certainty: ", "tafelwerk plot dresher-3.1 -o dresher-3.1.svg"):
        assert words in text
    assert "no table is read" in open_page(site, "/figures/beams-board")


def test_a_finding_whose_figure_the_book_cannot_draw_leads_to_none(site: TestClient) -> None:
    for finding, figure, is_drawn in (("even-groups", "search-4.4", True), ("more-thinking", "montecarlo-2.11", False)):
        text = open_page(site, f"/results/{finding}")
        assert (f'href="/figures/{figure}"' in text) is is_drawn
        assert ("This book lacks rows of the figure" in text) is not is_drawn
        if is_drawn:
            # on a phone it is as narrow as that
            (address,) = re.findall(r'media="\(max-width: 40rem\)" srcset="([^"]*)"', text)
            sizes = [
                float(re.findall(r' width="([\d.]+)', site.get(path).text)[0])
                for path in (address, address.partition("?")[0])
            ]
            assert sizes[0] < PHONE + 10 < 2 * PHONE < sizes[1]


def test_a_figure_leads_to_those_beside_it(site: TestClient) -> None:
    every = [figure["name"] for figure in listed_figures()]
    for place, beside in ((0, ["", every[1]]), (1, [every[0], every[2]]), (len(every) - 1, [every[-2], ""])):
        text = site.get(f"/figures/{every[place]}").text
        ends = dict(re.findall(r'rel="(prev|next)" href="/figures/([^"]+)"', text))
        assert [ends.get("prev", ""), ends.get("next", "")] == beside


def test_what_readers_are_told_is_text(site: TestClient) -> None:
    # a view is known as the tables behind it are
    assert "Certainty: " in open_page(site, "/figures/switching-5.8")
    text = open_page(site, "/figures/dresher-3.2")
    assert re.search(r'<p id="said" class="unseen">[^<]{40,}</p>', text)
    assert re.search(r"<figcaption><strong>[^<]+</strong>", text)
    assert text.count("<tr>") == 1 + picture_jobs.ROWS
    assert re.search(r"The first 200 of [0-9,]+ rows", text)


def test_a_specification_without_its_title(site: TestClient) -> None:
    path = "/api/figures/dresher-3.1.json"
    titled, bare = (site.get(f"{path}?width=360&title={word}").json() for word in ("yes", "no"))
    assert "title" in titled["spec"]
    assert "title" not in bare["spec"]
    assert titled["marks"] == bare["marks"] > 200
    picture = site.get("/figures/dresher-1.3/picture.svg?theme=dark")
    assert picture.headers["content-disposition"] == 'attachment; filename="dresher-1.3.svg"'
    assert picture.text.startswith("<svg")


def test_the_script_is_made_once_and_kept_where_it_can_be(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    library = picture_jobs.library.__wrapped__
    calls: list[str] = []
    monkeypatch.setattr(vl_convert, "javascript_bundle", lambda text: calls.append(text) or text)
    monkeypatch.setattr("tafelwerk.places.user_cache", lambda: tmp_path / "cache")
    made = library()
    assert made == library() == "(() => {window.vegaEmbed = vegaEmbed;})();"
    (kept,) = (tmp_path / "cache").iterdir()
    assert kept.read_text(encoding="utf-8") == made
    assert len(calls) == 1
    (tmp_path / "file").touch()
    monkeypatch.setattr("tafelwerk.places.user_cache", lambda: tmp_path / "file" / "cache")
    assert library() == made
