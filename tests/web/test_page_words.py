"""No page shows an option, an order to type something, or a key of JSON, but where lines for a terminal are set aside."""

import re
from collections import Counter
from html import unescape
from urllib.parse import urljoin, urlsplit

import pytest
from starlette.testclient import TestClient
from web.visible import odd_words, word_faults

LEFT_OUT = re.compile(
    r"^/(api|static)/|^/vega|/(rows|picture)\.|[?&](end|compute|values)=|go=|[?&]sort=|seed=$|[?&]page="
)
"""Links to no pages, or to work that takes long."""

STATES = re.compile(r"/(play|tables|sql|builds|data|figures|skat)\b")
"""Pages of which one state is looked at."""


def test_odd_words_are_seen() -> None:
    page = (
        "<p>with --as x</p><p>Type yes</p><p>mean_depth, log_2(x)</p><pre>SELECT a_b -- c</pre><code>a_b</code>"
        "<details><summary>The same elsewhere</summary><p>tafelwerk x --a</p><details><summary>y</summary>--b</details>"
        "</details><p>--seen</p><h2>How to repeat it</h2><p>--unseen</p><h2>More</h2><p>--more</p>"
    )
    found = [fault.partition(" in ")[0] for fault in odd_words(page, has_columns=False)]
    assert found == ["--as", "Type yes", "mean_depth", "--seen", "--more"]
    assert not list(odd_words("<td>a_b</td>", has_columns=True))


@pytest.mark.slow
def test_no_linked_page_shows_them(site: TestClient) -> None:
    """Every page that links lead to from the first one is there, and shows none; of boards, tables and lists one state each."""
    pages: dict[str, str] = {}
    statuses: dict[str, int] = {}
    waiting, states = ["/"], Counter[str]()
    for path in waiting:
        response = site.get(path)
        if response.status_code == 200 and "text/html" in response.headers["content-type"]:
            pages[path] = response.text
        elif response.status_code != 200:
            statuses[path] = response.status_code
        for link in map(unescape, re.findall(r'href="([^"#]*)"', response.text)):
            target = urljoin(path, link)
            state = target.partition("?")[0] if STATES.match(target) else target
            states[state] += 1
            if not urlsplit(target).netloc and not LEFT_OUT.search(target) and states[state] == 1:
                waiting.append(target)
    assert len(pages) > 400
    assert word_faults(pages) == []
    # figures whose rows the book lacks say which build makes them
    assert {
        path: status for path, status in statuses.items() if not (status == 404 and path.startswith("/figures/"))
    } == {}
