"""What every test may lean on."""

import atexit
import gc
import os
import signal
import sys
from collections import Counter
from collections.abc import Iterator
from hashlib import sha256
from importlib import import_module
from pathlib import Path

import pytest
from books import figure_book, quick_book, scant_figure_book, skat_book, small_book, standard_book  # noqa: F401
from chromium import CHROMIUM, MISSING
from hypothesis import settings

from tafelwerk.families.beams import look_ups
from tafelwerk.streams import leave
from tafelwerk.tables import records

PASSES = pytest.StashKey[int]()
"""Number of tests that have passed."""

settings.register_profile("test", max_examples=30, deadline=None)
settings.register_profile("check", max_examples=200, deadline=None)
settings.register_profile("soak", max_examples=1000, deadline=None)
settings.load_profile("test")  # --hypothesis-profile, read later, wins


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add --order SEED, which `make check` gives: no test may need another; and --family, for who works on one."""
    parser.addoption("--order", metavar="SEED", help="run modules, and the tests of each, in a random order")
    parser.addoption("--family", help="run only what belongs to one family: its name is in the path or in a parameter")


def pytest_report_header(config: pytest.Config) -> str | None:
    """Say which random order it is."""
    seed = config.getoption("--order")
    return f"order: {seed}" if seed else None


def pytest_sessionstart(session: pytest.Session) -> None:
    """Prepare the process, and its end, where DuckDB's library would list on stderr what is left of its objects.

    What is collected stays: looking through it for garbage, again and again, takes a tenth of the time of all tests.
    """
    if "coverage" not in sys.modules:  # it writes what it has seen at the very end
        atexit.register(lambda: leave(int(session.exitstatus)))
    gc.disable()
    # of a run in the background, shells have Ctrl-C ignored, and so would the programs that tests start
    if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    # pytest-xdist gives its workers a width, to which commands would fold what they print
    os.environ.pop("COLUMNS", None)


def pytest_collection_finish() -> None:
    """From here on garbage is collected, but not among the tests themselves, and not after every 700 objects."""
    gc.enable()
    gc.freeze()
    gc.set_threshold(20_000)


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """With --family, pass over files of other subjects: collecting all takes longer than many a family's tests."""
    family = config.getoption("--family")
    if (
        not family
        or not collection_path.match("test_*.py")
        or family in str(collection_path.relative_to(config.rootpath))
    ):
        return None
    text = collection_path.read_text(encoding="utf-8")
    return None if "FAMILIES" in text or "KNOWN" in text else True


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave the slow tests and those of `make browser` and `make soak` out unless a marker expression was given."""
    left_out = set[pytest.Item]()
    if not config.getoption("-m"):
        left_out |= {item for item in items for name in ("browser", "slow", "soak") if item.get_closest_marker(name)}
    if family := config.getoption("--family"):
        left_out |= {item for item in items if family not in item.nodeid}
    if left_out:
        config.hook.pytest_deselected(items=list(left_out))
        items[:] = [item for item in items if item not in left_out]
    if seed := config.getoption("--order"):
        items.sort(key=lambda item: _order(seed, item))


def _order(seed: str, item: pytest.Item) -> tuple[bytes, bytes]:
    """Place of a test in the random order: the tests of a module stay together, for what its fixtures cost."""
    module, _, test = item.nodeid.partition("::")
    return sha256(f"{seed} {module}".encode()).digest(), sha256(f"{seed} {test}".encode()).digest()


def pytest_report_teststatus(report: pytest.TestReport, config: pytest.Config) -> tuple[str, str, str] | None:
    """A test that passes is counted in the line of its folder, with a dot for every hundred of them; -v names it."""
    if not (report.passed and report.when == "call") or config.get_verbosity() > 0:
        return None
    passes = config.stash[PASSES] = config.stash.get(PASSES, 0) + 1
    return "passed", "" if passes % 100 else ".", "PASSED"


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """After the failures, a line per folder; and whether pages were opened in a browser, which `make test` repeats."""
    tests = Counter[str]()
    seconds = Counter[str]()
    opened = False
    for report in (report for reports in terminalreporter.stats.values() for report in reports):
        if isinstance(report, pytest.TestReport):
            name = report.nodeid.split("::")[0]
            folder = "/".join(name.split("/")[:2]) if name.count("/") > 1 else "tests"
            tests[folder] += report.when == "call"
            seconds[folder] += report.duration
            opened |= report.nodeid.endswith("_browser.py::test_ten_pages")
    terminalreporter.ensure_newline()
    for folder in sorted(tests):
        terminalreporter.write_line(
            f"{tests[folder]:6,} {'test ' if tests[folder] == 1 else 'tests'} {seconds[folder]:6.1f} s  {folder}"
        )
    if opened and CHROMIUM is None:
        terminalreporter.write_line(f"browser: no page was opened, {MISSING}; then `make browser` opens every page")
    elif opened:
        terminalreporter.write_line("browser: ten pages were opened; `make browser` opens every page")


@pytest.fixture(scope="session", autouse=True)
def _no_book_of_the_user(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """The user's data folder is an empty one: no test reads or writes the user's own book. Nor is there a pocket book."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TAFELWERK_POCKET", "")
        patch.setenv("XDG_DATA_HOME", str(tmp_path_factory.mktemp("data")))
        patch.delenv("TAFELWERK_BOOK", raising=False)
        yield


@pytest.fixture
def records_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder in the place of the package's records, read anew at every question."""
    folder = tmp_path / "records"
    folder.mkdir()
    read_anew = records.records.__wrapped__
    monkeypatch.setattr(records, "FOLDER", folder)
    for module in (records, look_ups, import_module("tafelwerk.proofs.running")):
        monkeypatch.setattr(module, "records", read_anew)
    return folder
