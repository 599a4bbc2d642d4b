"""Every template has an address at which it is opened in the browser, and every address is of a page."""

from pathlib import Path

import pytest
from program import call
from starlette.testclient import TestClient
from web.addresses import AT_TIMES, BEYOND, FILES, PAGES, REFUSED, TEN, WORKING
from web.conftest import POCKET

from tafelwerk.web import pages

PATIENCE = 60
"""How often a page that is at work is asked for again."""


@pytest.fixture(scope="module")
def filled(site: TestClient, tmp_path_factory: pytest.TempPathFactory) -> set[str]:
    """Templates that are filled at the addresses."""
    pages._environment.cache_clear()
    for path in (*PAGES, *REFUSED, WORKING):
        for _ in range(PATIENCE):
            found = site.get(path)
            if "refresh" not in found.headers or path == WORKING:
                break
        assert ("refresh" in found.headers) == (path == WORKING), path
        assert (found.status_code >= 400) == (path in REFUSED), (path, found.status_code)
        assert "<main" in found.text, path
    folder = tmp_path_factory.mktemp("filled") / "atlas"
    figures = [word for name in FILES if name.startswith("figures/") for word in ("--figures", Path(name).stem)]
    assert call("atlas", *figures, "--rows", "5", "-o", folder, "--book", POCKET).returncode == 0
    for name in FILES:
        assert (folder / name).exists(), name
    cache = pages._environment().cache
    assert cache is not None
    return {name for _, name in cache.keys()}  # noqa: SIM118 (a cache is no mapping)


def test_every_template_has_an_address(filled: set[str]) -> None:
    templates = {name for name in pages._environment().list_templates() if name.endswith(".html")}
    missing = sorted(templates - filled - BEYOND.keys() - AT_TIMES.keys())
    assert not missing, f"no page of tests/web/addresses.py shows {', '.join(missing)}: add an address that does"
    assert BEYOND.keys() <= templates - filled


def test_ten_pages_are_among_them() -> None:
    assert len(TEN) == 10
    assert set(TEN) <= set(PAGES)
