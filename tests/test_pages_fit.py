"""What the commands of the README and of docs/ print fits the terminal, and no heading is broken letter by letter."""

import os
import re
import select
import shlex
import shutil
import signal
import struct
from pathlib import Path

import pytest
from fuzzing import FILES
from page_commands import PAGES, every_line, files
from program import PROGRAM, call, environment, on_screen

import tafelwerk

POCKET = Path(tafelwerk.__file__).parent / "pocket"
WIDTHS = (60, 80, 120)
MOST_SECONDS = 60
"""A command that computes longer is stopped: what it printed until then is looked at."""

QUIET_SECONDS = 2
"""A command that says nothing for so long may be waiting at a prompt: its input ends."""

STYLE = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
RULE = re.compile(r"\s*─{3,}\s*$")

QUICK = (
    "montecarlo duel",
    "montecarlo blunder",
    "mastermind next --pegs 4 --colors 6",
    "mastermind summary --pegs 4",
    "mastermind gamma",
    "mastermind curve",
    "dresher value",
    "dresher hider",
    "dresher searcher",
    "dresher explain",
    "skat games",
    "switching winrate",
    "minimax grundy",
    "minimax octal",
    "minimax tictactoe",
    "minimax tree",
    "play",
    "schema",
    "tables",
    "sql",
)
SEVERAL = 4
"""Of the questions in SQL one of that many is asked, the others by the slow test."""

_COMMANDS = [words for words in every_line() if shlex.join(words).startswith(QUICK)]
FAST = [
    *(words for words in _COMMANDS if words[0] != "sql"),
    *[words for words in _COMMANDS if words[0] == "sql"][::SEVERAL],
]
MORE = [
    ("tables", "--verbose"),
    ("schema", "skat"),
    ("schema", "montecarlo.subtraction_duels"),
    ("plot", "--list"),
    ("sql", "FROM dresher.games"),
    ("sql", "FROM meta.builds"),
    ("sql", "FROM skat.games", "--format", "table"),
    ("published", "search"),
]


def faults(text: str, columns: int) -> list[str]:
    """Lines that are too long, and lines that hold a heading's letters one above the other."""
    lines = [STYLE.sub("", line.split("\r")[-1]) for line in text.replace("\r\n", "\n").split("\n")]
    found = [line for line in lines if len(line) > columns]
    for place, line in enumerate(lines):
        if RULE.match(line):
            above = [f" {one} " for one in lines[max(place - 3, 0) : place]]
            alone = [
                {
                    at
                    for at in range(1, len(one) - 1)
                    if one[at - 1 : at + 2].strip().isalpha() and one[at - 1] == one[at + 1] == " "
                }
                for one in above
            ]
            found += [above[-1]] if len(alone) == 3 and set.intersection(*alone) else []
    return found


def test_letters_one_above_the_other_are_noticed() -> None:
    heads = ["  c  what", "  o  it", "  s  says", " ────────────"]
    assert faults("\n".join(heads), 60) == ["   s  says "]
    assert faults("\n".join(["  cost   what", "  of it  it says", " ────────────"]), 60) == []


@pytest.mark.parametrize(
    ("words", "columns"),
    [
        *((words, 60) for words in FAST if "--json" not in words),
        *((words, columns) for words in MORE for columns in WIDTHS),
    ],
)
def test_answers_fit(words: tuple[str, ...], columns: int, tmp_path: Path) -> None:
    text = on_screen(*words, "--book", POCKET, columns=columns, cwd=tmp_path, TAFELWERK_POCKET=str(POCKET))
    assert text
    assert faults(text, columns) == []


@pytest.fixture(scope="module")
def pages_folder(standard_book: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The files that the pages name, and in `book` the standard book with the games of the pages."""
    folder = tmp_path_factory.mktemp("pages")
    shutil.copytree(standard_book, folder / "book")
    for name, content in {**FILES, "iss-games.sgf": FILES["iss.sgf"]}.items():
        (folder / name).write_bytes(content)
    for name, source in (item for page in PAGES for item in files(page).items()):
        (folder / name).write_text(source, encoding="utf-8")
        if "class " in source:
            assert call("games", "solve", name, "--book", folder / "book", cwd=folder).returncode == 0
    return folder


@pytest.mark.slow
@pytest.mark.parametrize("columns", WIDTHS)
@pytest.mark.parametrize("words", every_line(), ids=shlex.join)
def test_pages_fit(words: tuple[str, ...], columns: int, pages_folder: Path, tmp_path: Path) -> None:
    """Each command on a pseudo-terminal; a game in play ends at the end of its input, a build is planned only."""
    if words[0] in ("warm", "serve", "--install-completion"):
        pytest.skip("changes the machine, or runs until it is stopped")
    if {"--json", "--markdown"} & {*words}:
        pytest.skip("is for programs and files")
    extra = {"build": ["--dry-run"], "verify": ["--sample", "1"]}.get(words[0], [])
    words = tuple(word for word in words if word != "--full")
    book = [] if "--book" in words else ["--book", str(pages_folder / "book")]
    for file in pages_folder.glob("*.*"):
        shutil.copy(file, tmp_path)
    text = on_tty([str(PROGRAM), *words, *extra, *book], columns, tmp_path)
    assert faults(text, columns) == []


def on_tty(command: list[str], columns: int, folder: Path) -> str:
    """What a process of its own writes to a terminal of that many columns, until it ends or takes too long."""
    pty, termios, fcntl = (pytest.importorskip(name) for name in ("pty", "termios", "fcntl"))
    process, ours = pty.fork()
    if process == 0:
        os.chdir(folder)
        os.execve(command[0], command, environment(TERM="xterm-256color"))
    fcntl.ioctl(ours, termios.TIOCSWINSZ, struct.pack("HHHH", 40, columns, 0, 0))
    previous = signal.signal(signal.SIGALRM, lambda *_: os.kill(process, signal.SIGKILL))
    signal.alarm(MOST_SECONDS)
    text = b""
    try:
        while True:
            if not select.select([ours], [], [], QUIET_SECONDS)[0]:
                os.write(ours, b"\x04")
            elif more := os.read(ours, 1 << 16):
                text += more
            else:
                break
    except OSError:  # the terminal is closed when the program ends
        pass
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, previous)
        os.waitpid(process, 0)
        os.close(ours)
    return text.decode(errors="replace")
