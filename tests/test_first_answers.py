"""First answers on a machine that has compiled nothing yet: none compiles that need not, and all are those of kernels."""

import json
from pathlib import Path

import pytest
from golden.comparison import differences
from golden.questions import expected
from page_commands import examples, files
from program import run, run_python

from tafelwerk.families import FAMILIES
from tafelwerk.fingerprint import PACKAGE

OTHERS = {"build", "serve", "atlas", "warm", "verify", "play", "games"}
"""Commands that compile on purpose, do not end by themselves, or need a game that was solved before."""

COMPILES = {("skat", "bid")}
"""Questions that plain Python takes longer for than compiling."""

NAMES = {("sheet",), ("mastermind", "next"), ("skat", "replay"), ("--install-completion",)}
"""Commands that a text names without what they need."""

LINES = [
    (page, example.words)
    for page in ("README.md", "docs/tutorial.md")
    for example in examples(page)
    if OTHERS.isdisjoint(example.words[:2])
    and example.words not in {("sql",), *NAMES}
    and "games." not in example.words[-1]
]


@pytest.mark.slow
@pytest.mark.parametrize(("page", "words"), LINES)
def test_a_first_answer_compiles_nothing(page: str, words: tuple[str, ...], tmp_path: Path) -> None:
    for name, source in files(page).items():
        (tmp_path / name).write_text(source, encoding="utf-8")
    cache = tmp_path / "cache"
    places = {"XDG_CACHE_HOME": str(cache), "NUMBA_CACHE_DIR": "", "TAFELWERK_POCKET": str(PACKAGE / "pocket")}
    done = run(*words, "--book", tmp_path / "book", cwd=tmp_path, **places)
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
        if isinstance(answer.get("answer"), dict) and answer["answer"].get("source") == "computed"
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
