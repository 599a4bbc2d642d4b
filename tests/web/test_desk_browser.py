"""The data desk in Chromium: words of a statement are coloured and completed, values filter in place, paper has every column."""

from collections.abc import Callable

import pytest
from chromium import AT_MOST, Window, needed

pytestmark = [needed, pytest.mark.browser]


def test_a_statement_is_coloured_completed_and_run_by_keys(window: Callable[..., Window]) -> None:
    one = window()
    page = one.page
    one.open("/sql")
    box, names = page.locator("#q"), page.locator("#names li")
    with page.expect_response("**/api/schema"):
        box.click()
    page.keyboard.press("Control+a")
    page.keyboard.type("select n, 'it''s' as \"from\" -- from\nfrom dresher.ga")
    assert names.all_text_contents() == ["dresher.games"]
    page.keyboard.press("Tab")
    page.keyboard.type(" where n < 3 order by even_")
    assert names.all_text_contents() == ["even_total"]
    page.keyboard.press("ArrowDown")
    assert box.get_attribute("aria-activedescendant") == "name-0"
    assert one.faults() == ""
    page.keyboard.press("Enter")
    assert page.locator("#names").is_hidden()
    typed = "select n, 'it''s' as \"from\" -- from\nfrom dresher.games where n < 3 order by even_total"
    assert box.input_value() == typed
    assert page.locator("#lit").text_content() == f"{typed}\n"
    coloured = {kind: page.locator(f"#lit .{kind}").all_text_contents() for kind in ("keyword", "text", "comment")}
    assert coloured["keyword"] == ["select", "as", "from", "from", "where", "order", "by"]
    assert coloured["text"] == ["'it''s'"]
    assert coloured["comment"] == ["-- from"]
    heights = page.evaluate("[document.getElementById('q'), document.getElementById('lit')].map((e) => e.scrollHeight)")
    assert abs(heights[0] - heights[1]) <= 2, "the colours lie behind their words"
    page.keyboard.press("Control+Enter")
    page.wait_for_selector("[aria-label=Rows]")
    assert page.locator("[aria-label=Rows] tbody tr").count() == 2


def test_values_filter_in_place_and_rows_lead_on(window: Callable[..., Window]) -> None:
    from playwright.sync_api import expect

    one = window(390, dark=True)
    page = one.page
    one.open("/tables/dresher.games")
    page.evaluate("window.isSame = true")
    page.click(".facets a[href='?bound_met=true']")
    page.wait_for_selector(".chips")
    page.fill("#f-n", "<9")
    page.keyboard.press("Enter")
    page.wait_for_url(lambda url: url.endswith("/tables/dresher.games?n=%3C9&bound_met=true"))
    expect(page.locator(".grid tbody tr")).to_have_count(6, timeout=AT_MOST)
    assert page.locator(".chips a").all_text_contents() == ["n <9 ×", "bound_met = true ×", "All rows"]
    page.click(".grid tbody tr:first-child a")
    page.wait_for_selector("dl.document dt")
    assert page.evaluate("window.isSame"), "the page stayed"
    assert one.faults() == ""
    page.click("text=dresher.hider of this row")
    page.wait_for_url("**/tables/dresher.hider?n=1")


def test_the_first_column_stays_and_paper_has_every_column(window: Callable[..., Window]) -> None:
    one = window()
    page = one.page
    one.open("/tables/dresher.games")
    first = page.locator(".grid tbody tr:first-child td").first
    left = first.bounding_box()
    page.evaluate("document.querySelector('.grid').scrollLeft = 900")
    assert first.bounding_box() == left
    page.emulate_media(media="print")
    page.set_viewport_size({"width": 700, "height": 1000})
    assert page.evaluate("document.documentElement.scrollWidth <= 700")
    cells = page.locator(".grid tbody tr:nth-child(20) td")
    assert cells.count() == 22
    for index in range(22):
        box = cells.nth(index).bounding_box()
        assert box is not None
        assert 0 <= box["x"] <= box["x"] + box["width"] <= 700
    label = page.evaluate("getComputedStyle(document.querySelectorAll('.grid tbody td')[21], '::before').content")
    assert "build" in label or "attr(data-label)" in label


def test_without_a_script_the_form_asks(window: Callable[..., Window]) -> None:
    one = window(java_script_enabled=False)
    page = one.page
    one.open("/data")
    page.fill("#q", "SELECT 6 * 7 AS answer")
    one.follow(lambda: page.click("button:has-text('Run')"))
    assert page.locator("[aria-label=Rows] tbody td").all_text_contents() == ["42"]
    one.open("/tables/dresher.hider")
    page.fill("#f-n", "4")
    one.follow(lambda: page.click("button:has-text('Filter')"))
    assert page.url.endswith("/tables/dresher.hider?n=4")
