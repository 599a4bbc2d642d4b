"""A row of the table of faults, and the scene on which it is played: a book, and runs of the program."""

import json
import os
import re
import shutil
import signal
import subprocess
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from hashlib import sha256
from pathlib import Path
from random import Random

import duckdb
from program import PROGRAM, build_here, call, environment, tasks_here

from tafelwerk.book import open_book
from tafelwerk.errors import TafelwerkError
from tafelwerk.tables.checks import verify_file
from tafelwerk.tables.provenance import builds, table_summaries

PLANTED = Path(__file__).parent / "planted"
OLD = ("search", "free", "--codes", "30", "--width", "2")
"""The build that the book holds before a fault."""

NEW = ("search", "free", "--codes", "60", "--width", "3")
"""The build that meets the fault: one task of some milliseconds."""

STAGED = ("search", "curve", "--size", "40", "--points", "3")
"""The same in several tasks of worker processes, with a part each."""

PARTED = ("dresher", "--from", "9", "--to", "48")
"""The same with several parts per task, and checkpoints; the book holds the games below."""

ASKED = ("search", "free", "30", "2", "--json")
ANSWER = "148"
"""Question that the book answers before a fault, and its answer: A003314 at 30."""

Sums = dict[str, tuple[int, str]]
"""Rows and checksum of each build, by name."""

_KNOWN: dict[tuple[str, bytes], Sums] = {}
"""The sums of families' files, by the digest of their content."""

_LONGEST = 240


@dataclass(frozen=True, slots=True)
class Trial:
    """What was seen once.

    Attributes:
        exit: exit code of the program that met the fault; negative: the number of the signal that ended it.
        said: the last line of its standard error.
        kept: whether the book still holds every committed row with its checksum, or a damaged file was left as it was.
        resumed: whether the same build succeeds afterwards with the rows of an undisturbed one; None if there is none.
        wrong: whether it gave a wrong answer.
        broke: whether it printed a traceback, or called itself defective.
    """

    exit: int
    said: str
    kept: bool
    resumed: bool | None = None
    wrong: bool = False
    broke: bool = False


@dataclass(frozen=True, slots=True)
class Row:
    """A fault with its expectation.

    Attributes:
        group: heading under which it stands.
        fault: description.
        exits: exit codes that are expected; -1 stands for the signal that was sent.
        says: pattern that the message of a failure contains.
        resumes: whether the same build then succeeds.
        play: provokes the fault and yields what it sees.
        slow: whether it takes more than two seconds of CPU time.
    """

    group: str
    fault: str
    exits: tuple[int, ...]
    says: str
    resumes: bool
    play: "Play"
    slow: bool

    @property
    def expected(self) -> str:
        """What is expected, in words."""
        codes = " or ".join("ended by the signal" if code < 0 else f"exit {code}" for code in self.exits)
        says = f", which says “{self.says.replace('|', '” or “')}”" if self.says else ""
        resumes = "; the build then succeeds with undisturbed rows" if self.resumes else ""
        return f"{codes}{says}; no wrong answer, nothing committed is lost{resumes}"

    def problems(self, trials: Sequence[Trial]) -> list[str]:
        """What differs from what is expected."""
        found = [] if trials else ["no trial"]
        for one in trials:
            allowed = one.exit in self.exits or (one.exit < 0 and -1 in self.exits)
            wrong = [
                *([] if allowed else [f"exit {one.exit}"]),
                *(["a traceback or a defect"] if one.broke else []),
                *(["a wrong answer"] if one.wrong else []),
                *([] if one.kept else ["something committed is lost"]),
                *(["no resuming"] if self.resumes and one.resumed is not True else []),
                *(["another message"] if one.exit > 0 and self.says and not re.search(self.says, one.said) else []),
            ]
            if wrong:
                found.append(f"{', '.join(wrong)}: {one.said}")
        return found


def seen(trials: Sequence[Trial]) -> str:
    """What was seen, in words."""
    counts = Counter(one.exit for one in trials)
    codes = ", ".join(
        (f"exit {code}" if code >= 0 else f"ended by signal {-code}") + (f" × {times}" if len(trials) > 1 else "")
        for code, times in sorted(counts.items())
    )
    resumed = [one.resumed for one in trials if one.resumed is not None]
    told = Counter(one.said for one in trials if one.exit > 0 and one.said).most_common(1)
    texts = [
        codes,
        f"wrong answers {sum(one.wrong for one in trials)}",
        f"losses {sum(not one.kept for one in trials)}",
        *([f"resumed {sum(resumed)} of {len(resumed)}"] if resumed else []),
        *([f"“{told[0][0][:_LONGEST]}{'…' if len(told[0][0]) > _LONGEST else ''}”"] if told else []),
    ]
    return "; ".join(texts)


@dataclass
class Scene:
    """A folder in which rows are played.

    Attributes:
        folder: the folder.
        thorough: whether a row has its full number of trials.
        draw: decides; the same for the same row.
    """

    folder: Path
    thorough: bool = False
    draw: Random = field(default_factory=lambda: Random(1))
    _made: int = 0

    def some(self, full: int, few: int = 1) -> range:
        """As many trials as are wanted."""
        return range(full if self.thorough else few)

    def place(self) -> Path:
        """A new path in the folder."""
        self._made += 1
        return self.folder / f"place{self._made}"

    def book(self) -> Path:
        """A copy of the book with what stands in it before a fault."""
        book = self.place()
        shutil.copytree(_old(), book)
        return book

    def run(
        self,
        *words: str | Path,
        command: Sequence[str | Path] = (PROGRAM,),
        plants: str = "",
        stdin: str = "",
        **more: object,
    ) -> subprocess.CompletedProcess[str]:
        """Run the program, with planted faults, to its end.

        Where nothing but the book is at fault, it runs in this process unless the scene is thorough.
        """
        if command == (PROGRAM,) and not (self.thorough or plants or more):
            with tasks_here():
                return call(*words, stdin=stdin)
        env = dict(more.pop("env", None) or environment())  # type: ignore[call-overload]
        return subprocess.run(
            [*map(str, command), *map(str, words)],
            input=stdin,
            capture_output=True,
            text=True,
            errors="replace",
            env=planted(env, plants),
            timeout=120,
            check=False,
            **more,  # type: ignore[call-overload]
        )

    def ask(self, book: Path, **more: object) -> subprocess.CompletedProcess[str]:
        """Ask the question that the book answers before a fault."""
        return self.run(*ASKED, "--book", book, **more)  # type: ignore[arg-type]

    def build(self, book: Path, words: Sequence[str] = NEW, **more: object) -> subprocess.CompletedProcess[str]:
        """Make a build."""
        return self.run("build", *words, "--book", book, **more)  # type: ignore[arg-type]

    def start(
        self, *words: str | Path, command: Sequence[str | Path] = (PROGRAM,), plants: str = "", **more: object
    ) -> "subprocess.Popen[str]":
        """Start the program, with planted faults, in a session of its own; Ctrl-C reaches it."""
        return subprocess.Popen(
            [*map(str, command), *map(str, words)],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=planted(environment(), plants),
            start_new_session=True,
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
            **more,  # type: ignore[call-overload]
        )

    def trial(self, done: "Ended", err: str, book: Path, *, resume: Sequence[str] = (), wrong: bool = False) -> Trial:
        """What a run of the program came to.

        Args:
            done: the run.
            err: its standard error.
            book: the book it worked on.
            resume: the build that is made afterwards.
            wrong: whether it gave a wrong answer.
        """
        kept = holds(book, sums(_old()))
        resumed = None
        if resume:
            again = build_here("build", *resume, "--book", book)
            resumed = again.returncode == 0 and holds(book, undisturbed(tuple(resume))) and not left_over(book)
        return Trial(done.returncode, last_line(err, book), kept, resumed, wrong, tells_of_a_defect(err))

    def rebuild(self, book: Path | None = None, words: Sequence[str] = NEW, **more: object) -> Trial:
        """What a build came to, in a new book unless there is one, which is made again afterwards."""
        book = book or self.book()
        done = self.build(book, words, **more)
        return self.trial(done, done.stderr, book, resume=words)


Play = Callable[[Scene], Iterator[Trial]]
Ended = subprocess.CompletedProcess[str] | subprocess.Popen[str]


def planted(env: dict[str, str], plants: str) -> dict[str, str]:
    """An environment in which the program meets planted faults."""
    if not plants:
        return env
    path = os.pathsep.join(filter(None, (str(PLANTED), env.get("PYTHONPATH", ""))))
    return env | {"PYTHONPATH": path, "TAFELWERK_FAULTS": plants}


def last_line(err: str, book: Path) -> str:
    """The last line of what was written to standard error, for the table."""
    return shown((err.strip().splitlines() or [""])[-1], book)


def tells_of_a_defect(err: str) -> bool:
    """Whether a traceback was written to standard error, or the program called itself defective."""
    return "Traceback" in err or any(line.startswith("defect:") for line in err.splitlines())


def shown(line: str, book: Path) -> str:
    """A message for the table: paths without what differs from run to run."""
    text = line.replace(str(book), "BOOK").replace(str(book.parent), "FOLDER")
    text = re.sub(r"(?:/[\w.+-]+){3,}", "PATH", text)
    return re.sub(r"\((?:process|PID) \d+\)|[0-9a-f]{16,}", "…", text)


def is_wrong(done: "subprocess.CompletedProcess[str]") -> bool:
    """Whether `Scene.ask` was answered, and wrongly."""
    return done.returncode == 0 and json.loads(done.stdout).get("total") != ANSWER


def sums(book: Path) -> Sums:
    """Rows and checksum of each build and table of a book; a table's is found anew from its rows."""
    with open_book(book, pocket=False) as opened:
        families = opened.families
    return {name: state for family in families for name, state in _family_sums(book, family).items()}


def _family_sums(book: Path, family: str) -> Sums:
    """The sums of a family's file; those of a file of the same bytes are known."""
    content = b"".join(file.read_bytes() for file in sorted(book.glob(f"{family}.duckdb*")))
    key = (family, sha256(content).digest())
    if key not in _KNOWN:
        with open_book(book, pocket=False) as opened:
            found: Sums = {f"{family}: {check}": (0, "") for check in verify_file(opened, family) if not check.ok}
            found |= {f"{family} {one.name}": (one.rows, one.sha256) for one in builds(opened, family)}
            found |= {f"{family}.{one.name}": (one.rows, one.sha256) for one in table_summaries(opened, family)}
        _KNOWN[key] = found
    return _KNOWN[key]


def holds(book: Path, wanted: Sums) -> bool:
    """Whether a book holds the builds that are wanted, with their checksums, and every table is as recorded."""
    try:
        held = sums(book)
    except (TafelwerkError, duckdb.Error, OSError):
        return False
    builds_wanted = {name: state for name, state in wanted.items() if " " in name}
    intact = not any(": " in name for name in held)
    return intact and builds_wanted.items() <= held.items()


def left_over(book: Path) -> list[Path]:
    """Files that a finished build should not leave in a book."""
    return [path for path in book.rglob("*") if path.is_file() and path.suffix not in (".duckdb", ".lock")]


@cache
def _made() -> Path:
    return Path(tempfile.mkdtemp(prefix="faults-"))


@cache
def _old() -> Path:
    book = _made() / "old"
    for words in (OLD, ("dresher", "--to", "8")):
        done = build_here("build", *words, "--book", book)
        assert done.returncode == 0, done.stderr
    return book


@cache
def undisturbed(words: tuple[str, ...]) -> Sums:
    """The sums of a book after a build that nothing disturbs."""
    book = _made() / f"undisturbed{len(list(_made().iterdir()))}"
    shutil.copytree(_old(), book)
    done = build_here("build", *words, "--book", book)
    assert done.returncode == 0, done.stderr
    return sums(book)


def forget() -> None:
    """Remove the books that rows share."""
    with suppress(OSError):
        shutil.rmtree(_made())
