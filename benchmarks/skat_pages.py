"""Programs' turns at the table in the browser: whole rounds played by what the pages offer.

Measured per answer of the person: seconds until the page shows that the answer has arrived, and until it shows the next question,
all pages that it asks for in between included.

    python -m benchmarks.skat_pages [--rounds 6] [--seed 1] [OPTION=VALUE ...]

Options of the table are those of its form, such as opponents=informed:100. The person bids or holds once and passes then, takes
up the Skat, discards the last two cards, announces Clubs where it can, and plays the first legal card.
"""

import argparse
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from html import unescape
from statistics import median
from time import perf_counter
from urllib.parse import parse_qsl, urlencode
from urllib.request import urlopen

PORT = 8790


@contextmanager
def served(port: int) -> Iterator[str]:
    """A server on the usual book, and its address."""
    line = [sys.executable, "-m", "tafelwerk", "serve", "--port", str(port)]
    with subprocess.Popen(line, stderr=subprocess.PIPE, text=True) as process:
        try:
            assert process.stderr is not None
            while "shows the book" not in process.stderr.readline():
                pass
            yield f"http://127.0.0.1:{port}"
        finally:
            process.terminate()


def shown(address: str) -> tuple[str, float, float]:
    """A page once programs have played; seconds until it is first there, and until it asks the person."""
    begun, first = perf_counter(), 0.0
    while True:
        with urlopen(address, timeout=120) as answer:
            text, again = answer.read().decode(), "refresh" in answer.headers
        first = first or perf_counter() - begun
        if not again:
            return text, first, perf_counter() - begun


def offered(text: str, has_bid: bool) -> str | None:
    """The query of the first answer that a page offers, of a pass after a bid; None after the round."""
    links = re.findall(r'<a class="playing play[^"]*" href="([^"]*)"', text)
    if not links:
        answers = re.search(r'<ul class="answers".*?</ul>', text, re.DOTALL)
        links = re.findall(r'href="([^"]*)"', answers[0]) if answers else []
    passes = [link for link in links if link.endswith("turn=pass")]
    if has_bid and passes:
        return unescape(passes[0])
    if links:
        return unescape(links[0])
    cards = re.findall(r'name="pick" value="(\w\w)"', text)
    if not cards:
        return None
    hidden = [
        (name, unescape(value)) for name, value in re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', text)
    ]
    return f"?{urlencode([*hidden, ('turn', ' '.join(cards[-2:]))])}"


def round_played(base: str, options: list[tuple[str, str]]) -> Iterator[tuple[float, float, str]]:
    """Seconds of each answer in a round, and the answer."""
    has_bid = False
    text, first, whole = shown(f"{base}/play/skat?{urlencode(options)}")
    while (query := offered(text, has_bid)) is not None:
        has_bid = True
        text, first, whole = shown(f"{base}/play/skat{query}")
        yield first, whole, dict(parse_qsl(query[1:]))["turn"]


def main() -> None:
    """Play rounds, and print median, 90th percentile and maximum."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=6)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("options", nargs="*", metavar="OPTION=VALUE")
    given = parser.parse_args()
    options = [tuple(one.split("=", 1)) for one in given.options]
    firsts, wholes, cards = [], [], []
    with served(PORT) as base:
        for seed in range(given.seed, given.seed + given.rounds):
            for first, whole, turn in round_played(base, [("seed", str(seed)), *options]):
                firsts.append(first)
                wholes.append(whole)
                if re.fullmatch(r"\w\w", turn) and not turn.isdigit():
                    cards.append(whole)
    for name, found in (("answer arrived", firsts), ("next question", wholes), ("of these, after a card", cards)):
        ordered = sorted(found)
        ninth = ordered[int(0.9 * (len(ordered) - 1))]
        print(
            f"{name}: {len(found)} answers, median {median(found):.2f} s, 90 % within {ninth:.2f} s, at most {ordered[-1]:.2f} s"
        )


if __name__ == "__main__":
    main()
