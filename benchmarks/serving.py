"""The server under load: `python -m benchmarks.serving`, or `make serving`, which writes the table of docs/browser.md.

Requests come in an open loop: each is sent when it is due, whether earlier ones are answered or not, so that a slow answer delays
no other request and hides nothing (G. Tene, How not to measure latency, 2013). Every part has a server of its own, started on the
book and ended afterwards. CPU time is that of the server and all its workers, from start to exit.
"""

import argparse
import os
import random
import re
import shutil
import statistics
import subprocess
import sys
import threading
import urllib.error
import urllib.request
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from html import unescape
from pathlib import Path
from time import perf_counter, sleep
from urllib.parse import urlencode

from benchmarks.harness import machine, scratch_folder
from reference.server import running
from tafelwerk.places import default_book
from tafelwerk.wording import count_noun

PER_SECOND = 10
"""Requests per second."""

MIX = (
    "/",
    "/tables/dresher",
    "/tables/dresher.games?sort=-n",
    "/tables/montecarlo.dsc_duels?n=10",
    "/sql?q=FROM%20dresher.games%20WHERE%20n%20%3C%20{r}",
    "/ask",
    "/ask/dresher/value?n={r}",
    "/ask/minimax/grundy?heaps={r}%2013%2020",
    "/api/dresher/hider?n={r}",
    "/api/mastermind/next?pegs=4&colors=6&history=AABC%201,2",
    "/figures/dresher-3.1",
    "/api/figures/dresher-3.1.json",
    "/play/tictactoe?seed={r}&turn=4",
    "/play/mastermind?pegs=4&colors=6&seed={r}&turn=AABB",
    "/builds",
    "/static/site.css",
)
"""Addresses under load; {r} is a random number from 2 to 60."""

HEAVY = (
    "/sql?q=SELECT%20count(*)%20FROM%20range(100000000)%20a,%20range(1000000)%20b"
    "%20WHERE%20(a.range%20*%20b.range%20%2B%20{r})%20%25%207%20=%203"
)
"""A statement that takes all the time that it may."""

ABANDONED = (
    HEAVY,
    "/play/mastermind?pegs=4&colors=6&seed={r}&turn=AABB&hint=1",
    "/ask/montecarlo/simulate?words=dsc%20{r}&first=mc:100&second=mc:100&games=100000&compute=1",
)
"""Work that takes longer than a page waits, and that nobody asks for again."""

LARGE = "/sql/rows.csv?q=SELECT%20repeat('{r}',%201000)%20AS%20x%20FROM%20range(10000)"
"""A file of 20 MB, for numbers of two digits."""

BOARDS = (
    ("Beams", "/play/beams?variant=3c6p&seed={r}", ("1@2", "2@5"), "150 ms"),
    ("Mastermind", "/play/mastermind?pegs=4&colors=6&seed={r}", ("AABB", "ACDE"), "100 ms"),
)
"""Games: name, address, turns, and the aim of a move without a hint."""

COUNTED = "/play/beams?variant=6c10p&seed=1"
"""A game whose codes are counted by samples, after its board is shown."""

SKAT = "/play/skat"

FIGURE = "/api/figures/dresher-3.1.json"
CHROMIUM = ("chromium", "chromium-browser", "google-chrome")
SECONDS_PER_ANSWER = 60
FIRST = 10
"""Seconds of load on a fresh server, which has everything to load yet."""

PAGE = Path(__file__).parent.parent / "docs" / "browser.md"
BEGIN, END = "<!-- written by `make serving` -->\n", "<!-- end of what is written -->"


@dataclass(frozen=True)
class Answer:
    """An answered request.

    Attributes:
        path: of the address.
        seconds: until the whole answer was there.
        status: of the answer, or what went wrong.
        text: its content.
        again: seconds after which the page asks again; None if its work is done.
    """

    path: str
    seconds: float
    status: str
    text: str = ""
    again: float | None = None


@dataclass
class Served:
    """A server in use.

    Attributes:
        base: "http://127.0.0.1:PORT".
        ready: seconds from its start to its first answer.
        process: number of the server's process.
        cpu: CPU seconds of the server and its workers, once it has ended.
        answers: what it was asked.
    """

    base: str
    ready: float
    process: int = 0
    cpu: float = 0.0
    answers: list[Answer] = field(default_factory=list)

    def ask(self, path: str) -> Answer:
        """Ask for an address."""
        begun = perf_counter()
        try:
            with urllib.request.urlopen(self.base + path, timeout=SECONDS_PER_ANSWER) as response:
                text, status, refresh = response.read(), str(response.status), response.headers.get("refresh")
        except (OSError, urllib.error.HTTPError) as error:
            text, status, refresh = b"", str(error), None
        again = None if refresh is None else float(refresh.partition(";")[0])
        done = Answer(path, perf_counter() - begun, status, text.decode("utf-8", "replace"), again)
        self.answers.append(done)
        return done

    def shown(self, path: str) -> tuple[Answer, float]:
        """Ask until the work of a page is done: its last answer, and the seconds until then."""
        begun = perf_counter()
        while (answer := self.ask(path)).again is not None:
            sleep(answer.again)
        return answer, perf_counter() - begun


@contextmanager
def served(book: Path) -> Iterator[Served]:
    """The program, serving a book."""
    used, made = os.times(), Served("", 0.0)
    try:
        with running(book) as (made.base, made.ready, made.process):
            yield made
    finally:
        now = os.times()
        made.cpu = now.children_user + now.children_system - used.children_user - used.children_system


@contextmanager
def building() -> Iterator[None]:
    """A build of the standard book by one process, in a folder that is gone at the end."""
    book = scratch_folder() / "book"
    line = [sys.executable, "-m", "tafelwerk", "build", "--jobs", "1", "--book", str(book)]
    process = subprocess.Popen(line, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        yield
        if process.poll() is not None:
            print("the build ended before the load did: give fewer --seconds", file=sys.stderr)
    finally:
        with suppress(ProcessLookupError):
            process.terminate()
        process.wait(60)


def loaded(server: Served, seconds: int, seed: int = 1) -> list[Answer]:
    """Ask in an open loop, ten times a second.

    Args:
        server: asked.
        seconds: how long.
        seed: of the choice of addresses.

    Returns:
        All answers; seconds count from when a request was due.
    """
    draw, answers, asked = random.Random(seed), list[Answer](), list[threading.Thread]()

    def ask(path: str, due: float) -> None:
        found = server.ask(path)
        answers.append(Answer(path, perf_counter() - due, found.status, "", found.again))

    begun = perf_counter()
    for number in range(seconds * PER_SECOND):
        due = begun + number / PER_SECOND
        sleep(max(0.0, due - perf_counter()))
        path = draw.choice(MIX).format(r=draw.randint(2, 60))
        asked.append(threading.Thread(target=ask, args=(path, due)))
        asked[-1].start()
    for thread in asked:
        thread.join()
    return answers


def started(book: Path, repeat: int) -> Iterator[str]:
    """Rows on a server's start and its first figure."""
    ready, first, again = list[float](), list[float](), list[float]()
    for _ in range(repeat):
        with served(book) as server:
            ready.append(server.ready)
            first.append(server.ask(FIGURE).seconds)
            again.append(server.ask(FIGURE).seconds)
    yield _row("ready after start", ready, "1 s")
    yield _row("a figure's specification right after that", first, "1.5 s")
    yield _row("the same again", again, "100 ms")


def drawn(book: Path) -> Iterator[str]:
    """Rows on a figure's page in Chromium, from its address to the picture; none without Chromium."""
    found = next(filter(None, map(shutil.which, CHROMIUM)), None)
    if found is None:
        print("Chromium is not installed: no page was timed in it", file=sys.stderr)
        return
    from playwright.sync_api import sync_playwright

    seconds = list[float]()
    with served(book) as server, sync_playwright() as made:
        browser = made.chromium.launch(executable_path=found, args=["--no-sandbox"])
        page = browser.new_page()
        page.goto(f"{server.base}/static/site.css")
        for _ in range(6):
            begun = perf_counter()
            page.goto(f"{server.base}/figures/dresher-3.1")
            page.wait_for_selector("#chart svg, #chart canvas")
            seconds.append(perf_counter() - begun)
        browser.close()
    yield _row("first figure drawn in Chromium", seconds[:1], "")
    yield _row("the same figure drawn again", seconds[1:], "")


def under_load(book: Path, seconds: int, beside: str = "", *, is_fresh: bool = False) -> Iterator[str]:
    """Rows on requests in an open loop, to a server that has shown each kind of page once, or to a fresh one."""
    with served(book) as server:
        for path in ("/",) if is_fresh else MIX:
            server.shown(path.format(r=1))
        answers = loaded(server, seconds)
    failed = [one for one in answers if one.status != "200"]
    times = [one.seconds for one in answers]
    what = f"{PER_SECOND} requests per second for {seconds} s{beside}"
    yield _row(
        f"{what}, {len(failed)} of {len(answers)} failed",
        times,
        "" if beside or is_fresh else "p99 500 ms, none failed",
    )
    yield f"| CPU per request of these, all processes | {_text(server.cpu / len(answers))} | | | |"
    for one in failed[:5]:
        print(f"failed: {one.path}: {one.status}", file=sys.stderr)


def at_the_boards(book: Path, games: int = 8) -> Iterator[str]:
    """Rows on first pages and moves of games on a server that has begun some of each, asked for one after the other."""
    with served(book) as server:
        server.shown("/")
        # less than nothing where a process ended meanwhile, as others do for the warm one
        while not 0 <= _worked(server.process, 2.0) <= 0.1:
            pass
        for name, path, turns, aim in BOARDS:
            first, moves = list[float](), dict[str, list[float]]()
            for number in range(2 * games):
                hint = "&hint=1" if number % 2 else ""
                address = path.format(r=number)
                first.append(server.shown(address)[1])
                for turn in turns:
                    address += f"&{urlencode({'turn': turn})}"
                    moves.setdefault(hint, []).append(server.shown(address + hint)[1])
            yield _row(f"first page of a game of {name}", first, "150 ms")
            yield _row(f"a move at {name}", moves[""], aim)
            yield _row("the same with a hint", moves["&hint=1"], "400 ms")
        first, counted, address = list[float](), list[float](), COUNTED
        server.shown(address)
        for window in range(1, games + 1):
            address += f"&{urlencode({'turn': f'1@{window}'})}"
            begun = len(server.answers)
            counted.append(server.shown(address)[1])
            first.append(server.answers[begun].seconds)
        yield _row("a move at Beams 6c10p, whose codes are counted by samples", first, "150 ms")
        yield _row("of these, until the codes are counted", counted, "")


def beside_heavy(book: Path) -> Iterator[str]:
    """A row on look-ups while two statements take all the time that they may."""
    with served(book) as server:
        server.shown("/ask/dresher/value?n=40")
        for number in range(2):
            threading.Thread(target=server.ask, args=(HEAVY.format(r=number),), daemon=True).start()
        sleep(1)
        seconds = [server.shown(f"/ask/dresher/value?n={n}")[1] for n in range(41, 60)]
    yield _row("a look-up beside two statements of 10 s", seconds, "1.5 s")


def left_behind(book: Path, count: int = 2000) -> Iterator[str]:
    """Rows on what is left of requests of eight readers, one after the other, of whom nobody asks again; and of large files."""
    draw = random.Random(1)
    paths = [draw.choice((*MIX, *ABANDONED)).format(r=draw.randint(2, 60)) for _ in range(count)]
    with served(book) as server:
        with ThreadPoolExecutor(8) as readers:
            failed = [answer for answer in readers.map(server.ask, paths) if answer.status != "200"]
        server.answers.clear()
        most, begun = _memory(server.process), perf_counter()
        while _worked(server.process, 2.0) > 0.1:
            pass
        yield (
            f"| {count:,} requests of 8 readers, {len(failed)} refused: until no job is left; memory of the server "
            f"| {_text(perf_counter() - begun)} | | {most} MB | 12 s, 400 MB |"
        )
    with served(book) as server:
        with ThreadPoolExecutor(8) as readers:
            times = [answer.seconds for answer in readers.map(server.ask, [LARGE.format(r=r) for r in range(10, 18)])]
        yield _row(f"eight files of 20 MB at once, {_memory(server.process)} MB of the server", times, "500 MB")


def _memory(process: int) -> int:
    """The most memory that a process has had, in MB."""
    status = Path(f"/proc/{process}/status").read_text(encoding="utf-8")
    return int(re.search(r"VmHWM:\s+(\d+)", status)[1]) // 1024  # type: ignore[index]


def _worked(process: int, seconds: float) -> float:
    """CPU seconds of a process and its children in the next seconds."""

    def used() -> float:
        ticks = 0
        for file in Path("/proc").glob("[0-9]*/stat"):
            with suppress(OSError):
                fields = file.read_text(encoding="utf-8").rpartition(")")[2].split()
                if str(process) in (file.parent.name, fields[1]):
                    ticks += int(fields[11]) + int(fields[12])
        return ticks / os.sysconf("SC_CLK_TCK")

    before = used()
    sleep(seconds)
    return used() - before


def at_the_table(book: Path, rounds: int) -> Iterator[str]:
    """Rows on the turns of two programs at Skat: from the user's answer to the page that asks for the next one.

    The user bids or holds once and passes then, takes up the Skat, discards the last two cards, announces Clubs where that is
    possible, and plays the first legal card.
    """
    first, done, cards = list[float](), list[float](), list[float]()
    with served(book) as server:
        for seed in range(1, rounds + 1):
            page, _ = server.shown(f"{SKAT}?seed={seed}")
            has_bid = False
            while (query := _offered(page.text, has_bid)) is not None:
                has_bid, begun = True, len(server.answers)
                page, seconds = server.shown(SKAT + query)
                first.append(server.answers[begun].seconds)
                done.append(seconds)
                if re.search(r"turn=[A-Z][A-Z0-9]$", query):
                    cards.append(seconds)
    if not done:
        print("no answer was offered at the table", file=sys.stderr)
        return
    yield _row(f"two programs' turns at Skat, {len(done)} answers in {count_noun(rounds, 'round')}", done, "median 1 s")
    yield _row(f"of these, after {count_noun(len(cards), 'card')}", cards, "median 1 s")
    yield _row("first page that shows the answer and who is thinking", first, "")


def _offered(text: str, has_bid: bool) -> str | None:
    """The query of the first answer that a page of the table offers, of a pass after a bid; None after the round."""
    links = re.findall(r'<a class="playing play[^"]*" href="([^"]*)"', text)
    if not links:
        answers = re.search(r'<ul class="answers".*?</ul>', text, re.DOTALL)
        links = re.findall(r'href="([^"]*)"', answers[0]) if answers else []
    passes = [link for link in links if link.endswith("turn=pass")]
    if links:
        return unescape(passes[0] if has_bid and passes else links[0])
    cards = re.findall(r'name="pick" value="(\w\w)"', text)
    if not cards:
        return None
    hidden = re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', text)
    kept = [(name, unescape(value)) for name, value in hidden]
    return f"?{urlencode([*kept, ('turn', ' '.join(cards[-2:]))])}"


def _row(what: str, seconds: Sequence[float], aim: str) -> str:
    ordered = sorted(seconds)
    at = ordered[min(len(ordered) - 1, int(0.99 * len(ordered)))]
    return f"| {what} | {_text(statistics.median(ordered))} | {_text(at)} | {_text(ordered[-1])} | {aim} |"


def _text(seconds: float) -> str:
    return f"{seconds:.2f} s" if seconds >= 1 else f"{1000 * seconds:.0f} ms"


def _written(rows: Sequence[str], load: float) -> None:
    """Put the rows into the page of docs."""
    text = PAGE.read_text(encoding="utf-8")
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    table = "\n".join(("| what | median | p99 | longest | aim |", "|---|---|---|---|---|", *rows))
    measured = f"Measured on: {machine()}; load average of the machine before: {load:.1f}."
    PAGE.write_text(f"{before}{BEGIN}{measured}\n\n{table}\n\n{END}{after}", encoding="utf-8")


def main() -> None:
    """Measure what is asked for, and show it."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.serving", description=__doc__)
    parser.add_argument("parts", nargs="*", help="start, boards, load, jobs, build or skat. Default: all")
    parser.add_argument("--book", type=Path, default=None, help="Book to serve. Default: the user's book.")
    parser.add_argument("--seconds", type=int, default=60, help="Length of each load. Default: 60.")
    parser.add_argument("--rounds", type=int, default=8, help="Rounds of Skat. Default: 8.")
    parser.add_argument("--write", action="store_true", help=f"Write the table into {PAGE.name}.")
    given = parser.parse_args()
    book, load, rows = given.book or default_book(), os.getloadavg()[0], list[str]()

    def measured() -> Iterator[str]:
        chosen = given.parts or ["start", "boards", "load", "jobs", "build", "skat"]
        if "start" in chosen:
            yield from started(book, 5)
            yield from drawn(book)
        if "boards" in chosen:
            yield from at_the_boards(book)
        if "load" in chosen:
            yield from under_load(book, given.seconds)
            yield from under_load(book, min(given.seconds, FIRST), " from the start on", is_fresh=True)
        if "jobs" in chosen:
            yield from beside_heavy(book)
            yield from left_behind(book)
        if "build" in chosen:
            with building():
                yield from under_load(book, given.seconds, ", beside a build by one process")
        if "skat" in chosen:
            yield from at_the_table(book, given.rounds)

    for row in measured():
        print(row, flush=True)
        rows.append(row)
    if given.write:
        _written(rows, load)


if __name__ == "__main__":
    main()
