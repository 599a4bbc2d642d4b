"""A page of another origin in Chromium: whatever it tries, the server begins no job; what a reader presses is answered."""

from collections.abc import Iterator
from contextlib import closing
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from time import sleep
from typing import Any
from urllib.request import urlopen

import pytest
import uvicorn
from chromium import needed
from web.conftest import POCKET

from tafelwerk.commands.serve import _bound
from tafelwerk.web.app import application
from tafelwerk.web.jobs import Workers

pytestmark = [needed, pytest.mark.browser]

TRIES = dict(line.split(" ", 1) for line in Path(__file__).with_name("tries.txt").read_text().splitlines())
"""What a page has in it, by what it tries."""

LEADING = ("lead", "top", "refresh")
"""Those that leave the page."""


@pytest.fixture(scope="module")
def begun() -> Iterator[list[str]]:
    """Jobs that reach the workers."""
    jobs: list[str] = []
    run = Workers.run

    def recorded(self: Workers, job: str, *asked: Any, **given: Any) -> str:
        jobs.append(job)
        return run(self, job, *asked, **given)

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(Workers, "run", recorded)
        yield jobs


@pytest.fixture(scope="module")
def base(begun: list[str]) -> Iterator[str]:
    """Address of a server in this process."""
    with closing(_bound(None)) as listening:
        port = listening.getsockname()[1]
        server = uvicorn.Server(uvicorn.Config(application(POCKET, port), log_level="error"))
        thread = Thread(target=server.run, kwargs={"sockets": [listening]})
        thread.start()
        urlopen(f"http://127.0.0.1:{port}/vega.js", timeout=60).close()
        # the jobs that warm the server are no page's
        while not {"shelves", "command", "library"} <= {*begun}:
            sleep(0.05)
        yield f"http://127.0.0.1:{port}"
        server.should_exit = True
        thread.join()


@pytest.fixture(scope="module")
def elsewhere(base: str) -> Iterator[str]:
    """Address of another server, whose pages try what their paths say."""

    class Page(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            text = TRIES.get(self.path.strip("/"), "").format(to=f"{base}/sql?q=SELECT+1+AS+n", base=base)
            self.send_response(200)
            self.send_header("content-type", "text/html")
            self.end_headers()
            self.wfile.write(f"<!DOCTYPE html><title>Elsewhere</title>{text}".encode())

        def log_message(self, *words: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Page)
    Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://localhost:{server.server_address[1]}"
    server.shutdown()
    server.server_close()


@pytest.mark.parametrize("name", TRIES)
def test_a_foreign_page_begins_no_job(chromium: Any, base: str, elsewhere: str, begun: list[str], name: str) -> None:
    page = chromium.new_page()
    # its tables are known from here on
    page.goto(f"{base}/sql")
    before = len(begun)
    requests = []
    page.context.on("request", lambda one: requests.append(one.url) if one.url.startswith(base) else None)
    page.goto(f"{elsewhere}/{name}")
    if name in LEADING:
        page.wait_for_url(f"{base}/**")
        assert "has not been run" in page.content()
    page.wait_for_timeout(700)
    assert begun[before:] == []
    # what is opened ahead is not told to playwright
    assert requests or name == "prerender"
    page.context.close()


@pytest.mark.parametrize(
    ("button", "kind", "led", "shown", "job"),
    [
        ("Run", "button", TRIES["lead"], "text=1 row.", "statement"),
        ("Open", "link", "<script>location.href = '{base}/play/tictactoe?seed=3'</script>", "svg.game", "play"),
    ],
)
def test_a_reader_goes_on_from_there(
    chromium: Any, base: str, elsewhere: str, begun: list[str], monkeypatch: pytest.MonkeyPatch,
    button: str, kind: str, led: str, shown: str, job: str,
) -> None:  # fmt: skip
    monkeypatch.setitem(TRIES, "lead", led)
    page = chromium.new_page()
    page.goto(f"{elsewhere}/lead")
    page.wait_for_url(f"{base}/**")
    before = len(begun)
    page.reload()
    assert begun[before:] == []
    page.get_by_role(kind, name=button, exact=True).click()
    page.wait_for_selector(shown)
    assert begun[before:] == [job]
    page.close()
