"""The longest wait for a page: `python -m benchmarks.pages [--book DIR] [--most N]`.

Every page that links lead to from the first one is asked once of a fresh server, one after the other: families, tables, cards,
records, questions with their examples, figures, and games that links begin. A page whose work is not done says so and counts with
the time until it said so, as for a reader; documents and files, which wait until they are done, are left out.
"""

import argparse
import re
import urllib.error
import urllib.request
from html import unescape
from pathlib import Path
from time import perf_counter, sleep
from urllib.parse import urljoin, urlsplit

from benchmarks.serving import served
from tafelwerk.places import default_book

SHOWN = 10
LINK = re.compile(r'href="([^"#]*)"')
LEFT_OUT = re.compile(r"^/(api|static)/|^/vega|/(rows|picture)\.|[?&](end|compute)=|go=")


def visited(address: str) -> tuple[float, bool, int, str]:
    """Seconds until a page was there, whether it was at work, its status and its text."""
    begin = perf_counter()
    try:
        with urllib.request.urlopen(address, timeout=90) as found:
            text, status, refresh = found.read().decode(), found.status, found.headers.get("refresh")
    except urllib.error.HTTPError as error:
        text, status, refresh = error.read().decode(), error.code, None
    return perf_counter() - begin, refresh is not None, status, text


def crawl(base: str, most: int) -> list[tuple[float, bool, int, str]]:
    """Waits, whether at work, statuses and addresses of pages, as links lead to them."""
    waiting, seen = ["/"], {"/"}
    waits: list[tuple[float, bool, int, str]] = []
    for path in waiting:
        if len(waits) == most:
            break
        seconds, is_working, status, text = visited(base + path)
        waits.append((seconds, is_working, status, path))
        for _ in range(90):
            if not is_working:
                break
            sleep(0.5)
            again, is_working, _, text = visited(base + path)
            waits[-1] = (max(waits[-1][0], again), True, status, path)
        # the links of a game lead to all of its positions
        links = LINK.findall(text) if not path.startswith("/play/") else []
        for link in map(unescape, links):
            found = urljoin(path, link)
            if not urlsplit(found).netloc and not LEFT_OUT.search(found) and found not in seen and "&sort" not in found:
                seen.add(found)
                waiting.append(found)
    return waits


def main() -> None:
    """Print the longest waits."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--book", type=Path, default=default_book())
    options.add_argument("--most", type=int, default=1000, help="pages at most")
    chosen = options.parse_args()
    with served(chosen.book) as server:
        waits = sorted(crawl(server.base, chosen.most), reverse=True)
    working = sum(is_working for _, is_working, _, _ in waits)
    print(f"{len(waits)} pages, {working} of them at first at work; the longest waits:")
    for seconds, is_working, status, path in waits[:SHOWN]:
        print(f"{seconds:6.2f} s  {status}  {'at work  ' if is_working else '         '}{path}")
    faults = [path for _, _, status, path in waits if status >= 500]
    if faults:
        raise SystemExit(f"faults: {', '.join(faults)}")


if __name__ == "__main__":
    main()
