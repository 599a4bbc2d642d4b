"""Figures: the gallery, a page with statements and rows, specifications."""

import re
from html import unescape
from urllib.parse import parse_qs, urlsplit

import pytest
from starlette.testclient import TestClient

from tafelwerk.build.catalogue import FAMILIES
from tafelwerk.plots.figure import all_figures
from tafelwerk.web.routes.figures import grouped, listed_figures


def settled(site: TestClient, path: str, status: int = 200) -> str:
    """A page, once its work is done."""
    for _ in range(60):
        found = site.get(path)
        assert found.status_code == (200 if "refresh" in found.headers else status), found.text
        if "refresh" not in found.headers:
            return found.text
    raise AssertionError(f"{path} is still at work")


def test_the_gallery_has_every_figure_once_by_family_and_origin(site: TestClient) -> None:
    text = settled(site, "/figures")
    links = re.findall(r'href="/figures/([^"]+)"', text)
    assert sorted(links) == sorted(all_figures(FAMILIES))
    groups = dict(grouped(listed_figures()))
    assert list(groups) == [family for family in FAMILIES if family in groups]
    sets = {name: [one["name"] for one in figures] for name, figures in groups["montecarlo"]}
    assert {"3-5-11-4", "montecarlo-2.12"} <= {*sets["Figures of the source"]}
    assert [heading for heading, _ in groups["beams"]] == ["Figures of the source", "More figures"]


def test_figures_are_found_by_family_and_words(site: TestClient) -> None:
    assert "montecarlo-2.12" in settled(site, "/figures?words=DSC(40)")
    text = settled(site, "/figures?words=dresher")
    assert {one.partition("-")[0] for one in re.findall(r'href="/figures/([^"]+)"', text)} == {"dresher"}
    assert "no figure has" in settled(site, "/figures?words=nonesuch", 404)


def test_a_figure_says_where_it_comes_from(site: TestClient) -> None:
    text = settled(site, "/figures/dresher-3.1")
    (link,) = re.findall(r'href="(/sql\?[^"]+)"', text)
    (statement,) = parse_qs(urlsplit(unescape(link)).query)["q"]
    assert "FROM dresher.hider" in statement
    found = site.post("/api/sql", json={"sql": statement, "limit": 100}, headers={"origin": str(site.base_url)}).json()
    assert len(found["rows"]) == 40
    assert "Stassen" in text
    assert "figure 3.1" in text
    assert "Certainty: " in text
    assert "Computed from the rows of this statement: weight, about." in text
    assert '<a rel="prev" href="/figures/dresher-1.3">' in text
    assert '<a rel="next" href="/figures/dresher-3.2">' in text
    assert "tafelwerk plot dresher-3.1 -o dresher-3.1.svg" in text


def test_the_first_rows_behind_marks_are_on_the_page(site: TestClient) -> None:
    text = settled(site, "/figures/dresher-3.2")
    assert text.count("<tr>") == 201
    assert re.search(r"The first 200 of [0-9,]+ rows", text)


def test_a_figure_of_rules_reads_no_table(site: TestClient) -> None:
    assert "no table is read" in settled(site, "/figures/beams-board")


def test_a_figure_without_rows_names_the_build(site: TestClient) -> None:
    text = settled(site, "/figures/montecarlo-2.12", 404)
    assert "tafelwerk build montecarlo" in text
    assert 'id="chart"' not in text


def test_a_specification_without_its_title(site: TestClient) -> None:
    path = "/api/figures/dresher-3.1.json"
    titled, bare = (site.get(f"{path}?width=360&title={word}").json() for word in ("yes", "no"))
    assert "title" in titled["spec"]
    assert "title" not in bare["spec"]
    assert titled["marks"] == bare["marks"] > 200
    assert site.get(f"{path}?title=maybe").status_code == 404


@pytest.mark.parametrize("name", ["dresher-3.1", "beams-board"])
def test_what_readers_are_told_is_text(site: TestClient, name: str) -> None:
    text = settled(site, f"/figures/{name}")
    assert re.search(r'<p id="said" class="unseen">[^<]{40,}</p>', text)
    assert re.search(r"<figcaption><strong>[^<]+</strong>", text)
