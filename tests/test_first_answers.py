"""The lines of the README and the tutorial on a machine that has compiled nothing yet: none compiles that need not."""

from pathlib import Path

import pytest
from page_commands import examples, files
from program import run

from tafelwerk.fingerprint import PACKAGE

OTHERS = {"build", "serve", "atlas", "warm", "verify", "play", "games"}
"""Commands that compile on purpose, do not end by themselves, or need a game that was solved before."""

COMPILES = {("skat", "bid"), ("mastermind", "explain"), ("mastermind", "puzzle")}
"""Questions that plain Python takes longer for than compiling."""

LINES = [
    (page, example.words)
    for page in ("README.md", "docs/tutorial.md")
    for example in examples(page)
    if OTHERS.isdisjoint(example.words[:2]) and example.words != ("sql",) and "games." not in example.words[-1]
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
