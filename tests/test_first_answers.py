"""First answers on a machine that has compiled nothing: they come soon, few need a compiler, and all are those of kernels."""

import json
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage

import pytest
from golden.comparison import differences
from golden.questions import expected
from page_commands import examples, files
from program import run, run_python

from tafelwerk.families import FAMILIES
from tafelwerk.fingerprint import PACKAGE

OTHERS = {"build", "serve", "atlas", "warm"}
"""Commands that compute long on purpose, or do not end by themselves."""

COMPILES = {("skat", "bid"), ("play", "tictactoe"), ("games", "solve"), ("games", "play")}
"""Lines that plain Python takes longer for than compiling."""

MOST = {"plot": 4.0, "play": 3.0}
"""Processor seconds of a first answer by command, 2.5 of others; of a game until its first board is shown."""

NOISE = 1.15
"""Factor of processor time on a machine with other work, the tests on the other core for instance."""

NAMES = {("sheet",), ("sql",), ("verify",), ("mastermind", "next"), ("skat", "replay"), ("--install-completion",)}
"""Commands that a text names without what they need, or what goes through the whole book."""

LINES = [
    (page, example.words)
    for page in ("README.md", "docs/tutorial.md")
    for example in examples(page)
    if example.words[0] not in OTHERS and example.words not in NAMES and "games." not in example.words[-1]
]


def children_seconds() -> float:
    """Processor time of all processes that this one has started and waited for."""
    return sum(getrusage(RUSAGE_CHILDREN)[:2])


@pytest.mark.slow
@pytest.mark.parametrize(("page", "words"), LINES)
def test_a_first_answer_comes_soon(page: str, words: tuple[str, ...], tmp_path: Path) -> None:
    for name, source in files(page).items():
        (tmp_path / name).write_text(source, encoding="utf-8")
    cache, before = tmp_path / "cache", children_seconds()
    places = {"XDG_CACHE_HOME": str(cache), "NUMBA_CACHE_DIR": "", "TAFELWERK_POCKET": str(PACKAGE / "pocket")}
    places["PYTHONDONTWRITEBYTECODE"] = ""  # libraries that are compiled by every process take twice as long
    done = run(*words, "--book", tmp_path / "book", cwd=tmp_path, **places)
    assert children_seconds() - before < NOISE * MOST.get(words[0], 2.5), done.stderr
    assert done.returncode in (0, 3), done.stderr  # some need what was built before
    assert (words[:2] in COMPILES) is bool(list(cache.rglob("*.nbi"))), done.stderr


PLAIN = """
import json, sys
from pathlib import Path
sys.path.insert(0, sys.argv[1])
from golden.questions import Asker, expected
from tafelwerk.commands import compiling
compiling.watch_worker()
compiling.LEAST = compiling.MOST = 1.0
asker, answers = Asker(Path(sys.argv[2]), Path(sys.argv[3])), {}
for line in json.loads(sys.stdin.read()):
    try:
        answers[line] = asker.ask(line)
    except compiling.CompileError:
        pass
print(json.dumps([answers, "numba" in sys.modules]))
"""


@pytest.mark.slow
@pytest.mark.parametrize("family", FAMILIES)
def test_plain_python_gives_the_golden_answers(family: str, small_book: Path, tmp_path: Path) -> None:
    """All that it gives within a second; what takes longer is left to compiled kernels."""
    (tmp_path / "files").mkdir()
    computed = {
        line: answer
        for line, answer in expected(family).items()
        if isinstance(answer.get("answer"), dict)
        and answer["answer"].get("source") == "computed"
        and "skat replay" not in line  # shows rounds as they are solved, so that it is not begun again
    }
    words = (Path(__file__).parent, small_book, tmp_path / "files")
    done = run_python(
        PLAIN, *map(str, words), stdin=json.dumps(list(computed)), seconds=900, XDG_CACHE_HOME=str(tmp_path)
    )
    assert done.returncode == 0, done.stderr
    assert "Warning" not in done.stderr
    answers, has_compiled = json.loads(done.stdout.splitlines()[-1])
    assert not has_compiled
    assert len(answers) > 10
    assert [one for line in answers for one in differences(line, computed[line], answers[line])] == []
