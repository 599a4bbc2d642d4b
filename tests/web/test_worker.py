"""A worker is confined: it reads the book and the program, writes its caches alone, and starts nothing."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

import tafelwerk
from tafelwerk.places import quoted

POCKET = Path(tafelwerk.__file__).parent / "pocket"
CONFINED = """
import sys
from pathlib import Path
from tafelwerk.web.worker import confine
import json, os, shutil, socket, subprocess, urllib.request
confine(Path(sys.argv[1]))
try:
    exec(sys.argv[2])
except PermissionError as error:
    print("refused", error)
else:
    print("done")
"""


def tried(statement: str) -> str:
    """What a confined process says of a statement."""
    done = subprocess.run([sys.executable, "-c", CONFINED, str(POCKET), statement], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize(
    "statement",
    [
        "open('/etc/passwd')",
        "open('/etc/hostname', 'rb')",
        "Path('~').expanduser().joinpath('x').read_text()",
        "open('/tmp/tafelwerk-confined', 'w')",
        f"open({str(POCKET / 'dresher.duckdb')!r}, 'ab')",
        f"os.remove({str(POCKET / 'dresher.duckdb')!r})",
        f"os.rename({str(POCKET / 'dresher.duckdb')!r}, '/tmp/x')",
        "os.mkdir('/tmp/tafelwerk-confined')",
        "os.symlink('/etc/passwd', '/tmp/tafelwerk-confined')",
        "subprocess.run(['true'])",
        "os.system('true')",
        "os.fork()",
        "socket.create_connection(('127.0.0.1', 9))",
    ],
)
def test_what_a_page_could_want_is_refused(statement: str) -> None:
    assert tried(statement).startswith("refused")
    assert (POCKET / "dresher.duckdb").exists()


def test_the_book_and_the_program_are_read() -> None:
    assert tried(f"open({str(POCKET / 'dresher.duckdb')!r}, 'rb').read(4)") == "done\n"
    assert tried("open(json.__file__).read()") == "done\n"


def test_jobs_are_answered_one_by_one() -> None:
    lines = [
        {"job": "command", "given": {"words": ["dresher", "value", "11", "--json"]}},
        {"job": "command", "given": {"words": ["dresher", "value", "x"]}},
        {"job": "rows", "given": {"statement": "FROM nothing"}},
        {"job": "command", "given": {"words": ["--version"]}},
        {"job": "command", "given": {"words": ["dresher", "value", "3000"]}},
    ]
    done = subprocess.run(
        [sys.executable, "-m", "tafelwerk.web.worker", str(POCKET)],
        input="".join(json.dumps(line) + "\n" for line in lines),
        capture_output=True,
        text=True,
    )
    first, second, third, fourth, fifth = map(json.loads, done.stdout.splitlines())
    assert json.loads(first["done"]["out"])["n"] == 11
    assert second["done"]["code"] == 2
    assert "is not a whole number" in second["done"]["err"]
    assert third["code"] == 2
    assert fourth["done"]["out"] == f"tafelwerk {tafelwerk.__version__}\n"
    assert fifth["done"]["err"].endswith(f" --book {quoted(POCKET)}\n")


def test_it_reads_the_logs_named_at_the_start_and_no_file_beside_them(tmp_path: Path) -> None:
    log, other = tmp_path / "rounds.jsonl", tmp_path / "rounds.jsonl.txt"
    log.write_text("a log")
    other.write_text("another file")
    named = CONFINED.replace("confine(Path(sys.argv[1]))", f"confine(Path(sys.argv[1]), [{str(log)!r}])")

    def done(statement: str) -> str:
        line = [sys.executable, "-c", named, str(POCKET), statement]
        return subprocess.run(line, capture_output=True, text=True, check=True).stdout

    assert done(f"assert open({str(log)!r}).read() == 'a log'") == "done\n"
    assert done(f"open({str(other)!r})").startswith("refused")
    assert done(f"open({str(log)!r}, 'a')").startswith("refused")
    assert done(f"os.remove({str(log)!r})").startswith("refused")
