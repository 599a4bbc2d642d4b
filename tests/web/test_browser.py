"""Pages in Chromium, if it is installed, in narrow and wide windows, in light and dark colours."""

from collections.abc import Callable
from typing import Any

import pytest
from chromium import LOOKS, Window, needed
from web.addresses import FILES, PAGES, REFUSED, TEN, WORKING
from web.conftest import Atlas

pytestmark = needed


def test_ten_pages(window: Callable[..., Window]) -> None:
    windows = [window(390, dark=True), window(1280)]
    for number, path in enumerate(TEN):
        one = windows[number % 2]
        one.open(path)
        assert (path, one.faults()) == (path, "")


@pytest.mark.browser
@pytest.mark.parametrize("path", [*PAGES, *REFUSED])
@pytest.mark.parametrize(("width", "dark"), LOOKS)
def test_a_page(window: Callable[..., Window], path: str, width: int, dark: bool) -> None:
    one = window(width, dark)
    one.open(path, is_refused=path in REFUSED)
    assert one.faults() == ""


@pytest.mark.browser
def test_a_chart_of_a_statement_says_what_it_draws_once_it_is_drawn(window: Callable[..., Window]) -> None:
    one = window()
    page = one.open("/sql?q=SELECT range AS n, range * range AS square FROM range(9)&x=n&y=square&mark=line")
    page.wait_for_function("document.getElementById('said').textContent != ''")
    assert page.locator("#said").text_content() == "square by n, 9 of 9 rows"
    assert "Drawing" not in page.content()
    assert one.faults() == ""


@pytest.mark.browser
def test_a_chart_that_cannot_be_drawn_says_so(window: Callable[..., Window]) -> None:
    one = window()
    one.page.route("**/api/sql/chart.json?*", lambda route: route.fulfill(json={"error": "nothing"}, status=200))
    one.page.goto(f"{one.base}/sql?q=SELECT 1 AS x, 2 AS y&x=x&y=y&mark=line")
    one.page.wait_for_selector(".failed")
    assert "Drawing" not in one.page.content()


@pytest.mark.browser
@pytest.mark.parametrize(("width", "dark"), LOOKS)
def test_a_page_at_work(window: Callable[..., Window], width: int, dark: bool) -> None:
    one = window(width, dark)

    def once(route: Any) -> None:
        """The page without its order to be asked for again, so that it stays while it is judged."""
        answer = route.fetch()
        assert answer.headers["refresh"].startswith("1; url=/")
        route.fulfill(
            response=answer, headers={name: text for name, text in answer.headers.items() if name != "refresh"}
        )

    one.page.route("**/sql?*", once)
    # work of its own, so that it does not end, late, what the page before it began
    one.page.goto(f"{one.base}{WORKING} -- {width} {dark}")
    assert one.page.locator(".working").count() == 1
    assert one.faults() == ""


@pytest.mark.browser
@pytest.mark.parametrize("path", FILES)
@pytest.mark.parametrize(("width", "dark"), LOOKS)
def test_a_page_of_an_atlas_without_a_network(
    window: Callable[..., Window], atlas: Atlas, path: str, width: int, dark: bool
) -> None:
    one = window(width, dark, atlas.folder)
    one.open(path)
    assert one.faults() == ""
